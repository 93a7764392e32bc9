"""Private links: issued, revoked and issued anew; nobody can read them in the store."""

import re

import pytest

from kit.congress_hall import BY, Hall
from kit.console import Console, console
from miai.desk.entry_once import entry_once
from miai.desk.live_state import stage_address
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.errors import InputError
from miai.features.links.player_links import (
    RevokedLinkError,
    UnknownLinkError,
    hash_of_token,
    holder_of_token,
    issue_known_token,
    issue_links,
    latest_links,
    new_token,
    player_of_token,
    read_token,
    revoke_links,
)
from miai.features.players.change_player import remove_player
from miai.features.stages.groups import open_groups


def hall() -> Console:
    return console("Ada 1d, Bo 1d, Cy 1d", rounds=2)


def tokens(at: Console, *names: str, anew: bool = False) -> dict[str, str]:
    chosen = [at.who(name) for name in names] or None
    return {each.player.surname: each.token for each in issue_links(*at.at, chosen, by="Anneke", anew=anew)}


def opens(at: Console, token: str) -> str:
    return player_of_token(*at.at, token).surname


def test_everybody_gets_a_link_of_their_own_and_the_store_knows_none_of_them() -> None:
    at = hall()
    links = issue_links(*at.at, by="Anneke")
    assert [each.player.surname for each in links] == ["Ada", "Bo", "Cy"]
    assert [opens(at, each.token) for each in links] == ["Ada", "Bo", "Cy"]
    group = "[0-9a-hjkmnp-tv-z]{4}"
    for each in links:
        assert re.fullmatch(rf"/m/{group}-{group}-{group}", each.path)
        assert each.token not in repr(at.store)
    assert len({link.hash for link in latest_links(*at.at).values()}) == 3


def test_a_link_may_be_typed_in_capitals_without_hyphens_and_with_look_alikes() -> None:
    at = hall()
    token = tokens(at, "Ada")["Ada"]
    assert read_token("7KQ2-m4xp 9TRB") == "7kq2m4xp9trb"
    assert read_token("O1Il-0oL1-iiii") == "011100111111"
    assert opens(at, f"{token[:4]}-{token[4:8]}-{token[8:]}".upper()) == "Ada"
    for wrong in ("", token[:-1], token + "0", new_token(), "\u0130" * 12):
        with pytest.raises(UnknownLinkError, match="belongs to nobody"):
            opens(at, wrong)


def test_only_those_without_a_link_get_one_unless_it_is_issued_anew() -> None:
    at = hall()
    first = tokens(at, "Ada")
    rest = tokens(at)
    assert set(rest) == {"Bo", "Cy"}
    new = tokens(at, anew=True)
    assert set(new) == {"Ada", "Bo", "Cy"}
    for old in (*first.values(), *rest.values()):
        with pytest.raises(RevokedLinkError, match="no longer valid"):
            opens(at, old)
    assert {name: opens(at, token) for name, token in new.items()} == {n: n for n in ("Ada", "Bo", "Cy")}


def test_links_are_revoked_one_by_one_or_all_at_once_and_the_table_says_by_whom() -> None:
    at = hall()
    links = tokens(at)
    assert revoke_links(*at.at, [at.who("Bo")], by="Tomás") == 1
    assert revoke_links(*at.at, [at.who("Bo")], by="Tomás") == 0
    with pytest.raises(RevokedLinkError):
        opens(at, links["Bo"])
    assert opens(at, links["Ada"]) == "Ada"
    table = latest_links(*at.at)
    found = [table[at.who(name)] for name in links]
    assert [(link.valid, link.issued_by, link.revoked_by) for link in found] == [
        (True, "Anneke", None),
        (False, "Anneke", "Tomás"),
        (True, "Anneke", None),
    ]
    assert revoke_links(*at.at, by="Tomás") == 2
    assert not any(link.valid for link in latest_links(*at.at).values())
    assert set(tokens(at)) == {"Ada", "Bo", "Cy"}


def test_a_request_that_is_sent_twice_gives_the_same_links() -> None:
    at = hall()
    with entry_once("form-1"):
        first = tokens(at)
        assert tokens(at) == first
    with entry_once("form-2"):
        assert tokens(at) == {}
        again = tokens(at, anew=True)
        assert tokens(at, anew=True) == again
    assert not set(again.values()) & set(first.values())
    revoke_links(*at.at, by="Anneke")
    with entry_once("form-2"):
        assert tokens(at, anew=True) == {}


def test_somebody_who_gets_the_id_of_a_player_who_was_removed_does_not_get_the_link() -> None:
    at = hall()
    token, player = tokens(at, "Cy")["Cy"], at.who("Cy")
    remove_player(*at.at, player, by="Anneke")
    with pytest.raises(RevokedLinkError):
        opens(at, token)
    # Miai 0.2 gave the id to the next who entered.
    newcomer = Player(id=player, surname="Di", grade=Grade.parse("1d"))
    at.desk.change(at.id, lambda _: [events.PlayerRegistered(player=newcomer)], by="Anneke")
    with pytest.raises(RevokedLinkError):
        opens(at, token)
    assert player not in latest_links(*at.at)
    assert opens(at, tokens(at)["Di"]) == "Di"


def test_a_token_that_somebody_has_already_can_become_their_link() -> None:
    at = hall()
    old, token = tokens(at, "Ada")["Ada"], new_token()
    issue_known_token(*at.at, at.who("Ada"), token_hash=hash_of_token(at.desk, token), by="Anneke")
    assert opens(at, token) == "Ada"
    with pytest.raises(RevokedLinkError):
        opens(at, old)


def test_a_link_is_of_one_tournament() -> None:
    at = hall()
    token = tokens(at, "Ada")["Ada"]
    other = at.desk.create(at.state.history).id
    with pytest.raises(UnknownLinkError):
        player_of_token(at.desk, other, token)
    assert holder_of_token(at.desk, token).event == at.id


def test_players_who_are_not_there_get_no_links() -> None:
    at = hall()
    with pytest.raises(InputError):
        issue_links(*at.at, ["nobody"], by="Anneke")  # type: ignore[list-item]


def test_a_link_of_an_event_holds_in_its_stages() -> None:
    at = console("Ada 1d, Bo 1d, Cy 1d, Di 1d", rounds=2)
    open_groups(*at.at, count=2, by="Anneke")
    token = tokens(at, "Ada")["Ada"]
    inside = []
    for stage in at.event.stages:
        try:
            inside.append(player_of_token(at.desk, stage_address(at.id, stage.id), token).surname)
        except UnknownLinkError:
            continue
    assert inside == ["Ada"]


def test_a_link_of_a_congress_holds_in_all_events_of_its_person() -> None:
    at = Hall()
    for name in ("Ada", "Bo"):
        at.person(name)
    main, rapid = at.open("Main", rounds=2), at.open("Rapid", rounds=2)
    at.enter("Ada", main, rapid)
    at.enter("Bo", main)
    links = {each.player.surname: each.token for each in issue_links(*at.at, by=BY)}
    assert holder_of_token(at.desk, links["Ada"]).event == at.id
    assert player_of_token(at.desk, at.id, links["Ada"]).surname == "Ada"
    for event in (main, rapid):
        assert player_of_token(at.desk, event, links["Ada"]).surname == "Ada"
    assert player_of_token(at.desk, main, links["Bo"]).surname == "Bo"
    with pytest.raises(UnknownLinkError):
        player_of_token(at.desk, rapid, links["Bo"])
