"""The filter of the standings: only some players, by a form and in the address."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miai.domain.bounds import bounds_of
from miai.domain.numbers import whole_or_none
from miai.domain.people.player import Sex
from miai.domain.people.player_filter import EVERYBODY, Among
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.tournament import Tournament
from miai.domain.typed_text import decimal, grade, whole
from miai.errors import InputError, Problem
from miai.features.standings.view.table_order import categories
from miai.messages import Message
from miai.server.words import gettext as _
from miai.server.words.formatting import number

if TYPE_CHECKING:
    from miai.server.request_context import Visit

# The fields of the form; the address of the page that they lead to has one text instead.
FIELDS = (
    "country", "club", "category", "sex", "weakest", "strongest", "born_since", "born_until", "rating_from",
    "rating_to", "newcomer",
)  # fmt: skip
SUBMITTED = "narrow"


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """Who is shown, in words; what the form offers; and what could not be read.

    `personal`: sex, age and first tournaments are offered too, which are for the organiser only.
    """

    among: Among
    words: str
    typed: dict[str, str]
    offers: dict[str, list[tuple[str, str]]]
    personal: bool
    problems: tuple[Problem, ...] = ()
    address: str | None = None

    @property
    def text(self) -> str | None:
        """The limits as text for addresses; None for everybody."""
        return str(self.among) or None


def narrowing(visit: "Visit", *, personal: bool = True) -> Narrowing:
    """What the address asks for; where the form was sent, `address` is the page to go to."""
    query = dict(visit.request.query_params)
    event = visit.tournament
    problems: tuple[Problem, ...] = ()
    among, address = EVERYBODY, None
    try:
        among = _from_form(query) if SUBMITTED in query else Among.parse(query.get("among", ""))
    except InputError as error:
        problems = error.problems
    if not personal:
        among = replace(among, sex=None, born_since=None, born_until=None, newcomer=False)
    if SUBMITTED in query and not problems:
        address = visit.here(among=str(among), **dict.fromkeys((SUBMITTED, *FIELDS)))
    return Narrowing(
        among=among,
        words=among_words(among, event.settings) if among != EVERYBODY else "",
        typed={name: query.get(name, "") for name in FIELDS} if problems else _typed(among),
        offers=_offers(event, personal=personal),
        personal=personal,
        problems=problems,
        address=address,
    )


def among_words(among: Among, settings: Settings) -> str:
    """Who is meant, for people."""
    groups = categories(settings)
    parts = []
    if among.category is not None:
        named = among.category < len(groups)
        parts.append(groups[among.category] if named else _("category %(number)s", number=among.category + 1))
    parts += [each for each in (among.country, among.club) if each]
    if among.sex:
        parts.append(_("women") if among.sex is Sex.FEMALE else _("men"))
    parts += _spans(among)
    if among.newcomer:
        parts.append(_("first tournament"))
    return ", ".join(parts) or _("everybody")


def _spans(among: Among) -> Iterable[str]:
    low, high = among.weakest, among.strongest
    if low and high:
        yield _("%(weakest)s to %(strongest)s", weakest=low, strongest=high)
    elif low:
        yield _("from %(grade)s", grade=low)
    elif high:
        yield _("up to %(grade)s", grade=high)
    since, until = among.born_since, among.born_until
    if since and until:
        yield _("born %(since)s to %(until)s", since=since, until=until)
    elif since:
        yield _("born since %(year)s", year=since)
    elif until:
        yield _("born until %(year)s", year=until)
    lowest, highest = among.rating_from, among.rating_to
    if lowest is not None and highest is not None:
        yield _("rating %(low)s to %(high)s", low=number(lowest), high=number(highest))
    elif lowest is not None:
        yield _("rating from %(low)s", low=number(lowest))
    elif highest is not None:
        yield _("rating up to %(high)s", high=number(highest))


def _from_form(query: dict[str, str]) -> Among:
    """The limits that the form asks for."""
    typed = {name: query.get(name, "").strip() for name in FIELDS}
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, (label, read) in _READERS.items():
        try:
            values[name] = read(typed[name], PLAYER_LABELS[label]) if typed[name] else None
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return Among(
        **values,
        country=typed["country"],
        club=typed["club"],
        category=whole_or_none(typed["category"], bounds_of(Among, "category")),
        sex=next((each for each in Sex if each.value == typed["sex"]), None),
        newcomer=bool(typed["newcomer"]),
    )


def _year(text: str, label: Message) -> int:
    return whole(text, label, bounds_of(Among, "born_since"))


def _rating(text: str, label: Message) -> float:
    return decimal(text, label, bounds_of(Among, "rating_from"))


# The fields that are typed, each with the field of a player that it limits.
_READERS: dict[str, tuple[str, Callable[[str, Message], Any]]] = {
    "weakest": ("grade", grade),
    "strongest": ("grade", grade),
    "born_since": ("birth_year", _year),
    "born_until": ("birth_year", _year),
    "rating_from": ("rating", _rating),
    "rating_to": ("rating", _rating),
}


def _typed(among: Among) -> dict[str, str]:
    """The limits as the form shows them."""
    return {name: _field(getattr(among, name)) for name in FIELDS}


def _field(value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "on"
        case Sex():
            return value.value
        case float():
            return f"{value:.10g}"
    return str(value)


def _offers(event: Tournament, *, personal: bool) -> dict[str, list[tuple[str, str]]]:
    """What the form offers: the values that are there; nothing where nobody has any."""
    players = event.players
    groups = [(str(at), group) for at, group in enumerate(categories(event.settings))]
    sexes = [(Sex.FEMALE.value, _("women")), (Sex.MALE.value, _("men"))]
    # A limit that is typed has nothing to choose from.
    typed = [("", "")]
    asked = players if personal else ()
    return {
        "country": _all_or(_listed(player.country for player in players)),
        "club": _all_or(_listed(player.club for player in players)),
        "category": _all_or(groups),
        "sex": _all_or(sexes) if any(player.sex for player in asked) else [],
        "born": typed if any(player.birth_year for player in asked) else [],
        "rating": typed if any(player.rating is not None for player in players) else [],
        "newcomer": typed if any(player.newcomer for player in asked) else [],
    }


def _all_or(choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The choices after "all"; nothing where there is nothing to choose."""
    return [("", _("all")), *choices] if choices else []


def _listed(values: Iterable[str]) -> list[tuple[str, str]]:
    return [(each, each) for each in sorted({each for each in values if each}, key=str.casefold)]
