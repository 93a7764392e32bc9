"""Pairs that may not be drawn at all: each rule gives a matrix of flags and a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from miai.pairing.protocol import Flags, RoundView


class Ban(Protocol):
    """A rule that forbids pairs."""

    key: ClassVar[str]

    def forbids(self, view: RoundView) -> Flags:
        """An n×n matrix of forbidden pairs."""

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """Why the two may not meet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverMet:
    """Nobody meets the same opponent twice."""

    key: ClassVar[str] = "never_met"

    def forbids(self, view: RoundView) -> Flags:
        """Pairs that have met."""
        return np.asarray(view.met > 0)

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """That they met."""
        first, second = sorted((view.name(i), view.name(j)))
        return f"{first} and {second} have met"


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Members of one family do not meet."""

    key: ClassVar[str] = "family"

    def forbids(self, view: RoundView) -> Flags:
        """Pairs of one family."""
        same = view.families[:, None] == view.families[None, :]
        return np.asarray(same & (view.families >= 0)[:, None])

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """That they are family."""
        return f"{view.name(i)} and {view.name(j)} are family"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenByDirector:
    """Pairs that the director forbade."""

    key: ClassVar[str] = "forbidden"

    def forbids(self, view: RoundView) -> Flags:
        """The director's list."""
        index = {player.id: i for i, player in enumerate(view.players)}
        out = np.zeros((len(view), len(view)), np.bool_)
        for a, b in view.constraints.forbidden:
            if a in index and b in index:
                out[index[a], index[b]] = out[index[b], index[a]] = True
        return out

    def explain(self, view: RoundView, i: int, j: int) -> str:
        """That the director said so."""
        return f"the director forbade {view.name(i)} against {view.name(j)}"


BANS: Sequence[Ban] = (NeverMet(), Family(), ForbiddenByDirector())
