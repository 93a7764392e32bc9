"""The local copy of the rating lists."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from platformdirs import macos, unix
from platformdirs.api import PlatformDirsABC

from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListFlag, ListSource, PlayerList
from miai.errors import InputError
from miai.folders import cache_folder
from miai.store.folder import data_folder, made_folder
from miai.store.people.player_lists import FILE_NAME, PlayerLists

NAMES = """Neuman Dario
Neuman Ada
Neumann Daniela
Dario Neuenburg
Håkstad Søren
De_La_Cruz Ana
O'Brien Pat
Dahl Neu
Li Wei
Wei Li
Lindqvist Wei"""


def listed(name: str, number: int, source: ListSource = ListSource.EGF) -> ListedPlayer:
    surname, _, first_name = name.partition(" ")
    ids = {ListSource.EGF: "egf_pin", ListSource.AGA: "aga_id", ListSource.FFG: "ffg_licence"}
    number_only: dict[str, Any] = {ids[source]: str(number)}
    return ListedPlayer(
        source=source, surname=surname.replace("_", " "), first_name=first_name, **number_only
    )


def a_list(names: str = NAMES, source: ListSource = ListSource.EGF) -> PlayerList:
    players = tuple(listed(name, 10_000_000 + i, source) for i, name in enumerate(names.splitlines()))
    return PlayerList(source=source, players=players)


@pytest.fixture
def lists(tmp_path: Path) -> Iterator[PlayerLists]:
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(a_list())
        yield opened


def found(lists: PlayerLists, text: str, limit: int = 20) -> list[str]:
    return [player.name for player in lists.search(text, limit=limit)]


def test_a_player_comes_back_as_imported(tmp_path: Path) -> None:
    player = ListedPlayer(
        source=ListSource.AGA,
        surname="Håkstad",
        first_name="Søren",
        club="DULU",
        state="MN",
        grade=Grade.parse("3d"),
        proposed_grade=Grade.parse("4d"),
        rating=3.25179,
        sigma=0.5,
        rating_date=date(2025, 9, 1),
        aga_id="2107",
        membership="Full",
        expiry=date(2027, 8, 19),
        tournaments=4,
        last_event="x",
        line=7,
        flags=(ListFlag(kind=FlagKind.NO_COMMA, text="é"), ListFlag(kind=FlagKind.NO_RATING)),
    )
    with PlayerLists(tmp_path, create=True) as lists:
        lists.replace(
            PlayerList(source=ListSource.AGA, date=date(2026, 1, 2), players=(player,)), file="td.txt"
        )
    with PlayerLists(tmp_path) as lists:
        assert lists.search("hak") == (player,)
        (info,) = lists.lists()
    assert (info.source, info.date, info.players, info.file) == (
        ListSource.AGA,
        date(2026, 1, 2),
        1,
        "td.txt",
    )


@pytest.mark.parametrize(
    "text", ["neu da", "da neu", "NEUMAN DARIO", "dario neuman", "neum dar", "Néuman, Dario"]
)
def test_the_first_letters_of_both_names_are_enough_in_either_order(lists: PlayerLists, text: str) -> None:
    assert "Neuman Dario" in found(lists, text)[:3]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hakst", "Håkstad Søren"),
        ("HÅK", "Håkstad Søren"),
        ("soren", "Håkstad Søren"),
        ("cruz ana", "De La Cruz Ana"),
        ("de la c", "De La Cruz Ana"),
        ("obr", "O'Brien Pat"),
        ("o'br", "O'Brien Pat"),
        ("qbr", "Nobody"),
        ("brien", "O'Brien Pat"),
    ],
)
def test_accents_and_signs_do_not_count(lists: PlayerLists, text: str, name: str) -> None:
    assert found(lists, text) == ([] if name == "Nobody" else [name])


def test_whole_words_and_surnames_come_first(lists: PlayerLists) -> None:
    assert found(lists, "neuman")[:3] == ["Neuman Ada", "Neuman Dario", "Neumann Daniela"]
    assert found(lists, "dario") == ["Dario Neuenburg", "Neuman Dario"]
    assert found(lists, "li wei") == ["Li Wei", "Wei Li", "Lindqvist Wei"]
    assert found(lists, "neu") == [
        "Dahl Neu",
        "Neuman Ada",
        "Neuman Dario",
        "Neumann Daniela",
        "Dario Neuenburg",
    ]


def test_no_more_than_asked_for_are_given_and_the_best_of_them(lists: PlayerLists) -> None:
    assert found(lists, "neuman", limit=1) == ["Neuman Ada"]
    assert found(lists, "n", limit=2) == ["Neuman Ada", "Neuman Dario"]


@pytest.mark.parametrize(
    "text",
    ['"', "*", "-", "neu*", '"neu" OR "da', "NEAR(a b)", "surname : x", "a AND", "^", "()", "\0", "'; --"],
)
def test_signs_of_the_query_language_are_only_signs(lists: PlayerLists, text: str) -> None:
    assert isinstance(found(lists, text), list)


def test_nothing_is_found_for_nothing(lists: PlayerLists) -> None:
    assert found(lists, "") == found(lists, " - ") == found(lists, "zz") == []


OTHER_NAMES = """Müller Jürgen
Fedorov Dmitry
Khvostov Aleksandr
Szczerbakow Yulia
Saint-Amand Jean-Pierre
Соколов Алексей
Li Wei
Marin Ana
Martin Ana"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Mueller Juergen", "Müller Jürgen"),
        ("muler jurgen", "Müller Jürgen"),
        ("Mülelr Jürgen", "Müller Jürgen"),
        ("Müllre", "Müller Jürgen"),
        ("Фёдоров Дмитрий", "Fedorov Dmitry"),
        ("Fyodorov Dmitri", "Fedorov Dmitry"),
        ("Хвостов Александр", "Khvostov Aleksandr"),
        ("Hvostov Alexandr", "Khvostov Aleksandr"),
        ("Щербаков Юлия", "Szczerbakow Yulia"),
        ("Shcherbakov Julia", "Szczerbakow Yulia"),
        ("saintamand jeanpierre", "Saint-Amand Jean-Pierre"),
        ("Saint Amand Jean Piere", "Saint-Amand Jean-Pierre"),
        ("Jean Pierre Saintamand", "Saint-Amand Jean-Pierre"),
        ("sokolov aleksey", "Соколов Алексей"),
        ("соколов", "Соколов Алексей"),
    ],
)
def test_a_name_is_found_with_a_typo_or_in_another_spelling(tmp_path: Path, text: str, name: str) -> None:
    with PlayerLists(tmp_path, create=True) as lists:
        lists.replace(a_list(OTHER_NAMES))
        assert found(lists, text)[0] == name


def test_the_name_as_typed_comes_before_similar_ones(tmp_path: Path) -> None:
    with PlayerLists(tmp_path, create=True) as lists:
        lists.replace(a_list(OTHER_NAMES))
        assert found(lists, "marin ana") == ["Marin Ana", "Martin Ana"]
        assert found(lists, "martin ana") == ["Martin Ana", "Marin Ana"]
        # With two letters alone, everything would be similar.
        assert found(lists, "lu") == []
        assert found(lists, "lu wei") == ["Li Wei"]


def test_similar_names_of_a_list_that_is_replaced_are_forgotten(lists: PlayerLists) -> None:
    assert found(lists, "hakztad") == ["Håkstad Søren"]
    lists.replace(a_list("Hakstat Ole"))
    assert found(lists, "hakztad") == []
    assert found(lists, "hakztat") == ["Hakstat Ole"]


def test_an_id_finds_exactly_its_player(lists: PlayerLists) -> None:
    assert found(lists, " 10000001 ") == ["Neuman Ada"]
    assert found(lists, "1000000") == []


def test_namesakes_are_found_whatever_the_spelling(lists: PlayerLists) -> None:
    assert [p.egf_pin for p in lists.named("HAKSTAD", "soren")] == ["10000004"]
    assert {p.name for p in lists.named("Wei", "Li")} == {"Li Wei", "Wei Li"}
    assert lists.named("", "") == ()


def test_lists_stand_side_by_side_and_a_new_one_replaces_its_own_only(lists: PlayerLists) -> None:
    lists.replace(a_list("Neuman Dario\nAlder Vera", ListSource.FFG))
    assert [p.source.value for p in lists.search("neuman dario")] == ["egf", "ffg"]
    lists.replace(a_list("Neuman Zoe"))
    assert found(lists, "neuman") == ["Neuman Dario", "Neuman Zoe"]
    assert found(lists, "hakst") == []
    assert {info.source.value: info.players for info in lists.lists()} == {"egf": 1, "ffg": 2}
    lists.replace(a_list("Alder Vera", ListSource.FFG))
    assert found(lists, "alder") == ["Alder Vera"]


def test_lists_are_dated_left_out_of_searches_and_deleted(lists: PlayerLists) -> None:
    lists.replace(a_list("Neuman Dario\nAlder Vera", ListSource.FFG))
    lists.set_date(ListSource.FFG, date(2026, 3, 1))
    [listed] = lists.search("alder")
    assert listed.list_date == date(2026, 3, 1)
    lists.use_only([ListSource.EGF])
    assert found(lists, "alder") == []
    assert lists.named("Alder", "Vera") == lists.with_number("10000001")[1:] == ()
    assert lists.sources() == (ListSource.EGF,)
    assert [(info.source.value, info.used) for info in lists.lists()] == [("egf", True), ("ffg", False)]
    lists.use_only(tuple(ListSource))
    assert found(lists, "aldre") == ["Alder Vera"]
    lists.delete(ListSource.FFG)
    assert found(lists, "aldre") == []
    assert [info.source.value for info in lists.lists()] == ["egf"]


def test_a_day_of_freezing_from_before_version_6_is_known_until_the_settings_have_it(
    lists: PlayerLists,
) -> None:
    with closing(sqlite3.connect(lists.path)) as base:
        base.execute("INSERT INTO frozen VALUES ('spring', '2026-05-01')")
        base.commit()
    assert (lists.frozen_after("spring"), lists.frozen_after("autumn")) == (date(2026, 5, 1), None)
    lists.forget_frozen("spring")
    assert lists.frozen_after("spring") is None


def test_an_interrupted_import_leaves_the_old_list(lists: PlayerLists, tmp_path: Path) -> None:
    unwritable = ListFlag(kind=FlagKind.NO_COMMA, text={1})  # type: ignore[arg-type]
    broken = replace(listed("Zed Zoe", 1), flags=(unwritable,))
    with pytest.raises(TypeError):
        lists.replace(PlayerList(source=ListSource.EGF, players=(*a_list().players, broken)))
    assert len(found(lists, "neuman")) == 3
    with PlayerLists(tmp_path) as other:
        assert other.lists()[0].players == len(NAMES.splitlines())


def test_without_a_copy_the_way_to_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no rating list has been imported yet: miai list import FILE"):
        PlayerLists(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"not a database at all, but long enough to be looked at by one" * 20)
    before = path.read_bytes()
    with pytest.raises(InputError, match="this is not Miai's copy of the rating lists"):
        PlayerLists(tmp_path, create=True)
    assert path.read_bytes() == before
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name)")
    other.commit()
    other.close()
    with pytest.raises(InputError, match="this is not Miai's copy of the rating lists"):
        PlayerLists(tmp_path, create=True)


def test_a_newer_copy_is_refused(tmp_path: Path) -> None:
    with PlayerLists(tmp_path, create=True):
        pass
    base = sqlite3.connect(tmp_path / FILE_NAME)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(InputError, match="made by a newer Miai"):
        PlayerLists(tmp_path)


def test_the_folder_is_the_one_chosen_or_the_environments_or_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert data_folder(tmp_path / "chosen") == tmp_path / "chosen"
    assert data_folder() == tmp_path / "own"
    monkeypatch.delenv("MIAI_DATA")
    assert data_folder() == tmp_path / "share" / "miai"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "miai"


@pytest.mark.parametrize(
    ("kind", "below_home"),
    [(macos.MacOS, "Library/Application Support/miai"), (unix.Unix, ".local/share/miai")],
)
def test_the_users_own_folder_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: type[PlatformDirsABC], below_home: str
) -> None:
    for name in ("MIAI_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", kind)
    assert data_folder() == tmp_path / below_home
    # What an earlier version kept elsewhere is not lost.
    before = tmp_path / ".local" / "share" / "miai"
    before.mkdir(parents=True)
    assert data_folder() == before
    (tmp_path / below_home).mkdir(parents=True, exist_ok=True)
    assert data_folder() == tmp_path / below_home


def test_without_a_home_there_is_no_folder_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("MIAI_DATA", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    for folder in (data_folder, cache_folder):
        with pytest.raises(RuntimeError):
            folder()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert made_folder(tmp_path / "a" / "b").is_dir()
    for wrong in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(InputError):
            made_folder(wrong)


def test_a_copy_of_version_1_is_read_without_its_flags(lists: PlayerLists, tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE_NAME)
    base.execute("UPDATE players SET flags = ?", ('["no rating"]',))
    base.execute("PRAGMA user_version = 1")
    base.execute("DROP TABLE words")
    base.execute("DROP TABLE frozen")
    base.execute("ALTER TABLE lists DROP COLUMN used")
    base.execute("DROP TABLE spellings")
    base.execute("DELETE FROM names")
    base.commit()
    base.close()
    with PlayerLists(tmp_path) as old:
        assert found(old, "hakztad") == ["Håkstad Søren"]
        assert [player.flags for player in old.search("neuman")] == [(), (), ()]


def test_a_name_is_found_in_other_spellings_and_exact_ones_come_first(tmp_path: Path) -> None:
    listed = [("Mueller", "Joerg"), ("Ivanov", "Sergey"), ("Müller", "Jörg")]
    players = tuple(
        ListedPlayer(source=ListSource.EGF, surname=surname, first_name=first_name, egf_pin=f"1000000{at}")
        for at, (surname, first_name) in enumerate(listed)
    )
    with PlayerLists(tmp_path, create=True) as lists:
        lists.replace(PlayerList(source=ListSource.EGF, players=players))
        assert [each.name for each in lists.named("Müller", "Jörg")] == ["Müller Jörg", "Mueller Joerg"]
        assert [each.name for each in lists.named("Сергей", "Иванов")] == ["Ivanov Sergey"]
        lists.delete(ListSource.EGF)
        assert lists.named("Müller", "Jörg") == ()


def test_a_copy_of_version_3_learns_the_spellings(tmp_path: Path) -> None:
    player = ListedPlayer(source=ListSource.EGF, surname="Müller", first_name="Jörg", egf_pin="10000001")
    with PlayerLists(tmp_path, create=True) as lists:
        lists.replace(PlayerList(source=ListSource.EGF, players=(player,)))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as base:
        base.executescript("DROP TABLE name_keys; PRAGMA user_version = 3")
    with PlayerLists(tmp_path) as lists:
        assert [each.name for each in lists.named("Mueller", "Joerg")] == ["Müller Jörg"]
