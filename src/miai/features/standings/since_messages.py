"""Words the changes since standings were published, for pages, phones and commands alike."""

from collections.abc import Iterator, Sequence

from miai.features.standings.since_published import Change, Kind, SincePublished
from miai.messages import Clauses, Message, counted

# More players than this are counted and not named.
_NAMED = 3
_KINDS = {
    Kind.RESULTS: Message("results"),
    Kind.STARTS: Message("starting scores"),
    Kind.CRITERIA: Message("criteria"),
    Kind.RULES: Message("rules for scores"),
    Kind.SCORES: Message("scores"),
    Kind.ADDED: Message("added"),
    Kind.REMOVED: Message("removed"),
    Kind.NAMES: Message("names"),
    Kind.GRADES: Message("grades"),
    Kind.CLUBS: Message("clubs"),
    Kind.COUNTRIES: Message("countries"),
}


def since_messages(since: SincePublished, *, places: bool = True) -> Iterator[Message]:
    """The changes, the leaders, and if players see them, in sentences; also how many `places` move."""
    if not since.older:
        return
    if since.changes:
        changes = tuple(_change(each, of_teams=since.of_teams) for each in since.changes)
        yield Message("Changed since: %(changes)s.", changes=Clauses(changes))
    if places:
        yield _places(since)
    if since.leaders != since.leaders_before:
        yield Message(
            "First place: %(before)s → %(after)s.", before=since.leaders_before, after=since.leaders
        )
    if since.waits:
        yield Message("Players see the earlier criteria until you publish again.")
    else:
        yield Message("Players see this already.")


def note_of(since: SincePublished, *, after: int | None = None) -> Message:
    """The changes in the standings after a round, or in those over all stages, in one note."""
    said = Clauses(tuple(since_messages(since)), " ")
    if after is None:
        return Message(
            "standings of the whole event, published %(time)s: %(changes)s", time=since.at, changes=said
        )
    return Message(
        "standings after round %(round)s, published %(time)s: %(changes)s",
        round=after,
        time=since.at,
        changes=said,
    )


def seen_message(since: SincePublished | None, *, waiting: bool = False) -> Message | None:
    """The kinds of change that players see, in a sentence for them; nothing if there are none.

    While games are `waiting` for results, the table says so itself.
    """
    changes = since.seen if since else ()
    kinds = tuple(_KINDS[each.kind] for each in changes if not (waiting and each.kind is Kind.RESULTS))
    return Message("Changed since: %(changes)s.", changes=Clauses(kinds)) if kinds else None


def moved_message(since: SincePublished, *, after: int | None = None) -> Message:
    """The standings that moved since they were published: those after a round, or those over all stages."""
    if after is None:
        return counted(
            "Standings of the whole event: %(num)s place has moved since they were published",
            "Standings of the whole event: %(num)s places have moved since they were published",
            len(since.places),
        )
    return counted(
        "Standings after round %(round)s: %(num)s place has moved since they were published",
        "Standings after round %(round)s: %(num)s places have moved since they were published",
        len(since.places),
        round=after,
    )


def _change(change: Change, *, of_teams: bool) -> Message:
    kind = _KINDS[change.kind]
    if not change.names:
        return kind
    return Message("%(what)s (%(who)s)", what=kind, who=_who(change.names, of_teams=of_teams))


def _who(names: Sequence[str], *, of_teams: bool) -> Message:
    if len(names) <= _NAMED:
        return Message("%(names)s", names=tuple(names))
    if of_teams:
        return counted("%(num)s team", "%(num)s teams", len(names))
    return counted("%(num)s player", "%(num)s players", len(names))


def _places(since: SincePublished) -> Message:
    if not since.places:
        return Message("No place moves.")
    if since.of_teams:
        return counted(
            "%(num)s team has another place.", "%(num)s teams have another place.", len(since.places)
        )
    return counted(
        "%(num)s player has another place.", "%(num)s players have another place.", len(since.places)
    )
