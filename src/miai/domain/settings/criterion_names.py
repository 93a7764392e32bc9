"""What people call the criteria for places; each is defined with its texts in `scoring`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from miai.messages import AnyOf, Message, literal
from miai.plugins import TableAt


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion: its heading ("SOS"), its name in full, and a sentence that says what it counts.

    `clause` is what asks for it in the five documents, by its id there.
    """

    key: str
    title: Message
    name: Message
    says: Message
    clause: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class CriterionTable:
    """All criteria of one kind of entrant, to be found by what people call them."""

    names: Mapping[str, Criterion]

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
        for text in meanings(each):
            # A plug-in cannot take a name away from what was there before.
            known.setdefault(text.lower(), key)
    return known


def meanings(each: Criterion) -> tuple[str, ...]:
    """The texts that stand for a criterion."""
    return each.key, str(each.title), str(each.name)


CRITERION_NAMES: Mapping[str, Criterion] = TableAt("miai.engine.scoring.places:CRITERIA")
TEAM_CRITERION_NAMES: Mapping[str, Criterion] = TableAt("miai.engine.scoring.teams.criteria:TEAM_TIEBREAKS")
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
