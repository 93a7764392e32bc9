"""Texts that PostgreSQL cannot keep are refused with the same sentence on both databases."""

from dataclasses import replace

import pytest

from kit.builders import crosstable
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.players.register_player import register_players
from miai.features.results.enter_result import enter_result
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import Database

HISTORY = History.of_tournament(replace(crosstable("A?B C?D"), name="Café Cup"))


@pytest.mark.parametrize("odd", ["a\0b", "a\ud800b"])
def test_a_text_that_not_every_database_can_keep_is_refused_by_its_field(store: Database, odd: str) -> None:
    desk = Desk(store)
    cup = desk.create(HISTORY).id
    before = store.head(cup)
    said = "'a\ufffdb' has a character in it that is no text: delete it"
    player = Player(id=PlayerId("new"), surname="New", first_name=odd, grade=Grade.parse("1d"))
    with pytest.raises(InputError, match=f"^New a\ufffdb: First name: {said}"):
        register_players(desk, cup, [player], by="Ana")
    with pytest.raises(InputError, match=f"^Location: {said}"):
        change_details(desk, cup, place=odd, by="Ana")
    with pytest.raises(InputError, match=f"^Name: {said}"):
        enter_result(desk, cup, round=1, table=1, result=Result.JIGO, by=odd)
    with pytest.raises(InputError, match=f"^Name: {said}"):
        create_tournament(desk, name=odd, by="Ana")
    assert store.head(cup) == before
    assert len(store.tournaments()) == 1


def test_a_document_of_an_older_miai_with_such_a_text_can_still_be_read() -> None:
    """Its backups hold what it wrote."""
    old = History.of_tournament(replace(crosstable("A?B"), place="a\0b"))
    assert read_history(write_history(old)) == old
