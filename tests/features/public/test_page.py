"""The players' pages: only what is published, the own row, and reports by private link."""

import re
from dataclasses import replace
from html import unescape

import httpx
import pytest

from kit.private_links import token_of
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Sex
from miai.domain.rounds.game import Board, Result
from miai.features.draw.change_draw import set_terms, swap
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import change_player
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_round
from miai.features.results.claims import open_claims
from miai.features.results.enter_result import enter_result
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament


class Phone:
    """A player's phone in the hall: nobody has signed in on it."""

    def __init__(self, site: Site) -> None:
        self.client = site.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")

    def get(self, path: str) -> httpx.Response:
        """Open a page."""
        answer: httpx.Response = self.client.get(path, follow_redirects=True)
        return answer

    def text(self, path: str) -> str:
        """The words of a page."""
        return unescape(self.get(path).text)

    def post(self, path: str, *, at: str, **fields: str) -> httpx.Response:
        """Send the form of a page."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.get(at).text)
        sent = {"csrf": found[1] if found else "", **fields}
        answer: httpx.Response = self.client.post(path, data=sent, follow_redirects=True)
        return answer


@pytest.fixture
def hall(desk: Desk, demo_id: str) -> Site:
    """The Riverside Open, served to a hall; round 5 is drawn and published."""
    draw_round(desk, demo_id, round=5, by="director")
    publish_round(desk, demo_id, round=5, by="director")
    return Site(desk, host="0.0.0.0")  # noqa: S104 - nothing listens here


@pytest.fixture
def phone(hall: Site) -> Phone:
    """A phone in that hall."""
    return Phone(hall)


def _board(desk: Desk) -> tuple[Board, Player, Player]:
    event = desk.state("demo").tournament
    board = event.round(5).boards[0]
    return board, event.player(board.white), event.player(board.black)


def _link(desk: Desk, player: Player) -> str:
    return f"/p/demo/me/{token_of(desk, 'demo', player.id)}"


def test_before_anything_is_published_nobody_sees_who_entered(desk: Desk) -> None:
    new = create_tournament(desk, name="Spring Open", by="director").id
    phone = Phone(Site(desk, host="0.0.0.0"))  # noqa: S104
    assert "Nothing is published yet" in phone.text(f"/p/{new}")
    assert "No standings are published yet" in phone.text(f"/p/{new}/standings")
    assert "Nothing is published yet" in phone.text(f"/p/{new}/me")


def test_the_list_of_events_follows_what_is_published(desk: Desk, demo_id: str) -> None:
    new = create_tournament(desk, name="Spring Open", by="director").id
    phone = Phone(Site(desk, host="0.0.0.0"))  # noqa: S104
    for name in ("Ada", "Bo"):
        register_player(desk, new, Player(id=NEW, surname=name, grade=Grade.parse("1d")), by="director")
    draw_round(desk, new, round=1, by="director")
    assert "Riverside Open" in phone.text("/")
    assert "Spring Open" not in phone.text("/")
    publish_round(desk, new, round=1, by="director")
    change_details(desk, new, by="director", name="Spring Cup")
    assert "Spring Cup" in phone.text("/")
    unpublish_round(desk, new, round=1, by="director")
    assert "Spring Cup" not in phone.text("/")


def test_a_draft_stays_secret_on_every_page(desk: Desk, demo_id: str) -> None:
    drawn = draw_round(desk, demo_id, round=5, by="director").saved.state.tournament.round(5)
    phone = Phone(Site(desk, host="0.0.0.0"))  # noqa: S104
    player = drawn.boards[0].white
    for path in ("", "?round=5", "?by=table", "/standings?view=wall", f"/player/{player}", "/wall"):
        html = phone.text(f"/p/demo{path}")
        assert "Round 5" not in html
        assert "round 5" not in html


def test_pairings_by_name_say_table_colour_and_opponent(hall: Site, phone: Phone) -> None:
    board, white, black = _board(hall.desk)
    row = re.search(rf'<tr[^>]*id="seat-{white.id}".*?</tr>', phone.text("/p/demo"), re.DOTALL)
    assert row
    assert f"against {black.name}" in row[0]
    assert 'aria-label="White"' in row[0]
    assert f'<td class="seat">{board.table}</td>' in row[0]


def test_pairings_by_table_keep_white_left(hall: Site, phone: Phone) -> None:
    board, white, black = _board(hall.desk)
    row = phone.text("/p/demo?by=table").partition(f'data-row="r5-t{board.table}"')[2].partition("</tr>")[0]
    assert row.index(white.name) < row.index(black.name)


def test_a_name_is_found_without_accents_and_scripts(hall: Site, phone: Phone) -> None:
    _, white, _black = _board(hall.desk)
    html = phone.text(f"/p/demo?find={white.surname[:4].upper()}")
    assert f'id="seat-{white.id}"' in html
    assert html.count('id="seat-') < 25


def test_a_changed_draw_is_seen_only_when_published_again(hall: Site, phone: Phone) -> None:
    before = phone.text("/p/demo?by=table")
    first, second = hall.desk.state("demo").tournament.round(5).boards[:2]
    swap(hall.desk, "demo", round=5, a=first.white, b=second.white, by="director")
    rows = re.compile(r"<tbody>.*</tbody>", re.DOTALL)
    assert rows.findall(phone.text("/p/demo?by=table")) == rows.findall(before)
    publish_round(hall.desk, "demo", round=5, by="director")
    assert rows.findall(phone.text("/p/demo?by=table")) != rows.findall(before)


def test_standings_stop_at_the_round_that_was_published(hall: Site, phone: Phone) -> None:
    board, _white, _black = _board(hall.desk)
    before = phone.text("/p/demo/standings?view=wall")
    enter_result(hall.desk, "demo", round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    after = phone.text("/p/demo/standings?view=wall")
    assert "After round 4" in after
    table = re.compile(r"<tbody>.*</tbody>", re.DOTALL)
    assert table.findall(after) == table.findall(before)


def test_a_private_link_shows_the_own_table_first_and_pins_the_own_row(hall: Site, phone: Phone) -> None:
    board, white, black = _board(hall.desk)
    html = phone.text(_link(hall.desk, white))
    assert "You play at table" in html
    assert f"<dd>{board.table}</dd>" in html
    assert black.name in html
    for path in ("/p/demo", "/p/demo/standings"):
        mine = re.findall(r'<tr class="on mine" aria-current="true".*?</tr>', phone.text(path), re.DOTALL)
        assert len(mine) == 1
        assert white.name in mine[0]
    assert "You play at table" in phone.text("/p/demo/me")


def test_one_report_counts_and_the_opponent_is_asked(hall: Site, phone: Phone) -> None:
    _, white, black = _board(hall.desk)
    link = _link(hall.desk, white)
    answer = phone.post(f"{link}/report", at=link, number="5", said="won")
    assert "You reported that you won." in unescape(answer.text)
    assert _board(hall.desk)[0].result is Result.WHITE_WINS
    other = Phone(hall)
    theirs = _link(hall.desk, black)
    assert "Your opponent reports that you lost." in other.text(theirs)
    other.post(f"{theirs}/report", at=theirs, number="5", said="lost")
    assert "Entered. If it is wrong, tell the result desk." in phone.text(link)
    assert not open_claims(hall.desk.state("demo").tournament)
    assert hall.desk.state("demo").history.entries[-1].by == black.name


def test_two_reports_that_differ_send_both_to_the_desk(hall: Site, phone: Phone) -> None:
    _, white, black = _board(hall.desk)
    for player in (white, black):
        own = Phone(hall)
        link = _link(hall.desk, player)
        own.post(f"{link}/report", at=link, number="5", said="won")
    assert "report different results" in phone.text(_link(hall.desk, white))
    assert not _board(hall.desk)[0].result.known
    [claims] = open_claims(hall.desk.state("demo").tournament)
    assert not claims.provisional


def test_jigo_is_offered_where_the_komi_is_a_whole_number(hall: Site, phone: Phone) -> None:
    board, white, _black = _board(hall.desk)
    assert "I won" in phone.text(_link(hall.desk, white))
    assert "It was jigo" not in phone.text(_link(hall.desk, white))
    set_terms(hall.desk, "demo", round=5, table=board.table, handicap=0, komi=7, by="director")
    publish_round(hall.desk, "demo", round=5, by="director")
    assert "It was jigo" in phone.text(_link(hall.desk, white))


def test_a_report_does_not_overrule_the_desk(hall: Site, phone: Phone) -> None:
    board, white, _black = _board(hall.desk)
    enter_result(hall.desk, "demo", round=5, table=board.table, result=Result.BLACK_WINS, by="director")
    link = _link(hall.desk, white)
    phone.post(f"{link}/report", at="/p/demo/player/" + white.id, number="5", said="won")
    assert _board(hall.desk)[0].result is Result.BLACK_WINS
    assert "Entered by the result desk" in phone.text(link)


def test_nobody_reports_with_a_link_that_is_not_theirs(hall: Site, phone: Phone) -> None:
    _, white, _black = _board(hall.desk)
    version = hall.desk.state("demo").version
    assert phone.get("/p/demo/me/AAAAAAAAAAAA").status_code == 404
    answer = phone.post(
        "/p/demo/me/AAAAAAAAAAAA/report", at=f"/p/demo/player/{white.id}", number="5", said="won"
    )
    assert answer.status_code == 404
    assert hall.desk.state("demo").version == version


def test_choosing_a_name_pins_the_row_but_reports_nothing(hall: Site, phone: Phone) -> None:
    _, white, _black = _board(hall.desk)
    answer = phone.post("/p/demo/me", at=f"/p/demo/player/{white.id}", player=white.id)
    assert "You play at table" in answer.text
    assert "I won" not in answer.text
    assert 'class="on mine"' in phone.text("/p/demo")
    phone.post("/p/demo/me", at=f"/p/demo/player/{white.id}", player="")
    assert 'class="on mine"' not in phone.text("/p/demo")
    assert "Who are you?" in phone.text("/p/demo/me")


def test_a_forged_cookie_pins_nothing(hall: Site, phone: Phone) -> None:
    _, white, _black = _board(hall.desk)
    phone.client.cookies.set("miai_me_demo", f'["demo","{white.id}","x"].forged')
    assert 'class="on mine"' not in phone.text("/p/demo")


def test_a_players_page_tells_the_games_of_published_rounds(hall: Site, phone: Phone) -> None:
    _, white, _black = _board(hall.desk)
    event = hall.desk.state("demo").tournament
    html = phone.text(f"/p/demo/player/{white.id}")
    for number in range(1, 5):
        board = event.round(number).board_of(white.id)
        if board:
            assert event.player(board.opponent_of(white.id)).name in html


def test_whoever_has_a_bye_is_told_so(hall: Site, phone: Phone) -> None:
    [bye] = hall.desk.state("demo").tournament.round(5).byes
    player = hall.desk.state("demo").tournament.player(bye.player)
    assert "You have a bye in round 5." in phone.text(_link(hall.desk, player))
    assert "has a bye" in phone.text("/p/demo")


def test_players_filter_the_standings_but_not_by_what_is_personal(site: Site, demo_id: str) -> None:
    player = site.desk.state(demo_id).tournament.players[0]
    change_player(
        site.desk, "demo", player.id, lambda old: replace(old, birth_year=2010, sex=Sex.FEMALE), by="director"
    )
    page = "/p/demo/standings"
    count = site.get(page).text.count('<td class="place">')
    found = site.get(f"{page}?among=country%3D{player.country}").text
    assert 0 < found.count('<td class="place">') < count
    assert "Overall" in found
    assert site.get(f"{page}?among=born%3D2010%2C+sex%3Dfemale").text.count('<td class="place">') == count
    assert "Year of birth" not in found
