"""miai games, postpone, adjourn and deadline, and a draw that waits."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import RIVERSIDE


@pytest.fixture
def document(tmp_path: Path, run: Run) -> Path:
    """The Riverside Open with its fifth round drawn, in Japanese time."""
    path = tmp_path / "event.miai"
    path.write_bytes(RIVERSIDE.read_bytes())
    assert run("rules", str(path), "--set", "time_zone=Asia/Tokyo", "-o", str(path))[0] == 0
    assert run("pair", str(path), "-o", str(path))[0] == 0
    return path


def test_open_games_are_listed_put_off_and_settled(document: Path, run: Run) -> None:
    file = str(document)
    assert run("deadline", file, "--round", "5", "--at", "2020-01-01 18:00")[0] == 0
    status, out, _ = run("postpone", file, "--round", "5", "--table", "2", "--until", "2040-01-02 20:00")
    assert status == 0
    assert "postponed 2040-01-02 20:00 Asia/Tokyo" in out
    assert run("adjourn", file, "--round", "5", "--table", "3")[0] == 0
    games = {each["table"]: each for each in json.loads(run("games", file, "--json")[1])["games"]}
    assert games[1]["deadline"] == "2020-01-01T09:00:00+00:00"
    assert [games[table]["delay"] for table in (1, 2, 3)] == [None, "postponed", "adjourned"]
    assert [games[table]["late"] for table in (1, 2, 3)] == [True, False, True]
    status, _, error = run("games", file, "--settle")
    assert status == 2
    assert "games stay open after their deadline" in error
    run("rules", file, "--set", "unfinished.after_deadline=both_lose", "-o", file)
    run("games", file, "--settle")
    left = json.loads(run("games", file, "--json")[1])["games"]
    assert [each["table"] for each in left] == [2]


def test_the_next_draw_is_refused_while_it_waits(document: Path, run: Run) -> None:
    rules = ("--set", "unfinished.in_next_draw=wait", "--set", "rounds=6")
    status, _, error = run("pair", str(document), "--round", "6", *rules)
    assert status == 2
    assert "the draw waits for" in error
    assert "round 5, table 1: " in error


def test_mistakes_are_named_and_change_nothing(document: Path, run: Run) -> None:
    before = document.read_bytes()
    for command, rest, complaint in (
        ("postpone", "--round 5 --table 99", "round 5 has no table 99"),
        ("postpone", "--round 1 --table 1", "round 1, table 1 has a result: take it back first"),
        ("adjourn", "--round 5 --table 1 --until soon", "--until: 'soon' is not a moment"),
        ("deadline", "--round 5", "say with --at when the games have to be over"),
        ("deadline", "--round 9 --at 2030-01-01", "there is no round 9"),
    ):
        status, _, error = run(command, str(document), *rest.split())
        assert (status, complaint in error) == (2, True), error
    assert document.read_bytes() == before
