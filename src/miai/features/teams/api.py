"""Teams: their people, line-ups and rests."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.desk.live_state import Saved
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.people.team import Team
from miai.domain.tournament import Tournament
from miai.features.teams.answer import TEAMS, TeamRound
from miai.features.teams.change_team import change_team as change_one
from miai.features.teams.change_team import let_rest
from miai.features.teams.change_team import remove_team as remove
from miai.features.teams.enter_team import enter_team as enter
from miai.features.teams.state_line_up import clear_line_up as clear
from miai.features.teams.state_line_up import state_line_up as state
from miai.server.api.operations import (
    Body,
    Call,
    Coded,
    Here,
    Operations,
    Round,
    RoundPath,
    WrittenAbout,
    written_about,
)

operations = Operations("teams", "Teams of a team event.")

_TEAMS: Shape[Tournament] = Shape("Teams", "All teams.", (Told("teams", many(Coded(Team))),))
_WRITTEN_TEAMS: Shape[WrittenAbout[Sequence[Team]]] = written_about(
    "WrittenTeams",
    "What a request changed, and the teams that it was about.",
    Told("teams", many(Coded(Team)), lambda teams: teams),
)


class NewTeam(Body):
    """A team of players who are entered already; `all_the_same` accepts one that breaks a limit."""

    name: str
    members: Annotated[list[str], Field(max_length=100)]
    captain: str | None = None
    all_the_same: bool = False


class TeamChange(Body):
    """What to change of a team; what is left out stays."""

    name: str | None = None
    members: Annotated[list[str] | None, Field(max_length=100)] = None
    captain: str | None = None
    all_the_same: bool = False


class LineUpBody(Body):
    """Who plays at which board; null is an empty seat."""

    players: Annotated[list[str | None], Field(max_length=100)]


class Rests(Body):
    """Rounds in which a team rests, or plays again."""

    rounds: list[Round]
    rests: bool = True


@operations.get("/tournaments/{id}/teams", _TEAMS)
def list_teams(call: Here) -> Response:
    """List all teams."""
    return call.answer(_TEAMS.json(call.tournament))


@operations.get("/tournaments/{id}/matches", TEAMS)
def list_matches(call: Here, round: Annotated[int, Query(ge=1, le=999)]) -> Response:
    """List the line-ups and matches of a round."""
    return call.answer(TEAMS.json(TeamRound(call.tournament, round)))


@operations.post("/tournaments/{id}/teams", _WRITTEN_TEAMS, status=201)
def enter_team(call: Here, new: NewTeam) -> Response:
    """Enter a team."""
    saved = enter(
        call.desk,
        call.state.id,
        name=new.name,
        members=[PlayerId(each) for each in new.members],
        captain=PlayerId(new.captain) if new.captain else None,
        all_the_same=new.all_the_same,
        by=call.by,
    )
    return _written(call, saved, status=201)


@operations.patch("/tournaments/{id}/teams/{team}", _WRITTEN_TEAMS)
def change_team(call: Here, team: str, change: TeamChange) -> Response:
    """Change the name, the members, their order or the captain of a team."""
    known = call.team(team)
    given = change.model_fields_set

    def changed(old: Team) -> Team:
        members = old.members if change.members is None else tuple(map(PlayerId, change.members))
        captain = PlayerId(change.captain) if change.captain else None
        return replace(
            old,
            name=old.name if change.name is None else change.name,
            members=members,
            captain=captain if "captain" in given else old.captain,
        )

    saved = change_one(
        call.desk, call.state.id, known.id, changed, by=call.by, all_the_same=change.all_the_same
    )
    return _written(call, saved)


@operations.delete("/tournaments/{id}/teams/{team}")
def remove_team(call: Here, team: str) -> Response:
    """Remove a team that was never paired; its people stay entered."""
    return call.written(remove(call.desk, call.state.id, call.team(team).id, by=call.by))


@operations.put("/tournaments/{id}/teams/{team}/line-ups/{round}", _WRITTEN_TEAMS)
def state_line_up(call: Here, team: str, round: RoundPath, line_up: LineUpBody) -> Response:
    """State who plays at which board in a round."""
    seats = [PlayerId(each) if each else None for each in line_up.players]
    return _written(
        call, state(call.desk, call.state.id, call.team(team).id, round=round, players=seats, by=call.by)
    )


@operations.delete("/tournaments/{id}/teams/{team}/line-ups/{round}", _WRITTEN_TEAMS)
def clear_line_up(call: Here, team: str, round: RoundPath) -> Response:
    """Let the rule of the event say who plays in a round."""
    return _written(call, clear(call.desk, call.state.id, call.team(team).id, round=round, by=call.by))


@operations.post("/tournaments/{id}/teams/{team}/rest", _WRITTEN_TEAMS)
def set_rests(call: Here, team: str, rests: Rests) -> Response:
    """Record in which rounds a team rests, or plays again."""
    known, rounds = call.team(team), set(rests.rounds)
    return _written(
        call, let_rest(call.desk, call.state.id, known.id, rounds=rounds, rests=rests.rests, by=call.by)
    )


def _written(call: Call, saved: Saved, *, status: int = 200) -> Response:
    ids = set()
    for entry in saved.entries:
        match entry.event:
            case events.TeamEntered(team=team):
                ids.add(team.id)
            case events.TeamsChanged(teams=teams):
                ids.update(each.id for each in teams)
    chosen = [each for each in saved.state.tournament.teams if each.id in ids]
    return call.written_about(_WRITTEN_TEAMS, saved, chosen, status=status)
