"""Reads what people type into fields."""

from miai.domain.grade import Grade
from miai.errors import InputError, Problem
from miai.messages import Message


def decimal(text: str, where: Message | str) -> float:
    """A number with a point or a comma; halves may be written ½."""
    plain = text.strip().replace(",", ".").replace("½", ".5").replace("−", "-")
    try:
        return float(plain)
    except ValueError:
        what = Message("%(text)s is not a number", text=text)
        raise InputError([Problem(what=what, where=where)]) from None


def grade(text: str, where: Message | str = "") -> Grade:
    """A grade as people write it; an error names the field."""
    try:
        return Grade.parse(text.strip())
    except InputError:
        what = Message("%(text)s is not a grade. Use 30k to 1k, 1d to 9d, or 1p to 9p", text=text)
        raise InputError([Problem(what=what, where=where)]) from None
