"""A congress is no tournament: what needs rounds or players of one is refused in one sentence."""

import pytest

from kit.congress_hall import BY, congress
from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.enter_events import enter
from miai.features.draw.draw_round import draw_round
from miai.features.files.export_event import export_event, write_event
from miai.features.files.import_event import import_event
from miai.features.overview.show_overview import overview
from miai.features.players.own_list import own_players
from miai.features.uploads.check_upload import FEDERATIONS, check_upload
from miai.store.people.own_list_choices import OwnListChoices


def test_a_congress_is_not_drawn() -> None:
    hall = congress("Ada 3d, Bo 1k")
    with pytest.raises(InputError, match="is a congress and has no rounds of its own: choose one of its"):
        draw_round(*hall.at, round=1, by=BY)
    assert hall.whole.tournament.rounds == ()


@pytest.mark.parametrize("form", ["opengotha", "h9", "aga", "tou", "pairgoth"])
def test_files_of_other_programs_do_not_hold_a_congress(form: str) -> None:
    hall = congress("Ada 3d")
    with pytest.raises(InputError, match="which only a Miai document can hold: export its events one by one"):
        export_event(*hall.at, to=form)


@pytest.mark.parametrize("federation", FEDERATIONS)
def test_a_congress_is_sent_to_no_federation(federation: str) -> None:
    hall = congress("Ada 3d")
    with pytest.raises(InputError, match="export its events one by one"):
        check_upload(hall.whole.tournament, FEDERATIONS[federation])


def test_a_document_carries_a_congress_to_another_store() -> None:
    hall = congress("Ada 3d")
    enter(*hall.at, hall.who("Ada"), [hall.open("Main")], by=BY)
    data = write_event(*hall.at).data
    other = Desk(MemoryStore())
    arrived = import_event(other, data, by=BY).state
    assert arrived.tournament == hall.whole.tournament
    # The events come as documents of their own.
    assert whole_congress(other, arrived.id).missing == ("main",)


def test_the_own_list_counts_the_events_and_not_the_congress() -> None:
    hall = congress("Ada 3d, Bo 1k")
    hall.enter("Ada", hall.open("Main"), hall.open("Rapid"))
    people = own_players(hall.desk, OwnListChoices(used=True))
    assert [(own.player.surname, own.tournaments) for own in people] == [("Ada", 2)]


def test_the_overview_of_a_congress_does_not_fail() -> None:
    assert overview(congress("Ada 3d").whole.tournament).round == 0
