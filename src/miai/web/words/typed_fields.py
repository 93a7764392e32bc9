"""What people type into fields."""

from miai.domain.grade import Grade
from miai.errors import InputError, Problem
from miai.web.words import gettext as _


def decimal(text: str, where: str) -> float:
    """A number with a point or a comma; halves may be written ½."""
    plain = text.strip().replace(",", ".").replace("½", ".5").replace("−", "-")
    try:
        return float(plain)
    except ValueError:
        raise InputError(_("%(where)s: %(text)s is not a number", where=where, text=text)) from None


def grade(text: str, where: str = "") -> Grade:
    """A grade as people write it; a fault names the field."""
    try:
        return Grade.parse(text.strip())
    except InputError:
        what = _("%(text)s is not a grade. Use 30k to 1k, 1d to 9d, or 1p to 9p", text=text)
        raise InputError([Problem(what=what, where=where)]) from None
