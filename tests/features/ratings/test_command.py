"""Rate and the commands of the laboratory that take or make files."""

import json
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.domain.log.document import read_history
from miai.domain.settings.classic_rating import ClassicRating
from miai.domain.settings.clock import Clock, Overtime
from miai.engine.rating.win_models import MODELS
from miai.formats import FORMATS


@pytest.mark.parametrize("system", ["egf", "egf-classic", "aga"])
def test_a_tournament_is_rated(run: Run, system: str) -> None:
    status, out, _ = run("rate", RIVERSIDE, "--system", system, "--json")
    data = json.loads(out)
    assert status == 0
    assert data["system"] == system
    row = data["rows"][0]
    assert {"name", "before", "after", "change", "games"} <= set(row)
    assert row["after"] == pytest.approx(row["before"] + row["change"], abs=1e-5)
    assert len(data["rows"]) == 26


@pytest.mark.requirement("V12")
def test_ratings_are_printed_with_the_grading_information(run: Run) -> None:
    status, out, _ = run("rate", RIVERSIDE, "--class", "b")
    assert status == 0
    assert "Ratings by egf, class B, weight 0.75" in out
    assert "Grading information" in out
    assert "too low" in out
    assert run("rate", RIVERSIDE, "--system", "elo")[0] == 2


@pytest.mark.requirement("C16")
def test_an_event_that_is_too_fast_is_not_rated_and_says_so(run: Run, tmp_path: Path) -> None:
    clock = Clock(basic_minutes=15, overtime=Overtime.SUDDEN_DEATH)
    path = tmp_path / "blitz.miai"
    path.write_bytes(FORMATS["miai"].write(crosstable("A+B C+D", clock=clock)))
    status, out, err = run("rate", path)
    assert status == 0
    assert out.startswith("Ratings by egf, not rated\n")
    assert "note: faster than EGF class C: not rated by the EGF" in err
    data = json.loads(run("rate", path, "--json")[1])
    assert (data["class"], data["weight"]) == (None, 0)
    assert run("rate", path, "--class", "C")[1].startswith("Ratings by egf, class C, weight 0.5\n")


@pytest.mark.requirement("V6", "V7")
def test_the_constants_of_the_old_rating_are_the_files_own_or_those_of_the_command(
    run: Run, tmp_path: Path
) -> None:
    event = crosstable("H-L/3", classic_rating=ClassicRating(epsilon=0.016, stones_off=0.0))
    path = tmp_path / "event.miai"
    path.write_bytes(FORMATS["miai"].write(event))
    command = ("rate", path, "--system", "egf-classic")
    _, out, _ = run(*command)
    title = (
        "Ratings by egf-classic, epsilon 0.016 (from the higher rated), 100 points a stone, class A, weight 1"
    )
    assert out.startswith(title + "\n")
    own = json.loads(run(*command, "--json")[1])
    constants = ("epsilon", "epsilon_from", "points_per_stone", "stones_off")
    assert own["classic"] == dict(zip(constants, (0.016, "higher", 100.0, 0.0), strict=True))
    options = (
        "--epsilon",
        "0.01",
        "--epsilon-from",
        "both",
        "--points-per-stone",
        "90",
        "--stones-off",
        "0.5",
    )
    given = json.loads(run(*command, *options, "--json")[1])
    assert given["classic"] == dict(zip(constants, (0.01, "both", 90.0, 0.5), strict=True))
    assert json.loads(run("rate", RIVERSIDE, "--system", "egf-classic", "--json")[1])["classic"] == dict(
        zip(constants, (0.016, "both", 100.0, 0.5), strict=True)
    )
    assert given["rows"] != own["rows"]
    status, _, err = run("rate", path, "--epsilon", "0.016")
    assert status == 2
    assert "belong to the system 'egf-classic'" in err


def test_ratings_are_calibrated_on_files(run: Run, xml: Path) -> None:
    status, out, _ = run("lab", "calibrate", xml, xml)
    assert status == 0
    assert " games of 2 tournaments, 52 rated players" in out
    _, out, _ = run("lab", "calibrate", xml, "--json")
    assert json.loads(out)["regression"]["slope"] == pytest.approx(100, abs=15)
    assert run("lab", "calibrate", "nowhere.xml")[0] == 2


def test_all_win_models_are_scored_on_the_tournaments_of_a_folder(
    run: Run, xml: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "events"
    folder.mkdir()
    for name in ("a.xml", "b.xml"):
        (folder / name).write_bytes(xml.read_bytes())
    (folder / "notes.txt").write_text("no tournament")
    status, out, err = run("lab", "calibrate", folder, "--json")
    assert status == 0
    assert err == "note: left out, 1 file that is no tournament Miai knows: notes.txt\n"
    data = json.loads(out)
    models = {each["model"]: each for each in data["models"]}
    assert data["files"] == 2
    assert set(models) == {"fitted, learning", "coin", *MODELS}
    assert models["coin"]["log_loss"]["value"] == pytest.approx(0.6931, abs=1e-4)
    # A jigo costs a coin nothing.
    assert 0.2 < models["coin"]["brier"]["value"] < 0.25
    status, out, _ = run("lab", "calibrate", folder)
    assert status == 0
    assert "Win models on the same games" in out
    assert "Scores of the favourites" in out


def test_the_favourites_of_all_models_are_plotted(run: Run, xml: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need miai[lab]")
    picture = tmp_path / "models.svg"
    assert run("lab", "calibrate", xml, "--plot", picture)[0] == 0
    assert picture.read_bytes().startswith(b"<?xml")
    assert run("lab", "calibrate", xml, "--plot", tmp_path / "models.txt")[0] == 2


def test_a_fit_to_too_few_tournaments_is_refused_and_writes_nothing(
    run: Run, xml: Path, tmp_path: Path
) -> None:
    output = tmp_path / "fitted.toml"
    status, out, err = run("lab", "calibrate", xml, "--fit", output)
    assert (status, out) == (2, "")
    assert "1 tournaments with games are too few for a fit: 5 or more" in err
    assert not output.exists()


def test_a_generated_tournament_is_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.miai", tmp_path / "b.miai"
    for path in (first, second):
        words = (
            "lab",
            "generate",
            "--system",
            "aga",
            "--seed",
            "5",
            "--players",
            "21",
            "--rounds",
            "4",
            "-o",
            path,
        )
        assert run(*words)[0] == 0
    # Each file has random secrets for its private fields; the tournament is the same.
    event, again = (read_history(path.read_bytes()).tournament() for path in (first, second))
    assert event == again
    assert (len(event.players), event.settings.system, event.rounds_played) == (21, "aga", 4)
    assert run("lab", "generate", "--system", "chess", "-o", tmp_path / "c.miai")[0] == 2
