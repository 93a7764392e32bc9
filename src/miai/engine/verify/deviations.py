"""How far a pair is from what each rule wants, one pair at a time, from what is known of the two."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.sides import people_of
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import scale_of
from miai.domain.settings.pairing_rules import ColourRule, GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.domain.settings.weights_edition import WeightsEdition
from miai.domain.time_zones import minutes_east
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import NEVER, POINT, Facts, score_of_grade, top_score
from miai.engine.verify.grades import wanted_grades
from miai.engine.verify.recount import zero_grade

Rule = Callable[[Facts, Facts], int]
_PLACE_STEPS = 4
_CHANCE_SIDES = 8
_MOST_SEEDING = 4096
_MOST_GRADES = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class _Origin:
    """If a player may meet clubmates freely, and the texts of each kind that others may share."""

    exempt: bool
    texts: tuple[frozenset[object], ...]


class Rules:
    """The rules of one round, in the order of their importance."""

    def __init__(self, tournament: Tournament, field: Sequence[Facts], number: int, *, seed: int) -> None:
        self._tournament, self._settings = tournament, tournament.settings
        self._rules = tournament.settings.pairing
        self._field, self._number, self._seed = field, number, seed
        self._top = top_score(self._settings, tournament.players)
        self._large_clubs = self._too_large()
        rules = self._rules
        self._prices = (
            rules.same_country,
            rules.same_state,
            rules.same_city,
            rules.same_clubs_group,
            rules.same_club,
        )
        self._origins = {each.player.id: self._origin(each) for each in field}
        self._east = {each.player.id: self._minutes_east(each.player) for each in field}

    def by_key(self, *, halves_apart: bool, strict: bool) -> dict[str, Rule]:
        """Each rule that the settings ask for.

        In `strict` order games that tell about grades come next to the score, in the first edition after
        colours.
        """
        wanted = self._rules
        found: dict[str, Rule] = {}
        if self._settings.category_limits and wanted.keep_categories_apart:
            found["category"] = self.category
        found["score"] = score
        early = strict and wanted.edition is not WeightsEdition.FIRST
        if wanted.grading_information and early:
            found["grading"] = self._grading()
        if any(self._prices) or wanted.far_time_zones:
            found["geography"] = self.geography
        found["floats"] = self.floats
        if wanted.colours is ColourRule.BALANCE:
            found["colour"] = self.colour
        if wanted.grading_information and not early:
            found["grading"] = self._grading()
        if wanted.small_handicaps:
            found["handicap"] = self.handicap
        method = wanted.seeding(self._number).method
        found["float_place"] = self.float_place
        found["seeding"] = lambda a, b: seeding(a, b, method, halves_apart=halves_apart)
        found["chance"] = self._chance()
        return found

    def _grading(self) -> Rule:
        """How many grades each of the two is from the opponents that the other one should meet."""
        wanted = wanted_grades(self._tournament, self._number)

        def off(grade: int, of: Facts) -> int:
            low, high = wanted[of.player.id]
            if low > high:
                return 0
            return min(_MOST_GRADES, max(0, low - grade, grade - high))

        def grading(a: Facts, b: Facts) -> int:
            return off(b.player.grade.number, a) + off(a.player.grade.number, b)

        return grading

    def category(self, a: Facts, b: Facts) -> int:
        """The difference of categories."""
        of = self._settings.category_of
        return abs(of(a.player) - of(b.player))

    def floats(self, a: Facts, b: Facts) -> int:
        """What is missing from the best of floats: both make up for a float, or none repeats one."""
        if a.group == b.group:
            return 0
        down, up = (a, b) if a.group > b.group else (b, a)
        good = 2 - (down.downs > 0) - (up.ups > 0)
        if not self._rules.compensate_floats:
            return 2 - good
        if good > 0:
            good += (down.ups > down.downs) + (up.downs > up.ups)
        return 4 - good

    def colour(self, a: Facts, b: Facts) -> int:
        """What the better choice of colours leaves to be desired; who gives a handicap has White anyway."""
        if self.handicap(a, b):
            return 0
        return min(_unwanted(a, 1) + _unwanted(b, -1), _unwanted(a, -1) + _unwanted(b, 1))

    def handicap(self, a: Facts, b: Facts) -> int:
        """The size of the handicap in grades."""
        given, settings = self._settings.handicapping, self._settings
        scale = scale_of(given)
        even = given.none_above_bar and not settings.by_wins and max(a.start, b.start) >= self._top
        if even:
            return 0
        limit = given.none_from.number
        size = abs(min(handicap_level(a, settings), limit) - min(handicap_level(b, settings), limit))
        size -= scale.correction
        return 0 if size < scale.least else max(0, min(scale.most, size))

    def float_place(self, a: Facts, b: Facts) -> int:
        """How far those who leave their groups are from the part that they should be taken from."""
        if a.group == b.group:
            return 0
        down, up = (a, b) if a.group > b.group else (b, a)
        return _off_place(down, self._rules.float_down_from) + _off_place(up, self._rules.float_up_from)

    def geography(self, a: Facts, b: Facts) -> int:
        """The price of time zones too far apart, or of the dearest thing in common; the exempt may share."""
        price = self._rules.far_time_zones
        apart = price if price and self.hours_apart(a, b) > self._rules.hours_in_reach else 0
        mine, theirs = self._origins[a.player.id], self._origins[b.player.id]
        if mine.exempt and theirs.exempt:
            return apart
        shared = (
            price
            for price, ours, others in zip(self._prices, mine.texts, theirs.texts, strict=True)
            if not ours.isdisjoint(others)
        )
        return max((apart, *shared))

    def hours_apart(self, a: Facts, b: Facts) -> float:
        """The hours between the clocks of two players, the shorter way around; 0 where one is not known."""
        mine, theirs = self._east[a.player.id], self._east[b.player.id]
        if mine is None or theirs is None:
            return 0
        minutes = abs(mine - theirs) % (24 * 60)
        return min(minutes, 24 * 60 - minutes) / 60

    def _minutes_east(self, player: Player) -> int | None:
        """By the player's own clocks on the first day, else by those of the event."""
        own = minutes_east(player.time_zone, self._tournament.begin)
        usual = minutes_east(self._settings.time_zone, self._tournament.begin)
        return usual if own is None else own

    def _origin(self, each: Facts) -> "_Origin":
        """All that a player or people of a side can have in common with others, in the order of prices."""
        player, people = each.player, people_of(each.player)
        country, state = player.country.casefold(), player.state.casefold()
        city = player.city.casefold()
        kinds: tuple[Iterable[object], ...] = (
            (person.country.casefold() for person in people),
            [state and (country, state)],
            [city and (country, state, city)],
            (self._group_of(person.club) for person in people),
            (self._club(person.club) for person in people),
        )
        return _Origin(
            exempt=self._exempt(each), texts=tuple(frozenset(text for text in kind if text) for kind in kinds)
        )

    def _club(self, name: str) -> str:
        club = name.casefold()
        return "" if club in self._large_clubs else club

    def known_clubs(self) -> dict[PlayerId, str]:
        """The club of each player; none for members of a club that is too large to be kept apart."""
        return {each.player.id: self._club(each.player.club) for each in self._field}

    def clubs_group(self, player: Player) -> str:
        """The first group of clubs that holds the player's own; empty without one."""
        return self._group_of(player.club)

    def _group_of(self, club: str) -> str:
        for group in self._settings.clubs_groups:
            if club and club in group.clubs:
                return group.name
        return ""

    def _too_large(self) -> set[str]:
        """Clubs that hold more than 40 % of the field, if the rules relieve them."""
        if not self._rules.relief_for_large_clubs:
            return set()
        sides = [people_of(each.player) for each in self._field]
        clubs = [person.club.casefold() for side in sides for person in side]
        places = len(sides) * max(map(len, sides), default=1)
        return {club for club in clubs if club and 5 * clubs.count(club) > 2 * places}

    def _exempt(self, each: Facts) -> bool:
        settings, rules = self._settings, self._rules
        rounds = max(settings.rounds, self._number)
        if rules.exempt_last_half and 2 * self._number > rounds:
            return True
        if rules.exempt_half_won and each.wins >= POINT * rounds // 2:
            return True
        if settings.by_wins:
            return False
        bar = settings.scoring.bands[0].score if settings.scoring.bands else self._bar()
        if rules.exempt_at_bar and each.start >= bar:
            return True
        limit = NEVER if rules.exempt_from is None else score_of_grade(rules.exempt_from.number, settings)
        return each.score >= limit

    def _bar(self) -> float:
        return score_of_grade(self._settings.scoring.bar.number, self._settings)

    def _chance(self) -> Rule:
        """A number below 8 for every pair: numpy's default generator, row by row in the order by lot."""
        order = sorted(self._field, key=lambda each: each.lot)
        dice = np.random.default_rng((self._seed % 2**64, self._number))
        rows = [dice.integers(0, _CHANCE_SIDES, len(order), np.int64).tolist() for _ in order]
        at = {each.player.id: k for k, each in enumerate(order)}

        def chance(a: Facts, b: Facts) -> int:
            low, high = sorted((at[a.player.id], at[b.player.id]))
            return int(rows[low][high])

        return chance


def handicap_level(each: Facts, settings: Settings) -> int:
    """The grade that handicaps are counted from: of the score if the rules say so, and never of a band."""
    if settings.handicapping.by_score and not settings.by_wins and not settings.scoring.bands:
        return each.group + zero_grade(settings.scoring)
    return each.player.grade.number


def score(a: Facts, b: Facts) -> int:
    """The square of the difference in half points."""
    return (abs(a.score - b.score) // 2) ** 2


def _unwanted(each: Facts, colour: int) -> int:
    """How much a colour is unwanted: 1 or 2 for a step further from balance, 1 for the same colour again."""
    if each.balance == 0:
        return int(each.last_colour == colour)
    return min(2, max(0, each.balance * colour))


def _off_place(each: Facts, end: GroupEnd) -> int:
    """Up to four steps from the wanted part of the group."""
    last = each.size - 1
    match end:
        case GroupEnd.TOP:
            off, most = each.place, last
        case GroupEnd.BOTTOM:
            off, most = last - each.place, last
        case GroupEnd.MIDDLE:
            # Twice the distance from the middle; in an even group two players are in the middle.
            even = 1 - each.size % 2
            off, most = abs(2 * each.place - last) - even, last - even
    return -(-off * _PLACE_STEPS // max(1, most))


def seeding(a: Facts, b: Facts, method: SeedMethod, *, halves_apart: bool) -> int:
    """How far a pair of one group is from the one that the method wants; groups do not seed each other."""
    if a.group != b.group:
        return 0
    low, high = sorted((a.place, b.place))
    size = a.size
    off = _places_off(low, high, size, method)
    if method is SeedMethod.SPLIT_AND_RANDOM:
        return off
    if size <= 20:
        price = off * off
    else:
        # Each place further costs one more than the place before it, until all cost alike.
        rising = max(3, 240 // size)
        price = sum(min(step, rising) for step in range(1, off + 1))
    if halves_apart and method in (SeedMethod.FOLD, SeedMethod.SLIP):
        price += 100 * min(2, _inside_half(low, high, size))
    return min(_MOST_SEEDING, price)


def places_apart(a: Facts, b: Facts) -> int:
    """AGA: the places from the ideal opponent: by split and shift, or the nearest of the next group."""
    if a.group == b.group:
        return abs(2 * abs(a.place - b.place) - a.size) // 2
    upper, lower = (a, b) if a.group > b.group else (b, a)
    return upper.size - 1 - upper.place + lower.place


def _places_off(low: int, high: int, size: int, method: SeedMethod) -> int:
    match method:
        case SeedMethod.RANDOM:
            return 0
        case SeedMethod.FOLD:
            return abs(low + high + 1 - size)
        case SeedMethod.SLIP:
            return abs(2 * (high - low) - size) // 2
        case SeedMethod.ADJACENT:
            return high - low - 1
        case SeedMethod.SPLIT_AND_RANDOM:
            return _inside_half(low, high, size)
        case SeedMethod.DOUBLE_FOLD:
            return _double_fold(low, high, size)


def _inside_half(low: int, high: int, size: int) -> int:
    """0 for two of different halves, else how far the nearer one is from the middle, rounded up."""
    middle = size - 1
    if 2 * low <= middle <= 2 * high:
        return 0
    nearest = min(abs(2 * low - middle), abs(2 * high - middle))
    return -(-nearest // 2)


def _double_fold(low: int, high: int, size: int) -> int:
    half = size // 2
    quarters = half - half % 2
    if half % 2 and quarters <= low and high < size - quarters:
        return 0
    if 2 * high < size:
        return abs(low + high + 1 - quarters)
    if 2 * low >= size - 1:
        return abs(low + high + 1 + quarters - 2 * size)
    return half + high - low - 1
