"""What criteria say of tournaments that were played already, on the CPU or on a GPU."""

from typing import Final, NamedTuple

import numpy as np

from miai.engine.kernel.arrays import Floats, Ints, Records, SmallInts
from miai.engine.kernel.chance import key_of
from miai.engine.kernel.criteria import NO_CRITERION, fill_keys
from miai.engine.kernel.event import Field, PlayedRounds, RoundState, Standing, Terms, table_prices
from miai.engine.kernel.history_arrays import (
    end_round,
    note_game,
    note_late_win,
    note_win,
    sit_out,
    stand_as,
    winner_of,
)
from miai.engine.kernel.jit import compiled, compiled_part
from miai.engine.kernel.simulate import RESULTS, new_state, records_of, rounds_left

# As many tournaments are widened to whole numbers of 64 bits at a time.
_PIECE: Final = 20_000


class Replayed(NamedTuple):
    """Tournaments after some rounds.

    `values` are those of the criteria, by tournament, criterion and player; `opponents` and `results`, in
    quarters, are by tournament, round from the first on, and player.
    """

    values: Floats
    opponents: SmallInts
    results: SmallInts


def replay(
    field: Field,
    terms: Terms,
    standing: Standing,
    played: PlayedRounds,
    *,
    criteria: Ints,
    rounds: int,
    seed: int,
    first: int = 0,
) -> Replayed:
    """Play tournaments again up to a round, with the pairs and results that they had.

    They were played from `standing` with this field, this seed and numbers from `first` on; `criteria` are
    those of `kernel.criteria`.
    """
    field, terms = rounds_left(field, terms, standing)
    terms = terms._replace(criteria=criteria.reshape(1, -1))
    count, n = played.final.shape
    found = Replayed(
        values=np.zeros((count, len(criteria), n)),
        opponents=np.zeros((count, rounds, n), np.int16),
        results=np.zeros((count, rounds, n), np.int16),
    )
    room = (rounds, n)
    state = new_state(field, table_prices({}), terms, standing)._replace(
        opponents=np.zeros(room, np.int64),
        stones=np.zeros(room, np.int64),
        results=np.zeros(room, np.int64),
        shares=np.zeros(room, np.int64),
    )
    players = records_of(field, terms, standing)
    for begin in range(0, count, _PIECE):
        piece = slice(begin, begin + _PIECE)
        # A GPU tells what happened in numbers of few bits.
        told = PlayedRounds(*(np.ascontiguousarray(array[piece], np.int64) for array in played))
        part = Replayed(found.values[piece], found.opponents[piece], found.results[piece])
        _replay_slice(players, field, terms, standing, seed, first + begin, told, state, part)
    return found


@compiled
def _replay_slice(
    players: Records,
    field: Field,
    terms: Terms,
    standing: Standing,
    seed: int,
    first: int,
    played: PlayedRounds,
    state: RoundState,
    found: Replayed,
) -> None:
    """Play some tournaments again one after the other with the same arrays."""
    rounds = len(state.opponents)
    for t in range(len(found.values)):
        stand_as(players, standing, state)
        _end_pending(field, standing, key_of(seed, RESULTS, first + t), state)
        for r in range(rounds - standing.gone):
            _replay_round(terms, standing.gone, played, t, r, state)
        for k in range(terms.criteria.shape[1]):
            if terms.criteria[0, k] != NO_CRITERION:
                fill_keys(terms.criteria[0, k], field, terms, rounds, state, found.values[t, k])
        for k in range(rounds):
            for i in range(len(players)):
                found.opponents[t, k, i] = state.opponents[k, i]
                found.results[t, k, i] = state.results[k, i]


@compiled_part
def _end_pending(field: Field, standing: Standing, results: int, state: RoundState) -> None:
    """The games that were open end as they did."""
    for game in range(len(standing.pending)):
        white, black, size, k = standing.pending[game]
        winner = winner_of(field, results, white, black, size)
        note_win(winner, state)
        note_late_win(winner, k, standing.gone, state)


@compiled_part
def _replay_round(terms: Terms, gone: int, played: PlayedRounds, t: int, r: int, state: RoundState) -> None:
    """One round as it was played; whoever won a game has more points after it."""
    opponents, before = played.opponents[t, r], played.before[t, r]
    after = played.before[t, r + 1] if r + 1 < played.before.shape[1] else played.final[t]
    for i in range(len(opponents)):
        j = opponents[i]
        if j < 0:
            sit_out(i, j, terms, state)
        elif played.colours[t, r, i] > 0:
            winner = i if after[i] > before[i] else j
            note_win(winner, state)
            note_game(gone + r, i, j, terms.placed[played.handicaps[t, r, i]], winner, state)
    end_round(gone + r, opponents, state)
