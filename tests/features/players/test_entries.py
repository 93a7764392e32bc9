"""Players: entering, finding, checking in, pasting, and what to look at in the field."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kit.console import console, console_of
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player, Registration
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.errors import InputError
from miai.features.lists.candidates import Decisions
from miai.features.players.change_player import (
    change_player,
    check_in,
    move_across_bar,
    remove_player,
    set_attendance,
    withdraw,
)
from miai.features.players.field_checks import Entries, Notice, NoticeKind, field_notices, field_picture
from miai.features.players.find_entrant import find_entrant
from miai.features.players.paste_players import read_paste, register_pasted
from miai.features.players.register_player import NEW, from_list, register_player
from miai.formats.tables.column_headings import PlayerColumn
from miai.messages import Message
from miai.store.people.player_lists import PlayerLists


@pytest.fixture
def lists(tmp_path: Path) -> Iterator[PlayerLists]:
    """A rating list with three people."""
    people = [
        ("Willemsen", "Aurélie", "3k", 1816.0, "BE", "Antwerpen", "10000001"),
        ("Williamson", "Rory", "6k", 1492.0, "GB", "Leeds", "10000002"),
        ("Szabó", "Dóra", "2d", 2198.0, "HU", "Szeged", "10000003"),
    ]
    listed = tuple(
        ListedPlayer(
            source=ListSource.EGF,
            surname=surname,
            first_name=first,
            grade=Grade.parse(grade),
            rating=rating,
            country=country,
            club=club,
            egf_pin=pin,
        )
        for surname, first, grade, rating, country, club, pin in people
    )
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=listed))
        yield opened


def test_everybody_entered_has_an_id_of_their_own_even_after_somebody_was_removed() -> None:
    hall = console("Ada, Bo, Cy")
    remove_player(*hall.at, hall.who("Bo"), by="Anneke")
    hall.enter("Di")
    ids = [player.id for player in hall.event.players]
    assert len(set(ids)) == 3


def test_a_player_needs_a_surname() -> None:
    hall = console()
    nameless = Player(id=NEW, surname="  ", grade=Grade.parse("1d"))
    with pytest.raises(InputError, match="needs a surname"):
        register_player(*hall.at, nameless, by="Anneke")


def test_check_in_and_attendance_of_one_round() -> None:
    hall = console("Ada, Bo")
    ada = hall.who("Ada")
    check_in(*hall.at, ada, here=False, by="door")
    set_attendance(*hall.at, ada, round=2, plays=False, by="door")
    player = hall.event.player(ada)
    assert player.registration is Registration.PRELIMINARY
    assert [player.attends(number) for number in (1, 2, 3)] == [True, False, True]
    check_in(*hall.at, ada, by="door")
    set_attendance(*hall.at, ada, round=2, plays=True, by="door")
    assert hall.event.player(ada).attends(2)
    withdraw(*hall.at, ada, from_round=3, by="door")
    assert [hall.event.player(ada).attends(number) for number in (2, 3, 5)] == [True, False, False]


def test_a_correction_leaves_what_somebody_else_changed_meanwhile() -> None:
    hall = console("Ada 3d")
    ada = hall.who("Ada")
    check_in(*hall.at, ada, here=False, by="Tomás")
    change_player(*hall.at, ada, lambda old: replace(old, club="Lyon"), by="Anneke")
    player = hall.event.player(ada)
    assert (player.club, player.registration) == ("Lyon", Registration.PRELIMINARY)


def test_a_player_can_be_put_above_the_bar_by_hand_and_back() -> None:
    hall = console("Ada 5d, Bo 3d")
    bo = hall.who("Bo")

    def start() -> float:
        table = standings(hall.event, criteria=["mms"])
        return next(row.values["mms"] for row in table.rows if row.player.id == bo)

    below = start()
    move_across_bar(*hall.at, bo, side=BarSide.ABOVE, by="Anneke")
    assert start() == below + 1
    move_across_bar(*hall.at, bo, side=None, by="Anneke")
    assert start() == below


def test_typing_finds_those_entered_first_and_then_the_list(lists: PlayerLists) -> None:
    hall = console()
    hall.enter("Willems", "10k", first_name="Stan")
    hits = find_entrant(hall.event, "will", lists=lists)
    assert [hit.player.name for hit in hits if hit.player] == ["Willems Stan"]
    assert [hit.listed.name for hit in hits[1:] if hit.listed] == ["Willemsen Aurélie", "Williamson Rory"]


def test_who_is_entered_from_the_list_is_not_offered_again(lists: PlayerLists) -> None:
    hall = console()
    [hit] = find_entrant(hall.event, "szabo d", lists=lists)
    assert hit.listed is not None
    register_player(*hall.at, from_list(hit.listed), by="Anneke")
    [again] = find_entrant(hall.event, "szabo d", lists=lists)
    assert again.player is not None
    assert (again.player.egf_pin, again.player.rating, again.player.club) == ("10000003", 2198.0, "Szeged")


def test_an_entrant_is_found_by_any_part_of_the_name_and_by_id() -> None:
    hall = console()
    hall.enter("de Wit", first_name="Sander", egf_pin="12345678")
    for typed in ("wit", "san", "de w", "sander de", "12345678"):
        assert [hit.player.surname for hit in find_entrant(hall.event, typed) if hit.player] == ["de Wit"]
    for typed in ("dewit", "de Witt Sander", "Вит Сандер"):
        assert [hit.player.surname for hit in find_entrant(hall.event, typed) if hit.player] == ["de Wit"]
    assert find_entrant(hall.event, "zzz") == find_entrant(hall.event, " ") == ()


class TestPaste:
    """Pasted tables."""

    @pytest.mark.parametrize(
        "text",
        [
            "Surname\tFirst name\tRank\tCountry\tClub\nde Wit\tSander\t3d\tNL\tUtrecht\n",
            "Name;Vorname;Land;Verein;Grade\nde Wit;Sander;NL;Utrecht;3 dan",
            "1,DE WIT Sander,3d,NL,Utrecht\n2,Maes Hanne,2d,BE,Leuven",
            'de Wit | Sander | 3d | NL | "Utrecht"\nMaes | Hanne | 2d | BE | Leuven',
            "de Wit, Sander   3d   NL   Utrecht",
            "\n\nde Wit Sander 3d NL Utrecht",
        ],
    )
    def test_separator_and_columns_are_recognised(self, text: str) -> None:
        first = read_paste(Tournament(), text).rows[0].player
        assert first is not None
        assert (first.surname.lower(), first.first_name) == ("de wit", "Sander")
        assert (str(first.grade), first.country, first.club) == ("3d", "NL", "Utrecht")

    def test_numbers_are_told_apart_by_their_size(self) -> None:
        paste = read_paste(Tournament(), "1;Maes;Hanne;2d;2216;12345678\n2;Ozols;Edgars;12k;943;87654321")
        assert paste.columns == (
            PlayerColumn.IGNORED, PlayerColumn.SURNAME, PlayerColumn.FIRST_NAME, PlayerColumn.GRADE,
            PlayerColumn.RATING, PlayerColumn.EGF_PIN,
        )  # fmt: skip

    def test_a_bad_line_says_why_and_the_others_can_be_entered(self) -> None:
        hall = console()
        text = "Maes\tHanne\t2d\nBakker\tFemke\t4q\n\nOzols\tEdgars\t\nKask\tRasmus\t7k"
        rows = read_paste(hall.event, text).rows
        assert [(row.line, row.problem) for row in rows] == [
            (1, None),
            (2, Message("'%(text)s' is not a grade", text="4q")),
            (4, Message("no grade")),
            (5, None),
        ]
        register_pasted(*hall.at, text, by="Anneke")
        assert [player.surname for player in hall.event.players] == ["Maes", "Kask"]
        with pytest.raises(InputError, match="line 2: '4q' is not a grade; line 4: no grade"):
            register_pasted(*hall.at, text, lines=[1, 2, 4], by="Anneke")

    def test_nobody_is_entered_twice_unless_it_is_wanted(self) -> None:
        hall = console()
        hall.enter("Maes", "2d", first_name="Hanne")
        text = "MAES\tHanne\t2d\nKask\tRasmus\t7k\nKask\tRasmus\t7k"
        rows = read_paste(hall.event, text).rows
        assert [row.advised for row in rows] == [False, True, False]
        assert rows[0].warnings == (Message("twice? also %(others)s", others=("Maes Hanne",)),)
        register_pasted(*hall.at, text, by="Anneke")
        assert len(hall.event.players) == 2
        register_pasted(*hall.at, text, lines=[1], by="Anneke")
        assert len(hall.event.players) == 3

    def test_the_rating_list_fills_in_what_a_line_leaves_out(self, lists: PlayerLists) -> None:
        [row] = read_paste(Tournament(), "Surname\tFirst name\tCountry\nSZABO\tDora\tHU\n", lists=lists).rows
        assert row.player is not None
        assert (row.player.name, str(row.player.grade), row.player.egf_pin) == (
            "Szabó Dóra",
            "2d",
            "10000003",
        )

    def test_a_grade_that_the_list_knows_otherwise_is_noted(self, lists: PlayerLists) -> None:
        [row] = read_paste(Tournament(), "Szabó\tDóra\t2k\tHU", lists=lists).rows
        assert row.player is not None
        assert str(row.player.grade) == "2k"
        assert row.warnings == (
            Message("rating %(rating)s is nearer %(grade)s", rating=2198, grade=Grade.parse("2d")),
            Message("the list says %(grade)s", grade=Grade.parse("2d")),
        )

    def test_nothing_is_filled_in_from_a_namesake_until_somebody_says_so(self, lists: PlayerLists) -> None:
        text = "Szabo\tDora\t2d\tDE\tBerlin"
        [row] = read_paste(Tournament(), text, lists=lists).rows
        assert row.player is not None
        assert (row.listed, row.player.egf_pin, row.player.rating) == (None, "", None)
        assert [str(question) for question in row.questions] == [
            "same person? EGF 10000003: Szabó Dóra, HU, Szeged, 2d, 2198 (another country; another club)"
        ]
        same = Decisions.of(same=["1:egf:10000003"])
        [row] = read_paste(Tournament(), text, lists=lists, decided=same).rows
        assert row.player is not None
        assert (row.player.egf_pin, row.player.rating, row.player.country) == ("10000003", 2198.0, "DE")
        refused = Decisions.of(not_same=["1:egf:10000003"])
        [row] = read_paste(Tournament(), text, lists=lists, decided=refused).rows
        assert row.player is not None
        assert (row.perhaps, row.player.egf_pin) == ((), "")
        assert row.player.not_same_as == ("egf:10000003",)

    def test_a_name_without_a_grade_asks_and_takes_the_grade_of_who_was_chosen(
        self, lists: PlayerLists
    ) -> None:
        [row] = read_paste(Tournament(), "Surname\tFirst name\nSzabo\tDora\n", lists=lists).rows
        assert (row.problem, len(row.perhaps)) == (Message("no grade"), 1)
        same = Decisions.of(same=[f"{row.line}:egf:10000003"])
        text = "Surname\tFirst name\nSzabo\tDora\n"
        [row] = read_paste(Tournament(), text, lists=lists, decided=same).rows
        assert row.player is not None
        assert str(row.player.grade) == "2d"

    def test_a_missing_name_is_a_problem_and_a_missing_first_name_a_warning(self, lists: PlayerLists) -> None:
        nobody, ozols = read_paste(Tournament(), "Name;Grade\n;2k\nOzols;3k", lists=lists).rows
        assert nobody.problem == Message("no name")
        assert ozols.warnings == (Message("in no rating list"), Message("no first name"))

    def test_columns_are_named_for_people(self) -> None:
        columns = read_paste(Tournament(), "Name;Grade;Phone\nMaes Hanne;2d;1234").columns
        assert [str(column.title) for column in columns] == ["name, surname first", "grade", "left out"]

    def test_nothing_pasted_is_nothing_understood(self) -> None:
        assert read_paste(Tournament(), " \n\t\n").rows == ()


def messages_of(notices: tuple[Notice, ...]) -> list[Message]:
    return [notice.message for notice in notices]


def test_the_field_shows_what_to_look_at(lists: PlayerLists) -> None:
    hall = console()
    jules = hall.enter("Desmet", "6k", first_name="Jules", rating=1523.0)
    short = hall.enter("Desmet", "6k", first_name="J.")
    odd = hall.enter("Delcourt", "2k", first_name="Baptiste", rating=2068.0)
    loud = hall.enter("CLAES", "3k", first_name="An")
    fine = hall.enter("Szabó", "2d", first_name="Dóra", rating=2198.0, egf_pin="10000003", country="HU")
    short = next(player.id for player in hall.event.players if player.first_name == "J.")
    notices = field_notices(Entries.of(hall.event), lists)
    assert {notice.kind for notice in notices[jules]} == {NoticeKind.TWICE, NoticeKind.UNLISTED}
    assert Message("twice? also %(others)s", others=("Desmet Jules 6k",)) in messages_of(notices[short])
    assert str(notices[odd][0].message) == "rating 2068 is nearer 1d"
    assert messages_of(notices[loud]) == [Message("name in capitals"), Message("in no rating list")]
    assert fine not in notices


def test_entries_stay_equal_while_players_check_in_and_miss_rounds() -> None:
    hall = console("Ada 5d, Bo 4d")
    before = Entries.of(hall.event)
    hall.leave("Bo")
    set_attendance(*hall.at, hall.who("Ada"), round=2, plays=False, by="Anneke")
    assert Entries.of(hall.event) == before
    hall.enter("Cy", "2d")
    assert Entries.of(hall.event) != before


def test_the_picture_of_the_field_has_every_grade_in_between() -> None:
    hall = console("Ada 5d, Bo 4d, Cy 2d, Di 2d")
    hall.leave("Di")
    picture = field_picture(hall.event)
    assert [(str(row.grade), row.here, row.awaited) for row in picture.rows] == [
        ("5d", 1, 0), ("4d", 1, 0), ("3d", 0, 0), ("2d", 1, 1),
    ]  # fmt: skip
    assert [row.above_bar for row in picture.rows] == [True, True, False, False]
    assert picture.rows[0].start == picture.rows[1].start == picture.rows[3].start + 2
    assert field_picture(Tournament()).rows == ()


def test_who_is_in_a_draw_cannot_be_removed() -> None:
    hall = console_of("A?B")
    with pytest.raises(InputError, match="withdraw them instead"):
        remove_player(*hall.at, hall.who("A"), by="Anneke")
