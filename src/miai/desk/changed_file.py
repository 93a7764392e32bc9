"""Write a tournament that was changed on the command line; a document keeps its history."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from miai.desk.asking import Proposal, current_asking, settled
from miai.desk.stage_changes import as_logged, with_stages_in_step
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.log.new_ids import NewIds
from miai.domain.log.replay import apply_all
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats import read_file
from miai.formats.opengotha.losses import losses as not_held
from miai.formats.registry import format_for, load, recognise, save
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFile:
    """The format of a file that was written, and what it cannot hold."""

    format: str
    lost: tuple[Message, ...]


def write_changed(
    source: Path | None,
    target: Path,
    tournament: Tournament,
    changes: Sequence[events.Change],
    *,
    stage: StageId = MAIN,
    losses: Sequence[Message] = (),
) -> WrittenFile:
    """Write a tournament that some changes of the source led to; on an error the target stays as it was.

    A stage is written as a tournament of its own, but a document keeps its whole event.
    """
    form = format_for(target, None)
    document = load(source) if source else None
    given = tuple(changes)
    keeps = document is not None and form.key == recognise(document).key == "miai"
    if source and not keeps and target.exists() and target.samefile(source):
        what = Message("only a Miai document can be changed in its place; name another file")
        raise InputError([Problem(what=what, where=target.name)])
    if document and keeps:
        history = read_history(document)
        for event in settled_changes(history, changes, stage=stage, losses=losses):
            history = history.append(event)
        tournament, data = history.tournament(), write_history(history)
    else:
        if source and current_asking():
            before = read_file(source, lenient=True).tournament
            chosen = settled_changes(History.of_tournament(before), given, losses=losses)
            tournament = tournament if chosen == given else apply_all(before, chosen)
        data = form.write(tournament)
    lost = not_held(tournament, recognise(data).read(data))
    save(target, data)
    return WrittenFile(format=form.key, lost=tuple(lost))


def settled_changes(
    history: History,
    changes: Sequence[events.Change],
    *,
    stage: StageId = MAIN,
    losses: Sequence[Message] = (),
) -> tuple[events.Change, ...]:
    """The changes to write, with what stages follow; a command that asks shows first what they move."""
    before = history.tournament()
    whole: list[events.Event] = [
        each for change in changes for each in (as_logged(before, stage, change) if stage else (change,))
    ]
    chosen = tuple(with_stages_in_step(before, whole))

    def apply(happened: Sequence[events.Event]) -> Tournament:
        return apply_all(before, cast("Sequence[events.Change]", happened))

    proposal = Proposal(
        before=before,
        history=history,
        events=chosen,
        after=apply(chosen),
        apply=apply,
        losses=tuple(losses),
    )
    return cast("tuple[events.Change, ...]", settled(proposal)[0])


def new_ids_for(source: Path | None, tournament: Tournament) -> NewIds:
    """Ids that the history of a document does not know; a command makes readable ones."""
    document = load(source) if source else None
    if document is None or recognise(document).key != "miai":
        return NewIds.without_log(tournament)
    return NewIds(read_history(document), origin="")
