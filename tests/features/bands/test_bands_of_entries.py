"""Bands that follow the entries: built again with each entry, fixed by the first draw, seen on the page."""

from dataclasses import replace
from html import unescape

import pytest

import miai
from kit.console import Console, console
from kit.web_site import Site
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.points import quarters
from miai.features.bands import change_bands
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.draw.pair import drawn_document
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player, remove_player
from miai.features.settings.change_settings import change_rules
from miai.features.tournament.create_tournament import create_tournament

SIX = "A 5d, B 5d, C 5d, D 1k, E 1k, F 1k"


def bands(hall: Console) -> list[tuple[str, float]]:
    return [(str(band.weakest), band.score / 4) for band in hall.event.settings.scoring.bands]


def regrade(hall: Console, name: str, grade: str) -> None:
    change_player(*hall.at, hall.who(name), lambda old: replace(old, grade=Grade.parse(grade)), by="Anneke")


def read_back(hall: Console) -> Console:
    """The event's own file, opened again."""
    again = Console()
    again.id = again.store.create(read_history(write_history(hall.state.history)))
    return again


@pytest.mark.requirement("A9")
def test_each_entry_builds_the_bands_again_until_a_round_is_drawn() -> None:
    hall = console("A 5d, B 5d, C 5d", system="aga", rounds=3)
    assert bands(hall) == [("5d", 0)]
    for name in "DEF":
        hall.enter(name, "1k")
    assert bands(hall) == [("5d", 0), ("1k", -1)]
    regrade(hall, "F", "3k")
    assert bands(hall) == [("5d", 0), ("3k", -1)]
    remove_player(*hall.at, hall.who("F"), by="Anneke")
    # Two players are too few for a band of their own, but the top band is not for them.
    assert bands(hall) == [("5d", 0), ("1k", -1)]
    hall.draw(1)
    before = bands(hall)
    hall.enter("Late", "20k")
    assert bands(hall) == before
    assert bands(read_back(hall)) == before


def test_a_top_band_with_fewer_players_than_rounds_is_joined_with_the_next_grades() -> None:
    hall = console("A 7d, B 5d, C 5d, D 1k, E 1k, F 1k", system="aga", rounds=3)
    assert bands(hall) == [("5d", 0), ("1k", -1)]


def test_the_number_of_rounds_counts_before_round_one() -> None:
    hall = console(SIX, system="aga", rounds=3)
    assert len(bands(hall)) == 2
    change_rules(*hall.at, {"rounds": 5}, by="Anneke")
    assert bands(hall) == [("1k", 0)]
    assert bands(read_back(hall)) == [("1k", 0)]


def test_the_draw_writes_the_bands_into_the_log_once_and_before_the_round() -> None:
    hall = console(SIX, system="aga", rounds=3)
    hall.draw(1)
    *_, fixed, drawn = [entry.event for entry in hall.state.history.entries]
    assert isinstance(fixed, events.SettingsChanged) and isinstance(drawn, events.RoundDrawn)
    assert fixed.settings.scoring.bands == hall.event.settings.scoring.bands
    draw_round(*hall.at, round=1, by="Anneke")
    again = [entry.event for entry in hall.state.history.entries]
    assert sum(isinstance(each, events.SettingsChanged) for each in again) == 1


def test_a_draw_of_the_command_line_writes_them_too() -> None:
    hall = console(SIX, system="aga", rounds=3)
    document = drawn_document(hall.state.history, miai.pair(hall.event, round=1))
    *_, fixed, drawn = [entry.event for entry in read_history(document).entries]
    assert isinstance(fixed, events.SettingsChanged) and isinstance(drawn, events.RoundDrawn)
    assert fixed.settings.scoring.bands == hall.event.settings.scoring.bands


def test_a_draw_that_is_undone_or_taken_back_lets_the_bands_follow_again() -> None:
    for withdraw in ("undo", "take back"):
        hall = console(SIX, system="aga", rounds=3)
        hall.draw(1)
        if withdraw == "undo":
            undo(*hall.at, entry=hall.state.version, by="Anneke")
        else:
            take_back_round(*hall.at, round=1, by="Anneke")
        for name in "GHI":
            hall.enter(name, "10k")
        assert bands(hall) == [("5d", 0), ("1k", -1), ("10k", -2)]


def test_a_change_by_hand_keeps_the_bands_from_following() -> None:
    hall = console(SIX, system="aga", rounds=3)
    change_bands.alter_separation(*hall.at, 1, quarters(2), by="Anneke")
    assert bands(hall) == [("5d", 0), ("1k", -2)]
    for name in "GHI":
        hall.enter(name, "10k")
    assert bands(hall) == [("5d", 0), ("1k", -2)]
    change_bands.follow_entries(*hall.at, by="Anneke")
    assert bands(hall) == [("5d", 0), ("1k", -1), ("10k", -2)]
    change_bands.remove(*hall.at, by="Anneke")
    hall.enter("J", "10k")
    assert bands(hall) == []


def test_an_aga_event_of_an_older_version_gets_no_bands() -> None:
    hall = console("A 5d, B 5d", system="aga", rounds=3)
    scoring = replace(hall.event.settings.scoring, bands=(), bands_from_entries=False)
    old = replace(hall.event, settings=replace(hall.event.settings, scoring=scoring))
    again = Console()
    again.id = again.store.create(History.of_tournament(old))
    again.enter("C", "1k")
    again.draw(1)
    assert bands(again) == []


def test_an_event_of_the_library_has_them_too_and_keeps_them_in_its_file() -> None:
    field = [
        miai.player(name, name, grade=grade)
        for name, grade in zip("ABCDEF", ["5d"] * 3 + ["1k"] * 3, strict=True)
    ]
    event = miai.tournament("Open", rounds=3, system="aga", players=field)
    assert [row.values["mms"] for row in miai.standings(event, after=0).rows] == [0, 0, 0, -1, -1, -1]
    drawn = miai.with_draw(event, miai.pair(event, round=1))
    late = miai.with_players(drawn, [miai.player(name, name, grade="10k") for name in "GHI"])
    assert late.settings == drawn.settings
    assert History.of_tournament(late).tournament().settings == late.settings


@pytest.mark.requirement("A10")
def test_the_page_of_the_players_shows_the_bands_before_round_one(site: Site) -> None:
    event = create_tournament(site.desk, name="Cup", system="aga", rounds=3, by="Anneke").id
    hall = Console()
    hall.desk, hall.id = site.desk, event
    for number, grade in enumerate(("5d", "5d", "5d", "1k", "1k", "2k")):
        hall.enter(f"P{number}", grade)
    page = unescape(site.get(f"/t/{event}/players").text)
    assert "Players start by 2 bands." in page
    assert "1k–2k" in page
    assert "The bands follow the entries until round 1 is drawn." in page
    shown = unescape(site.get(f"/t/{event}/players/bands").text)
    assert "change with each entry until round 1 is drawn" in shown
