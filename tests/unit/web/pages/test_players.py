"""Players: entering, finding, checking in, attendance, late arrivals, and the bar across the field."""

import html
import io
import re
import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import openpyxl
import pytest

from console import Console, console
from miai.app.event.create_tournament import create_tournament
from miai.app.players.register_player import NEW, register_players
from miai.app.results.enter_result import enter_result
from miai.app.studies.bar import study_bar
from miai.bar.study import BarEntry, BarStudy
from miai.domain.game import Result
from miai.domain.grade import Grade
from miai.domain.listed import ListedPlayer, ListSource, PlayerList
from miai.domain.player import BarSide, Player, Registration
from miai.formats.workbook import write_workbook
from miai.store.player_lists import PlayerLists
from miai.web.pages.players import bar_study, routes
from web_site import Site

Hall = tuple[Console, Site, str]


@pytest.fixture
def hall(tmp_path: Path) -> Callable[..., Hall]:
    """A tournament with players such as "Ada 3d", a browser at it, and the address of its players."""

    def opened(players: str = "", **settings: Any) -> Hall:
        at = console(players, **settings)
        return at, Site(at.desk, data=tmp_path), f"/t/{at.id}/players"

    return opened


@pytest.fixture
def lists(tmp_path: Path) -> None:
    """A rating list with three people, one of them of unknown strength."""
    people = [
        ("Willemsen", "Aurélie", "3k", 1816.0, "BE", "Antwerpen", "10000001"),
        ("Williamson", "Rory", "6k", 1492.0, "GB", "Leeds", "10000002"),
        ("Wilde", "Oscar", None, None, "IE", "Dublin", "10000003"),
    ]
    listed = tuple(
        ListedPlayer(
            source=ListSource.EGF,
            surname=surname,
            first_name=first,
            grade=Grade.parse(grade) if grade else None,
            rating=rating,
            country=country,
            club=club,
            egf_pin=pin,
        )
        for surname, first, grade, rating, country, club, pin in people
    )
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=listed))


def known(at: Console, name: str) -> Player:
    return at.event.player(at.who(name))


def texts(answer: httpx.Response) -> str:
    """What a page says, without its tags."""
    plain = re.sub(r"<[^>]+>", " ", answer.text)
    return " ".join(html.unescape(plain).split())


def rows(answer: httpx.Response) -> list[str]:
    """The names in the list of players, from top to bottom."""
    return [html.unescape(name) for name in re.findall(r'<td class="name"><a[^>]*>([^<]+)</a>', answer.text)]


def history(answer: httpx.Response) -> list[str]:
    """The entries of a player's own history, the latest first."""
    entries = re.findall(r"</time>\s*<span>(.*?)</span>", answer.text)
    return [html.unescape(re.sub(r"<[^>]+>", "", entry)) for entry in entries]


def follow(site: Site, answer: httpx.Response) -> httpx.Response:
    assert answer.status_code == 303, texts(answer)
    return site.get(answer.headers["location"])


# Entering -----------------------------------------------------------------------------


def test_nobody_yet_is_an_invitation(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    answer = site.get(page)
    assert "No players yet" in answer.text
    assert f'href="{page}/new"' in answer.text
    assert f'href="{page}/import"' in answer.text


def test_a_name_and_a_grade_enter_a_player_who_is_here(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/new", surname="de Wit", first_name="Sander", grade="3d", here="true")
    assert "de Wit Sander 3d is here" in follow(site, answer).text
    player = known(at, "de Wit")
    assert (player.first_name, str(player.grade), player.registration) == ("Sander", "3d", Registration.FINAL)


def test_without_the_tick_a_player_is_entered_only(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    site.post(f"{page}/new", surname="Claes", grade="1d")
    assert known(at, "Claes").registration is Registration.PRELIMINARY


def test_a_wrong_grade_is_named_at_its_field_and_the_rest_stays(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/new", surname="Claes", grade="4q", rating="many", club="Leuven")
    assert answer.status_code == 422
    assert 'value="Leuven"' in answer.text
    assert "4q is not a grade" in answer.text
    assert "many is not a number" in answer.text
    assert answer.text.count('aria-invalid="true"') == 2
    assert at.event.players == ()


def test_what_was_typed_is_already_in_the_form_of_somebody_new(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    answer = site.get(f"{page}/new?name=jansen+piet")
    assert 'value="Jansen"' in answer.text
    assert 'value="Piet"' in answer.text


def test_somebody_entered_twice_is_flagged_at_once(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    at.enter("Desmet", "6k", first_name="Jules")
    answer = follow(site, site.post(f"{page}/new", surname="Desmet", first_name="J.", grade="6k"))
    assert "Look at: twice? also Desmet Jules 6k" in answer.text
    assert rows(site.get(f"{page}?show=look")) == ["Desmet J.", "Desmet Jules"]


def test_a_grade_far_from_the_rating_is_flagged(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d")
    at.enter("Delcourt", "8k", rating=1968.0)
    answer = site.get(f"{page}?show=look")
    assert rows(answer) == ["Delcourt"]
    assert "rating 1968 is nearer 1k" in answer.text


# Searching ----------------------------------------------------------------------------


def test_letters_find_those_awaited_then_those_here_then_the_list(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall()
    at.enter("Wilson", "2d")
    at.enter("Willems", "10k", first_name="Stan")
    at.leave("Willems")
    answer = site.get(f"{page}/find?q=wil")
    found = re.findall(r'role="option"[^>]*><span>(.*?)</span>', answer.text)
    assert [re.sub(r"<[^>]+>", "", each) for each in found] == [
        "Willems Stan", "Wilson", "Wilde Oscar", "Willemsen Aurélie", "Williamson Rory",
    ]  # fmt: skip
    assert "<mark>Wil</mark>lems Stan" in answer.text
    assert answer.text.count('aria-selected="true"') == 1
    assert "entered, not here" in answer.text
    assert "EGF list" in answer.text


@pytest.mark.requirement("C22", "C23")
def test_a_rating_that_is_no_longer_published_is_marked_and_used(
    hall: Callable[..., Hall], tmp_path: Path
) -> None:
    listed = ListedPlayer(
        source=ListSource.EGF,
        surname="Wood",
        first_name="Joan",
        grade=Grade.parse("3k"),
        rating=1816.0,
        rating_date=date(2001, 2, 3),
        egf_pin="10000009",
    )
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=(listed,)))
    at, site, page = hall("Ada")
    answer = site.get(f"{page}/find?q=wood")
    assert "EGF list, rating published until 3 February 2002" in texts(answer)
    fields: dict[str, Any] = {"source": "egf", "number": "10000009", "surname": "Wood", "first_name": "Joan"}
    assert site.post(f"{page}/take", page=page, **fields).status_code < 400
    assert known(at, "Wood").rating == 1816


def test_a_name_nobody_has_offers_a_new_player(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada")
    answer = site.get(f"{page}/find?q=o%27zu")
    assert 'role="option"' not in answer.text
    assert "Nobody of that name" in answer.text
    assert f"{page}/new?name=o%27zu" in answer.text


@pytest.mark.parametrize(
    ("here", "registration"), [("true", Registration.FINAL), ("false", Registration.PRELIMINARY)]
)
def test_whoever_is_only_in_the_list_is_entered_with_what_it_knows(
    hall: Callable[..., Hall], lists: None, here: str, registration: Registration
) -> None:
    at, site, page = hall()
    listed: dict[str, Any] = {
        "source": "egf",
        "number": "10000001",
        "surname": "Willemsen",
        "first_name": "Aurélie",
    }
    site.post(f"{page}/take", **listed, here=here)
    player = known(at, "Willemsen")
    assert (str(player.grade), player.rating, player.club) == ("3k", 1816.0, "Antwerpen")
    assert player.registration is registration


def test_a_new_player_typed_with_a_grade_is_entered_once(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada")
    site.post(f"{page}/typed", name="de wit sander", grade="4d", here="true")
    player = at.event.players[-1]
    assert (player.surname, player.first_name, str(player.grade)) == ("de Wit", "Sander", "4d")
    assert player.registration is Registration.FINAL
    again = site.post(f"{page}/typed", name="De Wit, Sander", grade="4d", here="true")
    assert (again.status_code, "De Wit Sander is entered already" in again.text) == (422, True)
    assert len(at.event.players) == 2


def test_whose_strength_the_list_does_not_know_is_asked_for_it(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall()
    listed: dict[str, Any] = {
        "source": "egf",
        "number": "10000003",
        "surname": "Wilde",
        "first_name": "Oscar",
    }
    form = follow(site, site.post(f"{page}/take", **listed, here="true"))
    assert 'value="10000003"' in form.text
    assert 'id="f-grade" name="grade" type="text" value=""' in form.text
    assert at.event.players == ()


def test_without_scripts_a_search_lists_whom_it_found_with_buttons(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall("Willems 10k")
    at.leave("Willems")
    answer = site.get(f"{page}?q=will")
    assert 'aria-label="Check in Willems"' in answer.text
    assert 'aria-label="Enter only Williamson Rory"' in answer.text
    site.post(f"{page}/take", player=at.who("Willems"), here="true")
    assert known(at, "Willems").registration is Registration.FINAL


# Check-in, attendance, filters --------------------------------------------------------


def test_check_in_says_here_or_not_whatever_was_pressed_twice(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    at.leave("Ada")
    ada = at.who("Ada")
    for _ in range(2):
        site.post(f"{page}/check-in", page=page, here=ada)
        assert known(at, "Ada").registration is Registration.FINAL
    for _ in range(2):
        site.post(f"{page}/check-in", page=page, away=ada)
        assert known(at, "Ada").registration is Registration.PRELIMINARY


def test_after_check_in_the_page_is_at_the_same_row_and_offers_to_undo(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    at.leave("Ada")
    answer = site.post(f"{page}/check-in", page=f"{page}?show=all", here=at.who("Ada"))
    assert answer.headers["location"] == f"{page}?show=all#player-{at.who('Ada')}"
    shown = follow(site, answer)
    assert "Ada is here" in shown.text
    assert f'action="/t/{at.id}/undo"' in shown.text


def test_the_switch_of_a_row_tells_its_state_and_does_the_opposite(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    at.leave("Bo")
    switches = re.findall(
        r'<button class="check" name="(\w+)" value="(\w+)" role="switch" aria-checked="(\w+)"',
        site.get(page).text,
    )
    assert switches == [("away", at.who("Ada"), "true"), ("here", at.who("Bo"), "false")]


def presence(at: Console) -> dict[str, bool]:
    return {player.surname: player.registration is Registration.FINAL for player in at.event.players}


def test_several_players_are_checked_in_by_one_entry_that_one_undo_takes_back(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall("Ada 3d, Bo 1d, Cy 5k, Di 9k")
    for name in ("Bo", "Cy", "Di"):
        at.leave(name)
    before = at.state.version
    answer = site.post(f"{page}/check-in-several", who=[at.who("Bo"), at.who("Cy")], here="ticked")
    assert presence(at) == {"Ada": True, "Bo": True, "Cy": True, "Di": False}
    assert at.state.version == before + 1
    assert "2 players checked in" in texts(follow(site, answer))
    site.post(f"/t/{at.id}/undo", number=at.state.version)
    assert presence(at) == {"Ada": True, "Bo": False, "Cy": False, "Di": False}


def test_everybody_shown_is_checked_in_or_out_and_nobody_else(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    for name, club in (("Ada", "Lille"), ("Bo", "Gent"), ("Cy", "Lille"), ("Di", "")):
        at.enter(name, "1d", club=club, registration=Registration.PRELIMINARY)
    shown = site.get(f"{page}?club=Lille")
    assert rows(shown) == ["Ada", "Cy"]
    field = re.search(r'name="shown" value="([^"]*)"', shown.text)
    assert field
    # Whoever is entered meanwhile was not in the list that the director saw.
    at.enter("Eve", "1d", club="Lille", registration=Registration.PRELIMINARY)
    site.post(f"{page}/check-in-several", shown=html.unescape(field[1]), here="shown")
    assert presence(at) == {"Ada": True, "Bo": False, "Cy": True, "Di": False, "Eve": False}
    site.post(f"{page}/check-in-several", shown=at.who("Ada"), away="shown")
    assert not presence(at)["Ada"]
    site.post(f"{page}/check-in-several", here="everybody")
    assert all(presence(at).values())


def test_the_history_counts_many_who_were_checked_in_and_a_players_own_story_names_them(
    hall: Callable[..., Hall],
) -> None:
    names = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")
    at, site, page = hall(", ".join(names))
    site.post(f"{page}/check-in-several", away="everybody")
    assert "6 players are not here yet" in texts(site.get(f"/t/{at.id}/history"))
    assert history(site.get(f"{page}/{at.who('Ada')}"))[0] == "Ada is not here yet"


def test_without_a_tick_nobody_is_checked_in(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d, Bo 1d")
    at.leave("Bo")
    before = at.state.version
    refused = site.post(f"{page}/check-in-several", here="ticked")
    assert (refused.status_code, at.state.version) == (422, before)


def test_the_list_is_narrowed_to_a_country_a_club_and_a_grade(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    at.enter("Ada", "1d", country="FR", club="Lille")
    at.enter("Bo", "1d", country="BE", club="Gent")
    at.enter("Cy", "5k", country="FR", club="Lille", registration=Registration.PRELIMINARY)
    assert rows(site.get(f"{page}?country=FR")) == ["Ada", "Cy"]
    assert rows(site.get(f"{page}?country=FR&grade=1d")) == ["Ada"]
    assert rows(site.get(f"{page}?club=Lille&show=away")) == ["Cy"]
    assert "Not here <b>0</b>" in site.get(f"{page}?country=BE").text


def test_filters_show_who_is_here_not_here_and_missing(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo, Cy")
    at.leave("Bo")
    site.post(f"{page}/attendance", misses=at.who("Cy"), round="4")
    assert rows(site.get(f"{page}?show=here")) == ["Ada", "Cy"]
    assert rows(site.get(f"{page}?show=away")) == ["Bo"]
    assert rows(site.get(f"{page}?show=missing")) == ["Cy"]
    assert "not round 4" in site.get(page).text
    assert "All 3 Here 2 Not here 1 To look at 0 Missing a round 1" in texts(site.get(page))
    site.post(f"{page}/attendance", plays=at.who("Cy"), round="4")
    assert rows(site.get(f"{page}?show=missing")) == []


def test_with_a_round_the_switches_say_who_plays_in_it(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    site.post(f"{page}/attendance", page=f"{page}?round=3", misses=at.who("Bo"), round="3")
    answer = site.get(f"{page}?round=3")
    assert "Players of round 3" in answer.text
    assert f'action="{page}/attendance"' in answer.text
    assert re.findall(r'name="(plays|misses)" value="\w+" role="switch"', answer.text) == ["misses", "plays"]
    assert rows(site.get(f"{page}?round=3&show=missing")) == ["Bo"]
    assert rows(site.get(f"{page}?round=2&show=missing")) == []


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("name", ["Ada", "Émile", "Zoë"]),
        ("-name", ["Zoë", "Émile", "Ada"]),
        ("grade", ["Zoë", "Ada", "Émile"]),
        ("-grade", ["Émile", "Ada", "Zoë"]),
    ],
)
def test_the_list_is_sorted_by_what_is_asked(
    hall: Callable[..., Hall], sort: str, expected: list[str]
) -> None:
    _, site, page = hall("Émile 5k, Zoë 4d, Ada 1k")
    assert rows(site.get(f"{page}?sort={sort}")) == expected


# One player ---------------------------------------------------------------------------


def test_a_players_page_changes_what_was_typed_and_nothing_else(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d")
    own = f"{page}/{at.who('Ada')}"
    form = site.form(own, f"{own}/change")
    site.post(f"{page}/new", surname="Bo", grade="1d")
    # Meanwhile somebody else corrects the country.
    site.client.post(f"{own}/change", data={**form, "country": "BE"})
    site.client.post(f"{own}/change", data={**form, "club": "Gent", "start": "29½", "grade": "4d"})
    player = known(at, "Ada")
    assert (player.country, player.club, str(player.grade), player.start) == ("BE", "Gent", "4d", 118)


def test_a_wrong_correction_changes_nothing_and_stays_on_the_form(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d")
    own = f"{page}/{at.who('Ada')}"
    answer = site.client.post(
        f"{own}/change", data={**site.form(own, f"{own}/change"), "club": "Gent", "rating_date": "soon"}
    )
    assert answer.status_code == 422
    assert "soon is not a date" in answer.text
    assert 'value="Gent"' in answer.text
    assert known(at, "Ada").club == ""


def test_rounds_withdrawal_and_removal_are_on_the_players_page(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo, Cy")
    ada = at.who("Ada")
    site.post(f"{page}/{ada}/attendance", misses="2")
    site.post(f"{page}/{ada}/withdraw", from_round="4")
    assert [known(at, "Ada").attends(number) for number in range(1, 6)] == [True, False, True, False, False]
    site.post(f"{page}/{ada}/attendance", plays="5")
    assert known(at, "Ada").attends(5)
    assert history(site.get(f"{page}/{ada}")) == [
        "Ada plays in round 5", "Ada leaves before round 4", "Ada misses round 2", "Entered: Ada 1d",
    ]  # fmt: skip
    answer = site.post(f"{page}/{ada}/remove")
    assert "Ada removed" in follow(site, answer).text
    assert [player.surname for player in at.event.players] == ["Bo", "Cy"]


def test_who_is_in_a_draw_cannot_be_removed(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    at.draw(1)
    own = f"{page}/{at.who('Ada')}"
    assert f"{own}/remove" not in site.get(own).text
    assert site.post(f"{own}/remove").status_code == 422
    assert "Round 1: table 1 against Bo" in texts(site.get(own))


def test_the_story_of_a_player_tells_results_and_strikes_out_what_was_undone(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall("Ada, Bo")
    at.draw(1)
    board = at.board(1, "Ada")
    winner = Result.WHITE_WINS if board.white == at.who("Ada") else Result.BLACK_WINS
    enter_result(*at.at, round=1, table=1, result=winner, by="Tomás")
    saved = at.desk.state(at.id).version
    own = f"{page}/{at.who('Ada')}"
    assert history(site.get(own))[:2] == ["Round 1: Ada beat Bo", "Round 1: table 1 against Bo"]
    site.post(f"/t/{at.id}/undo", number=str(saved))
    assert "<s>Round 1: Ada beat Bo</s>" in site.get(own).text


def test_an_unknown_player_is_not_found(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada")
    assert site.get(f"{page}/p99").status_code == 404
    assert site.post(f"{page}/check-in", here="p99").status_code == 422


# Late arrivals ------------------------------------------------------------------------


def drawn_without(hall: Callable[..., Hall], players: str, late: str) -> Hall:
    at, site, page = hall(players)
    at.leave(late)
    at.draw(1)
    return at, site, page


def test_who_comes_when_the_round_is_drawn_is_asked_about_the_least_disturbance_first(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy, Di", "Di")
    answer = site.post(f"{page}/check-in", page=page, here=at.who("Di"))
    assert answer.headers["location"] == f"{page}/{at.who('Di')}/late"
    asked = follow(site, answer)
    assert re.findall(r'name="choice" value="([\w ]+)"', asked.text) == ["bye", "boards", "next round"]
    assert "No other board changes." in asked.text
    # Every game that a choice would make is shown before it is chosen.
    games = re.findall(r'<small class="game">(Table .*?)</small>', asked.text)
    assert sum("Di 1d" in game for game in games) == 2
    assert "no game in round 1" in site.get(f"{page}?show=look").text


def test_a_late_player_takes_the_place_of_the_bye(hall: Callable[..., Hall]) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy, Di", "Di")
    kept = at.event.round(1).boards
    site.post(f"{page}/{at.who('Di')}/late", choice="bye", round="1")
    drawn = at.event.round(1)
    assert drawn.byes == ()
    assert set(kept) < set(drawn.boards)
    assert at.who("Di") in (drawn.boards[-1].white, drawn.boards[-1].black)
    assert known(at, "Di").registration is Registration.FINAL


def test_a_late_player_can_be_paired_with_boards_that_have_not_started(hall: Callable[..., Hall]) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy", "Cy")
    cy = at.who("Cy")
    assert re.findall(r'name="choice" value="([\w ]+)"', site.get(f"{page}/{cy}/late").text) == [
        "boards", "next round",
    ]  # fmt: skip
    answer = site.post(f"{page}/{cy}/late", choice="boards", round="1")
    assert at.event.round(1).board_of(cy) or at.event.round(1).bye_of(cy)
    assert answer.headers["location"] == page


def test_a_late_player_can_start_in_the_next_round(hall: Callable[..., Hall]) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy", "Cy")
    before = at.event.round(1)
    answer = follow(site, site.post(f"{page}/{at.who('Cy')}/late", choice="next round", round="1"))
    assert "Cy starts in round 2" in answer.text
    assert at.event.round(1) == before
    assert not known(at, "Cy").attends(1)
    assert known(at, "Cy").attends(2)


def test_who_is_not_late_is_not_asked_about(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    ada = f"{page}/{at.who('Ada')}"
    assert "Round 1 is not drawn yet." in follow(site, site.get(f"{ada}/late")).text
    at.draw(1)
    assert "in the draw of round 1 already" in follow(site, site.get(f"{ada}/late")).text


def test_a_refresh_of_the_late_page_leaves_the_toast_of_the_action(hall: Callable[..., Hall]) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy, Di", "Di")
    own = f"{page}/{at.who('Di')}/late"
    answer = site.post(own, choice="bye", round="1")
    site.get(own, **{"X-Requested-With": "miai"})
    assert "Di plays at table 2" in follow(site, answer).text


def test_somebody_new_in_the_middle_of_a_round_is_late_too(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    at.draw(1)
    answer = site.post(f"{page}/new", surname="Cy", grade="1d", here="true")
    assert answer.headers["location"] == f"{page}/{at.who('Cy')}/late"


# The field and its bar ----------------------------------------------------------------


def test_the_field_shows_stones_rings_and_where_each_grade_starts(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 4d, Bo 4d, Cy 2d, Di 20k")
    at.leave("Di")
    text = site.get(page).text
    assert "Bar 4d" in text
    assert "2 above it start at 33" in text
    assert "start 31" in text
    assert "nobody from 1d to 19k" in text
    assert 'aria-label="1 player, 1 not here"' in text
    assert text.count('<i class="no"></i>') == 1


@pytest.mark.requirement("A3")
def test_the_bar_and_the_floor_move_a_grade_at_a_time(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 4d, Bo 2d, Cy 5k")
    assert re.findall(r'name="step_to" value="(\w*)"', site.get(page).text) == ["5d", "3d", "29k", ""]
    site.post(f"{page}/bar", line="bar", to="3d")
    site.post(f"{page}/bar", line="floor", to="10k")
    scoring = at.event.settings.scoring
    assert (str(scoring.bar), str(scoring.floor)) == ("3d", "10k")


@pytest.mark.parametrize("to", ["9k", "4q"])
def test_a_bar_below_the_floor_or_at_no_grade_is_refused(hall: Callable[..., Hall], to: str) -> None:
    at, site, page = hall("Ada 4d, Bo 2d")
    site.post(f"{page}/bar", line="floor", to="8k")
    assert site.post(f"{page}/bar", line="bar", to=to).status_code == 422
    assert str(at.event.settings.scoring.bar) == "4d"


@pytest.mark.requirement("A4")
def test_a_single_player_moves_across_the_bar_and_back(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 4d, Bo 3d")
    bo = at.who("Bo")
    site.post(f"{page}/across", player=bo)
    assert known(at, "Bo").bar_side is BarSide.ABOVE
    shown = site.get(page).text
    assert "Bo 3d: above the bar by hand" in shown
    assert "2 above it start at 33" in shown
    assert '<i class="moved"></i>' in shown
    site.post(f"{page}/across", player=bo, side="grade")
    assert known(at, "Bo").bar_side is None
    site.post(f"{page}/across", player=at.who("Ada"))
    assert known(at, "Ada").bar_side is BarSide.BELOW


def test_a_field_without_a_bar_has_no_lines_and_no_advice(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 4d, Bo 2d", system="swiss")
    text = site.get(page).text
    assert "The field" in text
    assert "Bar 4d" not in text
    assert 'id="advice"' not in text
    assert "There is no bar to advise on." in site.get(f"{page}/advice").text


def advice_asked_for(site: Site, page: str) -> httpx.Response:
    """Ask for the advice until it is there, as the script of the page does; the first one is compiled."""
    while "data-src" in (answer := site.get(f"{page}/advice", **{"X-Requested-With": "miai"})).text:
        continue
    return answer


def test_advice_that_takes_longer_tells_how_far_it_is(
    hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, site, page = hall(", ".join(f"Q{n} {max(1, 6 - n // 2)}d" for n in range(12)), rounds=2)
    begun, go_on = threading.Event(), threading.Event()

    def study_slowly(*entry: Any, progress: Callable[[int, int], None], **more: Any) -> BarStudy:
        progress(30, 120)
        begun.set()
        assert go_on.wait(60)
        return study_bar(*entry, pairings=20, progress=progress, **more)

    monkeypatch.setattr(bar_study, "study_bar", study_slowly)
    monkeypatch.setattr(routes, "_ADVICE_WAIT", 0.05)
    answers = [site.get(f"{page}/advice", **{"X-Requested-With": "miai"}).text]
    assert begun.wait(60)
    answers.append(site.get(f"{page}/advice", **{"X-Requested-With": "miai"}).text)
    assert "30 of 120 trial tournaments played" in answers[1]
    assert '<progress max="120" value="30"' in answers[1]
    assert all(f'data-src="{page}/advice"' in answer for answer in answers)
    go_on.set()
    assert "each bar was tried in 20 tournaments" in advice_asked_for(site, page).text.lower()


def test_a_study_that_nobody_asks_for_any_more_is_given_up_and_made_again_when_somebody_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_up = threading.Event()

    def study_for_ever(entry: BarEntry, *, progress: Callable[[int, int], None]) -> BarStudy:
        try:
            while True:
                progress(1, 2)
                time.sleep(0.005)
        finally:
            given_up.set()

    studies, entry = bar_study.Studies(), BarEntry(grades=(3, 3, 2, 2, 1, 1), rounds=2)
    with monkeypatch.context() as slow:
        slow.setattr(bar_study, "study_bar", study_for_ever)
        slow.setattr(bar_study, "_UNWANTED_AFTER", 0.05)
        assert isinstance(studies.ask(entry, wait=0.0), bar_study.StudyProgress)
        assert given_up.wait(60)
    found = studies.ask(entry, wait=None)
    assert isinstance(found, BarStudy)
    assert found.entry == entry


def test_the_page_does_not_wait_for_the_advice(hall: Callable[..., Hall]) -> None:
    at, site, page = hall(", ".join(f"P{n} {max(1, 5 - n // 2)}d" for n in range(10)), rounds=3)
    waiting = site.get(page).text
    assert f'data-src="{page}/advice"' in waiting
    assert f'href="{page}/advice"' in waiting
    part = advice_asked_for(site, page)
    assert part.text.lstrip().startswith("<section")
    assert "One winner" in part.text
    assert "The bar belongs at" in part.text
    known_now = site.get(page).text
    assert "One winner" in known_now
    assert "data-src" not in known_now
    at.enter("Newcomer", "9k")
    outdated = site.get(page).text
    assert f'data-src="{page}/advice"' in outdated
    # The verdict on the field as it was is no advice for this one.
    assert "The bar belongs at" not in outdated
    assert "Being worked out again" in outdated


def test_a_field_too_small_to_try_bars_on_is_told_so_and_not_asked_again(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 4d, Bo 3d, Cy 2d")
    answer = advice_asked_for(site, page)
    assert answer.status_code == 200
    assert "3 players are too few to try 5 rounds" in answer.text
    assert "data-src" not in site.get(page).text


def test_without_scripts_the_advice_is_a_page_of_its_own(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 4d, Bo 3d, Cy 2d, Di 2d", rounds=2)
    answer = site.get(f"{page}/advice")
    assert "<h1>Advice on the bar</h1>" in answer.text
    assert "for 4 players" in answer.text


# Paste and lists ----------------------------------------------------------------------

TABLE = "Name;Grade;Club\nde Wit, Sander;3d;Utrecht\nNovak Petra;4q;Praha\nAda;1d;\n;2k;Wien"


def chosen_columns(answer: httpx.Response) -> list[str]:
    return re.findall(r'<option value="(\w+)" selected>', answer.text)


def fingerprint_of(answer: httpx.Response) -> str:
    [found] = re.findall(r'name="shown" value="(\w+)"', answer.text)
    return str(found)


def test_a_pasted_table_is_shown_before_anybody_is_entered(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada")
    answer = site.post(f"{page}/import", text=TABLE)
    assert answer.status_code == 200
    said = texts(answer)
    assert "4 lines read, 2 can be entered" in said
    assert chosen_columns(answer) == ["name", "grade", "club"]
    assert "'4q' is not a grade" in said
    assert "no name" in said
    assert "twice? also Ada" in said
    assert re.findall(r'name="leave" value="(\d)"( checked)?', answer.text) == [("2", ""), ("4", " checked")]
    assert [player.surname for player in at.event.players] == ["Ada"]


@pytest.mark.parametrize(
    ("tick", "registration"), [({}, Registration.PRELIMINARY), ({"here": "true"}, Registration.FINAL)]
)
def test_all_lines_that_make_a_player_are_entered_without_those_left_out(
    hall: Callable[..., Hall], tick: dict[str, Any], registration: Registration
) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import/enter", text=f"{TABLE}\nBo;1k;", leave=["6"], **tick)
    assert "2 players entered" in follow(site, answer).text
    assert [(p.name, p.registration) for p in at.event.players] == [
        ("de Wit Sander", registration), ("Ada", registration),
    ]  # fmt: skip


def test_with_every_line_left_out_the_table_is_shown_again(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import/enter", text=TABLE, leave=["2", "4"])
    assert answer.status_code == 422
    assert "No line is left to enter." in answer.text
    assert "de Wit, Sander" in answer.text
    assert at.event.players == ()


def test_a_csv_file_is_read_whatever_its_encoding(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    file = ("entry.csv", "Surname,First name,Grade\nGrünwald,Mattis,5k\n".encode("latin-1"))
    answer = site.client.post(f"{page}/import", data={"csrf": site.token()}, files={"file": file})
    assert "Grünwald Mattis" in texts(answer)


def test_a_workbook_is_shown_as_a_table_that_can_be_corrected(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    data = write_workbook("Entries", [("Nom", "Prénom", "PIN", "Niveau"), ("Maes", "Hanne", 12345678, "5k")])
    files = {"file": ("entry.xlsx", data)}
    answer = site.client.post(f"{page}/import", data={"csrf": site.token()}, files=files)
    assert chosen_columns(answer) == ["surname", "first_name", "egf_pin", "grade"]
    assert "Maes, Hanne" in texts(answer)
    assert "Maes\tHanne\t12345678\t5k</textarea>" in answer.text


def test_columns_chosen_otherwise_and_corrected_lines_are_shown_before_they_are_entered(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall()
    table = "Wim;Maes;5k\nJef;Novak;4q\nTon;Kask;1d"
    first = site.post(f"{page}/import", text=table)
    assert chosen_columns(first) == ["surname", "first_name", "grade"]
    assert 'name="fix" value="Jef; Novak; 4q"' in first.text
    form: dict[str, Any] = {"text": table.replace("\n", "\r\n"), "column": ["first_name", "surname", "grade"]}
    form |= {"fix_line": "2", "fix": "Jef; Novak; 4k"}
    again = site.post(f"{page}/import/enter", **form, shown=fingerprint_of(first))
    assert "The table has changed: look at the preview again." in texts(again)
    assert "Novak, Jef" in texts(again)
    assert list(at.event.players) == []
    form = {"text": table.replace("4q", "4k"), "column": ["first_name", "surname", "grade"]}
    done = site.post(f"{page}/import/enter", **form, shown=fingerprint_of(again))
    assert "3 players entered" in follow(site, done).text
    assert [each.name for each in at.event.players] == ["Maes Wim", "Novak Jef", "Kask Ton"]


def test_lines_that_cannot_be_read_are_counted_and_all_players_are_undone_together(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall()
    answer = follow(site, site.post(f"{page}/import/enter", text=TABLE))
    assert "2 lines could not be read and were not entered" in answer.text
    undo = dict(re.findall(r'name="(number|last)"\s+value="(\d+)"', answer.text))
    site.post(f"/t/{at.id}/undo", **undo)
    assert at.event.players == ()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\0\3", "binary"),
        (b"PK\3\4", "workbook cannot be read"),
        (b"", "The file is empty"),
        (b"Name;Grade\n", "no line with a player"),
    ],
)
def test_a_file_that_is_no_table_is_refused(hall: Callable[..., Hall], data: bytes, said: str) -> None:
    _, site, page = hall()
    answer = site.client.post(
        f"{page}/import", data={"csrf": site.token()}, files={"file": ("entry.xlsx", data)}
    )
    assert answer.status_code == 422
    assert said in answer.text


def workbook(**sheets: list[tuple[str, ...]]) -> bytes:
    """A workbook with these sheets."""
    book = openpyxl.Workbook(write_only=True)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_another_sheet_of_a_workbook_can_be_read_instead(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    data = workbook(
        Info=[("Spring Open",)],
        Entries=[("Name", "Grade"), ("Maes", "5k"), ("Novak", "4k")],
        Waiting=[("Name", "Grade"), ("Kask", "1d")],
    )
    files = {"file": ("entry.xlsx", data)}
    first = site.client.post(f"{page}/import", data={"csrf": site.token()}, files=files)
    assert "The sheet “Entries” was read." in texts(first)
    assert re.findall(r'name="other_sheet" value="(\w+)"', first.text) == ["Waiting", "Info"]
    names = re.findall(r'name="sheet_name" value="([^"]*)"', first.text)
    carried = [html.unescape(each) for each in re.findall(r'name="sheet_text" value="([^"]*)"', first.text)]
    form: dict[str, Any] = {
        "sheet_name": names,
        "sheet_text": carried,
        "sheet": "Entries",
        "text": "Name\tGrade\nMaes\t5k",
    }
    other = site.post(f"{page}/import", **form, other_sheet="Waiting", column=["grade", "name"], leave=["2"])
    assert "The sheet “Waiting” was read." in texts(other)
    assert "1 line read, 1 can be entered." in texts(other)
    assert 'name="other_sheet" value="Entries"' in other.text
    site.post(
        f"{page}/import/enter",
        text="Name\tGrade\nKask\t1d",
        shown=fingerprint_of(other),
        column=["name", "grade"],
    )
    assert [each.name for each in at.event.players] == ["Kask"]


def test_lines_that_cannot_be_read_are_linked_and_long_tables_can_be_entered_from_below(
    hall: Callable[..., Hall],
) -> None:
    _, site, page = hall()
    lines = [f"Player{at} {at % 20 + 1}k" for at in range(30)]
    answer = site.post(f"{page}/import", text="\n".join([*lines[:20], "Bo 4q", *lines[20:]]))
    assert 'href="#line-21">line 21</a>' in answer.text
    assert 'id="line-21" name="fix"' in answer.text
    assert answer.text.count("Enter them</button>") == 2
    assert site.post(f"{page}/import", text=TABLE).text.count("Enter them</button>") == 1


def test_a_rating_list_is_deleted_after_a_question(hall: Callable[..., Hall], lists: None) -> None:
    _, site, page = hall()
    shown = site.get(f"{page}/lists").text
    assert f'href="{page}/lists?ask=egf">Delete the EGF list…</a>' in shown
    assert f"{page}/lists/delete" not in shown
    question = site.get(f"{page}/lists?ask=egf").text
    assert "It is deleted for all tournaments on this machine." in question
    assert question.count(f'action="{page}/lists/delete"') == 1
    site.post(f"{page}/lists/delete", **site.form(f"{page}/lists?ask=egf", f"{page}/lists/delete"))
    assert "No rating list yet" in site.get(f"{page}/lists").text


def test_a_pasted_name_is_filled_in_from_the_rating_list(hall: Callable[..., Hall], lists: None) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import", text="Willemsen Aurélie\nWilliamson Rory 1d")
    assert "the list says 6k" in answer.text
    site.post(f"{page}/import/enter", text="Willemsen Aurélie")
    assert (str(known(at, "Willemsen").grade), known(at, "Willemsen").egf_pin) == ("3k", "10000001")


def test_a_rating_list_is_imported_and_its_size_and_age_are_shown(
    hall: Callable[..., Hall], tmp_path: Path
) -> None:
    _, site, page = hall()
    assert "None yet." in site.get(page).text
    assert "No rating list yet" in site.get(f"{page}/lists").text
    line = "Lee, Sedol\t2107\tFull\t9.1\t1/1/2030\tSEOU\tNY\t0.3\t1/2/2026\n"
    answer = site.client.post(
        f"{page}/lists", data={"csrf": site.token()}, files={"file": ("TDListA.txt", line.encode())}
    )
    shown = follow(site, answer)
    assert "AGA list imported: 1 player" in texts(shown)
    assert "TDListA.txt" in shown.text
    assert 'value="2026-01-02"' in shown.text
    assert "AGA 1 player" in texts(site.get(page))
    assert "Lee Sedol" in texts(site.get(f"{page}/find?q=sedol"))
    assert "older" not in texts(shown)
    older = {"file": ("TDListA.txt", line.replace("1/2/2026", "1/2/2025").encode())}
    answer = site.client.post(f"{page}/lists", data={"csrf": site.token()}, files=older)
    assert "It is older than the list of 2 January 2026 that it replaces" in texts(follow(site, answer))


@pytest.mark.parametrize("name", ["a.txt", "..", "../../etc/a.txt", "a" * 300])
def test_a_file_that_is_no_rating_list_is_refused_whatever_its_name(
    hall: Callable[..., Hall], name: str
) -> None:
    _, site, page = hall()
    answer = site.client.post(f"{page}/lists", data={"csrf": site.token()}, files={"file": (name, b"hello")})
    assert answer.status_code == 422
    assert "Not imported. Not a rating list that Miai knows" in texts(answer)


def test_who_is_in_no_list_is_pointed_out_unless_hardly_anybody_is_in_it(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall("Stranger 5k")
    assert "in no rating list" not in site.get(page).text
    at.enter("Willemsen", "3k", first_name="Aurélie")
    assert rows(site.get(f"{page}?show=look")) == ["Stranger"]


def test_a_list_is_dated_left_out_of_searches_and_deleted(hall: Callable[..., Hall], lists: None) -> None:
    _, site, page = hall()
    follow(site, site.post(f"{page}/lists/date", source="egf", day="2026-02-22"))
    assert 'value="2026-02-22"' in site.get(f"{page}/lists").text
    assert site.post(f"{page}/lists/date", source="egf", day="soon").status_code == 422
    said = follow(site, site.post(f"{page}/lists/use"))
    assert "Players are looked up in no list" in texts(said)
    assert "Willemsen" not in site.get(f"{page}/find?q=willem").text
    site.post(f"{page}/lists/use", source="egf")
    assert "Willemsen" in site.get(f"{page}/find?q=wilemsen").text
    follow(site, site.post(f"{page}/lists/delete", source="egf"))
    assert "No rating list yet" in site.get(f"{page}/lists").text
    assert site.post(f"{page}/lists/delete", source="xyz").status_code == 404


def test_entrants_are_updated_from_a_list_after_a_preview(hall: Callable[..., Hall], lists: None) -> None:
    at, site, page = hall()
    at.enter("Willemsen", "4k", first_name="Aurélie", egf_pin="10000001", rating=1700.0)
    at.enter("Williamson", "6k", first_name="Rory")
    shown = site.get(f"{page}/update")
    assert "The lists would change 2 entries" in texts(shown)
    assert "Rating 1700 → 1816" in texts(shown)
    assert re.findall(r'name="take" value="(\S+)"( checked)?', shown.text) == [
        ("p1:egf", " checked"), ("p2:egf", ""),
    ]  # fmt: skip
    assert "same person?" in shown.text
    said = follow(site, site.post(f"{page}/update", take="p1:egf"))
    assert "1 entrant updated" in texts(said)
    assert [player.rating for player in at.event.players] == [1816.0, None]


def test_ratings_of_lists_after_a_day_are_not_used(hall: Callable[..., Hall], lists: None) -> None:
    at, site, page = hall()
    at.enter("Willemsen", "4k", first_name="Aurélie", egf_pin="10000001", rating=1700.0)
    site.post(f"{page}/lists/date", source="egf", day="2026-05-02")
    follow(site, site.post(f"{page}/update/freeze", after="2026-05-01"))
    shown = texts(site.get(f"{page}/update"))
    assert "Ratings are frozen after 1 May 2026." in shown
    assert "change no rating: EGF." in shown
    assert "No list changes anything." in shown
    follow(site, site.post(f"{page}/update/freeze", after=""))
    assert "Rating 1700 → 1816" in texts(site.get(f"{page}/update"))


# Words --------------------------------------------------------------------------------


def test_remarks_of_the_use_cases_are_said_in_the_readers_language(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d, Ada 3d")
    at.enter("DELCOURT", "8k", rating=1968.0)
    said = texts(site.get(f"{page}?show=look", **{"Accept-Language": "fr"}))
    assert "deux fois ? aussi Ada 3d" in said
    assert "classement 1968 plus proche de 1k" in said
    assert "nom en capitales" in said


def test_problems_of_a_pasted_table_and_of_a_form_are_in_the_readers_language(
    hall: Callable[..., Hall],
) -> None:
    _, site, page = hall("Ada")
    french = {"Accept-Language": "fr"}
    form = {"csrf": site.token(), "text": TABLE}
    pasted = texts(site.client.post(f"{page}/import", data=form, headers=french))
    assert "« 4q » n’est pas un niveau" in pasted
    assert "deux fois ? aussi Ada" in pasted
    wrong = {"csrf": site.token(), "surname": "", "grade": "1d", "rating": "many"}
    answer = texts(site.client.post(f"{page}/new", data=wrong, headers=french))
    assert "Classement : many n’est pas un nombre." in answer


def test_offers_to_a_late_player_are_in_the_readers_language(hall: Callable[..., Hall]) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy, Di", "Di")
    said = texts(site.get(f"{page}/{at.who('Di')}/late", **{"Accept-Language": "fr"}))
    assert "Jouer contre l’exempt" in said
    assert "Commencer à la ronde 2" in said


def test_a_thousand_players_are_all_in_the_list(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    table = "\n".join(f"Player{number:04},First,{1 + number % 20}k" for number in range(1000))
    assert "1000 can be entered" in site.post(f"{page}/import", text=table).text
    site.post(f"{page}/import/enter", text=table)
    answer = site.get(page)
    assert len(rows(answer)) == 1000
    assert "a stone is 4 players" in answer.text


# Own list -----------------------------------------------------------------------------


def test_who_entered_before_is_offered_before_the_rating_lists(
    hall: Callable[..., Hall], lists: None
) -> None:
    at, site, page = hall()
    other = create_tournament(site.desk, name="Old Cup", begin="2020-01-01", by="Anneke").id
    again = Player(id=NEW, surname="Willems", grade=Grade.parse("7k"), club="Gent")
    known_too = Player(
        id=NEW, surname="Willemsen", grade=Grade.parse("9k"), club="Brugge", egf_pin="10000001"
    )
    register_players(site.desk, other, [again, known_too], by="Anneke")
    found = site.get(f"{page}/find?q=will").text
    names = re.findall(r'data-name="([^"]+)" data-grade="([^"]+)"', found)
    assert names == [("Willems", "7k"), ("Willemsen Aurélie", "3k"), ("Williamson Rory", "6k")]
    assert "entered Old Cup" in found
    [key] = {html.unescape(key) for key in re.findall(r"own&[^}]*?(egf_pin \d+)", found)}
    site.post(f"{page}/take", own=key, here="true")
    entered = known(at, "Willemsen")
    assert (str(entered.grade), entered.club, entered.rating) == ("3k", "Brugge", 1816)


def test_the_own_list_is_shown_exported_shortened_and_switched_off(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 3d, Bo 2d")
    assert "2 players" in texts(site.get(f"{page}/own"))
    assert site.get(f"{page}/own/file?to=csv").text.splitlines()[1].startswith("Ada,,3d")
    [ask] = re.findall(r'href="([^"]*ask=name\+ada[^"]*)"', site.get(f"{page}/own").text)
    question = site.get(html.unescape(ask))
    assert "Take off Ada? They are not offered again." in texts(question)
    [key] = re.findall(r'name="key" value="(name ada[^"]*)"', question.text)
    site.post(f"{page}/own", act="take off", key=html.unescape(key))
    assert "1 player" in texts(site.get(f"{page}/own"))
    site.post(f"{page}/own", act="off")
    assert "The list is switched off" in texts(site.get(f"{page}/own"))
    site.post(f"{page}/own", act="use")
    assert "1 player" in texts(site.get(f"{page}/own"))
    site.post(f"{page}/own", act="empty")
    assert "0 players" in texts(site.get(f"{page}/own"))
