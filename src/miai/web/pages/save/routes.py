"""Save a copy: the tournament as a file."""

from fastapi import Query
from starlette.responses import Response

from miai.web.server.page import Page
from miai.web.server.request_context import Here

page = Page("save")


@page.get("/t/{id}/save")
def save(visit: Here, to: str = Query(default="miai")) -> Response:
    """The tournament as a file, for a backup or another program."""
    from miai.app.event.export_event import write_event

    written = write_event(visit.desk, visit.state.id, to=to)
    return Response(
        written.data,
        media_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{written.file_name}"'},
    )
