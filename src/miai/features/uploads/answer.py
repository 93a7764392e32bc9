"""What is told of results before they are sent to a federation."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.features.uploads.check_upload import Federation, UploadCheck
from miai.features.uploads.upload_problem import UploadProblem


@dataclass(frozen=True, slots=True)
class CheckedUpload:
    """What a federation would say of the results."""

    federation: Federation
    check: UploadCheck


_PROBLEM: Shape[UploadProblem] = Shape(
    "UploadProblem",
    "What a federation would refuse, and where it is.",
    (
        Field("what", str, lambda each: each.problem.what),
        Field("where", str, lambda each: each.problem.where),
    ),
)
_UPLOAD: Shape[CheckedUpload] = Shape(
    "Upload",
    "Whether a federation would accept the results.",
    (
        Field("federation", str, lambda checked: checked.federation.key),
        Field("ready", bool, lambda checked: checked.check.ready),
        Field("problems", many(_PROBLEM), lambda checked: checked.check.problems),
        Field("notes", list[str], lambda checked: checked.check.notes),
    ),
)
UPLOAD = Answer(question="validate", whole=_UPLOAD)
