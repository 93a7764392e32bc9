"""Explain a draw: board by board, as a whole, beside another one, and why two players do not meet."""

from dataclasses import dataclass

from miai.app.draw.pair import Task, draw_data, pair, prepare
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.pairing.drawing import draw_of
from miai.pairing.explain import Comparison, WhyNot, compare, find_player, why_not
from miai.pairing.plan import Pair, Solved
from miai.pairing.protocol import Draw, RoundView
from miai.pairing.systems import BY_PRESET


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A draw with its summary and, where the file holds the round already, that one beside it."""

    draw: Draw
    summary: tuple[str, ...]
    beside: Comparison | None


def explain_round(
    tournament: Tournament, number: int, *, system: str | None, preset: str, seed: int
) -> Explained:
    """Draw a round and explain it; systems that do not weigh pairs have only their reasons."""
    key = system or tournament.settings.system
    if key not in BY_PRESET:
        draw = pair(tournament, round=number, system=system, preset=preset, seed=seed)
        return Explained(draw=draw, summary=(), beside=None)
    task = prepare(tournament, round=number, system=system, preset=preset, seed=seed)
    solved = task.solve()
    drawn = tournament.round(number)
    return Explained(
        draw=draw_of(task.view, task.plan, solved),
        summary=tuple(summary(task, solved)),
        beside=compare_round(task, solved, drawn) if drawn.boards else None,
    )


def explain_data(told: Explained) -> dict[str, object]:
    """The stable JSON of an explanation."""
    beside = None if told.beside is None else {"total": told.beside.total, "text": told.beside.sentence}
    return {**draw_data(told.draw), "summary": list(told.summary), "file_round": beside}


def summary(task: Task, solved: Solved) -> list[str]:
    """The draw as a whole, one line a rule."""
    lines = []
    boards = len(solved.pairs)
    for part in solved.priced.parts:
        if part.key == "chance" or part.rule is None:
            continue
        faults = sum(bool(part.deviation[pair]) for pair in solved.pairs)
        count = f"{faults} of {boards}" if faults else "no"
        lines.append(f"{part.key}: {count} {'boards' if faults else 'board'} with a {part.rule.fault}")
    return lines


def compare_round(task: Task, solved: Solved, drawn: Round) -> Comparison:
    """A drawn round, by hand or by another program, beside the best one."""
    pairs, bye = pairs_of(task.view, drawn)
    return compare(task.view, solved, pairs, bye)


def pairs_of(view: RoundView, drawn: Round) -> tuple[list[Pair], int | None]:
    """A round by the view's indices; boards with players whom the view does not know are left out."""
    index = {player.id: i for i, player in enumerate(view.players)}
    pairs = [
        (index[board.white], index[board.black])
        for board in drawn.boards
        if board.white in index and board.black in index
    ]
    bye = next((index[bye.player] for bye in drawn.byes if bye.player in index), None)
    return pairs, bye


def explain_why_not(task: Task, solved: Solved, a: str, b: str) -> WhyNot:
    """Why two players, named by the start of their names, do not meet."""
    return why_not(task.view, task.plan, solved, find_player(task.view, a), find_player(task.view, b))
