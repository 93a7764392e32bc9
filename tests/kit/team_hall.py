"""A team event at a console, in players' words."""

from typing import Any

from kit.console import Console
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.people.team import Team, TeamRules
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.features.players.register_player import NEW
from miai.features.teams.enter_team import enter_team


def person(text: str, **about: Any) -> Player:
    """Somebody new such as "Ada 3d"."""
    name, _, grade = text.strip().partition(" ")
    return Player(id=NEW, surname=name, grade=Grade.parse(grade or "1d"), **about)


def team_hall(teams: str = "", *, rules: TeamRules | None = None, **settings: Any) -> Console:
    """Teams with their members in the captain's order: "North: Ada 3d, Bo; South: Cy, Di 2k"."""
    opened = Console()
    applied = Settings(**{"system": "swiss", "teams": rules or TeamRules(size=2), **settings})
    opened.id = opened.store.create(History.of_tournament(Tournament(name="Team Cup", settings=applied)))
    for each in teams.split(";") if teams else ():
        name, _, members = each.partition(":")
        enter_team(
            *opened.at, name=name.strip(), members=[person(one) for one in members.split(",")], by="Anneke"
        )
    return opened


def team_named(hall: Console, name: str) -> Team:
    """The team as it is now."""
    return next(team for team in hall.event.teams if team.name == name)


def matches(hall: Console, number: int) -> list[tuple[str, str]]:
    """The names of the teams that meet in a round."""
    names = {team.id: team.name for team in hall.event.teams}
    return [(names[each.white], names[each.black]) for each in hall.event.round(number).matches]


def games(hall: Console, number: int) -> list[tuple[int, str, str]]:
    """Table, White and Black of every board of a round."""
    names = hall.event.names
    return [
        (board.table, names[board.white], names[board.black]) for board in hall.event.round(number).boards
    ]
