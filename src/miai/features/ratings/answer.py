"""What is told of ratings."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many, maybe, rounded
from miai.domain.people.people_answers import GRADED
from miai.domain.people.player import Player
from miai.engine.rating.egf_classic import EgfClassic
from miai.engine.rating.grading import Evidence
from miai.engine.rating.protocol import GameChange
from miai.features.ratings.table import RatedPlayer, RatedTournament


@dataclass(frozen=True, slots=True)
class _Rated:
    rated: RatedPlayer
    entrants: Sequence[Player]

    @property
    def evidence(self) -> "list[_Evidence]":
        return [_Evidence(each, self.entrants[each.opponent]) for each in self.rated.grading.evidence]

    @property
    def games(self) -> "list[_Game]":
        return [_Game(each, self.entrants[each.opponent]) for each in self.rated.change.games]


@dataclass(frozen=True, slots=True)
class _Evidence:
    evidence: Evidence
    opponent: Player


@dataclass(frozen=True, slots=True)
class _Game:
    change: GameChange
    opponent: Player


_CLASSIC: Shape[EgfClassic] = Shape(
    "EgfClassic",
    "The constants of the EGF's old rating.",
    (
        Field("epsilon", float),
        Field("epsilon_from", str, lambda classic: classic.form),
        Field("points_per_stone", float, lambda classic: classic.handicaps.points_per_stone),
        Field("stones_off", float, lambda classic: classic.handicaps.stones_off),
    ),
)
_EVIDENCE: Shape[_Evidence] = Shape(
    "Evidence",
    "A game that says something about a grade.",
    (
        Field("opponent", str, lambda each: each.opponent.name),
        Field("opponent_id", str, lambda each: each.opponent.id),
        Field("stones_above", float, lambda each: each.evidence.stones_above),
        Field("won", bool, lambda each: each.evidence.won),
    ),
)
_GRADING: Shape[_Rated] = Shape(
    "Grading",
    "Between which grades a player's results lie.",
    (
        Field("lower", str | None, lambda each: each.rated.grading.lower),
        Field("upper", str | None, lambda each: each.rated.grading.upper),
        Field("verdict", str, lambda each: each.rated.grading.verdict),
        Field("games", many(_EVIDENCE), lambda each: each.evidence),
    ),
)
_GAME: Shape[_Game] = Shape(
    "RatedGame",
    "A game and what it changed.",
    (
        Field("opponent", str, lambda game: game.opponent.name),
        Field("opponent_id", str, lambda game: game.opponent.id),
        Field("score", float, lambda game: game.change.score),
        Field("expected", float | None, lambda game: rounded(game.change.expected)),
        Field("change", float | None, lambda game: rounded(game.change.change)),
    ),
)
_PLAYER: Shape[_Rated] = Shape(
    "RatedPlayer",
    "A player's rating before and after.",
    (
        *GRADED.of(lambda each: each.rated.player),
        Field("before", float | None, lambda each: rounded(each.rated.change.before)),
        Field("after", float | None, lambda each: rounded(each.rated.change.after)),
        Field("change", float | None, lambda each: rounded(each.rated.change.change)),
        Field("reset", bool, lambda each: each.rated.change.reset),
        Field("sigma", float | None, lambda each: rounded(each.rated.change.sigma)),
        Field("score", float, lambda each: each.rated.change.score),
        Field("expected", float | None, lambda each: rounded(each.rated.change.expected)),
        Field("performance", float | None, lambda each: rounded(each.rated.performance)),
        Field("suggested_grade", str | None, lambda each: each.rated.suggested_grade),
        Field("grading", _GRADING, lambda each: each),
        Field("games", many(_GAME)),
    ),
)
_RATINGS: Shape[RatedTournament] = Shape(
    "Ratings",
    "The players by new rating, each with games, performance and grading information.",
    (
        Field("system", str),
        Field("class", str | None, lambda event: event.class_key),
        Field("weight", float),
        Field("classic", maybe(_CLASSIC)),
        Field("rows", many(_PLAYER), lambda event: [_Rated(each, event.entrants) for each in event.rated]),
    ),
)
RATINGS = Answer(question="rate", whole=_RATINGS)
