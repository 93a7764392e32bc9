"""GoDraw's "guided random", by document 1, section 5.3.1: what it may draw, as far as the text fixes it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from oracle.floats import Choice, FloatStep
from oracle.histories import Event, Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What GoDraw knows of a player inside a group.

    `favours` is the colour that they had less often so far: "w", "b", or "" where "his favored color is
    decided at random".
    """

    country: str = ""
    club: str = ""
    favours: str = ""


def lost_last(event: Event, names: Collection[str], *, rounds: int) -> list[str]:
    """5.3.1: those to pair down are "the ones who have lost their previous game", within so many rounds."""
    found = []
    for name in names:
        games = [game for played in event.rounds[-rounds:] if (game := played.game_of(name))]
        if games and games[-1].points_of(name) == 0:
            found.append(name)
    return found


def paired_down_and_won(event: Event, names: Collection[str]) -> list[str]:
    """5.3.1: those to pair up are "the ones who have been paired down and won", "on the previous round"."""
    if not event.rounds:
        return []
    before = event.scores(rounds=len(event.rounds) - 1)
    found = []
    for name in names:
        game = event.rounds[-1].game_of(name)
        if game is not None:
            (opponent,) = game.pair - {name}
            if before[opponent] < before[name] and game.points_of(name) == 2:
                found.append(name)
    return found


def allowed_choices(event: Event, step: FloatStep) -> frozenset[Choice]:
    """Lines 4 to 8: somebody of each subgroup, at random; instead of an empty subgroup the whole group.

    Who sat out since losing a game may be counted among those who lost it or not. Rematches can rule out
    every choice of the subgroups, or leave the rest unpairable; what happens then is not in the text, so
    that everybody of the two groups may be chosen.
    """
    up = paired_down_and_won(event, step.below) or step.below
    found: frozenset[Choice] = frozenset()
    for rounds in {1, len(event.rounds)} - {0}:
        down = lost_last(event, step.group, rounds=rounds) or step.group
        inside = frozenset((a, b) for a, b in step.legal if a in down and b in up)
        found |= inside if inside & step.completable else step.legal
    return found or frozenset((a, b) for a, b in step.legal if b in up)


def cards_of(event: Event) -> dict[str, Card]:
    """What GoDraw knows of everybody before a round."""
    white = Counter(game.white for played in event.rounds for game in played.games)
    black = Counter(game.black for played in event.rounds for game in played.games)

    def favoured(name: str) -> str:
        if white[name] == black[name]:
            return ""
        return "b" if white[name] > black[name] else "w"

    return {
        each.name: Card(country=each.country, club=each.club, favours=favoured(each.name))
        for each in event.entrants
    }


def can_be_drawn(pairs: frozenset[Pair], cards: Mapping[str, Card]) -> bool:
    """Whether some order of picks, each as the text says, gives these pairs inside a group nobody met in."""
    if not pairs:
        return True
    left = frozenset(name for pair in pairs for name in pair)
    return any(pair in pairs and can_be_drawn(pairs - {pair}, cards) for pair in set(next_pairs(left, cards)))


def all_draws(left: frozenset[str], cards: Mapping[str, Card]) -> set[frozenset[Pair]]:
    """Every set of pairs that the picks can give."""
    if not left:
        return {frozenset()}
    return {
        frozenset((pair, *rest))
        for pair in set(next_pairs(left, cards))
        for rest in all_draws(left - pair, cards)
    }


def next_pairs(left: frozenset[str], cards: Mapping[str, Card]) -> Iterator[Pair]:
    """Every pair that can be picked next.

    "A pairing is made between players from the largest two groups, picking a player at random from the
    largest one first"; players of one country are parted by clubs likewise. Of equally large subgroups any
    may come first.
    """
    for first, second in _two_largest(left, cards):
        for one in first:
            for other in _opponents(cards[one].favours, [name for name in second if name != one], cards):
                yield frozenset((one, other))


def _two_largest(
    left: frozenset[str], cards: Mapping[str, Card]
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    countries = _parted(left, {name: cards[name].country for name in left})
    clubs = _parted(left, {name: cards[name].club for name in left})
    parts = countries if len(countries) > 1 else clubs
    if len(parts) == 1:
        yield parts[0], parts[0]
        return
    for one, other in combinations(parts, 2):
        for first, second in (one, other), (other, one):
            if len(first) == len(parts[0]) and len(second) == _largest_but(parts, first):
                yield first, second


def _largest_but(parts: Sequence[Sequence[str]], first: Sequence[str]) -> int:
    return max(len(part) for part in parts if part is not first)


def _parted(left: frozenset[str], keys: Mapping[str, str]) -> list[list[str]]:
    """The subgroups by country or club, "sorted by the number of players in descending order"."""
    parts: dict[str, list[str]] = {}
    for name in sorted(left):
        parts.setdefault(keys[name], []).append(name)
    return sorted(parts.values(), key=len, reverse=True)


def _opponents(favours: str, names: Sequence[str], cards: Mapping[str, Card]) -> list[str]:
    """The opponent comes from the "players favoring the opposite color", if there are any.

    Whose colours are balanced favours one at random, so that balanced players can always be picked; and where
    nobody surely favours the opposite colour, everybody can.
    """
    opposite = {"w": "b", "b": "w"}.get(favours, "")
    fitting = [name for name in names if cards[name].favours in (opposite, "")]
    if favours and not any(cards[name].favours == opposite for name in names):
        return list(names)
    return fitting if favours else list(names)


def colours_are_right(white: str, black: str, cards: Mapping[str, Card]) -> bool:
    """Whether both play as they favour; of two who favour the same colour one cannot."""
    if cards[white].favours and cards[white].favours == cards[black].favours:
        return True
    return cards[white].favours != "b" and cards[black].favours != "w"
