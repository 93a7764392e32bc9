"""The page about choices, and the help of the setting, say what is measured."""

import re

import pytest

from choices import PAGE, grading_row, outcome, table
from kit.shared_data import paths
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.setting_fields import setting_fields

TELLS = PairingRules(grading_information=True)


@pytest.mark.parametrize("preset", (*PRESET_WEIGHTS, "miai"))
@pytest.mark.requirement("V11")
def test_games_about_grades_are_preferred_at_the_price_that_the_help_names(preset: str) -> None:
    without, chosen = (outcome(preset, rules, fields=8, plays=4) for rules in (PairingRules(), TELLS))
    assert without.share < 0.42
    assert chosen.share > 0.5
    assert without.qualities["even"] - chosen.qualities["even"] < 0.03
    assert chosen.qualities["up_down_balance"] - without.qualities["up_down_balance"] < 0.05


def test_the_page_holds_what_is_measured_of_the_default() -> None:
    if not paths("opengotha", "*.xml"):
        pytest.skip("the real fields are not here")
    line = table([], [grading_row("balanced")]).splitlines()[-1]
    assert line in PAGE.read_text(encoding="utf-8")
    telling, usual = re.findall(
        r"(\d+) of 100 of their games instead of (\d+)",
        str(setting_fields()["pairing.grading_information"].help),
    )[0]
    assert f"| {usual} % |" in line
    assert f"| {telling} % |" in line


@pytest.mark.parametrize("path", ["pairing.float_down_from", "pairing.float_up_from"])
def test_the_help_of_the_part_that_floats_names_the_highest_price_of_the_page(path: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    lines = [line.split("|") for line in page.splitlines() if re.match(r"\| `[a-z-]+`, [a-z ]+ \|", line)]
    assert len(lines) == 18
    across = [float(cells[-2].strip(" %")) for cells in lines]
    [stated] = re.findall(r"up to (\d+) of 100 games across the halves", str(setting_fields()[path].help))
    assert round(-min(across)) == int(stated)
    others = [float(cell.strip(" %")) for cells in lines for cell in cells[4:-2] if "%" in cell]
    assert max(map(abs, others)) < 1, "the help names no other price"
