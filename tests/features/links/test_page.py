"""Private links: issued and shown once, opened by phones, revoked; wrong ones cannot be guessed."""

import csv
import io
import re
from html import unescape

import httpx
import pytest

from kit.congress_hall import BY, Hall
from kit.private_links import token_of
from kit.qr_reading import qr_texts
from kit.web_site import Site, TestClient
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.links.player_links import latest_links
from miai.features.publish.publish_round import publish_round
from miai.server import addresses
from miai.server.app_state import WRONG_LINKS
from miai.server.limits import Window

LINKS = "/t/demo/links"
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


@pytest.fixture
def hall(desk: Desk, demo_id: str) -> Site:
    """The Riverside Open, served to a hall; round 5 is drawn and published."""
    draw_round(desk, demo_id, round=5, by="director")
    publish_round(desk, demo_id, round=5, by="director")
    return Site(desk, host="0.0.0.0", trust_this_machine=True)  # noqa: S104 - nothing listens here


def phone_in(hall: Site, address: str = "192.168.1.77") -> TestClient:
    return hall.browser(base_url="http://192.168.1.5:8000", address=address)


def issued(answer: httpx.Response) -> dict[str, str]:
    """The links that a page shows, by name."""
    found = re.findall(r'class="name">([^<]+)<.*?href="[^"]*(/m/[^"]+)"', answer.text, re.DOTALL)
    return {unescape(name).strip(): path for name, path in found}


def report(phone: TestClient, link: str, said: str) -> httpx.Response:
    page = phone.get(link, follow_redirects=True)
    fields = {"csrf": _CSRF.findall(page.text)[0], "number": "5", "said": said}
    answer: httpx.Response = phone.post(f"{page.url.path}/report", data=fields)
    return answer


def test_links_are_shown_once_and_open_the_players_own_pages(hall: Site, demo_id: str) -> None:
    players = hall.desk.state(demo_id).tournament.players
    assert f"Issue {len(players)} links" in hall.get(LINKS).text
    answer = hall.post(f"{LINKS}/issue", page=LINKS, at=LINKS)
    assert "These links are shown only now." in answer.text
    links = issued(answer)
    assert set(links) == {player.name for player in players}
    after = hall.get(LINKS).text
    assert "/m/" not in after
    assert "issued" in after
    for name in list(links)[:2]:
        phone = phone_in(hall)
        opened = phone.get(links[name].upper().replace("/M/", "/m/").replace("-", ""))
        assert opened.status_code == 303
        assert name.split()[0] in unescape(phone.get(opened.headers["location"]).text)
        assert phone.get(f"/p/{demo_id}/me").headers["location"] == opened.headers["location"]


def test_the_page_of_new_links_gives_cards_to_cut_out_and_a_table(hall: Site, demo_id: str) -> None:
    page = hall.post(f"{LINKS}/issue", page=LINKS, at=LINKS)
    links = issued(page)
    tokens = re.findall(r'name="tokens" value="([^"]+)"', page.text)
    cards = hall.post(f"{LINKS}/cards", at=LINKS, tokens=tokens[0]).text
    codes = qr_texts(cards)
    assert len(codes) == len(links)
    whose = re.findall(r"<title>QR code of the private link of ([^<]+)</title>", cards)
    paths = [code.partition(":8000")[2] for code in codes]
    assert {unescape(name): path for name, path in zip(whose, paths, strict=True)} == links
    assert re.findall(r"<b>(/m/[^<]+)</b></code>", cards) == paths
    file = hall.post(f"{LINKS}/file", at=LINKS, tokens=tokens[0])
    assert file.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert {row["name"]: row["link"].partition(":8000")[2] for row in rows} == links
    player = hall.desk.state(demo_id).tournament.players[0]
    hall.post(f"{LINKS}/revoke", at=LINKS, players=player.id)
    assert player.name not in unescape(hall.post(f"{LINKS}/cards", at=LINKS, tokens=tokens[0]).text)
    assert hall.post(f"{LINKS}/cards", at=LINKS, tokens="0000000000000").status_code == 404


def test_a_form_sent_twice_shows_the_same_links(hall: Site) -> None:
    fields = {"csrf": hall.token(LINKS)}
    first, second = (issued(hall.client.post(f"{LINKS}/issue", data=fields)) for _ in range(2))
    assert first
    assert first == second


def test_one_link_comes_with_its_code(hall: Site, demo_id: str) -> None:
    player = hall.desk.state(demo_id).tournament.players[0]
    answer = hall.post(f"{LINKS}/issue", at=LINKS, players=player.id)
    [code] = qr_texts(answer.text)
    assert f'href="{code}"' in answer.text
    phone = phone_in(hall)
    assert phone.get(code.partition(":8000")[2]).headers["location"].startswith("/p/demo/me/")
    assert [link.valid for link in latest_links(hall.desk, demo_id).values()] == [True]


def test_two_phones_report_until_one_link_is_revoked(hall: Site, demo_id: str) -> None:
    event = hall.desk.state(demo_id).tournament
    board = event.round(5).boards[0]
    white, black = (
        f"/p/demo/me/{token_of(hall.desk, demo_id, player)}" for player in (board.white, board.black)
    )
    first, second = phone_in(hall), phone_in(hall, "192.168.1.78")
    assert report(first, white, "won").status_code == 303
    page = first.get(white)
    token = _CSRF.findall(page.text)[0]
    hall.post(f"{LINKS}/revoke", at=LINKS, players=board.white)
    # The page is still open on the phone; the next click is refused, and the report of before stands.
    fields = {"csrf": token, "number": "5", "said": "lost"}
    refused = first.post(f"{white}/report", data=fields, headers={"X-Requested-With": "miai"})
    assert refused.status_code == 410
    assert "Ask the director for your new link" in refused.text
    moved = first.get("/p/demo/me")
    assert moved.headers["location"] == white
    ended = first.get(white)
    assert ended.status_code == 410
    assert "This link has ended" in ended.text
    assert 'href="/p/demo"' in ended.text
    assert first.get("/p/demo/me").status_code == 200, "the phone forgot the link"
    assert report(second, black, "lost").status_code == 303
    assert hall.desk.state(demo_id).tournament.round(5).boards[0].result is Result.WHITE_WINS
    [code] = qr_texts(hall.post(f"{LINKS}/issue", at=LINKS, players=board.white).text)
    assert first.get(code.partition(":8000")[2]).status_code == 303
    assert first.get(white).status_code == 410


def test_all_links_are_revoked_or_issued_anew_at_once(hall: Site, demo_id: str) -> None:
    old = issued(hall.post(f"{LINKS}/issue", at=LINKS))
    new = issued(hall.post(f"{LINKS}/issue", at=LINKS, all_anew="yes"))
    assert set(new) == set(old)
    phone = phone_in(hall)
    assert {phone.get(path).status_code for path in old.values()} == {410}
    assert {phone.get(path).status_code for path in new.values()} == {303}
    answer = hall.post(f"{LINKS}/revoke", at=LINKS, everybody="yes")
    assert answer.headers["location"] == LINKS
    assert {phone.get(path).status_code for path in new.values()} == {410}
    assert hall.post(f"{LINKS}/revoke", at=LINKS).status_code == 422
    assert not any(link.valid for link in latest_links(hall.desk, demo_id).values())


def test_guessing_is_stopped_without_stopping_phones_that_are_known(hall: Site, demo_id: str) -> None:
    one, other = hall.desk.state(demo_id).tournament.players[:2]
    known = f"/p/demo/me/{token_of(hall.desk, demo_id, one.id)}"
    waiting = f"/p/demo/me/{token_of(hall.desk, demo_id, other.id)}"
    phone, guesser, elsewhere = phone_in(hall), phone_in(hall), phone_in(hall, "10.0.0.9")
    assert phone.get(known).status_code == 200
    for number in range(WRONG_LINKS.most):
        assert guesser.get(f"/m/{number:012}").status_code == 404
    refused = guesser.get("/m/zzzzzzzzzzzz")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= WRONG_LINKS.within
    assert "Too many wrong links" in refused.text
    assert guesser.get("/p/demo/sign-up/zzzzzzzzzzzz").status_code == 429
    assert guesser.get(waiting).status_code == 429
    assert phone.get(known).status_code == 200
    assert elsewhere.get(waiting).status_code == 200


def test_wrong_links_are_forgotten_after_a_while() -> None:
    now = 0.0
    wrong = Window(WRONG_LINKS, now=lambda: now)
    for _ in range(WRONG_LINKS.most):
        assert not wrong.wait("a")
        wrong.count("a")
    assert wrong.wait("a") == WRONG_LINKS.within
    assert not wrong.wait("b")
    now = WRONG_LINKS.within
    assert not wrong.wait("a")


def test_several_workers_together_allow_no_more_wrong_links() -> None:
    workers = [Window(WRONG_LINKS.shared_by(3)) for _ in range(3)]
    for wrong in workers:
        for _ in range(WRONG_LINKS.most // 3):
            assert not wrong.wait("a")
            wrong.count("a")
        assert wrong.wait("a")


def test_the_link_of_a_congress_shows_all_games_and_leads_to_where_each_is_reported(desk: Desk) -> None:
    at = Hall(store=desk.store)
    for name in ("Ada", "Bo", "Cy"):
        at.person(name)
    main, rapid = at.open("Main", rounds=2), at.open("Rapid", rounds=2)
    side = at.open("Side", rounds=2)
    at.enter("Cy", side)
    for name in ("Ada", "Bo"):
        at.enter(name, main, rapid)
    for event in (main, rapid):
        at.draw(event, 1)
        publish_round(at.desk, event, round=1, by=BY)
    site = Site(at.desk)
    assert "/links" in site.get(f"/t/{at.id}").text
    assert f"/t/{at.id}/links" in site.get(f"/t/{main}/links").text
    link = issued(site.post(f"/t/{at.id}/links/issue", at=f"/t/{at.id}/links"))["Ada"]
    phone = site.browser()
    page = phone.get(link, follow_redirects=True)
    reporting = re.findall(r'href="(/p/[^"]+/me/[^"]+)">Report the result', page.text)
    assert [address.split("/")[2] for address in reporting] == [main, rapid]
    assert phone.get(f"/p/{rapid}/me").headers["location"] == reporting[1]
    assert phone.get(f"/p/{side}/me").status_code == 200, "the link does not hold where its person is not"
    opened = phone.get(reporting[1])
    action = re.findall(r'action="(/p/[^"]+/report)"', opened.text)[0]
    fields = {"csrf": _CSRF.findall(opened.text)[0], "number": "1", "said": "won"}
    assert phone.post(action, data=fields).status_code == 303
    assert at.event(rapid).round(1).boards[0].result.known
    assert not at.event(main).round(1).boards[0].result.known


def test_codes_stand_on_the_poster_the_slips_the_publish_page_and_the_projector(
    hall: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "own_address", lambda: "192.168.1.5")
    base = "http://192.168.1.5:8000"
    pages = {
        "/t/demo/print/poster": f"{base}/p/demo",
        "/t/demo/publish": f"{base}/p/demo",
        "/t/demo/print/slips?round=5": f"{base}/p/demo/me",
        "/t/demo/print/round?round=5": f"{base}/p/demo/me",
        "/p/demo/wall": f"{base}/p/demo",
    }
    for page, wanted in pages.items():
        codes = set(qr_texts(hall.get(page).text))
        # The first page of a printed draw has the head of the log, too.
        heads = {code for code in codes if "#miai-head:" in code}
        assert codes - heads == {wanted}, page
        assert len(heads) == (1 if "print/round" in page else 0), page
    wall = hall.get("/p/demo/wall?page=3").text
    assert re.search(r'class="scan-page" data-page="on your phone">', wall)
    assert "192.168.1.5:8000<wbr>/p/demo" in wall


def test_where_only_this_machine_can_open_it_no_code_is_shown(site: Site, demo_id: str) -> None:
    del demo_id
    for page in ("/t/demo/print/poster", "/t/demo/publish", "/t/demo/print/slips?round=4", "/p/demo/wall"):
        assert not qr_texts(site.get(page).text), page
