"""Enter a team with people who are entered already or are entered with it."""

from collections.abc import Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.numbers import Between, whole_or_none
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.tournament import Tournament
from miai.features.players.register_player import tidy
from miai.features.teams.limits import within_limits
from miai.features.teams.membership import demand_members, demand_name, demand_team_event

_ID_NUMBERS = Between(0, 999_999_999)


def new_team(
    event: Tournament,
    *,
    name: str,
    members: Sequence[PlayerId],
    captain: PlayerId | None = None,
    id: TeamId | None = None,
    all_the_same: bool = False,
) -> Team:
    """A team of people who are entered already, under the next free number, if the rules allow it."""
    demand_team_event(event)
    team = Team(
        id=id or free_team_id(event),
        name=name.strip(),
        number=max((each.number for each in event.teams), default=0) + 1,
        members=tuple(members),
        captain=captain or (members[0] if members else None),
    )
    demand_name(event, team)
    demand_members(event, team)
    return within_limits(event, team, all_the_same=all_the_same)


def enter_team(
    desk: Desk,
    tournament_id: str,
    *,
    name: str,
    members: Sequence[PlayerId | Player],
    by: str,
    captain: PlayerId | None = None,
    all_the_same: bool = False,
) -> Saved:
    """Enter a team under the next free number; its members in the captain's order.

    Players among the members are new and entered with the team. A team that breaks a limit is refused,
    unless the director accepts it `all_the_same`. Without a captain the first member is one.
    """
    new = [tidy(member) for member in members if isinstance(member, Player)]

    def decide(state: State) -> list[events.Event]:
        demand_team_event(state.tournament)
        ids = desk.new_ids(state)
        entered = [replace(player, id=ids.player()) for player in new]
        joining = iter(entered)
        seats = tuple(next(joining).id if isinstance(member, Player) else member for member in members)
        then = replace(state.tournament, players=(*state.tournament.players, *entered))
        team = new_team(
            then, name=name, members=seats, captain=captain, id=ids.team(), all_the_same=all_the_same
        )
        return [
            *(events.PlayerRegistered(player=player) for player in entered),
            events.TeamEntered(team=team),
        ]

    return desk.change(tournament_id, decide, by=by)


def free_team_id(tournament: Tournament) -> TeamId:
    """The first id that no team has, and none after it."""
    numbers = [whole_or_none(team.id[1:], _ID_NUMBERS) for team in tournament.teams if team.id[:1] == "t"]
    used = [number for number in numbers if number is not None]
    return TeamId(f"t{max((len(tournament.teams), *used)) + 1}")
