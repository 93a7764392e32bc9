"""Work that is shared out to threads: nothing twice, nothing left out, the last shares small."""

import numpy as np
import pytest

from miai.engine.kernel.thread_shares import edges_of_shares


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
@pytest.mark.parametrize("many", [0, 1, 2, 5, 63, 2_000, 100_003])
def test_shares_cover_everything_once(many: int, threads: int) -> None:
    edges = edges_of_shares(many, threads)
    sizes = np.diff(edges)
    assert (edges[0], int(sizes.sum())) == (0, many)
    assert many == 0 or (sizes > 0).all()


@pytest.mark.parametrize("threads", [2, 16])
def test_no_thread_waits_long_for_the_last_share(threads: int) -> None:
    sizes = np.diff(edges_of_shares(100_000, threads))
    of_a_thread = 100_000 / threads
    assert sizes[0] <= of_a_thread / 2
    assert sizes[-threads:].max() < of_a_thread / 50
    # To hand out a share costs something too.
    assert len(sizes) < 60 * threads
