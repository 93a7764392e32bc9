"""The files that were handed out and would be different after a change."""

from collections.abc import Iterator

from miai.desk.handed_out import HandedOut, HandedOutFiles
from miai.domain.tournament import Tournament
from miai.errors import MiaiError
from miai.features.uploads.event_in_file import event_or_stage
from miai.features.uploads.upload_rounds import upload_rounds
from miai.formats.registry import WRITTEN


def outdated_files(before: Tournament, after: Tournament, known: HandedOutFiles) -> Iterator[HandedOut]:
    """Each of the files that the change makes different."""
    for file in known.files:
        if file.format in WRITTEN and _content(before, file) != _content(after, file):
            yield file


def _content(tournament: Tournament, file: HandedOut) -> bytes | None:
    """The file as it would be now; None if there can be none."""
    try:
        part = upload_rounds(event_or_stage(tournament, file.stage or None), file.format, rounds=file.rounds)
        return WRITTEN[file.format].write(part)
    except MiaiError:
        return None
