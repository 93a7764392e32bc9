"""Private links on the command line, in a data folder of their own."""

import csv
import io
from contextlib import closing
from pathlib import Path

import pytest

from kit.command import Run
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.features.links.player_links import RevokedLinkError, player_of_token
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A folder with a tournament of three."""
    with closing(open_store(tmp_path)) as store:
        desk = Desk(store)
        event = create_tournament(desk, name="Open", by="Anneke", rounds=2).id
        players = [Player(id=NEW, surname=name, grade=Grade.parse("1d")) for name in ("Ada", "Bo", "=Cy")]
        register_players(desk, event, players, by="Anneke")
    return str(tmp_path)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def opens(data: str, link: str) -> str:
    with closing(open_store(Path(data))) as store:
        return player_of_token(Desk(store), "open", link.rpartition("/")[2]).surname


def test_links_are_issued_listed_and_revoked(run: Run, data: str, tmp_path: Path) -> None:
    at = ("--data", data)
    status, out, _ = run("links", "open", "issue", *at, "--player", "Ada", "--address", "https://go.example/")
    assert status == 0
    [ada] = rows(out)
    assert ada["link"].startswith("https://go.example/m/")
    assert opens(data, ada["link"]) == "Ada"
    others = rows(run("links", "open", "issue", *at)[1])
    assert [opens(data, each["link"]) for each in others] == ["Bo", "=Cy"]
    assert not others[1]["name"].startswith("="), "a spreadsheet would take it for a formula"
    assert run("links", "open", "revoke", *at, "--player", "Bo")[1] == "revoked: 1\n"
    with pytest.raises(RevokedLinkError):
        opens(data, others[0]["link"])
    listed = rows(run("links", "open", "list", *at)[1])
    assert [bool(each["revoked"]) for each in listed] == [False, True, False]
    assert {each["issued by"] for each in listed} == {"command line"}
    assert "/m/" not in str(listed)
    target = tmp_path / "links.csv"
    assert run("links", "open", "issue", *at, "--anew", "-o", str(target))[0] == 0
    assert len(rows(target.read_text("utf-8-sig"))) == 3
    assert run("links", "open", "revoke", *at, "--all")[1] == "revoked: 3\n"


def test_whose_links_to_revoke_has_to_be_said(run: Run, data: str) -> None:
    at = ("--data", data)
    for wrong in ((), ("--all", "--player", "Ada")):
        status, _, error = run("links", "open", "revoke", *at, *wrong)
        assert status == 2
        assert "say whose links to revoke" in error
