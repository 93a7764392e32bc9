"""The rules in groups, as the settings page and `miai rules` show them."""

from collections.abc import Callable
from dataclasses import dataclass

from miai.app.event.unused_rules import unused_rules
from miai.domain.criterion_names import criteria_titles
from miai.domain.field_labels import SETTING_LABELS
from miai.domain.money import money_text
from miai.domain.presets import preset_name
from miai.domain.setting_fields import value_at
from miai.domain.setting_words import words_of
from miai.domain.settings import ALL_PLAY_ALL, Settings
from miai.messages import Clauses, Message, Score, counted, literal
from miai.pairing.registry import name_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """Rules that belong together: their paths line by line, and what they amount to in a few words.

    `intro` says what is true of all of them. A group that is `advanced` is for those who know why they need
    it. `page` is the page of the console where the rules are changed, if that is not the settings page.
    """

    key: str
    title: Message
    lines: tuple[tuple[str, ...], ...]
    summary: Callable[[Settings], Message]
    intro: Message | None = None
    advanced: bool = False
    page: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths of the group."""
        return tuple(path for line in self.lines for path in line)


def _system(settings: Settings) -> Message:
    system = name_of(settings.system)
    return counted("%(system)s, %(num)s round", "%(system)s, %(num)s rounds", settings.rounds, system=system)


def _time(settings: Settings) -> Message:
    return Message(
        "%(minutes)s minutes, komi %(komi)s", minutes=settings.clock.basic_minutes, komi=settings.komi
    )


def _bar(settings: Settings) -> Message:
    return Message(
        "Bar %(bar)s, floor %(floor)s", bar=str(settings.scoring.bar), floor=str(settings.scoring.floor)
    )


def _unplayed(settings: Settings) -> Message:
    if settings.system in ALL_PLAY_ALL:
        return Message("no points for a round without a game")
    scoring = settings.scoring
    bye, absence = (
        (scoring.bye_wins, scoring.absent_wins)
        if settings.by_wins
        else (scoring.bye_points, scoring.absent_points)
    )
    return Message("Bye %(bye)s, absence %(absence)s", bye=Score(bye), absence=Score(absence))


def _handicap(settings: Settings) -> Message:
    given = settings.handicapping
    if given.table:
        last = given.table[-1].difference
        return Message("by a table, up to %(grades)s grades", grades=last)
    if given.ceiling == 0:
        return Message("all games are even")
    if given.komi_per_grade:
        return Message(
            "%(points)s points of komi a grade, difference less %(less)s, at most %(most)s grades",
            points=given.komi_per_grade,
            less=given.correction,
            most=given.ceiling,
        )
    return Message("Difference less %(less)s, at most %(most)s", less=given.correction, most=given.ceiling)


def _criteria(settings: Settings) -> Message:
    return _joined(criteria_titles(settings.criteria))


def _preset(settings: Settings) -> Message:
    if "preset" in unused_rules(settings):
        colours = words_of("pairing.colours", settings.pairing.colours)
        return Message("colours: %(colours)s", colours=colours)
    return preset_name(settings.preset)


def _seeding(settings: Settings) -> Message:
    rules = settings.pairing
    return Message(
        "%(first)s, later %(later)s",
        first=words_of("pairing.first_seeding.method", rules.first_seeding.method),
        later=words_of("pairing.later_seeding.method", rules.later_seeding.method),
    )


def _apart(settings: Settings) -> Message:
    unused = unused_rules(settings)
    kept = [
        path
        for path in (*_KEPT_APART, "pairing.far_time_zones")
        if value_at(settings, path) and path not in unused
    ]
    families = settings.pairing.family_apart and "pairing.family_apart" not in unused
    if not kept and families:
        return SETTING_LABELS["pairing.family_apart"]
    return _joined((*(SETTING_LABELS[path] for path in kept), *([Message("families")] if families else [])))


def _weeks(settings: Settings) -> Message:
    rule = words_of("unfinished.in_next_draw", settings.unfinished.in_next_draw)
    if not settings.time_zone:
        return Message("games that are not over: %(rule)s", rule=rule)
    return Message("games that are not over: %(rule)s; %(zone)s", rule=rule, zone=settings.time_zone)


def _categories(settings: Settings) -> Message:
    return _joined(tuple(map(str, settings.category_limits)))


def _brackets(settings: Settings) -> Message:
    return Message("places by lot") if settings.pairing.bracket_by_lot else Message("places by rating")


def _sides(settings: Settings) -> Message:
    people = settings.sides.people
    return Message("everybody plays alone") if people == 1 else Message("%(num)s people a side", num=people)


def _teams(settings: Settings) -> Message:
    size = settings.teams.size
    return counted("%(num)s board", "%(num)s boards", size) if size else Message("there are no teams")


def _seed(settings: Settings) -> Message:
    return Message("seed %(seed)s", seed=settings.draw_seed)


def _gotha(settings: Settings) -> Message:
    return Message("score %(weight)s", weight=settings.pairing.weights.score)


def _kaniuk(settings: Settings) -> Message:
    return literal(settings.pairing.kaniuk.psi)


def _classic(settings: Settings) -> Message:
    chosen = settings.classic_rating
    return Message(
        "epsilon %(epsilon)s, %(points)s points a stone",
        epsilon=chosen.epsilon,
        points=chosen.points_per_stone,
    )


def _bands(settings: Settings) -> Message:
    return _joined(tuple(str(band.weakest) for band in settings.scoring.bands))


def _tables(settings: Settings) -> Message:
    ranges = tuple(str(each) for each in settings.tables.ranges) or (Message("from 1 upwards"),)
    left_out = tuple(str(each) for each in settings.tables.left_out)
    if not left_out:
        return _joined(ranges)
    return Message(
        "%(ranges)s without %(left_out)s", ranges=Clauses(ranges, ", "), left_out=Clauses(left_out, ", ")
    )


def _fees(settings: Settings) -> Message:
    fees = settings.fees
    if not (fees.usual or fees.for_juniors):
        return Message("nobody pays")
    if fees.currency:
        return Message("%(amount)s %(currency)s", amount=money_text(fees.usual), currency=fees.currency)
    return literal(money_text(fees.usual))


def _prizes(settings: Settings) -> Message:
    return counted("%(num)s prize", "%(num)s prizes", len(settings.prizes))


def _joined(parts: tuple[object, ...]) -> Message:
    return Message("%(text)s", text=Clauses(parts, ", ")) if parts else Message("none")


def _seeded(seeding: str) -> tuple[tuple[str, ...], ...]:
    return (
        (f"{seeding}.method", f"{seeding}.by"),
        (f"{seeding}.criteria",),
        (f"{seeding}.by_standings",),
    )


_KEPT_APART = (
    "pairing.same_country",
    "pairing.same_state",
    "pairing.same_city",
    "pairing.same_clubs_group",
    "pairing.same_club",
)

GROUPS: tuple[RuleGroup, ...] = (
    RuleGroup(key="system", title=SETTING_LABELS["system"], lines=(("system", "rounds"),), summary=_system),
    RuleGroup(
        key="time",
        title=Message("Time and komi"),
        lines=(
            ("clock.basic_minutes", "clock.overtime", "komi"),
            (
                "clock.byo_yomi_periods",
                "clock.byo_yomi_seconds",
                "clock.canadian_moves",
                "clock.canadian_seconds",
                "clock.fischer_seconds",
            ),
            ("ruleset", "board_size"),
            ("internet",),
        ),
        summary=_time,
    ),
    RuleGroup(
        key="tables",
        title=SETTING_LABELS["tables.ranges"],
        lines=(("tables.ranges", "tables.left_out"),),
        summary=_tables,
    ),
    RuleGroup(
        key="bar",
        title=Message("Bar and floor"),
        lines=(("scoring.bar", "scoring.floor", "scoring.zero"),),
        summary=_bar,
    ),
    RuleGroup(
        key="unplayed",
        title=Message("Rounds not played"),
        lines=(
            ("scoring.bye_points", "scoring.absent_points"),
            ("scoring.bye_wins", "scoring.absent_wins"),
            ("scoring.round_down",),
            ("scoring.absence_for_place",),
            ("scoring.unplayed",),
            ("scoring.unplayed_is_half_for_opponents",),
        ),
        summary=_unplayed,
    ),
    RuleGroup(
        key="handicap",
        title=Message("Handicap"),
        lines=(
            ("handicapping.correction", "handicapping.ceiling"),
            ("handicapping.by_score", "handicapping.none_from"),
            ("handicapping.none_above_bar",),
            ("handicapping.komi_per_grade",),
            ("handicapping.table",),
            ("pairing.small_handicaps",),
        ),
        summary=_handicap,
    ),
    RuleGroup(
        key="criteria",
        title=SETTING_LABELS["criteria"],
        lines=(("criteria",), ("scoring.rulebook",)),
        summary=_criteria,
    ),
    RuleGroup(
        key="pairing",
        title=Message("Pairing"),
        lines=(
            ("preset", "pairing.colours"),
            ("pairing.float_down_from", "pairing.float_up_from"),
            ("pairing.compensate_floats",),
            ("pairing.grading_information",),
        ),
        summary=_preset,
    ),
    RuleGroup(
        key="seeding",
        title=Message("Seeding"),
        lines=(
            ("pairing.first_seeding_rounds",),
            *_seeded("pairing.first_seeding"),
            *_seeded("pairing.later_seeding"),
        ),
        summary=_seeding,
        intro=Message(
            "Who of a group meets whom. Fold: first against last. Double fold: first against last in each "
            "half. Slip: the upper half against the lower half in order. Adjacent: neighbours."
        ),
    ),
    RuleGroup(
        key="apart",
        title=Message("Kept apart"),
        lines=(
            _KEPT_APART,
            ("clubs_groups",),
            ("pairing.family_apart",),
            ("pairing.exempt_from",),
            ("pairing.exempt_at_bar",),
            ("pairing.exempt_half_won",),
            ("pairing.exempt_last_half",),
            ("pairing.relief_for_large_clubs",),
            ("pairing.far_time_zones", "pairing.hours_in_reach"),
        ),
        summary=_apart,
    ),
    RuleGroup(
        key="weeks",
        title=Message("Events over weeks"),
        lines=(
            ("unfinished.in_next_draw", "unfinished.after_deadline"),
            ("time_zone", "ratings_frozen_after"),
        ),
        summary=_weeks,
    ),
    RuleGroup(
        key="categories",
        title=SETTING_LABELS["category_limits"],
        lines=(("category_limits",), ("pairing.keep_categories_apart",)),
        summary=_categories,
    ),
    RuleGroup(
        key="brackets",
        title=Message("Brackets"),
        lines=(("pairing.bracket_by_lot",), ("pairing.redraw_losers",)),
        summary=_brackets,
    ),
    RuleGroup(
        key="sides",
        title=Message("Pair Go and rengo"),
        lines=(("sides.people", "sides.rounding"),),
        summary=_sides,
    ),
    RuleGroup(
        key="teams",
        title=Message("Teams"),
        lines=(
            ("teams.size", "teams.order"),
            ("teams.paired",),
            ("teams.criteria",),
            ("teams.handicaps",),
            ("teams.empty_seat_loses",),
            ("teams.half_of_all_boards",),
            ("teams.bye_points", "teams.bye_boards"),
            ("teams.limits.most_grades", "teams.limits.most_rating"),
            ("teams.limits.least_juniors", "teams.limits.junior_since"),
            ("teams.limits.one_country",),
        ),
        summary=_teams,
    ),
    RuleGroup(key="chance", title=Message("Chance"), lines=(("draw_seed",),), summary=_seed, advanced=True),
    RuleGroup(
        key="gotha",
        title=SETTING_LABELS["pairing.weights"],
        lines=(
            ("pairing.weights.duplicate", "pairing.weights.category"),
            ("pairing.weights.score", "pairing.weights.geography"),
            ("pairing.weights.floats", "pairing.weights.seeding"),
            ("pairing.weights.colour", "pairing.weights.handicap"),
            ("pairing.weights.random", "pairing.weights.concavity"),
        ),
        summary=_gotha,
        intro=Message("The larger a weight, the more important."),
        advanced=True,
    ),
    RuleGroup(
        key="kaniuk",
        title=SETTING_LABELS["pairing.kaniuk"],
        lines=(("pairing.kaniuk.psi",), ("pairing.kaniuk.rules",)),
        summary=_kaniuk,
        advanced=True,
    ),
    RuleGroup(
        key="classic",
        title=Message("The EGF’s old rating"),
        lines=(
            (
                "classic_rating.epsilon",
                "classic_rating.points_per_stone",
                "classic_rating.stones_off",
            ),
        ),
        summary=_classic,
        advanced=True,
    ),
    RuleGroup(
        key="bands",
        title=SETTING_LABELS["scoring.bands"],
        lines=(("scoring.bands",),),
        summary=_bands,
        page="players/bands",
    ),
    RuleGroup(
        key="prizes",
        title=SETTING_LABELS["prizes"],
        lines=(("prizes",), ("one_prize_each",)),
        summary=_prizes,
        page="prizes",
    ),
    RuleGroup(
        key="fees",
        title=Message("Fees"),
        lines=(("fees.currency", "fees.usual"), ("fees.for_juniors", "fees.junior_since")),
        summary=_fees,
        page="fees",
    ),
)
