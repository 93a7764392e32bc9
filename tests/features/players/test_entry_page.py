"""Players are entered, and found by a few letters."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kit.players_page import Hall, follow, known, rows, texts
from kit.shared_cases import shared_cases
from miai.domain.people.grade import Grade
from miai.domain.people.player import Registration
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.features.players.view.player_form import typed_player
from miai.store.people.player_lists import PlayerLists


def test_nobody_yet_is_an_invitation(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    answer = site.get(page)
    assert "No players yet" in answer.text
    assert re.search(r'<input class="input" id="q"[^>]* autofocus>', answer.text)
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


def test_a_namesake_is_entered_if_a_new_player_was_chosen_beside_the_one_who_is_here(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall()
    site.post(f"{page}/typed", name="Anna Müller", grade="2k", here="true")
    site.post(f"{page}/typed", name="Müller, Anna", grade="6k", here="true", namesake="true")
    assert [(player.surname, str(player.grade)) for player in at.event.players] == [
        ("Müller", "2k"),
        ("Müller", "6k"),
    ]


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


def test_remarks_of_the_use_cases_are_said_in_the_readers_language(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d, Ada 3d")
    at.enter("DELCOURT", "8k", rating=1968.0)
    said = texts(site.get(f"{page}?show=look", **{"Accept-Language": "fr"}))
    assert "deux fois ? aussi Ada 3d" in said
    assert "classement 1968 plus proche de 1k" in said
    assert "nom en capitales" in said


@pytest.mark.parametrize(("text", "name", "grade"), shared_cases("typed_players"))
def test_a_grade_at_the_end_of_what_was_typed_is_read_apart_from_the_name(
    text: str, name: str, grade: str
) -> None:
    assert typed_player(text) == (name, grade)


def test_the_form_of_a_new_player_has_the_name_and_the_grade_that_were_typed(
    hall: Callable[..., Hall],
) -> None:
    _, site, page = hall("Ada 4d")
    form = site.form(f"{page}/new?name=schmidt+eva+3k", f"{page}/new")
    assert [form[each] for each in ("surname", "first_name", "grade")] == [["Schmidt"], ["Eva"], ["3k"]]
