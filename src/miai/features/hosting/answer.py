"""What is told of the store and its backups after a check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.features.hosting.check_data import Checked
from miai.features.hosting.running_store import BackupFile
from miai.features.hosting.store_report import CheckedBackup
from miai.messages import Message
from miai.store.protocol import Finding

_FINDING: Shape[Finding] = Shape(
    "Finding",
    "What is damaged or missing; without a tournament it concerns all.",
    (
        Field("what", str),
        Field("tournament", str | None),
        Field("tournament_id", str | None, lambda found: found.tournament),
    ),
)
_BACKUP: Shape[CheckedBackup] = Shape(
    "CheckedBackup",
    "A backup and what is wrong with it.",
    (
        Field("file", str, lambda backup: backup.path.name),
        Field("intact", bool, lambda backup: not backup.problems),
        Field("problems", list[str]),
    ),
)
_CHECKED: Shape[Checked] = Shape(
    "StoreCheck",
    "What was checked and what is damaged or missing.",
    (
        Field("checked", str, lambda checked: checked.name),
        Field("intact", bool),
        Field("findings", many(_FINDING)),
        Field("backups", many(_BACKUP)),
        Field("decided", list[str]),
    ),
)
STORE_CHECK = Answer(question="check", whole=_CHECKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backups:
    """The backups of the store, and what the last check found."""

    backups: Iterable[BackupFile]
    findings: Sequence[Finding]


_FILE: Shape[BackupFile] = Shape(
    "Backup",
    "A backup.",
    (Field("name", str), Field("made_at", str), Field("size", int), Field("damaged", bool)),
)
BACKUPS: Shape[Backups] = Shape(
    "Backups",
    "All backups, and what the last check found.",
    (
        Field("backups", many(_FILE)),
        Field("findings", list[str], lambda backups: [finding.what for finding in backups.findings]),
    ),
)
SAID: Shape[Sequence[Message]] = Shape(
    "Said", "What was done, in words.", (Field("said", list[str], lambda said: said),)
)
