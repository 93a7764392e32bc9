"""The rules in groups, as the settings page and `miai rules` show them."""

from collections.abc import Callable
from dataclasses import dataclass

from miai.domain.money import money_text
from miai.domain.settings import setting_groups
from miai.domain.settings.conditions import ALL_PLAY_ALL
from miai.domain.settings.criterion_names import criteria_titles
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import preset_name
from miai.domain.settings.setting_fields import SETTING_LABELS, lines_of, value_at
from miai.domain.settings.setting_groups import SettingGroup
from miai.domain.settings.setting_words import words_of
from miai.domain.settings.system_names import system_name
from miai.features.settings.unused_rules import unused_rules
from miai.messages import Clauses, Message, Score, counted, literal


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """Rules that belong together: their paths line by line, and what they amount to in a few words.

    `intro` says what is true of all of them, `applies` from when a change counts. A group that is `advanced`
    is for those who know why they need it. `page` is the page of the console where the rules are changed, if
    that is not the settings page.
    """

    key: str
    title: Message
    lines: tuple[tuple[str, ...], ...]
    summary: Callable[[Settings], Message]
    intro: Message | None = None
    applies: Message | None = None
    advanced: bool = False
    page: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths of the group."""
        return tuple(path for line in self.lines for path in line)


def _system(settings: Settings) -> Message:
    system = system_name(settings.system)
    return counted("%(system)s, %(num)s round", "%(system)s, %(num)s rounds", settings.rounds, system=system)


def _time(settings: Settings) -> Message:
    return Message(
        "%(minutes)s minutes, komi %(komi)s", minutes=settings.clock.basic_minutes, komi=settings.komi
    )


def _bar(settings: Settings) -> Message:
    if settings.scoring.bands or settings.scoring.bands_from_entries:
        return Message("players start by bands")
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


def _edition(settings: Settings) -> Message:
    return Message("%(text)s", text=words_of("pairing.edition", settings.pairing.edition))


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


def _publishing(settings: Settings) -> Message:
    if settings.standings_with_draw:
        return Message("standings with the next draw")
    return Message("standings by hand")


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


_KEPT_APART = (
    "pairing.same_country",
    "pairing.same_state",
    "pairing.same_city",
    "pairing.same_clubs_group",
    "pairing.same_club",
)

_SUMMARIES: dict[SettingGroup, Callable[[Settings], Message]] = {
    setting_groups.SYSTEM: _system,
    setting_groups.TIME: _time,
    setting_groups.TABLES: _tables,
    setting_groups.BAR: _bar,
    setting_groups.UNPLAYED: _unplayed,
    setting_groups.HANDICAP: _handicap,
    setting_groups.CRITERIA: _criteria,
    setting_groups.PAIRING: _preset,
    setting_groups.SEEDING: _seeding,
    setting_groups.APART: _apart,
    setting_groups.WEEKS: _weeks,
    setting_groups.CATEGORIES: _categories,
    setting_groups.BRACKETS: _brackets,
    setting_groups.SIDES: _sides,
    setting_groups.TEAMS: _teams,
    setting_groups.CHANCE: _seed,
    setting_groups.GOTHA: _gotha,
    setting_groups.KANIUK: _kaniuk,
    setting_groups.EDITION: _edition,
    setting_groups.OLD_RATING: _classic,
    setting_groups.BANDS: _bands,
    setting_groups.PUBLISHING: _publishing,
    setting_groups.PRIZES: _prizes,
    setting_groups.FEES: _fees,
}
GROUPS = tuple(
    RuleGroup(
        key=group.key,
        title=group.title,
        lines=lines_of(group),
        summary=_SUMMARIES[group],
        intro=group.intro,
        applies=group.applies,
        advanced=group.advanced,
        page=group.page,
    )
    for group in setting_groups.SETTING_GROUPS
)
