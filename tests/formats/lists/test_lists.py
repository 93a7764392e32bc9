"""Rating lists in their true layouts, with the lines that real lists have."""

from datetime import date
from pathlib import Path

import pytest

from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListFlag, ListSource, PlayerList
from miai.errors import InputError
from miai.formats.lists import read_list, recognise_list

EGF_HEAD = """<html>
<h1>List of WORLD Players</h1>
(22 Feb 2026)
<pre>
PIN     - player identification number

   PIN          Name                              Club     Grade P&D    GoR    NT appearance
</b>
"""
EGF_TAIL = "\nNumber of players: {count}\n</pre>\n</html>\n"
AHO = "Aho, Leena\t2107\tFull\t3.25179\t8/19/2027\tDULU\tMN\t0.52755\t9/1/2025"


def egf_line(pin: str = "10000001", name: str = "Aho Leena", grade: str = "3d", rating: str = "2301") -> str:
    return f" {pin:<8}  {name:<37} {'FI':<3} {'Tam':<4}   {grade:>3}   --   {rating:>4}    41  T250209H"


def egf(*lines: str) -> PlayerList:
    data = (EGF_HEAD + "\n".join(lines) + EGF_TAIL.format(count=len(lines))).encode()
    found = recognise_list(data)
    assert found.source is ListSource.EGF
    return found.read(data)


def aga(*lines: str) -> PlayerList:
    data = ("\n".join(lines) + "\n").encode()
    found = recognise_list(data)
    assert found.source is ListSource.AGA
    return found.read(data)


def ffg_line(name: str, rating: str = "-700", status: str = "L", licence: str = "1234567") -> str:
    return f"{name:<38}{rating:>5} {status} {licence} 75Pa FR"


def ffg(*lines: str) -> PlayerList:
    data = "\r\n".join(["#Echelle au 23/02/2026 07:56:59", *lines, ""]).encode("latin-1")
    found = recognise_list(data)
    assert found.source is ListSource.FFG
    return found.read(data)


def test_the_egf_list_is_read_by_its_columns() -> None:
    found = egf(egf_line())
    player = found.players[0]
    assert found.date == date(2026, 2, 22)
    assert (player.surname, player.first_name, player.country, player.club) == ("Aho", "Leena", "FI", "Tam")
    assert (str(player.grade), player.rating, player.egf_pin) == ("3d", 2301, "10000001")
    assert (player.tournaments, player.last_event, player.rating_date) == (41, "T250209H", date(2025, 2, 9))
    assert (player.line, player.flags, player.proposed_grade) == (9, (), None)
    assert (found.problems, found.notes) == ((), ())


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        (egf_line(rating=""), ("no rating",)),
        (egf_line(rating="????"), ("unreadable rating: '????'",)),
        (egf_line(grade="??"), ("unreadable grade: '??'",)),
        (egf_line(grade=""), ("no grade",)),
        (egf_line(name="Aho"), ("no first name",)),
        (egf_line(name=""), ("no surname",)),
        (egf_line().replace("T250209H", "T259909H"), ("unreadable date of the last event: 'T259909H'",)),
        (egf_line().lstrip(), ("columns out of place",)),
        (f"  {egf_line()}", ("columns out of place",)),
        (egf_line().replace("Aho Leena", "Aho Leena Maria of the very long name that fills it up"),
         ("columns out of place",)),
        (egf_line()[:40], ("columns out of place", "no rating", "no grade")),
        (egf_line(pin=""), ("columns out of place", "no PIN")),
        (egf_line(pin="1000x001"), ("columns out of place", "unreadable PIN: '1000x001'")),
    ],
)  # fmt: skip
def test_odd_lines_of_the_egf_list_are_kept_and_flagged(line: str, flags: tuple[str, ...]) -> None:
    found = egf(egf_line(pin="20000001"), line)
    assert len(found.players) == 2
    assert found.players[0].flags == ()
    assert tuple(str(flag) for flag in found.players[1].flags) == flags
    assert found.problems == ()


def test_a_line_that_nobody_understands_is_a_problem_with_its_number() -> None:
    found = egf(egf_line(), "and now for something else")
    assert [str(problem) for problem in found.problems] == ["line 10: this line is not a player's"]
    assert [str(note) for note in found.notes] == ["the list counts 2 players and holds 1"]
    american = aga(AHO, "garbage", "\t\t\t\t")
    assert [str(problem) for problem in american.problems] == ["line 2: this line is not a player's"]
    french = ffg(ffg_line("AHO Leena"), "garbage")
    assert [str(problem) for problem in french.problems] == ["line 3: this line is not a player's"]


def test_the_same_id_twice_is_flagged_on_both() -> None:
    found = egf(egf_line(), egf_line(name="Moe Kari"), egf_line(pin="10000002"))
    twice = ListFlag(kind=FlagKind.REPEATED_ID)
    assert [player.flags for player in found.players] == [(twice,), (twice,), ()]
    assert str(twice) == "id occurs twice"


def test_a_list_without_a_date_is_noted() -> None:
    data = (egf_line() + "\n").encode()
    found = recognise_list(data).read(data)
    assert found.date is None
    assert [str(note) for note in found.notes] == ["the list has no date"]
    assert len(found.players) == 1


def test_entities_and_old_encodings_are_read() -> None:
    entity = egf_line(name="Böhm Ada").replace("ö", "&ouml;")
    found = egf(entity)
    assert (found.players[0].surname, found.players[0].flags) == ("Böhm", ())
    data = (EGF_HEAD + egf_line(name="Böhm Ada") + "\n").encode("latin-1")
    old = recognise_list(data).read(data)
    assert (old.players[0].surname, old.players[0].flags) == ("Böhm", ())
    assert "latin-1" in str(old.notes[0])


def test_the_american_list_is_read_by_its_tabs() -> None:
    player = aga(AHO).players[0]
    assert (player.surname, player.first_name, player.aga_id) == ("Aho", "Leena", "2107")
    assert (player.membership, player.club, player.state) == ("Full", "DULU", "MN")
    assert (str(player.grade), player.rating, player.sigma) == ("3d", 3.25179, 0.52755)
    assert (player.expiry, player.flags) == (date(2027, 8, 19), ())


def test_the_dates_of_an_american_list_are_those_of_ratings_only_until_2020() -> None:
    # Columns: name, id, type, rating, end of membership, chapter, state, sigma, date.
    rated = "Aho, Leena\t2107\tFull\t3.25\t8/19/2020\tDULU\tMN\t0.5\t9/1/2019"
    unrated = "Moe, Kari\t2108\tFull\t\t8/19/2020\tDULU\tMN\t\t10/1/2019"
    newer = "Lie, Ada\t2109\tFull\t\t8/19/2027\tDULU\tMN\t\t4/1/2020"
    never = "Dahl, Bo\t2110\tFull\t1.5\t8/19/2020\tDULU\tMN\t0.5\t12/31/2199"
    old = aga(rated, unrated, never)
    assert [player.rating_date for player in old.players] == [date(2019, 9, 1), None, None]
    assert (old.date, old.notes) == (date(2019, 10, 1), ())
    new = aga(rated, unrated, newer)
    assert [player.rating_date for player in new.players] == [None, None, None]
    assert new.date == date(2020, 4, 1)
    assert [str(note) for note in new.notes] == [
        "the dates in this list are the days of joining: no sigma is aged by them"
    ]


@pytest.mark.parametrize(
    ("list_date", "event", "rated_on"),
    [
        ("2019-10-01", "2019-12-01", "2019-09-01"),
        # The list is too old for the event, has no date, or knows a rating after the event.
        ("2019-10-01", "2026-05-01", None),
        (None, "2019-12-01", None),
        ("2019-10-01", "2019-08-01", None),
    ],
)
def test_a_sigma_is_aged_only_by_a_date_of_a_recent_list(
    list_date: str | None, event: str, rated_on: str | None
) -> None:
    listed = ListedPlayer(
        source=ListSource.AGA,
        surname="Aho",
        rating_date=date(2019, 9, 1),
        list_date=date.fromisoformat(list_date) if list_date else None,
    )
    found = listed.rated_on(date.fromisoformat(event))
    assert (found.isoformat() if found else None) == rated_on


PAIRGOTH_EGF = """[
{"egf":"10000001","name":"Aho","firstname":"Leena","country":"FI","club":"Hels","rank":"3d",
"rating":"2312","origin":"EGF"},{"egf":"10000002","name":"Van_Dam","firstname":"","country":"GB","club":"xxxx",
"rank":"20k","rating":"100","origin":"EGF"},17]"""
PAIRGOTH_FFG = """[{"name":"MOE","firstname":"Kari","rating":1350,"license":"L","ffg":"0412345","club":"75Op",
"country":"FR","rank":"7k","origin":"FFG"},{"name":"LIE","firstname":"Ada","rating":-7949,"license":"-",
"ffg":"-------","club":"xxxx","country":"XX","rank":"100k","origin":"FFG"}]"""


def test_the_lists_of_pairgoth_are_read_and_dated_by_their_name(tmp_path: Path) -> None:
    path = tmp_path / "EGF-20260222.json"
    path.write_text(PAIRGOTH_EGF, encoding="utf-8")
    found = read_list(path)
    assert (found.source, found.date, found.notes) == (ListSource.EGF, date(2026, 2, 22), ())
    first, second = found.players
    assert (first.name, first.egf_pin, str(first.grade), first.rating) == (
        "Aho Leena",
        "10000001",
        "3d",
        2312,
    )
    assert (first.country, first.club) == ("FI", "Hels")
    assert (second.name, second.club) == ("Van Dam", "")
    assert [flag.kind for flag in second.flags] == [FlagKind.NO_FIRST_NAME]
    assert [str(problem) for problem in found.problems] == ["player 3: this entry is not a player's"]
    path = tmp_path / "FFG.json"
    path.write_text(PAIRGOTH_FFG, encoding="utf-8")
    french = read_list(path)
    assert (french.source, french.date) == (ListSource.FFG, None)
    licensed, unknown = french.players
    assert (licensed.name, licensed.ffg_licence, licensed.licence_status) == ("Moe Kari", "0412345", "L")
    assert (licensed.rating, str(licensed.grade)) == (1350, "7k")
    assert (unknown.rating, unknown.grade, unknown.ffg_licence, unknown.country) == (None, None, "", "")


@pytest.mark.parametrize(
    "text", ['[{"origin":"EGF","firstname":', '[{"origin":"XYZ","firstname":"A"}]', "[" * 99_999]
)
def test_json_that_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        recognise_list(text.encode()).read(text.encode())


@pytest.mark.parametrize(
    ("change", "to", "flags"),
    [
        ("3.25179", "", ("no rating",)),
        ("3.25179", "many", ("unreadable rating: 'many'",)),
        ("3.25179", "0.3", ("rating between -1 and 1: '0.3'",)),
        ("3.25179", "-51.8", ("rating below 50k: '-51.8'",)),
        ("Aho, Leena", " Aho, Leena", ("blanks around the name: ' Aho, Leena'",)),
        ("Aho, Leena", ", Leena", ("no surname",)),
        ("Aho, Leena", "Aho,", ("no first name",)),
        ("Aho, Leena", "Aho Leena", ("no comma in the name: 'Aho Leena'",)),
        ("8/19/2027", "19/8/2027", ("unreadable end of membership: '19/8/2027'",)),
        ("8/19/2027", "", ("no end of membership",)),
        ("9/1/2025", "yesterday", ("unreadable date of the rating: 'yesterday'",)),
        ("2107", "new", ("unreadable AGA id: 'new'",)),
        ("\t9/1/2025", "", ("unusual number of columns: '8'",)),
        ("9/1/2025", "9/1/2025\tmore", ("unusual number of columns: '10'",)),
        ("Aho, Leena", "\tAho, Leena", ("columns out of place",)),
    ],
)
def test_odd_lines_of_the_american_list_are_kept_and_flagged(
    change: str, to: str, flags: tuple[str, ...]
) -> None:
    assert change in AHO
    found = aga("Moe, Kari\t17\tFull\t1.5\t1/1/2027\t\t\t\t", AHO.replace(change, to))
    assert len(found.players) == 2
    assert tuple(str(flag) for flag in found.players[1].flags) == flags


def test_a_life_member_needs_no_end_of_membership() -> None:
    assert aga(AHO.replace("Full", "Life").replace("8/19/2027", "")).players[0].flags == ()


@pytest.mark.parametrize(
    ("rating", "grade"),
    [
        ("3.9", "3d"),
        ("1.0", "1d"),
        ("-1.0", "1k"),
        ("-4.7", "4k"),
        ("9.7", "9d"),
        ("-40", "40k"),
        ("-70", "50k"),
    ],
)
def test_the_grade_of_an_american_rating_is_its_whole_part(rating: str, grade: str) -> None:
    assert str(aga(AHO.replace("3.25179", rating)).players[0].grade) == grade


def test_the_french_list_is_read_by_its_columns() -> None:
    found = ffg(ffg_line("AHO Leena"))
    player = found.players[0]
    assert found.date == date(2026, 2, 23)
    assert (player.surname, player.first_name, player.country, player.club) == ("Aho", "Leena", "FR", "75Pa")
    assert (player.rating, str(player.grade)) == (1350, "7k")
    assert (player.ffg_licence, player.licence_status, player.flags) == ("1234567", "L", ())


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        (ffg_line("AHO Leena", rating="-9999"), ("no rating",)),
        (ffg_line("AHO Leena", rating="many"), ("unreadable rating: 'many'",)),
        (ffg_line("AHO Leena", licence="-------"), ("no licence",)),
        (ffg_line("AHO Leena", licence="12X4567"), ("unreadable licence: '12X4567'",)),
        (ffg_line("AHO Leena")[:43], ("unknown licence status: ''", "no licence")),
        (ffg_line("AHO Leena", status="Q"), ("unknown licence status: 'Q'",)),
        (ffg_line("AHO"), ("no first name",)),
        (ffg_line(""), ("no surname",)),
        (ffg_line("DE LA CRUZ ANA"), ("first name in capitals: 'DE LA CRUZ ANA'",)),
        (f" {ffg_line('AHO Leena')}", ("columns out of place",)),
        (ffg_line("AHO Leena")[:-3], ("columns out of place",)),
        ("AHO Leena  -700 L 12345 75Pa FR", ("columns out of place", "no licence")),
    ],
)
def test_odd_lines_of_the_french_list_are_kept_and_flagged(line: str, flags: tuple[str, ...]) -> None:
    found = ffg(ffg_line("MOE Kari", licence="7654321"), line)
    assert len(found.players) == 2
    assert tuple(str(flag) for flag in found.players[1].flags) == flags


def test_nowhere_is_no_club_and_no_country() -> None:
    player = ffg(ffg_line("AHO Leena").replace("75Pa FR", "xxxx XX")).players[0]
    assert (player.club, player.country) == ("", "")


@pytest.mark.parametrize(
    ("name", "surname", "first_name"),
    [
        ("NEUMAN Dario", "Neuman", "Dario"),
        ("DE LA CRUZ Ana", "De La Cruz", "Ana"),
        ("O'BRIEN Pat", "O'Brien", "Pat"),
        ("LE GOFF-MARTIN Anne-Marie", "Le Goff-Martin", "Anne-Marie"),
        ("BÉRÉNICE-ÎLE Zoë", "Bérénice-Île", "Zoë"),
        ("DUPRÉ J. Pierre", "Dupré", "J. Pierre"),
        ("LI WEI", "Li", "Wei"),
    ],
)
def test_french_surnames_are_the_words_in_capitals(name: str, surname: str, first_name: str) -> None:
    player = ffg(ffg_line(name)).players[0]
    assert (player.surname, player.first_name) == (surname, first_name)


def test_what_is_no_list_is_refused_with_its_name(tmp_path: Path) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("1 Aho Leena 3d FI Tam 1 2+\n")
    with pytest.raises(InputError, match=r"notes\.txt: not a rating list that Miai knows"):
        read_list(wrong)
    wrong.write_text("#Echelle au 23/02/2026 07:56:59\n")
    with pytest.raises(InputError, match=r"notes\.txt: no player in the list"):
        read_list(wrong)
    with pytest.raises(InputError, match=r"gone\.txt: there is no such file"):
        read_list(tmp_path / "gone.txt")
