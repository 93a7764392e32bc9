"""What is told of rating lists: what was imported, who is in them, and how entrants compare with them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many, maybe
from miai.desk.changed_file import WrittenFile
from miai.domain.people.people_answers import PLAYER
from miai.domain.people.rating_list_entry import ListedPlayer
from miai.domain.tournament import Tournament
from miai.features.lists.candidates import Candidate
from miai.features.lists.find_people import (
    CheckedEntrant,
    Difference,
    Duplicate,
    EntryCheck,
    Found,
    ListMatch,
)
from miai.features.lists.memberships import MembershipNotice
from miai.features.lists.rating_lists import ListImport, PublishedRatings
from miai.features.lists.table import flag_counts
from miai.features.lists.update_entrants import EntrantUpdate, EntrantUpdates, FieldChange
from miai.store.people.player_lists import ListInfo

NO_UPDATES = EntrantUpdates(updates=(), frozen=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntrants:
    """What the lists would change of the entrants of an event, and the file that was written with it."""

    event: Tournament
    updates: EntrantUpdates = NO_UPDATES
    written: WrittenFile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlayers:
    """The listed players who were found by a text."""

    text: str
    players: Sequence[ListedPlayer]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEntrants:
    """The entrants of an event, compared with the lists."""

    event: Tournament
    check: EntryCheck


_IMPORTED: Shape[ListImport] = Shape(
    "ImportedList",
    "An imported list and what is unusual in it.",
    (
        Field("source", str, lambda done: done.imported.source),
        Field("date", str | None, lambda done: done.imported.date),
        Field("players", int, lambda done: len(done.imported.players)),
        Field("players_before", int, lambda done: done.before.players if done.before else 0),
        Field("flagged", int, lambda done: sum(bool(player.flags) for player in done.imported.players)),
        Field(
            "flags",
            dict[str, int],
            lambda done: {str(kind.title): count for kind, count in flag_counts(done.imported)},
        ),
        Field("problems", list[str], lambda done: done.imported.problems),
        Field("notes", list[str], lambda done: done.imported.notes),
    ),
)
IMPORTED_LIST = Answer(question="list-import", whole=_IMPORTED)

_LIST: Shape[ListInfo] = Shape(
    "RatingList",
    "A list that was imported.",
    (
        Field("source", str),
        Field("date", str | None),
        Field("players", int),
        Field("used", bool),
        Field("file", str),
    ),
)
_LISTS: Shape[Sequence[ListInfo]] = Shape(
    "RatingLists", "The lists that were imported.", (Field("lists", many(_LIST), lambda lists: lists),)
)
LISTS = Answer(question="list-show", whole=_LISTS)

LISTED_PLAYER: Shape[ListedPlayer] = Shape(
    "ListedPlayer",
    "A player of a rating list; the id is that of the federation.",
    (
        Field("source", str),
        Field("surname", str),
        Field("first_name", str),
        Field("country", str),
        Field("club", str),
        Field("state", str),
        Field("grade", str | None),
        Field("rating", float | None),
        Field("sigma", float | None),
        Field("rating_date", str | None),
        Field("published_until", str | None),
        Field("id", str, lambda player: player.number),
        Field("membership", str),
        Field("licence_status", str),
        Field("expiry", str | None),
        Field("flags", list[str]),
    ),
)
CANDIDATE: Shape[Candidate] = Shape(
    "SamePerson",
    "A listed player who perhaps is the same person; its key answers the question.",
    (
        Field("key", str),
        Field("listed", maybe(LISTED_PLAYER)),
        Field("why", str | None, lambda candidate: candidate.remarks),
    ),
)

_CHANGE: Shape[FieldChange] = Shape(
    "EntrantChange",
    "What a list has otherwise.",
    (
        Field("what", str, lambda change: change.label),
        Field("field", str, lambda change: change.label),
        Field("before", str),
        Field("after", str),
    ),
)
_UPDATE: Shape[EntrantUpdate] = Shape(
    "EntrantUpdate",
    "What the lists would change of an entrant.",
    (
        Field("key", str),
        *PLAYER.of(lambda update: update.player),
        Field("source", str, lambda update: update.listed.source),
        Field("sure", bool),
        Field("same_person", maybe(LISTED_PLAYER), lambda update: update.question and update.listed),
        Field("why", str | None, lambda update: update.question and update.question.remarks),
        Field("changes", many(_CHANGE)),
    ),
)
_UPDATES: Shape[ListedEntrants] = Shape(
    "EntrantUpdates",
    "What the lists would change; `lost` is null where nothing was written.",
    (
        Field("tournament", str, lambda found: found.event.name),
        Field("updates", many(_UPDATE), lambda found: found.updates.updates),
        Field("frozen", list[str], lambda found: found.updates.frozen),
        Field("namesakes", list[str], lambda found: [player.name for player in found.updates.namesakes]),
        Field("lost", list[str] | None, lambda found: found.written and found.written.lost),
    ),
)
ENTRANT_UPDATES = Answer(question="list-update", whole=_UPDATES)

_FOUND: Shape[FoundPlayers] = Shape(
    "FoundPlayers",
    "The players who were found.",
    (Field("text", str), Field("players", many(LISTED_PLAYER))),
)
LIST_SEARCH = Answer(question="list-search", whole=_FOUND)

_PUBLISHED: Shape[PublishedRatings] = Shape(
    "PublishedRatings",
    "The ratings that are published on a day.",
    (Field("on", str), Field("lapsed", int), Field("players", many(LISTED_PLAYER))),
)
PUBLISHED_RATINGS = Answer(question="list-published", whole=_PUBLISHED)

_DIFFERENCE: Shape[Difference] = Shape(
    "Difference",
    "What was entered and what a list has.",
    (Field("what", str), Field("entered", str), Field("listed", str)),
)
_MATCH: Shape[ListMatch] = Shape(
    "ListMatch",
    "An entrant in one list.",
    (
        Field("source", str),
        Field("found", str),
        Field("candidates", many(LISTED_PLAYER), lambda match: [each.listed for each in match.candidates]),
        Field("differences", many(_DIFFERENCE)),
    ),
)
_MEMBERSHIP: Shape[MembershipNotice] = Shape(
    "Membership",
    "What a federation's list says about a membership.",
    (
        Field("source", str),
        Field("standing", str, lambda notice: notice.state),
        Field("text", str, lambda notice: notice.message),
    ),
)
_ENTRANT: Shape[CheckedEntrant] = Shape(
    "CheckedEntrant",
    "An entrant compared with the lists.",
    (
        *PLAYER.of(lambda entrant: entrant.player),
        Field("found", str),
        Field("lists", many(_MATCH), lambda entrant: entrant.matches),
        Field("memberships", many(_MEMBERSHIP), lambda entrant: entrant.notices),
    ),
)
_DUPLICATE: Shape[Duplicate] = Shape(
    "Duplicate",
    "Entrants who may be the same person.",
    (
        Field("what", str),
        Field("players", list[str], lambda duplicate: [player.name for player in duplicate.players]),
    ),
)


def _counts(checked: CheckedEntrants) -> dict[str, int]:
    counts = Counter(entrant.found for entrant in checked.check.entrants)
    return {found.value: counts[found] for found in Found}


_CHECKED: Shape[CheckedEntrants] = Shape(
    "EntryCheck",
    "All entrants compared with the lists.",
    (
        Field("tournament", str, lambda checked: checked.event.name),
        Field("on", str, lambda checked: checked.check.on),
        Field("counts", dict[str, int], _counts),
        Field("entrants", many(_ENTRANT), lambda checked: checked.check.entrants),
        Field("duplicates", many(_DUPLICATE), lambda checked: checked.check.duplicates),
    ),
)
ENTRY_CHECK = Answer(question="list-check", whole=_CHECKED)
