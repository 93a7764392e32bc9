"""Names a JSON file that is no tournament, such as an answer of the API that was saved."""

import json
from typing import Any

from miai.messages import Message

# A larger text is not parsed just to name it.
_LARGEST = 5_000_000


def foreign_json(data: bytes) -> Message | None:
    """The fault of a file that is JSON and not a Miai document; None for anything else."""
    content = _json(data)
    if not isinstance(content, dict | list):
        return None
    return api_error(data) or Message("this JSON is not a Miai document")


def api_error(data: bytes) -> Message | None:
    """The fault of a file that is an error of the API; None for anything else."""
    content = _json(data)
    if isinstance(content, dict) and isinstance(content.get("status"), int) and "title" in content:
        said = str(content.get("detail") or content["title"])
        return Message(
            "this is an error of the API, saved as a file: %(error)s Send the request again, and save its"
            " answer only if the status is 200",
            error=said if said.endswith((".", "?", "!")) else f"{said}.",
        )
    return None


def _json(data: bytes) -> Any:
    text = data[:_LARGEST].lstrip(b"\xef\xbb\xbf \t\r\n")
    if len(data) > _LARGEST or not text.startswith((b"{", b"[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
