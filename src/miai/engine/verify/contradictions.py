"""Finds what cannot be true together in a log: arithmetic of an older Miai, and sides of other people."""

from collections.abc import Iterator

from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.people.sides import mean_grade, side_name
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.settings.side_rules import MeanRounding
from miai.engine.verify.round_in_log import RoundInLog
from miai.engine.verify.verdicts import Missing, Why


def check_contradictions(known: RoundInLog) -> tuple[Missing, ...]:
    """The contradictions in what a draw rests on."""
    return (*_of_pricing(known), *_of_sides(known))


def _of_pricing(known: RoundInLog) -> Iterator[Missing]:
    """The arithmetic of a draw is as new as that of any draw before it, and as the event itself.

    A Miai that gives events a lot, or that has drawn by a newer arithmetic, cannot draw by an older one.
    """
    newest = FIRST_PRICING
    for entry in known.source.whole.entries:
        match entry.event:
            case events.TournamentCreated(lot=lot) if lot:
                newest = max(newest, FIRST_PRICING + 1)
            case (
                events.RoundDrawn(pricing=pricing) | events.InStage(change=events.RoundDrawn(pricing=pricing))
            ):
                newest = max(newest, pricing)
    if known.pricing < newest:
        yield Missing(why=Why.PRICING)


def _of_sides(known: RoundInLog) -> Iterator[Missing]:
    """A side has the name and the grade of its people, however the mean is rounded."""
    for player in known.source.people.players:
        if player.members and not _is_of_its_people(player):
            yield Missing(why=Why.SIDE, of=player.name)


def _is_of_its_people(side: Player) -> bool:
    grades = [each.grade for each in side.members]
    return side.surname == side_name(side.members) and side.grade in (
        mean_grade(grades, rounding) for rounding in MeanRounding
    )
