"""Standings of some, fees, and final standings on the command line."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.domain.log.document import read_history, write_history
from miai.domain.log.events import ResultEntered
from miai.domain.rounds.game import Result


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """The Riverside Open with all results of its four rounds."""
    history = read_history(RIVERSIDE.read_bytes())
    for drawn in history.tournament().rounds:
        for board in drawn.boards:
            if not board.result.known:
                history = history.append(
                    ResultEntered(round=drawn.number, table=board.table, result=Result.WHITE_WINS)
                )
    path = tmp_path / "event.miai"
    path.write_bytes(write_history(history))
    return path


def test_standings_of_some_show_their_places_among_all(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("standings", RIVERSIDE, "--among", "grade=-1k", "--json")
    rows = json.loads(out)["rows"]
    assert status == 0
    assert rows[0]["place"] == 1
    assert rows[0]["overall"] > 1
    assert all(row["grade"].endswith("k") for row in rows)
    _, out, _ = run("standings", RIVERSIDE, "--among", "grade=-1k")
    assert out.splitlines()[2].split()[:3] == ["Pl", "All", "#"]
    first = out.splitlines()[3].split()
    assert first[:2] == ["1", str(rows[0]["overall"])]
    run("standings", RIVERSIDE, "--among", "grade=-1k", "-o", tmp_path / "kyu.csv")
    lines = (tmp_path / "kyu.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("Place,Overall,No.,Name")
    assert len(lines) == len(rows) + 1
    status, _, err = run("standings", RIVERSIDE, "--among", "land=FR")
    assert (status, "'land' does not say who is meant" in err) == (2, True)


def test_fees_and_prizes_are_printed_with_their_sums(run: Run, document: Path) -> None:
    rules = ("--set", "fees.currency=EUR", "--set", "fees.usual=12.50", "--set")
    status, _, _ = run("rules", document, *rules, "prizes=[]", "-o", document)
    assert status == 0
    _, out, _ = run("fees", document, "--json")
    data = json.loads(out)
    count = len(data["people"])
    assert data["currency"] == "EUR"
    assert data["sum"] == {"owed": 12.5 * count, "paid": 0, "open": 12.5 * count, "prize": 0, "rest": 0}
    _, out, _ = run("fees", document)
    assert out.splitlines()[-1].split() == [
        "Sum",
        f"{12.5 * count:.2f}",
        "0.00",
        f"{12.5 * count:.2f}",
        "0.00",
    ]


def test_final_standings_refuse_changes_until_they_are_reopened(run: Run, document: Path) -> None:
    status, out, _ = run("finalise", document, "-o", document)
    assert (status, out.splitlines()[0]) == (0, "These standings are final.")
    status, _, err = run("bonus", document, "--to", "Quinn", "-o", document)
    assert status == 2
    assert "the standings are final" in err
    status, out, _ = run("finalise", document, "--reopen", "A bonus was forgotten", "-o", document)
    assert (status, out.splitlines()[0]) == (0, "The standings are open again.")
    assert run("bonus", document, "--to", "Quinn", "-o", document)[0] == 0
    run("finalise", document, "-o", document)
    _, out, _ = run("standings", document)
    assert "These standings are final; corrected: A bonus was forgotten" in out
    status, _, err = run("finalise", document, "-o", document)
    assert (status, "final already" in err) == (2, True)
