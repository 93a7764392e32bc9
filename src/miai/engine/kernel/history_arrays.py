"""What games, byes and absences make of scores and history, in a tournament that is played or told again."""

from miai.engine.kernel.arrays import Ints, Records
from miai.engine.kernel.chance import game_share
from miai.engine.kernel.event import (
    AWAY,
    BYE,
    CREDITS,
    HALF,
    HALVES_OF_POINTS,
    HALVES_OF_WINS,
    OF_AGA,
    POINT,
    Field,
    RoundState,
    Standing,
    Terms,
)
from miai.engine.kernel.jit import compiled_part


@compiled_part
def stand_as(players: Records, standing: Standing, state: RoundState) -> None:
    """Everybody with the scores of a standing, and with the history, if it is kept."""
    for i in range(len(players)):
        state.players[i] = players[i]
        for kind in range(CREDITS):
            state.credits[kind, i] = standing.credits[kind, i]
    for k in range(min(standing.gone, len(state.opponents))):
        for i in range(len(players)):
            state.opponents[k, i] = standing.opponents[k, i]
            state.stones[k, i] = standing.stones[k, i]
            state.results[k, i] = standing.results[k, i]
            state.shares[k, i] = standing.shares[k, i]


@compiled_part
def winner_of(field: Field, results: int, white: int, black: int, size: int) -> int:
    """Who wins a game with a handicap of some size: the lot of the two decides."""
    chance = field.chances[white, black]
    if size > 0 and len(field.with_handicap) > 0:
        chance = field.with_handicap[min(size, len(field.with_handicap)) - 1, white, black]
    return white if game_share(results, white, black) < chance else black


@compiled_part
def note_win(winner: int, state: RoundState) -> None:
    """A point more for the winner."""
    state.players[winner].points += POINT
    state.players[winner].wins += POINT


@compiled_part
def note_late_win(winner: int, k: int, gone: int, state: RoundState) -> None:
    """What else it changes that a game of round `k` is won after `gone` rounds."""
    state.players[winner].cumulated_points += POINT * (gone - k)
    state.players[winner].cumulated_wins += POINT * (gone - k)
    if k < len(state.results):
        state.results[k, winner] = POINT
        state.shares[k, winner] = POINT


@compiled_part
def note_game(k: int, white: int, black: int, stones: int, winner: int, state: RoundState) -> None:
    """Keep a game of round `k` in the history, if there is one."""
    if k >= len(state.opponents):
        return
    state.stones[k, white] = stones
    state.stones[k, black] = -stones
    state.results[k, white] = POINT if winner == white else 0
    state.results[k, black] = POINT if winner == black else 0
    state.shares[k, white] = state.results[k, white]
    state.shares[k, black] = state.results[k, black]


@compiled_part
def sit_out(i: int, how: int, terms: Terms, state: RoundState) -> None:
    """What a round without a game brings."""
    if how == BYE:
        _give_free(i, terms.bye_points, terms.bye_wins, terms.unit, state)
        state.players[i].byes += 1
        return
    if how == AWAY:
        _give_free(i, terms.absent_points, terms.absent_wins, terms.unit, state)
    else:
        _give_free(i, terms.unpaired_points, 0, terms.unit, state)
    state.credits[OF_AGA, i] += HALF


@compiled_part
def _give_free(i: int, points: int, wins: int, unit: int, state: RoundState) -> None:
    """Points without a game, which may count in whole points only; half a point instead for opponents."""
    player = state.players[i]
    counted_points, counted_wins = player.free_points // unit, player.free_wins // unit
    player.free_points += points
    player.free_wins += wins
    more_points = (player.free_points // unit - counted_points) * unit
    more_wins = (player.free_wins // unit - counted_wins) * unit
    player.points += more_points
    player.wins += more_wins
    state.credits[HALVES_OF_POINTS, i] += HALF - more_points
    state.credits[HALVES_OF_WINS, i] += HALF - more_wins


@compiled_part
def end_round(k: int, opponents: Ints, state: RoundState) -> None:
    """Keep whom everybody met in round `k`, and add up the scores after it."""
    for i in range(len(opponents)):
        state.players[i].cumulated_points += state.players[i].points
        state.players[i].cumulated_wins += state.players[i].wins
        if k < len(state.opponents):
            state.opponents[k, i] = opponents[i]
