"""What the criteria for places are called: one table for headings, settings, commands, files and errors."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from miai.messages import AnyOf, Message, literal

# The settings whose values are criteria.
CRITERIA_PATHS = frozenset(
    (
        "criteria",
        "pairing.first_seeding.criteria",
        "pairing.first_seeding.by",
        "pairing.later_seeding.criteria",
        "pairing.later_seeding.by",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionName:
    """A criterion for people: its heading, its name in full, and a sentence that says what it counts."""

    title: Message
    name: Message
    says: Message


CRITERION_NAMES: dict[str, CriterionName] = {
    "cat": CriterionName(
        title=Message("Category"),
        name=Message("category"),
        says=Message("Category of the player, negated: 0 for the first, -1 for the second."),
    ),
    "nbw": CriterionName(
        title=Message("Wins"),
        name=Message("number of wins"),
        says=Message("Number of wins, with what byes and absences are worth."),
    ),
    "mms": CriterionName(
        title=Message("MMS"),
        name=Message("McMahon score"),
        says=Message("McMahon score: starting points and points won."),
    ),
    "sts": CriterionName(
        title=Message("STS"),
        name=Message("Strasbourg score"),
        says=Message(
            "McMahon score, with two points more for each of the two last qualifying rounds reached unbeaten."
        ),
    ),
    "rank": CriterionName(
        title=Message("Grade"),
        name=Message("grade"),
        says=Message("Grade, counted from 1 dan as 0."),
    ),
    "rating": CriterionName(
        title=Message("Rating"),
        name=Message("rating"),
        says=Message("Rating; a player without one has that of the grade."),
    ),
    "sosw": CriterionName(
        title=Message("SOS (wins)"),
        name=Message("sum of opponents’ scores, in wins"),
        says=Message("Sum of the opponents' wins."),
    ),
    "sosw-1": CriterionName(
        title=Message("SOS-1 (wins)"),
        name=Message("sum of opponents’ scores but one, in wins"),
        says=Message("Sum of the opponents' wins without the lowest."),
    ),
    "sosw-2": CriterionName(
        title=Message("SOS-2 (wins)"),
        name=Message("sum of opponents’ scores but two, in wins"),
        says=Message("Sum of the opponents' wins without the two lowest."),
    ),
    "sodosw": CriterionName(
        title=Message("SODOS (wins)"),
        name=Message("sum of defeated opponents’ scores, in wins"),
        says=Message("Sum of the defeated opponents' wins."),
    ),
    "sososw": CriterionName(
        title=Message("SOSOS (wins)"),
        name=Message("sum of opponents’ SOS, in wins"),
        says=Message("Sum of the opponents' SOS in wins."),
    ),
    "cussw": CriterionName(
        title=Message("CUSS (wins)"),
        name=Message("cumulated score, in wins"),
        says=Message("Sum of the wins after each round."),
    ),
    "sosm": CriterionName(
        title=Message("SOS"),
        name=Message("sum of opponents’ scores"),
        says=Message("Sum of the opponents' McMahon scores."),
    ),
    "sosm-1": CriterionName(
        title=Message("SOS-1"),
        name=Message("sum of opponents’ scores but one"),
        says=Message("Sum of the opponents' McMahon scores without the lowest."),
    ),
    "sosm-2": CriterionName(
        title=Message("SOS-2"),
        name=Message("sum of opponents’ scores but two"),
        says=Message("Sum of the opponents' McMahon scores without the two lowest."),
    ),
    "sodosm": CriterionName(
        title=Message("SODOS"),
        name=Message("sum of defeated opponents’ scores"),
        says=Message("Sum of the defeated opponents' McMahon scores."),
    ),
    "sososm": CriterionName(
        title=Message("SOSOS"),
        name=Message("sum of opponents’ SOS"),
        says=Message("Sum of the opponents' SOS."),
    ),
    "cussm": CriterionName(
        title=Message("CUSS"),
        name=Message("cumulated score"),
        says=Message("Sum of the McMahon scores after each round."),
    ),
    "sosts": CriterionName(
        title=Message("SOS (STS)"),
        name=Message("sum of opponents’ Strasbourg scores"),
        says=Message("Sum of the opponents' STS."),
    ),
    "ext": CriterionName(
        title=Message("Exploits tried"),
        name=Message("exploits attempted"),
        says=Message("Sum of the opponents' wins, weighted by how much stronger they were."),
    ),
    "exr": CriterionName(
        title=Message("Exploits"),
        name=Message("exploits achieved"),
        says=Message("Sum of the defeated opponents' wins, weighted by how much stronger they were."),
    ),
    "cps": CriterionName(
        title=Message("Cup"),
        name=Message("rounds survived in a cup"),
        says=Message("Rounds survived in a knock-out: wins and free rounds before the first loss."),
    ),
    "soms": CriterionName(
        title=Message("SOMS"),
        name=Message("sum of opponents’ McMahon scores"),
        says=Message(
            "AGA: sum of the opponents' McMahon scores; a bye is a phantom who won half of the rounds."
        ),
    ),
    "sodoms": CriterionName(
        title=Message("SODOMS"),
        name=Message("sum of defeated opponents’ McMahon scores"),
        says=Message("AGA: sum of the defeated opponents' McMahon scores; a forced bye defeats the phantom."),
    ),
    "draw": CriterionName(
        title=Message("Draw"),
        name=Message("drawing of lots"),
        says=Message("Lots drawn with the tournament's seed; the order of the file does not matter."),
    ),
    "sdc": CriterionName(
        title=Message("Direct (all met)"),
        name=Message("simplified direct confrontation"),
        says=Message("Number of tied players beaten, where everybody has met everybody."),
    ),
    "dc": CriterionName(
        title=Message("Direct"),
        name=Message("direct confrontation"),
        says=Message(
            "Place among tied players so that nobody stands below one they beat; cycles count as no games."
        ),
    ),
    "f2f": CriterionName(
        title=Message("Face to face"),
        name=Message("face to face"),
        says=Message(
            "AGA: points won against the tied players, in halves, where everybody has met everybody."
        ),
    ),
}


def criterion_title(key: str) -> Message:
    """The heading of a criterion; a key that nobody knows stands for itself."""
    return CRITERION_NAMES[key].title if key in CRITERION_NAMES else literal(key)


def criteria_titles(keys: Iterable[str]) -> tuple[Message, ...]:
    """The headings of criteria."""
    return tuple(criterion_title(key) for key in keys)


def criterion_key(text: str) -> str:
    """The key of the criterion that a person means: its key or a name, in any case; else the text itself."""
    return _known_texts().get(text.strip().lower(), text.strip())


def unknown_criterion(text: str) -> Message:
    """Why a text names no criterion, with those that it may stand for."""
    texts = _known_texts()
    keys = {texts[near]: None for near in get_close_matches(text.strip().lower(), texts)}
    if keys:
        near = AnyOf(criteria_titles(keys))
        return Message("'%(key)s' is not a criterion; did you mean %(near)s?", key=text, near=near)
    return Message(
        "'%(key)s' is not a criterion: %(known)s", key=text, known=criteria_titles(CRITERION_NAMES)
    )


@cache
def _known_texts() -> dict[str, str]:
    """Every key by the texts that stand for it."""
    return {
        text.lower(): key
        for key, each in CRITERION_NAMES.items()
        for text in (str(each.name), str(each.title), key)
    }
