"""From the sign-up on a phone to the draw, and what players do on their own page, in a real browser."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from kit.private_links import token_of
from kit.running_site import Running, running
from miai.domain.people.grade import Grade
from miai.domain.people.phones import PhoneOptions
from miai.domain.people.player import Player, Registration
from miai.domain.tournament import Tournament
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round
from miai.features.sign_up.sign_up_form import change_phones, open_form
from miai.features.tournament.create_tournament import create_tournament

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without tournaments."""
    with running(tmp_path_factory.mktemp("data")) as empty:
        yield empty


def new_event(server: Running, name: str, *players: str) -> Running:
    """A tournament whose players may do everything by phone, and are not here yet."""
    event = create_tournament(server.desk, name=name, by="director", rounds=3).id
    entered = [
        Player(id=NEW, surname=each, grade=Grade.parse("1d"), registration=Registration.PRELIMINARY)
        for each in players
    ]
    register_players(server.desk, event, entered, by="director")
    allowed = PhoneOptions(check_in=True, absences=True, bye=True)
    change_phones(server.desk, event, lambda _: allowed, by="director")
    return replace(server, demo=event)


def tournament(hall: Running) -> Tournament:
    return hall.desk.state(hall.demo).tournament


def phone(opened: Opened) -> Page:
    return opened(width=390, height=844, has_touch=True, is_mobile=True)


def test_a_player_signs_up_is_accepted_checks_in_and_is_drawn(opened: Opened, server: Running) -> None:
    hall = new_event(server, "Spring Open", "Adler")
    open_form(hall.desk, hall.demo, by="director")
    mine, console = phone(opened), opened()
    mine.goto(f"{hall.url}/p/{hall.demo}")
    mine.get_by_role("link", name="Sign up").tap()
    for label, text in (("Surname", "Fox"), ("First name", "Ida"), ("Grade", "3k"), ("Club", "Lyon")):
        mine.get_by_label(label, exact=True).fill(text)
    mine.get_by_role("checkbox", name="My name, grade").check()
    mine.get_by_role("button", name="Sign up").tap()
    expect(mine.get_by_text("Waits for the director")).to_be_visible()
    assert [player.name for player in tournament(hall).players] == ["Adler"]

    console.goto(hall.at())
    console.get_by_role("listitem").filter(has_text="1 sign-up waits for you").get_by_role("link").click()
    console.get_by_role("button", name="Accept Fox Ida").click()
    expect(console.get_by_text("Nobody waits.")).to_be_visible()
    # The phone shows the player's own page by itself.
    mine.get_by_role("button", name="I am here").tap()
    expect(mine.get_by_text("You are checked in").first).to_be_visible()

    console.goto(hall.at("players"))
    console.get_by_role("switch", name="Adler is here").click()
    console.get_by_role("link", name="Go to the draw of round 1").click()
    console.get_by_role("button", name="Draw round 1").first.click()
    console.get_by_role("button", name="Publish").first.click()
    expect(mine.get_by_text("You play at table")).to_be_visible()
    board = tournament(hall).round(1).boards[0]
    assert {tournament(hall).player(each).name for each in (board.white, board.black)} == {"Adler", "Fox Ida"}


def test_a_player_checks_in_and_gets_the_bye_they_offered_to_take(opened: Opened, server: Running) -> None:
    hall = new_event(server, "Autumn Open", "Adler", "Bakker", "Claes")
    known = tournament(hall).players[1]
    mine, console = phone(opened), opened()
    console.goto(hall.at("players"))
    mine.goto(f"{hall.url}/p/{hall.demo}/me/{token_of(hall.desk, hall.demo, known.id)}")
    mine.get_by_role("button", name="I am here").tap()
    expect(console.get_by_role("switch", name="Bakker is here")).to_be_checked()
    mine.get_by_role("button", name="I can sit out").tap()
    expect(mine.get_by_text("You offered to sit out round 1")).to_be_visible()
    mine.get_by_role("button", name="I miss it: round 2").tap()
    expect(mine.get_by_role("button", name="I play: round 2")).to_be_visible()
    assert tournament(hall).players[1].absent_rounds == {2}

    for switch in ("Adler is here", "Claes is here"):
        console.get_by_role("switch", name=switch).click()
        expect(console.get_by_role("switch", name=switch)).to_be_checked()
    # A switch turns at once; that it is saved comes later.
    while any(each.registration is Registration.PRELIMINARY for each in tournament(hall).players):
        console.wait_for_timeout(50)
    draw_round(hall.desk, hall.demo, round=1, by="director")
    publish_round(hall.desk, hall.demo, round=1, by="director")
    expect(mine.get_by_text("You have a bye in round 1.")).to_be_visible()
    authors = [entry.by for entry in hall.desk.state(hall.demo).history.entries]
    assert authors.count("Bakker") == 3
