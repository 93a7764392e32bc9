"""A file that is almost right is read, or refused with a reason; reading never crashes, hangs or grows."""

import multiprocessing
import resource
import signal
from random import Random

import pytest

from mutated_files import mutants, refused_or_read, seeds

SEEDS = seeds()
# A process with all that reading needs has a third of this before it reads anything.
MOST_MEMORY = 500_000_000
MOST_SECONDS = 5


@pytest.mark.parametrize("name", SEEDS)
def test_the_unchanged_file_is_read(name: str) -> None:
    data, read = SEEDS[name]
    assert refused_or_read(read, data)


@pytest.mark.parametrize("name", SEEDS)
def test_a_mutated_file_is_read_or_refused_with_a_reason(name: str) -> None:
    data, read = SEEDS[name]
    for mutant in mutants(data, 100, Random(14)):
        refused_or_read(read, mutant)


@pytest.mark.soak
@pytest.mark.parametrize("name", SEEDS)
def test_many_mutated_files_take_little_time_and_memory(name: str) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as process:
        read, used = process.apply(read_many, (name, 5_000))
    assert 0 < read < 5_000
    assert used < MOST_MEMORY


def read_many(name: str, number: int) -> tuple[int, int]:
    """How many of so many mutants could be read, and the most memory that the process needed."""
    data, read = SEEDS[name]
    found = 0
    for mutant in mutants(data, number, Random(name)):
        # Ends the process with an error where a file takes too long.
        signal.alarm(MOST_SECONDS)
        found += refused_or_read(read, mutant)
        signal.alarm(0)
    return found, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
