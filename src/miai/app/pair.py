"""Pair a round of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from miai.domain.game import Board
from miai.domain.player import PlayerId
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.pairing.nearest import nearest_draw
from miai.pairing.plan import Plan, Solved
from miai.pairing.presets import plan_for, seeding_for
from miai.pairing.protocol import Constraints, Draw, RoundView
from miai.pairing.solving import solve_round
from miai.pairing.systems import SYSTEMS
from miai.pairing.view import build_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A round to be drawn: what is seen, and how it is to be done."""

    view: RoundView
    plan: Plan

    def solve(self) -> Solved:
        """The best pairs, not yet seated."""
        return solve_round(self.view, self.plan)


def prepare(
    tournament: Tournament,
    *,
    round: int,  # noqa: A002 - the players' word
    system: str | None = None,
    preset: str = "miai",
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
) -> Task:
    """Look at the state before the round; what the tournament holds of it and later is ignored."""
    key = system or tournament.settings.system
    if key not in SYSTEMS:
        raise InputError(f"'{key}' is not a system: {', '.join(SYSTEMS)}")
    if round > tournament.rounds_played + 1:
        raise InputError(f"round {round} cannot be paired before round {tournament.rounds_played + 1}")
    settings = replace(tournament.settings, system=key)
    event = replace(tournament, settings=settings)
    plan = plan_for(settings, round_number=round, preset=preset, seed=seed)
    view = build_view(
        event,
        round,
        seed=seed,
        seeding=seeding_for(settings, round_number=round, preset=preset),
        constraints=constraints,
        only=only,
    )
    if len(view) == 0:
        raise InputError(f"nobody plays in round {round}")
    return Task(view=view, plan=plan)


def pair(
    tournament: Tournament,
    *,
    round: int,  # noqa: A002 - the players' word
    system: str | None = None,
    preset: str = "miai",
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
    nearest: bool = False,
) -> Draw:
    """Draw a round at the least cost, proved optimal; `only` pairs part of the field.

    Where no pairing exists a `NoPairingError` says who blocks whom; with `nearest` the draw that breaks the
    fewest rules is given instead.
    """
    task = prepare(
        tournament, round=round, system=system, preset=preset, seed=seed, constraints=constraints, only=only
    )
    if nearest:
        return nearest_draw(task.view, task.plan)
    return SYSTEMS[task.plan.system](preset=preset).draw(task.view, seed)


def pair_rest(tournament: Tournament, *, round: int, preset: str = "miai", seed: int = 0) -> Round:  # noqa: A002
    """Draw a round anew but for its locked boards, which stay as they are."""
    old = tournament.round(round)
    kept = tuple(board for board in old.boards if board.locked)
    seated = {seat for board in kept for seat in (board.white, board.black)}
    task = prepare(tournament, round=round, preset=preset, seed=seed)
    others = [player.id for player in task.view.players if player.id not in seated]
    if not others:
        return replace(old, boards=kept, byes=())
    draw = pair(tournament, round=round, preset=preset, seed=seed, only=others)
    return round_of(draw, kept=kept)


def round_of(draw: Draw, *, kept: Sequence[Board] = ()) -> Round:
    """A draw as the tournament records it; kept boards keep their tables, the others take what is free."""
    used = {board.table for board in kept}
    boards = list(kept)
    for pairing in draw.boards:
        table = pairing.table
        while table in used:
            table += 1
        used.add(table)
        boards.append(
            Board(
                table=table,
                white=pairing.white.id,
                black=pairing.black.id,
                handicap=pairing.handicap,
                komi=pairing.komi,
            )
        )
    ordered = tuple(sorted(boards, key=lambda board: board.table))
    return Round(number=draw.round, boards=ordered, byes=draw.byes)


def with_draw(tournament: Tournament, drawn: Round) -> Tournament:
    """The tournament up to and with a drawn round."""
    earlier = tuple(each for each in tournament.rounds if each.number < drawn.number)
    return replace(tournament, rounds=(*earlier, drawn), published_places=())


def draw_data(draw: Draw) -> dict[str, object]:
    """The stable JSON of a draw."""
    return {
        "round": draw.round,
        "system": draw.system,
        "preset": draw.preset,
        "seed": draw.seed,
        "optimal": draw.optimal,
        "total": draw.total,
        "boards": [
            {
                "table": board.table,
                "white": board.white.name,
                "black": board.black.name,
                "handicap": board.handicap,
                "komi": board.komi,
                "reasons": [
                    {
                        "rule": reason.rule,
                        "deviation": reason.deviation,
                        "cost": reason.cost,
                        "text": reason.text,
                    }
                    for reason in board.reasons
                ],
            }
            for board in draw.boards
        ],
        "bye": draw.bye.name if draw.bye else None,
        "problems": list(draw.problems),
        "notes": list(draw.notes),
    }
