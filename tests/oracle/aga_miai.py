"""Miai's draws of random events under the AGA's protocol, as plain data."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.errors import NoPairingError
from miai.features.draw.pair import pair, round_of
from oracle.aga_event import random_field, random_history, with_few_scores, with_results


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A round that Miai drew, with the event before it; nothing is drawn where it finds no pairing."""

    seed: int
    event: Tournament
    number: int
    drawn: Round | None

    @property
    def games(self) -> set[frozenset[str]]:
        """The games, without colours."""
        return {frozenset((board.white, board.black)) for board in self.drawn.boards} if self.drawn else set()

    @property
    def byes(self) -> list[str]:
        """Who has no game because the field is odd."""
        return [bye.player for bye in self.drawn.byes] if self.drawn else []


def draw(seed: int, event: Tournament, number: int) -> DrawnRound:
    """Let Miai draw a round by the protocol."""
    try:
        drawn = round_of(pair(event, round=number, system="aga", seed=seed))
    except NoPairingError:
        drawn = None
    return DrawnRound(seed=seed, event=event, number=number, drawn=drawn)


def played(rng: random.Random, seed: int, event: Tournament) -> Iterator[DrawnRound]:
    """All rounds of an event that Miai draws, with random results."""
    for number in range(1, event.settings.rounds + 1):
        if sum(player.attends(number) for player in event.players) < 2:
            return
        answer = draw(seed, event, number)
        yield answer
        if answer.drawn is None:
            return
        event = replace(event, rounds=(*event.rounds, with_results(rng, answer.drawn)))


def after_chance(
    rng: random.Random, seed: int, event: Tournament, *, few_scores: bool
) -> Iterator[DrawnRound]:
    """The round that Miai draws after some that were paired by chance."""
    event = random_history(rng, event, played=rng.randint(0, event.settings.rounds - 1))
    if few_scores:
        event = with_few_scores(rng, event)
    number = len(event.rounds) + 1
    if sum(player.attends(number) for player in event.players) > 1:
        yield draw(seed, event, number)


@cache
def drawn_events(count: int) -> tuple[DrawnRound, ...]:
    """The rounds of many events: half are drawn by Miai from round 1 on, half start from a past by chance."""
    rounds: list[DrawnRound] = []
    for seed in range(count):
        rng = random.Random(seed)
        event = random_field(
            rng, least=4, most=16 if seed % 8 == 0 else 10, rounds=rng.choice([3, 4, 5, 5, 6, 7, 8])
        )
        if seed % 2 == 0:
            rounds += played(rng, seed, event)
        else:
            rounds += after_chance(rng, seed, event, few_scores=seed % 4 == 1)
    return tuple(rounds)
