"""Draws, their reasons, weights and brackets as JSON for scripts."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from miai.domain.player import Player
from miai.pairing.analysis import WeighedRound
from miai.pairing.evaluation import Comparison, Evaluation, WhyNot
from miai.pairing.protocol import Draw, Reason
from miai.pairing.schedules.bracket import Bracket
from miai.pairing.schedules.placing import placing
from miai.report.draw import comparison_line, summary_lines


def draw_data(draw: Draw) -> dict[str, Any]:
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
                "reasons": _reasons(board.reasons),
            }
            for board in draw.boards
        ],
        "bye": draw.bye.name if draw.bye else None,
        "byes": [player.name for player in draw.free],
        "bye_reasons": _reasons(draw.bye_reasons),
        "problems": [str(problem) for problem in draw.problems],
        "notes": [str(note) for note in draw.notes],
    }


def evaluation_data(evaluation: Evaluation, *, held: bool) -> dict[str, Any]:
    """The stable JSON of an explained round; `held` says that the file holds the round."""
    beside = evaluation.comparison if held else None
    return {
        "round": evaluation.round,
        "system": evaluation.system,
        "preset": evaluation.preset,
        "seed": evaluation.seed,
        "optimal": evaluation.best,
        "total": evaluation.total,
        "boards": [
            {
                "table": each.board.table,
                "white": each.white.name,
                "black": each.black.name,
                "handicap": each.board.handicap,
                "komi": each.board.komi,
                "own": each.own,
                "forbidden": [str(breach.text) for breach in each.forbidden],
                "reasons": _reasons(each.reasons),
            }
            for each in evaluation.boards
        ],
        "bye": evaluation.byes[0].player.name if evaluation.byes else None,
        "byes": [each.player.name for each in evaluation.byes],
        "bye_reasons": [reason for each in evaluation.byes for reason in _reasons(each.reasons)],
        "problems": [str(problem) for problem in evaluation.problems],
        "notes": [str(note) for note in evaluation.notes],
        "summary": summary_lines(evaluation),
        "file_round": None if beside is None else {"total": beside.total, "text": comparison_line(beside)},
    }


def why_not_data(found: WhyNot, names: tuple[str, str]) -> dict[str, Any]:
    """The stable JSON of why two players do not meet."""
    comparison = found.comparison
    return {
        "a": names[0],
        "b": names[1],
        "forbidden": [str(text) for text in found.forbidden],
        "best": comparison.best_total,
        "with_them": comparison.total,
        "text": comparison_line(comparison),
        "changes": _changes(comparison),
    }


def weights_data(task: WeighedRound) -> dict[str, Any]:
    """The stable JSON of all weights; a preset that maximises shows weights, one that minimises costs."""
    solved = task.solve()
    priced, view = solved.priced, task.view
    playing = [i for i in range(len(view)) if i != solved.bye]
    maximised = priced.base is not None
    pairs = []
    for i, j in combinations(playing, 2):
        terms = {
            part.key: part.best - int(part.costs[i, j]) if maximised else int(part.costs[i, j])
            for part in priced.parts
        }
        total = priced.offset + sum(terms.values())
        pairs.append({"a": view.name(i), "b": view.name(j), "terms": terms, "total": total})
    return {
        "round": view.round,
        "preset": task.plan.preset,
        "maximised": maximised,
        "pairs": pairs,
        "bye": None if solved.bye is None else view.name(solved.bye),
        "optimum": priced.shown_total(solved.cost, len(solved.pairs)),
    }


def bracket_data(bracket: Bracket) -> dict[str, Any]:
    """The stable JSON of a bracket."""
    return {
        "title": bracket.title,
        "rounds": bracket.rounds,
        "over": bracket.over,
        "champion": bracket.champion.name if bracket.champion else None,
        "matches": [
            {
                "match": match.id,
                "round": match.round,
                "side": match.side.value,
                "players": [each.name if isinstance(each, Player) else None for each in match.arrivals],
                "winner": match.winner.name if match.winner else None,
            }
            for match in bracket.matches
        ],
        "places": [[player.name for player in group] for group in placing(bracket)],
    }


def _reasons(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    return [
        {"rule": each.rule, "deviation": each.deviation, "cost": each.cost, "text": str(each.text)}
        for each in reasons
    ]


def _changes(comparison: Comparison) -> list[dict[str, Any]]:
    return [{"rule": each.rule, "cost": each.cost, "text": str(each.text)} for each in comparison.changes]
