"""Pairs that may not be drawn at all: each rule gives a matrix of flags and a message."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from miai.messages import Message, counted
from miai.pairing.personal import FAMILY, FORBIDDEN
from miai.pairing.protocol import Flags, RoundView


class Ban(Protocol):
    """A rule that forbids pairs."""

    key: ClassVar[str]

    def forbids(self, view: RoundView) -> Flags:
        """An n×n matrix of forbidden pairs."""

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Why the two may not meet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverMet:
    """Nobody meets the same opponent twice."""

    key: ClassVar[str] = "never_met"

    def forbids(self, view: RoundView) -> Flags:
        """Pairs that have met."""
        return np.asarray(view.met > 0)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """When they met."""
        a, b = sorted((view.name(i), view.name(j)))
        rounds = view.met_in(i, j)
        return counted(
            "%(a)s and %(b)s met in round %(rounds)s",
            "%(a)s and %(b)s met in rounds %(rounds)s",
            len(rounds),
            a=a,
            b=b,
            rounds=rounds,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Members of one family do not meet."""

    key: ClassVar[str] = "family"

    def forbids(self, view: RoundView) -> Flags:
        """Pairs of one family."""
        same = view.families[:, None] == view.families[None, :]
        return np.asarray(same & (view.families >= 0)[:, None])

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """That they are family."""
        return Message(FAMILY, a=view.name(i), b=view.name(j))


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

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """That the director said so."""
        return Message(FORBIDDEN, a=view.name(i), b=view.name(j))


BANS: Sequence[Ban] = (NeverMet(), Family(), ForbiddenByDirector())
