"""Printed numbers beside ours: what counts as the same, and what is told where it is not."""

from dataclasses import replace

import numpy as np
import pytest

from miai.engine.bar.equilibrium import find_bar
from miai.errors import InputError
from miai_lab.reproduce import Cell, CellClass, Group, PublishedClaim, ReproductionStudy, selected
from miai_lab.reproduce.answer import reproduction_json
from miai_lab.reproduce.document5_find_bar import OUTLIERS, filled, trial_entry
from miai_lab.reproduce.document5_trial import trial
from miai_lab.reproduce.joint import joint_tests
from miai_lab.reproduce.named_tournaments import IDEAL, M_GAP
from miai_lab.reproduce.readings import EVEN, STONES, Reading, by_both
from miai_lab.reproduce.resampling import resampled
from miai_lab.reproduce.run_reproduction import reproduce
from miai_lab.reproduce.scan import scan
from miai_lab.reproduce.study import repeated
from miai_lab.task_runner import Place


def cell(printed: str, ours: float | str, **more: object) -> Cell:
    return Cell(document=5, table="table 7", cell="b_sol", printed=printed, ours=ours, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("printed", "published", "tolerance"),
    [
        ("2.126", 2.126, 0.0005),
        ("-0.969", -0.969, 0.0005),
        ("14 %", 0.14, 0.005),
        ("18.3 %", 0.183, 0.0005),
        ("200", 200.0, 0.5),
        ("3.5e-6", 3.5e-6, 5e-8),
        ("0.00", 0.0, 0.005),
        ("0.150", 0.15, 0.0005),
    ],
)
def test_a_formula_may_be_off_by_half_the_last_printed_digit(
    printed: str, published: float, tolerance: float
) -> None:
    assert cell(printed, 0.0).published == pytest.approx(published)
    assert cell(printed, 0.0).tolerance == pytest.approx(tolerance)


def test_a_wrong_number_is_not_ok() -> None:
    assert cell("2.126", 2.1264).ok
    assert cell("2.126", 2.1255).ok
    assert not cell("2.126", 2.1267).ok
    assert not cell("2.126", -2.126).ok


def test_a_simulated_number_may_be_off_by_two_standard_errors_more() -> None:
    assert cell("2.126", 2.1664, error=0.02).ok
    assert not cell("2.126", 2.1667, error=0.02).ok


def test_a_bare_0_says_nothing_about_rounding() -> None:
    with pytest.raises(ValueError, match="rounded"):
        _ = cell("0", 0.4).tolerance
    assert not cell("0", 0.4, digit=0.0).ok
    assert cell("0", 0.4, digit=0.0, error=0.2).ok


def test_words_are_the_same_or_not() -> None:
    assert cell("1-7", "1-7").ok
    assert not cell("1-7", "7-1").ok
    assert cell("1-7", "7-1").tolerance == 0


def test_a_tolerance_as_large_as_the_number_says_little() -> None:
    assert cell("4", 3.0, error=2.0, digit=0.0).kind is CellClass.SAYS_LITTLE
    assert cell("4", 3.0, error=1.9, digit=0.0).kind is CellClass.COMPUTED
    assert cell("4", 3.0, error=2.0, digit=0.0, given=CellClass.READING).kind is CellClass.READING
    assert cell("4", 3.0).kind is CellClass.COMPUTED


def test_what_is_off_is_counted_however_wide_its_tolerance() -> None:
    assert cell("4", 9.0, error=2.0, digit=0.0).kind is CellClass.COMPUTED
    assert cell("4", 9.0, error=2.0, digit=0.0, given=CellClass.SAYS_LITTLE).kind is CellClass.COMPUTED
    assert cell("4", 7.0, error=2.0, digit=0.0, given=CellClass.SAYS_LITTLE).kind is CellClass.SAYS_LITTLE


def test_a_bound_is_broken_on_one_side_only() -> None:
    assert cell("60 %", 0.1, claim=PublishedClaim.AT_MOST).ok
    assert not cell("60 %", 0.61, claim=PublishedClaim.AT_MOST).ok
    assert cell("10 %", 0.9, claim=PublishedClaim.AT_LEAST).ok
    assert not cell("10 %", 0.09, claim=PublishedClaim.AT_LEAST).ok


def test_the_error_of_an_experiment_is_the_spread_of_its_repetitions() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    spread = float(values.std(ddof=1))
    assert repeated(values).error == pytest.approx(spread * (1 + 1 / 4) ** 0.5)
    # The document's experiment is four times as large as each of ours.
    assert repeated(values, 0.25).error == pytest.approx(spread * (1 / 4 + 1 / 4) ** 0.5)
    assert repeated(values).mean == 2.5


def test_the_error_of_a_mean_by_drawing_again_is_the_one_of_the_textbook() -> None:
    sample = np.random.default_rng(0).normal(size=(400, 1))
    found = resampled(sample, lambda rows: float(rows.mean()), seed=1)
    assert found.error == pytest.approx(1 / 20, rel=0.15)


def drawn(
    printed: str, values: list[float], *, source: str = "one", experiment: str = "", share: float = 1.0
) -> Cell:
    """A number around 100."""
    found = repeated(100 + np.array(values), share, source=source, experiment=experiment)
    return found.cell("table 7", printed, printed, digit=0.0)


def test_cells_that_are_each_near_enough_can_be_off_together() -> None:
    draws = np.random.default_rng(1).normal(size=(3, 4000))
    cells = [drawn("101.9", values.tolist(), source=str(at)) for at, values in enumerate(draws)]
    assert all(each.ok for each in cells)
    (test,) = joint_tests(cells)
    assert (test.cells, test.kind) == (3, CellClass.COMPUTED)
    # Three times 1.9 standard errors: 3 · 1.9² = 10.83, which chance exceeds in 1.3 % of the cases.
    assert test.chi2 == pytest.approx(10.83, rel=0.1)
    assert test.p == pytest.approx(0.0127, abs=0.006)


def test_numbers_of_one_experiment_are_not_counted_as_two() -> None:
    first = np.random.default_rng(1).normal(size=4000)
    second = first + 0.01 * np.random.default_rng(2).normal(size=4000)
    twins = [drawn("101.5", first.tolist()), drawn("101.5", second.tolist())]
    (test,) = joint_tests(twins)
    assert test.chi2 == pytest.approx(1.5**2, rel=0.25)
    # The document's own numbers of two experiments do not vary together, though ours are the same.
    apart = [drawn("101.5", first.tolist(), experiment=name) for name in ("1000", "2000")]
    assert joint_tests(apart)[0].chi2 == pytest.approx(2 * 1.5**2, rel=0.15)


def test_a_joint_test_takes_simulated_numbers_of_one_class_only() -> None:
    values = [1.0, 2.0, 3.0]
    bound = repeated(np.array(values)).cell("table 7", "bound", "9", claim=PublishedClaim.AT_MOST)
    reading = replace(drawn("102.0", values), given=CellClass.READING)
    found = joint_tests([cell("1", 1), bound, drawn("102.0", values), reading])
    assert [(test.kind.value, test.cells) for test in found] == [("computed", 1), ("reading chosen", 1)]


def test_both_readings_stand_beside_each_other_and_one_explains_the_other() -> None:
    def made(reading: Reading) -> list[Cell]:
        ours = 2.08 if reading is EVEN else 2.13
        return [cell("2.126", ours, error=0.005), cell("8", 8, given=CellClass.REPEATED)]

    even, stones, again = by_both(made)
    assert (even.kind, even.ok, stones.kind, stones.ok) == (
        CellClass.COMPUTED,
        False,
        CellClass.READING,
        True,
    )
    assert "ours is 2.13 ± 0.005, as printed" in even.reason
    assert again.kind is CellClass.REPEATED


def test_a_cell_that_neither_reading_explains_says_how_far_it_is_off() -> None:
    even, stones = by_both(lambda reading: [cell("2.126", 2.0, error=0.042, digit=0.0)])
    assert "3.0 standard errors off, as chance alone is in 0.27 % of such cells" in even.reason
    assert "does not explain it" in even.reason
    assert stones.reason.startswith("3.0 standard errors off")


def test_stones_bring_the_solution_of_the_gap_to_what_is_printed() -> None:
    # 2.126 in table 7; 2.08 with even games.
    found = {
        reading.name: np.mean(
            [
                find_bar(M_GAP.grades, 5, pairings=200, seed=seed, head_starts=reading.head_starts).b_sol
                for seed in range(3)
            ]
        )
        for reading in (EVEN, STONES)
    }
    assert found[EVEN.name] == pytest.approx(2.08, abs=0.03)
    assert found[STONES.name] == pytest.approx(2.137, abs=0.03)


def test_cells_that_are_off_come_with_a_reason_and_the_others_without() -> None:
    known, unknown = cell("1", 3, reason="misprinted"), cell("1", 3)
    group = Group(name="document 5, table 7", make=lambda study: [cell("1", 1), known, unknown])
    data = reproduction_json(reproduce([group], ReproductionStudy()))
    assert [each.get("reason") for each in data["cells"]] == [None, "misprinted", "not known"]
    assert (data["within"], data["share"]) == (1, 0.3333)
    assert data["counts"] == [{"table": "document 5, table 7", "class": "computed", "cells": 3, "within": 1}]


def test_the_quick_selection_leaves_the_trial_out() -> None:
    assert any("trial" in group.name for group in selected())
    assert not any("trial" in group.name for group in selected(quick=True))


def test_tables_are_selected_by_a_part_of_their_name() -> None:
    assert [group.name for group in selected(only=["Table II", "bob"])] == [
        "document 2, Bob",
        "document 3, table II",
    ]
    with pytest.raises(InputError, match="table 77"):
        selected(only=["table 77"])


@pytest.mark.requirement("B46")
@pytest.mark.parametrize("rounds", [2, 5, 10])
def test_entries_of_the_trial_are_even_and_within_table_5(rounds: int) -> None:
    sizes = [len(trial_entry(rounds, np.random.default_rng(number))) for number in range(300)]
    assert min(sizes) == 20 + 4 * rounds
    assert max(sizes) == (25 + 5 * rounds) // 2 * 2
    assert not any(size % 2 for size in sizes)
    assert set(trial_entry(rounds, np.random.default_rng(0))) <= set(range(-8, 5))


def test_an_outlier_keeps_its_printed_top() -> None:
    grades = filled(OUTLIERS["A"], np.random.default_rng(0))
    assert [grades.count(grade) for grade in range(-1, 5)] == [6, 7, 1, 0, 1, 6]
    assert len(grades) in range(48, 61, 2)


def test_the_trial_gives_the_same_numbers_on_more_threads() -> None:
    runs = [
        trial(ReproductionStudy(place=Place(threads=threads)), rounds=(2, 3), entries=2) for threads in (1, 2)
    ]
    assert runs[0] == runs[1]
    assert [each.rounds for each in runs[0]] == [2, 2, 3, 3]


def test_a_scan_shows_what_every_bar_must_show() -> None:
    found = scan(ReproductionStudy(), IDEAL, pairings=20, times=1)
    assert found.peers.shape == (1, 13, 13)
    # All games of all players stay among all players.
    assert found.peers[0, :, 0].tolist() == [1.0] * 13
    # The strongest meet nobody stronger, the weakest nobody weaker.
    assert (found.opponents[0, :, -1] < 0).all()
    assert (found.opponents[0, :, 0] > 0).all()
    assert (found.handicap <= found.uneven).all()


def test_a_study_tells_how_many_experiments_are_done() -> None:
    told: list[tuple[int, int]] = []
    study = ReproductionStudy(place=Place(threads=1), progress=lambda done, total: told.append((done, total)))
    assert study.repeat(abs, 3) == study.seeds(3)
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
