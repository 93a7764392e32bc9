"""Players who come when the round is drawn."""

import re
from collections.abc import Callable

from kit.players_page import Hall, follow, known, texts
from miai.domain.people.player import Registration


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


def test_offers_to_a_late_player_are_in_the_readers_language(hall: Callable[..., Hall]) -> None:
    at, site, page = drawn_without(hall, "Ada, Bo, Cy, Di", "Di")
    said = texts(site.get(f"{page}/{at.who('Di')}/late", **{"Accept-Language": "fr"}))
    assert "Jouer contre l’exempt" in said
    assert "Commencer à la ronde 2" in said
