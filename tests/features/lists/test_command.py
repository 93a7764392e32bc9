"""Rating lists from the command line."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from kit.command import Run
from kit.places import DOCS
from kit.riverside import RIVERSIDE
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.formats import FORMATS
from miai.formats.registry import read_file

REFERENCE = DOCS / "reference"
LIST = (
    "Hoekstra, Wietse\t2107\tFull\t3.25\t8/19/2020\tDULU\tMN\t0.5\t9/1/2019\n"
    "HÅKSTAD, Søren\t17\tLife\t-4.5\t\t\t\t\t\n"
    ", Ada\t18\tFull\t\t1/1/2030\t\t\t\t\n"
)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    path = tmp_path / "td.txt"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_a_list_is_imported_with_its_odd_lines_counted(run: Run, source: Path) -> None:
    status, out, err = run("list", "import", source)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "AGA list of 2019-09-01: 3 players", "  1 line: no surname", "  1 line: no rating",
    ]  # fmt: skip
    status, out, _ = run("list", "import", source, "--json")
    data = json.loads(out)
    assert list(data) == [
        "schema", "source", "date", "players", "players_before", "flagged", "flags", "problems", "notes",
    ]  # fmt: skip
    assert (data["source"], data["players"], data["players_before"], data["flagged"]) == ("aga", 3, 3, 1)


def test_lines_that_nobody_understands_are_told_and_the_rest_is_imported(run: Run, source: Path) -> None:
    source.write_text(LIST + "garbage\n", encoding="utf-8")
    status, out, err = run("list", "import", source, "--json")
    assert status == 0
    assert err == "note: line 4: this line is not a player's\n"
    assert json.loads(out)["problems"] == ["line 4: this line is not a player's"]


def test_a_search_prints_a_table_or_json(run: Run, source: Path) -> None:
    run("list", "import", source)
    status, out, err = run("list", "search", "hakst so")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "'hakst so': 1 found"
    assert out.splitlines()[3].split()[:5] == ["AGA", "Håkstad", "Søren", "4k", "-4.5"]
    _, out, _ = run("list", "search", "2107", "--json")
    data = json.loads(out)
    assert data["text"] == "2107"
    assert list(data["players"][0]) == [
        "source", "surname", "first_name", "country", "club", "state", "grade", "rating", "sigma",
        "rating_date", "published_until", "id", "membership", "licence_status", "expiry", "flags",
    ]  # fmt: skip
    assert data["players"][0]["expiry"] == "2020-08-19"


def test_the_limit_holds(run: Run, source: Path) -> None:
    run("list", "import", source)
    _, out, _ = run("list", "search", "h", "--limit", "1", "--json")
    assert [player["surname"] for player in json.loads(out)["players"]] == ["Håkstad"]


def test_entrants_are_checked_against_the_lists(run: Run, source: Path) -> None:
    run("list", "import", source)
    status, out, _ = run("list", "check", RIVERSIDE)
    assert status == 0
    line = next(line for line in out.splitlines() if line.startswith("Hoekstra"))
    assert "same person as AGA 2107: Hoekstra Wietse, DULU, 3d, 3.25? (another club)" in line
    # A namesake in the list of another federation is no reason for a warning.
    assert "membership" not in line
    assert out.splitlines()[-1].endswith("0 by name, 1 perhaps, 25 not found")
    _, out, _ = run("list", "check", RIVERSIDE, "--json")
    data = json.loads(out)
    assert list(data) == ["schema", "tournament", "on", "counts", "entrants", "duplicates"]
    assert list(data["entrants"][0]) == ["player", "name", "found", "lists", "memberships"]


EGF_LIST = """(22 Feb 2018)
   PIN          Name                              Club     Grade P&D    GoR    NT appearance
 44681114  Neuman Dario                          BE  Leu     5k   6k   1448    41  T170222H
 28556599  Hakstad Soren                         FI  OGP    15k   --    599     1  T170821M
 12033944  Hoekstra Wietse                       NL  Utr     3d   --   2346    16  T160221E
 50636121  Cespedes Leon                         UA  Kyiv    4d   --   2390    16  T160222E
"""


@pytest.fixture
def egf_list(source: Path) -> Path:
    path = source.with_name("egf.txt")
    path.write_text(EGF_LIST, encoding="utf-8")
    return path


@pytest.mark.requirement("C22", "C23")
def test_ratings_are_listed_while_they_are_published_and_kept_after_that(run: Run, egf_list: Path) -> None:
    run("list", "import", egf_list)
    status, out, _ = run("list", "published")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "Ratings published on 2018-02-22: 2, 2 others are kept"
    assert [line.split()[0] for line in lines[3:]] == ["Cespedes", "Neuman"]
    assert lines[3].split()[-2:] == ["2016-02-22", "2018-02-22"]
    data = json.loads(run("list", "published", "--on", "2018-02-21", "--json")[1])
    assert (data["on"], data["lapsed"], len(data["players"])) == ("2018-02-21", 0, 4)
    # A rating that is no longer published is found all the same, and used.
    found = json.loads(run("list", "search", "Hoekstra", "--json")[1])["players"]
    assert [(each["rating"], each["published_until"]) for each in found] == [(2346.0, "2018-02-21")]
    on = ("list", "search", "Hoekstra", "--json", "--published-on")
    assert json.loads(run(*on, "2018-02-22")[1])["players"] == []
    assert len(json.loads(run(*on, "2018-02-21")[1])["players"]) == 1
    _, out, _ = run("list", "check", RIVERSIDE)
    line = next(line for line in out.splitlines() if line.startswith("Hoekstra"))
    assert "rating published until 2018-02-21" in line


def test_lists_are_shown_dated_chosen_and_deleted(run: Run, source: Path, egf_list: Path) -> None:
    run("list", "import", source)
    run("list", "import", egf_list)
    assert [line.split() for line in run("list", "show")[1].splitlines()[3:]] == [
        ["AGA", "2019-09-01", "3", "yes", "td.txt"],
        ["EGF", "2018-02-22", "4", "yes", "egf.txt"],
    ]
    run("list", "date", "egf", "2018-03-01")
    run("list", "date", "aga", "unknown")
    run("list", "use", "egf")
    found = json.loads(run("list", "show", "--json")[1])["lists"]
    assert [(each["source"], each["date"], each["used"]) for each in found] == [
        ("aga", None, False),
        ("egf", "2018-03-01", True),
    ]
    assert len(json.loads(run("list", "search", "Hoekstra", "--json")[1])["players"]) == 1
    assert run("list", "delete", "egf", "--yes")[:2] == (0, "deleted: EGF list of 4 players\n")
    assert len(run("list", "show")[1].splitlines()) == 4


def test_a_list_is_deleted_only_when_somebody_agrees(
    run: Run, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("list", "import", source)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    status, _, err = run("list", "delete", "aga")
    assert (status, err) == (2, "miai: nobody can be asked here: say --yes to delete the list\n")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    for answer, status, said in (
        (False, 1, "nothing was deleted\n"),
        (True, 0, "deleted: AGA list of 3 players\n"),
    ):
        monkeypatch.setattr(typer, "confirm", lambda question, answer=answer: answer)
        assert run("list", "delete", "aga")[:2] == (status, said)


@pytest.fixture
def document(tmp_path: Path, source: Path) -> Path:
    """Two entrants whose ratings have changed since; one has no PIN."""
    hoekstra = Player(
        id=PlayerId("p1"), surname="Hoekstra", first_name="Wietse", grade=Grade.parse("3d"), rating=2300.0,
        egf_pin="12033944",
    )  # fmt: skip
    neuman = Player(
        id=PlayerId("p2"), surname="Neuman", first_name="Dario", grade=Grade.parse("5k"), rating=1500.0,
        country="BE",
    )  # fmt: skip
    path = tmp_path / "cup.miai"
    path.write_bytes(FORMATS["miai"].write(Tournament(name="Cup", players=(hoekstra, neuman))))
    return path


def ratings(path: Path) -> list[float | None]:
    return [player.rating for player in read_file(path).tournament.players]


def test_entrants_are_updated_after_a_preview(run: Run, egf_list: Path, document: Path) -> None:
    run("list", "import", egf_list)
    before = document.read_bytes()
    status, out, _ = run("list", "update", document)
    assert (status, document.read_bytes()) == (0, before)
    assert [" ".join(line.split()) for line in out.splitlines()[3:]] == [
        "Hoekstra Wietse EGF id Rating 2300 2346",
        "Neuman Dario EGF name Rating 1500 1448",
        "Neuman Dario EGF name EGF PIN 44681114",
    ]
    status, out, _ = run("list", "update", document, "--apply")
    assert out.splitlines()[-1] == "written: cup.miai (miai), 1 entrant updated"
    assert ratings(document) == [2346.0, 1500.0]
    other = document.with_name("other.xml")
    run("list", "update", document, "--apply", "--by-name", "-o", other)
    assert (ratings(document), ratings(other)) == ([2346.0, 1500.0], [2346.0, 1448.0])


def test_a_namesake_is_written_only_if_somebody_says_that_it_is_the_same_person(
    run: Run, egf_list: Path, document: Path
) -> None:
    egf_list.write_text(EGF_LIST.replace("BE  Leu", "TR  Ank"), encoding="utf-8")
    run("list", "import", egf_list)
    status, _, err = run("list", "update", document, "--apply", "--by-name")
    assert (status, ratings(document)) == (0, [2346.0, 1500.0])
    assert "same person as EGF 44681114: Neuman Dario, TR, Ank, 5k, 1448? (another country)" in err
    assert "--same p2:egf:44681114" in err
    asked = json.loads(run("list", "update", document, "--json")[1])["updates"][0]
    assert (asked["key"], asked["sure"], asked["same_person"]["country"]) == ("p2:egf:44681114", False, "TR")
    assert run("list", "update", document, "--apply", "--same", "p2:egf:1")[0] == 2
    same = document.with_name("same.miai")
    run("list", "update", document, "--apply", "--same", "p2:egf:44681114", "-o", same)
    assert (ratings(document), ratings(same)) == ([2346.0, 1500.0], [2346.0, 1448.0])
    run("list", "update", document, "--apply", "--not-same", "p2:egf:44681114")
    assert ratings(document) == [2346.0, 1500.0]
    status, _, err = run("list", "update", document, "--apply")
    assert "same person" not in err


def test_ratings_of_lists_after_the_day_of_freezing_are_ignored(
    run: Run, egf_list: Path, document: Path
) -> None:
    run("list", "import", egf_list)
    status, _, err = run("list", "update", document, "--apply", "--frozen-after", "2018-02-21")
    assert (status, ratings(document)) == (0, [2300.0, 1500.0])
    assert "note: the ratings of the EGF list are newer, or it has no date" in err
    run("list", "update", document, "--apply", "--frozen-after", "2018-02-22")
    assert ratings(document) == [2346.0, 1500.0]


def test_published_ratings_need_the_list_of_the_egf(run: Run, source: Path) -> None:
    run("list", "import", source)
    status, _, err = run("list", "published")
    assert (status, err) == (2, "miai: the list of the EGF has not been imported yet\n")


def test_another_folder_can_be_named(run: Run, source: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert run("list", "import", source, "--data", other)[0] == 0
    assert [path.name for path in other.iterdir()] == ["player-lists.db"]
    assert "1 found" in run("list", "search", "hoek", "--data", other)[1]
    assert run("list", "search", "hoek")[0] == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("list", "search", "neu"), "no rating list has been imported yet: miai list import FILE"),
        (("list", "check", RIVERSIDE), "no rating list has been imported yet"),
        (("list", "search", " "), "enter a name or an id to search for"),
        (("list", "search", "neu", "--limit", "0"), "the limit must be at least 1"),
        (("list", "import", "nowhere.txt"), "nowhere.txt: there is no such file"),
        (("list", "show"), "no rating list has been imported yet"),
        (("list", "date", "xyz", "2026-01-01"), "'xyz' is not a rating list: egf, aga or ffg"),
        (("list", "date", "egf", "2026-13-01"), "'2026-13-01' is not a day"),
        (("list", "update", "--demo", "--apply"), "say with -o where to write the tournament"),
        (("list", "update", RIVERSIDE, "-o", "a.miai"), "-o is for --apply: without it nothing is written"),
        (("list", "fly"), "No such command 'fly'"),
        (("list",), "Missing command"),
    ],
)
def test_wrong_questions_end_in_a_sentence_and_status_2(
    run: Run, source: Path, words: tuple[str, ...], complaint: str
) -> None:
    assert source.exists()
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_a_copy_that_is_not_ours_is_told(run: Run, source: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "player-lists.db").write_bytes(
        b"something else entirely, and rather longer than that"
    )
    for words in (("list", "import", source), ("list", "search", "neu")):
        status, _, err = run(*words)
        assert status == 2
        assert err == "miai: player-lists.db: this is not Miai's copy of the rating lists\n"


def test_a_tournament_becomes_an_american_result_file(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    xml = tmp_path / "event.miai"
    xml.write_bytes(RIVERSIDE.read_bytes())
    status, out, _ = run("convert", xml, target, "--json")
    assert status == 0
    assert json.loads(out)["lost"][0].startswith("the bye of ")
    assert FORMATS["aga"].read(target.read_bytes()).tournament.rounds_played == 4
    assert json.loads(run("show", target, "--json")[1])["format"] == "aga"


def test_the_list_commands_load_nothing_compiled(source: Path) -> None:
    script = (
        "import sys; from miai.main import main; sys.argv = ['miai', *sys.argv[1:]]; main();"
        "print([m for m in ('numba', 'numpy', 'scipy', 'rich.table') if m in sys.modules])"
    )
    for words in (["import", str(source)], ["search", "hoek"], ["check", RIVERSIDE]):
        done = subprocess.run(
            [sys.executable, "-c", script, "list", *words], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]"


def test_every_list_command_is_documented() -> None:
    page = (REFERENCE / "commands.md").read_text(encoding="utf-8")
    for command in ("import FILE", "search TEXT", "published", "check FILE"):
        assert f"`miai list {command}" in page
