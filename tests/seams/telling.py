"""Page, phone, API, file and standings show the same of the same thing.

After every request the values behind them are compared, of each part of an event that has changed. The pages
themselves, as a browser and a program get them, are compared after every few requests: each takes a while.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from kit.api_program import Program
from miai.desk.live_state import Desk, State, stage_address
from miai.domain.log.document import read_entry, read_history, write_entry, write_history
from miai.domain.log.events import ReasonGiven
from miai.domain.log.history import Entry
from miai.domain.log.versions import VERSION
from miai.domain.rounds.round import Attendance, Pairings
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring import standings
from miai.features.draw.view.pairings import seat_of
from miai.features.history.show_history import history_view
from miai.features.overview.show_overview import overview
from miai.features.programs.tokens import Scope
from miai.features.publish.publish_round import public_round
from miai.features.standings.answer import STANDINGS_SO_FAR
from miai.features.standings.standings_view import standings_view

# The pages are opened after so many requests, and at the end of a sequence.
PAGES_EVERY = 6
# Pages that show a draw or names, opened in turn: none of them may fail, whatever happened before.
_PAGES = (
    "/t/{id}", "/t/{id}/draw", "/t/{id}/results", "/t/{id}/players", "/t/{id}/history", "/t/{id}/publish",
    "/p/{id}/wall", "/t/{id}/settings", "/t/{id}/stages", "/t/{id}/fees", "/p/{id}/schedule", "/t/{id}/teams",
)  # fmt: skip
_ROW = re.compile(
    r'<td class="place">(?:<span[^>]*>)?(\d+).*?<th scope="row" class="name">(.*?)<span', re.DOTALL
)
_SEAT = re.compile(r'id="seat-([^"]+)".*?<td class="seat">(.*?)</td>', re.DOTALL)
_AT_TABLE = re.compile(r"\d+")


@dataclass
class Telling:
    """Compares the parts of an event, each again when it has changed."""

    known: dict[str, Tournament] = field(default_factory=dict)
    asked: int = 0
    programs: dict[int, Program] = field(default_factory=dict)

    def after_request(self, desk: Desk, tournament_id: str, new: Sequence[Entry]) -> None:
        """Compare what a request has changed; every few requests, the pages too."""
        state = desk.state(tournament_id)
        for entry in new:
            raw = write_entry(entry)
            assert read_entry(raw, version=VERSION, where="") == entry
        # A reason is shown with the entries that it is about.
        lines = [entry for entry in state.history.entries if not isinstance(entry.event, ReasonGiven)]
        assert len(history_view(state, limit=1000)) == len(lines)
        for address, event in _parts(tournament_id, state.tournament):
            if self.known.get(address) != event:
                _values_are_the_same(desk, address, event)
                self.known[address] = event
        self.asked += 1
        if self.asked % PAGES_EVERY == 0:
            self.pages(desk, tournament_id)

    def at_the_end(self, desk: Desk, tournament_id: str) -> None:
        """Compare all: the whole file, each part, the pages."""
        state = desk.state(tournament_id)
        file = read_history(write_history(state.history)).tournament()
        assert file == state.tournament
        for address, event in _parts(tournament_id, file):
            _values_are_the_same(desk, address, event)
        self.pages(desk, tournament_id)

    def pages(self, desk: Desk, tournament_id: str) -> None:
        """Open the pages of an event and of one of its stages, and a page that differs each time."""
        if id(desk) not in self.programs:
            self.programs[id(desk)] = Program(desk, Scope.READ, tournament_id)
        program = self.programs[id(desk)]
        parts = list(_parts(tournament_id, desk.state(tournament_id).tournament))
        turn = self.asked // PAGES_EVERY
        for address, event in dict((parts[0], parts[turn % len(parts)])).items():
            _pages_are_the_same(program, address, event)
            page = _PAGES[turn % len(_PAGES)].format(id=address)
            assert program.site.get(page).status_code in (200, 303, 404), page


def _parts(tournament_id: str, event: Tournament) -> Iterator[tuple[str, Tournament]]:
    """An event and its stages with their addresses."""
    yield tournament_id, event
    for stage in event.stages:
        yield stage_address(tournament_id, stage.id), stage.event


def _values_are_the_same(desk: Desk, address: str, event: Tournament) -> None:
    state = desk.state(address)
    assert state.tournament == event
    assert overview(state.tournament).done >= 0
    for shown in state.tournament.shown:
        _phone_is_the_same(state, shown)
    if not event.players or abilities_of(event.settings.system).plans_rounds:
        return
    page = standings_view(desk, address)
    rows = [(row.player.id, row.place, dict(row.values)) for row in page.table.rows]
    again = standings(event, after=page.table.after_round)
    assert [(row.player.id, row.place, dict(row.values)) for row in again.rows] == rows
    answer = STANDINGS_SO_FAR.json(page)
    assert [(row["player"], row["place"]) for row in answer["rows"]] == [(row[0], row[1]) for row in rows]


def _phone_is_the_same(state: State, shown: Pairings) -> None:
    """Every player finds the published table on the phone, and no other player any."""
    public = public_round(state.tournament, shown.number)
    assert public is not None
    for player in state.tournament.players:
        seat = seat_of(state.tournament, public, player.id)
        board = shown.board_of(player.id)
        assert (seat.board.table if seat and seat.board else None) == (board.table if board else None)
        if board and public.attendance(player) is not Attendance.BYE:
            assert board.opponent_of(player.id) in (board.white, board.black)


def _pages_are_the_same(program: Program, address: str, event: Tournament) -> None:
    """The page of standings, the phone's page and the API, as they are sent."""
    answer = program.site.get(f"/p/{address}?by=name")
    assert answer.status_code == 200
    if event.shown and not event.settings.by_teams:
        seats = {player: _AT_TABLE.search(text) for player, text in _SEAT.findall(answer.text)}
        tables = {(player, int(found[0])) for player, found in seats.items() if found}
        if any(stage.event.shown for stage in event.stages):
            # The page of an event has the rounds that are played in its stages too.
            parts = (event, *(stage.event for stage in event.stages))
            known = {seat for part in parts for seat in _published_seats(part)}
            assert all(
                any(table == at and text.startswith(player) for player, at in known) for text, table in tables
            )
        else:
            assert tables == _published_seats(event)
    people: list[dict[str, Any]] = program.get(f"/tournaments/{address}/players")["players"]
    assert {each["id"] for each in people} == {player.id for player in event.players}
    if not event.players or event.settings.by_teams or abilities_of(event.settings.system).plans_rounds:
        assert program.site.get(f"/t/{address}/standings").status_code == 200
        return
    answered = program.get(f"/tournaments/{address}/standings")
    rows = [(row.player, row.place) for row in standings(event, after=answered["after_round"]).rows]
    told = [(row["player"], row["place"]) for row in answered["rows"]]
    assert told == [(player.id, place) for player, place in rows]
    page = program.site.get(f"/t/{address}/standings?view=players&round={answered['after_round']}")
    # Players who share a place are in the order of their names.
    shown = [(int(place), unescape(name).strip()) for place, name in _ROW.findall(page.text)]
    assert sorted(shown) == sorted((place, player.name) for player, place in rows)


def _published_seats(event: Tournament) -> set[tuple[str, int]]:
    """The players of the last round that is published, with their tables."""
    published = max(event.shown, key=lambda each: each.number, default=None)
    boards = published.boards if published else ()
    return {(seat, board.table) for board in boards for seat in (board.white, board.black)}
