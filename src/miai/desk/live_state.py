"""Keeps the tournaments of a store in memory: load, decide, append, and call those who listen."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from miai.desk.asking import Proposal, settled, settled_together
from miai.desk.deciding import last_number, proposal_of, state_after, state_as_of
from miai.desk.entry_once import EntryOnce, browser_of, current_entry
from miai.desk.handed_out import files_handed_out
from miai.desk.locks import Locks
from miai.desk.quotas import demand_room_for_players
from miai.desk.seen_values import demand_unchanged
from miai.desk.stage_changes import as_logged
from miai.desk.together import Found, Together, current_together, inside, request_for
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.log.new_ids import NewIds, new_origin
from miai.domain.problems import author_problems, bound_problems, demand_none
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError, InternalError
from miai.messages import Message
from miai.store.protocol import Addition, Conflict, Finding, Head, Replaced, Requested, Store
from miai.store.tournament_id import TournamentId

T = TypeVar("T")
# Stands between the id of an event and that of its stage.
STAGE_SIGN = "~"
# Another writer may be faster, but not so many times in a row.
_ATTEMPTS = 20
_OF_ANOTHER = Message("this was sent for another tournament before: load the page again")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A tournament at one moment; `version` is the number of the last entry in its log.

    A stage has the id of its event and its own, "open~final"; its log is that of the event, and its history
    holds those entries that happened in it or to its players, so that its version is the last of these. What
    it shows depends on the event too: `moment` is the last entry of the whole log, 0 if that is its own. A
    `draft` has entries that a request has decided on, and that are not written yet.
    """

    id: TournamentId
    history: History
    tournament: Tournament
    version: int
    moment: int = 0
    draft: bool = False

    @property
    def last_entry(self) -> int:
        """The last entry that this state can rest on."""
        return max(self.version, self.moment)

    @property
    def head(self) -> Head:
        """Which tournament it is, and the last entry that it can rest on."""
        return Head(identity=self.history.identity, version=self.last_entry)

    @property
    def mark(self) -> str:
        """The mark of the whole log."""
        return self.mark_at(self.version)

    def mark_at(self, version: int) -> str:
        """A short name of the log up to an entry: where the log was replaced, it has another one."""
        known = self.history.until(version).entries
        if not known or version > self.version:
            return ""
        last = known[-1]
        text = f"{self.history.identity} {last.number} {last.at} {last.by}"
        return sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A tournament after a change, and the entries that were written.

    `replaced`: it does not continue the log that was known, because it was restored or created anew.
    """

    state: State
    entries: tuple[Entry, ...]
    replaced: bool = False


class Measure(Enum):
    """What a desk measures."""

    ENTRIES_WRITTEN = "entries written"
    DRAW_SECONDS = "draw seconds"


Decide = Callable[[State], Sequence[events.Event]]
# The words for what a change drops for good.
Losses = Callable[[State], Sequence[Message]]
Listener = Callable[[Saved], None]


# Values of earlier moments that are kept of one tournament.
MOST_KEPT = 32


class Desk:
    """All tournaments of one store, safe for many threads; there is one desk in a process."""

    def __init__(self, store: Store, *, origin: str | None = None) -> None:
        self.store = store
        # What tells the ids that are made here from those of other programs.
        self.origin = new_origin() if origin is None else origin
        self._states: dict[TournamentId, State] = {}
        # Those that were deleted or restored: what is loaded next under their id replaces them.
        self._forgotten: set[TournamentId] = set()
        self._locks = Locks()
        self._cache: dict[TournamentId, tuple[Head, dict[Hashable, Any]]] = {}
        # What was computed from a log up to an entry, which stays so, by the entry.
        self._kept: dict[TournamentId, dict[Hashable, Any]] = {}
        self._listeners: defaultdict[TournamentId, list[Listener]] = defaultdict(list)
        # Called with what was measured and its value, for those who run a server.
        self.observe: Callable[[Measure, float], None] = lambda measure, value: None
        self.backup_problem: Message | None = None
        # What the start found damaged or missing.
        self.findings: tuple[Finding, ...] = ()
        # The names of the backups that the last check found damaged.
        self.damaged_backups: frozenset[str] = frozenset()

    def state(self, tournament_id: str) -> State:
        """The present state of a tournament or a stage; a repeated request sees that of its first time."""
        known, stage = event_and_stage(tournament_id)
        state = self._as_seen(known)
        return self.in_stage(state, stage) if stage else state

    def state_at(self, tournament_id: str, version: int) -> State:
        """The state of a tournament or a stage right after an earlier entry."""
        known, stage = event_and_stage(tournament_id)
        together = current_together(self)
        past = state_as_of(together.state(known) if together else self._present(known), version)
        return self.in_stage(past, stage) if stage else past

    def new_ids(self, state: State) -> NewIds:
        """Ids for what is new in a tournament."""
        return NewIds(state.history, origin=self.origin)

    def is_loaded(self, tournament_id: str) -> bool:
        """Whether a tournament is in memory, so that only what is new in it has to be read."""
        return event_and_stage(tournament_id)[0] in self._states

    def _as_seen(self, known: TournamentId) -> State:
        """A log as the request in progress sees it: with its changes so far, or as it was the first time."""
        together, entry = current_together(self), current_entry()
        if together:
            return together.state(known)
        return (entry and self._past(known, entry)) or self._present(known)

    def _present(self, known: TournamentId) -> State:
        """The present state; only entries that are not known yet are read."""
        old = self._states.get(known)
        # Read without taking the lock, so that readers do not wait for a writer.
        if old is not None and self.store.head(known) == old.head:
            return old
        with self._locks[known]:
            old = self._states.get(known)
            fresh = self._fresh(old) if old else None
            if old is None or fresh is None:
                self.forget(known)
                saved = Saved(state=self._loaded(known), entries=(), replaced=known in self._forgotten)
                self._forgotten.discard(known)
            elif not fresh:
                return old
            else:
                saved = Saved(state=state_after(old, fresh), entries=fresh)
            self._states[known] = saved.state
        self._notify(saved)
        return saved.state

    def _fresh(self, old: State) -> tuple[Entry, ...] | None:
        """The entries after a state; None where the log that has the id by now does not continue it."""
        if self.store.head(old.id).version < old.version:
            return None
        try:
            found = self.store.since(old.id, max(0, old.version - 1), identity=old.history.identity)
        except Replaced:
            return None
        return found[1:] if found[:1] == old.history.entries[-1:] else None

    def change(
        self,
        tournament_id: str,
        decide: Decide,
        *,
        by: str,
        losses: Losses = lambda _: (),
    ) -> Saved:
        """Decide on the present state and append the events; after a conflict, decide again.

        An event that is not possible raises and nothing is written; without events there is nothing to do.
        Where the tournament is deleted meanwhile and another one created in its place, it raises Replaced.
        A request that is repeated decides nothing: it gets what was saved the first time. One that expects
        another version than the present one raises Conflict. One that wants to see what it moves, and its
        `losses`, is asked first (`desk.asking`). Inside `together` it is written with the other changes.
        """
        known, stage = event_and_stage(tournament_id)
        together = current_together(self)
        if together:
            state, entries = together.change(known, self._in_whole(stage, decide), by, losses)
            saved = Saved(state=state, entries=entries)
        else:
            saved = self._change(known, self._of_whole(stage, decide), by=by, losses=losses)
        return self.saved_in_stage(saved, stage) if stage else saved

    def together(self, tournament_id: str, act: Callable[[], T]) -> T:
        """Carry out what changes several logs: all is decided and asked about first, then written at once.

        The tournament is the one that the request is sent to. What is refused or not confirmed leaves every
        log as it was. `act` is called again after a conflict, and when all is written, to give the answer:
        it must do nothing but change logs, and give what else there is to do to `afterwards`. A request that
        is repeated sees every log as it did the first time, and gets the same answer.
        """
        if current_together(self):
            return act()
        home = event_and_stage(tournament_id)[0]
        entry = current_entry()
        request = entry.next_change() if entry else ""
        # One after the other in this process: otherwise each would be in conflict with the others.
        with self._locks[f"{home} together"]:
            repeated = self._was_sent(home, request)
            for attempt in range(_ATTEMPTS):
                if entry and not repeated:
                    entry.forget_first_time()
                found = partial(self._found, home, request, looking=repeated or attempt > 0)
                together = Together(read=found)
                answer = self._acted(together, home, act)
                try:
                    written = self._write(self._additions(together, home, request))
                except Conflict:
                    continue
                if any(written.values()):
                    together = together.repeated(written)
                    answer = self._acted(together, home, act)
                break
            else:
                raise InternalError(f"the logs around '{home}' changed {_ATTEMPTS} times during one request")
        if entry and repeated:
            entry.past.update(together.after_all())
        for each in together.afterwards:
            each()
        return answer

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something when the changes are written: now, or at the end of `together`."""
        together = current_together(self)
        if together:
            together.afterwards.append(act)
        else:
            act()

    def _acted(self, together: Together, home: TournamentId, act: Callable[[], T]) -> T:
        """The answer of a request that changes several logs."""
        with inside(self, together):
            state, entry = together.state(home), current_entry()
            if entry and home not in together.written:
                entry.demand_seen(state)
            return act()

    def _was_sent(self, home: TournamentId, request: str) -> bool:
        """Whether a request was carried out before."""
        earlier = self.store.requested(request) if request else None
        if earlier and earlier.tournament != home:
            raise InputError(_OF_ANOTHER)
        return earlier is not None

    def _found(self, home: TournamentId, request: str, known: TournamentId, *, looking: bool) -> Found:
        """A log as a request finds it; `looking`: it may have written there before."""
        state = self._present(known)
        earlier = self.store.requested(request_for(known, home, request)) if looking and request else None
        if earlier is None:
            return state, None
        return state_as_of(state, earlier.first - 1), state.history.entries[earlier.first - 1 : earlier.last]

    def _additions(self, together: Together, home: TournamentId, request: str) -> tuple[Addition, ...]:
        """All that a request writes, after asking about it once.

        A request is noted in each log that it read: when it is repeated, it sees them as they were.
        """
        entry = current_entry()
        proposals = tuple(map(self._with_files, together.proposals()))
        if home in together.written and not proposals:
            return ()
        for each in proposals:
            if each.log == home:
                self._demand_nothing_overwritten(together.begun[home], each.after, entry)
        chosen = dict(zip((each.log for each in proposals), settled_together(proposals), strict=True))
        additions = []
        for known, state in together.begun.items():
            if known in together.written or not (known in chosen or request):
                continue
            happened, after = chosen.get(known, ((), state.tournament))
            self._demand_room(state, after)
            addition = Addition(
                tournament=known,
                events=tuple(happened),
                expected=state.version,
                by=together.by.get(known, ""),
                identity=state.history.identity,
                request=request_for(known, home, request) if request else None,
                session=entry.session if entry else None,
            )
            additions.append(addition)
        return tuple(additions)

    def _demand_nothing_overwritten(self, state: State, after: Tournament, entry: EntryOnce | None) -> None:
        """Refuse the first change of a request if it overwrites what its sender has not seen."""
        if entry and entry.seen is not None and entry.changes <= 1:
            past = state_as_of(state, min(entry.seen, state.version)).tournament
            demand_unchanged(state.version, past, state.tournament, after)

    def _demand_room(self, state: State, after: Tournament) -> None:
        """Refuse more players than there may be."""
        demand_room_for_players(self.store, before=len(state.tournament.players), after=len(after.players))

    def _write(self, additions: Sequence[Addition]) -> dict[TournamentId, tuple[Entry, ...]]:
        """Write to several logs at once, and tell those who listen."""
        if not additions:
            return {}
        entries = self.store.append_all(additions)
        written = {each.tournament: new for each, new in zip(additions, entries, strict=True)}
        for known, new in written.items():
            if new:
                self.observe(Measure.ENTRIES_WRITTEN, len(new))
                self._present(known)
        return written

    def propose(
        self, tournament_id: str, decide: Decide, *, by: str, losses: Losses = lambda _: ()
    ) -> Proposal:
        """What `change` would write now, without writing it."""
        known, stage = event_and_stage(tournament_id)
        state = self._present(known)
        return self._with_files(proposal_of(state, self._of_whole(stage, decide)(state), by, losses))

    def _with_files(self, proposal: Proposal) -> Proposal:
        """A proposal that knows which files of its event were handed out."""
        return replace(proposal, files=partial(files_handed_out, self.store, proposal.history.identity))

    def _of_whole(self, stage: StageId | None, decide: Decide) -> Decide:
        """The same decision about the whole event, on the version that its sender knew."""
        entry = current_entry()

        def decide_whole(state: State) -> Sequence[events.Event]:
            if entry:
                entry.demand_seen(self.in_stage(state, stage) if stage else state)
            return self._in_whole(stage, decide)(state)

        return decide_whole

    def _in_whole(self, stage: StageId | None, decide: Decide) -> Decide:
        """The same decision about the whole event."""
        if stage is None:
            return decide
        known = stage

        def decide_inside(state: State) -> Sequence[events.Event]:
            chosen = decide(self.in_stage(state, known))
            return [each for event in chosen for each in as_logged(state.tournament, known, event)]

        return decide_inside

    def _change(self, known: TournamentId, decide: Decide, *, by: str, losses: Losses) -> Saved:
        """Decide on the state of a whole event and append the events."""
        entry = current_entry()
        request = entry.next_change() if entry else None
        identity = ""
        for _ in range(_ATTEMPTS):
            with self._locks[known]:
                if entry and request and (earlier := self.store.requested(request)):
                    return self._saved_before(known, earlier, entry)
                if entry:
                    entry.forget_first_time()
                state = self._present(known)
                identity = identity or state.history.identity
                if state.history.identity != identity:
                    raise Replaced(known)
                proposal = proposal_of(state, decide(state), by, losses)
                self._demand_nothing_overwritten(state, proposal.after, entry)
                chosen, checked = settled(self._with_files(proposal))
                self._demand_room(state, checked)
                try:
                    entries = self.store.append(
                        known,
                        chosen,
                        expected=state.version,
                        by=by,
                        identity=identity,
                        request=request,
                        session=entry.session if entry else None,
                    )
                except Conflict:
                    continue
                if not entries:
                    return Saved(state=state, entries=())
                history = state.history.extended(entries)
                saved = Saved(
                    state=State(id=known, history=history, tournament=checked, version=entries[-1].number),
                    entries=entries,
                )
                self._states[known] = saved.state
            self.observe(Measure.ENTRIES_WRITTEN, len(entries))
            self._notify(saved)
            return saved
        raise InternalError(f"the tournament '{known}' changed {_ATTEMPTS} times while one entry was made")

    def create(self, history: History, *, id: str | None = None) -> State:
        """Store a new tournament or a document; a request that is repeated gets the one it created."""
        entry = current_entry()
        request = entry.next_change() if entry else None
        session = entry.session if entry else None
        earlier = self.store.requested(request) if request else None
        if entry and earlier:
            return self._saved_before(earlier.tournament, earlier, entry).state
        for each in history.entries:
            demand_none((*author_problems(each.by), *bound_problems(each.event)))
        demand_room_for_players(self.store, before=0, after=len(history.tournament().players))
        return self._present(self.store.create(history, id=id, request=request, session=session))

    def create_in(
        self,
        home: str,
        history: History,
        decide: Callable[[State, TournamentId], Sequence[events.Event]],
        *,
        by: str,
    ) -> tuple[State, Saved]:
        """Store a new tournament and change another one, which names it: both or nothing.

        `decide` gets the state of the other one and the id of the new one.
        """
        entry = current_entry()
        request = entry.next_change() if entry else None
        known = event_and_stage(home)[0]
        for each in history.entries:
            demand_none((*author_problems(each.by), *bound_problems(each.event)))
        for _ in range(_ATTEMPTS):
            with self._locks[known]:
                if entry and request and (earlier := self.store.requested(request)):
                    return self._created_before(known, earlier, request, entry)
                if entry:
                    entry.forget_first_time()
                state = self._present(known)
                if entry:
                    entry.demand_seen(state)
                try:
                    created = self.store.create(
                        history,
                        request=request,
                        session=entry.session if entry else None,
                        along=partial(self._along, state, decide, by=by, request=request, entry=entry),
                    )
                except Conflict:
                    continue
            after = self._present(known)
            written = after.history.since(state.version)
            self.observe(Measure.ENTRIES_WRITTEN, len(written))
            return self._present(created), Saved(state=after, entries=written)
        raise InternalError(f"the tournament '{known}' changed {_ATTEMPTS} times while one was created in it")

    def _along(
        self,
        state: State,
        decide: Callable[[State, TournamentId], Sequence[events.Event]],
        created: TournamentId,
        *,
        by: str,
        request: str | None,
        entry: EntryOnce | None,
    ) -> Addition:
        """What is written to a log with the new tournament that it names."""
        return Addition(
            tournament=state.id,
            events=proposal_of(state, decide(state, created), by).events,
            expected=state.version,
            by=by,
            identity=state.history.identity,
            request=request_for(state.id, created, request) if request else None,
            session=entry.session if entry else None,
        )

    def _created_before(
        self, home: TournamentId, earlier: Requested, request: str, entry: EntryOnce
    ) -> tuple[State, Saved]:
        """What a repeated request created and saved the first time."""
        along = self.store.requested(request_for(home, earlier.tournament, request))
        if along is None:
            raise InputError(_OF_ANOTHER)
        created = self._saved_before(earlier.tournament, earlier, entry).state
        return created, self._saved_before(home, along, entry)

    def browsers(self, tournament_id: str, since: int = 0) -> dict[int, str]:
        """The browser that made each entry after a version, where that is known."""
        requests = self.store.requests_since(event_and_stage(tournament_id)[0], since)
        return {
            number: browser_of(made.session) for made in requests if made.session for number in made.entries
        }

    def entries_of(self, tournament_id: str, session: str, since: int = 0) -> frozenset[int]:
        """The numbers of the entries after a version that the browser with this session made."""
        if not session:
            return frozenset()
        requests = self.store.requests_since(event_and_stage(tournament_id)[0], since, session=session)
        return frozenset(number for made in requests for number in made.entries if number > since)

    def recall(self, state: State, key: Hashable, compute: Callable[[], T]) -> T:
        """A value computed from this state, kept until the tournament changes; of a draft, not kept."""
        if state.draft:
            return compute()
        head, known = self._cache.get(state.id, (None, {}))
        if head != state.head:
            known = {}
            self._cache[state.id] = (state.head, known)
        if key not in known:
            known[key] = compute()
        found: T = known[key]
        return found

    def recall_at(self, state: State, version: int, key: Hashable, compute: Callable[[], T]) -> T:
        """A value computed from the log of a state up to an entry, kept while other entries follow."""
        known = self._kept.setdefault(state.id, {})
        named = (state.mark_at(version), key)
        if named not in known:
            if len(known) >= MOST_KEPT:
                known.clear()
            known[named] = compute()
        found: T = known[named]
        return found

    def back_up(self, reason: str) -> None:
        """Back up the database; a failure is not raised, because the entry is saved, but kept to be shown."""
        try:
            self.store.backup(reason)
            self.backup_problem = None
        except InputError as error:
            self.backup_problem = Message("%(text)s", text=error.reasons)

    def forget(self, tournament_id: str) -> None:
        """Drop a tournament that was deleted or restored from memory."""
        known = event_and_stage(tournament_id)[0]
        if self._states.pop(known, None):
            self._forgotten.add(known)
        for each in (*self._cache, *self._kept):
            if event_and_stage(each)[0] == known:
                self._cache.pop(each, None)
                self._kept.pop(each, None)

    def listen(self, tournament_id: str, listener: Listener) -> Callable[[], None]:
        """Call the listener after every change, in the thread that made it or first saw it.

        The returned function stops it.
        """
        known, stage = event_and_stage(tournament_id)
        called = self._of_stage(listener, stage) if stage else listener
        listeners = self._listeners[known]
        listeners.append(called)

        def stop() -> None:
            if called in listeners:
                listeners.remove(called)
            if not listeners and self._listeners.get(known) is listeners:
                del self._listeners[known]

        return stop

    def in_stage(self, state: State, stage: StageId) -> State:
        """A stage of a tournament, as a tournament of its own."""
        event = state.tournament.stage(stage).event

        def compute() -> State:
            history = state.history.in_stage(stage)
            return State(
                id=stage_address(state.id, stage),
                history=history,
                tournament=event,
                version=last_number(history),
                moment=state.version,
                draft=state.draft,
            )

        return self.recall(state, ("stage", stage), compute)

    def saved_in_stage(self, saved: Saved, stage: StageId) -> Saved:
        """What was saved in an event, as far as it belongs to a stage."""
        numbers = {entry.number for entry in saved.entries}
        state = self.in_stage(saved.state, stage)
        entries = tuple(entry for entry in state.history.entries if entry.number in numbers)
        return Saved(state=state, entries=entries, replaced=saved.replaced)

    def _of_stage(self, listener: Listener, stage: StageId) -> Listener:
        """A listener that is called for what happens in a stage, and when it is removed with its log."""

        def listen(saved: Saved) -> None:
            if all(each.id != stage for each in saved.state.tournament.stages):
                listener(replace(saved, replaced=True))
                return
            within = self.saved_in_stage(saved, stage)
            if within.entries or within.replaced:
                listener(within)

        return listen

    def _past(self, known: TournamentId, entry: EntryOnce) -> State | None:
        """The state that a repeated request saw the first time; None for one that is new."""
        if not entry.looked_up:
            entry.looked_up = True
            entry.first = self.store.requested(entry.first_change)
        if entry.first and known not in entry.past:
            request = request_for(known, entry.first.tournament, entry.first_change)
            same = entry.first.tournament == known
            earlier = entry.first if same else self.store.requested(request)
            if earlier:
                entry.past[known] = state_as_of(self._present(known), earlier.first - 1)
        return entry.past.get(known)

    def _saved_before(self, known: TournamentId, earlier: Requested, entry: EntryOnce) -> Saved:
        """What a repeated request saved the first time; from here on it sees the state after that."""
        if earlier.tournament != known:
            raise InputError(_OF_ANOTHER)
        past = entry.past[known] = state_as_of(self._present(known), earlier.last)
        return Saved(state=past, entries=past.history.entries[earlier.first - 1 :])

    def _loaded(self, known: TournamentId) -> State:
        history = self.store.history(known)
        return State(id=known, history=history, tournament=history.tournament(), version=last_number(history))

    def _notify(self, saved: Saved) -> None:
        if saved.entries or saved.replaced:
            for listener in tuple(self._listeners.get(saved.state.id, ())):
                listener(saved)


def stage_address(event_id: str, stage: str) -> TournamentId:
    """The id under which a stage is a tournament of its own: "open~final"."""
    return TournamentId(f"{event_id}{STAGE_SIGN}{stage}")


def event_and_stage(tournament_id: str) -> tuple[TournamentId, StageId | None]:
    """The id of the tournament, and that of the stage in it."""
    known, _, stage = tournament_id.partition(STAGE_SIGN)
    return TournamentId(known), StageId(stage) if stage else None
