"""The players' pages: pairings, standings and their own games, on phones."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.desk.live_state import stage_address
from miai.domain.people.names import plain_name
from miai.domain.people.participants import listed_players
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.errors import InputError
from miai.features.congress.view.state import shows_people
from miai.features.draw.draws_made import public_draws
from miai.features.draw.view.pairings import by_name, by_table, name_order, seat_of, terms
from miai.features.links.player_links import read_token
from miai.features.phones.claim_result import claim_result
from miai.features.public.page import congress
from miai.features.public.page.phone_page import last_round_open, matches, render
from miai.features.public.page.player import show_player
from miai.features.public.view.public_parts import PublicPart, current_parts, public_parts
from miai.features.publish.public_events import shows_something
from miai.features.publish.publish_round import public_round
from miai.features.publish.view.published_items import shown_rounds, table_shown_at
from miai.features.schedule.view.timetable import timetable
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.overall_standings import published_whole_standings
from miai.features.stages.tie_rules import tie_rule_of
from miai.features.standings.since_messages import seen_message
from miai.features.standings.since_published import table_since, whole_since
from miai.features.standings.standings_view import (
    published_criteria,
    published_standings,
    published_team_criteria,
    standings_view,
)
from miai.features.standings.view.standings_filter import narrowing
from miai.features.standings.view.table_order import by_name as sorted_by_name
from miai.features.standings.view.tables import bracket_parts, team_views
from miai.features.standings.view.team_table import people_table, team_table
from miai.features.standings.view.whole_event import stage_tables
from miai.features.teams.view.team_matches import resting_teams, shown_matches
from miai.messages import Message
from miai.server.form_fields import Number, Text
from miai.server.limits import counted_address
from miai.server.page import Page, everywhere
from miai.server.phone_identity import congress_token, forget, player_of_phone, private_token, remember
from miai.server.private_link import private_player
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _

if TYPE_CHECKING:
    from miai.features.draw.view.pairings import PairedBoard, PlayerSeat
    from miai.features.teams.view.team_matches import ShownMatch

page = Page("public", suited=everywhere, need=Role.PUBLIC, phones=True)


@page.get("/p/{id}")
def pairings(visit: Here, by: str = "", find: str = "", stage: str = "") -> Response:
    """The pairings of the last published round, or of an earlier one; of all stages, or of all events."""
    if visit.tournament.is_congress:
        return congress.show_events(visit)
    if visit.tournament.stages and stage != "main":
        return _pairings_of_stages(visit, by, find)
    return _pairings(visit, by, find)


def _pairings(visit: Visit, by: str, find: str) -> Response:
    event = visit.tournament
    rounds = {drawn.number: drawn for drawn in shown_rounds(event)}
    drawn = rounds.get(visit.asked_round or -1) or (rounds[max(rounds)] if rounds else None)
    me = player_of_phone(visit)
    if event.settings.by_teams and drawn and by != "name":
        return _matches_page(visit, drawn, sorted(rounds), find, me)
    order = "table" if by == "table" else "name"
    return render(
        visit,
        "public/public_pairings.html",
        drawn=drawn,
        rounds=sorted(rounds),
        by=order,
        find=find,
        seats=_seats_by_name(event, drawn, find, me) if drawn and order == "name" else [],
        games=_games_by_table(event, drawn, find) if drawn and order == "table" else [],
        me=me,
        my_seat=seat_of(event, drawn, me.id) if me and drawn else None,
        terms=lambda board: terms(board, event.settings),
        draws=public_draws(visit.desk, visit.state, drawn.number) if drawn else (),
    )


def _seats_by_name(event: Tournament, drawn: Round, find: str, me: Player | None) -> "list[PlayerSeat]":
    """The seats of players who were looked for, and of the player that the phone belongs to."""
    mine = me.id if me else None
    return [seat for seat in by_name(event, drawn) if seat.player.id == mine or matches(find, seat.player)]


def _games_by_table(event: Tournament, drawn: Round, find: str) -> "list[PairedBoard]":
    return [each for each in by_table(event, drawn) if matches(find, each.white, each.black)]


def _pairings_of_stages(visit: Visit, by: str, find: str) -> Response:
    """The pairings of all stages that are being played."""

    def lines(part: PublicPart) -> tuple[Any, ...]:
        event, drawn, settings = part.event, part.rounds[-1], part.event.settings
        seats = _seats_by_name(event, drawn, find, me)
        games = _games_by_table(event, drawn, find)
        return part, seats, games, lambda board: terms(board, settings)

    me = player_of_phone(visit)
    parts = public_parts(visit.desk, visit.state)
    current = current_parts(parts)
    return render(
        visit,
        "stages/public_stages.html",
        parts=[lines(part) for part in current],
        others=[part for part in parts if part not in current],
        tie_rules=[(each, rule) for each in visit.tournament.stages if (rule := tie_rule_of(each))],
        by="table" if by == "table" else "name",
        find=find,
        me=me,
    )


def _matches_page(visit: Visit, drawn: Round, rounds: list[int], find: str, me: Player | None) -> Response:
    """The matches of a team event, with their boards."""
    words = plain_name(find).split()
    named = [
        (match, " ".join(plain_name(each) for each in _names_in(match)))
        for match in shown_matches(visit.tournament, drawn)
    ]
    return render(
        visit,
        "public/public_matches.html",
        drawn=drawn,
        rounds=rounds,
        find=find,
        matches=[(match, names) for match, names in named if all(word in names for word in words)],
        resting=resting_teams(visit.tournament, drawn),
        me=me,
        draws=public_draws(visit.desk, visit.state, drawn.number),
    )


def _names_in(match: "ShownMatch") -> list[str]:
    seats = [seat for board in match.boards for seat in (board.left, board.right)]
    people = [seat.player.name for seat in seats if seat.player]
    return [match.white.name, match.black.name, *people]


@page.get("/p/{id}/standings")
def standings(visit: Here, view: str = "", find: str = "", sort: str = "") -> Response:
    """The published standings; those of the last round unless another is asked for."""
    if visit.tournament.is_congress:
        return visit.redirect(f"/p/{visit.id}")
    event = visit.tournament
    if event.stages and (not view or not has_main_rounds(event)):
        return _whole_standings(visit)
    tables = sorted(table.after_round for table in event.tables_shown)
    if not tables:
        return render(visit, "standings/public_standings.html", table=None, tables=tables)
    after = visit.asked_round if visit.asked_round in tables else tables[-1]
    if event.settings.by_teams or (view == "teams" and event.teams):
        return _team_standings(visit, tables, after, view)
    return _player_standings(visit, tables, after, view, find, sort)


def _player_standings(
    visit: Visit, tables: list[int], after: int, view: str, find: str, sort: str
) -> Response:
    """The published standings of players after a round."""
    some = narrowing(visit, personal=False)
    if some.address:
        return visit.redirect(some.address)
    table = published_standings(visit.desk, visit.state, after=after, among=some.among)
    me = player_of_phone(visit)
    return render(
        visit,
        "standings/public_standings.html",
        tables=tables,
        after=after,
        view=view,
        views=_views(visit, view),
        some=some,
        find=find,
        table=sorted_by_name(table) if sort == "name" else table,
        sorted_by="name" if sort == "name" else "place",
        lines=[line for line in table.rows if line.player == me or matches(find, line.player)],
        seen=standings_view(
            visit.desk, visit.id, after=after, criteria=published_criteria(visit.tournament, after)
        ),
        published_at=table_shown_at(visit.state, after),
        since_says=_since(visit, after),
        me=me,
        bracket=_bracket(visit, after) if view == "bracket" else None,
        last_round_open=last_round_open(visit.tournament),
    )


def _since(visit: Visit, after: int) -> Message | None:
    """The differences between the published table and the one that players see."""
    waiting = any(
        not board.result.known
        for drawn in visit.tournament.rounds
        if drawn.number <= after
        for board in drawn.boards
    )
    return seen_message(table_since(visit.desk, visit.state, after), waiting=waiting)


def _bracket(visit: Visit, after: int) -> Any:
    """The bracket or the grid; None for a system that does not plan its rounds."""
    plans = abilities_of(visit.tournament.settings.system).plans_rounds
    return bracket_parts(visit.desk, visit.state, after) if plans else None


def _whole_standings(visit: Visit) -> Response:
    """The published standings of an event with stages: the whole, then each table and bracket."""
    event = visit.tournament
    return render(
        visit,
        "standings/public_whole.html",
        whole=published_whole_standings(event),
        since_says=seen_message(whole_since(visit.desk, visit.state)),
        tables=stage_tables(visit.desk, visit.state, published=True),
        views=_views(visit, "") if has_main_rounds(event) and event.tables_shown else [],
        links=lambda stage: f"/p/{stage_address(visit.id, stage)}/standings",
        me=player_of_phone(visit),
    )


def _team_standings(visit: Visit, tables: list[int], after: int, view: str) -> Response:
    """The published standings of a team event: the teams, their players, or the bracket."""
    criteria = published_team_criteria(visit.tournament, after)
    table = team_table(visit.desk, visit.state, after=after, criteria=criteria)
    return render(
        visit,
        "standings/public_standings_teams.html",
        tables=tables,
        after=after,
        views=team_views(visit, view) if visit.tournament.settings.by_teams else _views(visit, view),
        table=table,
        people=people_table(visit.desk, visit.state, after=after) if table and view == "players" else None,
        bracket=bracket_parts(visit.desk, visit.state, after) if view == "bracket" else None,
        seen=standings_view(
            visit.desk, visit.id, after=after, criteria=published_criteria(visit.tournament, after)
        ),
        published_at=table_shown_at(visit.state, after),
        since_says=_since(visit, after),
    )


@page.get("/p/{id}/schedule")
def schedule(visit: Here) -> Response:
    """When the rounds start, stage by stage."""
    if visit.tournament.is_congress:
        return congress.show_timetable(visit)
    event = visit.tournament
    stages = [(stage.event.name, timetable(stage.event)) for stage in event.stages]
    main = [("", timetable(event))] if has_main_rounds(event) else []
    return render(
        visit, "schedule/public_schedule.html", timetables=[each for each in (*main, *stages) if each[1]]
    )


@page.get("/p/{id}/player/{player}")
def player(visit: Here, player: str) -> Response:
    """One player's games so far, in all stages."""
    if visit.stage_id:
        return visit.redirect(f"/p/{visit.event_id}/player/{player}")
    event = visit.tournament
    found = next((each for each in event.players if each.id == player), None)
    shown = shows_people(visit) if event.is_congress else shows_something(event)
    if found is None or not shown:
        raise HTTPException(404, _("there is no such player here"))
    me = player_of_phone(visit)
    return show_player(visit, found, is_me=me is not None and me.id == found.id)


@page.get("/p/{id}/me")
def my_page(visit: Here, find: str = "") -> Response:
    """The page of the player that this phone belongs to, or a list to find oneself in."""
    if visit.stage_id:
        return visit.redirect(f"/p/{visit.event_id}/me")
    token, me = private_token(visit) or congress_token(visit), player_of_phone(visit)
    if token:
        return visit.redirect(f"/p/{visit.id}/me/{token}")
    if me:
        return visit.redirect(f"/p/{visit.id}/player/{me.id}")
    if visit.tournament.is_congress:
        return congress.show_people(visit, find)
    event = visit.tournament
    shown = shows_something(event) if event.stages else bool(event.shown)
    everybody = sorted(listed_players(event), key=name_order) if shown else []
    chosen = [each for each in everybody if matches(find, each)]
    return render(visit, "public/public_find.html", players=chosen, find=find, by_name=event.phones.by_name)


@page.post("/p/{id}/me")
def this_is_me(visit: Here, player: Text = "") -> Response:
    """Remember the player that this phone belongs to, or forget them; results need a private link."""
    if not player:
        forget(visit)
        return visit.done(_("This phone belongs to nobody now"), to=f"/p/{visit.event_id}")
    known = visit.tournament.player(PlayerId(player))
    remember(visit, known)
    return visit.done(to=f"/p/{visit.event_id}/player/{known.id}")


@page.get("/p/{id}/me/{token}")
def private(visit: Here, token: str) -> Response:
    """A player's private page."""
    if visit.stage_id:
        return visit.redirect(f"/p/{visit.event_id}/me/{token}")
    known = private_player(visit, token)
    token = read_token(token)
    remember(visit, known, token=token)
    return show_player(visit, known, is_me=True, token=token)


@page.post("/p/{id}/me/{token}/report")
def report(visit: Here, token: str, number: Number, said: Text) -> Response:
    """Report the result of the own game."""
    known = private_player(visit, token)
    result = _result_said(visit, number, known, said)
    claim_result(visit.desk, visit.id, round=number, player=known.id, result=result, by=known.name)
    return visit.done(_("Thank you, it is reported"), to=f"/p/{visit.event_id}/me/{token}")


@page.post("/p/{id}/player/{player}/report")
def report_by_name(visit: Here, player: str, number: Number, said: Text) -> Response:
    """Report the result of the game of the player whose name was chosen on this phone."""
    known = player_of_phone(visit)
    if known is None or known.id != player:
        raise InputError(Message("this phone belongs to another player: choose your name first"))
    if not visit.app_state.report_limit.allows(counted_address(visit.address)):
        said_why = _("Too many results were reported from this address. Tell the result desk who won.")
        raise HTTPException(HTTPStatus.TOO_MANY_REQUESTS, said_why)
    result = _result_said(visit, number, known, said)
    visit.session.begin()
    claim_result(
        visit.desk,
        visit.id,
        round=number,
        player=known.id,
        result=result,
        by=known.name,
        phone=visit.session.browser,
    )
    said_now = _("Thank you. It counts as soon as your opponent or the result desk says the same")
    return visit.done(said_now, to=f"/p/{visit.event_id}/player/{known.id}")


def _result_said(visit: Visit, number: int, known: Player, said: str) -> Result:
    """The result that a player means by having won or lost the game that players see."""
    shown = public_round(visit.tournament, number)
    board = shown.board_of(known.id) if shown else None
    white = board is not None and board.white == known.id
    results = {
        "won": Result.WHITE_WINS if white else Result.BLACK_WINS,
        "lost": Result.BLACK_WINS if white else Result.WHITE_WINS,
        "jigo": Result.JIGO,
    }
    if said not in results:
        raise InputError(Message("Say whether you won or lost"))
    return results[said]


def _views(visit: Visit, view: str) -> list[tuple[str, None, str, bool]]:
    abilities = abilities_of(visit.tournament.settings.system)
    choices = [("main" if visit.tournament.stages else "", _("Places")), ("wall", _("Wall list"))]
    if visit.tournament.stages:
        choices.insert(0, ("", _("Whole event")))
    if abilities.plans_rounds:
        choices.append(("bracket", _("Grid") if abilities.everybody_plays_on else _("Bracket")))
    if visit.tournament.teams:
        choices.append(("teams", _("Teams")))
    return [(text, None, visit.here(view=key or None, find=None), key == view) for key, text in choices]
