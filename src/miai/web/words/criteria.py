"""The criteria of the standings in the reader's words."""

from dataclasses import dataclass

from miai.web.words import gettext as _
from miai.web.words import mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """What a criterion is called, and what it counts."""

    key: str
    title: str
    says: str


# The words of the registries once more, where the catalogues find them.
WORDS: dict[str, tuple[str, str]] = {
    "cat": (
        mark("Category"),
        mark("Category of the player, negated: 0 for the first, -1 for the second."),
    ),
    "nbw": (mark("Wins"), mark("Number of wins, with what byes and absences are worth.")),
    "mms": (mark("MMS"), mark("McMahon score: starting points and points won.")),
    "sts": (
        mark("STS"),
        mark(
            "McMahon score, with two points more for each of the two last qualifying rounds reached unbeaten."
        ),
    ),
    "rank": (mark("Grade"), mark("Grade, counted from 1 dan as 0.")),
    "rating": (mark("Rating"), mark("Rating; a player without one has that of the grade.")),
    "sosw": (mark("SOS (wins)"), mark("Sum of the opponents' wins.")),
    "sosw-1": (mark("SOS-1 (wins)"), mark("Sum of the opponents' wins without the lowest.")),
    "sosw-2": (mark("SOS-2 (wins)"), mark("Sum of the opponents' wins without the two lowest.")),
    "sodosw": (mark("SODOS (wins)"), mark("Sum of the defeated opponents' wins.")),
    "sososw": (mark("SOSOS (wins)"), mark("Sum of the opponents' SOS in wins.")),
    "cussw": (mark("CUSS (wins)"), mark("Sum of the wins after each round.")),
    "sosm": (mark("SOS"), mark("Sum of the opponents' McMahon scores.")),
    "sosm-1": (mark("SOS-1"), mark("Sum of the opponents' McMahon scores without the lowest.")),
    "sosm-2": (mark("SOS-2"), mark("Sum of the opponents' McMahon scores without the two lowest.")),
    "sodosm": (mark("SODOS"), mark("Sum of the defeated opponents' McMahon scores.")),
    "sososm": (mark("SOSOS"), mark("Sum of the opponents' SOS.")),
    "cussm": (mark("CUSS"), mark("Sum of the McMahon scores after each round.")),
    "sosts": (mark("SOS (STS)"), mark("Sum of the opponents' STS.")),
    "ext": (
        mark("Exploits tried"),
        mark("Sum of the opponents' wins, weighted by how much stronger they were."),
    ),
    "exr": (
        mark("Exploits"),
        mark("Sum of the defeated opponents' wins, weighted by how much stronger they were."),
    ),
    "cps": (mark("Cup"), mark("Rounds survived in a knock-out: wins and free rounds before the first loss.")),
    "soms": (
        mark("SOMS"),
        mark("AGA: sum of the opponents' McMahon scores; a bye is a phantom who won half of the rounds."),
    ),
    "sodoms": (
        mark("SODOMS"),
        mark("AGA: sum of the defeated opponents' McMahon scores; a forced bye defeats the phantom."),
    ),
    "draw": (
        mark("Draw"),
        mark("Lots drawn with the tournament's seed; the order of the file does not matter."),
    ),
    "sdc": (
        mark("Direct (all met)"),
        mark("Number of tied players beaten, where everybody has met everybody."),
    ),
    "dc": (
        mark("Direct"),
        mark("Place among tied players so that nobody stands below one they beat; cycles count as no games."),
    ),
    "f2f": (
        mark("Face to face"),
        mark("AGA: points won against the tied players, in halves, where everybody has met everybody."),
    ),
}


def criterion(key: str) -> Criterion:
    """A criterion in the reader's language."""
    title, says = WORDS[key]
    return Criterion(key=key, title=_(title), says=_(says))
