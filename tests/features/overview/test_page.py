"""The overview and the history show the very words of the use cases."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from kit.memory_store import MemoryStore
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player, PlayerId
from miai.domain.rounds.game import Result
from miai.features.draw.change_draw import lock, swap, swap_colours
from miai.features.draw.draw_round import draw_round
from miai.features.draw.wishes import fix_table, keep_off_table, never_pair, want_game
from miai.features.phones.claim_result import claim_result
from miai.features.players.change_player import (
    change_player,
    check_in,
    move_across_bar,
    set_attendance,
    withdraw,
)
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import set_clock
from miai.features.settings.change_settings import change_settings
from miai.features.standings.finalise import finalise
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament

Act = Callable[[Desk, str, dict[str, PlayerId]], object]


@pytest.fixture
def event(site: Site) -> str:
    """Six players and a drawn first round that players can see."""
    opened = create_tournament(site.desk, name="Spring Cup", rounds=3, komi=7, by="Anneke").id
    for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Fay"):
        _enter(site.desk, opened, name)
    draw_round(site.desk, opened, round=1, by="Anneke")
    publish_round(site.desk, opened, round=1, by="Anneke")
    return opened


def _enter(desk: Desk, event: str, name: str) -> None:
    register_player(desk, event, Player(id=NEW, surname=name, grade=Grade.parse("1d")), by="Anneke")


def _seats(desk: Desk, event: str) -> dict[str, str]:
    """Who sits where, as values of the expected sentences: w1 has White at table 1."""
    state = desk.state(event).tournament
    return {
        f"{colour}{board.table}": state.player(seat).name
        for board in state.round(1).boards
        for colour, seat in (("w", board.white), ("b", board.black))
    }


def _ids(desk: Desk, event: str) -> dict[str, PlayerId]:
    return {player.name: player.id for player in desk.state(event).tournament.players}


def _claims(desk: Desk, event: str, *results: Result, entered: Result = Result.UNKNOWN) -> None:
    board = desk.state(event).tournament.round(1).boards[0]
    enter_result(desk, event, round=1, table=board.table, result=entered, by="Tomás")
    for seat, result in zip((board.white, board.black), results, strict=True):
        claim_result(desk, event, round=1, player=seat, result=result, by="phone")


NEEDS: list[tuple[str, Act, list[str]]] = [
    (
        "both won",
        lambda desk, event, _ids: _claims(desk, event, Result.WHITE_WINS, Result.BLACK_WINS),
        ["Table 1: both players report a win", "{w1} reports: {w1} beat {b1}; {b1} reports: {b1} beat {w1}"],
    ),
    (
        "different",
        lambda desk, event, _ids: _claims(desk, event, Result.JIGO, Result.WHITE_WINS),
        ["Table 1: the players report different results", "{w1} reports: Jigo: {w1} and {b1}"],
    ),
    (
        "another than entered",
        lambda desk, event, _ids: _claims(
            desk, event, Result.WHITE_WINS, Result.WHITE_WINS, entered=Result.JIGO
        ),
        ["Table 1: a player reports another result than the one entered"],
    ),
    (
        "gone",
        lambda desk, event, ids: set_attendance(desk, event, ids["Di"], round=1, plays=False, by="door"),
        ["Di is paired at table", "but misses round 1"],
    ),
    (
        "unpaired",
        lambda desk, event, _ids: _enter(desk, event, "Gus"),
        ["Gus is here and has no game in round 1"],
    ),
    (
        "odd field",
        lambda desk, event, ids: withdraw(desk, event, ids["Ada"], from_round=2, by="door"),
        ["Round 2 has 5 players, an odd number", "The draw will choose a bye."],
    ),
    (
        "one not here",
        lambda desk, event, ids: check_in(desk, event, ids["Fay"], here=False, by="door"),
        ["Fay is not here"],
    ),
    (
        "five not here",
        lambda desk, event, ids: [
            check_in(desk, event, ids[name], here=False, by="door")
            for name in ("Ada", "Bo", "Cy", "Di", "Fay")
        ],
        ["5 players are not here", "Ada, Bo, Cy, Di and 1 more"],
    ),
    (
        "old game",
        lambda desk, event, _ids: [
            *(
                enter_result(desk, event, round=1, table=table, result=Result.WHITE_WINS, by="Tomás")
                for table in (1, 2)
            ),
            draw_round(desk, event, round=2, by="Anneke"),
        ],
        ["Round 1, table 3 has no result", "{w3} against {b3}"],
    ),
    (
        "changed draw",
        lambda desk, event, ids: swap_colours(desk, event, round=1, table=1, by="Anneke"),
        [
            "Round 1: 2 players have another game than the one published",
            "Players see the earlier draw until you publish again.",
        ],
    ),
]


@pytest.mark.parametrize(("act", "expected"), [each[1:] for each in NEEDS], ids=[each[0] for each in NEEDS])
def test_what_needs_the_director_is_on_the_overview(
    site: Site, event: str, act: Act, expected: list[str]
) -> None:
    seats = _seats(site.desk, event)
    act(site.desk, event, _ids(site.desk, event))
    page = unescape(site.get(f"/t/{event}").text)
    for sentence in expected:
        assert sentence.format(**seats) in page


HISTORY: list[tuple[Act, str]] = [
    (
        lambda desk, event, ids: never_pair(desk, event, a=ids["Ada"], b=ids["Bo"], by="A"),
        "Wish for the draw: Ada and Bo never meet",
    ),
    (
        lambda desk, event, ids: want_game(desk, event, round=2, white=ids["Ada"], black=ids["Bo"], by="A"),
        "Wish for the draw: Ada and Bo meet in round 2",
    ),
    (
        lambda desk, event, ids: fix_table(desk, event, player=ids["Ada"], table=3, by="A"),
        "Wish for the draw: Ada always sits at table 3",
    ),
    (
        lambda desk, event, ids: keep_off_table(desk, event, player=ids["Ada"], table=3, by="A"),
        "Wish for the draw: Ada never sits at table 3",
    ),
    (
        lambda desk, event, ids: change_details(desk, event, place="Ghent", director="Eva", by="A"),
        "Details changed: Location: none → Ghent; Director: none → Eva",
    ),
    (
        lambda desk, event, _: change_settings(
            desk, event, replace(desk.state(event).tournament.settings, rounds=6, komi=7.5), by="A"
        ),
        "Rules changed: Rounds: 3 → 6; Komi: 7 → 7.5",
    ),
    (
        lambda desk, event, ids: move_across_bar(desk, event, ids["Cy"], side=BarSide.ABOVE, by="A"),
        "Cy starts above the bar",
    ),
    (
        lambda desk, event, ids: withdraw(desk, event, ids["Cy"], from_round=2, by="A"),
        "Cy leaves before round 2",
    ),
    (
        lambda desk, event, ids: change_player(
            desk, event, ids["Cy"], lambda old: replace(old, club="Gent"), by="A"
        ),
        "Cy, corrected: Club: none → Gent",
    ),
    (lambda desk, event, _: _enter(desk, event, "Gus"), "Late entry: Gus 1d"),
    (lambda desk, event, _: set_clock(desk, event, round=2, by="A", minutes=7), "Clock off"),
    (lambda desk, event, _: lock(desk, event, round=1, table=1, by="A"), "Locked: {w1} and {b1}"),
    (
        lambda desk, event, ids: swap(desk, event, round=1, a=ids["{w1}"], b=ids["{w2}"], by="A"),
        "Swapped: {w1} and {w2}",
    ),
    (
        lambda desk, event, _: enter_result(
            desk, event, round=1, table=1, result=Result.BLACK_WINS_BY_DEFAULT, by="A"
        ),
        "{b1} beat {w1}, by default",
    ),
    (lambda desk, event, _: publish_round(desk, event, round=1, by="A"), "Pairings published"),
]


@pytest.mark.parametrize(("act", "expected"), HISTORY, ids=[each[1] for each in HISTORY])
def test_what_happened_is_in_the_history(site: Site, event: str, act: Act, expected: str) -> None:
    seats, ids = _seats(site.desk, event), _ids(site.desk, event)
    act(site.desk, event, ids | {f"{{{place}}}": ids[name] for place, name in seats.items()})
    assert f"<span>{expected.format(**seats)}</span>" in unescape(site.get(f"/t/{event}/history").text)


def test_what_is_backed_up_on_a_server_is_said_as_it_is(site: Site, event: str) -> None:
    assert "A backup is made at every draw." in site.get(f"/t/{event}").text
    server = Site(Desk(MemoryStore()))
    opened = create_tournament(server.desk, name="Spring Cup", by="Anneke").id
    _enter(server.desk, opened, "Ada")
    html = server.get(f"/t/{opened}").text
    assert "A backup is made" not in html
    assert "the document of the tournament is written to the backups" in html
    assert "the database itself is backed up by the owner of the server" in html


def test_a_round_that_starts_later_has_not_started(site: Site, event: str) -> None:
    now = datetime.now(UTC)
    set_clock(site.desk, event, round=1, starts_at=now + timedelta(hours=1), by="Anneke")
    assert "Starts " in _headline(site, event)
    set_clock(site.desk, event, round=1, starts_at=now - timedelta(hours=1), by="Anneke")
    assert "Started " in _headline(site, event)


def _headline(site: Site, event: str) -> str:
    return site.get(f"/t/{event}").text.partition('id="headline"')[2].partition("</div>")[0]


def test_standings_published_as_final_are_not_to_be_published_any_more(site: Site, event: str) -> None:
    for board in site.desk.state(event).tournament.round(1).boards:
        enter_result(site.desk, event, round=1, table=board.table, result=Result.WHITE_WINS, by="Bruno")
    settings = site.desk.state(event).tournament.settings
    change_settings(site.desk, event, settings=replace(settings, rounds=1), by="Anneke")
    assert "Look at the final standings, then publish them." in _headline(site, event)
    publish_standings(site.desk, event, after=1, final=True, by="Anneke")
    assert "Players see the final standings." in _headline(site, event)


def test_final_standings_are_named_on_the_overview_and_on_the_wall(site: Site, event: str) -> None:
    for board in site.desk.state(event).tournament.round(1).boards:
        enter_result(site.desk, event, round=1, table=board.table, result=Result.WHITE_WINS, by="Bruno")
    publish_standings(site.desk, event, after=1, by="Anneke")
    assert "Round 2 can be drawn" in site.get(f"/t/{event}").text
    assert "<h1>Standings after round 1</h1>" in site.get(f"/p/{event}/wall").text
    finalise(site.desk, event, by="Anneke")
    page = site.get(f"/t/{event}").text
    assert "The standings are final" in page
    assert "They are not published as final yet." in page
    assert "Round 2 can be drawn" not in page
    publish_standings(site.desk, event, after=1, final=True, by="Anneke")
    assert "Players see the final standings." in site.get(f"/t/{event}").text
    assert "<h1>Final standings after round 1</h1>" in site.get(f"/p/{event}/wall").text
