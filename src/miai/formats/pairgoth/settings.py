"""The rules of a tournament in Pairgoth's words, read and written."""

from typing import Any

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.points import Quarters, plain, quarters
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import Scoring, Unplayed, Withdrawal
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.table_numbers import TableRange, Tables
from miai.errors import InputError
from miai.formats.pairgoth.json_fields import JsonObject
from miai.formats.pairgoth.terms import (
    CRITERIA,
    CRITERIA_NAMES,
    GROUP_END_NAMES,
    GROUP_ENDS,
    OVERTIME_NAMES,
    OVERTIMES,
    RULESET_NAMES,
    RULESETS,
    SEED_METHOD_NAMES,
    SEED_METHODS,
    SYSTEMS,
    WEIGHTS,
)
from miai.messages import Message

# What is read of each part of the pairing; the rest is kept.
PAIRING_FIELDS = {
    "": "type base main secondary geo handicap placement mmFloor mmBar",
    "base": "nx1 dupWeight random colorBalanceWeight",
    "main": "catWeight scoreWeight upDownWeight upDownCompensate upDownLowerMode upDownUpperMode "
    "maximizeSeeding firstSeedLastRound firstSeed secondSeed firstSeedAddCrit secondSeedAddCrit "
    "mmsValueAbsent roundDownScore sosValueAbsentUseBase",
    "secondary": "barThreshold rankThreshold winsThreshold",
    "geo": "weight mmsDiffCountry mmsDiffClubGroup mmsDiffClub avoidSameFamily",
    "handicap": "weight useMMS threshold correction ceiling",
}
TIME_FIELDS = "type mainTime byoyomi stones periods increment".split()
# Below this the main time is in minutes: old files do not count it in seconds.
_LEAST_SECONDS = 300
_GRADES = Between(-99, 99)
_WEIGHT = bounds_of(Weights, "score")
_DIFFERENCES = bounds_of(PairingRules, "same_country")
_QUARTERS = 4


def read_settings(root: JsonObject) -> Settings:
    """The rules of the tournament, with Pairgoth's own defaults for what is missing."""
    pairing = root.child("pairing")
    system = SYSTEMS.get(pairing.text("type", "MAC_MAHON"))
    if system is None:
        what = Message("'%(name)s' is not a system that Miai knows", name=pairing.text("type"))
        root.faults.problem(what, pairing.path)
    return Settings(
        system=system or "mcmahon",
        rounds=root.whole("rounds", bounds_of(Settings, "rounds"), 5),
        criteria=_criteria(pairing),
        scoring=_scoring(pairing),
        handicapping=_handicapping(pairing.child("handicap")),
        pairing=_pairing(pairing),
        clock=_clock(root.child("timeSystem")),
        tables=_tables(root),
        komi=root.decimal("komi", bounds_of(Settings, "komi"), 7.5),
        ruleset=RULESETS[_choice(root, "rules", RULESETS, "FRENCH")],
        internet=root.flag("online", default=False),
        board_size=root.whole("gobanSize", bounds_of(Settings, "board_size"), 19),
    )


def _choice(fields: JsonObject, key: str, known: dict[str, Any], default: str) -> str:
    """The name in a field, or the default with a note where Miai does not know it."""
    name = fields.text(key, default).upper()
    if name in known:
        return name
    note = Message("%(field)s '%(name)s' is not known and is read as %(default)s", field=key, name=name,
                   default=default)  # fmt: skip
    fields.faults.note(note, fields.path)
    return default


def _criteria(pairing: JsonObject) -> tuple[str, ...]:
    found = []
    for name in pairing.items("placement"):
        key = CRITERIA.get(str(name).upper())
        if key:
            found.append(key)
        elif name != "NONE":
            what = Message("criterion '%(name)s' is not known and is left out", name=str(name)[:40])
            pairing.faults.note(what, pairing.path)
    return tuple(dict.fromkeys(found))


def _grade(fields: JsonObject, key: str, default: int) -> Grade:
    return Grade.of_number(fields.whole(key, _GRADES, default))


def _scoring(pairing: JsonObject) -> Scoring:
    main = pairing.child("main")
    points = main.decimal("mmsValueAbsent", Between(0, 1), 0.5)
    try:
        absent = quarters(points)
    except ValueError:
        absent = Quarters(round(_QUARTERS * points))
        note = Message("%(field)s %(points)s is read as %(rounded)s", field="mmsValueAbsent", points=points,
                       rounded=plain(absent))  # fmt: skip
        main.faults.note(note, main.path)
    uses_start = main.flag("sosValueAbsentUseBase", default=True)
    if not uses_start:
        note = Message(
            "for a round not played, Pairgoth adds the starting score and half a point a round to SOS; "
            "Miai counts as the AGA does, which is close to it"
        )
        main.faults.note(note, main.path)
    return Scoring(
        bar=_grade(pairing, "mmBar", 0),
        floor=_grade(pairing, "mmFloor", -20),
        absent_points=absent,
        round_down=main.flag("roundDownScore", default=True),
        unplayed=Unplayed.START if uses_start else Unplayed.AGA,
        # Pairgoth gives nothing for a game that is not played, also if a player leaves.
        withdrawal=Withdrawal.KEEP,
    )


def _handicapping(fields: JsonObject) -> Handicapping:
    return Handicapping(
        by_score=fields.flag("useMMS", default=True),
        correction=fields.whole("correction", bounds_of(Handicapping, "correction"), 1),
        ceiling=fields.whole("ceiling", bounds_of(Handicapping, "ceiling"), 9),
        none_from=_grade(fields, "threshold", 0),
    )


def _pairing(pairing: JsonObject) -> PairingRules:
    parts = {name: pairing.child(name) for name in ("base", "main", "secondary", "geo", "handicap")}
    defaults = Weights()
    weights = {
        name: round(parts[part].decimal(key, _WEIGHT, getattr(defaults, name)))
        for name, (part, key) in WEIGHTS.items()
    }
    main, secondary, geo = parts["main"], parts["secondary"], parts["geo"]
    return PairingRules(
        first_seeding=_seeding(main, "firstSeed", SeedMethod.SPLIT_AND_RANDOM, "RATING"),
        later_seeding=_seeding(main, "secondSeed", SeedMethod.FOLD, "NONE"),
        first_seeding_rounds=main.whole(
            "firstSeedLastRound", bounds_of(PairingRules, "first_seeding_rounds"), 2
        ),
        float_down_from=GROUP_ENDS[_choice(main, "upDownUpperMode", GROUP_ENDS, "MIDDLE")],
        float_up_from=GROUP_ENDS[_choice(main, "upDownLowerMode", GROUP_ENDS, "MIDDLE")],
        compensate_floats=main.flag("upDownCompensate", default=True),
        same_country=_difference(geo, "mmsDiffCountry", 1),
        same_clubs_group=_difference(geo, "mmsDiffClubGroup", 2),
        same_club=_difference(geo, "mmsDiffClub", 3),
        family_apart=geo.flag("avoidSameFamily", default=False),
        exempt_at_bar=secondary.flag("barThreshold", default=True),
        exempt_half_won=secondary.flag("winsThreshold", default=False),
        exempt_from=_grade(secondary, "rankThreshold", 0),
        keep_categories_apart=weights["category"] > 0,
        small_handicaps=weights["handicap"] > 0,
        weights=Weights(
            **weights, concavity=parts["base"].decimal("nx1", bounds_of(Weights, "concavity"), 0.5)
        ),
    )


def _difference(geo: JsonObject, key: str, default: int) -> int:
    # More points of difference than there can be mean the same as the most that Miai offers.
    return min(int(_DIFFERENCES.high), geo.whole(key, Between(0, 10**6), default))


def _seeding(main: JsonObject, key: str, default: SeedMethod, criterion: str) -> SeedingChoice:
    return SeedingChoice(
        method=SEED_METHODS[_choice(main, key, SEED_METHODS, SEED_METHOD_NAMES[default])],
        by="rating" if main.text(f"{key}AddCrit", criterion).upper() == "RATING" else None,
        by_standings=True,
    )


def _clock(fields: JsonObject) -> Clock:
    defaults = Clock()
    overtime = OVERTIMES[_choice(fields, "type", OVERTIMES, "CANADIAN")]
    seconds = fields.whole("mainTime", Between(0, 60 * 9_999), 60 * defaults.basic_minutes)
    minutes = seconds if seconds < _LEAST_SECONDS else round(seconds / 60)
    if 0 < seconds < _LEAST_SECONDS:
        note = Message("the main time %(time)s is read as minutes, as old files give it", time=seconds)
        fields.faults.note(note, fields.path)
    elif seconds % 60:
        note = Message("the main time of %(seconds)s seconds is read as %(minutes)s minutes", seconds=seconds,
                       minutes=minutes)  # fmt: skip
        fields.faults.note(note, fields.path)

    def whole(key: str, field: str) -> int:
        return fields.whole(key, bounds_of(Clock, field), getattr(defaults, field))

    japanese, canadian = overtime is Overtime.BYO_YOMI, overtime is Overtime.CANADIAN
    return Clock(
        basic_minutes=minutes,
        overtime=overtime,
        byo_yomi_seconds=whole("byoyomi", "byo_yomi_seconds") if japanese else defaults.byo_yomi_seconds,
        byo_yomi_periods=whole("periods", "byo_yomi_periods") if japanese else defaults.byo_yomi_periods,
        canadian_seconds=whole("byoyomi", "canadian_seconds") if canadian else defaults.canadian_seconds,
        canadian_moves=whole("stones", "canadian_moves") if canadian else defaults.canadian_moves,
        fischer_seconds=whole("increment", "fischer_seconds"),
    )


def _tables(root: JsonObject) -> Tables:
    """The tables that are not used; Miai leaves them out of every round."""
    texts = [str(text) for text in root.items("tablesExclusion")]
    ranges: dict[str, TableRange] = {}
    for number, text in enumerate(texts, start=1):
        for part in filter(None, (part.strip() for part in text.split(","))):
            try:
                ranges[part] = TableRange.parse(part)
            except InputError as error:
                where = Message("round %(round)s", round=number)
                root.faults.problem(error.problems[0].what, where)
    if ranges and len(set(texts)) > 1:
        root.faults.note(
            Message("each round leaves other tables free: Miai leaves all of them free in every round")
        )
    return Tables(left_out=tuple(ranges.values()))


def pairing_json(settings: Settings) -> dict[str, Any]:
    """The pairing; a system, a method or a criterion that Pairgoth lacks becomes the closest that it has."""
    rules, scoring, handicap = settings.pairing, settings.scoring, settings.handicapping
    first, later = rules.first_seeding, rules.later_seeding
    names = {system: name for name, system in SYSTEMS.items()}
    criteria = [CRITERIA_NAMES[key] for key in settings.criteria if key in CRITERIA_NAMES]
    threshold = Grade.of_number(int(_GRADES.high)) if rules.exempt_from is None else rules.exempt_from
    weight = {name: float(getattr(rules.weights, name)) for name in WEIGHTS}
    return {
        "type": names.get(settings.system, "SWISS" if settings.by_wins else "MAC_MAHON"),
        "base": {
            "nx1": float(rules.weights.concavity),
            "dupWeight": weight["duplicate"],
            "random": weight["random"],
            "deterministic": True,
            "colorBalanceWeight": weight["colour"],
        },
        "main": {
            "catWeight": weight["category"],
            "scoreWeight": weight["score"],
            "upDownWeight": weight["floats"],
            "upDownCompensate": rules.compensate_floats,
            "upDownLowerMode": GROUP_END_NAMES[rules.float_up_from],
            "upDownUpperMode": GROUP_END_NAMES[rules.float_down_from],
            "maximizeSeeding": weight["seeding"],
            "firstSeedLastRound": rules.first_seeding_rounds,
            "firstSeed": SEED_METHOD_NAMES.get(first.method, "SPLIT_AND_FOLD"),
            "secondSeed": SEED_METHOD_NAMES.get(later.method, "SPLIT_AND_FOLD"),
            "firstSeedAddCrit": "RATING" if first.by == "rating" else "NONE",
            "secondSeedAddCrit": "RATING" if later.by == "rating" else "NONE",
            "mmsValueAbsent": scoring.absent_points / _QUARTERS,
            "roundDownScore": scoring.round_down,
            "sosValueAbsentUseBase": scoring.unplayed is not Unplayed.AGA,
        },
        "secondary": {
            "barThreshold": rules.exempt_at_bar,
            "rankThreshold": threshold.number,
            "winsThreshold": rules.exempt_half_won,
            "secWeight": 0.0,
        },
        "geo": {
            "weight": weight["geography"],
            "mmsDiffCountry": rules.same_country,
            "mmsDiffClubGroup": rules.same_clubs_group,
            "mmsDiffClub": rules.same_club,
            **({"avoidSameFamily": True} if rules.family_apart else {}),
        },
        "handicap": {
            "weight": weight["handicap"],
            "useMMS": handicap.by_score,
            "threshold": handicap.none_from.number,
            "correction": handicap.correction,
            "ceiling": handicap.ceiling,
        },
        "placement": criteria or ["NBW" if settings.by_wins else "MMS"],
        "mmFloor": scoring.floor.number,
        "mmBar": scoring.bar.number,
    }


def time_json(clock: Clock) -> dict[str, Any]:
    """The thinking time, in seconds."""
    overtime: dict[Overtime, dict[str, Any]] = {
        Overtime.SUDDEN_DEATH: {},
        Overtime.BYO_YOMI: {"byoyomi": clock.byo_yomi_seconds, "periods": clock.byo_yomi_periods},
        Overtime.CANADIAN: {"byoyomi": clock.canadian_seconds, "stones": clock.canadian_moves},
        Overtime.FISCHER: {"increment": clock.fischer_seconds},
    }
    return {
        "type": OVERTIME_NAMES[clock.overtime],
        "mainTime": 60 * clock.basic_minutes,
        **overtime[clock.overtime],
    }


def rules_name(settings: Settings) -> str:
    """The rules of play; those that Pairgoth lacks become Japanese."""
    return RULESET_NAMES.get(settings.ruleset, "JAPANESE")


def tables_json(settings: Settings) -> list[str]:
    """The tables that each round leaves free."""
    text = ",".join(map(str, settings.tables.left_out))
    return [text] * settings.rounds if text else []
