"""Where simulated tournaments are played: on a GPU where there is one and it pays, else by the kernel.

The numbers are the same, tournament by tournament.
"""

from typing import Any, Final

import numpy as np

from miai.engine.gpu.device import play_on_device, why_no_gpu
from miai.engine.gpu.packing import pack, why_not_packed
from miai.engine.gpu.records import DOUBTFUL, EVERYTHING, FINAL_SCORES, REFUSED, Packed
from miai.engine.kernel.arrays import Ints, SmallInts
from miai.engine.kernel.event import Field, PlayedRounds, Prices, Standing, Terms
from miai.engine.kernel.matching import CostsTooLarge
from miai.engine.kernel.simulate import play, too_large
from miai.errors import InputError, unknown_word
from miai.messages import Message

AUTO, CPU, GPU = "auto", "cpu", "gpu"
DEVICES: Final = (AUTO, CPU, GPU)
# To start on a GPU takes as long as the kernel takes to weigh so many pairs of players.
_PAYS: Final = 2**24


def check_device(device: str) -> None:
    """Refuse a device that is unknown or not there."""
    if device not in DEVICES:
        raise InputError(unknown_word(Message("'%(key)s' is not a device", key=device), device, DEVICES))
    reason = why_no_gpu() if device == GPU else None
    if reason is not None:
        raise InputError(reason)


def play_somewhere(
    field: Field,
    prices: Prices,
    terms: Terms,
    *,
    seed: int,
    count: int,
    first: int = 0,
    threads: int = 1,
    standing: Standing | None = None,
    device: str = CPU,
) -> PlayedRounds:
    """Play `count` tournaments as `kernel.simulate.play` does, on a device."""
    if not plays_on_gpu(field, prices, terms, standing, count=count, device=device):
        return play(
            field, prices, terms, seed=seed, count=count, first=first, threads=threads, standing=standing
        )
    packed = pack(field, prices, terms, seed=seed, standing=standing)
    told, verdicts = play_on_device(packed, first=first, count=count, names=EVERYTHING)
    played = PlayedRounds(**{name: array.astype(np.int64) for name, array in told.items()})
    for t in _doubtful(packed, verdicts):
        one = play(field, prices, terms, seed=seed, count=1, first=first + t, standing=standing)
        for array, values in zip(played, one, strict=True):
            array[t] = values[0]
    return played


def final_scores(
    field: Field,
    prices: Prices,
    terms: Terms,
    *,
    seed: int,
    count: int,
    first: int = 0,
    threads: int = 1,
    standing: Standing | None = None,
    device: str = CPU,
) -> SmallInts:
    """The final scores alone, by tournament and player: the fastest thing to ask for."""

    def by_kernel(first: int, count: int, threads: int) -> Ints:
        return play(
            field, prices, terms, seed=seed, count=count, first=first, threads=threads, standing=standing
        ).final

    if not plays_on_gpu(field, prices, terms, standing, count=count, device=device):
        return by_kernel(first, count, threads)
    packed = pack(field, prices, terms, seed=seed, standing=standing)
    told, verdicts = play_on_device(packed, first=first, count=count, names=FINAL_SCORES)
    doubtful = _doubtful(packed, verdicts)
    final: SmallInts = told["final"]
    for t in doubtful:
        final[t] = by_kernel(first + t, 1, 1)[0]
    return final


def plays_on_gpu(
    field: Field, prices: Prices, terms: Terms, standing: Standing | None, *, count: int, device: str
) -> bool:
    """Whether so many tournaments are played on a GPU; "gpu" is refused where that cannot be."""
    check_device(device)
    work = count * len(field.present) * len(field.starts) ** 2
    if device == CPU or (device == AUTO and (work < _PAYS or why_no_gpu() is not None)):
        return False
    reason = why_not_packed(field, prices, terms, standing)
    if reason is not None and device == GPU:
        raise InputError(Message("the GPU does not play this: %(reason)s", reason=reason))
    return reason is None


def _doubtful(packed: Packed, verdicts: Any) -> list[int]:
    """The tournaments whose numbers grew too large for the GPU; the kernel plays them again."""
    if (verdicts == REFUSED).any():
        raise CostsTooLarge(too_large(packed.players))
    doubtful: list[int] = np.flatnonzero(verdicts == DOUBTFUL).tolist()
    return doubtful
