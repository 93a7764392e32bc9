"""The three real rating lists, and real tournaments as American result files."""

import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from kit.shared_data import files
from miai.domain.people.rating_list_entry import FlagKind, ListSource, PlayerList
from miai.domain.rounds.game import Result
from miai.formats import FORMATS, read_file, recognise
from miai.formats.lists import read_list
from miai.formats.opengotha.losses import LossKind, losses_by_kind
from miai.store.people.player_lists import PlayerLists

LISTS = files("rating-lists", "*")
EGF, AGA, FFG = (files("rating-lists", pattern) for pattern in ("egf*", "aga*", "ffg*"))
TOURNAMENTS = [*files("opengotha", "*.xml"), *files("h9", "*.h9")]
DECIDED = (Result.WHITE_WINS, Result.BLACK_WINS)
DATA_LINE = {
    ListSource.EGF: re.compile(rb" ?\d{8} .*"),
    ListSource.AGA: re.compile(rb".*\t.*"),
    ListSource.FFG: re.compile(rb"[^#].*"),
}


def flags(found: PlayerList) -> Counter[FlagKind]:
    return Counter(flag.kind for player in found.players for flag in player.flags)


@pytest.mark.parametrize("path", LISTS)
def test_nothing_of_a_list_is_lost(path: Path) -> None:
    found = read_list(path)
    pattern = DATA_LINE[found.source]
    lines = [n for n, line in enumerate(path.read_bytes().split(b"\n"), start=1) if pattern.fullmatch(line)]
    assert len(lines) == {"egf": 3000, "aga": 3000, "ffg": 2000}[found.source.value]
    assert [player.line for player in found.players] == lines
    assert found.problems == ()


@pytest.mark.parametrize("path", LISTS)
def test_every_line_of_a_list_can_be_found_by_its_id_and_its_name(path: Path, tmp_path: Path) -> None:
    found = read_list(path)
    with PlayerLists(tmp_path, create=True) as lists:
        lists.replace(found)
        for player in found.players[::37]:
            assert player in lists.named(player.surname, player.first_name)
            assert player.name in {
                p.name for p in lists.search(f"{player.surname[:4]} {player.first_name[:3]}", limit=99)
            }
            if player.number:
                assert lists.search(player.number) == (player,)


@pytest.mark.parametrize("path", EGF)
def test_the_egf_list(path: Path) -> None:
    found = read_list(path)
    first = found.players[0]
    assert found.date == date(2018, 2, 22)
    assert (first.name, first.country, first.club, str(first.grade)) == ("Neuman Dario", "BE", "Leu", "5k")
    assert (first.rating, first.egf_pin, str(first.proposed_grade)) == (1448, "44681114", "6k")
    assert all(player.rating is not None and player.grade is not None for player in found.players)
    assert sum(player.grade.kind.value == "p" for player in found.players if player.grade) == 17


@pytest.mark.parametrize("path", AGA)
def test_the_american_list(path: Path) -> None:
    found = read_list(path)
    first = found.players[0]
    assert (first.name, first.aga_id, first.membership, first.state) == (
        "Neuman Dario",
        "30000",
        "Full",
        "CA",
    )
    assert (first.rating, first.sigma, str(first.grade)) == (-7.16875, 0.62755, "7k")
    assert (first.expiry, first.rating_date) == (date(2000, 8, 19), date(1999, 9, 1))
    assert found.date == date(2018, 2, 10)
    odd = flags(found)
    assert odd[FlagKind.NO_RATING] == sum(player.rating is None for player in found.players) == 1087
    assert odd[FlagKind.NO_EXPIRY] == 2


@pytest.mark.parametrize("path", FFG)
def test_the_french_list(path: Path) -> None:
    found = read_list(path)
    assert found.date == date(2018, 2, 23)
    names = [player.name for player in found.players[:4]]
    assert names == ["Neuman Dario", "Håkstad Søren", "Uraw Dmitri", "Céspedes Léon"]
    assert (found.players[0].rating, str(found.players[0].grade)) == (1350, "7k")
    odd = flags(found)
    assert odd[FlagKind.NO_RATING] == sum(player.rating is None for player in found.players) == 482
    assert odd[FlagKind.NO_LICENCE] == 145
    assert Counter(player.licence_status for player in found.players) == {
        "-": 1696, "L": 153, "e": 124, "C": 20, "X": 7,
    }  # fmt: skip


@pytest.mark.parametrize("path", TOURNAMENTS)
def test_a_real_tournament_written_as_an_american_file_is_read_back_the_same(path: Path) -> None:
    form = FORMATS["aga"]
    event = read_file(path).tournament
    data = form.write(event)
    assert recognise(data) is form
    held = form.read(data)
    # Who had only a bye, which the format has no word for, is left out the second time.
    again = losses_by_kind(held.tournament, form.read(form.write(held.tournament)))
    assert {kind for kind, messages in again.items() if messages} <= {LossKind.LEFT_OUT}
    played = {seat for drawn in event.rounds for each in drawn.boards for seat in (each.white, each.black)}
    assert len(played) <= len(held.tournament.players) <= len(event.players)
    for drawn in event.rounds:
        written = held.tournament.round(drawn.number).boards
        # One stone is an even game without komi in such files.
        stones = [0 if board.handicap == 1 else board.handicap for board in drawn.boards]
        assert sorted(board.handicap for board in written) == sorted(stones)
        won = Counter(board.result.played for board in drawn.boards if board.result.played in DECIDED)
        assert Counter(board.result.played for board in written if board.result.known) == won
