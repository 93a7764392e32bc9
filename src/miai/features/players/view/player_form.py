"""The form of a player: filled from a player, and read into the fields of one."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, TypeVar

from pydantic import BaseModel

from miai.domain.bounds import bounds_of
from miai.domain.money import NO_MONEY, Cents, money_text
from miai.domain.numbers import shortened
from miai.domain.people.grade import Grade
from miai.domain.people.names import put_right, put_right_first_name
from miai.domain.people.player import Player, Sex
from miai.domain.points import plain
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.time_zones import time_zone
from miai.domain.typed_text import decimal, grade, money, points, whole
from miai.errors import InputError, Problem
from miai.features.players.name_order import KnownNames, split_name
from miai.messages import Message
from miai.server.permissions import Stale

# The same as in `logic/typed_player.js`.
_WITH_GRADE = re.compile(r"(?P<name>.*?\S)[\s,]+(?P<grade>\d{1,2}\s*(k|kyu|d|dan|p|pro))", re.IGNORECASE)


class PlayerForm(BaseModel):
    """The fields as they were typed; each is a field of a player."""

    surname: str = ""
    first_name: str = ""
    grade: str = ""
    rating: str = ""
    country: str = ""
    state: str = ""
    city: str = ""
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
    birth_year: str = ""
    sex: str = ""
    newcomer: str = ""
    fee: str = ""
    paid: str = ""


class NewPlayerForm(PlayerForm):
    """The form of a new player, who may be here already; `not_same` are keys of other listed players."""

    here: bool = False
    not_same: str = ""


AnyForm = TypeVar("AnyForm", bound=PlayerForm)


def form_of(player: Player) -> PlayerForm:
    """The form filled with what is known of a player."""
    known = {name: getattr(player, name) for name in PlayerForm.model_fields}
    known["start"] = None if player.start is None else plain(player.start)
    known["correction"] = plain(player.correction) or None
    known["sex"] = player.sex.value if player.sex else None
    known["newcomer"] = "on" if player.newcomer else None
    known["fee"] = None if player.fee is None else money_text(player.fee)
    known["paid"] = money_text(player.paid) if player.paid else None
    return PlayerForm(**{name: _shown(value) for name, value in known.items()})


def typed_player(typed: str) -> tuple[str, str]:
    """The name, and the grade that is typed after it, if any."""
    line = _WITH_GRADE.fullmatch(typed.strip())
    if line is None:
        return typed.strip(), ""
    try:
        return line["name"].rstrip(","), str(Grade.parse(line["grade"]))
    except InputError:
        return typed.strip(), ""


def form_of_name(typed: str, known: KnownNames, not_same: str = "") -> NewPlayerForm:
    """The form filled from what was typed: a name, split as known names show, and a grade at the end."""
    name, after = typed_player(typed)
    split = split_name(name, known)
    return NewPlayerForm(
        surname=put_right(split.surname),
        first_name=put_right_first_name(split.first_name),
        grade=after,
        here=True,
        not_same=not_same,
    )


def with_names_swapped(form: AnyForm) -> AnyForm:
    """The form with surname and first name exchanged."""
    return form.model_copy(update={"surname": form.first_name, "first_name": form.surname})


def form_without_grade(player: Player) -> NewPlayerForm:
    """The form filled from a rating list that has no grade for the player."""
    return NewPlayerForm(**{**form_of(player).model_dump(), "grade": ""}, here=True)


def read_form(form: PlayerForm, only: set[str]) -> tuple[dict[str, Any], dict[str, InputError]]:
    """The values of some fields, and what is wrong with which field."""
    values: dict[str, Any] = {}
    faults: dict[str, InputError] = {}
    for name in PlayerForm.model_fields:
        if name not in only:
            continue
        try:
            values[name] = _READERS.get(name, _text)(getattr(form, name).strip(), PLAYER_LABELS[name])
        except InputError as error:
            faults[name] = error
    return values, faults


def changed_fields(form: PlayerForm, seen: str) -> set[str]:
    """The fields changed on the form since it was shown; the others may have changed elsewhere meanwhile."""
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


def _text(text: str, label: Message) -> str:
    del label
    return text


def _needed(text: str, label: Message) -> str:
    if not text:
        raise InputError(Message("%(where)s is missing", where=label))
    return text


def _needed_grade(text: str, label: Message) -> Any:
    return grade(_needed(text, label), label)


def _grade(text: str, label: Message) -> Any:
    return grade(text, label) if text else None


def _number(name: str) -> Callable[[str, Message], float | None]:
    within = bounds_of(Player, name)
    return lambda text, label: decimal(text, label, within) if text else None


def _points(text: str, label: Message) -> Any:
    return points(text, label, bounds_of(Player, "start")) if text else None


def _correction(text: str, label: Message) -> Any:
    return points(text or "0", label, bounds_of(Player, "correction"))


def _whole(name: str) -> Callable[[str, Message], int | None]:
    within = bounds_of(Player, name)
    return lambda text, label: whole(text, label, within) if text else None


def _sex(text: str, label: Message) -> Sex | None:
    del label
    return next((each for each in Sex if each.value == text), None)


def _ticked(text: str, label: Message) -> bool:
    del label
    return bool(text)


def _fee(text: str, label: Message) -> Cents | None:
    return money(text, label, bounds_of(Player, "fee")) if text else None


def _paid(text: str, label: Message) -> Cents:
    return _fee(text, label) or NO_MONEY


def _day(text: str, label: Message) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        what = Message("%(text)s is not a date", text=shortened(text))
        raise InputError([Problem(what=what, where=label)]) from None


_READERS: dict[str, Callable[[str, Message], Any]] = {
    "surname": _needed,
    "grade": _needed_grade,
    "rating": _number("rating"),
    "declared_grade": _grade,
    "highest_grade": _grade,
    "sigma": _number("sigma"),
    "rating_date": _day,
    "aga_rating": _number("aga_rating"),
    "start": _points,
    "time_zone": time_zone,
    "correction": _correction,
    "category": _whole("category"),
    "birth_year": _whole("birth_year"),
    "sex": _sex,
    "newcomer": _ticked,
    "fee": _fee,
    "paid": _paid,
}
