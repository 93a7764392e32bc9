"""Pairgoth's tournaments."""

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Registration
from miai.domain.points import HALF, POINT
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Overtime
from miai.domain.settings.event_settings import Ruleset
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.domain.table_numbers import TableRange
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats import FORMATS
from miai.formats.opengotha.losses import losses
from miai.formats.pairgoth.read import read
from miai.formats.pairgoth.write import missing, write


def player(number: int, name: str, rank: int, **more: Any) -> dict[str, Any]:
    return {
        "id": number, "name": name, "firstname": "Kim", "rating": 2100 + 100 * rank, "rank": rank,
        "country": "FR", "club": "38Gr", **more,
    }  # fmt: skip


def game(number: int, table: int, white: int, black: int, result: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "t": table, "w": white, "b": black, "h": 0, "r": result, **more}


FILE: dict[str, Any] = {
    "id": 12,
    "type": "INDIVIDUAL",
    "name": "Open du Lac",
    "shortName": "lac26",
    "startDate": "2026-08-19",
    "endDate": "2026-08-20",
    "country": "fr",
    "location": "Annecy",
    "online": False,
    "komi": 7.5,
    "rules": "FRENCH",
    "gobanSize": 19,
    "timeSystem": {"type": "CANADIAN", "mainTime": 2700, "byoyomi": 300, "stones": 25},
    "rounds": 3,
    "pairing": {
        "type": "MAC_MAHON",
        "main": {"upDownUpperMode": "BOTTOM", "firstSeed": "SPLIT_AND_SLIP", "mmsValueAbsent": 0.5},
        "handicap": {"useMMS": False, "threshold": -3, "correction": 2, "ceiling": 4},
        "placement": ["MMS", "SOSMM1", "SCOREX", "NONE"],
        "mmFloor": -20,
        "mmBar": 2,
    },
    "players": [
        player(7, "Ando", 3, egf="12345678\n", ffg="0412345", mmsCorrection=1),
        player(2, "Le_Roy", -4, final=False, skip=[2, 3], family="Roy"),
        player(5, "Min", 8, pro=9),
        player(9, "Poe", 3, pro=1),
        player(4, "Swann ", -12),
    ],
    "games": [
        [game(1, 2, 7, 9, "w"), game(2, 1, 2, 5, "?"), game(3, 0, 0, 4, "b")],
        [game(4, 1, 9, 7, "X"), game(5, 2, 5, 4, "#")],
        [],
    ],
}


def changed(**changes: Any) -> dict[str, Any]:
    """The file with fields changed; "pairing__type" is the type of the pairing."""
    document = deepcopy(FILE)
    for path, value in changes.items():
        *parents, key = path.split("__")
        fields: Any = document
        for parent in parents:
            fields = fields[int(parent) if parent.isdecimal() else parent]
        fields[int(key) if key.isdecimal() else key] = value
    return document


def event_of(document: dict[str, Any]) -> Tournament:
    return read(json.dumps(document).encode()).tournament


def notes_of(document: dict[str, Any]) -> str:
    return "\n".join(str(note) for note in read(json.dumps(document).encode()).notes)


def test_a_file_is_read() -> None:
    event = event_of(FILE)
    assert (event.name, event.short_name, event.place, event.country) == (
        "Open du Lac",
        "lac26",
        "Annecy",
        "FR",
    )
    assert (event.begin, event.end) == ("2026-08-19", "2026-08-20")
    settings = event.settings
    assert (settings.rounds, settings.komi, settings.ruleset) == (3, 7.5, Ruleset.FRENCH)
    assert settings.criteria == ("mms", "sosm-1")
    assert (str(settings.scoring.bar), str(settings.scoring.floor)) == ("3d", "20k")
    assert settings.scoring.absent_points == HALF
    assert (settings.clock.basic_minutes, settings.clock.overtime) == (45, Overtime.CANADIAN)
    assert (settings.clock.canadian_seconds, settings.clock.canadian_moves) == (300, 25)
    assert settings.pairing.first_seeding.method is SeedMethod.SLIP
    assert settings.pairing.float_down_from is GroupEnd.BOTTOM
    assert (settings.handicapping.correction, str(settings.handicapping.none_from)) == (2, "3k")


def test_players_are_read() -> None:
    ando, roy, min_, poe, swann = event_of(FILE).players
    assert (ando.egf_pin, ando.ffg_licence, ando.correction, ando.rating) == (
        "12345678",
        "0412345",
        POINT,
        2400,
    )
    assert (roy.surname, roy.registration) == ("Le Roy", Registration.PRELIMINARY)
    assert roy.absent_rounds == {2, 3}
    assert dict(roy.extras) == {"pairgoth:family": '"Roy"'}
    assert (min_.grade, min_.declared_grade) == (Grade(Kind.PRO, 9), None)
    assert (poe.grade, poe.declared_grade) == (Grade(Kind.DAN, 4), Grade(Kind.PRO, 1))
    assert swann.surname == "Swann"


def test_games_are_read() -> None:
    first, second = event_of(FILE).rounds
    assert [(b.table, b.white, b.black, b.result) for b in first.boards] == [
        (2, "p7", "p9", Result.WHITE_WINS),
        (1, "p2", "p5", Result.UNKNOWN),
    ]
    assert [bye.player for bye in first.byes] == ["p4"]
    assert [b.result for b in second.boards] == [Result.BOTH_LOSE_BY_DEFAULT, Result.BOTH_WIN]


def test_what_miai_does_not_use_is_noted() -> None:
    notes = notes_of(FILE | {"frozen": [{"id": 7}]})
    assert "criterion 'SCOREX' is not known and is left out" in notes
    assert "Pairgoth shows; Miai computes its own" in notes
    fixed = changed(games__0__0=game(1, 2, 7, 9, "w", ft=True))
    assert "1 game was tied to its table" in notes_of(fixed)
    assert "1 player has a rating of another grade" in notes_of(changed(players__0__rating=2000))
    assert "the bye of Swann Kim counts as a bye" in notes_of(changed(games__0__2__r="w"))


@pytest.mark.parametrize(("seconds", "minutes"), [(60, 60), (299, 299), (300, 5), (2700, 45), (0, 0)])
def test_a_short_main_time_is_in_minutes(seconds: int, minutes: int) -> None:
    document = changed(timeSystem={"type": "SUDDEN_DEATH", "mainTime": seconds})
    assert event_of(document).settings.clock.basic_minutes == minutes
    assert ("is read as minutes" in notes_of(document)) is (0 < seconds < 300)


def test_tables_that_are_left_free() -> None:
    document = changed(tablesExclusion=["1-4,7", "1-4,7"])
    assert event_of(document).settings.tables.left_out == (TableRange(1, 4), TableRange(7, 7))
    assert "leaves other tables free" in notes_of(changed(tablesExclusion=["1-4", ""]))


def test_two_games_at_one_table_are_seated_apart() -> None:
    document = changed(games__0__1__t=2)
    assert [board.table for board in event_of(document).rounds[0].boards] == [2, 3]
    assert "gets table 3" in notes_of(document)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"type": "TEAM3"}, "this is a tournament of teams (TEAM3): Miai reads those of single players"),
        ({"pairing__type": "LADDER"}, "pairing: 'LADDER' is not a system that Miai knows"),
        ({"rounds": "three"}, "rounds: three is not a whole number"),
        ({"rounds": 2.5}, "rounds: 2.5 is not a whole number"),
        ({"komi": [7]}, "komi '[7]' cannot be read"),
        ({"players": {}}, "players '{}' cannot be read"),
        ({"players__0__rank": 1000}, "players[0]: rank: 1000 is not between -99 and 99"),
        ({"players__0__id": 2}, "players[1]: two players have the id '2'"),
        ({"players__1__name": "", "players__1__firstname": ""}, "players[1]: a player has no name"),
        ({"players__1__skip": [0]}, "players[1].skip: rounds are numbered from 1 to 999"),
        ({"games__0__0__w": 77}, "games[0][0]: there is no player 77"),
        ({"games__0__0__r": "win"}, "games[0][0]: result 'win' is not a result"),
        ({"games__0__0__b": 7}, "Ando Kim plays against themselves"),
        ({"tablesExclusion": ["a-b"]}, "round 1: 'a-b' is not a range of tables"),
        ({"online": "yes"}, "online 'yes' cannot be read"),
    ],
)
def test_a_fault_is_told_with_its_place(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        event_of(changed(**changes))
    assert complaint in "\n".join(str(problem) for problem in caught.value.problems)


def test_other_json_is_refused() -> None:
    for text in ('{"name": "x"}', "[1]"):
        with pytest.raises(InputError, match="this JSON is not a tournament of Pairgoth"):
            read(text.encode())


def test_what_is_written_is_read_again_as_the_same() -> None:
    for document in (FILE, changed(tablesExclusion=["1-4", "1-4", "1-4"]), changed(players__1__final=True)):
        event = event_of(document)
        assert event_of(json.loads(write(event))) == event


def test_a_file_is_written_as_pairgoth_writes_it() -> None:
    text = write(event_of(FILE)).decode()
    assert text.startswith('{\n  "id" : 12,\n  "type" : "INDIVIDUAL",\n  "name" : "Open du Lac",\n')
    assert '"dupWeight" : 5.0E14,' in text
    assert '"colorBalanceWeight" : 1000000.0\n' in text
    assert '"placement" : [\n      "MMS",\n      "SOSMM1"\n    ],' in text
    document = json.loads(text)
    assert document["games"][0][2] == {"id": 3, "t": 0, "w": 0, "b": 4, "h": 0, "r": "b", "dd": 0}
    assert document["games"][2] == []


def test_who_is_drawn_up_or_down_is_written_for_white() -> None:
    event = replace(crosstable("A+B C+D | A+D B=C"), begin="2026-08-19")
    first, second = json.loads(write(event))["games"]
    assert [each["dd"] for each in first] == [0, 0]
    assert [each["dd"] for each in second] == [1, -1]


def test_what_pairgoth_cannot_hold_is_told() -> None:
    event = replace(crosstable("A+B! C~"), begin="2026-08-19")
    event = with_player(event, "A", rating=2100.0, state="NY")
    lost = [str(each) for each in losses(event, read(write(event)))]
    assert "Result (A – B in round 1)" in lost
    assert "State (A)" in lost
    # A bye that was asked for is written as an absence, which counts the same.
    assert not [each for each in lost if "bye" in each]


def test_an_event_needs_a_first_day() -> None:
    event = crosstable("A+B")
    assert [str(each) for each in missing(event)] == [
        "the first day of the event is missing: Settings > Details"
    ]
    with pytest.raises(InputError, match="the first day of the event is missing"):
        write(event)
    assert missing(replace(event, begin="2026-08-19")) == []
    with pytest.raises(InputError, match="'soon' is not a date"):
        write(replace(event, begin="soon"))


def test_only_pairgoth_claims_such_a_file() -> None:
    text = json.dumps(FILE)
    assert [key for key, form in FORMATS.items() if form.sniff(text)] == ["pairgoth"]
