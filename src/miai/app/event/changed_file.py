"""Write a tournament that was changed on the command line; a document keeps its history."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from miai.domain import events
from miai.domain.document import read_history, write_history
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.losses import losses
from miai.formats.registry import format_for, load, recognise, save
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFile:
    """The format of a file that was written, and what it cannot hold."""

    format: str
    lost: tuple[Message, ...]


def write_changed(
    source: Path | None, target: Path, tournament: Tournament, changes: Sequence[events.Change]
) -> WrittenFile:
    """Write a tournament that some changes of the source led to; on an error the target stays as it was."""
    form = format_for(target, None)
    document = load(source) if source else None
    keeps = document is not None and form.key == recognise(document).key == "miai"
    if source and not keeps and target.exists() and target.samefile(source):
        what = Message("only a Miai document can be changed in its place; name another file")
        raise InputError([Problem(what=what, where=target.name)])
    data = _longer(document, changes) if document and keeps else form.write(tournament)
    lost = losses(tournament, recognise(data).read(data))
    save(target, data)
    return WrittenFile(format=form.key, lost=tuple(lost))


def _longer(document: bytes, changes: Sequence[events.Change]) -> bytes:
    history = read_history(document)
    for change in changes:
        history = history.append(change)
    return write_history(history)
