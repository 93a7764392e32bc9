"""Are there kinds of quality, and which weights lead to which: clusters of a probe's points (document 4, 6).

Points are joined by Ward's method. The number of clusters is the one with the highest silhouette, which is 1
where clusters are far apart and 0 where they touch.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist, squareform
from scipy.special import comb
from scipy.stats import rankdata

from miai.engine.kernel.arrays import Floats, Ints
from miai_lab.probe.statistics import RegressionEstimate, resampled

_MOST = 8
# Clouds without clusters to compare with; the largest but one in twenty must be exceeded.
_CLOUDS, _RARE = 39, 0.95
# The numbers of the weights that are told of a cluster.
_TOLD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """How much larger a number of the weights is in a cluster than outside.

    It is the chance that a point inside has the larger one of two, and 0.5 where it makes no difference.
    """

    axis: str
    larger: RegressionEstimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Some points: where their qualities lie on the way from bad (0) to good (1), and their weights."""

    points: int
    marks: dict[str, float]
    pulls: tuple[Pull, ...]
    psi: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clustering:
    """The clusters on one kind of event, found on the tournaments of the search.

    `silhouette` says how far apart they are, `held_out` the same of the same clusters on the tournaments that
    are held out, `chance` what one in twenty clouds without clusters exceeds. `agreement` is the adjusted
    Rand index with clusters found on the held-out tournaments alone: 1 if they are the same, 0 by chance.
    """

    kind: str
    silhouette: float
    held_out: float
    chance: float
    agreement: RegressionEstimate
    clusters: tuple[Cluster, ...]
    labels: tuple[int, ...]

    @property
    def real(self) -> bool:
        """Whether the points are more clustered than a cloud, on held-out tournaments too."""
        return min(self.silhouette, self.held_out) > self.chance


def clustered(
    kind: str,
    found: Floats,
    held_out: Floats,
    *,
    marks: Floats,
    qualities: Sequence[str],
    axes: Sequence[str],
    shares: Floats,
    psi: Sequence[str],
) -> Clustering:
    """The clusters of qualities by point, on the tournaments of the search and on those held out.

    `marks` are the held-out qualities on the way from bad to good.
    """
    labels = best_clusters(found)
    again = _cut(held_out, int(labels.max()) + 1)

    def agreement(cases: Ints) -> Floats:
        return np.asarray(adjusted_rand(labels[cases], again[cases]))

    value, low, high = (float(each) for each in resampled(agreement, len(labels)))
    return Clustering(
        kind=kind,
        silhouette=silhouette(_distances(found), labels),
        held_out=silhouette(_distances(held_out), labels),
        chance=_by_chance(found),
        agreement=RegressionEstimate(value=value, low=low, high=min(1.0, high)),
        clusters=tuple(
            _cluster(labels == each, marks, qualities=qualities, axes=axes, shares=shares, psi=psi)
            for each in range(int(labels.max()) + 1)
        ),
        labels=tuple(labels.tolist()),
    )


def best_clusters(qualities: Floats) -> Ints:
    """The number of the cluster of each point, the largest first."""
    apart, tree = _distances(qualities), linkage(qualities, "ward")
    cuts = [_labels(tree, count) for count in range(2, min(_MOST, len(qualities) - 1) + 1)]
    return max(cuts, key=lambda labels: silhouette(apart, labels))


def _cut(qualities: Floats, count: int) -> Ints:
    return _labels(linkage(qualities, "ward"), count)


def _distances(qualities: Floats) -> Floats:
    return np.asarray(squareform(pdist(qualities)))


def _labels(tree: Floats, count: int) -> Ints:
    codes = fcluster(tree, count, "maxclust") - 1
    sizes = np.bincount(codes)
    order = np.argsort(-sizes, kind="stable")
    return np.asarray(np.argsort(order)[codes], np.int64)


def silhouette(apart: Floats, labels: Ints) -> float:
    """Rousseeuw's mean silhouette by the distances of points; a point alone counts 0."""
    groups = np.arange(int(labels.max()) + 1)
    sizes = np.bincount(labels, minlength=len(groups))
    if (sizes > 0).sum() < 2:
        return 0.0
    sums = np.stack([apart[:, labels == group].sum(axis=1) for group in groups], axis=1)
    own = sizes[labels]
    inside = sums[np.arange(len(labels)), labels] / np.maximum(1, own - 1)
    means = sums / np.maximum(1, sizes)
    means[:, sizes == 0] = np.inf
    means[np.arange(len(labels)), labels] = np.inf
    outside = means.min(axis=1)
    larger = np.maximum(inside, outside)
    each = np.where((own > 1) & (larger > 0), (outside - inside) / np.where(larger > 0, larger, 1.0), 0.0)
    return float(each.mean())


def adjusted_rand(one: Ints, other: Ints) -> float:
    """The adjusted Rand index of Hubert and Arabie."""
    table = np.zeros((int(one.max()) + 1, int(other.max()) + 1))
    np.add.at(table, (one, other), 1)
    together = comb(table, 2).sum()
    rows, columns = comb(table.sum(axis=1), 2).sum(), comb(table.sum(axis=0), 2).sum()
    expected = rows * columns / max(1.0, float(comb(len(one), 2)))
    most = (rows + columns) / 2
    return float((together - expected) / (most - expected)) if most > expected else 1.0


def _by_chance(qualities: Floats) -> float:
    """The silhouette that one in twenty normal clouds of the same covariance exceeds."""
    dice = np.random.default_rng(0)
    mean, covariance = qualities.mean(axis=0), np.atleast_2d(np.cov(qualities, rowvar=False))
    found = []
    for _ in range(_CLOUDS):
        cloud = dice.multivariate_normal(mean, covariance, len(qualities), method="eigh")
        found.append(silhouette(_distances(cloud), best_clusters(cloud)))
    return float(np.quantile(found, _RARE))


def _cluster(
    inside: np.ndarray,
    marks: Floats,
    *,
    qualities: Sequence[str],
    axes: Sequence[str],
    shares: Floats,
    psi: Sequence[str],
) -> Cluster:
    def larger(cases: Ints) -> Floats:
        return _larger(shares[cases], inside[cases])

    value, low, high = resampled(larger, len(inside))
    pulls = [
        Pull(
            axis=axis,
            larger=RegressionEstimate(value=float(value[at]), low=float(low[at]), high=float(high[at])),
        )
        for at, axis in enumerate(axes)
    ]
    sure = [pull for pull in pulls if not pull.larger.low <= 0.5 <= pull.larger.high]
    sure.sort(key=lambda pull: -abs(pull.larger.value - 0.5))
    shapes = np.array(psi)[inside]
    return Cluster(
        points=int(inside.sum()),
        marks={key: float(marks[inside, at].mean()) for at, key in enumerate(qualities)},
        pulls=tuple(sure[:_TOLD]),
        psi={shape: float((shapes == shape).mean()) for shape in sorted(set(psi))},
    )


def _larger(values: Floats, inside: np.ndarray) -> Floats:
    """The chance that a value inside is larger than one outside, by column (Mann and Whitney)."""
    count, others = int(inside.sum()), int((~inside).sum())
    if not count or not others:
        return np.full(values.shape[1], 0.5)
    ranks = rankdata(values, axis=0)[inside].sum(axis=0)
    return np.asarray((ranks - count * (count + 1) / 2) / (count * others))
