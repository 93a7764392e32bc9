"""Miai's colours under the AGA's protocol: a breach of criterion 4 that the pair could avoid is a fault."""

import random
from collections.abc import Iterator

import pytest

from oracle.aga_colours import allowed_colours, keeps_promise
from oracle.aga_event import colours_of, random_field, random_history
from oracle.aga_miai import DrawnRound, draw, played
from oracle.conftest import EVENTS

ROUNDS = 3000 if EVENTS > 300 else 300


def drawn_rounds() -> Iterator[DrawnRound]:
    """Events drawn by Miai from the start, and rounds after a past by chance, some with handicaps."""
    seed = 0
    while True:
        rng = random.Random(f"colours {seed}")
        event = random_field(rng, least=4, most=20, rounds=rng.choice([4, 5, 6, 7, 8, 9]))
        if seed % 8 == 0:
            yield from played(rng, seed, event)
        else:
            past = rng.randint(2, event.settings.rounds - 1)
            event = random_history(rng, event, played=past, stones=seed % 2 == 1)
            number = len(event.rounds) + 1
            if sum(player.attends(number) for player in event.players) > 1:
                yield draw(seed, event, number)
        seed += 1


def faults(found: DrawnRound) -> Iterator[str]:
    """Games whose colours break criterion 4 although the colours turned round would not."""
    rounds = found.event.settings.rounds
    for board in found.drawn.boards if found.drawn else ():
        assert board.handicap == 0
        white = colours_of(found.event, board.white, found.number)
        black = colours_of(found.event, board.black, found.number)
        allowed = allowed_colours(white, black, rounds)
        if allowed and ("W", "B") not in allowed:
            yield (
                f"seed {found.seed}, round {found.number} of {rounds}: "
                f"{board.white} ({white or '-'}) has White against {board.black} ({black or '-'})"
            )


@pytest.mark.requirement("A27")
def test_no_colours_break_the_rule_where_the_pair_can_keep_it() -> None:
    compared = 0
    found: list[str] = []
    for drawn in drawn_rounds():
        found += faults(drawn)
        compared += drawn.drawn is not None
        if compared == ROUNDS:
            break
    assert not found, f"{len(found)} games in {compared} rounds\n" + "\n".join(found[:40])


def test_the_reading_counts_runs_and_halves() -> None:
    assert keeps_promise("WBWWW", 8)
    assert not keeps_promise("BWWWW", 8)
    # Five rounds: half is two and a half, rounded up to three.
    assert keeps_promise("WBWW", 5)
    assert not keeps_promise("WBWWBW", 6)
    assert allowed_colours("WWW", "W", 8) == [("B", "W")]
    assert allowed_colours("WWW", "WWW", 8) == []
    assert allowed_colours("WB", "BW", 8) == [("W", "B"), ("B", "W")]
