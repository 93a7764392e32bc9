"""OpenGotha's own weights, pair by pair and round by round."""

import json
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import miai
from kit.shared_data import files
from miai.domain.settings.seeding import SeedMethod
from miai.engine.kernel.matching import solve
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.pricing.gotha import GothaPricing
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.weights import weights_of
from miai.features.draw.pair import prepare

TERMS = {
    "rematch": "baseDuplicateGameCost",
    "chance": "baseRandomCost",
    "colour": "baseBWBalanceCost",
    "category": "mainCategoryCost",
    "score": "mainScoreDiffCost",
    "floats": "mainDUDDCost",
    "seeding": "mainSeedCost",
    "handicap": "secHandiCost",
    "geography": "secGeoCost",
}
# OpenGotha rounds a sum of doubles; its random seeding is its own, and worth no more than this.
EXACT, BY_LOT = 3, 10**7


def given_weights(path: Path) -> dict[frozenset[str], dict[str, int]]:
    pairs: dict[frozenset[str], dict[str, int]] = {}
    for block in path.read_text(encoding="utf-8").split("Player1Name=")[1:]:
        lines = block.splitlines()
        names = frozenset((lines[0], lines[1].removeprefix("Player2Name=")))
        pairs[names] = {
            key: int(value) for key, value in (line.split("=") for line in lines[2:] if "=" in line)
        }
    return pairs


@pytest.mark.parametrize("path", files("gotha-weights", "*_weights_R*.txt"))
def test_every_term_of_every_pair_and_the_optimum_are_opengothas(path: Path) -> None:
    [(name, number)] = re.findall(r"^(\w+)_weights_R(\d+)$", path.stem)
    given = given_weights(path)
    task = prepare(miai.read(path.with_name(f"{name}.xml")), round=int(number), preset="gotha")
    found = weights_of(task)
    ours = {frozenset((pair.a.name, pair.b.name)): pair for pair in found.pairs}
    assert set(ours) == set(given)
    for pair, weights in given.items():
        assert {term: weights[key] for term, key in TERMS.items()} == ours[pair].terms
        assert abs(ours[pair].total - weights["totalCost"]) <= 3
    assert found.optimum == best_total(given)


def best_total(given: dict[frozenset[str], dict[str, int]]) -> int:
    names = sorted({name for pair in given for name in pair})
    costs = np.zeros((len(names), len(names)), np.int64)
    for i, j in combinations(range(len(names)), 2):
        costs[i, j] = costs[j, i] = -given[frozenset((names[i], names[j]))]["totalCost"]
    return -solve(costs).total


@pytest.mark.parametrize("path", files("gotha-weights", "handicap.json"))
def test_swiss_events_with_categories_and_handicaps_have_opengothas_weights(path: Path) -> None:
    compared = 0
    for event, by_round in json.loads(path.read_text(encoding="utf-8")).items():
        tournament = miai.read(path.parents[1] / "opengotha" / f"event-{event}.xml")
        for number, given in by_round.items():
            task = prepare(tournament, round=int(number), preset="gotha")
            totals = totals_by_key(task.view)
            seeding = tournament.settings.pairing.seeding(int(number)).method
            near = BY_LOT if seeding is SeedMethod.SPLIT_AND_RANDOM else EXACT
            keys = given["keys"]
            for i, costs in enumerate(given["cost"]):
                for other, cost in zip(keys[i + 1 :], costs, strict=True):
                    found = totals[frozenset((keys[i], other))]
                    assert abs(found - cost) <= near, (event, number, keys[i], other)
                    compared += 1
    assert compared == 5_044


def totals_by_key(view: RoundView) -> dict[frozenset[str], int]:
    """The weight of every pair of players, by the keys that OpenGotha knows them by."""
    terms = GothaPricing().terms(view).values()
    keys = [f"{player.surname}{player.first_name}".replace(" ", "").upper() for player in view.players]
    return {
        frozenset((keys[i], keys[j])): 1 + sum(int(term[i, j]) for term in terms)
        for i, j in combinations(range(len(keys)), 2)
    }


@pytest.mark.parametrize("path", files("gotha-weights", "*.xml"))
def test_handicaps_are_those_that_opengotha_gave(path: Path) -> None:
    event = miai.read(path)
    for drawn in event.rounds:
        view = prepare(event, round=drawn.number, preset="gotha").view
        stones = handicap_matrix(view)
        index = {player.id: i for i, player in enumerate(view.players)}
        for board in drawn.boards:
            assert stones[index[board.white], index[board.black]] == board.handicap
