"""One code for the hall: a player chooses the name on a phone and reports; another person confirms it."""

import httpx
import pytest

from kit.private_links import token_of
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.people.phones import PhoneOptions
from miai.domain.rounds.game import Board, Result
from miai.features.draw.draw_round import draw_round
from miai.features.overview.show_overview import overview
from miai.features.phones.claim_result import claim_result
from miai.features.publish.publish_round import publish_round
from miai.features.sign_up.sign_up_form import change_phones
from miai.server import app_state
from miai.server.limits import Limit, Window
from miai.serving.demo import open_demo

HOST = "http://192.168.1.5:8000"


@pytest.fixture
def hall(desk: Desk) -> Site:
    """Round 5 is published, and players may report by name."""
    open_demo(desk, id="demo")
    draw_round(desk, "demo", round=5, by="")
    publish_round(desk, "demo", round=5, by="")
    change_phones(desk, "demo", lambda _old: PhoneOptions(by_name=True), by="")
    return Site(desk, host="0.0.0.0", trust_this_machine=True)  # noqa: S104 - nothing listens


def board(site: Site, table: int = 1) -> Board:
    found = site.desk.state("demo").tournament.board_at(5, table)
    assert found
    return found


class Phone:
    """A phone in the hall on which a name is chosen."""

    def __init__(self, site: Site, player: str) -> None:
        self.browser = site.browser(base_url=HOST, address="192.168.1.77")
        self.player = player
        self.send("/p/demo/me", player=player)

    def send(self, path: str, **fields: str) -> httpx.Response:
        page = self.browser.get(f"/p/demo/player/{self.player}").text
        token = page.partition('name="csrf" value="')[2].partition('"')[0]
        answer: httpx.Response = self.browser.post(path, data={"csrf": token, **fields})
        return answer

    def says(self, said: str, number: int = 5) -> httpx.Response:
        return self.send(f"/p/demo/player/{self.player}/report", number=str(number), said=said)

    @property
    def page(self) -> str:
        text: str = self.browser.get(f"/p/demo/player/{self.player}").text
        return text


def test_a_report_by_name_waits_for_the_opponent(hall: Site) -> None:
    white, black = Phone(hall, board(hall).white), Phone(hall, board(hall).black)
    assert "After the game" in white.page
    assert white.says("won").status_code == 303
    assert board(hall).result is Result.UNKNOWN
    assert "as soon as your opponent or the result desk says the same" in white.page
    assert "Your opponent reports that you lost" in black.page
    assert black.says("lost").status_code == 303
    assert board(hall).result is Result.WHITE_WINS
    assert hall.desk.state("demo").tournament.round(5).claims == ()


def test_two_reports_that_differ_count_for_nothing_and_the_desk_sees_them(hall: Site) -> None:
    white, black = Phone(hall, board(hall).white), Phone(hall, board(hall).black)
    white.says("won")
    assert not needs(hall)
    black.says("won")
    assert board(hall).result is Result.UNKNOWN
    assert "both players report a win" in needs(hall)
    assert "Please go to the result desk together" in white.page


def needs(site: Site) -> str:
    found = overview(site.desk.state("demo").tournament)
    return " ".join(str(each.what) for each in found.needs if each.table)


def test_the_result_desk_sees_a_waiting_report_and_confirms_it_with_one_click(hall: Site) -> None:
    """The row stays as high as before: a marker at the name, and the whole line if it is opened."""
    Phone(hall, board(hall).black).says("won")
    page = hall.get("/t/demo/results?round=5").text
    assert "Black reported by phone" in page
    assert page.count("who reported") == 1
    assert "reports by name: " in page
    assert "Reported by name on a phone, not confirmed yet" in hall.get("/t/demo/results?round=5&at=1").text
    hall.post(
        "/t/demo/results/enter?seen=unknown",
        at="/t/demo/results",
        page="/t/demo/results",
        round="5",
        entry="1 b",
    )
    assert board(hall).result is Result.BLACK_WINS
    assert "reported by phone" not in hall.get("/t/demo/results?round=5").text


def test_one_phone_reports_for_one_player(hall: Site) -> None:
    phone = Phone(hall, board(hall).white)
    phone.says("won")
    # The same phone takes the name of the opponent.
    phone.player = board(hall).black
    phone.send("/p/demo/me", player=phone.player)
    refused = phone.says("lost")
    assert refused.status_code == 422
    assert "a phone reports for one player" in refused.text
    assert board(hall).result is Result.UNKNOWN


def test_a_second_phone_under_the_same_name_is_sent_to_the_desk(hall: Site) -> None:
    stranger, player = Phone(hall, board(hall).white), Phone(hall, board(hall).white)
    stranger.says("lost")
    assert "Another phone reported that you lost" in player.page
    assert "After the game" in player.page
    refused = player.says("won")
    assert refused.status_code == 422
    assert "Another phone has reported" in refused.text


def test_a_report_with_a_private_link_is_not_replaced_by_name(hall: Site) -> None:
    white = board(hall).white
    claim_result(hall.desk, "demo", round=5, player=white, result=Result.WHITE_WINS, by="x")
    assert board(hall).result is Result.WHITE_WINS
    assert Phone(hall, white).says("lost").status_code == 422
    assert board(hall).result is Result.WHITE_WINS


def test_a_private_link_confirms_what_was_said_by_name_and_counts_at_once(hall: Site) -> None:
    white, black = board(hall).white, board(hall).black
    Phone(hall, white).says("won")
    token = token_of(hall.desk, "demo", black)
    browser = hall.browser(base_url=HOST, address="192.168.1.78")
    page = browser.get(f"/p/demo/me/{token}").text
    csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
    browser.post(f"/p/demo/me/{token}/report", data={"csrf": csrf, "number": "5", "said": "lost"})
    assert board(hall).result is Result.WHITE_WINS


def test_a_name_that_was_not_chosen_on_this_phone_is_refused(hall: Site) -> None:
    phone = Phone(hall, board(hall).white)
    other = board(hall, 2).white
    refused = phone.send(f"/p/demo/player/{other}/report", number="5", said="won")
    assert refused.status_code == 422
    assert "choose your name first" in refused.text


def test_without_the_permission_there_are_no_buttons_and_no_reports(hall: Site) -> None:
    change_phones(hall.desk, "demo", lambda _old: PhoneOptions(), by="")
    phone = Phone(hall, board(hall).white)
    assert "After the game" not in phone.page
    refused = phone.says("won")
    assert refused.status_code == 422
    assert "this is not possible by phone here" in refused.text.lower()


def test_one_address_cannot_report_without_end(hall: Site) -> None:
    state = hall.app.state.app_state
    state.report_limit = Window(Limit(most=1, within=3600))
    assert app_state.REPORTS.most >= 400
    phone = Phone(hall, board(hall).white)
    phone.says("won")
    assert phone.says("lost").status_code == 429


def test_the_reports_survive_the_file_and_a_replay(hall: Site) -> None:
    Phone(hall, board(hall).white).says("won")
    state = hall.desk.state("demo")
    again = hall.desk.create(read_history(write_history(state.history)), id="copy")
    assert again.tournament.round(5).claims == state.tournament.round(5).claims
    assert state.tournament.round(5).claims[0].by_name


def test_the_switch_is_on_show(hall: Site) -> None:
    change_phones(hall.desk, "demo", lambda _old: PhoneOptions(), by="")
    assert hall.post("/t/demo/show/reports", at="/t/demo/show", on="on").status_code == 303
    assert hall.desk.state("demo").tournament.phones.by_name
    hall.post("/t/demo/show/reports", at="/t/demo/show")
    assert not hall.desk.state("demo").tournament.phones.by_name
