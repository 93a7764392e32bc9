"""What `bench.gpu` compares with: events and matrices, and what the kernel makes of them, in one small file.

`python -m bench gpu_data` writes the file where the kernel runs; `python -m bench gpu` reads it on a machine
that may have a GPU, NumPy and CuPy and nothing else.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.engine.gpu.records import BOOK, EVENT, TOLD, Packed

FILE = Path(__file__).parent.parent / "build" / "gpu" / "expected.npz"
PLAYERS, ROUNDS, SEED = 52, 6, 18
# So many tournaments have one digest.
BLOCK = 10
# Digests are made of so many tournaments at a time.
_PIECE = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One event with the digests of its first tournaments."""

    name: str
    packed: Packed
    count: int
    digests: Any


def digests_of(told: dict[str, Any], module: Any = np) -> Any:
    """Numbers that depend on everything that happened, one for each block of tournaments."""
    count = len(told["final"])
    total = np.zeros(count, np.uint64)
    for begin in range(0, count, _PIECE):
        for at, name in enumerate(TOLD):
            values = module.asarray(told[name][begin : begin + _PIECE]).astype(np.int64).view(np.uint64)
            values = values.reshape(len(values), -1)
            weights = module.asarray(_weights(values.shape[1], at))
            part = (values * weights).sum(axis=1, dtype=np.uint64)
            total[begin : begin + _PIECE] ^= part.get() if module is not np else part
    by_block = np.zeros(-(-count // BLOCK) * BLOCK, np.uint64)
    by_block[:count] = total
    return (by_block.reshape(-1, BLOCK) * _weights(BLOCK, len(TOLD))).sum(axis=1, dtype=np.uint64)


def _weights(count: int, stream: int) -> Any:
    """Odd numbers without order, by SplitMix."""
    z = (np.arange(1, count + 1, dtype=np.uint64) + np.uint64(stream << 32)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))) | np.uint64(1)


def save(cases: list[Case], matrices: dict[str, Any]) -> None:
    """Write the file."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"names": np.array([case.name for case in cases]), **matrices}
    for k, case in enumerate(cases):
        arrays[f"event_{k}"] = case.packed.event.view(np.uint8)
        arrays[f"book_{k}"] = case.packed.book.view(np.uint8)
        arrays[f"chances_{k}"] = case.packed.handicap_chances
        arrays[f"wide_{k}"] = np.array(case.packed.wide)
        arrays[f"count_{k}"] = np.array(case.count)
        arrays[f"digests_{k}"] = case.digests
    np.savez_compressed(FILE, **arrays)


def load() -> tuple[list[Case], Any]:
    """Read the file: the events, and the matrices by name."""
    arrays = np.load(FILE)
    cases = [
        Case(
            name=str(name),
            packed=Packed(
                event=arrays[f"event_{k}"].view(EVENT),
                book=arrays[f"book_{k}"].view(BOOK),
                handicap_chances=arrays[f"chances_{k}"],
                wide=bool(arrays[f"wide_{k}"]),
            ),
            count=int(arrays[f"count_{k}"]),
            digests=arrays[f"digests_{k}"],
        )
        for k, name in enumerate(arrays["names"])
    ]
    return cases, arrays
