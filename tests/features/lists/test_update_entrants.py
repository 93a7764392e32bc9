"""Entrants updated from a newer rating list."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kit.console import Console, console
from miai.domain.log.document import read_history, write_history
from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.history.undo import undo
from miai.features.lists.update_entrants import (
    EntrantUpdate,
    entrant_updates,
    freezing_day,
    update_entrants,
)
from miai.features.settings.change_settings import change_rules
from miai.store.people.player_lists import PlayerLists

LIST_DAY = date(2026, 5, 1)


def egf(surname: str, first_name: str, pin: str, rating: float, grade: str, **more: Any) -> ListedPlayer:
    return ListedPlayer(
        source=ListSource.EGF, surname=surname, first_name=first_name, egf_pin=pin, rating=rating,
        grade=Grade.parse(grade), **more,
    )  # fmt: skip


@pytest.fixture
def lists(tmp_path: Path) -> Any:
    players = (
        egf("Willems", "Jan", "10000001", 1743.0, "4k", country="BE"),
        egf("de Wit", "Sander", "10000002", 2310.0, "3d", country="NL"),
        egf("Novak", "Petra", "10000003", 900.0, "12k"),
        egf("Novak", "Petra", "10000004", 1500.0, "6k"),
    )
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=players, date=LIST_DAY))
        yield opened


@pytest.fixture
def hall() -> Console:
    at = console()
    at.enter("Willems", "5k", first_name="Jan", egf_pin="10000001", rating=1650.0)
    at.enter("de Wit", "3d", first_name="Sander", rating=2250.0, country="NL")
    at.enter("Novak", "12k", first_name="Petra")
    return at


def shown(update: EntrantUpdate) -> tuple[str, bool, dict[str, tuple[str, str]]]:
    changes = {str(each.label): (each.before, each.after) for each in update.changes}
    return update.player.surname, update.sure, changes


def test_the_preview_shows_each_change_and_asks_if_only_the_name_is_the_same(
    hall: Console, lists: PlayerLists
) -> None:
    found = entrant_updates(hall.event, lists)
    assert [shown(each) for each in found.updates] == [
        ("Willems", True, {"Rating": ("1650", "1743")}),
        ("de Wit", True, {"Rating": ("2250", "2310"), "EGF PIN": ("", "10000002")}),
        ("Novak", False, {"Rating": ("", "900"), "EGF PIN": ("", "10000003")}),
        ("Novak", False, {"Rating": ("", "1500"), "EGF PIN": ("", "10000004")}),
    ]
    assert [each.key for each in found.updates] == [
        "p1:egf", "p2:egf", "p3:egf:10000003", "p3:egf:10000004",
    ]  # fmt: skip
    assert [player.surname for player in found.namesakes] == ["Novak"]
    assert found.frozen == ()
    with_grades = entrant_updates(hall.event, lists, grades=True).updates[0]
    assert shown(with_grades)[2] == {"Grade": ("5k", "4k"), "Rating": ("1650", "1743")}


def test_only_what_was_chosen_is_changed_and_in_one_entry(hall: Console, lists: PlayerLists) -> None:
    saved = update_entrants(hall.desk, hall.id, lists, ["p1:egf", "p9:egf", "p3:egf"], by="Anneke")
    assert len(saved.entries) == 1
    assert [(player.rating, str(player.grade)) for player in hall.event.players] == [
        (1743.0, "5k"), (2250.0, "3d"), (None, "12k"),
    ]  # fmt: skip
    assert hall.event.players[0].rating_origin == "EGF"
    assert update_entrants(hall.desk, hall.id, lists, ["p1:egf"], by="Anneke").entries == ()


def test_lists_after_the_day_of_freezing_change_no_rating(hall: Console, lists: PlayerLists) -> None:
    change_rules(hall.desk, hall.id, {"ratings_frozen_after": date(2026, 4, 30)}, by="Anneke")
    frozen_after = freezing_day(hall.event, lists, hall.id)
    assert frozen_after == date(2026, 4, 30)
    found = entrant_updates(hall.event, lists, frozen_after=frozen_after, grades=True)
    assert [shown(each) for each in found.updates if each.sure] == [
        ("de Wit", True, {"EGF PIN": ("", "10000002")})
    ]
    assert found.frozen == (ListSource.EGF,)
    update_entrants(hall.desk, hall.id, lists, ["p1:egf", "p2:egf"], by="Anneke", grades=True)
    assert [(player.rating, player.egf_pin) for player in hall.event.players[:2]] == [
        (1650.0, "10000001"), (2250.0, "10000002"),
    ]  # fmt: skip
    assert entrant_updates(hall.event, lists, frozen_after=LIST_DAY).frozen == ()
    # A list without a date may be newer.
    lists.set_date(ListSource.EGF, None)
    assert entrant_updates(hall.event, lists, frozen_after=LIST_DAY).frozen == (ListSource.EGF,)


def test_a_french_rating_does_not_replace_that_of_the_egf(hall: Console, lists: PlayerLists) -> None:
    french = ListedPlayer(
        source=ListSource.FFG, surname="Willems", first_name="Jan", ffg_licence="0412345", rating=1500.0,
        licence_status="L", country="BE",
    )  # fmt: skip
    lists.replace(PlayerList(source=ListSource.FFG, players=(french,), date=LIST_DAY))

    def of_the_french_list(event: Tournament) -> list[dict[str, tuple[str, str]]]:
        updates = entrant_updates(event, lists).updates
        return [shown(each)[2] for each in updates if each.listed.source is ListSource.FFG]

    licence, status = ("", "0412345"), ("", "L")
    assert of_the_french_list(hall.event) == [{"French licence": licence}]
    french_event = replace(hall.event, country="FR")
    assert of_the_french_list(french_event) == [{"French licence": licence, "French status": status}]
    # In another country nobody is asked about a namesake in the French list.
    assert of_the_french_list(replace(hall.event, country="US")) == []


def test_a_question_is_answered_once(hall: Console, lists: PlayerLists) -> None:
    both = ["p3:egf:10000003", "p3:egf:10000004"]
    with pytest.raises(InputError, match="tick one"):
        update_entrants(hall.desk, hall.id, lists, both, by="Anneke")
    assert hall.event.players[2].egf_pin == ""
    saved = update_entrants(hall.desk, hall.id, lists, [], by="Anneke", refused=both[1:])
    assert len(saved.entries) == 1
    assert hall.event.players[2].not_same_as == ("egf:10000004",)
    assert [each.key for each in entrant_updates(hall.event, lists).updates][2:] == both[:1]
    # Of two ticks, the one that says yes counts.
    update_entrants(hall.desk, hall.id, lists, both[:1], by="Anneke", refused=both[:1])
    player = hall.event.players[2]
    assert (player.egf_pin, player.rating, player.not_same_as) == ("10000003", 900.0, ("egf:10000004",))
    assert entrant_updates(hall.event, lists).namesakes == ()


def test_an_answer_is_kept_in_the_file_of_the_event_and_undone(hall: Console, lists: PlayerLists) -> None:
    update_entrants(hall.desk, hall.id, lists, [], by="Anneke", refused=["p3:egf:10000004"])
    again = read_history(write_history(hall.state.history)).tournament()
    assert again.players[2].not_same_as == ("egf:10000004",)
    assert len(entrant_updates(again, lists).namesakes) == 1
    undo(hall.desk, hall.id, hall.state.history.entries[-1].number, by="Anneke")
    assert hall.event.players[2].not_same_as == ()
