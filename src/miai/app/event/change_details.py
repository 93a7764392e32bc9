"""Correct the name, place, director or dates of a tournament."""

from dataclasses import fields

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.errors import InputError
from miai.messages import Message


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
    if name is not None and not name.strip():
        raise InputError(Message("the tournament needs a name"))

    def decide(state: State) -> list[events.Event]:
        old = {each.name: getattr(state.tournament, each.name) for each in fields(events.DetailsChanged)}
        new = old | {key: value.strip() for key, value in given.items() if value is not None}
        return [events.DetailsChanged(**new)] if new != old else []

    return desk.change(tournament_id, decide, by=by)
