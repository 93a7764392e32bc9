"""Write a tournament as a file for another machine, program or federation."""

from dataclasses import dataclass

from miai.app.desk import Desk
from miai.domain.document import write_history
from miai.formats.losses import losses
from miai.formats.registry import format_of
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file, and what its format cannot hold."""

    data: bytes
    file_name: str
    lost: tuple[Message, ...]


def export_event(desk: Desk, tournament_id: str, *, to: str = "miai") -> Exported:
    """The tournament in a format; as a Miai document with its whole history."""
    form, state = format_of(to), desk.state(tournament_id)
    file_name = f"{state.id}{form.extension}"
    if form.key == "miai":
        return Exported(data=write_history(state.history), file_name=file_name, lost=())
    data = form.write(state.tournament)
    return Exported(data=data, file_name=file_name, lost=tuple(losses(state.tournament, form.read(data))))
