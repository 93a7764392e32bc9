"""The keys of JSON in their order, to compare what scripts depend on."""

from typing import Any

# Objects whose keys are data: grades, criteria, measures, kinds of event.
OPEN = {
    *("grades", "flags", "values", "scores", "gains", "measures", "importance", "importance_held_out"),
    *("margins", "by_ends", "marks", "psi", "tournaments"),
}


def outline(value: Any, name: str = "") -> str:
    """The keys of an object; those of the first item of a list, and of the first value of an open object."""
    if isinstance(value, list):
        return f"[{outline(value[0]) if value else ''}]"
    if not isinstance(value, dict):
        return ""
    if name in {"values", "gains"}:
        return "{*}"
    if name in OPEN:
        return f"{{*{outline(next(iter(value.values()), None))}}}"
    return "{" + " ".join(key + outline(each, key) for key, each in value.items()) + "}"


def without_times(value: Any) -> Any:
    """The same without how long it took."""
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if not key.endswith("seconds")}
    return [without_times(each) for each in value] if isinstance(value, list) else value
