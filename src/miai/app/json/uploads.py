"""The JSON of `miai validate`."""

from typing_extensions import TypedDict

from miai.app.uploads.check_upload import Federation, UploadCheck


class UploadProblemJson(TypedDict):
    """What a federation would refuse, and where it is."""

    what: str
    where: str


class UploadJson(TypedDict):
    """Whether a federation would accept the results."""

    federation: str
    ready: bool
    problems: list[UploadProblemJson]
    notes: list[str]


def upload_json(federation: Federation, check: UploadCheck) -> UploadJson:
    """Whether a federation would accept the results, and what it would refuse where."""
    return {
        "federation": federation.key,
        "ready": check.ready,
        "problems": [
            {"what": str(each.problem.what), "where": str(each.problem.where)} for each in check.problems
        ],
        "notes": [str(note) for note in check.notes],
    }
