"""Machines with and without a GPU."""

from collections.abc import Iterator

import pytest

from kit.fake_cupy import machine


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with CuPy and a GPU."""
    with machine(monkeypatch, cupy=True):
        yield


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without CuPy."""
    with machine(monkeypatch, cupy=False):
        yield
