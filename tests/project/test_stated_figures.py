"""A page states no figure that its results file does not hold."""

import copy
import json
from typing import Any

import pytest

from default_preset import RESULTS as SEARCHED
from default_preset import page_of as default_preset_page_of
from kit.places import DOCS
from kit.stated_figures import unheld
from kit.strength_page import FORECASTS, GAMES, PAGE, forecast_table, model_table
from kit.strength_page import results as told
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.engine.forecast.likely_places import LIKELY, NEARLY_SURE
from miai.engine.rating.strengths import fitted
from miai_lab.informed_answer import informed_json
from miai_lab.reproduce import ReproductionStudy, selected
from miai_lab.reproduce.answer import reproduction_json
from miai_lab.reproduce.run_reproduction import reproduce
from miai_lab.run_informed_study import study_informed
from miai_lab.task_runner import Place
from reproduction import HELD_OUT, RESULTS, page_of

# The presets at the ends of the front, and the priorities that each is for.
ENDS = {
    "equal-scores": "equal scores first",
    "near-grades": "near grades first",
    "clubs-apart": "clubs apart first",
}
REPRODUCTION = "reference/reproduction.md"
DEFAULT_PRESET_PAGE = "explanation/default-preset.md"
INFORMED = "explanation/informed-mcmahon.md"
# Each page with the files that hold its results.
PAGES = {
    REPRODUCTION: (RESULTS, HELD_OUT),
    INFORMED: tuple(DOCS / "explanation" / f"informed-mcmahon{which}.json" for which in ("", "-all-ways")),
    DEFAULT_PRESET_PAGE: (SEARCHED,),
}


def results(name: str) -> list[Any]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in PAGES[name]]


@pytest.mark.parametrize("name", PAGES)
def test_every_figure_of_a_page_is_held_by_its_results(name: str) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert unheld(page, results(name)) == []


@pytest.mark.parametrize(
    ("page", "missing"),
    [
        ("12 of 13 cells, 92.3 %", []),
        ("13 of 12 cells, 92.4 %", ["92.4 %"]),
        ("14 cells", ["14"]),
        ("ours is 0.0438, or 0.044", []),
        ("ours is 0.0439", ["0.0439"]),
        ("p = 1.2e-15, 6e-5 in table 8", ["6e-5"]),
        ("table 9 and `14` in code", ["9"]),
        ("1,800 entries and 1,900 entries", ["1,900"]),
    ],
)
def test_a_figure_that_is_not_held_is_found(page: str, missing: list[str]) -> None:
    held = {"cells": 13, "within": 12, "share": 0.92308, "ok": True, "rows": [0.04379, 1.177e-15, 1800]}
    assert unheld(page, {**held, "name": "table 8"}) == missing


def test_the_page_says_what_its_results_say_and_nothing_older() -> None:
    data, held = results(REPRODUCTION)
    page = (DOCS / REPRODUCTION).read_text(encoding="utf-8")
    assert page == page_of(data, held), "run: make docs"
    changed = copy.deepcopy(data)
    changed["classes"][0]["within"] -= 1
    assert page != page_of(changed, held)
    assert page != page_of(data, changed)


def test_the_results_are_those_of_the_command() -> None:
    found = reproduction_json(reproduce(selected(quick=True), ReproductionStudy()))
    held = {(cell["table"], cell["cell"], cell["class"]): cell for cell in results(REPRODUCTION)[0]["cells"]}
    for cell in found["cells"]:
        kept = held[cell["table"], cell["cell"], cell["class"]]
        assert kept["printed"] == cell["printed"]
        assert kept["ok"] == cell["ok"]
        expected = cell["ours"] if isinstance(cell["ours"], str) else pytest.approx(cell["ours"], rel=1e-6)
        assert kept["ours"] == expected


def test_enough_weekends_were_played_to_judge_informed_mcmahon_and_the_verdict_is_that_of_the_page() -> None:
    data, all_ways = results(INFORMED)
    assert data["seed"] != all_ways["seed"]
    assert data["weekends"] >= 2000
    gaining = [(each["way"], each["rounds"]) for each in data["ways"] if each["gains"]]
    assert gaining == [], "the page says that no way of pairing gains"


@pytest.mark.soak
def test_the_results_of_informed_mcmahon_are_those_of_its_command() -> None:
    _, held = results(INFORMED)
    found = informed_json(
        study_informed(
            seed=held["seed"],
            weekends=held["weekends"],
            ways=("strengths/0",),
            place=Place(processes=True),
        )
    )
    rows = {(each["way"], each["rounds"]): each for each in held["ways"]}
    for each in found["ways"]:
        assert rows[each["way"], each["rounds"]] == each


def test_enough_is_computed_once_and_what_is_off_has_its_reason() -> None:
    data, held = results(REPRODUCTION)
    assert data["seed"] != held["seed"]
    computed = next(each for each in data["classes"] if each["class"] == "computed")
    assert computed["cells"] >= 250
    assert computed["share"] >= 0.95
    for each in (data, held):
        names = [(cell["table"], cell["cell"]) for cell in each["cells"]]
        assert len(names) == len(set(names))
        assert all(cell["reason"] != "not known" for cell in each["cells"] if not cell["ok"])


def test_every_figure_about_strengths_is_held_by_its_results() -> None:
    figures = fitted()
    fit = [figures.events, figures.events - 1, figures.games, figures.log_loss_left_out]
    held = [told(GAMES), told(FORECASTS), fit, [LIKELY, NEARLY_SURE]]
    assert unheld(PAGE.read_text(encoding="utf-8"), held) == []


def test_the_tables_about_strengths_are_those_of_their_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    games, forecasts = told(GAMES), told(FORECASTS)
    assert model_table(games) in page
    assert forecast_table(forecasts) in page
    assert (forecasts["leave_one_out"], forecasts["events"]) == (True, fitted().events)
    forecasts["places"]["coverage80"] -= 0.01
    assert forecast_table(forecasts) not in page


def test_forecasts_are_as_good_as_they_have_to_be() -> None:
    found = told(FORECASTS)
    assert found["games"]["log_loss"] <= 0.55
    assert found["winner"]["log_loss"] <= 1.00
    assert abs(found["places"]["coverage80"] - LIKELY) <= 0.02
    assert abs(found["places"]["coverage95"] - NEARLY_SURE) <= 0.02


def test_the_page_of_the_default_preset_says_what_the_search_found_and_nothing_older() -> None:
    (data,) = results(DEFAULT_PRESET_PAGE)
    page = (DOCS / DEFAULT_PRESET_PAGE).read_text(encoding="utf-8")
    assert page == default_preset_page_of(data), "run: make docs"
    changed = copy.deepcopy(data)
    changed["found"][-1]["standings"]["balanced"]["value"] -= 0.1
    assert page != default_preset_page_of(changed)


def test_the_presets_are_those_that_the_search_compared() -> None:
    (data,) = results(DEFAULT_PRESET_PAGE)
    found = {each["name"]: each for each in data["found"] if each["role"] == "preset"}
    for preset, weights in PRESET_WEIGHTS.items():
        told = found[preset]["weights"]
        assert found[preset]["psi"] == weights.psi
        own = {each.rule: [each.weight, each.scale] for each in weights.rules if each.rule in told}
        assert {rule: pytest.approx(values, abs=1e-6) for rule, values in own.items()} == told


def test_nothing_dominates_the_default_and_it_is_in_the_best_tenth_of_what_was_held_out() -> None:
    (data,) = results(DEFAULT_PRESET_PAGE)
    assert data["seed"] != data["held_out_seed"]
    assert data["tournaments"] >= 1_000_000
    found = {each["name"]: each for each in data["found"] if each["role"] == "preset"}
    assert found["balanced"]["dominated_by"] == []
    assert found["balanced"]["standings"]["balanced"]["value"] >= data["best_tenth"]
    # No board is given up for the others.
    for kind, qualities in found["balanced"]["kinds"].items():
        wide, former = (
            each["kinds"][kind]["widest_game"]["value"] for each in (found["balanced"], found["miai"])
        )
        assert wide <= former + 0.5, (kind, qualities)
    for preset, priorities in ENDS.items():
        values = {name: each["standings"][priorities]["value"] for name, each in found.items()}
        assert values[preset] == max(values.values())
