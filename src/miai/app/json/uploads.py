"""The JSON of `miai validate`."""

from miai.app.json.values import JsonObject
from miai.app.uploads.check_upload import Federation, UploadCheck


def upload_json(federation: Federation, check: UploadCheck) -> JsonObject:
    """Whether a federation would accept the results, and what it would refuse where."""
    return {
        "federation": federation.key,
        "ready": check.ready,
        "problems": [
            {"what": str(each.problem.what), "where": str(each.problem.where)} for each in check.problems
        ],
        "notes": [str(note) for note in check.notes],
    }
