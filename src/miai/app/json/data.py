"""The JSON of miai check."""

from typing import Any

from miai.app.event.check_data import Checked


def check_json(checked: Checked) -> dict[str, Any]:
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
