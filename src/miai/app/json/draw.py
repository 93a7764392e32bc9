"""Draws, their reasons, weights and brackets as JSON for scripts."""

from collections.abc import Iterable
from typing import NotRequired

from typing_extensions import TypedDict

from miai.domain.player import Player
from miai.pairing.evaluation import Comparison, Evaluation, WhyNot
from miai.pairing.protocol import Draw, Reason
from miai.pairing.schedules.bracket import Bracket
from miai.pairing.schedules.placing import placing
from miai.pairing.weights import RoundWeights
from miai.report.draw import summary_lines


class ReasonJson(TypedDict):
    """What a rule says of a game: 0 is ideal; the cost is a part of the total."""

    rule: str
    deviation: int
    cost: int
    text: str


class BoardJson(TypedDict):
    """A game with its reasons."""

    table: int
    white: str
    white_id: str
    black: str
    black_id: str
    colours_known: bool
    handicap: int
    komi: float | None
    reasons: list[ReasonJson]


class MatchJson(TypedDict):
    """A match of two teams with its reasons."""

    white: str
    black: str
    reasons: list[ReasonJson]


class DrawJson(TypedDict):
    """A draw; that of a team event has its matches and the teams that rest as well."""

    round: int
    system: str
    preset: str
    seed: int
    optimal: bool
    total: int
    boards: list[BoardJson]
    bye: str | None
    bye_id: str | None
    byes: list[str]
    bye_ids: list[str]
    sits_out: list[str]
    bye_reasons: list[ReasonJson]
    problems: list[str]
    notes: list[str]
    matches: NotRequired[list[MatchJson]]
    resting: NotRequired[list[str]]


class ExplainedBoardJson(BoardJson):
    """A game of an explained round; `own` says that the director set it."""

    own: bool
    forbidden: list[str]


class FileRoundJson(TypedDict):
    """How the round of the file compares with the best."""

    total: int
    text: str


class ExplanationJson(TypedDict):
    """An explained round."""

    round: int
    system: str
    preset: str
    seed: int
    optimal: bool | None
    total: int
    boards: list[ExplainedBoardJson]
    bye: str | None
    bye_id: str | None
    byes: list[str]
    bye_ids: list[str]
    bye_reasons: list[ReasonJson]
    problems: list[str]
    notes: list[str]
    summary: list[str]
    file_round: FileRoundJson | None


class RuleChangeJson(TypedDict):
    """What another draw costs more or less by a rule, and the games of either that make the difference."""

    rule: str
    cost: int
    text: str
    games: list[str]
    instead: list[str]


class WhyNotJson(TypedDict):
    """Why two players do not meet."""

    a: str
    b: str
    forbidden: list[str]
    best: int
    with_them: int
    text: str
    changes: list[RuleChangeJson]


class PairWeightJson(TypedDict):
    """What a pair weighs, term by term."""

    a: str
    a_id: str
    b: str
    b_id: str
    terms: dict[str, int]
    total: int


class WeightsJson(TypedDict):
    """All weights of a round."""

    round: int
    preset: str
    maximised: bool
    pairs: list[PairWeightJson]
    bye: str | None
    bye_id: str | None
    optimum: int


class BracketMatchJson(TypedDict):
    """A match of a plan; who is not known yet is null."""

    match: int
    round: int
    side: str
    players: list[str | None]
    player_ids: list[str | None]
    winner: str | None
    winner_id: str | None
    played_in: int | None
    not_played: str | None


class BracketJson(TypedDict):
    """A plan of all rounds with its places."""

    title: str
    rounds: int
    by_lot: bool
    losers_drawn: bool
    over: bool
    champion: str | None
    champion_id: str | None
    matches: list[BracketMatchJson]
    places: list[list[str]]
    notes: list[str]


def draw_json(draw: Draw) -> DrawJson:
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


def _boards_json(draw: Draw) -> DrawJson:
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
                "white_id": board.white.id,
                "black": board.black.name,
                "black_id": board.black.id,
                "colours_known": board.colours_known,
                "handicap": board.handicap,
                "komi": board.komi,
                "reasons": _reasons(board.reasons),
            }
            for board in draw.boards
        ],
        "bye": draw.bye.name if draw.bye else None,
        "bye_id": draw.bye.id if draw.bye else None,
        "byes": [player.name for player in draw.free],
        "bye_ids": [player.id for player in draw.free],
        "sits_out": [player.name for player in draw.sits_out],
        "bye_reasons": _reasons(draw.bye_reasons),
        "problems": [str(problem) for problem in draw.problems],
        "notes": [str(note) for note in draw.notes],
    }


def evaluation_json(evaluation: Evaluation, *, held: bool) -> ExplanationJson:
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
                "white_id": each.white.id,
                "black": each.black.name,
                "black_id": each.black.id,
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
        "bye_id": evaluation.byes[0].player.id if evaluation.byes else None,
        "byes": [each.player.name for each in evaluation.byes],
        "bye_ids": [each.player.id for each in evaluation.byes],
        "bye_reasons": [reason for each in evaluation.byes for reason in _reasons(each.reasons)],
        "problems": [str(problem) for problem in evaluation.problems],
        "notes": [str(note) for note in evaluation.notes],
        "summary": summary_lines(evaluation),
        "file_round": None if beside is None else {"total": beside.total, "text": str(beside.words)},
    }


def why_not_json(found: WhyNot, names: tuple[str, str]) -> WhyNotJson:
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


def weights_json(weights: RoundWeights) -> WeightsJson:
    """All weights of a round."""
    return {
        "round": weights.round,
        "preset": weights.preset,
        "maximised": weights.maximised,
        "pairs": [
            {
                "a": pair.a.name,
                "a_id": pair.a.id,
                "b": pair.b.name,
                "b_id": pair.b.id,
                "terms": dict(pair.terms),
                "total": pair.total,
            }
            for pair in weights.pairs
        ],
        "bye": weights.bye.name if weights.bye else None,
        "bye_id": weights.bye.id if weights.bye else None,
        "optimum": weights.optimum,
    }


def bracket_json(bracket: Bracket) -> BracketJson:
    """A bracket."""
    return {
        "title": bracket.title,
        "rounds": bracket.rounds,
        "by_lot": bracket.by_lot,
        "losers_drawn": bracket.losers_drawn,
        "over": bracket.over,
        "champion": bracket.champion.name if bracket.champion else None,
        "champion_id": bracket.champion.id if bracket.champion else None,
        "matches": [
            {
                "match": match.id,
                "round": match.round,
                "side": match.side.value,
                "players": [each.name if isinstance(each, Player) else None for each in match.arrivals],
                "player_ids": [each.id if isinstance(each, Player) else None for each in match.arrivals],
                "winner": match.winner.name if match.winner else None,
                "winner_id": match.winner.id if match.winner else None,
                "played_in": match.played_in,
                "not_played": match.not_played.value if match.not_played else None,
            }
            for match in bracket.matches
        ],
        "places": [[player.name for player in group] for group in placing(bracket)],
        "notes": [str(note) for note in bracket.notes],
    }


def _reasons(reasons: Iterable[Reason]) -> list[ReasonJson]:
    return [
        {"rule": each.rule, "deviation": each.deviation, "cost": each.cost, "text": str(each.text)}
        for each in reasons
    ]


def _changes(comparison: Comparison) -> list[RuleChangeJson]:
    return [
        {
            "rule": each.rule,
            "cost": each.cost,
            "text": str(each.text),
            "games": [str(game) for game in each.games],
            "instead": [str(game) for game in each.instead],
        }
        for each in comparison.changes
    ]
