"""Tasks as the laboratory has them, where the workers of a cluster find them too."""

import time
from typing import Any

import numpy as np

from miai.engine.pairing.simulation import Scheme, simulate
from miai.engine.rating.win_models import KaniukErf
from miai_lab.entries import WEEKEND, drawn


def wins_of_event(number: int) -> tuple[int, ...]:
    """The wins of everybody in one entry's tournaments."""
    event = drawn(WEEKEND, seed=1, number=number)
    scheme = Scheme(rounds=event.rounds, bar=event.bar)
    played = simulate(event.entry, scheme, KaniukErf(), seed=1, count=5, first=number, present=event.present)
    return tuple(int(each) for each in np.asarray(played.wins.sum(axis=0)))


def slow_wins(number: int) -> tuple[int, ...]:
    """The same, slowly enough to be interrupted."""
    time.sleep(0.15)
    return wins_of_event(number)


def unfinished_tasks(dask_scheduler: Any) -> int:
    """How many tasks of a scheduler, in whose process this runs, have no outcome yet."""
    return sum(task.state != "memory" for task in dask_scheduler.tasks.values())
