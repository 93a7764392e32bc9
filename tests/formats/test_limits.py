"""Files that are too large, too long or full of absurd numbers are refused with a reason."""

from pathlib import Path

import pytest

from kit.mutated_files import EGF_LIST, FFG_LIST, seeds
from miai.domain.people.rating_list_entry import ListSource
from miai.errors import InputError
from miai.formats import limits
from miai.formats.lists.registry import LISTS, read_list, recognise_list
from miai.formats.registry import read_file, recognise
from miai.formats.tables.table_rows import read_rows

H9 = b"1 Ando Kei 2d FR Gren 1 2+/w\n2 Poe Edgar 1k UK Oxfo 0 1-/b\n"
XML = b"<Tournament><Players>%s</Players></Tournament>"
AGA = b"TOURNEY Open, Oslo\n%s\nPLAYERS\n1 Ando, Kei 3.2\n2 Poe, Edgar -1.5\nGAMES 1\n1 2 W 0 7\nEND\n"


def complaint(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        recognise(data).read(data)
    return str(caught.value.problems[0])


def test_a_file_that_is_too_large_says_how_large_it_may_be(tmp_path: Path) -> None:
    assert complaint(XML % (b" " * 16_000_000)) == (
        "the file has 17 MB; Miai reads files of this kind up to 16 MB"
    )
    assert complaint(H9 * 80_000) == "the file has 5 MB; Miai reads files of this kind up to 4 MB"
    path = tmp_path / "event.miai"
    with path.open("wb") as file:
        file.truncate(33_000_000)
    with pytest.raises(InputError, match=r"event\.miai: the file has 33 MB; .* up to 32 MB"):
        read_file(path)
    with pytest.raises(InputError, match=r"event\.miai: the file has 33 MB"):
        read_list(path)
    with pytest.raises(InputError, match="the file has 17 MB"):
        recognise_list(EGF_LIST + b" " * 16_000_000)


def test_a_line_that_is_too_long_is_named() -> None:
    """A line of 25 MB once took 86 seconds and 6 GB."""
    assert complaint(H9 + b"3 Swann Odette 3k FR " + b"1+ " * 1_000_000) == (
        "line 3: this line has 3000021 characters; Miai reads lines of up to 20000"
    )


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(InputError, match="the text has more than 200000 lines"):
        LISTS[ListSource.FFG].read(FFG_LIST + b"\x0c\n" * 150_000)
    with pytest.raises(InputError, match="the text has more than 5000 lines"):
        read_rows("Ando Kei 2d\n" * 6_000)
    with pytest.raises(InputError, match="more than 10000 lines are not a player's"):
        LISTS[ListSource.FFG].read(FFG_LIST + b"?\n" * 20_000)


def test_too_many_players_elements_and_values_are_refused() -> None:
    """28 MB of XML once took 52 seconds."""
    assert complaint(XML % (b"<a/>" * 110_000)) == "line 1: the file has more than 100000 elements"
    people = b"".join(b'<Player name="A%d" rank="1D"/>' % number for number in range(10_001))
    assert complaint(XML % people) == "the file has 10001 players; Miai reads up to 10000"
    document = b'{"miai": 4, "history": [' + b"[]," * 2_500_000 + b"[]]}"
    assert complaint(document) == "the document has more than 4000000 values"


def test_a_table_with_too_many_results_is_refused() -> None:
    lines = (b"%d A%d B 5k FR Pa " % (place, place) + b"0+ " * 900 + b"\n" for place in range(1, 71))
    assert complaint(b"".join(lines)) == "the table has 63000 results; Miai reads up to 60000"


def test_a_file_of_nothing_but_problems_names_the_first_ones() -> None:
    with pytest.raises(InputError) as caught:
        data = AGA % b"" + b""
        recognise(data).read(data.replace(b"1 2 W 0 7\n", b"7 8 9\n" * 5_000))
    assert len(caught.value.problems) == limits.MOST_PROBLEMS + 1
    assert str(caught.value.problems[-1]) == "these are only the first 200 problems"


@pytest.mark.parametrize("digits", [b"9" * 310, b"9" * 4301, "²".encode(), "٣".encode(), b"1e400", b"nan"])
@pytest.mark.parametrize(
    "file",
    [
        b"1 Ando Kei 2d FR Gren %s 2+/w\n2 Poe Edgar 1k UK Oxfo 0 1-/b\n",
        b"1 Ando Kei 2d FR Gren 1 2+/w%s\n2 Poe Edgar 1k UK Oxfo 0 1-/b\n",
        b"1 Ando Kei 2d FR Gren %s=\n2 Poe Edgar 1k UK Oxfo 1=\n",
        b"; KM[%s]\n" + H9,
        XML % b'<Player name="A" rank="%sK"/>',
        XML % b'<Player name="A" rank="1D" grade="%sD"/>',
        XML % b'<Player name="A" rank="1D" rating="%s" smmsCorrection="%s"/>',
        (XML % b'<Player name="A" rank="1D"/>').replace(b"<Tournament>", b'<Tournament dataVersion="%s">'),
        AGA.replace(b"%s\n", b"start=%s/1/2026\n"),
        AGA.replace(b"%s\n", b"").replace(b"GAMES 1", b"GAMES %s"),
        AGA.replace(b"%s\n", b"").replace(b"W 0 7", b"W %s %s"),
        b'{"miai": %s, "history": []}',
        b'{"miai": 4, "history": [{"number": %s}]}',
    ],
)  # fmt: skip
def test_absurd_numbers_never_crash_a_reader(file: bytes, digits: bytes) -> None:
    data = file.replace(b"%s", digits)
    try:
        recognise(data).read(data)
    except InputError as error:
        assert all(len(str(problem)) < 400 for problem in error.problems)


@pytest.mark.parametrize("digits", [b"9" * 310, b"9" * 4301, "²".encode()])
def test_absurd_numbers_never_crash_a_rating_list(digits: bytes) -> None:
    for source in LISTS:
        data, read = seeds()[f"{source.value} list"]
        for number in (b"2212", b"23 T", b"players: 3", b"3.21", b"0.41", b"162", b"15/11/2025"):
            read(data.replace(number, digits + b" "))
        assert LISTS[source].read(data).players


@pytest.mark.parametrize(
    "data",
    [
        b"1 Ando Kei 2d FR Gren 1 2+/w |" + b" " * 19_000 + b"x\n" + H9,
        AGA % (b"a=" + b" " * 19_000 + b"b"),
        AGA % (b"a=b " * 4_000),
        (AGA % b"").replace(b"Ando, Kei", b"Ando," + b" " * 19_000 + b"Kei x"),
        XML % (b'<Player name="A" rank="1D"/>' + b"<T>" + b"a&amp;" * 300_000 + b"</T>"),
        (XML % b'<Player name="A" rank="1D"/><Player name="B" rank="1D"/>').replace(
            b"</Tournament>",
            b"<Games>"
            + b'<Game roundNumber="1" whitePlayer="A" blackPlayer="B"/>' * 20_000
            + b"</Games></Tournament>",
        ),
    ],
    ids=["bar and blanks", "key and blanks", "many keys", "name and blanks", "text in parts", "no tables"],
)
def test_shapes_that_were_slow_to_read_are_answered(data: bytes) -> None:
    try:
        assert recognise(data).read(data).tournament.players
    except InputError as error:
        assert error.problems


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (ListSource.EGF, b" 10101013  Ando" + b" " * 19_000 + b"Kei"),
        (ListSource.EGF, b"1" * 19_000 + b"-"),
        (ListSource.FFG, b"ANDO" + b" " * 19_000 + b"Kei"),
        (ListSource.FFG, b"ANDO " * 3_000 + b"162"),
    ],
)
def test_lines_of_lists_that_were_slow_to_read_are_answered(source: ListSource, line: bytes) -> None:
    data = {
        ListSource.EGF: EGF_LIST.replace(b" Number", line + b"\n Number"),
        ListSource.FFG: FFG_LIST + line,
    }
    assert len(LISTS[source].read(data[source]).players) >= 3
