"""miai lab forecast-check."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.command import Run
from miai.domain.log.document import write_history
from miai.domain.log.history import History

WORDS = ("--simulations", "20", "--threads", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    events = tmp_path / "events"
    events.mkdir()
    for name, text in {
        "one": "A+B C+D E+F | A+C B+E D+F | A+D B+C E-F",
        "two": "A-B C+D E=F | B+C A+E D+F | B+D A+C E+F",
        "open": "A+B C?D",
    }.items():
        event = crosstable(text)
        event = replace(event, settings=replace(event.settings, rounds=len(event.rounds)))
        if name == "open":
            event = replace(event, settings=replace(event.settings, rounds=5))
        (events / f"{name}.miai").write_bytes(write_history(History.of_tournament(event)))
    return events


def test_forecasts_are_scored_beside_simpler_ones_with_the_same_keys(run: Run, folder: Path) -> None:
    status, out, err = run("lab", "forecast-check", folder, "--json", *WORDS)
    assert status == 0
    assert "open.miai" in err
    data = json.loads(out)
    assert (data["events"], data["leave_one_out"], data["simulations"]) == (2, False, 20)
    assert set(data["baselines"]) == {"drawn as set", "without learning", "ratings", "grades", "coin"}
    for score in (data, *data["baselines"].values()):
        assert score["events"] == 2
        # Eighteen games were played on the board, and each event was forecast before its three rounds.
        assert (score["games"]["count"], score["winner"]["states"]) == (18, 6)
        assert score["games"]["log_loss"] > 0
        assert 0 < score["games"]["brier"] < 1
        assert score["winner"]["log_loss"] > 0
        assert 0 <= score["winner"]["brier"] < 2
        assert 0 <= score["places"]["coverage80"] <= score["places"]["coverage95"] <= 1
    assert data["baselines"]["coin"]["games"]["log_loss"] == pytest.approx(0.6931, abs=1e-4)
    assert run("lab", "forecast-check", folder, "--json", *WORDS)[1] == out


def test_people_get_a_line_for_each_way_to_forecast(run: Run, folder: Path) -> None:
    status, out, _ = run("lab", "forecast-check", folder, *WORDS)
    assert status == 0
    assert "2 events, 18 games, 6 states" in out
    for key in ("forecast", "drawn as set", "without learning", "ratings", "grades", "coin"):
        assert key in out


def test_two_events_cannot_be_left_out_in_turn(run: Run, folder: Path) -> None:
    status, out, err = run("lab", "forecast-check", folder, "--leave-one-out", *WORDS)
    assert (status, out) == (2, "")
    assert "2 tournaments with games are too few for a fit" in err


def test_without_an_event_that_is_over_there_is_nothing_to_check(run: Run, folder: Path) -> None:
    status, out, err = run("lab", "forecast-check", folder / "open.miai", *WORDS)
    assert (status, out) == (2, "")
    assert "none of these tournaments is over" in err
