"""Build and edit the bands by which players start; each change is one entry of the history."""

from collections.abc import Callable
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId
from miai.domain.points import Quarters
from miai.domain.starting_bands import BandPlan, Bands, build_bands, with_bands
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import limited, merged, moved, split, with_separation
from miai.errors import InputError
from miai.features.settings.change_settings import demand_good_settings
from miai.messages import Message


def build(desk: Desk, tournament_id: str, plan: BandPlan, *, by: str) -> Saved:
    """Build the bands anew, as the protocol suggests."""
    return _change(desk, tournament_id, lambda event: build_bands(event, plan), by=by)


def alter_separation(desk: Desk, tournament_id: str, band: int, points: Quarters, *, by: str) -> Saved:
    """Set how far a band starts below the one above."""
    return _edit(desk, tournament_id, lambda bands, _: with_separation(bands, band, points), by=by)


def merge(desk: Desk, tournament_id: str, band: int, *, by: str) -> Saved:
    """Join a band with the next lower one."""
    return _edit(desk, tournament_id, lambda bands, _: merged(bands, band), by=by)


def divide(desk: Desk, tournament_id: str, band: int, weakest: Grade, *, by: str) -> Saved:
    """End a band at a grade and begin another one below it."""
    return _edit(desk, tournament_id, lambda bands, event: split(bands, band, weakest, event.players), by=by)


def limit(desk: Desk, tournament_id: str, band: int, weakest: Grade, *, by: str) -> Saved:
    """Let a band reach down to a grade."""
    return _edit(desk, tournament_id, lambda bands, _: limited(bands, band, weakest), by=by)


def move(desk: Desk, tournament_id: str, player: PlayerId, band: int, *, by: str) -> Saved:
    """Put a player into a band, whatever their grade."""
    return _edit(desk, tournament_id, lambda bands, event: moved(bands, event.player(player), band), by=by)


def follow_entries(desk: Desk, tournament_id: str, *, by: str) -> Saved:
    """Let the bands follow the entries until round 1 is drawn."""

    def chosen(state: State) -> list[events.Event]:
        event = state.tournament
        if any(drawn.boards for drawn in event.rounds):
            raise InputError(Message("a round is drawn: the bands stay as they were then"))
        if event.settings.scoring.bands_from_entries:
            return []
        scoring = replace(event.settings.scoring, bands=(), bands_from_entries=True)
        return [events.SettingsChanged(settings=replace(event.settings, scoring=scoring))]

    return desk.change(tournament_id, chosen, by=by)


def remove(desk: Desk, tournament_id: str, *, by: str) -> Saved:
    """Remove all bands: players start by grade, bar and floor."""
    return _change(desk, tournament_id, lambda _: (), by=by)


def _edit(desk: Desk, tournament_id: str, edit: Callable[[Bands, Tournament], Bands], *, by: str) -> Saved:
    return _change(desk, tournament_id, lambda event: edit(event.settings.scoring.bands, event), by=by)


def _change(desk: Desk, tournament_id: str, decide: Callable[[Tournament], Bands], *, by: str) -> Saved:
    def chosen(state: State) -> list[events.Event]:
        settings = with_bands(state.tournament, decide(state.tournament)).settings
        demand_good_settings(settings)
        changed = settings != state.tournament.settings
        return [events.SettingsChanged(settings=settings)] if changed else []

    return desk.change(tournament_id, chosen, by=by)
