"""Keep the events of a congress up to date with its list of people.

Each event has a log of its own. A change of a person is written to all of them at once, but an undo in one
log or a change in an event itself can leave an event behind. What is behind is found by comparing them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, partial

from miai.desk.live_state import Desk, Saved, State
from miai.desk.together import written_together
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.people.congress import EventEntry
from miai.domain.people.player import Member, Player, PlayerId, Registration
from miai.domain.people.sides import side_of
from miai.domain.settings.side_rules import SideRules
from miai.features.congress.check_in import to_check_in
from miai.features.congress.congress_state import WholeCongress, recall, whole_congress
from miai.features.congress.enter_events import register_entries
from miai.features.congress.person import MEMBER_FIELDS, PERSON_FIELDS, has_begun, has_left, is_same, updated
from miai.features.congress.provenance import ListHistory, came_from_list, was_removed
from miai.features.players.change_player import change_player, check_in_several
from miai.messages import Message


class BehindKind(Enum):
    """What an event lacks: the player, the check-in, or what the list says of them; or who is not on it."""

    PLAYER = "player"
    CHECK_IN = "check-in"
    DATA = "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """What an event has otherwise than the list of people.

    `why` says what speaks against bringing it up to date; then it is done only where somebody asks for it.
    """

    event: str
    event_name: str
    person: Player
    player: PlayerId
    kind: BehindKind
    fields: tuple[str, ...] = ()
    here: Player | Member | None = None
    why: Message | None = None

    @property
    def key(self) -> str:
        """Names it in a form."""
        return f"{self.kind.value} {self.event} {self.person.id}"

    @property
    def what(self) -> Message:
        """What differs, as a sentence."""
        values = {"name": self.person.name, "event": self.event_name}
        match self.kind:
            case BehindKind.PLAYER:
                return Message("%(name)s is entered in %(event)s, but not among its players", **values)
            case BehindKind.CHECK_IN if self.person.registration is Registration.FINAL:
                return Message("%(name)s is here, but not checked in at %(event)s", **values)
            case BehindKind.CHECK_IN:
                return Message("%(name)s is not here, but checked in at %(event)s", **values)
            case BehindKind.DATA if self.here and self.here.name != self.person.name:
                return Message(
                    "%(event)s has the name %(other)s for %(name)s", **values, other=self.here.name
                )
            case BehindKind.DATA if self.here and self.here.grade != self.person.grade:
                return Message(
                    "%(event)s has %(name)s as %(other)s instead of %(grade)s",
                    **values,
                    other=self.here.grade,
                    grade=self.person.grade,
                )
        return Message("%(event)s has other data for %(name)s", **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonChanged:
    """The congress after a person was changed, the events that were changed, and those that were not."""

    saved: Saved
    changed: tuple[str, ...] = ()
    left: tuple[Behind, ...] = ()


@written_together
def change_person(
    desk: Desk, congress_id: str, person: PlayerId, change: Callable[[Player], Player], *, by: str
) -> PersonChanged:
    """Change a person on the list and in all events that have not begun.

    The answer names the events that keep what they have, and why.
    """
    before = whole_congress(desk, congress_id)
    old = before.tournament.player(person)
    behind_before = {each.event for each in _behind_of(before, person)}
    saved = change_player(desk, congress_id, person, change, by=by)
    new = saved.state.tournament.player(person)
    changed = []
    for entry in before.entries.get(person, ()):
        if entry.event in before.events:
            done = desk.change(
                entry.event,
                partial(_brought, entry=entry, old=old, new=new, forced=False),
                by=by,
            )
            if done.entries:
                changed.append(entry.event)
    left = tuple(
        each
        for each in _behind_of(whole_congress(desk, congress_id), person)
        if each.kind is BehindKind.DATA or each.event not in behind_before
    )
    return PersonChanged(saved=saved, changed=tuple(changed), left=left)


def behind(desk: Desk, congress_id: str) -> tuple[Behind, ...]:
    """All that the events of a congress have otherwise than its list of people."""
    whole = whole_congress(desk, congress_id)
    return recall(
        desk,
        whole,
        "behind",
        lambda: tuple(_all_behind(whole)),
    )


@written_together
def bring_up_to_date(
    desk: Desk, congress_id: str, *, by: str, keys: Sequence[str] | None = None
) -> tuple[Behind, ...]:
    """Write what events lack, and return what they still have otherwise.

    Without `keys` only what nothing speaks against; with them exactly those, whatever speaks against it.
    """
    chosen = [
        each for each in behind(desk, congress_id) if (each.why is None if keys is None else each.key in keys)
    ]
    whole = whole_congress(desk, congress_id)
    missing: dict[PlayerId, list[EventEntry]] = {}
    for each in chosen:
        if each.kind is BehindKind.PLAYER:
            entry = EventEntry(event=each.event, player=each.player)
            missing.setdefault(each.person.id, []).append(entry)
    if missing:
        register_entries(desk, Saved(state=whole.state, entries=()), missing, by=by)
    for each in chosen:
        if each.kind is BehindKind.DATA:
            entry = EventEntry(event=each.event, player=each.player)
            desk.change(
                each.event,
                partial(_brought, entry=entry, old=_as_person(each), new=each.person, forced=True),
                by=by,
            )
    _bring_check_in(desk, chosen, by=by)
    return behind(desk, congress_id)


def _all_behind(whole: WholeCongress) -> Iterator[Behind]:
    logs = _Logs(whole)
    for person in whole.entries:
        yield from _behind_of(whole, person, logs)


def _bring_check_in(desk: Desk, chosen: Iterable[Behind], *, by: str) -> None:
    found: dict[tuple[str, bool], set[PlayerId]] = {}
    for each in chosen:
        if each.kind is BehindKind.CHECK_IN:
            here = each.person.registration is Registration.FINAL
            found.setdefault((each.event, here), set()).add(each.player)
    for (event_id, here), players in found.items():
        check_in_several(desk, event_id, players, by=by, here=here)


def _behind_of(
    whole: WholeCongress, person_id: PlayerId, known_logs: "_Logs | None" = None
) -> Iterator[Behind]:
    person = whole.people[person_id]
    logs = known_logs or _Logs(whole)
    for entry in whole.entries.get(person_id, ()):
        if entry.event not in whole.events:
            continue
        state = whole.events[entry.event]
        made = Behind(
            event=entry.event,
            event_name=state.tournament.name,
            person=person,
            player=entry.player,
            kind=BehindKind.PLAYER,
        )
        player = whole.players[entry.event].get(entry.player)
        if player is None:
            removed = was_removed(state, entry.player)
            yield replace(made, why=Message("they were removed in the event itself") if removed else None)
            continue
        others = [
            whole.people[each] for each in whole.persons[entry.event, entry.player] if each != person_id
        ]
        here = _in_player(player, person, others)
        if here is not None:
            yield from _data_behind(logs, state, replace(made, here=here), others)
        yield from _check_in_behind(whole, state, player, made)


class _Logs:
    """The logs, read only where something differs."""

    def __init__(self, whole: WholeCongress) -> None:
        self._whole = whole
        self._entries: dict[str, tuple[Entry, ...]] = {}

    @cached_property
    def people(self) -> ListHistory:
        return ListHistory(self._whole.state)

    def entries(self, event_id: str) -> tuple[Entry, ...]:
        if event_id not in self._entries:
            self._entries[event_id] = self._whole.events[event_id].history.effective_entries
        return self._entries[event_id]


def _data_behind(logs: _Logs, state: State, made: Behind, others: Sequence[Player]) -> Iterator[Behind]:
    here, person = made.here, made.person
    names = MEMBER_FIELDS if isinstance(here, Member) else PERSON_FIELDS
    fields = tuple(name for name in names if getattr(here, name) != getattr(person, name))
    if not fields:
        return
    pick = partial(_in_player, person=person, others=others)
    why = None
    if has_begun(state.tournament):
        why = Message("%(event)s has begun", event=made.event_name)
    elif not all(
        came_from_list(
            logs.people, logs.entries(made.event), pick, player=made.player, person=person.id, field=name
        )
        for name in fields
    ):
        why = Message("it was changed in the event itself")
    yield replace(made, kind=BehindKind.DATA, fields=fields, why=why)


def _check_in_behind(whole: WholeCongress, state: State, player: Player, made: Behind) -> Iterator[Behind]:
    here = made.person.registration is Registration.FINAL
    if player.registration is made.person.registration or has_left(state.tournament, player):
        return
    present = (
        [each for each, known in whole.people.items() if known.registration is Registration.FINAL]
        if player.members
        else [made.person.id]
    )
    wanted = to_check_in(whole, [made.person.id], present, here=here).get(made.event, ())
    if made.player in wanted:
        why = Message("%(event)s has begun", event=made.event_name) if has_begun(state.tournament) else None
        yield replace(made, kind=BehindKind.CHECK_IN, why=why if not here else None)


def _in_player(player: Player, person: Player, others: Sequence[Player]) -> Player | Member | None:
    """The person as the event has them: in a side by number or name, or the one who is none of the others."""
    if not player.members:
        return player
    known = next((member for member in player.members if is_same(member, person)), None)
    if known is not None:
        return known
    left = [member for member in player.members if not any(is_same(member, other) for other in others)]
    return left[0] if len(left) == 1 else None


def _brought(
    state: State, *, entry: EventEntry, old: Player, new: Player, forced: bool
) -> list[events.Event]:
    """The player of an event with what the list says; what the event itself changed stays unless `forced`."""
    event = state.tournament
    player = next((each for each in event.players if each.id == entry.player), None)
    if player is None or (has_begun(event) and not forced):
        return []
    if player.members:
        changed = _with_member(player, old, new, event.settings.sides, forced=forced)
    else:
        changed = updated(player, new, _to_bring(player, old, new, PERSON_FIELDS, forced=forced))
    return [events.PlayerChanged(player=changed)] if changed != player else []


def _with_member(player: Player, old: Player, new: Player, rules: SideRules, *, forced: bool) -> Player:
    members = []
    for member in player.members:
        if is_same(member, old):
            names = _to_bring(member, old, new, MEMBER_FIELDS, forced=forced)
            member = replace(member, **{name: getattr(new, name) for name in names})  # noqa: PLW2901
        members.append(member)
    return side_of(player, members, rules) if tuple(members) != player.members else player


def _to_bring(
    here: Player | Member, old: Player, new: Player, names: Iterable[str], *, forced: bool
) -> list[str]:
    """The fields in which the list changed and the event had what the list said before."""
    return [
        name
        for name in names
        if getattr(here, name) != getattr(new, name) and (forced or getattr(here, name) == getattr(old, name))
    ]


def _as_person(each: Behind) -> Player:
    """The person as the event has them, to find them among the people of a side."""
    if each.here is None:
        return each.person
    about = {name: getattr(each.here, name) for name in MEMBER_FIELDS}
    return replace(each.person, **about)
