"""What can be chosen by a key says its own name: title, explanation and clause where it is defined."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from miai.domain.settings.criterion_names import CRITERION_NAMES, TEAM_CRITERION_NAMES, Criterion
from miai.domain.settings.presets import NAMED_PRESETS
from miai.engine.pairing.presets import OWN_PRESETS
from miai.engine.pairing.protocol import NamedRule
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.rules import RULES
from miai.engine.pairing.rules.forbidding import BANS, NamedBan
from miai.engine.rating import OWN_SYSTEMS
from miai.engine.rating.protocol import NamedRatingSystem
from miai.engine.rating.win_models import MODELS, NamedModel

ROOT = Path(__file__).resolve().parents[2]
CRITERIA: tuple[Criterion, ...] = (*CRITERION_NAMES.values(), *TEAM_CRITERION_NAMES.values())


def known_clauses() -> set[str]:
    """The ids of everything that the five documents ask for."""
    return set(tomllib.loads((ROOT / "docs/reference/documents.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("each", CRITERIA, ids=lambda each: each.key)
def test_a_criterion_says_its_name_and_what_it_counts(each: Criterion) -> None:
    assert str(each.title) and str(each.name) and str(each.says).endswith(".")
    assert not each.clause or each.clause in known_clauses()


@pytest.mark.parametrize("key", ALL_SYSTEMS.own)
def test_a_system_says_its_name_and_what_it_does(key: str) -> None:
    each = ALL_SYSTEMS[key]
    assert str(each.name) and str(each.sentence).endswith(".") and each.says.endswith(".")
    assert not each.clause or each.clause in known_clauses()
    assert each.load().key == key


def test_every_preset_has_a_name_a_description_and_prices() -> None:
    assert list(NAMED_PRESETS) == list(OWN_PRESETS)
    for each in NAMED_PRESETS.values():
        assert str(each.name) and str(each.says).endswith(".")
        assert not each.clause or each.clause in known_clauses()


@pytest.mark.parametrize("each", [*RULES, *BANS], ids=lambda each: each.key)
def test_a_rule_says_what_it_counts(each: type[NamedRule] | NamedBan) -> None:
    assert each.says.endswith(".")
    assert not each.clause or each.clause in known_clauses()


@pytest.mark.parametrize("each", [*OWN_SYSTEMS.values(), *MODELS.values()], ids=lambda each: each.key)
def test_a_rating_system_or_win_model_says_how_it_counts(each: type[NamedRatingSystem] | NamedModel) -> None:
    assert each.says.endswith(".")
    assert not each.clause or each.clause in known_clauses()


def loaded_by(program: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


def test_names_of_formats_are_known_without_their_readers() -> None:
    loaded = loaded_by("from miai.formats import FORMATS; assert str(FORMATS['tou'].title)")
    assert not {"miai.formats.ffg.read", "miai.formats.miai_document", "numpy"} & loaded


def test_the_names_of_criteria_are_known_without_the_engine() -> None:
    loaded = loaded_by(
        "from miai.domain.settings.criterion_names import criterion_key\n"
        "assert criterion_key('SOS') == 'sosm'"
    )
    assert not {"numpy", "numba", "scipy", "miai.engine.pairing"} & loaded


def test_names_and_abilities_of_systems_are_known_without_the_engine() -> None:
    loaded = loaded_by(
        "from miai.domain.settings.system_names import SYSTEMS\n"
        "assert str(SYSTEMS['knockout'].name) == 'Knock-out'\n"
        "from miai.engine.pairing.registry import abilities_of; assert abilities_of('knockout').plans_rounds"
    )
    assert not {"numpy", "numba", "scipy", "miai.engine.pairing.system", "miai.engine.scoring"} & loaded
