"""Write a tournament as a file for another machine, program or federation."""

from collections.abc import Mapping
from dataclasses import dataclass

from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.features.uploads.event_in_file import event_at, event_in_file, file_stem
from miai.features.uploads.losses_in_file import losses_in_file
from miai.features.uploads.upload_rounds import left_out_rounds, upload_rounds
from miai.formats.opengotha.losses import LossKind
from miai.formats.registry import format_of
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file, and what its format cannot hold."""

    data: bytes
    file_name: str
    lost_by_kind: Mapping[LossKind, tuple[Message, ...]]

    @property
    def lost(self) -> tuple[Message, ...]:
        """Everything that the format cannot hold."""
        return tuple(each for lost in self.lost_by_kind.values() for each in lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFile:
    """A file and its name."""

    data: bytes
    file_name: str


def write_event(desk: Desk, tournament_id: str, *, to: str = "miai", rounds: str = "") -> WrittenFile:
    """The tournament in a format, or some rounds of it; as a Miai document with its whole history."""
    form, state = format_of(to), desk.state(tournament_id)
    part = upload_rounds(event_at(desk, tournament_id), to, rounds=rounds)
    data = write_history(state.history) if form.key == "miai" else form.write(part)
    return WrittenFile(data=data, file_name=f"{file_stem(state.id)}{form.extension}")


def export_event(desk: Desk, tournament_id: str, *, to: str = "miai", rounds: str = "") -> Exported:
    """The tournament in a format, or some rounds of it, read back to find what the format cannot hold."""
    form, tournament = format_of(to), event_at(desk, tournament_id)
    written = write_event(desk, tournament_id, to=to, rounds=rounds)
    whole = event_in_file(tournament, to).tournament
    part = upload_rounds(whole, to, rounds=rounds)
    lost = {} if form.key == "miai" else losses_in_file(tournament, part, form.read(written.data))
    left_out = left_out_rounds(whole, rounds=rounds)
    if left_out:
        lost = {LossKind.LEFT_OUT: (left_out, *lost.get(LossKind.LEFT_OUT, ())), **_others(lost)}
    return Exported(data=written.data, file_name=written.file_name, lost_by_kind=lost)


def _others(lost: Mapping[LossKind, tuple[Message, ...]]) -> dict[LossKind, tuple[Message, ...]]:
    return {kind: messages for kind, messages in lost.items() if kind is not LossKind.LEFT_OUT}
