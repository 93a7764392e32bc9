"""Judges draws of Pair Go and rengo: the grades of sides, who is kept apart, and that nothing is rated.

The grade of a side is worked out here again from its people; handicaps by it are those of every draw.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Protocol

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.side_rules import MeanRounding
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import judge
from miai.engine.pairing.protocol import Draw
from miai.engine.verify.recount import Violation


class RatingChange(Protocol):
    """What a rating system says about one player."""

    @property
    def before(self) -> float:
        """The rating they came with."""

    @property
    def after(self) -> float:
        """The rating they leave with."""


def judge_sides(tournament: Tournament, draw: Draw) -> list[Violation]:
    """Everything that the draw of an event of sides breaks."""
    return [*judge(tournament, draw), *_people(tournament), *_grades(tournament), *_apart(tournament, draw)]


def judge_not_rated(players: Sequence[Player], changes: Sequence[RatingChange]) -> list[Violation]:
    """Games of sides change no rating."""
    return [
        Violation(rule="rated", text=f"{player.name} goes from {change.before} to {change.after}")
        for player, change in zip(players, changes, strict=True)
        if change.before != change.after
    ]


def _people(tournament: Tournament) -> Iterator[Violation]:
    wanted = tournament.settings.sides.people
    for player in tournament.players:
        if len(player.members) != wanted:
            text = f"{player.name} has {len(player.members)} people instead of {wanted}"
            yield Violation(rule="people", text=text)


def _grades(tournament: Tournament) -> Iterator[Violation]:
    for player in tournament.players:
        mean = Fraction(sum(member.grade.number for member in player.members), len(player.members))
        match tournament.settings.sides.rounding:
            case MeanRounding.STRONGER:
                number = ceil(mean)
            case MeanRounding.WEAKER:
                number = floor(mean)
            case MeanRounding.NEAREST:
                # A half goes to the weaker grade.
                number = ceil(mean - Fraction(1, 2))
        if player.grade.number != number:
            text = f"{player.name} is {player.grade} instead of {Grade.of_number(number)}"
            yield Violation(rule="side_grade", text=text)


def _apart(tournament: Tournament, draw: Draw) -> Iterator[Violation]:
    """In round 1 among equals nobody meets their own country or club where a draw can avoid that."""
    rules = tournament.settings.pairing
    fields = [name for name in ("country", "club") if getattr(rules, f"same_{name}") > 0]
    if draw.round != 1 or draw.system != "swiss" or draw.free or _excuse(rules):
        return
    known = {player.id: player for player in tournament.players}
    seated = [known[seat.id] for board in draw.boards for seat in (board.white, board.black)]
    for board in draw.boards:
        one, other = known[board.white.id], known[board.black.id]
        if _share(one, other, fields) and _can_avoid(seated, fields):
            text = f"{one.name} and {other.name} have people of one country or club"
            yield Violation(rule="not_apart", text=text)


def _excuse(rules: PairingRules) -> bool:
    """True if the rules let some players meet their own country or club."""
    exempt = (rules.exempt_at_bar, rules.exempt_half_won, rules.exempt_from, rules.exempt_last_half)
    return any(exempt) or rules.relief_for_large_clubs


def _share(one: Player, other: Player, fields: Sequence[str]) -> bool:
    return any(
        getattr(mine, field).casefold() == getattr(theirs, field).casefold() != ""
        for field in fields
        for mine in one.members
        for theirs in other.members
    )


def _can_avoid(players: Sequence[Player], fields: Sequence[str]) -> bool:
    """Whether all can be paired without anybody meeting their own."""
    apart = {
        (i, j)
        for i, one in enumerate(players)
        for j, other in enumerate(players)
        if i < j and not _share(one, other, fields)
    }

    @cache
    def search(left: frozenset[int]) -> bool:
        if not left:
            return True
        first = min(left)
        return any(
            search(left - {first, other}) for other in left if other != first and (first, other) in apart
        )

    return search(frozenset(range(len(players))))
