"""Draws, their reasons, weights and brackets as JSON for scripts."""

from collections.abc import Iterable

from miai.app.json.values import JsonObject
from miai.domain.player import Player
from miai.pairing.evaluation import Comparison, Evaluation, WhyNot
from miai.pairing.protocol import Draw, Reason
from miai.pairing.schedules.bracket import Bracket
from miai.pairing.schedules.placing import placing
from miai.pairing.weights import RoundWeights
from miai.report.draw import summary_lines


def draw_json(draw: Draw) -> JsonObject:
    """A draw; that of a team event has its matches and the teams that rest as well."""
    if draw.teams is None:
        return _boards_json(draw)
    return {
        **_boards_json(draw),
        "matches": [
            {"white": match.white.name, "black": match.black.name, "reasons": _reasons(match.reasons)}
            for match in draw.teams.boards
        ],
        "resting": [team.name for team in draw.teams.free],
    }


def _boards_json(draw: Draw) -> JsonObject:
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
                "colours_known": board.colours_known,
                "handicap": board.handicap,
                "komi": board.komi,
                "reasons": _reasons(board.reasons),
            }
            for board in draw.boards
        ],
        "bye": draw.bye.name if draw.bye else None,
        "byes": [player.name for player in draw.free],
        "sits_out": [player.name for player in draw.sits_out],
        "bye_reasons": _reasons(draw.bye_reasons),
        "problems": [str(problem) for problem in draw.problems],
        "notes": [str(note) for note in draw.notes],
    }


def evaluation_json(evaluation: Evaluation, *, held: bool) -> JsonObject:
    """An explained round; `held` says that the file holds the round."""
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
                "colours_known": each.board.colours_known,
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
        "file_round": None if beside is None else {"total": beside.total, "text": str(beside.words)},
    }


def why_not_json(found: WhyNot, names: tuple[str, str]) -> JsonObject:
    """Why two players do not meet."""
    comparison = found.comparison
    return {
        "a": names[0],
        "b": names[1],
        "forbidden": [str(text) for text in found.forbidden],
        "best": comparison.best_total,
        "with_them": comparison.total,
        "text": str(comparison.words),
        "changes": _changes(comparison),
    }


def weights_json(weights: RoundWeights) -> JsonObject:
    """All weights of a round."""
    return {
        "round": weights.round,
        "preset": weights.preset,
        "maximised": weights.maximised,
        "pairs": [
            {"a": pair.a.name, "b": pair.b.name, "terms": pair.terms, "total": pair.total}
            for pair in weights.pairs
        ],
        "bye": weights.bye.name if weights.bye else None,
        "optimum": weights.optimum,
    }


def bracket_json(bracket: Bracket) -> JsonObject:
    """A bracket."""
    return {
        "title": bracket.title,
        "rounds": bracket.rounds,
        "by_lot": bracket.by_lot,
        "losers_drawn": bracket.losers_drawn,
        "over": bracket.over,
        "champion": bracket.champion.name if bracket.champion else None,
        "matches": [
            {
                "match": match.id,
                "round": match.round,
                "side": match.side.value,
                "players": [each.name if isinstance(each, Player) else None for each in match.arrivals],
                "winner": match.winner.name if match.winner else None,
                "played_in": match.played_in,
                "not_played": match.not_played.value if match.not_played else None,
            }
            for match in bracket.matches
        ],
        "places": [[player.name for player in group] for group in placing(bracket)],
        "notes": [str(note) for note in bracket.notes],
    }


def _reasons(reasons: Iterable[Reason]) -> list[JsonObject]:
    return [
        {"rule": each.rule, "deviation": each.deviation, "cost": each.cost, "text": str(each.text)}
        for each in reasons
    ]


def _changes(comparison: Comparison) -> list[JsonObject]:
    return [{"rule": each.rule, "cost": each.cost, "text": str(each.text)} for each in comparison.changes]
