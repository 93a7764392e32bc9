"""`miai new` writes an event with the rules that its system brings."""

from dataclasses import replace
from pathlib import Path

import pytest

import miai
from kit.command import Run
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.system_rules import settings_of_system


@pytest.mark.parametrize("system", sorted(ALL_SYSTEMS))
def test_the_file_has_the_rules_of_the_system(run: Run, tmp_path: Path, system: str) -> None:
    run("new", "Cup", "--system", system, "-o", tmp_path / "cup.miai")
    brings = replace(settings_of_system(system), standings_with_draw=True)
    assert miai.read(tmp_path / "cup.miai").settings == brings


def test_the_command_names_what_the_system_brings(run: Run, tmp_path: Path) -> None:
    _, said, _ = run("new", "Cup", "--system", "aga", "--rounds", "4", "-o", tmp_path / "cup.miai")
    assert "System: AGA McMahon, 4 rounds" in said
    assert "Bar and floor: players start by bands" in said
    assert "Handicap: all games are even" in said
    assert "Criteria for places: MMS, SOMS, SODOMS, Face to face, Draw" in said


def test_a_rule_that_is_set_counts_before_those_of_the_system(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cup.miai"
    run("new", "Cup", "--system", "swiss", "--set", "handicapping.ceiling=4", "-o", file)
    assert miai.read(file).settings.handicapping.ceiling == 4


def test_the_seeds_of_the_event_follow_from_a_lot_as_in_the_console(run: Run, tmp_path: Path) -> None:
    for name in ("a.miai", "b.miai"):
        run("new", "Cup", "-o", tmp_path / name)
    lots = {miai.read(tmp_path / name).lot for name in ("a.miai", "b.miai")}
    assert len(lots) == 2
    assert "" not in lots
