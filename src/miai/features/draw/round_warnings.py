"""Warns of too few rounds for the system and its players, and of more than can be drawn."""

from typing import Any

from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.schedules.field import entered_in
from miai.engine.pairing.schedules.round_robin import RoundRobin
from miai.engine.scoring.teams.entrants import entrants_of
from miai.messages import Message


def rounds_warning(tournament: Tournament) -> Message | None:
    """Message that the number of rounds does not suit the players; None if it does."""
    return too_few_rounds(tournament) or too_many_rounds(tournament)


def too_few_rounds(tournament: Tournament) -> Message | None:
    """That a round robin is too short for everybody to meet everybody; None where it is long enough."""
    if tournament.settings.system != RoundRobin.key:
        return None
    system, players = RoundRobin(), _entered(tournament)
    needed = system.turns_planned(system.seats_for(players))
    if tournament.settings.rounds >= needed:
        return None
    if tournament.settings.by_teams:
        return Message(
            "Rounds planned: %(rounds)s. A round robin of %(teams)s teams needs %(needed)s, or not everybody "
            "meets everybody",
            rounds=tournament.settings.rounds,
            teams=len(players),
            needed=needed,
        )
    return Message(
        "Rounds planned: %(rounds)s. A round robin of %(players)s players needs %(needed)s, or not everybody "
        "meets everybody",
        rounds=tournament.settings.rounds,
        players=len(players),
        needed=needed,
    )


def too_many_rounds(tournament: Tournament) -> Message | None:
    """Message that so many rounds cannot be paired without rematches; None if they can, or nobody is entered.

    Who is free in a round meets nobody in it, so an odd field can play as many rounds as it has players.
    """
    if abilities_of(tournament.settings.system).plans_rounds:
        return None
    count, planned = len(_entered(tournament)), tournament.settings.rounds
    most = most_rounds(count)
    if count < 2 or planned <= most:
        return None
    values: dict[str, Any] = {"rounds": planned, "players": count, "most": most}
    if tournament.settings.by_teams:
        return Message(
            "Rounds planned: %(rounds)s. %(players)s teams can play %(most)s without meeting again", **values
        )
    return Message(
        "Rounds planned: %(rounds)s. %(players)s players can play %(most)s without meeting again", **values
    )


def most_rounds(entrants: int) -> int:
    """The number of rounds that so many entrants can play without meeting again."""
    return entrants if entrants % 2 else entrants - 1


def _entered(tournament: Tournament) -> tuple[Player, ...]:
    return entered_in(entrants_of(tournament, 1))[0]
