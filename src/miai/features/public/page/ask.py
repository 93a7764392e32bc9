"""What players ask: why two meet, what the tie-breaks mean, and what is at stake in the last round."""

from math import ceil, floor
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.features.draw.proof import publication_of
from miai.features.draw.public_reasons import PublicReasons, public_reasons
from miai.features.forecast.stakes import CanWin, stakes_of
from miai.features.public.page.ask_tie_breaks import PlacedLine, compared, explained
from miai.features.public.view.shown_now import projector_state
from miai.features.standings.standings_view import (
    published_standings,
    published_team_criteria,
)
from miai.features.standings.view.team_table import team_table
from miai.features.teams.view.team_matches import team_of
from miai.server.page import Page
from miai.server.phone_identity import player_of_phone
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words.formatting import number as figure

if TYPE_CHECKING:
    from miai.features.forecast.event_forecast import EstimatedChance

page = Page("ask", need=Role.PUBLIC, phones=True)
# A page whose answer is still being worked out loads itself again after so many seconds.
_AGAIN = "5"


@page.get("/p/{id}/why")
def why(visit: Here, player: str = "") -> Response:
    """Why a player meets the opponent, or has the bye, as far as the director shows reasons."""
    number = visit.asked_round or max((each.number for each in visit.tournament.shown), default=0)
    if not visit.event_state.tournament.phones.reasons:
        raise HTTPException(404, _("the director does not show why players meet"))
    if all(each.number != number for each in visit.tournament.shown):
        raise HTTPException(404, _("this round is not published"))
    found = _reasons(visit, number)
    seats = found.of(_seat_of(visit, player)) if found else None
    answer = _render(
        visit,
        "public/public_why.html",
        number=number,
        ready=found is not None,
        player=player,
        seats=seats,
        names=seats.names if seats else (),
        by_teams=visit.tournament.settings.by_teams,
    )
    if found is None:
        answer.headers["Refresh"] = _AGAIN
    return answer


@page.get("/p/{id}/tie-breaks")
def tie_breaks(visit: Here) -> Response:
    """What decides the places of this event, in words, with the numbers of the reader as an example."""
    tables = sorted(table.after_round for table in visit.tournament.tables_shown)
    if not tables:
        raise HTTPException(404, _("no standings are published yet"))
    after = visit.asked_round if visit.asked_round in tables else tables[-1]
    columns, lines, mine = _published_table(visit, after or 0)
    own = next((line for line in lines if line.id == mine), None)
    titles = [tell(each.title) for each in columns]
    return _render(
        visit,
        "public/public_tie_breaks.html",
        after=after,
        criteria=explained([(each.title, each.name, each.says) for each in columns], own),
        own=own,
        compared=compared(lines, own, titles) if own else [],
    )


@page.get("/p/{id}/stakes")
def stakes(visit: Here) -> Response:
    """What is at stake in the last round: who can still win, and what the reader plays for."""
    state = visit.state
    prepared = visit.app_state.prepared.find(
        ("stakes", visit.id), state.head, lambda: stakes_of(state.tournament)
    )
    found = prepared.value if prepared else None
    me = player_of_phone(visit)
    answer = _render(
        visit,
        "forecast/public_stakes.html",
        ready=prepared is not None,
        current=prepared is not None and prepared.current,
        found=found,
        able=[each for each in found.players if each.can_win is not CanWin.NO] if found else [],
        mine=found.of(me.id) if found and me else None,
        words=_in_words,
        CanWin=CanWin,
    )
    if prepared is None:
        answer.headers["Refresh"] = _AGAIN
    return answer


def _in_words(chance: "EstimatedChance", simulations: int) -> str:
    """A chance by the forecast, with how far it can be trusted."""
    return _(
        "The forecast gives %(value)s of 100, between %(low)s and %(high)s: it plays the rest %(count)s"
        " times.",
        value=round(100 * chance.value),
        low=floor(100 * chance.low),
        high=ceil(100 * chance.high),
        count=figure(simulations),
    )


def _reasons(visit: Visit, number: int) -> "PublicReasons | None":
    """The reasons of a published round; None while they are being worked out."""
    entry = publication_of(visit.state, number)
    desk, known = visit.desk, visit.id
    found = visit.app_state.prepared.find(
        ("reasons", known, number),
        (visit.state.history.identity, entry.number if entry else 0),
        lambda: public_reasons(desk, known, round=number),
    )
    if found is None or not found.current:
        return None
    return found.value or PublicReasons(round=number, seats=())


def _seat_of(visit: Visit, player: str) -> str:
    """Who sits there for a player: themselves, or their team."""
    if not visit.tournament.settings.by_teams:
        return player
    team = team_of(visit.tournament, PlayerId(player))
    return team.id if team else player


def _published_table(visit: Visit, after: int) -> "tuple[tuple[Any, ...], list[PlacedLine], str]":
    """The criteria and lines of the published table, and the id of the reader's own line."""
    me = player_of_phone(visit)
    if visit.tournament.settings.by_teams:
        teams = team_table(
            visit.desk,
            visit.state,
            after=after,
            criteria=published_team_criteria(visit.tournament, after),
        )
        team = team_of(visit.tournament, me.id) if me else None
        lines = [
            PlacedLine(
                id=line.team.id, name=line.team.name, place=line.place, values=tuple(line.values.values())
            )
            for line in (teams.rows if teams else ())
        ]
        return teams.columns if teams else (), lines, team.id if team else ""
    table = published_standings(visit.desk, visit.state, after=after)
    lines = [
        PlacedLine(
            id=line.player.id,
            name=line.player.name,
            place=line.place,
            values=tuple(line.values[column.key] for column in table.columns),
        )
        for line in table.rows
    ]
    return table.columns, lines, me.id if me else ""


def _render(visit: Visit, template: str, **values: Any) -> Response:
    return visit.render(template, state=visit.state, wall=projector_state(visit.tournament), **values)
