"""The criteria that order players for seeding, where their values change from round to round.

Everything is in quarters, and a higher value is better. Scores of the family of points count handicaps and
start from the McMahon score, those of wins do neither.
"""

from typing import Final

from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.event import (
    BYE,
    HALF,
    HALVES_OF_POINTS,
    HALVES_OF_WINS,
    OF_AGA,
    POINT,
    UNPAIRED,
    Field,
    RoundState,
    Terms,
)
from miai.engine.kernel.jit import compiled_part, compiled_stage

# Criteria of seeding: a row of `Field.fixed`, or one of these; behind the last one lots decide.
NO_CRITERION: Final = -1
POINTS, WINS, CUMULATED_POINTS, CUMULATED_WINS = -2, -3, -4, -5
SOS_POINTS, SOS_WINS, SOSOS_POINTS, SOSOS_WINS, SODOS_POINTS, SODOS_WINS = -6, -7, -8, -9, -10, -11
# SOS without the lowest score, and without the two lowest.
SOS_POINTS_BUT_ONE, SOS_WINS_BUT_ONE, SOS_POINTS_BUT_TWO, SOS_WINS_BUT_TWO = -12, -13, -14, -15
EXPLOITS_TRIED, EXPLOITS, CUP, SOMS, SODOMS = -16, -17, -18, -19, -20
NEED_HISTORY: Final = -6
"""This criterion and those below it need the history."""

# What stands in for the opponent of a round that was not played.
NOTHING, OWN_START, OWN_SCORE, ONE_BELOW, LIKE_MACMAHON, DUMMY, PHANTOM = 0, 1, 2, 3, 4, 5, 6
# The own score where it was a bye, nothing otherwise.
OWN_SCORE_OF_BYE = 7

# What a player's score counts for in the sums of the opponents: `RoundState.credits` more.
AS_IT_IS, WITH_AGA_CREDIT, HALF_FOR_UNPLAYED = 0, 1, 2

_GREATEST_EXPLOIT: Final = 3


@compiled_part
def fill_keys(
    criterion: int, field: Field, terms: Terms, rounds: int, state: RoundState, keys: Floats
) -> None:
    """The values of one criterion after some rounds."""
    by_wins = _is_of_wins(criterion)
    defeated = criterion in (SODOS_POINTS, SODOS_WINS)
    met_by_dummy = 0
    if criterion in (SOSOS_POINTS, SOSOS_WINS):
        for i in range(len(keys)):
            state.sums[i] = _sum_over_opponents(i, by_wins, defeated, 0, terms, rounds, state)
        if terms.stand_in == DUMMY:
            met_by_dummy = _sum_over_byes(by_wins, terms, rounds, state)
    for i in range(len(keys)):
        if criterion >= 0:
            keys[i] = field.fixed[criterion, i]
        elif criterion in (POINTS, WINS):
            keys[i] = _own_score(i, by_wins, state)
        elif criterion in (CUMULATED_POINTS, CUMULATED_WINS):
            player = state.players[i]
            keys[i] = player.cumulated_wins if by_wins else player.cumulated_points
        elif criterion in (SOSOS_POINTS, SOSOS_WINS):
            keys[i] = _sum_of_sums(i, by_wins, met_by_dummy, terms.stand_in, rounds, state)
        elif criterion in (EXPLOITS_TRIED, EXPLOITS):
            keys[i] = _exploits(i, criterion == EXPLOITS, rounds, state)
        elif criterion == CUP:
            keys[i] = _rounds_survived(i, rounds, state)
        elif criterion in (SOMS, SODOMS):
            keys[i] = _aga_sum(i, criterion == SODOMS, rounds, state)
        else:
            keys[i] = _sum_over_opponents(i, by_wins, defeated, _left_out(criterion), terms, rounds, state)


@compiled_part
def _is_of_wins(criterion: int) -> bool:
    return criterion in (
        WINS, CUMULATED_WINS, SOS_WINS, SOSOS_WINS, SODOS_WINS, SOS_WINS_BUT_ONE, SOS_WINS_BUT_TWO
    )  # fmt: skip


@compiled_part
def _left_out(criterion: int) -> int:
    """How many of the lowest scores a sum leaves out."""
    if criterion in (SOS_POINTS_BUT_TWO, SOS_WINS_BUT_TWO):
        return 2
    return 1 if criterion in (SOS_POINTS_BUT_ONE, SOS_WINS_BUT_ONE) else 0


@compiled_part
def _own_score(i: int, by_wins: bool, state: RoundState) -> int:
    score: int = state.players[i].wins if by_wins else state.players[i].points
    return score


@compiled_part
def _own_start(i: int, by_wins: bool, state: RoundState) -> int:
    return 0 if by_wins else state.players[i].start


@compiled_part
def _seen_score(i: int, by_wins: bool, seen: int, state: RoundState) -> int:
    """What a score counts for in the sums of the opponents."""
    score = _own_score(i, by_wins, state)
    if seen == WITH_AGA_CREDIT:
        score += state.credits[OF_AGA, i]
    elif seen == HALF_FOR_UNPLAYED:
        score += state.credits[HALVES_OF_WINS if by_wins else HALVES_OF_POINTS, i]
    return score


@compiled_stage
def _sum_over_opponents(
    i: int, by_wins: bool, defeated: bool, left_out: int, terms: Terms, rounds: int, state: RoundState
) -> int:
    """The sum of opponents' scores, or of what stands in for them; times quarters won if only `defeated`.

    The lowest are left out, at most two.
    """
    total, count = 0, 0
    lowest, second = 0, 0
    for k in range(rounds):
        j = state.opponents[k, i]
        if j >= 0:
            entry = _seen_score(j, by_wins, terms.seen, state)
            entry += 0 if by_wins else POINT * state.stones[k, i]
            share = state.shares[k, i]
        else:
            entry = _entry_without_opponent(i, j, by_wins, terms.stand_in, rounds, state)
            share = POINT if j == BYE and terms.stand_in in (ONE_BELOW, LIKE_MACMAHON, PHANTOM) else 0
        if count == 0 or entry < lowest:
            lowest, second = entry, lowest
        elif count == 1 or entry < second:
            second = entry
        count += 1
        total += entry * share if defeated else entry
    if left_out > 0 and count > 0:
        total -= lowest
    if left_out > 1 and count > 1:
        total -= second
    return total


@compiled_part
def _entry_without_opponent(
    i: int, how: int, by_wins: bool, stand_in: int, rounds: int, state: RoundState
) -> int:
    if stand_in in (NOTHING, DUMMY) or (stand_in == OWN_SCORE_OF_BYE and how != BYE):
        return 0
    if stand_in in (OWN_SCORE, OWN_SCORE_OF_BYE) or (stand_in == LIKE_MACMAHON and how == UNPAIRED):
        return _own_score(i, by_wins, state)
    if stand_in in (ONE_BELOW, LIKE_MACMAHON) and how == BYE:
        return _own_score(i, by_wins, state) - POINT
    if stand_in == PHANTOM:
        return _phantom(i, by_wins, rounds, state)
    return _own_start(i, by_wins, state)


@compiled_part
def _phantom(i: int, by_wins: bool, rounds: int, state: RoundState) -> int:
    """AGA: a phantom started where the player did and won half of the rounds."""
    return _own_start(i, by_wins, state) + HALF * rounds


@compiled_part
def _sum_of_sums(
    i: int, by_wins: bool, met_by_dummy: int, stand_in: int, rounds: int, state: RoundState
) -> int:
    """The sum of opponents' sums, which stand in `state.sums`."""
    total = 0
    for k in range(rounds):
        j = state.opponents[k, i]
        if j >= 0:
            total += state.sums[j]
        elif stand_in == DUMMY:
            total += met_by_dummy if j == BYE else 0
        elif (
            stand_in == OWN_SCORE
            or (stand_in in (ONE_BELOW, LIKE_MACMAHON) and j == BYE)
            or (stand_in == LIKE_MACMAHON and j == UNPAIRED)
        ):
            total += state.sums[i]
        elif stand_in == PHANTOM:
            total += _phantom(i, by_wins, rounds, state) * rounds
        elif stand_in not in (NOTHING, OWN_SCORE_OF_BYE):
            total += _own_start(i, by_wins, state) * rounds
    return total


@compiled_part
def _sum_over_byes(by_wins: bool, terms: Terms, rounds: int, state: RoundState) -> int:
    """The scores of all who have had a bye: the SOS of the dummy whom they met."""
    total = 0
    for k in range(rounds):
        for i in range(len(state.players)):
            if state.opponents[k, i] == BYE:
                total += _seen_score(i, by_wins, terms.seen, state)
    return total


@compiled_part
def _exploits(i: int, won_only: bool, rounds: int, state: RoundState) -> int:
    """The wins of opponents, times how much stronger they are than the handicap makes up for."""
    total = 0
    for k in range(rounds):
        j = state.opponents[k, i]
        if j >= 0 and (not won_only or state.results[k, i] == POINT):
            apart = state.players[i].grade - state.players[j].grade
            exploit = min(_GREATEST_EXPLOIT, max(0, state.stones[k, i] - apart + 1))
            total += exploit * state.players[j].wins
    return total


@compiled_part
def _rounds_survived(i: int, rounds: int, state: RoundState) -> int:
    """How many rounds a player won, at least half, or sat out before the first that was lost or missed."""
    for k in range(rounds):
        j = state.opponents[k, i]
        if j != BYE and (j < 0 or state.results[k, i] == 0):
            return k
    return rounds


@compiled_part
def _aga_sum(i: int, defeated: bool, rounds: int, state: RoundState) -> int:
    """AGA: opponents' points with their credits, or the phantom's; times quarters won if only `defeated`."""
    phantom = state.players[i].start + HALF * rounds
    total = 0
    for k in range(rounds):
        j = state.opponents[k, i]
        if j >= 0:
            entry = state.players[j].points + state.credits[OF_AGA, j]
            share = state.results[k, i]
        else:
            entry = phantom
            share = POINT if j == BYE else 0
        total += entry * share if defeated else entry
    return total
