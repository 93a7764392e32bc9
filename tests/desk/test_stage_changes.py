"""Changes made in a stage go to the event if they are about people or about details that exist once."""

from dataclasses import replace

import pytest

from kit.console import Console
from kit.staged_hall import groups_of, inside, stage_event
from miai.desk.live_state import Saved
from miai.domain.log import events
from miai.domain.points import quarters
from miai.errors import InputError
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player, set_attendance, withdraw


@pytest.fixture
def hall() -> Console:
    return groups_of(8, 2)


def test_a_name_corrected_in_a_group_is_corrected_in_the_event(hall: Console) -> None:
    group, one = inside(hall, "group-a"), hall.who("P1")
    saved = change_player(*group.at, one, lambda old: replace(old, surname="Quill", egf_pin="1234"), by="A")
    assert [type(each.event) for each in saved.entries] == [events.PlayerChanged]
    assert hall.event.player(one).surname == group.event.player(one).surname == "Quill"
    undo(*group.at, saved.entries[0].number, by="A")
    assert hall.event.player(one).surname == group.event.player(one).surname == "P1"


def test_what_is_changed_of_a_player_is_split_between_the_event_and_the_stage(hall: Console) -> None:
    group, one = inside(hall, "group-a"), hall.who("P1")
    change_player(*group.at, one, lambda old: replace(old, club="Graz", absent_rounds=frozenset({2})), by="A")
    assert (hall.event.player(one).club, hall.event.player(one).absent_rounds) == ("Graz", frozenset())
    assert (group.event.player(one).club, group.event.player(one).absent_rounds) == ("Graz", frozenset({2}))


def test_a_withdrawal_of_the_event_cannot_be_contradicted_in_a_stage(hall: Console) -> None:
    group, one = inside(hall, "group-a"), hall.who("P1")
    withdraw(*hall.at, one, from_round=1, by="A")
    with pytest.raises(InputError, match="P1 has withdrawn from the event"):
        set_attendance(*group.at, one, round=1, plays=True, by="A")
    # Another change in the stage does not make the absences those of the stage.
    change_player(*group.at, one, lambda old: replace(old, start=quarters(1)), by="A")
    change_player(*hall.at, one, lambda old: replace(old, absent_rounds=frozenset()), by="A")
    assert group.event.player(one).absent_rounds == frozenset()
    assert group.event.player(one).start == quarters(1)


def test_a_withdrawal_of_one_stage_stays_in_it(hall: Console) -> None:
    group, one = inside(hall, "group-a"), hall.who("P1")
    withdraw(*group.at, one, from_round=2, by="A")
    assert not group.event.player(one).attends(2)
    assert hall.event.player(one).attends(2)


def test_the_place_changed_in_a_stage_is_that_of_the_event(hall: Console) -> None:
    group = inside(hall, "group-a")

    def other(place: str, name: str) -> events.DetailsChanged:
        return events.DetailsChanged(name=name, place=place)

    hall.desk.change(group.id, lambda _: [other("Graz", "Pool")], by="A")
    assert (hall.event.name, hall.event.place) == ("Spring Cup", "Graz")
    assert (group.event.name, group.event.place) == ("Pool", "Graz")
    assert stage_event(hall, "group-b").place == "Graz"


def test_pages_of_a_stage_hear_of_a_change_of_its_players(hall: Console) -> None:
    heard: list[Saved] = []
    hall.desk.listen(inside(hall, "group-a").id, heard.append)
    change_player(*hall.at, hall.who("P2"), lambda old: replace(old, club="Graz"), by="A")
    assert heard == []
    change_player(*hall.at, hall.who("P1"), lambda old: replace(old, club="Graz"), by="A")
    [saved] = heard
    assert saved.state.tournament.player(hall.who("P1")).club == "Graz"


def test_what_is_computed_of_a_stage_is_computed_again_after_a_change_of_the_event(hall: Console) -> None:
    group = inside(hall, "group-a")
    before = group.desk.recall(group.state, "place", lambda: group.event.place)
    hall.desk.change(hall.id, lambda _: [events.DetailsChanged(name="Open", place="Graz")], by="A")
    assert before == ""
    assert group.desk.recall(group.state, "place", lambda: group.event.place) == "Graz"
