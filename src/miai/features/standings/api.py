"""Standings after any round, making them final, and publishing them."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, maybe
from miai.domain.people.player_filter import EVERYBODY, Among
from miai.domain.settings.criterion_names import criterion_key
from miai.engine.scoring import team_standings
from miai.features.publish.publish_round import publish_standings as publish
from miai.features.publish.unpublish import unpublish_standings as unpublish
from miai.features.settings.change_settings import change_rules
from miai.features.stages.overall_standings import WholeStandings, whole_standings
from miai.features.standings.answer import STANDINGS_SO_FAR, TEAM_STANDINGS, WHOLE_EVENT
from miai.features.standings.finalise import finalise, reopen
from miai.features.standings.since_answer import SINCE
from miai.features.standings.since_published import SincePublished, table_since, whole_since
from miai.features.standings.standings_view import StandingsView, standings_view
from miai.features.standings.table_mark import table_mark
from miai.server.api.operations import Body, Here, Operations

operations = Operations("standings", "Standings after any round.")

After = Annotated[int | None, Query(ge=0, le=999, description="After this round; by default the last drawn.")]


class PublishStandings(Body):
    """The standings after a round; final ones wait for every result."""

    after: Annotated[int, Field(ge=0, le=999)]
    final: bool = False


class UnpublishStandings(Body):
    """The round after which the standings are hidden."""

    after: Annotated[int, Field(ge=0, le=999)]


class Reopen(Body):
    """Why final standings are corrected; the reason is shown with them."""

    reason: str


class Criteria(Body):
    """The criteria that decide places, the most important first; those of teams with `teams`."""

    criteria: Annotated[list[str], Field(min_length=1, max_length=20)]
    teams: bool = False


@dataclass(frozen=True, slots=True)
class _MarkedView:
    view: StandingsView
    mark: str
    published: SincePublished | None


@dataclass(frozen=True, slots=True)
class _WholeView:
    table: WholeStandings
    published: SincePublished | None


_MARKED: Shape[_MarkedView] = Shape(
    STANDINGS_SO_FAR.name,
    f"{STANDINGS_SO_FAR.says} `mark` names this table: sent with its publication, it lets that happen only if"
    " the table is the same. `published` says what has changed since its publication.",
    (
        *STANDINGS_SO_FAR.of(lambda marked: marked.view),
        Told("mark", str),
        Told("published", maybe(SINCE)),
    ),
)
_WHOLE: Shape[_WholeView] = Shape(
    WHOLE_EVENT.whole.name,
    WHOLE_EVENT.whole.says,
    (*WHOLE_EVENT.whole.of(lambda seen: seen.table), Told("published", maybe(SINCE))),
)


@operations.get("/tournaments/{id}/standings", _MARKED)
def get_standings(
    call: Here,
    after: After = None,
    criteria: Annotated[list[str] | None, Query(description="Other criteria, to try them out.")] = None,
    among: Annotated[str, Query(description="Some players only: 'country=FR'.")] = "",
) -> Response:
    """Get the standings after a round."""
    keys = tuple(criterion_key(each) for each in criteria) if criteria else None
    some = Among.parse(among) if among else EVERYBODY
    seen = standings_view(call.desk, call.state.id, after=after, criteria=keys, among=some)
    mark = str(table_mark(call.desk, call.state, seen.table.after_round))
    since = table_since(call.desk, call.state, seen.table.after_round)
    return call.answer(_MARKED.json(_MarkedView(seen, mark, since)))


@operations.get("/tournaments/{id}/standings/teams", TEAM_STANDINGS)
def get_team_standings(call: Here, after: After = None) -> Response:
    """Get the standings of the teams."""
    return call.answer(TEAM_STANDINGS.json(team_standings(call.tournament, after=after)))


@operations.get("/tournaments/{id}/standings/whole", _WHOLE)
def get_whole_standings(call: Here) -> Response:
    """Get the places over all stages of an event."""
    since = whole_since(call.desk, call.state)
    return call.answer(_WHOLE.json(_WholeView(whole_standings(call.tournament), since)))


@operations.post("/tournaments/{id}/standings/publish")
def publish_standings(call: Here, which: PublishStandings) -> Response:
    """Let players see the standings after a round."""
    return call.written(publish(call.desk, call.state.id, after=which.after, final=which.final, by=call.by))


@operations.post("/tournaments/{id}/standings/unpublish")
def unpublish_standings(call: Here, which: UnpublishStandings) -> Response:
    """Hide the standings after a round from the players."""
    return call.written(unpublish(call.desk, call.state.id, after=which.after, by=call.by).saved)


@operations.put("/tournaments/{id}/standings/criteria")
def set_criteria(call: Here, chosen: Criteria) -> Response:
    """Choose the criteria that decide places."""
    keys = tuple(dict.fromkeys(chosen.criteria))
    path = "teams.criteria" if chosen.teams or call.tournament.settings.by_teams else "criteria"
    return call.written(change_rules(call.desk, call.state.id, {path: keys}, by=call.by))


@operations.post("/tournaments/{id}/standings/finalise")
def finalise_standings(call: Here) -> Response:
    """Fix the standings after the last round."""
    return call.written(finalise(call.desk, call.state.id, by=call.by))


@operations.post("/tournaments/{id}/standings/reopen")
def reopen_standings(call: Here, why: Reopen) -> Response:
    """Allow corrections of final standings."""
    return call.written(reopen(call.desk, call.state.id, reason=why.reason, by=call.by))
