"""Tell a congress from a tournament, and refuse one where only the other will do."""

from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


def demand_congress(tournament: Tournament) -> None:
    """Refuse a tournament that is no congress."""
    if not tournament.is_congress:
        raise InputError(Message("%(name)s is a tournament, not a congress", name=tournament.name))


def demand_no_congress(tournament: Tournament) -> None:
    """Refuse a congress where only a tournament will do."""
    if tournament.is_congress:
        raise InputError(
            Message(
                "%(name)s is a congress and has no rounds of its own: choose one of its events",
                name=tournament.name,
            )
        )


def demand_result_file(tournament: Tournament, to: str) -> None:
    """Refuse a file of another program for a congress: only a Miai document can hold it."""
    if tournament.is_congress and to != "miai":
        raise InputError(
            Message(
                "%(name)s is a congress, which only a Miai document can hold: export its events one by one",
                name=tournament.name,
            )
        )
