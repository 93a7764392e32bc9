"""A search as a folder to cite."""

import shlex
from pathlib import Path

from miai.answers import JsonObject
from miai_lab.dataset import DataColumn, Dataset, DataTable
from miai_lab.probe.config import MEASURED, RULES
from miai_lab.search.answer import search_json
from miai_lab.search.findings import JudgedSetting, SearchFindings

FRONT = "front.svg"
_NUMBER = float


def search_dataset(found: SearchFindings, command: str) -> Dataset:
    """Every setting on the tournaments held out, as a whole and kind by kind."""
    search = found.search
    settings = {
        "name": DataColumn(str, "the setting"),
        "role": DataColumn(str, '"preset", "named", "probe" (drawn), "close" (to a good one) or "order"'),
        "finalist": DataColumn(bool, "whether the search ended with it"),
        "in_cloud": DataColumn(bool, "whether standings are measured against it"),
        "dominated_by": DataColumn(
            int, "how many settings are surely worse in nothing and surely better in something"
        ),
        "psi": DataColumn(str, "the shape of the weights; null for tiers"),
        "order": DataColumn(str, "the order of tiers; null for weights"),
        **{
            f"{what}_{rule}": DataColumn(_NUMBER, f"{what} of the rule {rule}; null for tiers")
            for rule in RULES
            for what in ("W", "lambda")
        },
        **{key: DataColumn(_NUMBER, f"{MEASURED[key].title}, mean of all kinds") for key in search.keys},
        **{f"{key}_reach": DataColumn(_NUMBER, f"half of the 95 % interval of {key}") for key in search.keys},
        **{
            f"standing, {name}": DataColumn(_NUMBER, f"share of the cloud beaten everywhere: {name}")
            for name, _ in search.priorities
        },
    }
    kinds = {
        "name": DataColumn(str, "the setting"),
        "kind": DataColumn(str, "the kind of field"),
        "quality": DataColumn(str, "the key of the quality"),
        "value": DataColumn(_NUMBER, "its value"),
        "reach": DataColumn(_NUMBER, "half of the 95 % interval"),
    }
    results = search_json(found)
    return Dataset(
        title="A search for the weights of pairing",
        abstract=(
            f"{found.settings_searched} settings of weights and tiers on {found.tournaments_searched}"
            f" simulated tournaments, and {results['compared']} of them on {found.tournaments_held_out}"
            f" tournaments held out. Seeds {search.seed} and {search.held_out_seed}."
        ),
        sources=("Document 4: Geoff Kaniuk, Pairing quality, background and plan, 2018.",),
        command=command,
        results=results,
        tables=(
            DataTable(
                name="settings",
                says="Every setting on the tournaments held out.",
                columns=settings,
                rows=[_setting(found, each) for each in found.held_out.settings],
            ),
            DataTable(
                name="kinds",
                says="The same kind by kind.",
                columns=kinds,
                rows=[row for each in found.held_out.settings for row in _kind_rows(found, each)],
            ),
        ),
    )


def search_command(config: Path) -> str:
    """What to type to have the same folder again."""
    return shlex.join(["miai", "lab", "search", config.name, "--out", "DIR"])


def _setting(found: SearchFindings, each: JudgedSetting) -> JsonObject:
    row: JsonObject = {
        "name": each.name,
        "role": each.point.role,
        "finalist": each.finalist,
        "in_cloud": each.in_cloud,
        "dominated_by": len(each.dominated_by),
        "psi": None if each.point.order else each.point.psi,
        "order": " > ".join(each.point.order) or None,
    }
    for rule, weight, scale in each.point.weights:
        row |= {f"W_{rule}": weight, f"lambda_{rule}": scale}
    for key, figure in zip(found.search.keys, each.means, strict=True):
        row |= {key: figure.value, f"{key}_reach": figure.reach}
    return row | {f"standing, {name}": one.value for name, one in each.standings.items()}


def _kind_rows(found: SearchFindings, each: JudgedSetting) -> list[JsonObject]:
    return [
        {
            "name": each.name,
            "kind": kind,
            "quality": key,
            "value": figure.value,
            "reach": figure.reach,
        }
        for kind, one in zip(found.kinds, each.kinds, strict=True)
        for key, figure in zip(found.search.keys, one.values, strict=True)
    ]
