"""A file that is almost right is read, or refused with a reason; reading never crashes, hangs or grows."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest

from kit.mutated_files import mutants, read_many, refused_or_read, seeds

SEEDS = seeds()
MOST_MEMORY = 300_000_000


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
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        read, used = process.submit(read_many, name, 5_000).result()
    assert 0 < read < 5_000
    assert used < MOST_MEMORY
