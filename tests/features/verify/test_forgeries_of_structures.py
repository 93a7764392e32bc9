"""Forged rounds of teams, stages, sides, namesakes, late players and handicaps: none is accepted."""

from functools import cache
from pathlib import Path

import pytest

from conftest import SOAK
from kit.forged_events import Forged
from kit.forgeries import FORGERIES, Forge, NotHere
from kit.forgeries_of_structures import OF_STRUCTURES
from kit.phone_cases import compare_with_phone, verify_draw
from kit.proved_structures import STRUCTURES
from miai.errors import InputError
from miai.features.verify.verify_draw import Conclusion, Verification

# Each structure sees every third of the general forgeries, all of them in a long run.
_GENERAL = [
    (structure, forge)
    for at, structure in enumerate(STRUCTURES)
    for each, forge in enumerate(FORGERIES)
    if SOAK or (at + each) % 3 == 0
]
_PARTICULAR = [(structure, forge) for structure, forges in OF_STRUCTURES.items() for forge in forges]


@cache
def _honest(structure: str) -> Forged:
    return STRUCTURES[structure]()


def _found(made: Forged) -> Verification:
    document, proof = made.written()
    return verify_draw(document, round=made.round, stage=made.stage, proof=proof)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_the_honest_round_of_each_structure_is_proven(structure: str) -> None:
    found = _found(_honest(structure).fresh())
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ())


@pytest.mark.parametrize(("structure", "forge"), _GENERAL + _PARTICULAR)
def test_no_forged_round_of_a_structure_is_accepted(structure: str, forge: Forge) -> None:
    made = _honest(structure).fresh()
    before = made.fresh().written()
    try:
        forge(made)
    except NotHere:
        pytest.skip("makes no sense here")
    assert made.written() != before
    try:
        found = _found(made)
    except InputError:
        # A log that makes no sense any more is no log.
        return
    assert found.conclusion in (Conclusion.REFUSED, Conclusion.NOT_VERIFIED), forge.__name__
    assert found.reasons


def test_every_particular_forgery_is_of_a_structure_that_is_built() -> None:
    assert OF_STRUCTURES.keys() <= STRUCTURES.keys()
    assert len({forge for forges in OF_STRUCTURES.values() for forge in forges}) > 30


@pytest.mark.parametrize(
    ("structure", "name", "reason"),
    [
        ("teams", "another_line_up_with_its_boards", "the line-up of"),
        ("teams", "boards_swapped_between_matches", "the boards are not those of the matches"),
        ("final", "a_qualifier_exchanged", "does not qualify for this stage"),
        ("final", "rematch_hidden_by_an_old_arithmetic", "an older Miai"),
        ("pair_go", "partners_exchanged", "has other people than its name"),
        ("handicap_swiss", "stones_in_the_log_and_the_proof", "other colours, stones or komi"),
    ],
)
def test_a_forgery_whose_log_and_proof_agree_is_named(structure: str, name: str, reason: str) -> None:
    made = _honest(structure).fresh()
    next(each for each in OF_STRUCTURES[structure] if each.__name__ == name)(made)
    found = _found(made)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert any(reason in str(each) for each in found.reasons), [str(each) for each in found.reasons]


def test_the_phone_says_the_same_of_structures(tmp_path: Path) -> None:
    differing, missing, count = compare_with_phone(tmp_path)
    assert not differing
    assert {each.split()[0] for each in missing} <= {"namesakes", "system"}
    assert count
