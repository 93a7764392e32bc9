"""Change a team, let it rest, or remove it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.people.team import LineUp, Team, TeamId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.players.register_player import tidy
from miai.features.teams.limits import within_limits
from miai.features.teams.membership import demand_members, demand_name
from miai.messages import Message


def change_team(
    desk: Desk,
    tournament_id: str,
    team: TeamId,
    change: Callable[[Team], Team],
    *,
    by: str,
    joining: Sequence[Player] = (),
    all_the_same: bool = False,
) -> Saved:
    """Change name, members or captain of the team as it is now.

    Players who are `joining` are new: they are entered and become the last members. A member who leaves the
    team is in no line-up of a round that is not drawn. A team that breaks a limit is refused, unless it is
    exempt or the director accepts it `all_the_same`.
    """

    new_people = [tidy(player) for player in joining]

    def decide(state: State) -> list[events.Event]:
        ids = desk.new_ids(state)
        entered = [replace(player, id=ids.player()) for player in new_people]
        then = replace(state.tournament, players=(*state.tournament.players, *entered))
        old = then.team(team)
        wanted = change(old)
        wanted = replace(wanted, members=(*wanted.members, *(player.id for player in entered)))
        left = wanted.captain == old.captain and wanted.captain not in wanted.members
        new = replace(
            wanted,
            id=old.id,
            name=wanted.name.strip(),
            captain=None if left else wanted.captain,
            line_ups=_without_leavers(then, old, wanted),
        )
        if new == old:
            return []
        demand_name(then, new)
        demand_members(then, new)
        return [
            *(events.PlayerRegistered(player=player) for player in entered),
            events.TeamsChanged(teams=(within_limits(then, new, all_the_same=all_the_same),)),
        ]

    return desk.change(tournament_id, decide, by=by)


def let_rest(
    desk: Desk, tournament_id: str, team: TeamId, *, rounds: Collection[int], by: str, rests: bool = True
) -> Saved:
    """Record that a team does not play in some rounds, or that it does; rounds that are drawn stay."""

    def decide(state: State) -> list[events.Event]:
        old = state.tournament.team(team)
        for number in rounds:
            _demand_open(state.tournament, old, number)
        absent = old.absent_rounds | set(rounds) if rests else old.absent_rounds - set(rounds)
        new = replace(old, absent_rounds=absent)
        return [events.TeamsChanged(teams=(new,))] if new != old else []

    return desk.change(tournament_id, decide, by=by)


def remove_team(desk: Desk, tournament_id: str, team: TeamId, *, by: str) -> Saved:
    """Remove a team that is in no draw; its people stay entered."""

    def decide(state: State) -> list[events.Event]:
        known = state.tournament.team(team)
        for drawn in (*state.tournament.rounds, *state.tournament.shown):
            if team in drawn.resting:
                raise _drawn(known, drawn.number)
        return [events.TeamRemoved(team=team)]

    return desk.change(tournament_id, decide, by=by)


def _without_leavers(tournament: Tournament, old: Team, new: Team) -> tuple[LineUp, ...]:
    left = set(old.members) - set(new.members)
    drawn = {each.number for each in tournament.rounds}
    return tuple(
        each
        if each.round in drawn
        else replace(each, players=tuple(None if seat in left else seat for seat in each.players))
        for each in new.line_ups
    )


def _demand_open(tournament: Tournament, team: Team, number: int) -> None:
    if not 1 <= number <= tournament.settings.rounds:
        raise InputError(Message("there is no round %(round)s", round=number))
    drawn = tournament.round(number)
    if any(team.id in (match.white, match.black) for match in drawn.matches) or team.id in drawn.resting:
        raise _drawn(team, number)


def _drawn(team: Team, number: int) -> InputError:
    return InputError(
        Message(
            "%(name)s is in the draw of round %(round)s: take the round back first",
            name=team.name,
            round=number,
        )
    )
