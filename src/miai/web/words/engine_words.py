"""The reasons of draws in the reader's language: the engine speaks English, in few kinds of sentences."""

import re
from functools import cache

from miai.web.words import gettext, language, mark, ngettext
from miai.web.words import gettext as _
from miai.web.words.formatting import number, points

# What stands on the left of a name in a sentence must come before sentences that begin with the name.
_SENTENCES = (
    # What is not ideal about a board
    mark("%(name)s floats down %(gap)s again"),
    mark("%(name)s floats down %(gap)s"),
    mark("%(gap)s point apart"),
    mark("colours uneven"),
    mark("met in round %(round)s"),
    mark("have met"),
    mark("%(a)s and %(b)s met in round %(round)s"),
    mark("%(a)s and %(b)s have met"),
    mark("%(a)s and %(b)s are family"),
    mark("%(a)s and %(b)s belong together, which no longer matters for them"),
    mark("%(a)s and %(b)s belong together"),
    mark("the director forbade %(a)s against %(b)s"),
    # What the rules say of a pair
    mark("both in category %(number)s"),
    mark("categories %(a)s and %(b)s"),
    mark("both have %(points)s points"),
    mark("%(a)s points against %(b)s, %(gap)s apart"),
    mark("nobody floats"),
    mark("%(name)s is drawn down again"),
    mark("%(name)s is drawn down after being drawn up"),
    mark("%(name)s is drawn down for the first time"),
    mark("%(name)s is drawn up again"),
    mark("%(name)s is drawn up after being drawn down"),
    mark("%(name)s is drawn up for the first time"),
    mark("both play for %(club)s, which no longer matters for them"),
    mark("both play for %(club)s"),
    mark("both come from %(country)s, which no longer matters for them"),
    mark("both come from %(country)s"),
    mark("different clubs and countries"),
    mark("%(name)s has had no colour yet"),
    mark("%(name)s has had both colours alike, %(colour)s last"),
    mark("%(name)s has had %(more)s %(number)s more, %(colour)s last"),
    mark("neither grade is in question"),
    mark("%(name)s should meet a %(low)s to %(high)s"),
    mark("%(a)s against %(b)s for the handicap"),
    mark("place %(place)s of %(size)s goes down (wanted: %(part)s)"),
    mark("place %(place)s of %(size)s goes up (wanted: %(part)s)"),
    mark("different groups are not seeded"),
    mark("places %(a)s and %(b)s of %(size)s"),
    mark("first against last"),
    mark("first against last in each half"),
    mark("upper half against lower half in order"),
    mark("neighbours"),
    mark("upper half against lower half by chance"),
    mark("they have met before"),
    mark("they have never met"),
    # What a swap would do
    mark("as good"),
    mark("better"),
    mark("a wider gap"),
    mark("a smaller gap"),
    mark("one more float"),
    mark("two more floats"),
    mark("one float fewer"),
    mark("two floats fewer"),
    mark("a float out of turn"),
    mark("categories mixed"),
    mark("clubmates or compatriots"),
    mark("colours worse"),
    mark("a larger handicap"),
    mark("tells less about grades"),
    mark("%(name)s has had a bye"),
    mark("is locked"),
    mark("has a result"),
    # A draw beside the best one
    mark("%(count)s games across %(points)s points more"),
    mark("%(count)s game across %(points)s points more"),
    mark("%(count)s games across %(points)s points fewer"),
    mark("%(count)s game across %(points)s points fewer"),
    mark("%(count)s games across one point more"),
    mark("%(count)s game across one point more"),
    mark("%(count)s games across one point fewer"),
    mark("%(count)s game across one point fewer"),
    mark("the bye to a higher score"),
    # Why nobody can be paired
    mark("no pairing exists for round %(round)s: nobody may have the bye"),
    mark(
        "no pairing exists for round %(round)s: %(who)s can only meet %(others)s, "
        "and that is not enough (%(why)s)"
    ),
    mark("no pairing exists for round %(round)s: %(who)s can meet nobody (%(why)s)"),
    mark(
        "no pairing exists for round %(round)s: %(who)s cannot be paired with each other "
        "or with anybody else (%(why)s)"
    ),
    mark("%(example)s, and %(number)s more such"),
    mark("there is no one left to meet"),
    # Last, for it fits much
    mark("both %(what)s"),
)
_SMALL = {
    "White": mark("White"), "Black": mark("Black"), "top": mark("top"), "middle": mark("middle"),
    "bottom": mark("bottom"), "one": mark("one"), "two": mark("two"), "three": mark("three"),
    "four": mark("four"), "five": mark("five"), "six": mark("six"), "seven": mark("seven"),
    "eight": mark("eight"), "nine": mark("nine"),
}  # fmt: skip
# Values that are sentences themselves.
_NESTED = frozenset({"why", "example"})
# Where two sentences are joined, each is told by itself.
_JOINTS = (
    re.compile(r"(?P<first>.+?)(?P<joint>; )(?P<second>.+)"),
    re.compile(r"(?P<first>.+ is drawn down [a-z ]+)(?P<joint>, )(?P<second>.+ is drawn up [a-z ]+)"),
    re.compile(r"(?P<first>place .+ goes down .+\))(?P<joint>, )(?P<second>place .+)"),
    re.compile(r"(?P<first>.+ (?:more|fewer))(?P<joint> and )(?P<second>.+ (?:more|fewer))"),
)
_CHANGE = re.compile(r"(?P<count>\w+) .+ (?P<way>more|fewer)|.+: (?P<worth>worse|better)")
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LARGE = 10**7
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DECIMAL = re.compile(r"(?<![\d.])\d+\.(?:25|5|75)(?![\d.])")


def told(sentence: str) -> str:
    """A sentence of the engine in the reader's language; one that nobody foresaw stays as it is."""
    if language() == "en":
        return _with_fractions(sentence)
    for message in _SENTENCES:
        found = _pattern(message).fullmatch(sentence)
        if found:
            return gettext(
                message, **{name: _value(name, value) for name, value in found.groupdict().items()}
            )
    for joint in _JOINTS:
        found = joint.fullmatch(sentence)
        if found:
            return f"{told(found['first'])}{_joint(found['joint'])}{told(found['second'])}"
    return _with_fractions(sentence)


def told_change(rule: str, sentence: str) -> str:
    """How one rule fares beside the best draw."""
    found = _CHANGE.fullmatch(sentence)
    if rule == "score" or found is None:
        return told(sentence)
    title = rule_title(rule)
    if found["worth"]:
        return (
            _("%(rule)s: worse", rule=title)
            if found["worth"] == "worse"
            else _("%(rule)s: better", rule=title)
        )
    count = int(found["count"]) if found["count"].isdigit() else _COUNTS.index(found["count"]) + 1
    if found["way"] == "more":
        return ngettext("%(rule)s: %(num)s board worse", "%(rule)s: %(num)s boards worse", count, rule=title)
    return ngettext("%(rule)s: %(num)s board better", "%(rule)s: %(num)s boards better", count, rule=title)


def rule_title(key: str) -> str:
    """What a rule looks after."""
    titles = {
        "rematch": _("Never met"),
        "broken": _("May not be drawn"),
        "category": _("Categories"),
        "score": _("Equal score"),
        "floats": _("Floats"),
        "geography": _("Country and club"),
        "colour": _("Colours"),
        "grading": _("Grades in question"),
        "handicap": _("Handicap"),
        "float_place": _("Where floaters come from"),
        "seeding": _("Seeding in the group"),
    }
    return titles.get(key, key.replace("_", " ").capitalize())


def weight(cost: int) -> str:
    """What a rule charges; where prices are tiers, only the first figures of a large one mean anything."""
    if abs(cost) < _LARGE:
        return number(cost)
    figures, _e, power = f"{cost:.1e}".partition("e")
    return f"{number(float(figures))}·10{str(int(power)).translate(_RAISED)}"


@cache
def _pattern(message: str) -> re.Pattern[str]:
    """The sentences that a message stands for."""
    escaped = re.escape(message).replace(r"%\(", "%(").replace(r"\)s", ")s")
    return re.compile(re.sub(r"%\((\w+)\)s", lambda found: _group(found[1]), escaped))


def _group(name: str) -> str:
    return f"(?P<{name}>.+)" if name in _NESTED else f"(?P<{name}>[^;]+?)"


def _value(name: str, value: str) -> str:
    if name in _NESTED:
        return told(value)
    return gettext(_SMALL[value]) if value in _SMALL else _with_fractions(value)


def _joint(joint: str) -> str:
    return joint if joint != " and " else _(" and ")


def _with_fractions(text: str) -> str:
    return _DECIMAL.sub(lambda found: points(float(found[0])), text)
