"""What the criteria for places are called: one table for headings, settings, commands, files and errors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from miai.errors import InputError
from miai.messages import AnyOf, Message, literal
from miai.plugins import Registry, demand_parts, message_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionName:
    """A criterion for people: its heading, its name in full, and a sentence that says what it counts."""

    title: Message
    name: Message
    says: Message


_OWN: dict[str, CriterionName] = {
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


_BOARDS = range(1, 10)
TEAM_CRITERION_NAMES: dict[str, CriterionName] = {
    "teamp": CriterionName(
        title=Message("Team points"),
        name=Message("team points"),
        says=Message("Team points: 2 for a won match, 1 for a drawn one, and what a rest is worth."),
    ),
    "sost": CriterionName(
        title=Message("SOST"),
        name=Message("sum of opponents’ team points"),
        says=Message("Sum of the opponents' team points; a team met twice counts twice."),
    ),
    "bdw": CriterionName(
        title=Message("Board points"),
        name=Message("board points"),
        says=Message("Points won on all boards, and what a rest is worth."),
    ),
    **{
        f"bdw{last}u": CriterionName(
            title=Message("Board 1") if last == 1 else Message("Boards 1–%(last)s", last=last),
            name=Message("board points on board 1")
            if last == 1
            else Message("board points on boards 1 to %(last)s", last=last),
            says=Message("Points won on the first board.")
            if last == 1
            else Message("Points won on the first %(last)s boards.", last=last),
        )
        for last in _BOARDS
    },
    "mnr": CriterionName(
        title=Message("Mean rating"),
        name=Message("mean rating"),
        says=Message(
            "Sum of the ratings of the line-up of round 1, divided by the number of boards; whoever has no "
            "rating counts with that of the grade."
        ),
    ),
    "matches": CriterionName(
        title=Message("Matches won"),
        name=Message("number of matches won"),
        says=Message("Number of matches won; a drawn match and a rest count nothing."),
    ),
    "sobdw": CriterionName(
        title=Message("SOS (boards)"),
        name=Message("sum of opponents’ board points"),
        says=Message("Sum of the opponents' board points; a team met twice counts twice."),
    ),
    "sodost": CriterionName(
        title=Message("SODOST"),
        name=Message("sum of defeated opponents’ team points"),
        says=Message("Sum of the defeated opponents' team points; a drawn match counts half of them."),
    ),
    "cusst": CriterionName(
        title=Message("CUSST"),
        name=Message("cumulated team points"),
        says=Message("Sum of the team points after each round."),
    ),
    "direct": CriterionName(
        title=Message("Direct comparison"),
        name=Message("direct comparison"),
        says=Message("Team points won against the tied teams, where all of them have met each other."),
    ),
    # As for players, each match being a game.
    **{key: _OWN[key] for key in ("mms", "sosm", "sodosm", "sososm", "draw")},
}


@dataclass(frozen=True, kw_only=True, eq=False)
class CriterionTable:
    """All criteria of one kind of entrant, to be found by what people call them."""

    names: Mapping[str, CriterionName]

    def title(self, key: str) -> Message:
        """The heading of a criterion; a key that nobody knows stands for itself."""
        return self.names[key].title if key in self.names else literal(key)

    def titles(self, keys: Iterable[str]) -> tuple[Message, ...]:
        """The headings of criteria."""
        return tuple(self.title(key) for key in keys)

    def key(self, text: str) -> str:
        """The key of the criterion that a person means: a key or name, in any case; else the text itself."""
        return _known_texts(self).get(text.strip().lower(), text.strip())

    def unknown(self, text: str) -> Message:
        """Why a text names no criterion, with those that it may stand for."""
        texts = _known_texts(self)
        keys = {texts[near]: None for near in get_close_matches(text.strip().lower(), texts)}
        if keys:
            near = AnyOf(self.titles(keys))
            return Message("'%(key)s' is not a criterion; did you mean %(near)s?", key=text, near=near)
        return Message("'%(key)s' is not a criterion: %(known)s", key=text, known=self.titles(self.names))


@cache
def _known_texts(table: CriterionTable) -> dict[str, str]:
    """Every key by the texts that stand for it."""
    known: dict[str, str] = {}
    for key, each in table.names.items():
        for text in _texts(key, each):
            # A plug-in cannot take a name away from what was there before.
            known.setdefault(text.lower(), key)
    return known


def _texts(key: str, each: CriterionName) -> tuple[str, ...]:
    """What stands for a criterion."""
    return key, str(each.title), str(each.name)


def names_of_plugin(_key: str, value: Any) -> CriterionName:
    """The names that a plug-in gives its criterion; those of Miai's own criteria mean these."""
    demand_parts(value, ("title", "name", "says", "compute"))
    title, name, says = (message_of(text) for text in (value.title, value.name, value.says))
    for text in (str(title), str(name)):
        if text.lower() in RESERVED_CRITERIA:
            raise InputError(Message("'%(text)s' means a criterion of Miai's own", text=text))
    return CriterionName(title=title, name=name, says=says)


# What a person may type for a criterion, or for all or none of them.
RESERVED_CRITERIA = frozenset(
    ("all", "none", *(text.lower() for key, each in _OWN.items() for text in _texts(key, each)))
)
CRITERION_NAMES: Mapping[str, CriterionName] = Registry(
    "criteria", _OWN, names_of_plugin, reserved=RESERVED_CRITERIA
)
PLAYER_CRITERIA = CriterionTable(names=CRITERION_NAMES)
TEAM_CRITERIA = CriterionTable(names=TEAM_CRITERION_NAMES)
# The settings whose values are criteria.
CRITERIA_PATHS: Mapping[str, CriterionTable] = {
    "criteria": PLAYER_CRITERIA,
    "pairing.first_seeding.criteria": PLAYER_CRITERIA,
    "pairing.first_seeding.by": PLAYER_CRITERIA,
    "pairing.later_seeding.criteria": PLAYER_CRITERIA,
    "pairing.later_seeding.by": PLAYER_CRITERIA,
    "teams.criteria": TEAM_CRITERIA,
}

criterion_title = PLAYER_CRITERIA.title
criteria_titles = PLAYER_CRITERIA.titles
criterion_key = PLAYER_CRITERIA.key
unknown_criterion = PLAYER_CRITERIA.unknown
