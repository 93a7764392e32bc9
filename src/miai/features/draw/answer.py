"""What is told of draws: boards, reasons, why two do not meet, weights, brackets and pairings."""

from dataclasses import dataclass
from typing import Any

from miai.answers import Answer, Field, Heading, Shape, Table, column, many, maybe, table_of
from miai.domain.people.people_answers import SIDES, everybody, graded_sides, names_of, role
from miai.domain.people.player import Player
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.evaluation import BoardEvaluation, Comparison, Evaluation, RuleChange, WhyNot
from miai.engine.pairing.protocol import Draw, Pairing, Reason
from miai.engine.pairing.schedules.bracket import Arrival, Bracket, Match, Nobody
from miai.engine.pairing.schedules.placing import placing
from miai.engine.pairing.weights import PairWeights, RoundWeights
from miai.features.draw.bracket_words import result_text, slot_text
from miai.features.draw.draw_words import summary_lines
from miai.features.draw.explain import Explained
from miai.messages import literal


@dataclass(frozen=True, slots=True)
class NamedWhyNot:
    """Why two players do not meet, with the names that were asked for."""

    found: WhyNot
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Pairings:
    """The games of a round of a tournament."""

    event: Tournament
    round: Round


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board with its players."""

    board: Board
    white: Player
    black: Player
    komi: float


_GRADE = column("Gr", right=True)
_REASON: Shape[Reason] = Shape(
    "Reason",
    "What a rule says of a game: 0 is ideal; the cost is a part of the total.",
    (Field("rule", str), Field("deviation", int), Field("cost", int), Field("text", str)),
)
_REASONS: Field[Any] = Field("reasons", many(_REASON))
_BOARD: Shape[Pairing] = Shape(
    "Board",
    "A game with its reasons.",
    (
        Field("table", int, columns=column("Table", right=True)),
        *graded_sides(_GRADE),
        Field("colours_known", bool),
        Field(
            "handicap",
            int,
            columns=column("Hd", right=True),
            text=lambda board: (board.handicap or "") if board.colours_known else "nigiri",
        ),
        Field("komi", float | None, columns=column("Komi", right=True)),
        _REASONS,
    ),
)
_MATCH: Shape[Pairing] = Shape(
    "Match",
    "A match of two teams with its reasons.",
    (
        Field("table", None, columns=column("Match", right=True)),
        Field("white", str, lambda match: match.white.name, column("White on board 1")),
        Field("white_grade", None, lambda match: match.white.grade, _GRADE),
        Field("black", str, lambda match: match.black.name, column("Black on board 1")),
        Field("black_grade", None, lambda match: match.black.grade, _GRADE),
        _REASONS,
    ),
)
_PROBLEMS: tuple[Field[Any], Field[Any]] = (Field("problems", list[str]), Field("notes", list[str]))
_DRAW: Shape[Draw] = Shape(
    "Draw",
    "A draw; that of a team event has its matches and the teams that rest as well.",
    (
        Field("round", int),
        Field("system", str),
        Field("preset", str),
        Field("seed", int),
        Field("optimal", bool),
        Field("total", int),
        Field("boards", many(_BOARD)),
        *role("bye", lambda draw: draw.bye),
        *everybody("byes", "bye_ids", lambda draw: draw.free),
        Field("sits_out", list[str], lambda draw: names_of(draw.sits_out)),
        Field("bye_reasons", many(_REASON)),
        *_PROBLEMS,
        Field(
            "matches", many(_MATCH), lambda draw: draw.teams.boards, when=lambda draw: draw.teams is not None
        ),
        Field(
            "resting",
            list[str],
            lambda draw: names_of(draw.teams.free),
            when=lambda draw: draw.teams is not None,
        ),
    ),
)
DRAW = Answer(
    question="pair",
    whole=_DRAW,
    lines="boards",
    title=lambda draw: (
        f"Round {draw.round}",
        f"{draw.system}, preset {draw.preset}" if draw.preset else draw.system,
    ),
)


def match_table(teams: Draw) -> Table:
    """The matches of a team event, with the mean grades of the teams."""
    return table_of(_MATCH, teams.boards, title=f"Round {teams.round}: matches")


_EXPLAINED_BOARD: Shape[BoardEvaluation] = Shape(
    "ExplainedBoard",
    "A game of an explained round; `own` says that the director set it.",
    (
        Field("table", int, lambda each: each.board.table),
        *SIDES.fields,
        Field("colours_known", bool, lambda each: each.board.colours_known),
        Field("handicap", int, lambda each: each.board.handicap),
        Field("komi", float | None, lambda each: each.board.komi),
        Field("own", bool),
        Field("forbidden", list[str], lambda each: [breach.text for breach in each.forbidden]),
        _REASONS,
    ),
)
_ROUND_OF_FILE: Shape[Comparison] = Shape(
    "FileRound",
    "How the round of the file compares with the best.",
    (Field("total", int), Field("text", str, lambda comparison: comparison.words)),
)
_EXPLANATION: Shape[Evaluation] = Shape(
    "Evaluation",
    "What the rules say of a round.",
    (
        Field("round", int),
        Field("system", str),
        Field("preset", str),
        Field("seed", int),
        Field("optimal", bool | None, lambda found: found.best),
        Field("total", int),
        Field("boards", many(_EXPLAINED_BOARD)),
        *role("bye", lambda found: found.byes[0].player if found.byes else None),
        *everybody("byes", "bye_ids", lambda found: [each.player for each in found.byes]),
        Field(
            "bye_reasons",
            many(_REASON),
            lambda found: [reason for each in found.byes for reason in each.reasons],
        ),
        *_PROBLEMS,
        Field("summary", list[str], summary_lines),
    ),
)
_EXPLAINED: Shape[Explained] = Shape(
    "Explanation",
    "An explained round.",
    (
        *_EXPLANATION.of(lambda explained: explained.evaluation),
        Field("changed_since", str | None, lambda explained: explained.changed),
        Field(
            "file_round",
            maybe(_ROUND_OF_FILE),
            lambda explained: explained.evaluation.comparison if explained.held else None,
        ),
    ),
)
EXPLANATION = Answer(question="explain", whole=_EXPLAINED)

_CHANGE: Shape[RuleChange] = Shape(
    "RuleChange",
    "What another draw costs more or less by a rule, and the games of either that make the difference.",
    (
        Field("rule", str),
        Field("cost", int),
        Field("text", str),
        Field("games", list[str]),
        Field("instead", list[str]),
    ),
)
_WHY_NOT: Shape[NamedWhyNot] = Shape(
    "WhyNot",
    "Why two players do not meet.",
    (
        Field("a", str),
        Field("b", str),
        Field("forbidden", list[str], lambda named: named.found.forbidden),
        Field("best", int, lambda named: named.found.comparison.best_total),
        Field("with_them", int, lambda named: named.found.comparison.total),
        Field("text", str, lambda named: named.found.comparison.words),
        Field("changes", many(_CHANGE), lambda named: named.found.comparison.changes),
    ),
)
WHY_NOT = Answer(question="why-not", whole=_WHY_NOT)


def _terms(weights: RoundWeights) -> list[Heading]:
    """A column for each term, by its name."""
    return [Heading(title=literal(name), right=True) for pair in weights.pairs[:1] for name in pair.terms]


_PAIR: Shape[PairWeights] = Shape(
    "PairWeight",
    "What a pair weighs, term by term.",
    (
        Field("a", str, lambda pair: pair.a.name, column("A")),
        Field("a_id", str, lambda pair: pair.a.id),
        Field("b", str, lambda pair: pair.b.name, column("B")),
        Field("b_id", str, lambda pair: pair.b.id),
        Field("terms", dict[str, int], columns=_terms),
        Field("total", int, columns=column("total", right=True)),
    ),
)
_WEIGHTS: Shape[RoundWeights] = Shape(
    "Weights",
    "All weights of a round.",
    (
        Field("round", int),
        Field("preset", str),
        Field("maximised", bool),
        Field("pairs", many(_PAIR)),
        *role("bye", lambda weights: weights.bye),
        Field("optimum", int),
    ),
)
WEIGHTS = Answer(
    question="weights",
    whole=_WEIGHTS,
    lines="pairs",
    title=lambda weights: (f"Round {weights.round}", f"weights, preset {weights.preset}"),
)


def _known(arrival: Arrival) -> Player | None:
    return arrival if isinstance(arrival, Player) else None


_BRACKET_MATCH: Shape[Match] = Shape(
    "BracketMatch",
    "A match of a plan; who is not known yet is null.",
    (
        Field("round", int, columns=column("Round", right=True)),
        Field("match", int, lambda match: match.id, column("Match", right=True)),
        Field("side", str, columns=column("Part"), text=lambda match: match.side.value),
        Field("upper", None, lambda match: slot_text(match.upper, match.arrivals[0]), column("Upper")),
        Field("lower", None, lambda match: slot_text(match.lower, match.arrivals[1]), column("Lower")),
        Field("result", None, result_text, column("Result")),
        Field(
            "players",
            list[str | None],
            lambda match: [(player := _known(each)) and player.name for each in match.arrivals],
        ),
        Field(
            "player_ids",
            list[str | None],
            lambda match: [(player := _known(each)) and player.id for each in match.arrivals],
        ),
        *role("winner", lambda match: match.winner),
        Field("played_in", int | None),
        Field("not_played", str | None),
    ),
)
_BRACKET: Shape[Bracket] = Shape(
    "Bracket",
    "A plan of all rounds with its places.",
    (
        Field("title", str),
        Field("rounds", int),
        Field("by_lot", bool),
        Field("losers_drawn", bool),
        Field("over", bool),
        *role("champion", lambda bracket: bracket.champion),
        Field("matches", many(_BRACKET_MATCH)),
        Field(
            "places",
            list[list[str]],
            lambda bracket: [names_of(group) for group in placing(bracket)],
        ),
        Field("notes", list[str]),
    ),
)
BRACKET = Answer(question="bracket", whole=_BRACKET)


def bracket_table(bracket: Bracket) -> Table:
    """One line a match, by round; a match that nobody will ever play is left out."""
    title = f"{bracket.title.capitalize()}: {len(bracket.entrants)} players, {bracket.rounds} rounds"
    if bracket.by_lot:
        title += ", places drawn by lot"
    played = (
        match for match in bracket.matches if not all(isinstance(each, Nobody) for each in match.arrivals)
    )
    return table_of(_BRACKET_MATCH, played, title=title)


_PLACED: Shape[tuple[int, Player]] = Shape(
    "PlacedPlayer",
    "A player with the place in the plan.",
    (
        Field("place", None, lambda placed: placed[0], column("Pl", right=True), once=True),
        Field("name", None, lambda placed: placed[1].name, column("Name")),
        Field("grade", None, lambda placed: placed[1].grade, _GRADE),
    ),
)


def placing_table(bracket: Bracket) -> Table:
    """One line a player; a shared place is printed once."""
    placed: list[tuple[int, Player]] = []
    for group in placing(bracket):
        place = len(placed) + 1
        placed += [(place, player) for player in group]
    return table_of(_PLACED, placed, title=f"{bracket.title.capitalize()}: places", narrow=True)


def _played_boards(event: Tournament, drawn: Round) -> list[PlayedBoard]:
    """The boards of a round with their players."""
    return [
        PlayedBoard(
            board,
            event.player(board.white),
            event.player(board.black),
            event.settings.komi if board.komi is None else board.komi,
        )
        for board in drawn.boards
    ]


_GAME: Shape[PlayedBoard] = Shape(
    "Game",
    "A game with its result.",
    (
        Field("table", int, lambda game: game.board.table),
        *SIDES.fields,
        Field("handicap", int, lambda game: game.board.handicap),
        Field("komi", float),
        Field("result", str, lambda game: game.board.result),
    ),
)
# Who plays whom in a round.
GAMES: Shape[Pairings] = Shape(
    "Games",
    "The games of a round, and who has a bye.",
    (
        Field("boards", many(_GAME), lambda pairings: _played_boards(pairings.event, pairings.round)),
        *everybody("byes", "bye_ids", lambda pairings: map(pairings.event.player, pairings.round.free)),
    ),
)
_PAIRINGS: Shape[Pairings] = Shape(
    "Pairings",
    "The games of a round, and who has a bye.",
    (
        Field("tournament", str, lambda pairings: pairings.event.name),
        Field("round", int, lambda pairings: pairings.round.number),
        *GAMES.fields,
    ),
)
PAIRINGS = Answer(question="pairings", whole=_PAIRINGS)
