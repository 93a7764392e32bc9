"""The AGA's protocol: the whole pairing of a round, by trying all pairings of every score group.

The protocol ("Pair Each Score Group") gives the order in which alternatives are tried. `Rank` is that order
as one comparison: of all valid pairings of a group, the protocol reaches the one of smallest rank first.
Players are numbered from 0 in the order of "Sort the Field"; in a pair the higher player comes first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from oracle.aga_colours import can_keep_promise
from oracle.aga_event import Entrant

Pair = tuple[int, int]


# 945 pairings; more players in one group would take too long.
LARGEST_GROUP = 10


class TooLarge(Exception):  # noqa: N818
    """A group has too many players for trying all pairings."""


class Rank(NamedTuple):
    """How far a pairing of a group is from the ideal; the parts count in this order.

    The bye comes first: its holder needs a "valid pairing" of the others, whatever alternative that takes.
    Then what had to be relaxed, from the last alternative to the first: floats (5), colours (4), another
    floater (3). Then, in a merged group, the score differences and who plays another score. Then the
    director's wish to keep areas apart, the switches (2), the transpositions (1), and where they are.
    """

    bye: int = 0
    float_breaches: int = 0
    colour_breaches: int = 0
    floater: int = 0
    difference: int = 0
    unequal_games: int = 0
    going_up: tuple[int, ...] = ()
    going_down: tuple[int, ...] = ()
    same_area: int = 0
    switches: int = 0
    transpositions: int = 0
    changed_boards: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One group as it was paired: `merged` counts its score groups, a floater not included."""

    merged: int
    pairs: tuple[Pair, ...]
    bye: int | None
    rank: Rank

    @property
    def taken(self) -> set[int]:
        """Everybody who has a game or the bye in this step."""
        players = {player for pair in self.pairs for player in pair}
        return players if self.bye is None else players | {self.bye}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The round, the number of rounds, and what the director wants.

    `areas` (clubs, countries) may be kept apart. Without `colours` criterion 4 does not count: "Some
    Tournament Directors do not apply this principle", or colours are chosen by nigiri.
    """

    number: int
    rounds: int
    areas: bool = False
    colours: bool = True

    @property
    def floats_count(self) -> bool:
        """Criterion 3: not in the last round of fewer than six, "nor to the last two rounds" otherwise."""
        exempt = 1 if self.rounds < 6 else 2
        return self.number <= self.rounds - exempt

    @property
    def areas_count(self) -> bool:
        """Additional considerations: they "must be dropped in the last half" (rounds 4 to 6 of six)."""
        return self.areas and 2 * self.number <= self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRound:
    """The steps of a round, with the players in their order."""

    field: tuple[Entrant, ...]
    steps: tuple[Step, ...]

    @property
    def games(self) -> set[frozenset[str]]:
        """All games, without colours."""
        return {
            frozenset(self.field[player].name for player in pair)
            for step in self.steps
            for pair in step.pairs
        }

    @property
    def bye(self) -> str | None:
        """Who has the forced bye."""
        return next((self.field[step.bye].name for step in self.steps if step.bye is not None), None)


class Protocol:
    """The protocol at work on one round."""

    def __init__(self, field: Sequence[Entrant], terms: Terms) -> None:
        # Sort the Field: by McMahon score, then by entry rating.
        self.field = tuple(sorted(field, key=lambda player: (-player.score, -player.rating)))
        self.terms = terms
        numbers = {player.name: number for number, player in enumerate(self.field)}
        self._met = [{numbers[name] for name in player.met if name in numbers} for player in self.field]
        self._possible: dict[tuple[int, ...], bool] = {}

    def steps(self) -> list[Step] | None:
        """Pair group by group "from the top of the tournament to the bottom"; None where nothing is valid."""
        rest = tuple(range(len(self.field)))
        if not self.is_possible(rest):
            return None
        steps = []
        while rest:
            steps.append(self.first_valid(rest))
            rest = _without(rest, steps[-1].taken)
        return steps

    def first_valid(self, rest: tuple[int, ...]) -> Step:
        """The top score group's pairing: alone or with a floater, else merged with the groups below.

        Merging comes after all alternatives of the smaller group. A pairing after which the remaining
        players cannot be paired would be undone and replaced by the next: here it is left out at once.
        """
        groups = self.score_groups(rest)
        for merged in range(1, len(groups) + 1):
            if sum(len(group) for group in groups[:merged]) > LARGEST_GROUP:
                raise TooLarge
            best: Step | None = None
            for step in self.candidates(rest, merged):
                better = best is None or step.rank < best.rank
                if better and self.is_possible(_without(rest, step.taken)):
                    best = step
            if best:
                return best
        raise AssertionError("the whole rest can be paired")

    def score_groups(self, players: Sequence[int]) -> list[tuple[int, ...]]:
        """Create Score Groups: "all players with the same McMahon score", from the top."""
        scores = sorted({self.field[player].score for player in players}, reverse=True)
        return [tuple(p for p in players if self.field[p].score == score) for score in scores]

    def candidates(self, rest: tuple[int, ...], merged: int) -> Iterator[Step]:
        """All pairings of the top score groups without rematches, with every floater or bye they may have."""
        groups = self.score_groups(rest)
        members = tuple(player for group in groups[:merged] for player in group)
        if len(members) % 2 == 0:
            yield from self._all_pairings(members, merged)
        elif merged < len(groups):
            # Odd-Numbered Groups: a player of "the next lower score group" is floated up.
            for floater in groups[merged]:
                yield from self._all_pairings((*members, floater), merged, floater=floater)
        else:
            # Odd-Numbered Groups: the bye goes to the "lowest rating" without a forced bye who leaves a valid
            # pairing; if there is none in the lowest group, "successively higher" groups are undone.
            free = [player for player in reversed(members) if not self.field[player].had_bye]
            for rank, bye in enumerate(free):
                yield from self._all_pairings(_without(members, {bye}), merged, bye=bye, bye_rank=rank)

    def _all_pairings(
        self,
        members: tuple[int, ...],
        merged: int,
        *,
        floater: int | None = None,
        bye: int | None = None,
        bye_rank: int = 0,
    ) -> Iterator[Step]:
        for pairs in self.matchings(members):
            rank = self.rank_of(pairs, merged=merged, floater=floater)._replace(bye=bye_rank)
            yield Step(merged=merged, pairs=pairs, bye=bye, rank=rank)

    def matchings(self, members: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
        """All pairings in which nobody meets an opponent again (criterion 1), the higher player first."""
        if not members:
            yield ()
            return
        first, others = members[0], members[1:]
        for second in others:
            if second not in self._met[first]:
                for pairs in self.matchings(_without(others, {second})):
                    yield ((first, second), *pairs)

    def is_possible(self, players: tuple[int, ...]) -> bool:
        """Whether the mandatory criteria can be met: no rematch, no second forced bye."""
        if players not in self._possible:
            self._possible[players] = self._find(players)
        return self._possible[players]

    def _find(self, players: tuple[int, ...]) -> bool:
        if len(players) % 2:
            free = [player for player in players if not self.field[player].had_bye]
            return any(self.is_possible(_without(players, {player})) for player in free)
        if not players:
            return True
        others = [player for player in players[1:] if player not in self._met[players[0]]]
        return any(self.is_possible(_without(players, {players[0], other})) for other in others)

    def rank_of(self, pairs: Sequence[Pair], *, merged: int, floater: int | None) -> Rank:
        """Where a pairing of a group stands in the order of alternatives."""
        field, terms = self.field, self.terms
        uneven = [(a, b) for a, b in pairs if field[a].score != field[b].score]
        ideal: dict[int, int] = {}
        switches = transpositions = 0
        for section in self._sections(pairs) if merged > 1 else [pairs]:
            upper, lower = self._split(section, merged=merged > 1)
            ideal |= dict(zip(upper, lower, strict=True))
            used = exchanges(section, upper, lower)
            switches, transpositions = switches + used[0], transpositions + used[1]
        return Rank(
            # Alternatives 4 and 5: colours are given up before floats, in no more pairs than needed.
            float_breaches=sum(self._floats_again(a, b) for a, b in uneven) if terms.floats_count else 0,
            colour_breaches=sum(self._breaks_colours(a, b) for a, b in pairs) if terms.colours else 0,
            # Alternative 3: "the strongest player in the next lower score group", then the next.
            floater=floater or 0,
            # A merged group is paired to "minimize the total McMahon score difference", with "as many players
            # as possible" against equal scores.
            difference=sum(field[a].score - field[b].score for a, b in uneven) if merged > 1 else 0,
            unequal_games=len(uneven) if merged > 1 else 0,
            # The printed example: the strongest of the lower score (G, H) go up; of the higher score those
            # go down (C, D) who are lowest, "the option that affects the lowest-ranked player(s)".
            going_up=tuple(sorted(b for _, b in uneven)) if merged > 1 else (),
            going_down=tuple(-a for a, _ in sorted(uneven)) if merged > 1 else (),
            # Additional considerations: "only by switching or transposing players within a score group".
            same_area=sum(field[a].area == field[b].area != "" for a, b in pairs) if terms.areas_count else 0,
            switches=switches,
            transpositions=transpositions,
            # "the option that affects the lowest-ranked player(s)": from board 1 down, an unchanged game is
            # better. Options that affect the same players are equal: the protocol does not choose.
            changed_boards=tuple((player, ideal[player]) not in pairs for player in sorted(ideal)),
        )

    def _sections(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        """The parts of a merged group, as in the printed example: games of equal scores, and all others.

        A, B play E, F; C, D play G, H; I plays J. Higher against higher also has the least penalty of the
        implementation notes, which is that of squared differences.
        """
        sections: dict[int | None, list[Pair]] = {}
        for a, b in pairs:
            score = self.field[a].score
            sections.setdefault(score if score == self.field[b].score else None, []).append((a, b))
        return list(sections.values())

    def _split(self, pairs: Sequence[Pair], *, merged: bool) -> tuple[list[int], list[int]]:
        """Basic Pairing: "the top half of the score group plays the bottom half of the group".

        Where games of unequal scores are a part of their own, all who go down play those who go up.
        """
        if merged and any(self.field[a].score != self.field[b].score for a, b in pairs):
            return sorted(a for a, _ in pairs), sorted(b for _, b in pairs)
        players = sorted(player for pair in pairs for player in pair)
        return players[: len(pairs)], players[len(pairs) :]

    def _breaks_colours(self, a: int, b: int) -> bool:
        """Criterion 4: no colours keep both players within it."""
        return not can_keep_promise(self.field[a].colours, self.field[b].colours, self.terms.rounds)

    def _floats_again(self, higher: int, lower: int) -> bool:
        """Criterion 3: one of the two was floated in the same direction in the round before."""
        return self.field[higher].floated == -1 or self.field[lower].floated == 1


def pair_round(field: Sequence[Entrant], terms: Terms, *, volunteer: str = "") -> PairedRound | None:
    """Pair a round; nothing where no pairing is valid.

    Remove Players Receiving Byes: if the field is odd, a volunteer has the forced bye and is not paired.
    """
    if len(field) % 2 and volunteer:
        field = [player for player in field if player.name != volunteer]
    protocol = Protocol(field, terms)
    steps = protocol.steps()
    return None if steps is None else PairedRound(field=protocol.field, steps=tuple(steps))


def exchanges(pairs: Sequence[Pair], upper: Sequence[int], lower: Sequence[int]) -> tuple[int, int]:
    """The least numbers of switches and transpositions that lead from split and shift to a pairing.

    A transposition leaves both players in their half, a switch brings one game inside the upper half and one
    inside the lower half. Games wanted and games found form rings; an exchange splits off one ring at most.
    """
    switches = sum(a in upper and b in upper for a, b in pairs)
    ideal = {**dict(zip(upper, lower, strict=True)), **dict(zip(lower, upper, strict=True))}
    found = {**dict(pairs), **{b: a for a, b in pairs}}
    left = set(ideal)
    rings = 0
    while left:
        rings += 1
        player = min(left)
        while player in left:
            left -= {player, ideal[player]}
            player = found[ideal[player]]
    return switches, len(pairs) - rings - switches


def _without(players: Sequence[int], taken: set[int]) -> tuple[int, ...]:
    return tuple(player for player in players if player not in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first group that was not paired as well, and the part of the rank in which the two differ.

    The part is "merging" where not the same score groups were paired together.
    """

    part: str
    step: Step
    other: Step | None


def first_difference(
    paired: PairedRound, terms: Terms, games: set[frozenset[str]], bye: str | None
) -> Difference | None:
    """Where another pairing of the same round leaves the protocol first, from the top, if it does."""
    protocol = Protocol(paired.field, terms)
    numbers = {player.name: number for number, player in enumerate(protocol.field)}
    pairs = {tuple(sorted(numbers[name] for name in game)) for game in games}
    free = numbers[bye] if bye else None
    rest = tuple(range(len(protocol.field)))
    for step in paired.steps:
        other = next(
            (
                candidate
                for candidate in protocol.candidates(rest, step.merged)
                if set(candidate.pairs) <= pairs and candidate.bye in (None, free)
            ),
            None,
        )
        if other is None:
            return Difference(part="merging", step=step, other=None)
        parts = zip(Rank._fields, step.rank, other.rank, strict=True)
        part = next((name for name, ours, theirs in parts if ours != theirs), None)
        if part:
            return Difference(part=part, step=step, other=other)
        # Equal ranks have the same floater and bye, so the same players remain.
        rest = _without(rest, step.taken)
    return None
