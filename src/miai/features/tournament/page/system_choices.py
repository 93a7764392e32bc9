"""The systems that a new tournament can have, in groups, and which questions each of them needs."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.domain.settings.event_settings import Settings
from miai.engine.pairing.registry import ALL_SYSTEMS, System
from miai.features.settings.unused_rules import unused_rules
from miai.features.tournament.create_tournament import usual_rounds
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell

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
    """A system, what it is in a sentence, and how many rounds it has."""

    key: str
    name: str
    sentence: str
    rounds: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemGroup:
    """Systems of one kind; the group with the unusual ones is folded."""

    title: str
    systems: tuple[SystemChoice, ...]
    folded: bool = False


def system_groups() -> tuple[SystemGroup, ...]:
    """Every system there is, the usual ones first."""
    own = ALL_SYSTEMS.own.values()
    usual = [each for each in own if each.usual]
    tables = [each for each in own if each.abilities.plans_rounds]
    others = [each for each in own if each not in usual and each not in tables]
    # What leaves everything to chance comes last.
    others.sort(key=lambda each: each.key == "random")
    return (
        SystemGroup(title=_("By score, for most events"), systems=_choices(usual)),
        SystemGroup(title=_("Tables and brackets"), systems=_choices(tables)),
        SystemGroup(title=_("Other ways of pairing"), systems=_choices(others), folded=True),
    )


def systems_by_question() -> dict[str, str]:
    """The systems that need each question, parted by blanks."""
    unused = {key: unused_rules(Settings(system=key)) for key in ALL_SYSTEMS}
    return {
        question: " ".join(key for key in ALL_SYSTEMS if path not in unused[key])
        for question, path in _QUESTIONS.items()
    }


def _choices(systems: Iterable[System]) -> tuple[SystemChoice, ...]:
    return tuple(
        SystemChoice(
            key=each.key, name=tell(each.name), sentence=tell(each.sentence), rounds=_rounds(each.key)
        )
        for each in systems
    )


def _rounds(key: str) -> str:
    usual = usual_rounds(key)
    by_field = {
        "round_robin": _("One fewer than players, or as many if their number is odd."),
        "split_and_cycle": _("Half as many as players."),
        "knockout": _("3 for up to 8 players, 4 for up to 16, 5 for up to 32."),
        "double_elimination": _("6 for up to 8 players, 8 for up to 16, 10 for up to 32."),
    }
    if_empty = ngettext("%(num)s if you leave it empty.", "%(num)s if you leave it empty.", usual)
    return f"{by_field[key]} {if_empty}" if key in by_field else if_empty
