"""Correct the name, place, director or dates of a tournament."""

from dataclasses import fields

from miai.desk.live_state import Desk, Saved, State
from miai.domain.bounds import Day
from miai.domain.log import events
from miai.domain.problems import demand_none
from miai.domain.settings.event_details import detail_problems

_DAYS = frozenset(("begin", "end"))


def change_details(
    desk: Desk,
    tournament_id: str,
    *,
    by: str,
    name: str | None = None,
    short_name: str | None = None,
    place: str | None = None,
    country: str | None = None,
    director: str | None = None,
    begin: str | None = None,
    end: str | None = None,
) -> Saved:
    """Change what is given and keep the rest."""
    given = {
        "name": name,
        "short_name": short_name,
        "place": place,
        "country": country,
        "director": director,
        "begin": begin,
        "end": end,
    }

    def decide(state: State) -> list[events.Event]:
        old = {each.name: getattr(state.tournament, each.name) for each in fields(events.DetailsChanged)}
        new = old | {key: value.strip() for key, value in given.items() if value is not None}
        changed = {key: value for key, value in new.items() if value != old[key]}
        # A file may have brought a day or a name that nobody can type: it stays until it is changed.
        others = _DAYS if not _DAYS.isdisjoint(changed) else ()
        compared = {key: new[key] for key in others if not Day().fault(new[key])}
        demand_none(detail_problems({**compared, **changed}))
        return [events.DetailsChanged(**new)] if changed else []

    return desk.change(tournament_id, decide, by=by)
