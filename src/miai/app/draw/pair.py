"""Pair a round of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from miai.domain import events
from miai.domain.document import read_history, write_history
from miai.domain.game import Board
from miai.domain.history import History
from miai.domain.player import PlayerId
from miai.domain.round import ByeKind, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.formats import Format
from miai.pairing.constraints import constraints_of
from miai.pairing.nearest import nearest_draw
from miai.pairing.plan import Plan, Solved
from miai.pairing.presets import plan_for, seeding_for
from miai.pairing.protocol import Constraints, Draw, RoundView
from miai.pairing.schedules import SCHEDULES
from miai.pairing.solving import solve_round
from miai.pairing.systems import BY_PRESET, SYSTEMS
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
    round: int,
    system: str | None = None,
    preset: str = "miai",
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
) -> Task:
    """Look at the state before the round; what the tournament holds of it and later is ignored.

    Only systems that weigh pairs can be looked at so.
    """
    event = _under(tournament, round, system)
    if event.settings.system not in BY_PRESET:
        raise InputError(
            f"the system '{event.settings.system}' does not weigh pairs: {', '.join(BY_PRESET)} do"
        )
    plan = plan_for(event.settings, round_number=round, preset=preset, seed=seed)
    view = _view(event, round, preset=preset, seed=seed, constraints=constraints, only=only)
    return Task(view=view, plan=plan)


def _under(tournament: Tournament, number: int, system: str | None) -> Tournament:
    """The tournament under the system asked for, if the round can be drawn at all."""
    key = system or tournament.settings.system
    if key not in SYSTEMS and key not in SCHEDULES:
        raise InputError(f"'{key}' is not a system: {', '.join((*SYSTEMS, *SCHEDULES))}")
    following = (
        max((drawn.number for drawn in tournament.rounds if drawn.boards or drawn.byes), default=0) + 1
    )
    if number > following:
        raise InputError(f"round {number} cannot be paired before round {following}")
    return replace(tournament, settings=replace(tournament.settings, system=key))


def _view(
    event: Tournament,
    number: int,
    *,
    preset: str,
    seed: int,
    constraints: Constraints | None,
    only: Sequence[PlayerId] | None,
) -> RoundView:
    view = build_view(
        event,
        number,
        seed=seed,
        seeding=seeding_for(event.settings, round_number=number, preset=preset),
        constraints=constraints,
        only=only,
        live=getattr(SYSTEMS[event.settings.system], "live", None),
    )
    if len(view) == 0:
        raise InputError(f"nobody plays in round {number}")
    if constraints is None:
        return replace(view, constraints=constraints_of(event.wishes, number, view.players))
    return view


def pair(
    tournament: Tournament,
    *,
    round: int,
    system: str | None = None,
    preset: str = "miai",
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
    nearest: bool = False,
) -> Draw:
    """Draw a round at the least cost, proved optimal; `only` pairs part of the field.

    Without constraints the director's standing wishes are kept to. Where no pairing exists a
    `NoPairingError` says who blocks whom; with `nearest` the draw that breaks the fewest rules is given
    instead.
    """
    event = _under(tournament, round, system)
    key = event.settings.system
    if key in SCHEDULES:
        return SCHEDULES[key]().draw(event, round=round, seed=seed)
    view = _view(event, round, preset=preset, seed=seed, constraints=constraints, only=only)
    chosen = BY_PRESET[key](preset=preset) if key in BY_PRESET else SYSTEMS[key]()
    try:
        return chosen.draw(view, seed)
    except NoPairingError as error:
        if not nearest:
            raise
        plan = plan_for(event.settings, round_number=round, preset=preset, seed=seed)
        found = nearest_draw(view, plan)
        return replace(found, problems=(*found.problems, str(error)))


def pair_rest(
    tournament: Tournament,
    *,
    round: int,
    preset: str = "miai",
    seed: int = 0,
    constraints: Constraints | None = None,
) -> Round:
    """Draw a round anew but for its boards that are locked or over and voluntary byes, which stay."""
    if tournament.settings.system in SCHEDULES:
        raise InputError(f"the system '{tournament.settings.system}' draws whole rounds only")
    old = tournament.round(round)
    kept = tuple(board for board in old.boards if board.locked or board.result.known)
    free = tuple(bye for bye in old.byes if bye.kind is ByeKind.VOLUNTARY)
    seated = {seat for board in kept for seat in (board.white, board.black)} | {bye.player for bye in free}
    event = _under(tournament, round, None)
    view = _view(event, round, preset=preset, seed=seed, constraints=constraints, only=None)
    others = [player.id for player in view.players if player.id not in seated]
    if not others:
        return replace(old, boards=kept, byes=free)
    draw = pair(tournament, round=round, preset=preset, seed=seed, constraints=constraints, only=others)
    again = round_of(draw, kept=kept)
    return replace(again, byes=(*free, *again.byes))


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


def drawn_document(history: History, draw: Draw) -> bytes:
    """A document with one more draw; rounds from it on, if there are any, are taken back first."""
    for drawn in reversed(history.tournament().rounds):
        if drawn.number >= draw.round:
            history = history.append(events.RoundDeleted(round=drawn.number))
    made = events.RoundDrawn(round=round_of(draw), system=draw.system, preset=draw.preset, seed=draw.seed)
    return write_history(history.append(made))


def written_draw(tournament: Tournament, draw: Draw, form: Format, document: bytes | None = None) -> bytes:
    """A file of the tournament with a draw; a document keeps its history, and no format drops the draw."""
    if form.key == "miai":
        history = read_history(document) if document else History.of_tournament(tournament)
        return drawn_document(history, draw)
    data = form.write(with_draw(tournament, round_of(draw)))
    held = form.read(data).tournament.round(draw.round)
    if len(held.boards) != len(draw.boards):
        raise InputError(f"a file of the kind '{form.key}' cannot hold a round without results")
    return data


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
        "byes": [player.name for player in draw.free],
        "problems": list(draw.problems),
        "notes": list(draw.notes),
    }
