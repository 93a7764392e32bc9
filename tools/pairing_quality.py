"""What docs/explanation/pairing-quality.md states, taken from whole results of probes: make pairing-quality.

Usage: python tools/pairing_quality.py NAME=FOLDER... where each folder was written by `miai lab probe --out`.
"""

import json
import sys
from pathlib import Path
from statistics import mean
from typing import Any

from miai.formats.registry import save

EXPLANATION = Path(__file__).resolve().parents[1] / "docs" / "explanation"
RESULTS = EXPLANATION / "pairing-quality.json"
_DIGITS = 4
# A number of the weights that explains less of a quality is not spoken of.
_LEAST_SHARE = 0.1
_FACTS = ("system", "model", "seed", "points", "kinds", "qualities")
_WHOLE = ("study", "held_out", "margins", "sensitivity", "clusters", "region")
# What is told of orders.
_MEASURES = ("even", "grade_gap", "area", "up_down_balance", "colour", "seed")

# The quality that a rule is for.
_OWN = {"geography": "area", "floats": "up_down_balance", "colour": "colour", "seeding": "seed"}
_CONTROLLED = ("even", "flawed")


def compact(results: dict[str, Any]) -> dict[str, Any]:
    """The results without what no page tells, in few digits."""
    kept = {key: results[key] for key in (*_FACTS, *_WHOLE) if key in results}
    if "control" in results:
        kept["control"] = [each for each in results["control"] if each["measure"] in _CONTROLLED]
    if "importance" in results:
        kept["continuity"] = [
            {key: each[key] for key in ("kind", "near", "noise", "verdict")} for each in results["continuity"]
        ]
        kept["importance"] = _importance(results)
        kept["contenders"] = [_named(each) for each in results["contenders"]]
        kept["orders"] = [_named(each) for each in results["orders"]]
        kept["swaps"] = _swaps(results["orders"])
        kept["places"] = _places(results["orders"])
    return _rounded(_counted(kept))  # type: ignore[no-any-return]


def _importance(results: dict[str, Any]) -> list[dict[str, Any]]:
    """Each number with a say in a quality, and its share on held-out tournaments."""
    found = []
    for kind, shares in results["importance"].items():
        held = {(each["axis"], each["quality"]): each for each in results["importance_held_out"][kind]}
        found += [
            {"kind": kind, **each, "held_out": held[each["axis"], each["quality"]]["share"]}
            for each in shares
            if each["share"]["value"] >= _LEAST_SHARE
        ]
    return found


def _places(orders: list[dict[str, Any]]) -> dict[str, dict[str, list[float]]]:
    """What a rule gains from its place below the score: by kind, the mean of its quality over all orders."""
    if not orders:
        return {}
    ranked = [each["label"].split(" > ") for each in orders]
    return {
        kind: {
            rule: [
                mean(
                    order["values"][kind][key]["value"]
                    for order, rules in zip(orders, ranked, strict=True)
                    if rules.index(rule) == place
                )
                for place in range(1, len(ranked[0]))
            ]
            for rule, key in _OWN.items()
            if rule in ranked[0]
        }
        for kind in orders[0]["values"]
    }


def _named(point: dict[str, Any]) -> dict[str, Any]:
    """A point with a name: how it stands and what it scores."""
    return {key: point[key] for key in ("label", "standing", "scores")}


def _swaps(orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What two neighbours of the preset's order, the first, gain by changing places: by kind and quality."""
    if not orders:
        return []
    first = orders[0]["label"].split(" > ")
    labels = [
        " > ".join([*first[:at], first[at + 1], first[at], *first[at + 2 :]])
        for at in range(1, len(first) - 1)
    ]
    return [
        {
            "label": order["label"],
            "gains": {
                kind: {
                    key: {"value": gains[key]["value"], "reach": gains[key]["high"] - gains[key]["value"]}
                    for key in _MEASURES
                    if key in gains
                }
                for kind, gains in order["gains"].items()
            },
        }
        for order in orders
        if order["label"] in labels
    ]


def _counted(value: Any) -> Any:
    """The same with how many cases are alike, and how many clusters there are, as whole numbers."""
    if isinstance(value, list):
        return [_counted(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: _counted(each) for key, each in value.items()}
    if "cases" in value:
        found["count"] = round(value["alike"]["value"] * value["cases"])
    if "silhouette" in value:
        found["count"] = len(value["clusters"])
    return found


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, _DIGITS) if isinstance(value, float) else value


def main(arguments: list[str]) -> None:
    """Write the file from folders of results by name."""
    found = {}
    for argument in arguments:
        name, folder = argument.split("=", 1)
        found[name] = compact(json.loads((Path(folder) / "results.json").read_text(encoding="utf-8")))
    save(RESULTS, (json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n").encode())


if __name__ == "__main__":
    main(sys.argv[1:])
