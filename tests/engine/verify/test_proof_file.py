"""The file of a proof is read up to a limit."""

import gzip
import tracemalloc

import pytest

from miai.engine.verify.proof_file import Refused, open_proof

LIMIT = 300_000_000


@pytest.mark.parametrize("sign", [b" ", b"[", b"0,"])
def test_a_small_file_that_is_large_unpacked_is_refused_before_it_fills_the_memory(sign: bytes) -> None:
    packed = gzip.compress(sign * (1_000_000_000 // len(sign) // 4) + b"\n", compresslevel=9)
    assert len(packed) < 1_500_000
    tracemalloc.start()
    try:
        with pytest.raises(Refused):
            open_proof(packed)
        assert tracemalloc.get_traced_memory()[1] < LIMIT
    finally:
        tracemalloc.stop()
