"""What a team and its line-ups may be; every rule raises in plain words."""

from collections import Counter
from collections.abc import Iterable

from miai.domain.people.names import plain_name
from miai.domain.people.player import PlayerId
from miai.domain.people.team import Team
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


def demand_team_event(tournament: Tournament) -> None:
    """Refuse teams in an event of individuals."""
    if not tournament.settings.has_teams:
        raise InputError(
            Message("this is an event of individuals: set the boards of a team in the settings first")
        )


def demand_name(tournament: Tournament, team: Team) -> None:
    """Refuse a team without a name, and one whose name another team has."""
    if not team.name:
        raise InputError(Message("a team needs a name"))
    if any(
        plain_name(other.name) == plain_name(team.name) for other in tournament.teams if other.id != team.id
    ):
        raise InputError(Message("there is a team called %(name)s already", name=team.name))


def demand_members(tournament: Tournament, team: Team) -> None:
    """Refuse members who are not entered, named twice or in another team, and a captain from elsewhere."""
    names = {player: tournament.name_of(player) for player in team.members}
    demand_once(names[player] for player in team.members)
    for other in tournament.teams:
        for player in team.members:
            if other.id != team.id and player in other.members:
                raise InputError(
                    Message("%(name)s is a member of %(team)s", name=names[player], team=other.name)
                )
    if team.captain is not None and team.captain not in team.members:
        raise InputError(Message("the captain %(name)s is no member", name=tournament.name_of(team.captain)))


def demand_once(names: Iterable[str]) -> None:
    """Refuse somebody who is named twice."""
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError(Message("%(name)s is named twice", name=name))


def demand_seats(
    tournament: Tournament, team: Team, number: int, seats: Iterable[PlayerId], *, outsiders: bool
) -> None:
    """Refuse people in a line-up who are not there, or, unless they are allowed, are no members."""
    for seat in seats:
        player = tournament.player(seat)
        if seat not in team.members and not outsiders:
            raise InputError(
                Message("%(name)s is no member of %(team)s", name=tournament.name_of(seat), team=team.name)
            )
        if not player.attends(number):
            raise InputError(
                Message("%(name)s is absent in round %(round)s", name=tournament.name_of(seat), round=number)
            )
