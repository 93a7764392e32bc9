"""Applies events to a tournament; what each kind of event changes is in the modules beside this one."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce, singledispatch
from itertools import groupby
from typing import Any

from miai.domain.log import events
from miai.domain.stage_view import with_stages_in_view
from miai.domain.starting_bands import with_bands_of_entries
from miai.domain.tournament import Tournament

# Events after which the places of a printed table still hold.
_KEEPS_PLACES = (
    events.TablePublished
    | events.WishesChanged
    | events.RoundPublished
    | events.StandingsPublished
    | events.StandingsFinalised
    | events.StandingsReopened
    | events.ClockSet
    | events.ScheduleSet
    | events.ResultContested
    | events.GameDelayed
    | events.StageOpened
    | events.StageChanged
    | events.StageRemoved
    | events.InStage
    | events.CongressEventsSet
    | events.EntriesChanged
    | events.SignUpFormChanged
    | events.PhoneOptionsChanged
    | events.LeaderChanged
    | events.EntrantsKept
    | events.ReasonGiven
)
# What applies several events of one kind in a row faster than one by one.
TOGETHER: dict[type[events.Change], Callable[[Tournament, Iterable[Any]], Tournament]] = {}


def apply(tournament: Tournament, event: events.Change) -> Tournament:
    """The tournament after one more event; one that makes no sense raises and changes nothing."""
    return with_stages_in_view(_after(tournament, event))


def _after(tournament: Tournament, event: events.Change) -> Tournament:
    """The tournament after an event, its stages as they were seen before."""
    changed = _with_bands(event, tournament, change(event, tournament))
    if isinstance(event, _KEEPS_PLACES) or not changed.published_places:
        return changed
    return replace(changed, published_places=())


def replay(changes: Iterable[events.Change]) -> Tournament:
    """The tournament that a sequence of events leads to."""
    return apply_all(Tournament(), changes)


def apply_all(tournament: Tournament, changes: Iterable[events.Change]) -> Tournament:
    """The tournament after several events, as `apply` would make it one by one.

    Registrations and results in a row are applied together: one by one, each would copy all players or all
    boards, and the time would grow with the square of the field. For the same reason stages are derived from
    their event once, at the end.
    """
    return with_stages_in_view(changed_by(tournament, changes))


def changed_by(tournament: Tournament, changes: Iterable[events.Change]) -> Tournament:
    """The tournament after several events, its stages as they were seen before."""
    for kind, run in groupby(changes, key=type):
        tournament = TOGETHER.get(kind, _one_by_one)(tournament, run)
    return tournament


def _one_by_one(tournament: Tournament, run: Iterable[events.Change]) -> Tournament:
    return reduce(_after, run, tournament)


def _with_bands(event: events.Change, before: Tournament, changed: Tournament) -> Tournament:
    """The bands after a change of the entries, or of the rules; rules that come with bands keep these."""
    if isinstance(event, events.SettingsChanged) and event.settings.scoring.bands:
        return changed
    if changed.players is before.players and changed.settings is before.settings:
        return changed
    return with_bands_of_entries(changed)


@singledispatch
def change(event: object, tournament: Tournament) -> Tournament:
    """What an event makes of a tournament; each kind of event has a function of its own."""
    raise TypeError(f"{type(event).__name__} is not a change of a tournament")
