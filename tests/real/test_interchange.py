"""Files of other programs: each gives, row by row, what was found in it beforehand."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kit.shared_data import DATA
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.engine.scoring.scores import scores
from miai.formats import FORMATS, read_file
from miai.formats.opengotha.losses import losses

INTEROP = DATA / "interop"


def expected(folder: str) -> list[Any]:
    """What each file of a folder says, as test parameters."""
    listed = INTEROP / folder / "expected.json"
    if not listed.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="no interop data beside the project"))]
    return [pytest.param(each, id=each["file"]) for each in json.loads(listed.read_text(encoding="utf-8"))]


def path_of(file: dict[str, Any], folder: str) -> Path:
    return INTEROP / folder / str(file["file"])


def result_words(event: Tournament, *, nobody: str) -> list[list[str]]:
    """Each player's rounds as the lists write them: "12+w3", "0+"; `nobody` for a round without either."""
    row_of = {player.id: row for row, player in enumerate(event.players, start=1)}
    return [
        [_word(event, player, number, row_of, nobody) for number in range(1, event.settings.rounds + 1)]
        for player in event.players
    ]


def _word(event: Tournament, player: Player, number: int, row_of: dict[PlayerId, int], nobody: str) -> str:
    drawn = event.round(number)
    board = drawn.board_of(player.id)
    if board is not None:
        return _game(board, player, row_of)
    if drawn.bye_of(player.id):
        return "0+"
    if nobody and not player.attends(number) and event.settings.scoring.absent_points:
        return "0="
    return nobody


def _game(board: Board, player: Player, row_of: dict[PlayerId, int]) -> str:
    colour = board.colour_of(player.id)
    sign = "?" if board.result is Result.UNKNOWN else "-=+"[board.result.points(colour) // 2]
    letter = "?" if not board.colours_known else "w" if colour is Colour.WHITE else "b"
    default = "!" if board.result.by_default else ""
    return f"{row_of[board.opponent_of(player.id)]}{sign}{letter}{board.handicap}{default}"


def games_of(event: Tournament) -> int:
    return sum(len(drawn.boards) for drawn in event.rounds)


def plain(text: str) -> str:
    """A name as Miai keeps it: without the signs that stand for blanks, and without blanks at its ends."""
    return " ".join(text.replace("_", " ").split())


def club_of(row: dict[str, Any]) -> str:
    """The club; "xxxx" stands for none."""
    return "" if row["club"].lower() == "xxxx" else plain(row["club"])


@pytest.mark.parametrize("file", expected("tou"))
def test_a_french_result_file_is_read_row_by_row(file: dict[str, Any]) -> None:
    reading = read_file(path_of(file, "tou"))
    event = reading.tournament
    assert reading.format == "tou"
    assert (event.name, event.short_name, event.place, event.begin) == (
        file["name"], file["short_name"], file["place"], file["begin"],
    )  # fmt: skip
    assert (event.settings.komi, event.settings.board_size) == (file["komi"], file["size"])
    assert (len(event.players), event.settings.rounds) == (file["players"], file["rounds"])
    assert games_of(event) == file["games"]
    read = [(p.surname, p.first_name, str(p.grade), p.ffg_licence, p.club) for p in event.players]
    assert read == [
        (plain(row["surname"]), plain(row["first_name"]), row["grade"], row["licence"], club_of(row))
        for row in file["rows"]
    ]
    assert result_words(event, nobody="0-") == [row["results"] for row in file["rows"]]


# What OpenGotha 3.51.02 writes differently from 3.52, and Miai from both.
OLD_CELL = re.compile(r"([+=?-])[/!]?([wb?])")


def comparable(line: str) -> str:
    """A line in the columns that all versions of OpenGotha have, with its results one blank apart."""
    cells = (OLD_CELL.sub(r"\1\2", cell) for cell in line[46:].split())
    return f"{line[:46]} {' '.join(cells)}"


@pytest.mark.parametrize("file", [each for each in expected("tou") if "written" in str(each.id)])
def test_what_opengotha_wrote_is_written_from_the_same_event(file: dict[str, Any]) -> None:
    theirs = path_of(file, "tou")
    event = read_file(DATA / "opengotha" / f"event-{theirs.stem.partition('-')[2]}.xml").tournament
    ours = FORMATS["tou"].write(event).decode("iso-8859-15").splitlines()
    lines = theirs.read_text("iso-8859-15").splitlines()
    assert head(ours) == head(lines)
    for mine, other in zip(ours[len(head(ours)) :], lines[len(head(lines)) :], strict=True):
        # Letters that the encoding lacks are question marks there.
        assert fits(comparable(mine), comparable(other))
        assert "352" not in theirs.stem or fits(mine, other)


def head(lines: list[str]) -> list[str]:
    """The lines of the head, without the names of the programs."""
    return [re.sub(r"(prog=|Generated by ).*", r"\1", line) for line in lines if line.startswith(";")]


def fits(mine: str, other: str) -> bool:
    return len(mine) == len(other) and all(b in (a, "?") for a, b in zip(mine, other, strict=True))


@pytest.mark.parametrize("file", expected("pairgoth"))
def test_a_tournament_of_pairgoth_is_read_row_by_row(file: dict[str, Any]) -> None:
    reading = read_file(path_of(file, "pairgoth"))
    event, settings = reading.tournament, reading.tournament.settings
    assert reading.format == "pairgoth"
    assert (event.name, event.short_name, event.place, event.begin, event.end) == (
        file["name"], file["short_name"], file["place"], file["begin"], file["end"],
    )  # fmt: skip
    assert (settings.komi, settings.board_size, settings.system) == (file["komi"], file["size"], "mcmahon")
    assert (settings.scoring.bar.number, settings.scoring.floor.number) == (file["bar"], file["floor"])
    assert settings.criteria == tuple(key.lower() for key in file["placement"])
    given = file["time"]["mainTime"]
    assert settings.clock.basic_minutes == (given if given < 300 else given / 60)
    assert (len(event.players), settings.rounds) == (file["players"], file["rounds"])
    assert len(event.rounds) == file["rounds_paired"]
    assert (games_of(event), byes_of(event)) == (file["games"], file["byes"])
    assert [
        (p.surname, p.first_name, str(p.grade), p.rating, p.country, p.club, p.egf_pin, p.registration.value)
        for p in event.players
    ] == [
        (
            plain(row["surname"]), plain(row["first_name"]), row["grade"], row["rating"],
            row["country"].upper(), row["club"].strip(), row["egf"], row["registered"],
        )
        for row in file["rows"]
    ]  # fmt: skip
    assert [(sorted(p.absent_rounds), p.correction // 4) for p in event.players] == [
        (row["absent"], row["mms_correction"]) for row in file["rows"]
    ]
    assert result_words(event, nobody="") == [row["results"] for row in file["rows"]]


def byes_of(event: Tournament) -> int:
    return sum(len(drawn.byes) for drawn in event.rounds)


# What the newest of the files have and older ones lack.
ADDED_SINCE = {"id", "director", "deterministic", "mmsValueAbsent", "roundDownScore", "sosValueAbsentUseBase"}
ADDED_SINCE |= {"dd", "final"}
# Only where it says something.
OPTIONAL = {"tablesExclusion", "importTimestamp", "skip", "mmsCorrection", "egf", "egc", "ft"}


@pytest.mark.parametrize("file", expected("pairgoth"))
def test_a_tournament_is_written_in_the_shape_that_pairgoth_gives_it(file: dict[str, Any]) -> None:
    path = path_of(file, "pairgoth")
    theirs = json.loads(path.read_text(encoding="utf-8"))
    event = read_file(path).tournament
    data = FORMATS["pairgoth"].write(event)
    ours = json.loads(data)
    assert FORMATS["pairgoth"].read(data).tournament == event
    for place in ("", "timeSystem", "pairing", "pairing.base", "pairing.main", "pairing.geo"):
        same_shape(at(ours, place), at(theirs, place))
    same_shape(ours["players"][0], theirs["players"][0])
    for mine, other in zip(ours["games"], theirs["games"], strict=False):
        assert sorted(map(terms, mine)) == sorted(map(terms, other))
        for game in mine[:1]:
            same_shape(game, other[0])


def terms(game: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(game[key] for key in "wbthr")


def at(document: Any, place: str) -> Any:
    for key in filter(None, place.split(".")):
        document = document[key]
    return document


def same_shape(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """The same fields, in the same order, with values of the same types."""
    mine = [key for key in ours if key in theirs or key not in ADDED_SINCE]
    assert mine == [key for key in theirs if key in ours or key not in OPTIONAL]
    assert [type(ours[key]) for key in mine] == [type(theirs[key]) for key in mine]


@pytest.mark.parametrize("file", expected("macmahon"))
def test_a_tournament_of_macmahon_is_read_row_by_row(file: dict[str, Any]) -> None:
    reading = read_file(path_of(file, "macmahon"))
    event, scoring = reading.tournament, reading.tournament.settings.scoring
    assert (reading.format, event.name) == ("macmahon", file["name"])
    assert (len(event.players), event.settings.rounds) == (file["players"], file["rounds"])
    assert (games_of(event), byes_of(event)) == (file["games"], file["byes"])
    assert (str(scoring.bar), str(scoring.floor)) == (file["bar"] or "9d", file["floor"] or "50k")
    names = {"Score": "mms", "Points": "nbw", "SOS": "sosm", "SOSOS": "sososm", "SODOS": "sodosm"}
    assert event.settings.criteria == tuple(names[name] for name in file["criteria"])
    assert [
        (
            p.surname, p.first_name, level_of(p), p.rating or 0, p.country, p.club, p.egf_pin,
            p.registration.value,
        )
        for p in event.players
    ] == [
        (
            # MacMahon drops the zeros that a PIN begins with.
            plain(row["surname"]), plain(row["first_name"]), row["grade"], row["rating"], row["country"],
            row["club"], row["egf"] and row["egf"].zfill(8), row["registered"],
        )
        for row in file["rows"]
    ]  # fmt: skip
    assert [sorted(p.absent_rounds) for p in event.players] == [row["absent"] for row in file["rows"]]
    assert result_words(event, nobody="") == [row["results"] for row in file["rows"]]


def level_of(player: Player) -> str:
    """The grade in the file; Miai's end at 50k."""
    return dict(player.extras).get("macmahon:GoLevel") or str(player.grade)


@pytest.mark.parametrize("file", [each for each in expected("macmahon") if "played" in str(each.id)])
def test_macmahons_own_table_is_recomputed_row_by_row(file: dict[str, Any]) -> None:
    event = read_file(path_of(file, "macmahon")).tournament
    rounds = event.settings.rounds
    starts = scores(event, after=rounds).starts
    rows = {row.player.id: row for row in standings(event, after=rounds, criteria="all").rows}
    assert file["table"]["columns"][:7] == ["place", "start", "score", "sos", "sosos", "sodos", "points"]
    places = []
    for number, _, start, *printed in file["table"]["rows"]:
        row = rows[event.players[number - 1].id]
        keys = ("mms", "sosm", "sososm", "sodosm", "nbw")
        assert [starts[number - 1] / 4, *(row.values[key] for key in keys)] == [start, *printed[:5]]
        places.append(row.place)
    assert places == sorted(places)


LETTERS = {Result.WHITE_WINS: "W", Result.BLACK_WINS: "B", Result.UNKNOWN: "?"}


def boards_of(event: Tournament) -> list[list[Any]]:
    """Round, rows of White and Black, result, handicap and komi of each game."""
    row_of = {player.id: row for row, player in enumerate(event.players, start=1)}
    usual = event.settings.komi
    return [
        [
            drawn.number,
            row_of[board.white],
            row_of[board.black],
            LETTERS[board.result],
            board.handicap,
            (0 if board.handicap else usual) if board.komi is None else board.komi,
        ]
        for drawn in event.rounds
        for board in drawn.boards
    ]


@pytest.mark.parametrize("file", expected("aga"))
def test_an_american_result_file_is_read_row_by_row(file: dict[str, Any]) -> None:
    reading = read_file(path_of(file, "aga"))
    event = reading.tournament
    assert reading.format == "aga"
    assert (f"{event.name}, {event.place}", event.begin, event.end) == (
        file["name"],
        file["begin"],
        file["end"],
    )
    assert (len(event.players), event.settings.rounds) == (file["players"], file["rounds"])
    assert [(p.surname, p.first_name, str(p.grade)) for p in event.players] == [
        (row["surname"], row["first_name"], row["grade"]) for row in file["rows"]
    ]
    assert boards_of(event) == file["boards"]
    assert result_words(event, nobody="") == [row["results"] for row in file["rows"]]


@pytest.mark.parametrize("file", expected("tde"))
def test_an_american_registration_is_read_row_by_row(file: dict[str, Any]) -> None:
    reading = read_file(path_of(file, "tde"))
    event = reading.tournament
    assert reading.format == "tde"
    assert event.settings.ruleset.value == file["rules"].lower()
    assert (len(event.players), games_of(event)) == (file["players"], file["games"])
    ids = [dict(player.extras)["tde:id"] for player in event.players]
    if file["format"] == "tde-round":
        names = [
            [round_, ids[white - 1], ids[black - 1], *more]
            for round_, white, black, *more in boards_of(event)
        ]
        assert names == file["boards"]
        return
    assert (event.name, event.settings.rounds) == (plain(file["name"]), file["rounds"])
    assert [str(limit) for limit in event.settings.category_limits] == [low for _, low in file["bands"][:-1]]
    assert [
        (number, p.surname, p.first_name, p.aga_rating, str(p.grade), p.club)
        for number, p in zip(ids, event.players, strict=True)
    ] == [
        (row["id"], row["surname"], row["first_name"], row["rating"], row["grade"], row["club"])
        for row in file["rows"]
    ]
    assert [f"{p.aga_expiry} {p.state}".strip() for p in event.players] == [
        re.sub(r"(^|/)0", r"\1", row["comment"]) for row in file["rows"]
    ]


@pytest.mark.parametrize("file", [each for each in expected("tou") if "written-" in str(each.id)])
def test_an_event_of_opengotha_survives_in_pairgoths_file(file: dict[str, Any]) -> None:
    event = read_file(DATA / "opengotha" / f"event-{file['file'][8:-4]}.xml").tournament
    form = FORMATS["pairgoth"]
    held = form.read(form.write(event))
    assert form.read(form.write(held.tournament)).tournament == held.tournament
    assert result_words(held.tournament, nobody="") == [
        [word.rstrip("!") for word in row] for row in result_words(event, nobody="")
    ]
    lost = losses(event, held)
    kept = [PLAYER_LABELS[name] for name in ("surname", "first_name", "grade", "rating", "club", "egf_pin")]
    assert not [each for each in lost if each.values.get("what") in kept]
