"""miai forecast."""

import json
from pathlib import Path

from kit.builders import crosstable
from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.domain.log.document import write_history
from miai.domain.log.history import History


def _file(folder: Path, text: str) -> Path:
    file = folder / "event.miai"
    file.write_bytes(write_history(History.of_tournament(crosstable(text))))
    return file


def test_the_same_seed_gives_the_same_forecast(run: Run) -> None:
    words = ("forecast", RIVERSIDE, "--json", "--simulations", "200")
    status, first, _ = run(*words)
    assert status == 0
    assert run(*words)[1] == first == run(*words, "--threads", "1")[1]
    data = json.loads(first)
    assert data["simulations"] == 200
    assert not data["finished"]
    assert sum(row["first"]["chance"] for row in data["rows"]) > 0.99


def test_people_get_a_table_and_how_many_rounds_it_takes(run: Run) -> None:
    status, out, _ = run("forecast", RIVERSIDE, "--simulations", "100")
    assert status == 0
    assert "After round 4 of 5" in out
    assert "Rounds needed" in out
    assert "Hoekstra Wietse" in out


def test_a_finished_event_says_so(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("forecast", _file(tmp_path, "A+B C+D | A+C B+D"), "--simulations", "10")
    assert status == 0
    assert out.startswith("Finished after 2 rounds: A won\n")


def test_a_wrong_file_or_model_ends_with_one_sentence(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("nothing of the kind")
    for words in ((wrong,), (RIVERSIDE, "--model", "dice")):
        status, out, err = run("forecast", *words)
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1
