"""Private links in the store, on SQLite and on PostgreSQL."""

from dataclasses import replace

import pytest

from kit.builders import crosstable
from miai.domain.log.history import History
from miai.errors import InputError
from miai.store.database import Database
from miai.store.people.players_protocol import PlayerLink
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(crosstable("A?B C?D"))
AT, LATER = "2026-11-14T09:00:00Z", "2026-11-14T10:00:00Z"


def link(tournament: TournamentId, token_hash: str, player: str = "p1") -> PlayerLink:
    return PlayerLink(
        hash=token_hash, tournament=tournament, player=player, registration=0, issued_at=AT, issued_by="Ana"
    )


def test_a_player_has_one_valid_link(store: Database) -> None:
    known = store.create(HISTORY)
    first, second = link(known, "aa"), replace(link(known, "bb"), issued_at=LATER, issued_by="Ben")
    assert store.player_links.issue(known, [first, link(known, "cc", "p2")], anew=False) == {"aa", "cc"}
    assert store.player_links.issue(known, [second], anew=False) == set()
    assert store.player_links.issue(known, [second], anew=True) == {"bb"}
    assert store.player_links.issue(known, [second], anew=True) == {"bb"}
    ended = store.player_links.find("aa")
    assert ended == replace(first, revoked_at=LATER, revoked_by="Ben")
    assert [each.hash for each in store.player_links.all(known) if each.valid] == ["cc", "bb"]


def test_some_links_or_all_are_revoked(store: Database) -> None:
    known, other = store.create(HISTORY), store.create(HISTORY)
    store.player_links.issue(known, [link(known, "aa"), link(known, "bb", "p2")], anew=False)
    store.player_links.issue(other, [link(other, "cc")], anew=False)
    assert store.player_links.revoke(known, ["p1"], at=LATER, by="Ben") == 1
    assert store.player_links.revoke(known, None, at=LATER, by="Ben") == 1
    assert [each.valid for each in store.player_links.all(other)] == [True]
    with pytest.raises(InputError, match="there is no tournament"):
        store.player_links.revoke(TournamentId("nowhere"), None, at=LATER, by="Ben")


def test_links_go_with_their_tournament_and_stay_when_its_log_is_put_back(store: Database) -> None:
    known, other = store.create(HISTORY), store.create(HISTORY)
    for each, token_hash in ((known, "aa"), (other, "bb")):
        store.player_links.issue(each, [link(each, token_hash)], anew=False)
    log = store.log(known)
    store.put_back(log)
    assert store.player_links.find("aa") == link(known, "aa")
    store.delete(known)
    assert store.player_links.find("aa") is None
    assert store.player_links.find("bb") is not None
    store.create(HISTORY, id=known)
    store.player_links.issue(known, [link(known, "cc")], anew=False)
    store.put_back(log)
    assert store.player_links.find("cc") is None, "another tournament had the id"


def test_a_damaged_link_counts_as_none_and_is_found_by_the_check(store: Database) -> None:
    known = store.create(HISTORY)
    store.player_links.issue(known, [link(known, "aa")], anew=False)
    with store._writing() as connection:
        connection.exec_driver_sql("UPDATE player_links SET player = 'p2'")
    assert store.player_links.find("aa") is None
    assert store.player_links.all(known) == ()
    assert [str(each) for each in store.damages()] == [f"a private link of a player of '{known}' is damaged"]
