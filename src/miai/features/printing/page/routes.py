"""Print: pairings, slips and tables on paper."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.participants import listed_players
from miai.domain.people.player import Registration
from miai.domain.time_zones import zone_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.features.congress.money import money_of
from miai.features.draw.all_games import all_games
from miai.features.draw.view.pairings import (
    by_name,
    by_table,
    full_time,
    name_order,
    result_word,
    terms,
    unusual_komi,
)
from miai.features.players.view.short_names import fitting_name
from miai.features.printing.page.bracket_pages import bracket_pages
from miai.features.printing.rail import page
from miai.features.prizes.award_prizes import prizes_given
from miai.features.prizes.team_prizes import prizes_of_teams, without_team_prizes
from miai.features.prizes.view import wins_of
from miai.features.publish.publish_round import must_ask, publish_round, published_message
from miai.features.schedule.set_clock import clock_of
from miai.features.schedule.view.thinking_time import thinking_time
from miai.features.schedule.view.timetable import timetable
from miai.features.stages.overall_standings import whole_standings
from miai.features.standings.standings_view import standings_of, standings_view
from miai.features.standings.view.standings_filter import narrowing
from miai.features.standings.view.tables import (
    bracket_parts,
    shown_after,
    tried_criteria,
    tried_team_criteria,
)
from miai.features.standings.view.team_table import people_table, team_table
from miai.features.teams.view.team_matches import resting_teams, shown_matches
from miai.server.addresses import public_address
from miai.server.form_fields import Number
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell

T = TypeVar("T")
# Lines that fit on 190 × 255 mm.
NAMES, TABLES, WALL_LINES, STANDING_LINES, ENTRIES, SLIPS = 64, 33, 40, 34, 33, 8
MATCH_LINES = 36

# The sheets of a round that can be printed together, and the cookie that keeps which were.
ROUND_SHEETS = ("names", "tables", "slips")
TEAM_SHEETS = ("matches", "names", "slips")
KEPT_SHEETS = "miai_sheets"


@page.get("/t/{id}/print")
def show(visit: Here) -> Response:
    """What can be printed."""
    event = visit.tournament
    drawn = event.round(visit.round)
    number = visit.round if drawn.boards else event.rounds_played
    return visit.render(
        "printing/printing.html",
        number=number,
        boards=len(event.round(number).boards),
        rounds=event.rounds_played,
        after=_after(visit),
        prizes=bool(event.settings.prizes),
        money=bool(event.settings.fees.usual or any(prize.amount for prize in event.settings.prizes)),
        chosen=_chosen_sheets(visit),
        bracket=_has_bracket(event),
        by_teams=event.settings.by_teams and bool(event.teams),
        has_teams=bool(event.teams),
        games=sum(1 for _game in all_games(event)),
        timed=any(clock.starts_at for clock in event.clocks),
        sizes={
            "names": NAMES,
            "tables": TABLES,
            "slips": SLIPS,
            "wall": WALL_LINES,
            "standings": STANDING_LINES,
            "entries": ENTRIES,
        },
        listed=len(listed_players(event)),
        seated=2 * len(event.round(number).boards) + len(event.round(number).free),
    )


@page.get("/t/{id}/print/{sheet}")
def paper(visit: Here, sheet: str, criteria: str = "") -> Response:
    """One kind of sheet, ready for the printer."""
    if sheet not in _SHEETS:
        raise HTTPException(404, _("there is no such sheet"))
    values = _SHEETS[sheet](visit, criteria)
    values.setdefault("paper_count", len(values.get("pages", ())))
    print_now = "now" in visit.request.query_params
    return visit.render(f"printing/{sheet}.html", state=visit.state, print_now=print_now, **values)


@page.post("/t/{id}/print/publish")
def publish_and_print(visit: Here, number: Number) -> Response:
    """Publish a round and open its sheets for printing; over a published draw, show first what changes."""
    if must_ask(visit.desk, visit.state, number):
        return visit.done(to=visit.url("draw/publish", round=number))
    saved = publish_round(visit.desk, visit.id, round=number, by=visit.by)
    return visit.done(
        tell(published_message(saved, number)),
        to=visit.url("print/round", round=number, now="yes"),
        saved=saved,
    )


def _chosen_sheets(visit: Visit) -> list[str]:
    """The sheets of a round that are printed together: those asked for, else those chosen last."""
    asked = visit.request.query_params.getlist("sheet")
    kept = visit.request.state.cookies.get(KEPT_SHEETS, "").split(".")
    offered = TEAM_SHEETS if visit.tournament.settings.by_teams else ROUND_SHEETS
    chosen = [name for name in offered if name in (asked or kept)]
    return chosen or list(offered)


def _round_sheets(visit: Visit, _criteria: str) -> dict[str, Any]:
    chosen = _chosen_sheets(visit)
    visit.keep(KEPT_SHEETS, ".".join(chosen))
    values = _pairings(visit)
    sheets = [(name, _SHEETS[name](visit, "")["pages"]) for name in chosen]
    return values | {
        "sheets": sheets,
        "report_at": _report_address(visit),
        "paper_count": sum(len(pages) for _name, pages in sheets),
    }


def _bracket(visit: Visit, _criteria: str) -> dict[str, Any]:
    after = _after(visit)
    found: Any = bracket_parts(visit.desk, visit.state, after)
    if not found.get("parts"):
        raise HTTPException(404, _("there is no bracket to print"))
    return {"pages": bracket_pages(found["parts"]), "after": after, "fitting_name": fitting_name}


def _pairings(visit: Visit) -> dict[str, Any]:
    """What all sheets of a round show."""
    event = visit.tournament
    drawn = event.round(visit.round)
    if not drawn.boards:
        drawn = event.round(event.rounds_played)
    if not drawn.boards:
        raise HTTPException(404, _("no round is drawn yet"))
    return {
        "drawn": drawn,
        "starts": full_time(clock_of(event, drawn.number).starts_at, zone_of(event)),
        "thinking": thinking_time(event.settings.clock),
        "terms": lambda board: terms(board, event.settings),
        "unusual_komi": lambda board: unusual_komi(board, event.settings),
        "result_word": result_word,
        "short_names": event.short_names,
        "resting": resting_teams(event, drawn),
        "log_code": _log_code(visit),
    }


def _log_code(visit: Visit) -> str:
    """The head at the last publication, in an address that compares it; empty before there is one."""
    shown, address = visit.log_head, public_address(visit)
    if shown is None:
        return ""
    return f"{address.base}/p/{visit.event_id}#{shown.text}" if address.reachable else shown.text


def _by_name(visit: Visit, _criteria: str) -> dict[str, Any]:
    values = _pairings(visit)
    return values | {"pages": _pages(by_name(visit.tournament, values["drawn"]), NAMES)}


def _by_table(visit: Visit, _criteria: str) -> dict[str, Any]:
    values = _pairings(visit)
    free = [seat for seat in by_name(visit.tournament, values["drawn"]) if seat.board is None]
    lines = [*by_table(visit.tournament, values["drawn"]), *free]
    return values | {"pages": _pages(lines, TABLES)}


def _games(visit: Visit, _criteria: str) -> dict[str, Any]:
    """All games of the event and its stages, or of one stage."""
    found = list(all_games(visit.tournament))
    if not found:
        raise HTTPException(404, _("no round is drawn yet"))
    return {
        "pages": _pages(found, TABLES),
        "terms": lambda game: terms(game.board, game.settings),
        "result_word": result_word,
        "stages": bool(visit.tournament.stages),
    }


def _matches(visit: Visit, _criteria: str) -> dict[str, Any]:
    """The matches of a team event, whole ones on each page."""
    values = _pairings(visit)
    found = shown_matches(visit.tournament, values["drawn"])
    # A match has a head above its boards, and room below them.
    size = max(1, MATCH_LINES // (visit.tournament.settings.teams.size + 2))
    return values | {"pages": _pages(found, size)}


def _teams(visit: Visit, criteria: str) -> dict[str, Any]:
    after = _after(visit)
    table = team_table(visit.desk, visit.state, after=after, criteria=tried_team_criteria(criteria))
    if table is None:
        raise HTTPException(404, _("no team is entered yet"))
    seen = standings_view(visit.desk, visit.id, after=after)
    return {"table": table, "seen": seen, "pages": _pages(table.rows, STANDING_LINES)}


def _people(visit: Visit, _criteria: str) -> dict[str, Any]:
    table = people_table(visit.desk, visit.state, after=_after(visit))
    return {"table": table, "pages": _pages(table.rows, WALL_LINES)}


def _slips(visit: Visit, _criteria: str) -> dict[str, Any]:
    values = _pairings(visit)
    return values | {
        "pages": _pages(by_table(visit.tournament, values["drawn"]), SLIPS),
        "report_at": _report_address(visit),
    }


def _report_address(visit: Visit) -> str:
    """Where players report their result; empty where only this machine could open it."""
    address = public_address(visit)
    return f"{address.base}/p/{visit.event_id}/me" if address.reachable else ""


def _table(visit: Visit, criteria: str, size: int) -> dict[str, Any]:
    after = _after(visit)
    some = narrowing(visit)
    table = standings_of(
        visit.desk, visit.state, after=after, criteria=tried_criteria(criteria), among=some.among
    )
    return {
        "table": table,
        "some": some,
        "seen": standings_view(visit.desk, visit.id, after=after),
        "pages": _pages(table.rows, size),
    }


def _wall(visit: Visit, criteria: str) -> dict[str, Any]:
    return _table(visit, criteria, WALL_LINES)


def _standings(visit: Visit, criteria: str) -> dict[str, Any]:
    return _table(visit, criteria, STANDING_LINES)


def _whole(visit: Visit, _criteria: str) -> dict[str, Any]:
    if not visit.tournament.stages:
        raise HTTPException(404, _("this event has no stages"))
    whole = whole_standings(visit.tournament)
    return {"whole": whole, "pages": _pages(whole.rows, STANDING_LINES)}


def _timetable(visit: Visit, _criteria: str) -> dict[str, Any]:
    days = timetable(visit.tournament)
    return {"pages": [days], "thinking": thinking_time(visit.tournament.settings.clock)}


def _entries(visit: Visit, _criteria: str) -> dict[str, Any]:
    event = visit.tournament
    players = listed_players(event)
    rounds = range(1, event.settings.rounds + 1)
    return {
        "pages": _pages(sorted(players, key=name_order), ENTRIES),
        "count": len(players),
        "here": sum(player.registration is Registration.FINAL for player in players),
        "missed": {
            player.id: ", ".join(str(number) for number in rounds if not player.attends(number))
            for player in players
        },
    }


def _prizes(visit: Visit, criteria: str) -> dict[str, Any]:
    values = _table(visit, criteria, STANDING_LINES)
    given = prizes_given(without_team_prizes(values["seen"].table))
    of_teams = prizes_of_teams(visit.tournament)
    lines = [(each, row, at == 0) for each in given for at, row in enumerate(each.winners or (None,))]
    return values | {
        "pages": _pages(lines, STANDING_LINES),
        "wins": wins_of(visit, values["table"].after_round),
        "teams": of_teams,
        "total": sum(prize.amount for prize in visit.tournament.settings.prizes),
        "currency": visit.tournament.settings.fees.currency,
    }


def _fees(visit: Visit, _criteria: str) -> dict[str, Any]:
    table = money_of(visit.desk, visit.state)
    return {"money": table, "pages": _pages(table.lines, STANDING_LINES)}


def _poster(visit: Visit, _criteria: str) -> dict[str, Any]:
    return {"pages": [()], "address": public_address(visit)}


_SHEETS: dict[str, Callable[[Visit, str], dict[str, Any]]] = {
    "names": _by_name,
    "tables": _by_table,
    "games": _games,
    "slips": _slips,
    "matches": _matches,
    "teams": _teams,
    "people": _people,
    "wall": _wall,
    "standings": _standings,
    "whole": _whole,
    "prizes": _prizes,
    "fees": _fees,
    "round": _round_sheets,
    "bracket": _bracket,
    "timetable": _timetable,
    "entries": _entries,
    "poster": _poster,
}


def _has_bracket(event: Tournament) -> bool:
    """Whether players go out, and the first round is drawn."""
    abilities = abilities_of(event.settings.system)
    return abilities.plans_rounds and not abilities.everybody_plays_on and bool(event.round(1).boards)


def _pages(lines: Sequence[T], size: int) -> list[Sequence[T]]:
    """The lines page by page; at least one page, even if it is empty."""
    return [lines[at : at + size] for at in range(0, len(lines), size)] or [lines]


def _after(visit: Visit) -> int:
    return shown_after(visit)
