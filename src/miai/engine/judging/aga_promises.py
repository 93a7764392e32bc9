"""What the AGA protocol promises of each score group, by trying every pairing of groups of up to eight.

A group is all players of one score, without those who floated up out of it and with the floater that made
it even. Its pairing must be the best of all pairings of the same players: first by the boards on which a
criterion is broken (floats count more than colours), then, in the first half of the tournament, by families,
by clubs and countries, and by stones if the settings avoid them, then by switches, by transpositions, and by
how late the changes from split and shift come. Groups that were joined must have the least total difference
of scores with as few broken criteria, and then the most games between equal scores. Which floater was taken
is not judged.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.settings.pairing_rules import ColourRule, PairingRules
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import Case, case_of, pairing_scores, promises_kept
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.verify.recount import Violation, lines_of, points_of, zero_grade
from miai.errors import InternalError

LARGEST = 8
Pairs = tuple[tuple[Player, Player], ...]
Rank = tuple[Fraction | tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGroup:
    """Players who were paired among themselves, strongest first; `merged` if score groups were joined."""

    players: tuple[Player, ...]
    pairs: Pairs
    merged: bool


def judge_aga(
    tournament: Tournament, draw: Draw, *, constraints: Constraints | None = None
) -> list[Violation]:
    """Groups of an AGA draw for which a strictly better pairing of the same players exists."""
    if draw.system != "aga":
        return []
    case = case_of(tournament, draw, constraints)
    found = []
    for group in groups_of(case):
        if len(group.players) <= LARGEST:
            found += _judged(_Rules(case), group)
    return found


def _judged(rules: "_Rules", group: ScoreGroup) -> list[Violation]:
    rank = rules.merged_rank if group.merged else lambda pairs: rules.rank(group.players, pairs)
    drawn = rank(group.pairs)
    best = min((pairs for pairs in _pairings(group.players) if rules.may(pairs)), key=rank, default=None)
    if best is None or rank(best) >= drawn:
        return []
    names = ", ".join(f"{one.name}–{other.name}" for one, other in best)
    kind = "aga_joined_groups" if group.merged else "aga_order"
    return [Violation(rule=kind, text=f"a better pairing of the same players exists: {names}")]


def groups_of(case: Case) -> Iterator[ScoreGroup]:
    """The groups as they were paired from the top, found from who met whom."""
    mates = {}
    bound = {case.constraints.bye, *(player for pair in case.constraints.forced for player in pair)}
    # A volunteer sits out before any group is made.
    bound |= set(case.constraints.volunteers) & {player.id for player in case.draw.free}
    for board in case.draw.boards:
        mates[board.white.id] = board.black
        mates[board.black.id] = board.white
    left = [player for player in _strongest_first(case) if player.id not in bound]
    while left:
        group = _next_group(case, left, mates)
        # Only the bye is left.
        if not group.players:
            return
        yield group
        gone = {player.id for player in group.players}
        left = [player for player in left if player.id not in gone]


def _next_group(case: Case, left: Sequence[Player], mates: dict[PlayerId, Player]) -> ScoreGroup:
    """The fewest score groups from the top that were paired among themselves with at most one floater."""
    scores = sorted({case.scores[player.id] for player in left}, reverse=True)
    for joined, lowest in enumerate(scores):
        reached = [p for p in left if case.scores[p.id] >= lowest]
        inside = [p for p in reached if p.id in mates]
        below = scores[joined + 1] if joined + 1 < len(scores) else None
        outside = _partners_outside(inside, mates)
        if len(outside) > 1 or any(case.scores[p.id] != below for p in outside):
            continue
        if len(inside) < len(reached) and below is not None:
            continue
        players = (*inside, *outside)
        return ScoreGroup(players=players, pairs=_pairs_of(players, mates), merged=joined > 0)
    raise InternalError("the last group holds everybody")


def _partners_outside(players: Sequence[Player], mates: Mapping[PlayerId, Player]) -> list[Player]:
    """The opponents of players who are not among these players themselves."""
    ids = {player.id for player in players}
    return [mates[player.id] for player in players if mates[player.id].id not in ids]


def _pairs_of(players: Sequence[Player], mates: dict[PlayerId, Player]) -> Pairs:
    places = {player.id: place for place, player in enumerate(players)}
    return tuple((p, mates[p.id]) for p in players if places[p.id] < places[mates[p.id].id])


def _strongest_first(case: Case) -> list[Player]:
    """By score, then by rating, then by the canonical order that the seed gives."""

    def key(player: Player) -> tuple[Fraction, float, bytes, str]:
        rating = rating_of(player, american=True)
        ids = (player.surname, player.first_name, player.egf_pin, player.aga_id, player.ffg_licence)
        text = "\0".join((str(case.draw.seed), *ids))
        nameless = repr(replace(player, id=PlayerId("")))
        return -case.scores[player.id], -rating, hashlib.sha256(text.encode()).digest(), nameless

    return sorted(case.field, key=key)


def _pairings(players: Sequence[Player]) -> Iterator[Pairs]:
    """Every way to pair some players."""
    if not players:
        yield ()
        return
    for place in range(1, len(players)):
        for rest in _pairings([*players[1:place], *players[place + 1 :]]):
            yield ((players[0], players[place]), *rest)


class _Rules:
    """The protocol's criteria for two players of one draw."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.number = case.draw.round
        self.rounds = max(case.before.settings.rounds, self.number)
        self.met = {
            frozenset((board.white, board.black)) for drawn in case.before.rounds for board in drawn.boards
        }
        self.floats = self._last_floats()

    def may(self, pairs: Pairs) -> bool:
        """Whether nobody meets again, nor whom the director forbade."""
        apart = self.met | {frozenset(pair) for pair in self.case.constraints.forbidden}
        return all(frozenset((one.id, other.id)) not in apart for one, other in pairs)

    def broken(self, pairs: Pairs) -> tuple[int, int]:
        """On how many boards somebody floats again, and on how many the colours cannot be kept."""
        floats = sum(self._floats_again(one, other) for one, other in pairs)
        return floats, sum(not self._colours_allow(one, other) for one, other in pairs)

    def merged_rank(self, pairs: Pairs) -> Rank:
        """Joined groups: the fewest broken criteria, the least total difference, the most equal scores."""
        scores = self.case.scores
        gaps = [abs(scores[one.id] - scores[other.id]) for one, other in pairs]
        return self.broken(pairs), sum(gaps, Fraction(0)), Fraction(sum(gap > 0 for gap in gaps))

    def rank(self, players: Sequence[Player], pairs: Pairs) -> Rank:
        """The order of alternatives of one group; lower is better."""
        half = len(pairs)
        place = {player.id: number for number, player in enumerate(players)}
        seats = [sorted((place[one.id], place[other.id])) for one, other in pairs]
        same_half = sum(high < half or low >= half for low, high in seats)
        switches = same_half // 2
        # A board is changed if its player of the upper half meets somebody else.
        changed = {low for low, high in seats if low < half and high != low + half}
        changed |= {high for low, high in seats if high < half}
        return (
            self.broken(pairs),
            self._avoided(pairs),
            (switches, _exchanges(seats, half) - switches),
            tuple(-board for board in sorted(changed)),
        )

    def _avoided(self, pairs: Pairs) -> tuple[int, ...]:
        """What the settings avoid in the first half: families, then clubs and countries, then stones."""
        if 2 * self.number > self.rounds:
            return ()
        wanted = self.case.before.settings.pairing
        families = sum(_same(one.family, other.family) for one, other in pairs)
        return (
            families if wanted.family_apart else 0,
            sum(self._area(one, other) for one, other in pairs),
            sum(self.case.handicap(one, other) for one, other in pairs) if wanted.small_handicaps else 0,
        )

    def _area(self, one: Player, other: Player) -> int:
        """The price of the dearest thing that two players have in common."""
        if self._is_exempt(one) and self._is_exempt(other):
            return 0
        wanted = self.case.before.settings.pairing
        # Of sides of several people anybody counts.
        people = [(a, b) for a in one.members or (one,) for b in other.members or (other,)]
        prices = (
            (any(self._share_club(a, b) for a, b in people), wanted.same_club),
            (any(self._share_group(a, b) for a, b in people), wanted.same_clubs_group),
            (_share_city(one, other), wanted.same_city),
            (_share_state(one, other), wanted.same_state),
            (any(_same(a.country, b.country) for a, b in people), wanted.same_country),
        )
        return max((price for shared, price in prices if shared), default=0)

    def _share_club(self, one: Player | Member, other: Player | Member) -> bool:
        return _same(one.club, other.club) and not self._is_large(one.club)

    def _share_group(self, one: Player | Member, other: Player | Member) -> bool:
        return self._linked(one.club) == self._linked(other.club) != ""

    def _is_large(self, club: str) -> bool:
        """Whether a club holds more than 40 % of the field and is relieved."""
        field = [person for player in self.case.field for person in player.members or (player,)]
        members = sum(person.club.casefold() == club.casefold() for person in field)
        return self.case.before.settings.pairing.relief_for_large_clubs and members > 0.4 * len(field)

    def _linked(self, club: str) -> str:
        groups = self.case.before.settings.clubs_groups
        return next((group.name for group in groups if club and club in group.clubs), "")

    def _is_exempt(self, player: Player) -> bool:
        rules: PairingRules = self.case.before.settings.pairing
        scoring = self.case.before.settings.scoring
        if rules.exempt_at_bar and self.case.is_above_bar(player):
            return True
        if rules.exempt_from is not None:
            line = Fraction(rules.exempt_from.number - zero_grade(scoring))
            if scoring.bands:
                reached = [band for band in scoring.bands if band.weakest.number <= rules.exempt_from.number]
                line = Fraction(reached[0].score if reached else scoring.bands[-1].score - 4, 4)
            if self.case.scores[player.id] >= line:
                return True
        if rules.exempt_half_won:
            lines = lines_of(self.case.before, self.number - 1)[player.id]
            wins = points_of(lines, scoring, wins=True, absences=scoring.absence_for_place)
            if 2 * wins >= self.rounds:
                return True
        return False

    def _colours_allow(self, one: Player, other: Player) -> bool:
        """Criterion 4, where stones do not decide and the players do not settle the colours themselves."""
        nigiri = self.case.before.settings.pairing.colours is ColourRule.NIGIRI
        if nigiri or self.case.handicap(one, other) > 0:
            return True
        return 2 in (promises_kept(self.case, one, other), promises_kept(self.case, other, one))

    def _floats_again(self, one: Player, other: Player) -> bool:
        """Criterion 3: nobody floats twice in a row the same way, but at the end of the tournament."""
        free = 1 if self.rounds < 6 else 2
        if self.number > self.rounds - free:
            return False
        scores = self.case.scores
        higher, lower = sorted((one, other), key=lambda player: scores[player.id], reverse=True)
        if scores[higher.id] == scores[lower.id]:
            return False
        return self.floats[higher.id] < 0 or self.floats[lower.id] > 0

    def _last_floats(self) -> dict[PlayerId, int]:
        """1 for who met a higher score in the last round, -1 for who met a lower one."""
        floats = {player.id: 0 for player in self.case.before.players}
        if self.number < 2:
            return floats
        then = pairing_scores(self.case.before, self.number - 2, by_wins=False)
        for board in self.case.before.round(self.number - 1).boards:
            for mine, theirs in ((board.white, board.black), (board.black, board.white)):
                floats[mine] = (then[theirs] > then[mine]) - (then[theirs] < then[mine])
        return floats


def _exchanges(seats: Sequence[Sequence[int]], half: int) -> int:
    """How many exchanges of two players turn split and shift into a pairing: boards less closed circles."""
    circle = list(range(half))

    def find(board: int) -> int:
        while circle[board] != board:
            board = circle[board]
        return board

    needed = 0
    for low, high in seats:
        one, other = find(low % half), find(high % half)
        if one != other:
            circle[one] = other
            needed += 1
    return needed


def _share_state(one: Player, other: Player) -> bool:
    """States of one name may be in two countries; those without a country are of one."""
    return one.country.casefold() == other.country.casefold() and _same(one.state, other.state)


def _share_city(one: Player, other: Player) -> bool:
    """Cities of one name may be in two states; those without a state are of one."""
    one_land = one.country.casefold() == other.country.casefold()
    return one_land and one.state.casefold() == other.state.casefold() and _same(one.city, other.city)


def _same(mine: str, theirs: str) -> bool:
    """True if both have the same text in upper or lower case; two empty texts are not the same."""
    return bool(mine) and mine.casefold() == theirs.casefold()
