"""The sign-up form, the director's page, the private page of a sign-up, and the kiosk."""

import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from kit.private_links import token_of
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.phones import PhoneOptions
from miai.domain.people.player import Player, Registration
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.features.congress.set_up import add_event, create_congress
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.sign_up.sign_up_form import change_form, change_phones, open_form
from miai.features.sign_up.waiting import waiting_of
from miai.features.tournament.create_tournament import create_tournament
from miai.server.limits import Limit, Window
from miai.server.passwords import hashed
from miai.server.roles import Role
from miai.store.people.player_lists import PlayerLists

FORM = "/p/spring-open/sign-up"
IDA: dict[str, Any] = {
    "surname": "Fox",
    "first_name": "Ida",
    "grade": "3k",
    "club": "Lyon",
    "country": "FR",
    "consent": "on",
}


@pytest.fixture
def event(desk: Desk) -> str:
    known = create_tournament(desk, name="Spring Open", by="Anneke", rounds=5).id
    open_form(desk, known, by="Anneke")
    return known


def sign_up(site: Site, **fields: Any) -> httpx.Response:
    return site.post(FORM, at=FORM, page=FORM, **{**IDA, **fields})


def players(site: Site) -> tuple[Player, ...]:
    return site.desk.state("spring-open").tournament.players


def test_nothing_is_public_before_the_director_accepts(site: Site, event: str) -> None:
    answer = sign_up(site, contact="ida@example.org", note="I come at noon")
    own = answer.headers["location"]
    assert re.fullmatch(rf"/p/{event}/sign-up/[0-9a-z]{{12}}", own)
    assert "Waits for the director" in site.get(own).text
    stranger = site.browser(base_url="http://miai.example")
    for path in ("", "/me", "/standings", "/sign-up", "/schedule"):
        shown = stranger.get(f"/p/{event}{path}").text
        assert "Fox" not in shown
        assert "ida@example.org" not in shown
    console = site.get(f"/t/{event}/sign-up").text
    assert "ida@example.org" in console
    assert "I come at noon" in console
    assert "1 sign-up waits for you" in site.get(f"/t/{event}").text
    site.post(f"/t/{event}/sign-up/accept", at=f"/t/{event}/sign-up", number="1")
    assert [player.name for player in players(site)] == ["Fox Ida"]
    private = site.get(own).headers["location"]
    assert private == own.replace("sign-up", "me")
    assert "Ida" in site.get(private).text
    assert "ida@example.org" not in site.get(f"/t/{event}/sign-up").text


def test_the_short_address_leads_to_the_sign_up_and_later_to_the_player(site: Site, event: str) -> None:
    own = sign_up(site).headers["location"]
    short = re.search(r"/m/[0-9a-z-]{14}", site.get(own).text)
    assert short
    assert site.get(short[0]).headers["location"] == own
    site.post(f"/t/{event}/sign-up/accept", at=f"/t/{event}/sign-up", number="1")
    assert site.get(short[0]).headers["location"] == own.replace("sign-up", "me")


def test_wrong_fields_are_named_and_what_was_typed_stays(site: Site, event: str) -> None:
    answer = sign_up(site, grade="strong", surname="", club="Lyon", consent="")
    assert answer.status_code == 422
    for said in ("strong is not a grade", "this is missing", "tick it"):
        assert said in answer.text
    assert 'value="Lyon"' in answer.text
    assert waiting_of(site.desk, event) == ()


def test_a_program_that_fills_in_everything_is_refused(site: Site, event: str) -> None:
    assert sign_up(site, website="http://spam.example").status_code == 422
    assert waiting_of(site.desk, event) == ()


def test_an_address_can_sign_up_only_so_often_within_an_hour(site: Site, event: str) -> None:
    site.app.state.app_state.sign_up_limit = Window(Limit(most=2, within=3600))
    answers = [sign_up(site, surname=name).status_code for name in ("Fox", "Green", "Hill")]
    assert answers == [303, 303, 429]
    assert len(waiting_of(site.desk, event)) == 2


def test_a_closed_form_says_so_politely(site: Site, event: str) -> None:
    site.post(f"/t/{event}/sign-up/close", at=f"/t/{event}/sign-up")
    shown = site.get(FORM)
    assert "The sign-up is closed. Ask the director" in shown.text
    assert 'name="surname"' not in shown.text
    assert "The sign-up is closed" in site.post(FORM, **IDA).text
    assert waiting_of(site.desk, event) == ()


def test_the_waiting_list_shows_the_place(site: Site, event: str) -> None:
    change_form(site.desk, event, lambda form: replace(form, limit=1), by="Anneke")
    sign_up(site)
    assert "you come to the waiting list" in site.get(FORM).text
    own = sign_up(site, surname="Green").headers["location"]
    assert "Place 1 on the waiting list" in site.get(own).text
    assert "on the waiting list, place 1" in site.get(f"/t/{event}/sign-up").text


def test_somebody_corrects_then_withdraws(site: Site, event: str) -> None:
    own = sign_up(site).headers["location"]
    site.post(own, at=own, **{**IDA, "grade": "2k", "missed": ["2", "3"]})
    shown = site.get(own).text
    assert "You miss the rounds 2, 3." in shown
    assert "Misses the rounds 2, 3" in site.get(f"/t/{event}/sign-up").text
    site.post(own, at=own, **{**IDA, "grade": "2k", "missed": ["2"]})
    assert "You miss round 2." in site.get(own).text
    assert "Misses round 2" in site.get(f"/t/{event}/sign-up").text
    assert waiting_of(site.desk, event)[0].answers.grade == "2k"
    site.post(f"{own}/withdraw", at=own)
    assert site.get(own).status_code == 404
    assert waiting_of(site.desk, event) == ()


def test_a_declined_person_reads_the_sentence(site: Site, event: str) -> None:
    own = sign_up(site).headers["location"]
    said = "Only members of the club can play this time."
    site.post(f"/t/{event}/sign-up/decline", at=f"/t/{event}/sign-up", number="1", said=said)
    shown = site.get(own).text
    assert said in shown
    assert "Fox" not in shown


def test_the_rating_list_shows_only_what_everybody_may_know(
    desk: Desk, event: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("lists")
    listed = ListedPlayer(
        source=ListSource.EGF,
        surname="Fox",
        first_name="Ida",
        grade=Grade.parse("3k"),
        rating=1812.5,
        club="Lyon",
        country="FR",
        egf_pin="10000001",
    )
    with PlayerLists(folder, create=True) as lists:
        lists.replace(PlayerList(source=ListSource.EGF, players=(listed,)))
    site = Site(desk, data=folder)
    found = site.get(f"{FORM}?q=fox").text
    assert "Fox Ida" in found
    assert "10000001" not in found
    assert "1812" not in found
    assert "Type at least three letters" in site.get(f"{FORM}?q=fo").text
    address = re.search(r'href="(/p/spring-open/sign-up\?who=[^"#]+)', found)
    assert address
    filled = site.form(address[1], FORM)
    assert filled["surname"] == ["Fox"]
    sign_up(site, who=filled["who"][0])
    assert waiting_of(desk, event)[0].answers.egf_pin == "10000001"
    site.post(f"/t/{event}/sign-up/accept-clear", at=f"/t/{event}/sign-up")
    [ida] = players(site)
    assert (ida.egf_pin, ida.rating) == ("10000001", 1812.5)


def test_the_fee_is_told_and_the_junior_asked_for_the_year(site: Site, event: str) -> None:
    fees: dict[str, Any] = {"currency": "EUR", "usual": "30", "for_juniors": "10", "junior_since": "2008"}
    site.post(f"/t/{event}/fees", at=f"/t/{event}/fees", **fees)
    assert "Those born in 2008 or later pay" in site.get(FORM).text
    sign_up(site, birth_year="2010")
    assert waiting_of(site.desk, event)[0].answers.fee == Cents(1000)
    assert "You will pay" in site.get(sign_up(site, surname="Green").headers["location"]).text


def test_opening_the_form_saves_what_is_typed_in_it(site: Site, event: str) -> None:
    page = f"/t/{event}/sign-up"
    site.post(f"{page}/close", at=page)
    shown = site.get(page).text
    assert f'form="sign-up-form" formaction="{page}/open"' in shown
    refused = site.post(f"{page}/open", at=page, limit="many", note="Bring a board")
    assert refused.status_code == 422
    assert "Bring a board" in refused.text
    assert not site.desk.state(event).tournament.sign_up.is_open
    site.post(f"{page}/open", at=page, limit="2", waiting_list="on", note="Bring a board")
    form = site.desk.state(event).tournament.sign_up
    assert (form.is_open, form.limit, form.waiting_list, form.note) == (True, 2, True, "Bring a board")


def test_the_director_sets_the_form_and_what_players_may_do(site: Site, event: str) -> None:
    page = f"/t/{event}/sign-up"
    wrong = site.post(f"{page}/form", at=page, closes_at="soon", limit="many")
    assert wrong.status_code == 422
    site.post(
        f"{page}/form",
        at=page,
        closes_at="2099-05-01T18:00",
        limit="64",
        waiting_list="on",
        note="Bring a set.",
    )
    form = site.desk.state(event).tournament.sign_up
    assert (form.limit, form.waiting_list, form.note) == (64, True, "Bring a set.")
    assert form.closes_at.startswith("2099-05-01T18:00")
    assert "Bring a set." in site.get(FORM).text
    site.post(f"{page}/phones", at=page, allowed=["check_in", "bye"])
    assert site.desk.state(event).tournament.phones == PhoneOptions(check_in=True, bye=True, results=False)


def test_sign_ups_are_downloaded_as_a_table(site: Site, event: str) -> None:
    sign_up(site, contact="ida@example.org")
    file = site.get(f"/t/{event}/sign-up/file")
    assert "attachment" in file.headers["content-disposition"]
    assert "Fox Ida" in file.text
    assert "ida@example.org" in file.text


@pytest.mark.parametrize("language", ["fr", "de"])
def test_pages_are_shown_in_other_languages(site: Site, event: str, language: str) -> None:
    own = sign_up(site).headers["location"]
    site.client.cookies.set("miai_language", language)
    kiosk = _kiosk(site, event)
    site.post(kiosk, at=kiosk)
    for path in (FORM, own, f"/t/{event}/sign-up", f"/kiosk/{event}"):
        shown = site.get(path)
        assert shown.status_code == 200, path
        assert f'lang="{language}"' in shown.text


class TestPhone:
    """A player's own page."""

    @pytest.fixture
    def phone(self, site: Site, event: str) -> tuple[str, Player]:
        names = ("Adler", "Bakker", "Claes")
        entered = [
            Player(id=NEW, surname=name, grade=Grade.parse("1d"), registration=Registration.PRELIMINARY)
            for name in names
        ]
        register_players(site.desk, event, entered, by="Anneke")
        change_phones(
            site.desk, event, lambda old: replace(old, check_in=True, absences=True, bye=True), by="Anneke"
        )
        player = players(site)[0]
        return f"/p/{event}/me/{token_of(site.desk, event, player.id)}", player

    def test_checks_in_misses_a_round_and_offers_the_bye(
        self, site: Site, phone: tuple[str, Player], event: str
    ) -> None:
        page, player = phone
        assert "I am here" in site.get(page).text
        site.post(f"{page}/here", at=page, here="on")
        site.post(f"{page}/bye", at=page, number="1", offers="on")
        site.post(f"{page}/attendance", at=page, number="2")
        shown = site.get(page).text
        for said in ("You are checked in", "You offered to sit out round 1", "Round 2: you miss it"):
            assert said in shown
        entries = site.desk.state(event).history.entries[-3:]
        assert {entry.by for entry in entries} == {player.name}

    def test_leaves_and_comes_back(self, site: Site, phone: tuple[str, Player]) -> None:
        page, _ = phone
        site.post(f"{page}/leave", at=page)
        assert "I come back" in site.get(page).text
        site.post(f"{page}/leave", at=page, back="on")
        assert players(site)[0].absent_rounds == frozenset()

    def test_sees_nothing_that_is_not_allowed(
        self, site: Site, phone: tuple[str, Player], event: str
    ) -> None:
        page, _ = phone
        change_phones(site.desk, event, lambda _: PhoneOptions(results=False), by="Anneke")
        draw_round(site.desk, event, round=1, by="Anneke")
        site.post(f"/t/{event}/publish/pairings", at=f"/t/{event}/publish", number="1")
        shown = site.get(page).text
        for said in ("I am here", "Your rounds", "I can sit out", "I won"):
            assert said not in shown
        assert site.post(f"{page}/here", at="/new", here="on").status_code == 422
        assert site.post(f"{page}/report", at="/new", number="1", said="won").status_code == 422


def test_somebody_at_a_congress_checks_in_once_for_all_events(site: Site) -> None:
    congress = create_congress(site.desk, name="Lake Congress", by="Anneke").id
    add_event(
        site.desk,
        congress,
        create_tournament(site.desk, name="Main", by="Anneke", rounds=3).id,
        by="Anneke",
    )
    open_form(site.desk, congress, by="Anneke")
    change_phones(site.desk, congress, lambda _: PhoneOptions(check_in=True, absences=True), by="Anneke")
    form = f"/p/{congress}/sign-up"
    own = site.post(form, at=form, **IDA, events=["main"]).headers["location"]
    assert "1 sign-up waits for you" in site.get(f"/t/{congress}").text
    site.post(f"/t/{congress}/sign-up/accept-clear", at=f"/t/{congress}/sign-up")
    page = site.get(own).headers["location"]
    assert "I am here" in site.get(page).text
    site.post(f"{page}/here", at=page, here="on")
    for event in (congress, "main"):
        assert site.desk.state(event).tournament.players[0].registration is Registration.FINAL
    assert site.post(f"{page}/attendance", at=page, number="1").status_code == 422


class TestKiosk:
    """The tablet at the entrance."""

    @pytest.fixture
    def tablet(self, site: Site, event: str) -> Site:
        """A browser in the hall that opened the kiosk's address."""
        entered = [
            Player(
                id=NEW,
                surname="Fox",
                first_name="Ida",
                grade=Grade.parse("3k"),
                club="Lyon",
                registration=Registration.PRELIMINARY,
            ),
            Player(id=NEW, surname="Green", grade=Grade.parse("1d"), paid=Cents(1234)),
        ]
        register_players(site.desk, event, entered, by="Anneke")
        address = _kiosk(site, event)
        site.client = site.browser(base_url="http://miai.example")
        assert site.get(address).headers["location"] == f"/kiosk/{event}"
        return site

    def test_somebody_finds_their_name_and_checks_in(self, tablet: Site, event: str) -> None:
        start = f"/kiosk/{event}"
        found = tablet.get(f"{start}?q=fox").text
        assert "Fox Ida" in found
        assert "Green" not in found
        chosen = tablet.get(f"{start}?who=p1")
        assert "You play in all rounds." in chosen.text
        assert chosen.headers["refresh"] == f"45; url={start}"
        done = tablet.post(f"{start}/here", at=f"{start}?who=p1", player="p1").headers["location"]
        thanks = tablet.get(done)
        assert "Welcome, Ida" in thanks.text
        assert thanks.headers["refresh"] == f"6; url={start}"
        assert players(tablet)[0].registration is Registration.FINAL
        assert tablet.desk.state(event).history.entries[-1].by == "kiosk"

    def test_a_stranger_is_sent_to_the_director(self, tablet: Site, event: str) -> None:
        assert "Please ask the director" in tablet.get(f"/kiosk/{event}?q=nobody").text

    def test_a_kiosk_can_do_nothing_else_and_others_are_no_kiosk(self, tablet: Site, event: str) -> None:
        assert tablet.get(f"/t/{event}/players").status_code == 403
        check_in = tablet.post(f"/t/{event}/players/check-in", at=f"/kiosk/{event}?who=p1", here="p1")
        assert check_in.status_code == 403
        other = tablet.browser(base_url="http://miai.example")
        assert other.get(f"/kiosk/{event}").status_code == 403
        assert other.get(f"/kiosk/{event}/open/wrong").status_code == 403

    def test_a_director_who_opens_a_kiosk_is_signed_out(self, desk: Desk, event: str) -> None:
        guarded = Site(desk, password_hashes={Role.DIRECTOR: hashed("correct horse")})
        address = _kiosk(Site(desk), event)
        guarded.client = guarded.browser(base_url="http://miai.example")
        guarded.post("/sign-in", at="/sign-in", password="correct horse", name="Ana")  # noqa: S106
        assert "Make this device a kiosk?" in guarded.get(address).text
        assert guarded.get(f"/kiosk/{event}").status_code == 403
        guarded.post(address, at=address)
        assert guarded.get(f"/kiosk/{event}").status_code == 200
        assert guarded.get(f"/t/{event}").headers["location"].startswith("/sign-in")

    def test_the_director_ends_all_kiosks(self, tablet: Site, event: str) -> None:
        director = Site(tablet.desk)
        director.post(f"/t/{event}/sign-up/kiosk", at=f"/t/{event}/sign-up")
        assert tablet.get(f"/kiosk/{event}").status_code == 403


def _kiosk(site: Site, event: str) -> str:
    """The address that makes a tablet a kiosk, from the director's page."""
    found = re.search(rf'href="(/kiosk/{event}/open/[^"]+)"', site.get(f"/t/{event}/sign-up").text)
    assert found
    return found[1]
