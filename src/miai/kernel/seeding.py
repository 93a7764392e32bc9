"""The order of players for seeding, and everybody's place in the own group."""

from typing import Final

from miai.kernel.arrays import Flags, Floats, Ints
from miai.kernel.event import BYE, POINT, Field, RoundState, Terms
from miai.kernel.jit import compiled_part, compiled_stage

# Criteria of seeding: a row of `Field.fixed`, or one of these; behind the last one lots decide.
NO_CRITERION: Final = -1
POINTS, WINS, CUMULATED_POINTS, CUMULATED_WINS = -2, -3, -4, -5
SOS_POINTS, SOS_WINS, SOSOS_POINTS, SOSOS_WINS, SODOS_POINTS, SODOS_WINS = -6, -7, -8, -9, -10, -11
SUMS: Final = (SOS_POINTS, SOS_WINS, SOSOS_POINTS, SOSOS_WINS, SODOS_POINTS, SODOS_WINS)
"""The criteria that need the history."""

# What stands in for the opponent of a round that was not played.
NOTHING, OWN_START, OWN_SCORE, ONE_BELOW = 0, 1, 2, 3


@compiled_part
def fill_places(
    order: Ints, groups: Ints, playing: Flags, lowest: int, counted: Ints, places: Ints, sizes: Ints
) -> None:
    """Everybody's place, from 0, among those who play and are of the same group, and the group's size.

    `order` names the players best first; `counted` is room for the groups from `lowest` on.
    """
    counted[:] = 0
    for at in range(len(order)):
        i = order[at]
        group = groups[i] - lowest
        places[i] = counted[group]
        counted[group] += 1 if playing[i] else 0
    for i in range(len(order)):
        sizes[i] = counted[groups[i] - lowest]


@compiled_stage
def order_players(field: Field, terms: Terms, gone: int, r: int, state: RoundState) -> None:
    """Put the players in the order of seeding of a round; equal ones stay in the order by lot."""
    used = 0
    for k in range(terms.criteria.shape[1]):
        if terms.criteria[r, k] != NO_CRITERION:
            _fill_keys(terms.criteria[r, k], field, terms, gone + r, state, state.keys[used])
            used += 1
    for at in range(len(state.line)):
        state.order[at] = state.line[at]
    # By insertion: equal players must stay as they are, and there is no room to make.
    for at in range(1, len(state.order)):
        player = state.order[at]
        back = at
        while back > 0 and _is_better(player, state.order[back - 1], used, state.keys):
            state.order[back] = state.order[back - 1]
            back -= 1
        state.order[back] = player


@compiled_part
def _is_better(i: int, j: int, used: int, keys: Floats) -> bool:
    for k in range(used):
        if keys[k, i] != keys[k, j]:
            return bool(keys[k, i] > keys[k, j])
    return False


@compiled_part
def _fill_keys(
    criterion: int, field: Field, terms: Terms, rounds: int, state: RoundState, keys: Floats
) -> None:
    """The values of one criterion after some rounds."""
    players = state.players
    by_wins = criterion in (WINS, CUMULATED_WINS, SOS_WINS, SOSOS_WINS, SODOS_WINS)
    defeated = criterion in (SODOS_POINTS, SODOS_WINS)
    if criterion in (SOSOS_POINTS, SOSOS_WINS):
        for i in range(len(keys)):
            state.sums[i] = _sum_over_opponents(i, by_wins, defeated, terms.stand_in, rounds, state)
    for i in range(len(keys)):
        if criterion >= 0:
            keys[i] = field.fixed[criterion, i]
        elif criterion in (POINTS, WINS):
            keys[i] = players[i].wins if by_wins else players[i].points
        elif criterion in (CUMULATED_POINTS, CUMULATED_WINS):
            keys[i] = players[i].cumulated_wins if by_wins else players[i].cumulated_points
        elif criterion in (SOSOS_POINTS, SOSOS_WINS):
            keys[i] = _sum_of_sums(i, by_wins, terms.stand_in, rounds, state)
        else:
            keys[i] = _sum_over_opponents(i, by_wins, defeated, terms.stand_in, rounds, state)


@compiled_part
def _own_score(i: int, by_wins: bool, state: RoundState) -> int:
    score: int = state.players[i].wins if by_wins else state.players[i].points
    return score


@compiled_part
def _own_start(i: int, by_wins: bool, state: RoundState) -> int:
    return 0 if by_wins else state.players[i].start


@compiled_part
def _sum_over_opponents(
    i: int, by_wins: bool, defeated: bool, stand_in: int, rounds: int, state: RoundState
) -> int:
    """The sum of opponents' scores, or of what stands in for them; times quarters won if only `defeated`."""
    total = 0
    for k in range(rounds):
        j = state.opponents[k, i]
        if j >= 0:
            entry = _own_score(j, by_wins, state) + (0 if by_wins else POINT * state.stones[k, i])
            share = state.results[k, i]
        else:
            entry = _entry_without_opponent(i, j, by_wins, stand_in, state)
            share = POINT if j == BYE and stand_in == ONE_BELOW else 0
        total += entry * share if defeated else entry
    return total


@compiled_part
def _entry_without_opponent(i: int, how: int, by_wins: bool, stand_in: int, state: RoundState) -> int:
    if stand_in == NOTHING:
        return 0
    if stand_in == OWN_SCORE:
        return _own_score(i, by_wins, state)
    if stand_in == ONE_BELOW and how == BYE:
        return _own_score(i, by_wins, state) - POINT
    return _own_start(i, by_wins, state)


@compiled_part
def _sum_of_sums(i: int, by_wins: bool, stand_in: int, rounds: int, state: RoundState) -> int:
    """The sum of opponents' sums, which stand in `state.sums`."""
    total = 0
    for k in range(rounds):
        j = state.opponents[k, i]
        if j >= 0:
            total += state.sums[j]
        elif stand_in == OWN_SCORE or (stand_in == ONE_BELOW and j == BYE):
            total += state.sums[i]
        elif stand_in != NOTHING:
            total += _own_start(i, by_wins, state) * rounds
    return total
