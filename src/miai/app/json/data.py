"""The JSON of miai check."""

from typing_extensions import TypedDict

from miai.app.event.check_data import Checked


class FindingJson(TypedDict):
    """What is damaged or missing; without a tournament it concerns all."""

    what: str
    tournament: str | None


class CheckedBackupJson(TypedDict):
    """A backup and what is wrong with it."""

    file: str
    intact: bool
    problems: list[str]


class StoreCheckJson(TypedDict):
    """What was checked and what is damaged or missing."""

    checked: str
    intact: bool
    findings: list[FindingJson]
    backups: list[CheckedBackupJson]


def check_json(checked: Checked) -> StoreCheckJson:
    """What was checked and what is damaged or missing."""
    return {
        "checked": str(checked.name),
        "intact": checked.intact,
        "findings": [{"what": str(each.what), "tournament": each.tournament} for each in checked.findings],
        "backups": [
            {"file": each.path.name, "intact": not each.problems, "problems": [str(p) for p in each.problems]}
            for each in checked.backups
        ],
    }
