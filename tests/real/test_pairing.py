"""Real tournaments, paired at every round from their own state."""

from pathlib import Path

import pytest

import miai
from kit.shared_data import files
from miai.engine.pairing.presets import PRESETS
from miai.errors import NoPairingError
from miai.features.draw.pair import prepare

# Small events in which everybody has met everybody, or nearly so, after these rounds.
IMPOSSIBLE = {
    ("event-4fc22cd354", 7),
    ("event-4fc22cd354", 8),
    ("event-9a3cff5ef1", 8),
    ("event-d2d7ea1a98", 12),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_every_round_is_paired_and_proved_optimal(path: Path, preset: str) -> None:
    event = miai.read(path)
    for number in range(1, event.rounds_played + 2):
        if (path.stem, number) in IMPOSSIBLE and preset != "gotha":
            with pytest.raises(NoPairingError, match="met in round"):
                miai.pair(event, round=number, preset=preset)
            draw = miai.pair(event, round=number, preset=preset, nearest=True)
            rematches = sum(r.deviation for board in draw.boards for r in board.reasons if r.rule == "broken")
            assert rematches > 0
        else:
            draw = miai.pair(event, round=number, preset=preset)
        assert draw.optimal
        field = {player.id for player in prepare(event, round=number).view.players}
        paired = draw.teams or draw
        seats = [seat.id for board in paired.boards for seat in (board.white, board.black)]
        seats += [paired.bye.id] if paired.bye else []
        assert sorted(seats) == sorted(field)
