"""Teams on the command line."""

from pathlib import Path

import pytest

from kit.command import Run
from kit.team_events import team_event
from miai.formats import FORMATS


@pytest.fixture
def event(tmp_path: Path) -> str:
    made = team_event(
        {"Foxes": "a1 a2", "Owls": "b1 b2", "Bears": "c1 c2 c3"},
        "a1+b1 a2+b2 | a1-c1 c2+a2!",
        "Foxes-Owls | Foxes-Bears",
        resting="Bears | Owls",
        size=2,
    )
    path = tmp_path / "teams.miai"
    path.write_bytes(FORMATS["miai"].write(made))
    return str(path)


def test_teams_are_ranked_and_the_table_can_be_written(run: Run, event: str, tmp_path: Path) -> None:
    status, out, _ = run("standings", event, "--teams", "--criteria", "team points,BDW")
    assert status == 0
    lines = [line.split() for line in out.splitlines()[2:]]
    assert lines[1:] == [
        ["1", "1", "Bears", "0+", "2+", "2:0", "4", "3"],
        ["2", "2", "Foxes", "3+", "2:0", "1-", "0:2", "2", "2"],
        ["3", "3", "Owls", "2-", "0:2", "0+", "2", "1"],
    ]
    written = tmp_path / "table.csv"
    assert run("standings", event, "--teams", "-o", str(written))[0] == 0
    assert "Bears" in written.read_text(encoding="utf-8-sig")


def test_players_of_teams_are_ranked_by_their_boards(run: Run, event: str) -> None:
    status, out, _ = run("standings", event, "--individuals", "--after", "1")
    assert status == 0
    assert out.splitlines()[3].split() == ["1", "a1", "1d", "Foxes", "1+", "1", "1"]


def test_teams_line_ups_and_matches_of_a_round_are_shown(run: Run, event: str) -> None:
    status, out, _ = run("teams", event)
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "3 Bears c1 c2 c3" in lines
    assert "Foxes 0–2 Bears" in lines
    assert "2 a2 0-1! c2" in lines
    assert "resting: Owls" in lines


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["standings", "--demo", "--teams"], "there are no teams"),
        (["standings", "EVENT", "--teams", "--individuals"], "give --teams or --individuals, not both"),
        (
            ["standings", "EVENT", "--teams", "--unplayed", "own"],
            "--unplayed is for the standings of players",
        ),
        (["standings", "EVENT", "--individuals", "--criteria", "BDW"], "--criteria is not for the boards"),
        (["standings", "EVENT", "--teams", "--criteria", "SOSW"], "'SOSW' is not a criterion"),
        (["teams", "EVENT", "--round", "9"], "there is no round 9"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, event: str, words: list[str], complaint: str) -> None:
    status, _, error = run(*(event if word == "EVENT" else word for word in words))
    assert status == 2
    assert complaint in error
