"""A certificate that proves nothing is turned down, and for the right reason."""

from dataclasses import replace

import numpy as np
import pytest

from kit.matching_cases import Ints, certified, matrix, nested_blossoms, verdict_on
from miai.engine.kernel.certificate import ABSENT, LIMIT, Flaw, blocking_set
from miai.engine.kernel.matching import Matching

COSTS = nested_blossoms(2)


@pytest.fixture(name="matching", scope="module")
def matching_with_blossoms() -> Matching:
    matching = certified(COSTS)
    assert len(matching.blossom_duals) >= 2
    return matching


def changed(values: Ints, place: int, by: int) -> Ints:
    copy = values.copy()
    copy[place] += by
    return copy


def with_mate(matching: Matching, **partners: int) -> Matching:
    mate = matching.mate.copy()
    for name, partner in partners.items():
        mate[int(name[1:])] = partner
    return replace(matching, mate=mate)


def flaw_of(matching: Matching, costs: Ints = COSTS) -> Flaw | None:
    return verdict_on(costs, matching).flaw


def test_a_true_certificate_is_accepted(matching: Matching) -> None:
    verdict = verdict_on(COSTS, matching)
    assert verdict.optimal
    assert verdict.flaw is None


def test_somebody_without_a_partner_is_noticed(matching: Matching) -> None:
    assert flaw_of(with_mate(matching, v0=-1)) is Flaw.NOT_PERFECT


def test_a_partner_of_two_is_noticed(matching: Matching) -> None:
    assert flaw_of(with_mate(matching, v0=int(matching.mate[1]))) is Flaw.NOT_PERFECT


def test_being_ones_own_partner_is_noticed(matching: Matching) -> None:
    partner = int(matching.mate[0])
    assert flaw_of(with_mate(matching, v0=0, **{f"v{partner}": partner})) is Flaw.NOT_PERFECT


def test_a_partner_who_does_not_exist_is_noticed(matching: Matching) -> None:
    assert flaw_of(with_mate(matching, v0=len(COSTS))) is Flaw.NOT_PERFECT


def test_a_matched_pair_that_is_absent_is_noticed(matching: Matching) -> None:
    costs = COSTS.copy()
    partner = matching.mate[0]
    costs[0, partner] = costs[partner, 0] = ABSENT
    assert flaw_of(matching, costs) is Flaw.NOT_PERFECT


def test_a_dearer_matching_is_turned_down(matching: Matching) -> None:
    n = len(COSTS)
    crossed = np.arange(n, dtype=np.int64)
    crossed = np.concatenate((crossed[n // 2 :], crossed[: n // 2]))
    assert flaw_of(replace(matching, mate=crossed)) in {Flaw.NOT_FULL, Flaw.NOT_TIGHT}


def test_a_higher_dual_is_turned_down(matching: Matching) -> None:
    for v in range(len(COSTS)):
        assert flaw_of(replace(matching, vertex_duals=changed(matching.vertex_duals, v, 1))) is Flaw.UNDERCUT


def test_a_lower_dual_is_turned_down(matching: Matching) -> None:
    for v in range(len(COSTS)):
        assert (
            flaw_of(replace(matching, vertex_duals=changed(matching.vertex_duals, v, -1))) is Flaw.NOT_TIGHT
        )


def test_a_changed_blossom_dual_is_turned_down(matching: Matching) -> None:
    for b in range(len(matching.blossom_duals)):
        for by in (-2, -1, 1, 2):
            assert flaw_of(replace(matching, blossom_duals=changed(matching.blossom_duals, b, by))) in {
                Flaw.UNDERCUT,
                Flaw.NOT_TIGHT,
            }


def test_a_negative_blossom_dual_is_turned_down(matching: Matching) -> None:
    duals = matching.blossom_duals.copy()
    duals[0] = -duals[0]
    assert flaw_of(replace(matching, blossom_duals=duals)) is Flaw.NEGATIVE_DUAL


def test_a_forgotten_blossom_is_missed(matching: Matching) -> None:
    none = np.empty(0, np.int64)
    forgetful = replace(
        matching, blossom_members=none, blossom_starts=np.zeros(1, np.int64), blossom_duals=none
    )
    assert flaw_of(forgetful) is Flaw.UNDERCUT


def test_an_even_set_is_no_blossom(matching: Matching) -> None:
    assert flaw_of(with_blossom(matching, [0, 1, 2, 3], 2)) is Flaw.NOT_ODD


def test_a_single_vertex_is_no_blossom(matching: Matching) -> None:
    assert flaw_of(with_blossom(matching, [0], 2)) is Flaw.NOT_ODD


def with_blossom(matching: Matching, members: list[int], dual: int) -> Matching:
    return replace(
        matching,
        blossom_members=np.append(matching.blossom_members, members),
        blossom_starts=np.append(matching.blossom_starts, matching.blossom_starts[-1] + len(members)),
        blossom_duals=np.append(matching.blossom_duals, dual),
    )


def test_overlapping_blossoms_are_turned_down(matching: Matching) -> None:
    inside = matching.blossom_members[:1].tolist()
    size = int(np.diff(matching.blossom_starts)[0])
    outside = [v for v in range(len(COSTS)) if v not in matching.blossom_members[:size].tolist()]
    assert flaw_of(with_blossom(matching, inside + outside[:2], 2)) is Flaw.NOT_LAMINAR


def test_a_vertex_twice_in_a_blossom_is_turned_down(matching: Matching) -> None:
    v = int(matching.blossom_members[0])
    assert flaw_of(with_blossom(matching, [v, v, v], 2)) is Flaw.NOT_LAMINAR


def test_a_blossom_that_is_not_full_may_have_no_dual() -> None:
    costs = np.zeros((6, 6), np.int64)
    matching = replace(certified(costs), mate=np.array([3, 4, 5, 0, 1, 2]))
    assert flaw_of(with_blossom(matching, [0, 1, 2], 0), costs) is None
    assert flaw_of(with_blossom(matching, [0, 1, 2], 2), costs) is Flaw.NOT_FULL


def test_duals_that_would_overflow_are_turned_down(matching: Matching) -> None:
    for huge in (LIMIT + 1, ABSENT, -ABSENT):
        duals = matching.vertex_duals.copy()
        duals[0] = huge
        assert flaw_of(replace(matching, vertex_duals=duals)) is Flaw.TOO_LARGE
    nested = matching
    for _ in range(3):
        nested = with_blossom(nested, matching.blossom_members[:3].tolist(), LIMIT // 2)
    assert flaw_of(nested) is not None


def test_arrays_that_do_not_belong_together_are_turned_down(matching: Matching) -> None:
    assert flaw_of(replace(matching, vertex_duals=matching.vertex_duals[1:])) is Flaw.ARRAYS
    assert flaw_of(replace(matching, mate=matching.mate.astype(np.int32))) is Flaw.ARRAYS
    assert flaw_of(replace(matching, blossom_starts=matching.blossom_starts[1:])) is Flaw.ARRAYS
    assert flaw_of(with_blossom(matching, [0, 1, len(COSTS)], 2)) is Flaw.ARRAYS


STAR = matrix(4, {(0, 1): 1, (0, 2): 1, (0, 3): 1}) != ABSENT


def test_the_middle_of_a_star_blocks_three_others() -> None:
    block = blocking_set(STAR, np.array([0]))
    assert block is not None
    assert block.blockers.tolist() == [0]
    assert [component.tolist() for component in block.components] == [[1], [2], [3]]
    assert block.unmatched == 2


@pytest.mark.parametrize("hint", [[], [1], [0, 1], [0, 0], [4], [-1]])
def test_a_hint_that_blocks_nobody_proves_nothing(hint: list[int]) -> None:
    assert blocking_set(STAR, np.array(hint, np.int64)) is None


def test_odd_components_block_without_any_blocker() -> None:
    apart = matrix(6, {(0, 2): 1, (2, 4): 1, (0, 4): 1, (1, 3): 1, (3, 5): 1})
    block = blocking_set(apart != ABSENT, np.array([], np.int64))
    assert block is not None
    assert [component.tolist() for component in block.components] == [[0, 2, 4], [1, 3, 5]]
