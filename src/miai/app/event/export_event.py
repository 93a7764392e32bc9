"""Write a tournament as a file for another machine, program or federation."""

from collections.abc import Mapping
from dataclasses import dataclass

from miai.app.desk import Desk
from miai.domain.document import write_history
from miai.formats.losses import LossKind, losses_by_kind
from miai.formats.registry import format_of
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file, what its format cannot hold, and what the tournament does not say though the file needs it."""

    data: bytes
    file_name: str
    lost_by_kind: Mapping[LossKind, tuple[Message, ...]]
    missing: tuple[Message, ...]

    @property
    def lost(self) -> tuple[Message, ...]:
        """Everything that the format cannot hold."""
        return tuple(each for lost in self.lost_by_kind.values() for each in lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFile:
    """A file and its name."""

    data: bytes
    file_name: str


def write_event(desk: Desk, tournament_id: str, *, to: str = "miai") -> WrittenFile:
    """The tournament in a format; as a Miai document with its whole history."""
    form, state = format_of(to), desk.state(tournament_id)
    data = write_history(state.history) if form.key == "miai" else form.write(state.tournament)
    return WrittenFile(data=data, file_name=f"{state.id}{form.extension}")


def export_event(desk: Desk, tournament_id: str, *, to: str = "miai") -> Exported:
    """The tournament in a format, read back to find what the format cannot hold."""
    form, tournament = format_of(to), desk.state(tournament_id).tournament
    written = write_event(desk, tournament_id, to=to)
    lost = {} if form.key == "miai" else losses_by_kind(tournament, form.read(written.data))
    return Exported(
        data=written.data,
        file_name=written.file_name,
        lost_by_kind=lost,
        missing=tuple(form.missing(tournament)),
    )
