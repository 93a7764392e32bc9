"""Check-in, attendance, and the list of players with its filters."""

import html
import re
from collections.abc import Callable

import pytest

from kit.console import Console
from kit.players_page import Hall, follow, history, known, rows, texts
from miai.domain.people.player import Registration


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
    assert "6 players are not here" in texts(site.get(f"/t/{at.id}/history"))
    assert history(site.get(f"{page}/{at.who('Ada')}"))[0] == "Ada is not here"


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
