"""What is known of a player as a form: out of the player, and back into them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from pydantic import BaseModel

from miai.domain.names import put_right, put_right_first_name
from miai.domain.player import Player
from miai.domain.points import plain, quarters
from miai.errors import InputError
from miai.web.server.permissions import Stale
from miai.web.words import gettext as _
from miai.web.words.typed_fields import decimal, grade


class PlayerForm(BaseModel):
    """What the form holds, as it was typed."""

    surname: str = ""
    first_name: str = ""
    grade: str = ""
    rating: str = ""
    country: str = ""
    club: str = ""
    declared_grade: str = ""
    highest_grade: str = ""
    sigma: str = ""
    rating_date: str = ""
    rating_origin: str = ""
    aga_rating: str = ""
    egf_pin: str = ""
    aga_id: str = ""
    aga_expiry: str = ""
    ffg_licence: str = ""
    ffg_status: str = ""
    start: str = ""
    correction: str = ""
    category: str = ""
    family: str = ""
    team: str = ""
    time_zone: str = ""


class NewPlayerForm(PlayerForm):
    """The form of somebody new, who may be here already."""

    here: bool = False


def labels() -> dict[str, str]:
    """How the fields are called."""
    return {
        "surname": _("Surname"),
        "first_name": _("First name"),
        "grade": _("Grade"),
        "rating": _("Rating"),
        "country": _("Country"),
        "club": _("Club"),
        "declared_grade": _("Declared grade"),
        "highest_grade": _("Highest grade"),
        "sigma": _("Sigma"),
        "rating_date": _("Rated on"),
        "rating_origin": _("Rating from"),
        "aga_rating": _("AGA rating"),
        "egf_pin": _("EGF PIN"),
        "aga_id": _("AGA id"),
        "aga_expiry": _("AGA member until"),
        "ffg_licence": _("French licence"),
        "ffg_status": _("French status"),
        "start": _("Starting score"),
        "correction": _("Correction"),
        "category": _("Category"),
        "family": _("Family"),
        "team": _("Team"),
        "time_zone": _("Time zone"),
    }


def form_of(player: Player) -> PlayerForm:
    """The form for a player as they are."""
    known = {name: getattr(player, name) for name in PlayerForm.model_fields}
    known["start"] = None if player.start is None else plain(player.start)
    known["correction"] = plain(player.correction) or None
    return PlayerForm(**{name: _shown(value) for name, value in known.items()})


def form_of_name(typed: str) -> NewPlayerForm:
    """The form for somebody of whom only a name was typed: the surname first, or before a comma."""
    surname, _comma, first_name = typed.partition("," if "," in typed else " ")
    return NewPlayerForm(
        surname=put_right(surname.strip()), first_name=put_right_first_name(first_name.strip()), here=True
    )


def form_without_grade(player: Player) -> NewPlayerForm:
    """The form for somebody whom a list knows, but not how strong they are."""
    return NewPlayerForm(**{**form_of(player).model_dump(), "grade": ""}, here=True)


def read_form(form: PlayerForm, only: set[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The values of some fields, and what is wrong at which."""
    values: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name in PlayerForm.model_fields:
        if name not in only:
            continue
        try:
            values[name] = _READERS.get(name, _text)(getattr(form, name).strip(), labels()[name])
        except InputError as error:
            faults[name] = str(error)
    return values, faults


def changed_fields(form: PlayerForm, seen: str) -> set[str]:
    """What was changed on the form since it was shown; the rest may have changed elsewhere meanwhile."""
    try:
        shown = PlayerForm.model_validate_json(seen)
    except ValueError:
        raise Stale from None
    return {name for name in PlayerForm.model_fields if getattr(form, name) != getattr(shown, name)}


def changing(values: dict[str, Any]) -> Callable[[Player], Player]:
    """The change that the values make to a player."""
    return lambda player: replace(player, **values)


def _shown(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _text(text: str, where: str) -> str:
    del where
    return text


def _needed(text: str, where: str) -> str:
    if not text:
        raise InputError(_("%(where)s is missing", where=where))
    return text


def _needed_grade(text: str, where: str) -> Any:
    return grade(_needed(text, where), where)


def _grade(text: str, where: str) -> Any:
    return grade(text, where) if text else None


def _number(text: str, where: str) -> float | None:
    return decimal(text, where) if text else None


def _points(text: str, where: str) -> Any:
    try:
        return quarters(decimal(text, where)) if text else None
    except (ValueError, OverflowError):
        raise InputError(_("%(where)s: only halves and quarters of a point", where=where)) from None


def _correction(text: str, where: str) -> Any:
    return _points(text or "0", where)


def _whole(text: str, where: str) -> int | None:
    if text and not text.isdecimal():
        raise InputError(_("%(where)s: %(text)s is not a number", where=where, text=text))
    return int(text) if text else None


def _day(text: str, where: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise InputError(_("%(where)s: %(text)s is not a day", where=where, text=text)) from None


_READERS: dict[str, Callable[[str, str], Any]] = {
    "surname": _needed,
    "grade": _needed_grade,
    "rating": _number,
    "declared_grade": _grade,
    "highest_grade": _grade,
    "sigma": _number,
    "rating_date": _day,
    "aga_rating": _number,
    "start": _points,
    "correction": _correction,
    "category": _whole,
}
