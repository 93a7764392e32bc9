"""Clusters of quality are found where they were planted, and only there."""

import numpy as np
import pytest
from numpy.typing import NDArray

from miai_lab.probe.clusters import Clustering, adjusted_rand, clustered, silhouette

Floats = NDArray[np.float64]


def _found(centres: Floats, noise: float) -> Clustering:
    """Points whose first number of the weights decides their quality, measured twice."""
    dice = np.random.default_rng(3)
    shares = dice.random((150, 2))
    which = (shares[:, 0] * len(centres)).astype(int)
    truth = centres[which] + dice.normal(0, 1, (150, centres.shape[1]))
    once, again = (truth + dice.normal(0, noise, truth.shape) for _ in range(2))
    return clustered(
        "made up",
        once,
        again,
        marks=again,
        qualities=["even", "area"],
        axes=["W a", "W b"],
        shares=shares,
        psi=["sech"] * 150,
    )


@pytest.mark.requirement("K37")
def test_planted_clusters_are_found_again_on_other_tournaments_with_the_weights_that_lead_there() -> None:
    found = _found(np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0]]), noise=0.5)
    assert len(found.clusters) == 3
    assert found.real
    assert found.agreement.value == 1
    first = next(each for each in found.clusters if each.marks["even"] < 10)
    assert [pull.axis for pull in first.pulls] == ["W a"]
    assert first.pulls[0].larger.high < 0.1


@pytest.mark.requirement("K37")
def test_a_cloud_without_clusters_is_not_called_clustered() -> None:
    assert not _found(np.array([[0.0, 0.0]]), noise=0.5).real


def test_the_silhouette_by_hand() -> None:
    places = np.array([0.0, 1.0, 10.0, 11.0])
    apart = np.abs(places[:, None] - places)
    known = (2 * 9.5 / 10.5 + 2 * 8.5 / 9.5) / 4
    assert silhouette(apart, np.array([0, 0, 1, 1])) == pytest.approx(known)


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [
        ([0, 0, 1, 1], [1, 1, 0, 0], 1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], -0.5),
        # Hubert and Arabie by hand: 2 pairs together in both of 4 and 3, of 15.
        ([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2], (2 - 4 * 4 / 15) / (4 - 4 * 4 / 15)),
    ],
)
def test_the_adjusted_rand_index_by_hand(one: list[int], other: list[int], known: float) -> None:
    assert adjusted_rand(np.array(one), np.array(other)) == pytest.approx(known)
