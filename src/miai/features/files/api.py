"""Files: the tournament in every format that Miai writes, and what federations would refuse."""

from typing import Annotated

from fastapi import Query
from starlette.responses import JSONResponse, Response

from miai.desk.live_state import State, event_and_stage
from miai.features.files.answer import FORMATS_KNOWN, LOSSES
from miai.features.files.export_event import export_event
from miai.features.files.hand_out import hand_out
from miai.features.programs.tokens import Scope
from miai.features.uploads.answer import UPLOAD, CheckedUpload
from miai.features.uploads.check_upload import check_upload as check
from miai.features.uploads.check_upload import federation_of_key
from miai.features.uploads.event_in_file import event_at
from miai.formats import FORMATS
from miai.formats.registry import WRITTEN
from miai.server.api.operations import Here, Operations, found, tournament_id
from miai.server.api.problems import Refused

operations = Operations("files", "The tournament as a file, in every format that Miai writes.")

Rounds = Annotated[str, Query(description="Some rounds only: '1-3, 5'.", max_length=200)]
_FILE = {
    "responses": {
        "200": {
            "description": "The file.",
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    }
}


@operations.get("/formats", FORMATS_KNOWN)
def list_formats(call: Here) -> Response:
    """List the file formats, and which of them are written."""
    del call
    return JSONResponse(FORMATS_KNOWN.json(FORMATS.values()))


@operations.get("/tournaments/{id}/files/{format}", None, scope=Scope.DIRECT, extra=_FILE)
def export_file(call: Here, format: str, rounds: Rounds = "") -> Response:
    """Get the tournament as a file; the format `miai` has the whole history."""
    if format not in WRITTEN:
        raise Refused(404, "not-found", f"there is no format '{format[:40]}' to write")
    state = call.state
    saved = tournament_id(state.id) if format == "miai" else state.id
    written = hand_out(call.desk, saved, to=format, rounds=rounds, by=call.by)
    event = _event(call)
    headers = {
        "Content-Disposition": f'attachment; filename="{written.file_name}"',
        "ETag": f'"{event.version}"',
    }
    return Response(written.data, media_type="application/octet-stream", headers=headers)


@operations.get("/tournaments/{id}/files/{format}/losses", LOSSES, scope=Scope.DIRECT)
def list_losses(call: Here, format: str, rounds: Rounds = "") -> Response:
    """List what a file of a format leaves out."""
    lost = export_event(call.desk, call.state.id, to=format, rounds=rounds).lost_by_kind
    return call.answer(LOSSES.json(lost), state=_event(call))


@operations.get("/tournaments/{id}/uploads/{federation}", UPLOAD, scope=Scope.DIRECT)
def check_upload(call: Here, federation: str, rounds: Rounds = "") -> Response:
    """Check whether a federation would accept the results."""
    known = found(lambda: federation_of_key(federation))
    checked = check(event_at(call.desk, call.state.id), known, rounds=rounds)
    return call.answer(UPLOAD.json(CheckedUpload(known, checked)), state=_event(call))


def _event(call: Here) -> State:
    """The whole event, also for a stage: a file of the stage has details of its event."""
    return call.desk.state(event_and_stage(call.state.id)[0])
