"""A congress on the command line, in a data folder of its own."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.command import Run
from miai.desk.live_state import Desk
from miai.domain.money import cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.settings.fees import Fees
from miai.domain.table_numbers import TableRange, Tables
from miai.features.congress.set_up import set_tables
from miai.features.players.register_player import NEW, register_players
from miai.features.settings.change_settings import change_settings
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store


@pytest.fixture
def data(tmp_path: Path, run: Run) -> str:
    """A folder with a congress, two tournaments and three people."""
    folder = tmp_path / "data"
    assert run("congress", "create", "Summer Congress", "--place", "Arden", "--data", str(folder))[
        1
    ].strip() == ("summer-congress")
    store = open_store(folder)
    for name in ("Main", "Rapid"):
        create_tournament(Desk(store), name=name, by="Anneke", rounds=2)
    store.close()
    table = tmp_path / "people.csv"
    table.write_text(
        "Name,Grade,Club\nFox Ada,3d,Arden\nGreen Bo,1k,Arden\nHill Cy,2k,Lund\n", encoding="utf-8"
    )
    assert run("congress", "people", "summer-congress", "--add", str(table), "--data", str(folder))[0] == 0
    return str(folder)


def _json(run: Run, *args: str) -> dict[str, object]:
    status, out, error = run(*args, "--json")
    assert status == 0, error
    found: dict[str, object] = json.loads(out)
    return found


def test_new_ranges_of_tables_keep_the_tables_that_are_left_out(run: Run, data: str) -> None:
    at = ("summer-congress", "--data", data)
    assert run("congress", "events", *at, "--add", "main")[0] == 0
    with closing(open_store(Path(data))) as store:
        tables = Tables(left_out=(TableRange(13, 13),))
        set_tables(Desk(store), "summer-congress", "main", tables, by="Anneke")
    assert run("congress", "events", *at, "--of", "main", "--tables", "1-40")[0] == 0
    with closing(open_store(Path(data))) as store:
        tables = Desk(store).state("main").tournament.settings.tables
    assert tables == Tables(ranges=(TableRange(1, 40),), left_out=(TableRange(13, 13),))


def test_people_are_entered_and_checked_in_for_their_events(run: Run, data: str, tmp_path: Path) -> None:
    at = ("summer-congress", "--data", data)
    for event, tables in (("main", "1-120"), ("rapid", "121-160")):
        status, out, _ = run("congress", "events", *at, "--add", event, "--room", "Hall", "--tables", tables)
        assert status == 0
        assert tables in out
    assert run("congress", "enter", "summer-congress", "Fox", "main", "rapid", "--data", data)[0] == 0
    assert run("congress", "check-in", "summer-congress", "Fox", "Hill", "--away", "--data", data)[0] == 0
    people = _json(run, "congress", "people", *at)["people"]
    assert people == [
        {"id": "p1", "name": "Fox Ada", "grade": "3d", "club": "Arden", "here": False,
         "events": ["main", "rapid"]},
        {"id": "p2", "name": "Green Bo", "grade": "1k", "club": "Arden", "here": True, "events": []},
        {"id": "p3", "name": "Hill Cy", "grade": "2k", "club": "Lund", "here": False, "events": []},
    ]  # fmt: skip
    assert run("congress", "leave", "summer-congress", "Fox", "rapid", "--data", data)[0] == 0
    status, out, _ = run("congress", "people", *at)
    assert [line.split()[-1] for line in out.splitlines() if "Fox" in line] == ["Main"]
    assert run("congress", "clashes", *at)[1] == "no clashes\n"
    assert run("congress", "update", *at)[1] == ""
    calendar = tmp_path / "all.ics"
    assert run("congress", "timetable", *at, "--ics", str(calendar))[1] == "written: all.ics\n"
    assert calendar.read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")
    rounds = _json(run, "congress", "timetable", *at)["rounds"]
    assert isinstance(rounds, list)
    assert [(each["event"], each["round"], each["state"]) for each in rounds] == [
        ("main", 1, "not drawn"), ("main", 2, "not drawn"),
        ("rapid", 1, "not drawn"), ("rapid", 2, "not drawn"),
    ]  # fmt: skip
    assert "Fox Ada" in run("congress", "fees", *at)[1]


def test_an_import_adds_nobody_twice(run: Run, data: str, tmp_path: Path) -> None:
    table = tmp_path / "more.csv"
    table.write_text(
        "Name,Grade,Club\nFox Ada,3d,Arden\nHill Cy,9k,Lund\nIver Di,5k,Lund\n", encoding="utf-8"
    )
    status, out, notes = run("congress", "people", "summer-congress", "--add", str(table), "--data", data)
    assert status == 0
    assert "Is Hill Cy (9k, Lund) the same person as Hill Cy (2k, Lund)?" in notes
    assert out.count("Fox Ada") == out.count("Hill Cy") == out.count("Iver Di") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("clashes", "main"), "Main is a tournament, not a congress"),
        (("enter", "summer-congress", "Fox", "main"), "'main' is not an event of Summer Congress"),
        (("events", "summer-congress", "--room", "Hall"), "say with --of whose room or tables are set"),
        (("check-in", "summer-congress", "Nobody"), "nobody called 'Nobody' is entered"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    run: Run, data: str, arguments: tuple[str, ...], sentence: str
) -> None:
    status, _, error = run("congress", *arguments, "--data", data)
    assert status == 2
    assert sentence in error


def test_payments_sides_and_teams_are_entered(run: Run, data: str) -> None:
    at = ("summer-congress", "--data", data)
    with closing(open_store(Path(data))) as store:
        desk = Desk(store)
        create_tournament(desk, name="Pairs", by="Anneke", rounds=2, people=2)
        create_tournament(desk, name="Teams", by="Anneke", rounds=2, team_size=2, system="swiss")
        rules = replace(desk.state("main").tournament.settings, fees=Fees(currency="EUR", usual=cents(30)))
        change_settings(desk, "main", rules, by="Anneke")
    for event in ("main", "pairs", "teams"):
        assert run("congress", "events", *at, "--add", event)[0] == 0
    assert run("congress", "enter", "summer-congress", "Fox", "main", "--data", data)[0] == 0
    assert run("congress", "enter-side", "summer-congress", "pairs", "Fox", "Green", "--data", data)[0] == 0
    team = ("congress", "enter-team", "summer-congress", "teams", "Lakers", "Fox", "Hill", "--data", data)
    assert run(*team)[0] == 0
    status, out, _ = run("congress", "pay", "summer-congress", "Fox", "12.50", "--data", data)
    assert (status, out.strip()) == (0, "Fox Ada: 17.50 still to pay")
    assert (
        run("congress", "pay", "summer-congress", "Fox", "--data", data)[1].strip().startswith("Fox Ada: 0")
    )
    status, _, error = run("congress", "pay", "summer-congress", "Fox", "lots", "--data", data)
    assert status == 2
    assert "AMOUNT" in error
    with closing(open_store(Path(data))) as store:
        desk = Desk(store)
        (side,) = desk.state("pairs").tournament.players
        assert [member.surname for member in side.members] == ["Fox", "Green"]
        assert [team.name for team in desk.state("teams").tournament.teams] == ["Lakers"]


def test_namesakes_are_named_with_their_ids_and_taken_by_them(run: Run, data: str) -> None:
    with closing(open_store(Path(data))) as store:
        twins = [
            Player(id=NEW, surname="Kim", first_name="Min", grade=Grade.parse(grade), club=club)
            for grade, club in (("3d", "Ulm"), ("9k", "Lund"))
        ]
        register_players(Desk(store), "summer-congress", twins, by="Anneke")
    at = ("summer-congress", "--data", data)
    assert run("congress", "events", *at, "--add", "main")[0] == 0
    status, _, error = run("congress", "enter", "summer-congress", "Kim Min", "main", "--data", data)
    assert status == 2
    assert "'Kim Min' could be Kim Min (p4, 3d, Ulm) or Kim Min (p5, 9k, Lund)" in error
    for command in (("enter", "summer-congress", "p5", "main"), ("pay", "summer-congress", "p5", "20")):
        assert run("congress", *command, "--data", data)[0] == 0
    assert run("congress", "check-in", "summer-congress", "p5", "--data", data)[0] == 0
    people = {each["id"]: each for each in _json(run, "congress", "people", *at)["people"]}  # type: ignore[attr-defined]
    assert (people["p5"]["events"], people["p5"]["here"]) == (["main"], True)
    assert (people["p4"]["events"], people["p4"]["club"]) == ([], "Ulm")
