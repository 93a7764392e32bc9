"""OpenGotha's weights of a pair, computed again one pair at a time; doubles are cut to whole numbers."""

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import combinations

from miai.domain.pricing_version import FIRST_PRICING, PRICING
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import NEVER, POINT, Facts, score_of_grade
from miai.engine.verify.deviations import Rules

Weight = Callable[[Facts, Facts], int]
# OpenGotha counts McMahon scores from 30 kyu.
_ZERO = -30


class GothaWeights:
    """The terms of a round; the cost of a pair is what each term lacks of the most that any pair has.

    `pricing` is the version of the arithmetic by which the round was drawn.
    """

    def __init__(
        self,
        tournament: Tournament,
        field: Sequence[Facts],
        number: int,
        *,
        seed: int,
        pricing: int = PRICING,
    ) -> None:
        self._settings, self._number = tournament.settings, number
        self._first = pricing == FIRST_PRICING
        self._split = bool(tournament.settings.category_limits) and not self._first
        self._rules, self._weights = tournament.settings.pairing, tournament.settings.pairing.weights
        self._field, self._seed = field, seed
        self._others = Rules(tournament, field, number, seed=seed)
        self._span = self._group_span()
        self._placed = self._places()

    def prices(self) -> dict[str, list[int]]:
        """What each term charges for all pairs, row by row."""
        pairs = list(combinations(self._field, 2))
        prices = {}
        for key, weight in self._terms().items():
            found = [weight(a, b) for a, b in pairs]
            # A player beside themselves counts for the most that there is.
            most = max(0, *found, *(weight(each, each) for each in self._field))
            prices[key] = [most - each for each in found]
        return prices

    def _terms(self) -> dict[str, Weight]:
        return {
            "rematch": lambda a, b: 0 if b.player.id in a.met else self._weights.duplicate,
            "chance": lambda a, b: self._lot(a, b, self._seed + 1, self._weights.random),
            "colour": self._colour,
            "category": self._category,
            "score": self._score,
            "floats": self._floats,
            "seeding": self._seeding,
            "handicap": self._handicap,
            "geography": self._geography,
        }

    def _group_span(self) -> int:
        """How many groups there can be."""
        scoring = self._settings.scoring
        categories = len(self._settings.category_limits) + 1 if self._split else 1
        if self._settings.by_wins:
            return categories * self._number
        return categories * max(1, scoring.bar.number - scoring.floor.number + self._number + 3)

    def _places(self) -> dict[str, tuple[int, int]]:
        """The place of each player inside group and category, and how many there are."""
        counted: Counter[tuple[int, int]] = Counter()
        place = {}
        for each in sorted(self._field, key=lambda each: each.place):
            cell = self._cell(each)
            place[each.player.id] = cell, counted[cell]
            counted[cell] += 1
        return {player: (at, counted[cell]) for player, (cell, at) in place.items()}

    def _cell(self, each: Facts) -> tuple[int, int]:
        """Category and group; the larger one is the stronger."""
        return (-self._settings.category_of(each.player) if self._split else 0, each.group)

    def _score(self, a: Facts, b: Facts) -> int:
        """Nothing for two of different categories."""
        if self._cell(a)[0] != self._cell(b)[0]:
            return 0
        return self._nearness(a.group - b.group, self._span, self._weights.score)

    def _concave(self, x: float) -> float:
        return (1.0 - x) * (1.0 + self._weights.concavity * x)

    def _nearness(self, difference: int, span: int, weight: int) -> int:
        return int(weight * self._concave(abs(difference) / span))

    def _lot(self, a: Facts, b: Facts, seed: int, below: int) -> int:
        """A number that depends on the two names and the seed alone."""
        if below <= 0:
            return 0
        x, y = (
            int.from_bytes(sha256(f"{seed}\0{each.player.name}".encode()).digest()[:4]) for each in (a, b)
        )
        return (x * 7919 + y * 7919 + (x ^ y)) % below

    def _colour(self, a: Facts, b: Facts) -> int:
        """Full where one has had more whites and the other more blacks, half where one is far off."""
        if self._others.handicap(a, b):
            return 0
        if a.balance * b.balance < 0:
            return self._weights.colour
        balances = sorted((abs(a.balance), abs(b.balance)))
        return self._weights.colour // 2 if balances[0] == 0 and balances[1] > 1 else 0

    def _category(self, a: Facts, b: Facts) -> int:
        count = len(self._settings.category_limits) + 1
        weight = self._weights.category if count > 1 else 0
        of = self._settings.category_of
        return self._nearness(of(a.player) - of(b.player), count, weight)

    def _floats(self, a: Facts, b: Facts) -> int:
        """A fifth for each thing that is right about a float, and up to a tenth for each of both places."""
        if self._cell(a) == self._cell(b):
            return 0
        down, up = (a, b) if self._cell(a) > self._cell(b) else (b, a)
        fifth = self._weights.floats // 5
        places = 0
        for each, end in ((down, self._rules.float_down_from), (up, self._rules.float_up_from)):
            at, size = self._placed[each.player.id]
            places += fifth // 2 * _fits(at, size, end) // size
        good = 2 - (down.downs > 0) - (up.ups > 0)
        if good and self._rules.compensate_floats:
            good += (down.ups > down.downs) + (up.downs > up.ups)
        weight = places + fifth * good
        for _ in range(4):
            weight //= 1 + abs(self._cell(a)[0] - self._cell(b)[0])
        return weight

    def _seeding(self, a: Facts, b: Facts) -> int:
        """Whole numbers, cut after each division."""
        if self._cell(a) != self._cell(b) or a is b:
            return 0
        weight = self._weights.seeding
        (mine, size), (theirs, _) = self._placed[a.player.id], self._placed[b.player.id]
        match self._rules.seeding(self._number).method:
            case SeedMethod.SLIP:
                off = abs(2 * abs(mine - theirs) - size)
                return weight - weight * off // size * off // size
            case SeedMethod.FOLD:
                off, span = abs(mine + theirs - size + 1), max(1, size - 1)
                return weight - weight * off // span * off // span
        opposite = (2 * mine < size) != (2 * theirs < size)
        return weight - self._lot(a, b, self._seed, weight // 5) if opposite else 0

    def _handicap(self, a: Facts, b: Facts) -> int:
        if self._first:
            size = 0 if a is b else self._others.handicap(a, b)
            return int(self._weights.handicap * (1.0 - size / max(1, self._span)))
        scoring = self._settings.scoring
        span = self._span
        if self._settings.by_wins:
            span = max(1, scoring.bar.number - scoring.floor.number + self._number + 2)
        apart = abs(self._handicap_level(a) - self._handicap_level(b))
        return self._nearness(min(apart, span), span, self._weights.handicap)

    def _handicap_level(self, each: Facts) -> int:
        """The McMahon score in whole points; past a threshold it is that of a winner above the bar."""
        if not self._exempt(each):
            return each.points // POINT
        return int(self._bar_score()) // POINT + 1 + self._number

    def _bar_score(self) -> float:
        bands = self._settings.scoring.bands
        return bands[0].score if bands else score_of_grade(self._settings.scoring.bar.number, self._settings)

    def _geography(self, a: Facts, b: Facts) -> int:
        """How far the two come from each other, against what a difference in score is worth."""
        weights, rules, span = self._weights, self._rules, self._span
        exempt = self._exempt(a) + self._exempt(b)
        if exempt == 2:
            return weights.geography
        other_country = a.player.country.upper() != b.player.country.upper()
        country = min(1.0, rules.same_country / span) if other_country else 0.0
        club = 0.0
        if a.player.club[:4].upper() != b.player.club[:4].upper():
            worth = rules.same_club - (rules.same_clubs_group if self._one_clubs_group(a, b) else 0)
            club = min(1.0, max(0, worth) * 1.2 / span)
        ratio = max(country, club) + min(country, club) / 2.0
        if ratio > 0.0:
            ratio += 0.5 / span
        found = min(weights.score - int(weights.geography * self._concave(ratio)), weights.geography)
        return (found + weights.geography) // 2 if exempt == 1 else found

    def _one_clubs_group(self, a: Facts, b: Facts) -> bool:
        mine = self._others.clubs_group(a.player)
        return bool(mine) and mine == self._others.clubs_group(b.player)

    def _exempt(self, each: Facts) -> bool:
        """Whether a player may meet compatriots: at the bar, above a grade, with half of the wins or all."""
        settings, rules = self._settings, self._rules
        rounds = max(settings.rounds, self._number)
        if each.wins >= (POINT * rounds // 2 if rules.exempt_half_won else POINT * rounds):
            return True
        if not self._first:
            limit = NEVER if rules.exempt_from is None else POINT * rules.exempt_from.number
            reached = POINT * each.player.grade.number + each.wins >= limit
            return reached or (rules.exempt_at_bar and each.start >= self._bar_score())
        if settings.by_wins:
            return False
        bar: float = NEVER
        if rules.exempt_at_bar:
            bands = settings.scoring.bands
            bar = bands[0].score if bands else self._score_of(settings.scoring.bar.number)
        limit = NEVER if rules.exempt_from is None else self._score_of(rules.exempt_from.number)
        return each.start >= bar or each.score >= limit

    def _score_of(self, grade: int) -> float:
        return (
            score_of_grade(grade, self._settings) if self._settings.scoring.bands else POINT * (grade - _ZERO)
        )


def _fits(place: int, size: int, end: GroupEnd) -> int:
    """How well a place in the group fits the part that floaters are taken from."""
    last = size - 1
    match end:
        case GroupEnd.TOP:
            return last - place
        case GroupEnd.BOTTOM:
            return place
        case GroupEnd.MIDDLE:
            return last - abs(2 * place - last)
