"""Stages on the command line and in scripts."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import miai
from kit.command import Run
from kit.staged_hall import final_after, groups_of, hall_of, inside, strong_result, strong_wins
from miai import stages
from miai.domain.log.document import write_history
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Round
from miai.engine.pairing.protocol import Draw
from miai.features.draw.pair import round_of
from miai.features.players.change_player import withdraw
from miai.features.stages.filling import fill_stage


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "open.miai"
    path.write_bytes(write_history(hall_of(8).state.history))
    return path


def test_groups_are_opened_drawn_and_shown(run: Run, document: Path) -> None:
    assert run("stage", "groups", document, "--count", "2", "-o", document)[0] == 0
    sources = ("--from", "group-a:1-2", "--from", "group-b:1-2")
    assert run("stage", "open", document, "Final", *sources, "-o", document)[0] == 0
    stages = json.loads(run("stage", "list", document, "--json")[1])["stages"]
    assert [(each["id"], len(each["players"])) for each in stages] == [
        ("group-a", 4),
        ("group-b", 4),
        ("final", 0),
    ]
    assert [each["phase"] for each in stages] == [1, 1, 2]
    assert "places 1 to 2 of Group A" in run("stage", "list", document)[1]
    assert run("pair", document, "--stage", "group-a", "-o", document)[0] == 0
    event = miai.read(document)
    assert [len(stage.event.rounds) for stage in event.stages] == [1, 0, 0]
    assert event.rounds == ()
    status, _, err = run("stage", "fill", document, "final", "-o", document)
    assert (status, err.count("\n")) == (2, 4)
    assert "Group B: no round has been drawn" in err


def test_a_final_is_filled_and_the_whole_is_ranked(run: Run, tmp_path: Path) -> None:
    hall = groups_of(8, 2)
    final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    document = tmp_path / "open.miai"
    document.write_bytes(write_history(hall.state.history))
    status, out, _ = run("stage", "fill", document, "final", "-o", document)
    assert (status, out.splitlines()[:2]) == (0, ["1  P1", "2  P2"])
    rows = json.loads(run("standings", document, "--whole", "--json")[1])["rows"]
    assert [(row["place"], row["surname"], row["stage"]) for row in rows[4:6]] == [
        (5, "P5", "group-a"),
        (5, "P6", "group-b"),
    ]
    assert "Final: standings" in run("standings", document, "--stage", "final")[1]
    assert "4 players, 2 rounds" in run("bracket", document, "--stage", "final")[1]
    status, out, _ = run("convert", document, tmp_path / "all.xml")
    assert "not held: which games belong to which stage" in out
    assert "not held: the stage Final with 4 players" in out
    assert miai.read(tmp_path / "all.xml").rounds_played == 3
    run("convert", document, tmp_path / "group.xml", "--stage", "group-a")
    assert len(miai.read(tmp_path / "group.xml").players) == 4
    assert run("stage", "remove", document, "group-a", "-o", document)[0] == 2
    assert run("stage", "remove", document, "final", "-o", document)[0] == 0
    assert len(miai.read(document).stages) == 2


def test_games_of_a_stage_are_put_off_listed_and_settled(run: Run, document: Path) -> None:
    run("stage", "groups", document, "--count", "2", "-o", document)
    run("pair", document, "--stage", "group-a", "-o", document)
    inside = ("--stage", "group-a")
    lose = ("--set", "unfinished.after_deadline=both_lose")
    assert run("rules", document, *lose, *inside, "-o", document)[0] == 0
    assert run("deadline", document, "--round", "1", "--at", "2020-01-01 18:00", *inside)[0] == 0
    later = ("--until", "2040-01-02 20:00")
    assert run("postpone", document, "--round", "1", "--table", "2", *later, *inside)[0] == 0
    assert "Group A" in run("games", document)[1]
    games = json.loads(run("games", document, "--json")[1])["games"]
    assert [(each["stage"], each["table"], each["late"]) for each in games] == [
        ("group-a", 1, True),
        ("group-a", 2, False),
    ]
    assert run("games", document, "--settle", *inside)[0] == 0
    assert [each["table"] for each in json.loads(run("games", document, "--json")[1])["games"]] == [2]


def test_a_cup_is_settled(run: Run, tmp_path: Path) -> None:
    document = tmp_path / "open.miai"
    document.write_bytes(write_history(hall_of(8, system="mcmahon").state.history))
    cup = ("--from", "main:1-4", "--losers", "join main")
    run("stage", "open", document, "Cup", *cup, "-o", document)
    assert run("stage", "fill", document, "cup", "-o", document)[0] == 0
    assert sum(len(player.absent_rounds) for player in miai.read(document).players) == 8
    status, _, err = run("stage", "settle", document, "cup", "--round", "1", "-o", document)
    assert (status, "round 1 is not drawn yet" in err) == (2, True)


@pytest.mark.parametrize("words", [("--from", "group-a"), ("--from", "group-a:x-2"), ("--from", "main:3-1")])
def test_places_that_make_no_sense_are_refused(run: Run, document: Path, words: tuple[str, str]) -> None:
    assert run("stage", "open", document, "Final", *words, "-o", document)[0] == 2


def test_whole_takes_no_other_option(run: Run, document: Path) -> None:
    assert run("standings", document, "--whole", "--criteria", "nbw")[0] == 2


def test_a_script_plays_groups_and_a_final() -> None:
    event = stages.with_groups(hall_of(6).event, 2)
    event = stages.with_stage(event, "Final", sources=[("group-a", 1, 1), ("group-b", 1, 1)])
    for group in ("group-a", "group-b"):
        for number in (1, 2, 3):
            stage = event.stage(event.stages[0].id if group == "group-a" else event.stages[1].id).event
            drawn = miai.pair(stage, round=number)
            rounds = (*stage.rounds, _won(drawn))
            event = stages.with_stage_event(event, group, replace(stage, rounds=rounds))
    event = stages.with_stage_filled(event, "final")
    assert [row.player.surname for row in stages.whole_standings(event).rows[:2]] == ["P1", "P2"]


def _won(draw: Draw) -> Round:
    drawn = round_of(draw)
    boards = tuple(
        replace(
            board,
            result=Result.WHITE_WINS if int(board.white[1:]) < int(board.black[1:]) else Result.BLACK_WINS,
        )
        for board in drawn.boards
    )
    return replace(drawn, boards=boards)


def test_a_player_is_replaced_and_the_rest_is_kept_from_the_command_line(run: Run, tmp_path: Path) -> None:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2))
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, final, by="A")
    inside(hall, final).draw(1)
    withdraw(*hall.at, hall.who("P2"), from_round=1, by="A")
    document = tmp_path / "open.miai"
    document.write_bytes(write_history(hall.state.history))
    status, _, err = run("stage", "replace", document, "final", "P2", "--by", "P1", "-o", document)
    assert (status, "P1 is in Final already" in err) == (2, True)
    kept = tmp_path / "kept.miai"
    assert run("stage", "keep", document, "final", "-o", kept, "--reason", "as drawn")[0] == 0
    assert len(miai.read(kept).stages[-1].kept) == 2
    status, _, err = run("stage", "replace", document, "final", "P2", "-o", document, "--force")
    assert status == 0, err
    assert sorted(player.surname for player in miai.read(document).stages[-1].event.players) == [
        "P1",
        "P3",
        "P4",
        "P6",
    ]


def test_a_tie_is_played_off_or_drawn_by_lot_from_the_command_line(run: Run, tmp_path: Path) -> None:
    document, lots = tmp_path / "open.miai", tmp_path / "lots.miai"
    hall = hall_of(4, rounds=1)
    for board in hall.draw(1).boards:
        hall.result(1, board.table, strong_result(hall.event, board))
    document.write_bytes(write_history(hall.state.history))
    opening = ("stage", "open", document, "Final", "--from", "main:1", "--ties")
    assert run(*opening, "lot", "-o", lots)[0] == 0
    assert "by lot P1 enters" in " ".join(run("stage", "fill", lots, "final", "-o", lots)[1:])
    assert run(*opening, "play-off", "-o", document)[0] == 0
    status, _, err = run("stage", "fill", document, "final", "-o", document)
    assert (status, "open their play-off" in err) == (2, True)
    status, out, _ = run("stage", "play-off", document, "final", "-o", document)
    assert (status, out.splitlines()[0]) == (0, "Play-off: P1, P2")
    listed = json.loads(run("stage", "list", document, "--json")[1])["stages"]
    assert [(each["ties"], each["play_off_of"]) for each in listed] == [("play-off", None), ("director", "")]
    assert "a play-off about places of" in run("stage", "list", document)[1]
    status, _, err = run("stage", "play-off", document, "final", "-o", document)
    assert (status, "Play-off decides about them already" in err) == (2, True)
    assert run("stage", "remove", document, "play-off", "-o", document)[0] == 0
