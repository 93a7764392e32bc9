"""Random events as plain data: who entered, who met whom, who sat out; nothing of Miai.

Points are counted in half points, so that a jigo is a whole number: a win is 2, a jigo 1.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from random import Random

Pair = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody who entered; `start` is in half points, `absent` the rounds missed."""

    name: str
    rating: int
    start: int = 0
    country: str = ""
    club: str = ""
    absent: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game that is over; `points` are White's half points."""

    white: str
    black: str
    points: int

    @property
    def pair(self) -> Pair:
        """The two players."""
        return frozenset((self.white, self.black))

    def points_of(self, name: str) -> int:
        """The half points of one of the two."""
        return self.points if name == self.white else 2 - self.points


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """The games of a round, its free round, and half points that players earned outside their games."""

    games: tuple[PlayedGame, ...]
    free: str | None = None
    bonuses: tuple[tuple[str, int], ...] = ()

    def game_of(self, name: str) -> PlayedGame | None:
        """The game of a player."""
        return next((game for game in self.games if name in game.pair), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Everything before a round that is to be drawn."""

    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()

    @property
    def next_round(self) -> int:
        """The number of the round to be drawn."""
        return len(self.rounds) + 1

    @property
    def present(self) -> tuple[str, ...]:
        """Who plays in the next round."""
        return tuple(each.name for each in self.entrants if self.next_round not in each.absent)

    @property
    def met(self) -> frozenset[Pair]:
        """Everybody who has met."""
        return frozenset(game.pair for played in self.rounds for game in played.games)

    @property
    def free_rounds(self) -> Counter[str]:
        """How many free rounds each had."""
        return Counter(played.free for played in self.rounds if played.free is not None)

    def scores(self, *, rounds: int | None = None) -> dict[str, int]:
        """Half points before the next round, or after so many rounds (4.1, rules 5 and 6)."""
        total = {each.name: each.start for each in self.entrants}
        for played in self.rounds[:rounds]:
            for game in played.games:
                for name in game.pair:
                    total[name] += game.points_of(name)
            if played.free is not None:
                total[played.free] += 2
            for name, bonus in played.bonuses:
                total[name] += bonus
        return total

    def ratings(self) -> dict[str, int]:
        """Everybody's rating."""
        return {each.name: each.rating for each in self.entrants}


def groups_of(names: Iterable[str], scores: Mapping[str, int]) -> list[list[str]]:
    """Those with the same points are a group (3.4); the highest group first."""
    ordered = sorted(names, key=lambda name: -scores[name])
    return [list(group) for _, group in groupby(ordered, key=lambda name: scores[name])]


def all_pairings(names: Sequence[str], met: frozenset[Pair]) -> Iterator[list[tuple[str, str]]]:
    """Every way to pair an even number of players without a game that was played."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        if frozenset((first, other)) in met:
            continue
        rest = [name for name in others if name != other]
        for pairs in all_pairings(rest, met):
            yield [(first, other), *pairs]


def can_be_paired(names: Iterable[str], met: frozenset[Pair]) -> bool:
    """Whether a pairing exists without a game that was played."""

    @cache
    def search(left: frozenset[str]) -> bool:
        if not left:
            return True
        first = min(left)
        rest = left - {first}
        return any(frozenset((first, other)) not in met and search(rest - {other}) for other in sorted(rest))

    left = frozenset(names)
    return len(left) % 2 == 0 and search(left)


def least_cost(names: Iterable[str], met: frozenset[Pair], cost: Callable[[str, str], int]) -> int | None:
    """The least total cost of a pairing without a game that was played, if there is one."""

    @cache
    def search(left: frozenset[str]) -> int | None:
        if not left:
            return 0
        first = min(left)
        found: list[int] = []
        for other in left - {first}:
            if frozenset((first, other)) in met:
                continue
            rest = search(left - {first, other})
            if rest is not None:
                found.append(cost(first, other) + rest)
        return min(found, default=None)

    left = frozenset(names)
    return search(left) if len(left) % 2 == 0 else None


def random_event(
    dice: Random,
    *,
    sizes: Sequence[int],
    rounds: Sequence[int],
    groups: Sequence[int] = (1, 2, 3, 4),
    jigos: float = 0.05,
    absences: float = 0.1,
    mixing: float = 0.5,
    countries: Sequence[str] = ("",),
    clubs: Sequence[str] = ("",),
) -> Event:
    """An event with so many players, groups at the start and rounds behind it, each picked by the dice.

    `mixing` is how many half points apart players can be who are paired as if they were equal.
    """
    size, behind, steps = dice.choice(sizes), dice.choice(rounds), dice.choice(groups)
    ratings = dice.sample(range(1500, 2700), size)
    lowest = dice.randrange(3)
    entrants = tuple(
        Entrant(
            name=f"p{number:02}",
            rating=rating,
            start=2 * (lowest + dice.randrange(steps)),
            country=dice.choice(countries),
            club=dice.choice(clubs),
            absent=frozenset(n for n in range(1, behind + 2) if dice.random() < absences),
        )
        for number, rating in enumerate(ratings)
    )
    event = Event(entrants=entrants)
    for _ in range(behind):
        played = _played(event, dice, jigos, mixing)
        if played is None:
            break
        event = replace(event, rounds=(*event.rounds, played))
    return event


def _played(event: Event, dice: Random, jigos: float, mixing: float) -> PlayedRound | None:
    """A round as people draw it by hand: neighbours in score, otherwise by chance; or none at all."""
    scores, met, had = event.scores(), event.met, event.free_rounds
    order = sorted(event.present, key=lambda name: dice.uniform(0, mixing) - scores[name])
    free = None
    if len(order) % 2:
        fresh = [name for name in reversed(order) if not had[name]] or order
        free = dice.choice(fresh[:3])
        order.remove(free)
    found = next(all_pairings(order, met), None)
    if not found:
        return None
    games = []
    for pair in found:
        white, black = dice.sample(pair, 2)
        points = 1 if dice.random() < jigos else dice.choice((0, 2))
        games.append(PlayedGame(white=white, black=black, points=points))
    return PlayedRound(games=tuple(games), free=free)
