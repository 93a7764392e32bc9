"""What holds of the measures of every tournament."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from kit.strategies import tournaments
from miai.domain.tournament import Tournament
from miai.engine.judging import MEASURES, measure_event
from miai.engine.judging.event import count_record
from miai.engine.judging.measures import Unit, measures
from miai.engine.judging.record import record_of
from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.qualities import COUNTS, EVEN, GAMES, HANDICAP, UNEVEN


def counts_of(event: Tournament) -> Floats:
    counts = np.zeros(COUNTS)
    count_record(record_of(event), counts)
    return counts


@given(event=tournaments(), data=st.data())
def test_the_order_of_entry_changes_nothing(event: Tournament, data: st.DataObject) -> None:
    assume(event.rounds_played)
    players = tuple(data.draw(st.permutations(event.players)))
    assert counts_of(replace(event, players=players)) == pytest.approx(counts_of(event))


@pytest.mark.requirement("K28")
@given(first=tournaments(), second=tournaments())
def test_counts_of_two_tournaments_add_up(first: Tournament, second: Tournament) -> None:
    assume(first.rounds_played and second.rounds_played)
    together = counts_of(first)
    count_record(record_of(second), together)
    assert together == pytest.approx(counts_of(first) + counts_of(second))


@given(event=tournaments())
def test_shares_are_shares_and_every_game_is_of_one_kind(event: Tournament) -> None:
    assume(event.rounds_played)
    counts = counts_of(event)
    for key, value in measures(counts).items():
        # A bye may be worth more than a win.
        if MEASURES[key].unit in {Unit.SHARE, Unit.SHARE_OF_TOURNAMENTS} and key != "average_wins":
            assert 0 <= value <= 1, key
    assert counts[EVEN] + counts[UNEVEN] <= counts[GAMES] <= counts[EVEN] + counts[UNEVEN] + counts[HANDICAP]


@pytest.mark.requirement("K18")
@given(event=tournaments())
def test_ranking_is_what_scipy_says(event: Tournament) -> None:
    assume(event.rounds_played)
    record = record_of(event)
    assume(len(set(record.final.tolist())) > 1 and len(set(record.grades.tolist())) > 1)
    expected = kendalltau(record.final, record.grades, variant="b").statistic
    assert math.isclose(measure_event(event).values["ranking"], expected, abs_tol=1e-12)
