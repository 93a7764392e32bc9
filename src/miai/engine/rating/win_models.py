"""Models of who wins an even game, by strength in grades (1 dan is 0); as tables for compiled code."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np

from miai.engine.kernel.arrays import Floats
from miai.engine.rating import aga, egf, egf_classic
from miai.engine.rating.strengths import StrengthModel, fitted

# The logarithm of 0 is infinite, but 0 times that of any number is 0.
_TINY = 1e-300


class WinModel(Protocol):
    """The chance that one strength beats another."""

    key: ClassVar[str]

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game."""


class NamedModel(WinModel, Protocol):
    """A model that can be chosen, with a sentence for the reference.

    `clause` is what asks for it in the five documents, by its id there.
    """

    says: ClassVar[str]
    clause: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EgfLogistic:
    """Chances by the ratings of the EGF until 2021."""

    key: ClassVar[str] = "egf-logistic"
    says: ClassVar[str] = "EGF until 2021: logistic, steeper for stronger players."
    clause: ClassVar[str] = "C1"

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game."""
        mine, theirs = 2100 + 100 * own, 2100 + 100 * other
        lower = egf_classic.expected_score(min(mine, theirs), max(mine, theirs))
        return lower if mine < theirs else 1.0 - lower


@dataclass(frozen=True, slots=True, kw_only=True)
class Egf2021:
    """Chances by the ratings of the EGF since 2021."""

    key: ClassVar[str] = "egf-2021"
    says: ClassVar[str] = "EGF since 2021."
    clause: ClassVar[str] = ""

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game."""
        return egf.expected_score(2100 + 100 * own, 2100 + 100 * other)


@dataclass(frozen=True, slots=True, kw_only=True)
class KaniukErf:
    """Chances by an error function."""

    key: ClassVar[str] = "kaniuk"
    says: ClassVar[str] = "Document 5, appendix B: an error function fitted to the European database."
    clause: ClassVar[str] = "B5"
    linear: tuple[float, ...] = (0.0351224, 0.156777, 0.0, 0.0164481)
    cubic: tuple[float, ...] = (0.00445376, 0.0, 0.0, 0.0)
    growth: float = 0.18818

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game."""
        gap, weaker = other - own, min(own, other)
        bend = sum(
            (u * gap + v * gap**3) * math.exp(n * self.growth * weaker)
            for n, (u, v) in enumerate(zip(self.linear, self.cubic, strict=True))
        )
        return 0.5 * math.erfc(bend)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgaModel:
    """Chances by the ratings of the AGA."""

    key: ClassVar[str] = "aga"
    says: ClassVar[str] = (
        "The AGA's normal law; colours are drawn, so White's and Black's chances are averaged."
    )
    clause: ClassVar[str] = ""
    komi: float = 7.5

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game."""
        as_white = aga.chance(own, other, komi=self.komi)
        return (as_white + 1.0 - aga.chance(other, own, komi=self.komi)) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedToGames:
    """Chances between true strengths."""

    key: ClassVar[str] = "fitted"
    says: ClassVar[str] = (
        "Fitted to real games: logistic in the difference of true strengths, and a few games fall by luck."
    )
    clause: ClassVar[str] = ""
    strengths: StrengthModel = field(default_factory=lambda: fitted().model)

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game between players who are as strong as that."""
        return float(self.strengths.chances(np.array(own - other)))

    def by_grades(self) -> "FittedByGrades":
        """The model where nothing but grades is known."""
        return FittedByGrades(strengths=self.strengths)


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedByGrades:
    """The fitted model between players of whom only the grades are known: strengths vary around them."""

    key: ClassVar[str] = "fitted by grades"
    strengths: StrengthModel

    def chance(self, own: float, other: float) -> float:
        """The chance of winning an even game, over all that players of these grades may be."""
        variance = 2 * self.strengths.spread**2
        return float(self.strengths.mean_chances(np.array(own - other), np.array(variance)))


DEFAULT = FittedToGames.key
"""The model of forecasts and studies that name none."""

MODELS: dict[str, NamedModel] = {
    model.key: model for model in (FittedToGames(), EgfLogistic(), Egf2021(), KaniukErf(), AgaModel())
}


def stone_worth(model: WinModel) -> float:
    """What a stone is worth in grades: by most models exactly one."""
    return model.strengths.stone if isinstance(model, FittedToGames) else 1.0


def table(model: WinModel, strengths: Sequence[float]) -> Floats:
    """The chances of every strength against every other, for compiled code."""
    if isinstance(model, FittedToGames):
        own = np.array(strengths, np.float64)
        return model.strengths.chances(own[:, None] - own)
    known, which = np.unique(np.array(strengths, np.float64), return_inverse=True)
    chances = np.array([[model.chance(own, other) for other in known.tolist()] for own in known.tolist()])
    return np.ascontiguousarray(chances.reshape(len(known), len(known))[:, which][which])


def entropy_terms(chances: Floats) -> Floats:
    """One side's share of the entropy of each game, in bits; a chance of 0 tells nothing."""
    return np.asarray(-chances * np.log2(np.maximum(chances, _TINY)))


def entropy_term(chance: float) -> float:
    """One side's share of a game's entropy, in bits."""
    return float(entropy_terms(np.array(chance)))


def entropy(chance: float, other: float | None = None) -> float:
    """The entropy of a game in bits; the other side's chance is the rest, unless given."""
    return entropy_term(chance) + entropy_term(1.0 - chance if other is None else other)
