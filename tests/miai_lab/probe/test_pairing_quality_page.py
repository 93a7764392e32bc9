"""The page about pairing quality states what its results hold, section by section."""

import json
from dataclasses import asdict
from typing import Any, NoReturn

import pytest

from kit.stated_figures import unheld_by_section
from miai_lab.probe.config import parse_probe
from pairing_quality import EXPLANATION, RESULTS, compact

PAGE = (EXPLANATION / "pairing-quality.md").read_text(encoding="utf-8")
# Numbers that are no results: documents, years, how sure an interval is, marks from 0 to 1.
WORDS = ["document 1 (4.3)", "document 4", "document 5", "2018", "95 times in 100", "95 %", "0, 1"]
SIZES = ["12 to 20 players", "about 60 players", "about 300 players"]


def results() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def parts() -> dict[str, Any]:
    """What each section may state."""
    data = results()
    probes = [data[name] for name in ("fitted", "kaniuk")]

    def of(*keys: str) -> list[Any]:
        return [*WORDS, *([probe[key] for key in keys] for probe in probes)]

    setting = ("points", "seed", "kinds", "held_out", "study", "qualities")
    orders = [data["fitted"][key] for key in ("orders", "places", "swaps", "contenders")]
    seeding = json.loads((EXPLANATION / "pairing-quality-seeding.json").read_text(encoding="utf-8"))
    return {
        "": WORDS,
        "In short": of("continuity", "sensitivity", "clusters", "importance", "region"),
        "How it was measured": [*of(*setting), *SIZES, data["random"]],
        "What is alike": of("study", "margins"),
        "Do similar weights give similar quality?": of("continuity", "study", "points"),
        "Does quality stay alike between unlike weights of alike quality?": of("sensitivity", "study"),
        "Are there clusters of quality?": of("clusters", "points"),
        "Which weights matter?": of("importance"),
        "A region that is good for all kinds of event": [*of("region", "points", "study"), *orders],
        "In which order should tiers stand?": [*WORDS, *orders],
        "With two rules only: a Swiss by score and colour": [*WORDS, data["swiss"]],
        "Which seeding for the later rounds?": [*WORDS, seeding],
        "What this does not tell": of("study", "points", "held_out", "kinds"),
    }


def test_every_figure_of_a_section_is_held_by_its_results() -> None:
    assert unheld_by_section(PAGE, parts()) == {}


def test_a_figure_in_the_wrong_section_is_found() -> None:
    page = "# Title\n\n3 things\n\n## One\n\n12 %\n\n## Two\n\n12 % and 7\n"
    found = unheld_by_section(page, {"One": {"share": 0.12}, "Two": {"count": 7}})
    assert found == {"": ["3"], "Two": ["12 %"]}


def test_every_section_with_answers_states_figures() -> None:
    answers = [name for name in parts() if name and name != "What this does not tell"]
    assert set(unheld_by_section(PAGE, {})) >= set(answers)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("fitted", "pairing-quality.toml"),
        ("kaniuk", "pairing-quality-kaniuk.toml"),
        ("swiss", "pairing-quality-two-rules.toml"),
    ],
)
def test_the_results_are_of_the_configuration(name: str, file: str) -> None:
    def no_file(event: str) -> NoReturn:
        raise AssertionError(event)

    probe, _ = parse_probe((EXPLANATION / file).read_text(encoding="utf-8"), no_file)
    found = results()[name]
    assert found["system"] == probe.system
    assert (found["model"], found["points"], found["seed"]) == (probe.model, probe.points, probe.seed)
    assert found["study"] == pytest.approx(asdict(probe.study), abs=1e-4)
    assert found["held_out"] == {
        "seed": probe.held_out_seed,
        "tournaments": {kind.name: kind.held_out for kind in probe.kinds},
    }
    lines = sum(kind["lines"] for kind in found["sensitivity"])
    assert lines == len(probe.kinds) * probe.study.lines >= 100


def test_compact_results_tell_what_neighbours_in_the_order_and_the_place_of_a_rule_gain() -> None:
    def order(label: str, area: float) -> dict[str, Any]:
        values = {"weekend": {"area": {"value": area}, "up_down_balance": {"value": 1}}}
        gains = {"weekend": {"area": {"value": area - 0.9, "low": -1, "high": area - 0.85}}}
        return {"label": label, "standing": 0.5, "scores": {}, "values": values, "gains": gains}

    orders = [order("score > geography > floats", 0.9), order("score > floats > geography", 0.70001)]
    whole = {
        "importance": {},
        "importance_held_out": {},
        "continuity": [],
        "contenders": [],
        "orders": orders,
    }
    found = compact(whole)
    assert found["places"] == {"weekend": {"geography": [0.9, 0.7], "floats": [1, 1]}}
    (swap,) = found["swaps"]
    assert swap["label"] == "score > floats > geography"
    assert swap["gains"] == {"weekend": {"area": {"value": -0.2, "reach": 0.05}}}
