"""Save a copy: the tournament as a file."""

from fastapi import Query
from starlette.responses import Response

from miai.features.files.hand_out import hand_out
from miai.features.files.page.checks import temporary_ids
from miai.server.page import Page, everywhere
from miai.server.request_context import Here

page = Page("save", suited=everywhere)


@page.get("/t/{id}/save")
def save(visit: Here, to: str = Query(default="miai"), rounds: str = "", temporary: str = "") -> Response:
    """The tournament as a file, for a backup, another program or a federation.

    Before a file gives players temporary ids, the director is asked.
    """
    if to == "aga" and not temporary and temporary_ids(visit, rounds):
        return visit.redirect(visit.url("publish/files", ask=to, rounds=rounds) + f"#{to}")
    # A document has the whole history, which a stage shares with its event.
    saved = visit.event_state if to == "miai" else visit.state
    written = hand_out(visit.desk, saved.id, to=to, rounds=rounds, by=visit.by)
    return Response(
        written.data,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{written.file_name}"'},
    )
