"""The systems that a new tournament can have, in groups, and which questions each of them needs."""

from dataclasses import dataclass

from miai.app.event.create_tournament import usual_rounds
from miai.app.event.unused_rules import unused_rules
from miai.domain.settings import Settings
from miai.domain.system_names import SYSTEMS
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import system_name

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
    tables = {
        "round_robin": _("Everybody meets everybody."),
        "split_and_cycle": _("One half stays seated, the other moves on by one board each round."),
        "knockout": _("A bracket: whoever loses is out."),
        "double_elimination": _("A bracket with a second chance: whoever loses twice is out."),
    }
    others = {
        "accelrat": _("The closest ratings meet; results change the ratings after every round."),
        "guided_random": _("By lot inside each score group, between its larger parts, as GoDraw does."),
        "backtracking": _("From the top, everybody meets the best opponent who is left, as in EPM."),
        "entropy": _("The games that are most open, by ratings that follow the results."),
        "roommates": _("No two players would both rather meet each other than their opponents."),
        "random": _("By lot; only who has met does not meet again."),
    }
    usual = {
        "mcmahon": _(
            "For a field of all grades: players start by grade and meet others with the same score."
        ),
        "swiss": _("Everybody starts equal and meets players with as many wins."),
        "aga": _("McMahon by the protocol of the American Go Association."),
    }
    return (
        SystemGroup(title=_("By score, for most events"), systems=_choices(usual)),
        SystemGroup(title=_("Tables and brackets"), systems=_choices(tables)),
        SystemGroup(title=_("Other ways of pairing"), systems=_choices(others), folded=True),
    )


def systems_by_question() -> dict[str, str]:
    """The systems that need each question, parted by blanks."""
    unused = {key: unused_rules(Settings(system=key)) for key in SYSTEMS}
    return {
        question: " ".join(key for key in SYSTEMS if path not in unused[key])
        for question, path in _QUESTIONS.items()
    }


def _choices(sentences: dict[str, str]) -> tuple[SystemChoice, ...]:
    return tuple(
        SystemChoice(key=key, name=system_name(key), sentence=sentence, rounds=_rounds(key))
        for key, sentence in sentences.items()
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
