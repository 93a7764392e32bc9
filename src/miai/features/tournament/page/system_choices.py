"""The systems that a new tournament can have, in groups, and which questions each of them needs."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.setting_groups import CRITERIA, HANDICAP, SettingGroup
from miai.engine.pairing.registry import ALL_SYSTEMS, System, rules_of
from miai.engine.pairing.system_rules import settings_of_system
from miai.features.settings.rule_groups import GROUPS
from miai.features.settings.unused_rules import unused_rules
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words.formatting import capitalised

# The questions of the form that only some systems need, by the rule that they are about.
_QUESTIONS = {
    "bar": "scoring.bar",
    "handicap": "handicapping.correction",
    "by_score": "handicapping.by_score",
    "none_above_bar": "handicapping.none_above_bar",
    "preset": "preset",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemChoice:
    """A system, what it is in a sentence, and the rules that it brings: rounds, starts, places, handicaps."""

    key: str
    name: str
    sentence: str
    usual_rounds: int
    rounds: str
    start: str
    places: str
    handicap: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemGroup:
    """Systems of one kind; the first group is shown as pictures, the others are folded."""

    title: str
    systems: tuple[SystemChoice, ...]
    folded: bool = True


# The systems of nearly all events, which have a picture each.
PICTURED = ("mcmahon", "swiss", "round_robin", "knockout")


def system_groups() -> tuple[SystemGroup, ...]:
    """Every system there is, those with a picture first."""
    own = ALL_SYSTEMS.own
    left = [each for each in own.values() if each.key not in PICTURED]
    tables = [each for each in left if each.abilities.plans_rounds]
    others = [each for each in left if each not in tables]
    # Those for most events come first, and the one that leaves everything to chance comes last.
    others.sort(key=lambda each: (not each.usual, each.key == "random"))
    return (
        SystemGroup(title="", systems=_choices(own[key] for key in PICTURED), folded=False),
        SystemGroup(title=_("By score"), systems=_choices(others)),
        SystemGroup(title=_("Tables and brackets"), systems=_choices(tables)),
    )


def systems_by_question() -> dict[str, str]:
    """The systems that need each question, parted by blanks."""
    unused = {
        key: unused_rules(replace(settings_of_system(key), handicapping=Handicapping()))
        for key in ALL_SYSTEMS
    }
    return {
        question: " ".join(key for key in ALL_SYSTEMS if path not in unused[key])
        for question, path in _QUESTIONS.items()
    }


def _choices(systems: Iterable[System]) -> tuple[SystemChoice, ...]:
    return tuple(
        SystemChoice(
            key=each.key,
            name=tell(each.name),
            sentence=tell(each.sentence),
            usual_rounds=rules_of(each.key).rounds,
            rounds=_rounds(each.key),
            start=_start(by_bands=each.brings.scoring.bands_from_entries),
            places=capitalised(_brought(each.key, CRITERIA)),
            handicap=capitalised(_brought(each.key, HANDICAP)),
        )
        for each in systems
    )


def _start(*, by_bands: bool) -> str:
    """How players get their starting scores."""
    if by_bands:
        return _("Bands built from the entries, until round 1 is drawn")
    return _("Chosen when the field is known, with advice")


def _brought(key: str, group: SettingGroup) -> str:
    """The rules of a group that a system brings, in a few words."""
    settings = settings_of_system(key)
    return tell(next(each.summary(settings) for each in GROUPS if each.key == group.key))


def _rounds(key: str) -> str:
    by_field = {
        "round_robin": _("One fewer than players, or as many if their number is odd."),
        "split_and_cycle": _("Half as many as players."),
        "knockout": _("3 for up to 8 players, 4 for up to 16, 5 for up to 32."),
        "double_elimination": _("6 for up to 8 players, 8 for up to 16, 10 for up to 32."),
    }
    return by_field.get(key) or _("Players meet only once: have more players than rounds.")
