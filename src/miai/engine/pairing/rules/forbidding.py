"""Pairs that may not be drawn at all: each rule gives a matrix of flags and a message."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from miai.engine.pairing.private_reasons import FAMILY, FORBIDDEN
from miai.engine.pairing.protocol import Flags, RoundView
from miai.messages import Message, counted


class Ban(Protocol):
    """A rule that forbids pairs."""

    key: ClassVar[str]

    def forbids(self, view: RoundView) -> Flags:
        """An n×n matrix of forbidden pairs."""

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """Why the two may not meet."""


class NamedBan(Ban, Protocol):
    """A ban of every preset, with a sentence for the reference and the clause that asks for it."""

    says: ClassVar[str]
    clause: ClassVar[str]


def _round_here(number: int) -> Message:
    return Message("round %(round)s", round=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverMet:
    """No rematches."""

    key: ClassVar[str] = "never_met"
    says: ClassVar[str] = "Nobody meets the same opponent twice."
    clause: ClassVar[str] = "V62"

    def forbids(self, view: RoundView) -> Flags:
        """Pairs that have met."""
        return np.asarray(view.met > 0)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """When they met."""
        a, b = sorted((view.name(i), view.name(j)))
        rounds, elsewhere = view.met_in(i, j), view.met_elsewhere_in(i, j)
        if elsewhere:
            return Message(
                "%(a)s and %(b)s met in %(when)s", a=a, b=b, when=(*map(_round_here, rounds), *elsewhere)
            )
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
    """No games within a family."""

    key: ClassVar[str] = "family"
    says: ClassVar[str] = "Members of one family do not meet."
    clause: ClassVar[str] = "A43"

    def forbids(self, view: RoundView) -> Flags:
        """Pairs of one family."""
        same = view.families[:, None] == view.families[None, :]
        return np.asarray(same & (view.families >= 0)[:, None])

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """That they are family."""
        return Message(FAMILY, a=view.name(i), b=view.name(j))


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenByDirector:
    """No games that the director's wishes rule out."""

    key: ClassVar[str] = "forbidden"
    says: ClassVar[str] = "Pairs that the director forbade."
    clause: ClassVar[str] = "A42"

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


BANS: Sequence[NamedBan] = (NeverMet(), Family(), ForbiddenByDirector())
