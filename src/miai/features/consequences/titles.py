"""Names a change as a question, before it is saved."""

from collections.abc import Sequence
from functools import singledispatch

from miai.desk.deciding import last_number
from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.people.player import PlayerId, Registration
from miai.domain.settings.changed_values import changed_rules, changed_values
from miai.domain.tournament import Tournament
from miai.features.consequences.confirm import NeedsConfirmation, Part
from miai.features.history.history_changes import joined_values
from miai.features.history.show_history import HistoryEntry, entries_since
from miai.messages import Clauses, Message, Score
from miai.store.tournament_id import TournamentId

# More entries than this are not named.
_NAMED = 5


def title_of(asked: NeedsConfirmation) -> Message:
    """The change as a question; nothing of it is saved yet."""
    parts = asked.usual.parts
    if not asked.usual.among_several:
        return _title_of_part(parts[0])
    if len(parts) == 1:
        return Message("%(stage)s: %(what)s", stage=_event(parts[0]), what=_title_of_part(parts[0]))
    changes = tuple(
        Message("%(stage)s: %(what)s", stage=_event(part), what=Clauses(tuple(map(_change, _entries(part)))))
        for part in parts
    )
    return Message("Save this change: %(what)s?", what=Clauses(changes))


def _event(part: Part) -> str:
    return part.proposal.before.name


def _title_of_part(part: Part) -> Message:
    proposal = part.proposal
    changes = [_inside(event, proposal.before) for event in proposal.events]
    if len(changes) == 1 and (found := _title(changes[0][0], changes[0][1])):
        return found
    return _as_history_names_it(part)


def _as_history_names_it(part: Part) -> Message:
    """Any other change, by the sentences that the history would have."""
    entries = _entries(part)
    undone = [each for each in entries if each.undoes]
    if undone and len(undone) == len(entries):
        return _undo(undone)
    what = Clauses(tuple(map(_change, entries)))
    return Message("Save this change: %(what)s?", what=what)


def _entries(part: Part) -> Sequence[HistoryEntry]:
    """What the history would say of a change."""
    before = last_number(part.proposal.history)
    state = State(
        id=TournamentId(""), history=part.history, tournament=part.proposal.after, version=before + 1
    )
    return entries_since(state, before, limit=_NAMED)


def _undo(entries: Sequence[HistoryEntry]) -> Message:
    """The entries that are undone or count again, by their numbers and sentences."""
    found = Clauses(tuple(_change(each) for each in entries))
    if all(isinstance(each.event, events.Undone) for each in entries):
        return Message("Undo this: %(what)s?", what=found)
    return Message("Let this count again: %(what)s?", what=found)


def _change(entry: HistoryEntry) -> Message:
    # An undo is named by what it undoes.
    what = entry.what.values["what"] if entry.undoes else entry.what
    if entry.round is None:
        return Message("%(text)s", text=what)
    return Message("%(where)s: %(what)s", where=entry.where, what=what)


def _inside(event: events.Event, whole: Tournament) -> tuple[events.Event, Tournament]:
    """The change itself, and the main event or the stage in which it is made."""
    if not isinstance(event, events.InStage):
        return event, whole
    return event.change, whole.stage(event.stage).event


@singledispatch
def _title(event: events.Event, before: Tournament) -> Message | None:
    """A change of one kind as a question; None for kinds that have no words here."""
    del event, before
    return None


@_title.register
def _(event: events.PlayerChanged, before: Tournament) -> Message | None:
    new, old = event.player, before.player(event.player.id)
    name = before.name_of(old.id)
    changed = changed_values(old, new)
    if new.grade != old.grade and len(changed) == 1:
        return Message(
            "Change the grade of %(name)s from %(old)s to %(new)s?",
            name=name,
            old=str(old.grade),
            new=str(new.grade),
        )
    if new.bar_side is not old.bar_side:
        return Message("Move %(name)s across the bar?", name=name)
    if new.absent_rounds != old.absent_rounds:
        return Message("Change the rounds that %(name)s plays?", name=name)
    if new.registration is not old.registration:
        if new.registration is Registration.FINAL:
            return Message("Check %(name)s in?", name=name)
        return Message("Mark %(name)s as not here?", name=name)
    return Message("Change %(name)s: %(fields)s?", name=name, fields=joined_values(changed))


@_title.register
def _(event: events.SettingsChanged, before: Tournament) -> Message:
    changed = changed_rules(before.settings, event.settings)
    return Message("Change the rules: %(fields)s?", fields=joined_values(changed))


@_title.register
def _(event: events.PlayerRemoved, before: Tournament) -> Message:
    return Message("Remove %(name)s?", name=_name(before, event.player))


@_title.register
def _(event: events.PlayerWithdrew, before: Tournament) -> Message:
    return Message(
        "Withdraw %(name)s before round %(round)s?", name=_name(before, event.player), round=event.from_round
    )


@_title.register
def _(event: events.BonusGiven, before: Tournament) -> Message:
    return Message(
        "Give %(name)s a bonus of %(points)s in round %(round)s?",
        name=_name(before, event.bonus.player),
        points=Score(event.bonus.points),
        round=event.round,
    )


@_title.register
def _(event: events.RoundDeleted, before: Tournament) -> Message:
    del before
    return Message("Take the draw of round %(round)s back?", round=event.round)


@_title.register
def _(event: events.StandingsPublished, before: Tournament) -> Message:
    del before
    return Message("Publish the standings after round %(round)s again?", round=event.after_round)


def _name(tournament: Tournament, player: PlayerId) -> str:
    return tournament.names.get(player, player)
