"""For every setting: events in which it can act, the values to try, and where it must be seen to act."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any

from kit.event_changes import (
    APART,
    MCMAHON,
    NO_ORIGIN,
    ORIGINS,
    SWISS,
    UNEVEN,
    Change,
    in_turn,
    with_part,
    with_players,
    with_settings,
)
from kit.other_rules import other_rule
from kit.trial_events import (
    LOWER_GRADE,
    MIDDLE_GRADE,
    Seen,
    before_round,
    before_teams_meet,
    in_files,
    in_prizes,
    in_ratings,
    in_the_draw,
    in_the_money,
    in_the_standings,
    in_the_table_of_teams,
    with_a_withdrawal,
    with_an_open_game,
    with_four_teams,
    with_partners,
)
from miai.domain.people.grade import Grade
from miai.domain.people.sides import with_rules
from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.domain.settings.clock import Overtime
from miai.domain.settings.event_settings import ClubsGroup
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.handicaps import usual_handicap_table
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.settings.setting_fields import setting_fields, value_at, with_value
from miai.domain.time_zones import at_clock, zone_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import OWN_PRESETS
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.features.schedule.deadlines import result_after_deadline
from miai.features.settings.typed_rules import with_typed_rules
from miai.features.teams.limits import broken_limits

_AS_IT_IS = in_turn()


@dataclass(frozen=True, kw_only=True)
class Trial:
    """How a setting is tried: what lets it act, its values, and where it must be seen.

    Without values all choices are tried, or the usual value and another one.
    """

    event: Change = _AS_IT_IS
    values: tuple[Any, ...] = ()
    seen: Seen = in_the_draw


def _kin(**changes: Any) -> Change:
    return in_turn(ORIGINS, with_part("pairing", **{**NO_ORIGIN, **changes}))


def _seeded(**choice: Any) -> Change:
    """All rounds are seeded in this way, in groups that are large, by ratings that no grade tells."""
    seeding = SeedingChoice(**choice)
    return in_turn(
        with_settings(criteria=("mms", "sosm", "sodosm", "nbw")),
        with_part("pairing", first_seeding=seeding, later_seeding=seeding, **NO_ORIGIN),
        with_players(rating=lambda i: 1000.0 + 371 * i % 997),
    )


def _first(*changes: Change) -> Change:
    return in_turn(*changes, with_part("pairing", first_seeding_rounds=9))


def _later(*changes: Change) -> Change:
    return in_turn(*changes, with_part("pairing", first_seeding_rounds=0))


_HANDICAPS = in_turn(
    MCMAHON,
    with_part(
        "handicapping",
        by_score=False, correction=0, ceiling=9, none_from=Grade.of_number(8), none_above_bar=False,
        komi_per_grade=0.0, table=(),
    ),
)  # fmt: skip
_WIDE = with_part("scoring", bar=Grade.of_number(2), floor=Grade.of_number(-14), bands=())
_SUMS = in_turn(
    UNEVEN, MCMAHON, _WIDE, with_settings(criteria=("mms", "nbw", "sosm", "sosw", "sososm", "sodosm"))
)
_PRIZE = Prize(title="first"), Prize(title="most wins", kind=PrizeKind.MOST_WINS)


_CLUBS = with_players(club=lambda i: ("Elms", "Oaks", "Firs", "Yews")[i // 2 % 4])
_ONE_GROUP = (ClubsGroup(name="both", clubs=("Elms", "Oaks")),)


def _clock(overtime: Overtime) -> Change:
    return with_part("clock", overtime=overtime)


def _seeding_trials(name: str, when: Callable[..., Change]) -> dict[str, Trial]:
    """The trials of one of the two ways of seeding."""
    path = f"pairing.{name}"
    return {
        f"{path}.method": Trial(event=when(_seeded()), values=tuple(SeedMethod)),
        f"{path}.by": Trial(event=when(_seeded(method=SeedMethod.FOLD)), values=("rating", "rank")),
        f"{path}.criteria": Trial(
            event=when(_seeded(method=SeedMethod.FOLD)), values=(("mms", "rating"), ("mms", "sosm"))
        ),
        f"{path}.by_standings": Trial(event=when(_seeded(method=SeedMethod.FOLD))),
    }


_OF_LIMITS: Seen = lambda event: tuple(map(str, broken_limits(event, event.teams[0])))  # noqa: E731


def _limit(*values: Any, **others: Any) -> Trial:
    def limited(event: Tournament) -> Tournament:
        made = with_four_teams(event)
        rules = made.settings.teams
        return with_part("teams", limits=replace(rules.limits, **others))(made)

    return Trial(event=limited, values=values, seen=_OF_LIMITS)


TRIALS: dict[str, Trial] = {
    "system": Trial(event=in_turn(before_round(2), _WIDE), values=("mcmahon", "swiss")),
    "rounds": Trial(seen=in_files),
    "criteria": Trial(values=(("mms", "sosm"), ("nbw", "sosw")), seen=in_the_standings),
    **{
        f"scoring.{name}": Trial(event=in_turn(_SUMS, also), values=values, seen=in_the_standings)
        for name, also, values in (
            ("bar", _AS_IT_IS, (MIDDLE_GRADE, Grade.of_number(3))),
            ("floor", _AS_IT_IS, (LOWER_GRADE, Grade.of_number(-20))),
            ("zero", _AS_IT_IS, (Grade.of_number(-20), Grade.of_number(-25))),
            ("bands", _AS_IT_IS, ((), (StartBand(weakest=MIDDLE_GRADE, score=Quarters(2 * POINT)),))),
            ("bye_wins", _AS_IT_IS, (POINT, NOTHING)),
            ("bye_points", _AS_IT_IS, (POINT, NOTHING)),
            ("absent_wins", _AS_IT_IS, (HALF, NOTHING)),
            ("absent_points", _AS_IT_IS, (HALF, NOTHING)),
            ("round_down", _AS_IT_IS, ()),
            ("absence_for_place", _AS_IT_IS, ()),
            ("unplayed_is_half_for_opponents", _AS_IT_IS, ()),
            ("unplayed", _AS_IT_IS, ()),
            ("rulebook", with_part("scoring", round_down=True), ()),
        )
    },
    "scoring.withdrawal": Trial(event=with_a_withdrawal, seen=in_the_standings),
    "handicapping.by_score": Trial(event=in_turn(_HANDICAPS, _WIDE)),
    "handicapping.correction": Trial(event=_HANDICAPS, values=(0, 2)),
    "handicapping.ceiling": Trial(event=_HANDICAPS, values=(9, 0)),
    "handicapping.none_from": Trial(event=_HANDICAPS, values=(Grade.of_number(8), LOWER_GRADE)),
    "handicapping.none_above_bar": Trial(event=in_turn(_HANDICAPS, with_part("scoring", bar=LOWER_GRADE))),
    "handicapping.komi_per_grade": Trial(event=_HANDICAPS, values=(0.0, 4.0)),
    "handicapping.table": Trial(event=_HANDICAPS, values=((), usual_handicap_table(13))),
    **_seeding_trials("first_seeding", _first),
    **_seeding_trials("later_seeding", _later),
    "pairing.first_seeding_rounds": Trial(
        event=in_turn(
            _seeded(),
            with_part(
                "pairing", first_seeding=SeedingChoice(method=SeedMethod.FOLD, criteria=("sosm", "rating"))
            ),
        ),
        values=(0, 9),
    ),
    "pairing.same_country": Trial(event=_kin(), values=(0, 3)),
    "pairing.same_state": Trial(event=_kin(), values=(0, 3)),
    "pairing.same_city": Trial(event=_kin(), values=(0, 3)),
    "pairing.same_club": Trial(event=_kin(), values=(0, 3)),
    "pairing.same_clubs_group": Trial(
        event=in_turn(_kin(same_club=4), _CLUBS, with_settings(clubs_groups=_ONE_GROUP)), values=(0, 3)
    ),
    "clubs_groups": Trial(
        event=in_turn(_kin(same_club=4, same_clubs_group=3), _CLUBS), values=((), _ONE_GROUP)
    ),
    "pairing.exempt_at_bar": Trial(
        event=in_turn(_kin(**APART), MCMAHON, with_part("scoring", bar=LOWER_GRADE))
    ),
    "pairing.exempt_half_won": Trial(
        event=in_turn(SWISS, with_settings(rounds=2), before_round(2), _kin(**APART))
    ),
    "pairing.exempt_from": Trial(event=in_turn(_kin(**APART), MCMAHON), values=(None, LOWER_GRADE)),
    "pairing.exempt_last_half": Trial(event=_kin(**APART)),
    "pairing.relief_for_large_clubs": Trial(
        event=in_turn(
            SWISS, _kin(**APART), with_players(club=lambda i: "Elms" if i // 2 % 2 else f"{i // 2} Oaks")
        )
    ),
    "pairing.far_time_zones": Trial(event=with_part("pairing", **NO_ORIGIN), values=(0, 3)),
    "pairing.hours_in_reach": Trial(
        event=with_part("pairing", **{**NO_ORIGIN, "far_time_zones": 3}), values=(2, 11)
    ),
    "pairing.family_apart": Trial(
        event=in_turn(before_round(1), with_players(family=lambda i: ("Kim", "Park", "")[i % 3]))
    ),
    "pairing.bracket_by_lot": Trial(event=before_round(1)),
    "pairing.colours": Trial(event=with_part("handicapping", ceiling=0, table=())),
    "category_limits": Trial(
        event=with_settings(criteria=("cat", "mms")), values=((), (MIDDLE_GRADE,)), seen=in_the_standings
    ),
    "pairing.keep_categories_apart": Trial(event=with_settings(category_limits=(MIDDLE_GRADE,))),
    "pairing.small_handicaps": Trial(event=_HANDICAPS),
    "pairing.edition": Trial(
        event=with_part(
            "pairing",
            grading_information=True,
            float_down_from=GroupEnd.TOP,
            float_up_from=GroupEnd.BOTTOM,
        )
    ),
    # Groups of different categories are far apart in scores, too.
    "pairing.weights.category": Trial(
        event=in_turn(
            with_settings(category_limits=(MIDDLE_GRADE, LOWER_GRADE)),
            with_part("pairing", weights=Weights(score=0)),
        ),
        values=(20_000_000_000_000, 0),
    ),
    "pairing.weights.duplicate": Trial(
        event=in_turn(with_part("pairing", **NO_ORIGIN)), values=(500_000_000_000_000, 0)
    ),
    "pairing.weights.handicap": Trial(event=_HANDICAPS, values=(0, 100_000_000_000)),
    "pairing.weights.random": Trial(values=(0, 1_000_000_000)),
    **{
        f"pairing.weights.{name}": Trial(values=(value, 0))
        for name, value in (
            ("colour", 1_000_000),
            ("score", 100_000_000_000),
            ("floats", 100_000_000),
            ("seeding", 5_000_000),
        )
    },
    "pairing.weights.geography": Trial(event=_kin(**APART), values=(100_000_000_000, 0)),
    "pairing.weights.concavity": Trial(values=(0.0, 1.0)),
    "clock.basic_minutes": Trial(seen=in_files),
    "clock.overtime": Trial(seen=in_files),
    **{
        f"clock.{name}": Trial(event=_clock(overtime), values=(15, 20), seen=in_files)
        for overtime, names in (
            (Overtime.BYO_YOMI, ("byo_yomi_seconds", "byo_yomi_periods")),
            (Overtime.CANADIAN, ("canadian_seconds", "canadian_moves")),
            (Overtime.FISCHER, ("fischer_seconds",)),
        )
        for name in names
    },
    "komi": Trial(event=with_part("handicapping", ceiling=0, table=())),
    "ruleset": Trial(seen=in_files),
    "internet": Trial(seen=in_files),
    "board_size": Trial(values=(19, 13), seen=in_files),
    "draw_seed": Trial(event=in_turn(before_round(1), with_players(rating=lambda _: 1500.0))),
    "prizes": Trial(values=((), _PRIZE), seen=in_prizes),
    "one_prize_each": Trial(event=with_settings(prizes=_PRIZE), seen=in_prizes),
    **{
        f"classic_rating.{name}": Trial(event=_HANDICAPS, seen=in_ratings)
        for name in ("epsilon", "points_per_stone", "stones_off")
    },
    "sides.people": Trial(event=with_partners, values=(2, 3), seen=in_files),
    "sides.rounding": Trial(
        event=with_partners,
        seen=lambda event: tuple(str(with_rules(each, event.settings.sides).grade) for each in event.players),
    ),
    "teams.size": Trial(event=before_teams_meet, values=(3, 2)),
    "teams.paired": Trial(event=before_teams_meet),
    "teams.order": Trial(
        event=before_teams_meet,
        seen=lambda event: tuple(line_up_of(event, team, 1) for team in event.teams),
    ),
    "teams.criteria": Trial(
        event=with_four_teams, seen=in_the_table_of_teams, values=(("teamp", "bdw"), ("bdw", "teamp"))
    ),
    "teams.handicaps": Trial(
        event=in_turn(before_teams_meet, with_part("handicapping", ceiling=9, correction=0, table=()))
    ),
    **{
        f"teams.{name}": Trial(event=with_four_teams, seen=in_the_table_of_teams)
        for name in ("empty_seat_loses", "bye_points", "bye_boards")
    },
    # A match of one and a half to one is won only if boards that were not played do not count.
    "teams.half_of_all_boards": Trial(
        event=in_turn(with_four_teams, with_part("teams", empty_seat_loses=False)), seen=in_the_table_of_teams
    ),
    "teams.limits.most_grades": _limit(None, -50),
    "teams.limits.most_rating": _limit(None, 100.0),
    "teams.limits.least_juniors": _limit(0, 3, junior_since=2030),
    "teams.limits.junior_since": _limit(1900, 2030, least_juniors=2),
    "teams.limits.one_country": _limit(),
    "fees.currency": Trial(seen=in_the_money),
    "fees.usual": Trial(seen=in_the_money),
    "fees.for_juniors": Trial(
        event=in_turn(with_players(birth_year=lambda i: 2000 + i), with_part("fees", junior_since=2005)),
        seen=in_the_money,
    ),
    "fees.junior_since": Trial(
        event=in_turn(with_players(birth_year=lambda i: 2000 + i), with_part("fees", for_juniors=500)),
        values=(None, 2005),
        seen=in_the_money,
    ),
    "unfinished.in_next_draw": Trial(event=with_an_open_game),
    "unfinished.after_deadline": Trial(seen=result_after_deadline),
    "time_zone": Trial(
        values=("Asia/Tokyo", "Europe/Paris"),
        seen=lambda event: at_clock(datetime(2026, 5, 1, 18, 0), zone_of(event)).utctimetuple()[:5],
    ),
}


def trial_of(path: str) -> Trial:
    """The trial of a setting; a rule for pairing that needs nothing to act has the usual one."""
    return TRIALS.get(path, Trial())


def values_of(path: str, event: Tournament) -> tuple[Any, ...]:
    """Two values to try, or all choices."""
    field, named = setting_fields()[path], trial_of(path).values
    if named:
        return named
    if path == "preset":
        return (event.settings.preset, *(key for key in OWN_PRESETS if key != event.settings.preset))
    if isinstance(field.kind, type) and issubclass(field.kind, Enum):
        return tuple(field.kind)
    if field.kind is bool:
        return (False, True)
    now = value_at(event.settings, path)
    other = with_typed_rules(Tournament(), [f"{path}={other_rule(event.settings, path)}"]).settings
    return (now, value_at(other, path))


def with_rule(event: Tournament, path: str, value: Any) -> Tournament:
    """The event with another value of a setting."""
    return replace(event, settings=with_value(event.settings, path, value))
