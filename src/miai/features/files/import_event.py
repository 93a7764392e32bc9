"""Import a tournament from any file that Miai reads."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath

from miai.desk.live_state import Desk, State
from miai.domain.draw_seeds import new_lot
from miai.domain.import_notes import with_import_notes
from miai.domain.log.document import read_history
from miai.domain.log.history import History
from miai.domain.problems import demand_none
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import preset_name
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.errors import Problem
from miai.features.settings.rule_values import value_problems
from miai.formats.reading import Reading
from miai.formats.registry import recognise
from miai.messages import Message
from miai.store.times import current_time


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The imported tournament, what Miai noted about the file, and by which rules its rounds are drawn."""

    state: State
    format: str
    notes: tuple[Problem, ...]
    drawn_by: Message | None = None


def import_event(
    desk: Desk,
    data: bytes,
    *,
    file_name: str = "",
    by: str = "",
    say: Callable[[Message], str] = str,
    lenient: bool = False,
) -> Imported:
    """A new tournament from a file; a Miai document keeps its whole history.

    What the file could not say and what was assumed is kept with the tournament, as `say` writes it. With
    `lenient`, so is how lines that contradict each other were read.
    """
    form = recognise(data)
    reading = form.reader(lenient=lenient)(data)
    if form.key == "miai":
        history = read_history(data)
    else:
        named = reading.tournament.name or PurePath(file_name).stem
        event = replace(continued(reading), name=named, lot=new_lot())
        noted = (
            *(note.message for note in reading.notes),
            *filter(None, (drawn_by(reading, event.settings),)),
        )
        history_of_file = History.of_tournament(with_import_notes(event, tuple(say(each) for each in noted)))
        now = current_time()
        history = History(entries=tuple(replace(entry, by=by, at=now) for entry in history_of_file.entries))
    # A document may name systems and criteria that this Miai does not have.
    demand_none(value_problems(reading.tournament.settings))
    state = desk.create(history)
    rules = drawn_by(reading, state.tournament.settings)
    return Imported(state=state, format=form.key, notes=reading.notes, drawn_by=rules)


def continued(reading: Reading) -> Tournament:
    """The tournament of a file with the rules for its next rounds: OpenGotha's, where it drew the others."""
    event = reading.tournament
    if reading.format != "opengotha" or not event.rounds_played:
        return event
    if not abilities_of(event.settings.system).by_preset:
        return event
    return replace(event, settings=replace(event.settings, preset="gotha"))


def drawn_by(reading: Reading, settings: Settings) -> Message | None:
    """By which rules the next round of OpenGotha's file is drawn; None where that goes without saying."""
    if reading.format != "opengotha" or not abilities_of(settings.system).by_preset:
        return None
    if settings.preset == "gotha":
        return Message("the next round is drawn by OpenGotha’s rules, as OpenGotha would draw it")
    return Message(
        "the next round is drawn by other rules than OpenGotha’s: %(preset)s",
        preset=preset_name(settings.preset),
    )
