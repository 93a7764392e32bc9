"""A small tournament for every test of the players' pages."""

from pathlib import Path

import pytest

from kit.players_hall import Hall
from kit.running_site import Running


@pytest.fixture
def hall(server: Running, tmp_path: Path) -> Hall:
    """A small tournament before its first round, and a rating list beside it."""
    return Hall(server, tmp_path)
