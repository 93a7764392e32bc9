"""Prizes: what there is to win, and who wins it by the present standings."""

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from typing import Annotated, TypeVar

from fastapi import Form
from pydantic import BaseModel
from starlette.responses import Response

from miai.desk.live_state import Saved
from miai.domain.bounds import bounds_of
from miai.domain.money import NO_MONEY, money_text
from miai.domain.numbers import Between, whole_or_none
from miai.domain.people.grade import Grade
from miai.domain.people.player import Sex
from miai.domain.people.player_filter import EVERYBODY
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import CHOICE_LABELS
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.typed_text import decimal, grade, money, whole
from miai.errors import InputError, Problem
from miai.features.prizes.award_prizes import prizes_given
from miai.features.prizes.rail import page
from miai.features.prizes.team_prizes import prizes_of_teams, without_team_prizes
from miai.features.prizes.view import wins_of
from miai.features.settings.change_settings import change_settings
from miai.features.standings.standings_view import standings_view
from miai.features.standings.view.standings_filter import among_words
from miai.features.standings.view.table_order import categories
from miai.features.standings.view.whole_event import games_without_result
from miai.messages import Message, literal
from miai.server.form_fields import Text
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell

T = TypeVar("T")
# Room for more on the form; it comes back with as many again.
_SPARE = 3
# The limits that are folded away, in the order in which a line sums them up.
_FOLDED = ("country", "club", "sex", "born_since", "born_until", "rating_from", "rating_to", "newcomer")
_COLUMNS = ("title", "kind", "number", "strongest", "weakest", "category", "amount", *_FOLDED)


class PrizeForm(BaseModel):
    """The columns of the form, each with one text a line; columns that a form leaves out are empty."""

    title: list[str] = []
    kind: list[str] = []
    number: list[str] = []
    strongest: list[str] = []
    weakest: list[str] = []
    category: list[str] = []
    amount: list[str] = []
    country: list[str] = []
    club: list[str] = []
    sex: list[str] = []
    born_since: list[str] = []
    born_until: list[str] = []
    rating_from: list[str] = []
    rating_to: list[str] = []
    newcomer: list[str] = []
    one_prize_each: str = ""

    @property
    def lines(self) -> list[dict[str, str]]:
        """The lines with a number, a name or money."""
        columns = self.model_dump(include=set(_COLUMNS))
        lines = [
            dict(zip(columns, line, strict=True)) for line in zip_longest(*columns.values(), fillvalue="")
        ]
        needed = ("number", "title", "amount")
        return [_as_typed(line) for line in lines if any(line[name].strip() for name in needed)]


@page.get("/t/{id}/prizes")
def show(visit: Here, edit: str = "") -> Response:
    """Who wins what by the standings as they are."""
    settings = visit.tournament.settings
    lines = [_typed(prize, settings) for prize in settings.prizes]
    return _render(visit, lines=lines, edit=bool(edit))


@page.post("/t/{id}/prizes")
def save(visit: Here, form: Annotated[PrizeForm, Form()]) -> Response:
    """Keep the prizes; a line without number, name and money is left out."""
    filled = form.lines
    try:
        saved = _keep(visit, _prizes(filled), one_prize_each=bool(form.one_prize_each))
    except InputError as error:
        return _render(visit, lines=filled, edit=True, error=error)
    return visit.done(_("Prizes saved"), to=visit.url("prizes"), saved=saved)


@page.post("/t/{id}/prizes/suggest")
def suggest(visit: Here, what: Text) -> Response:
    """Add the prizes that most tournaments have."""
    settings = visit.tournament.settings
    rounds = settings.rounds
    more = {
        "places": [Prize(title=_("Place %(number)s", number=place), place=place) for place in (1, 2, 3)],
        "wins": [
            Prize(title=_("%(number)s wins", number=wins), kind=PrizeKind.WINS, wins=wins)
            for wins in range(max(1, rounds - 1), rounds + 1)
        ],
        "most": [Prize(title=_("Most wins"), kind=PrizeKind.MOST_WINS)],
        "categories": [
            Prize(title=_("%(group)s: place 1", group=group), category=number)
            for number, group in enumerate(_groups(visit))
        ],
    }.get(what, [])
    saved = _keep(visit, (*settings.prizes, *more), one_prize_each=settings.one_prize_each)
    return visit.done(_("Prizes added"), to=visit.url("prizes"), saved=saved)


def _render(
    visit: Visit, *, lines: list[dict[str, str]], edit: bool, error: InputError | None = None
) -> Response:
    seen = standings_view(visit.desk, visit.id)
    given = prizes_given(without_team_prizes(seen.table))
    of_teams = prizes_of_teams(visit.tournament)
    settings = visit.tournament.settings
    blank = {**dict.fromkeys(_COLUMNS, ""), "kind": PrizeKind.PLACE.value, "more": "", "open": ""}
    return visit.render(
        "prizes/prizes.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        given=given,
        team_prizes=of_teams,
        total=sum(prize.amount for prize in settings.prizes),
        paid_out=sum(each.paid_out for each in given),
        paid_to_teams=sum(each.paid_out for each in of_teams),
        rest=sum(each.rest for each in given) + sum(each.rest for each in of_teams),
        currency=settings.fees.currency,
        words_of=lambda among: among_words(among, settings),
        sexes=[("", _("does not matter")), (Sex.FEMALE.value, _("women")), (Sex.MALE.value, _("men"))],
        seen=seen,
        wins=wins_of(visit, seen.table.after_round),
        missing=games_without_result(visit.tournament),
        groups=_groups(visit),
        lines=[*lines, *([blank] * _SPARE)],
        edit=edit,
        kinds=[(each.value, tell(CHOICE_LABELS[each])) for each in PrizeKind],
    )


def _groups(visit: Visit) -> list[str]:
    return categories(visit.tournament.settings)


def _keep(visit: Visit, prizes: tuple[Prize, ...], *, one_prize_each: bool) -> Saved:
    settings = replace(visit.tournament.settings, prizes=prizes, one_prize_each=one_prize_each)
    return change_settings(visit.desk, visit.id, settings, by=visit.by)


def _typed(prize: Prize, settings: Settings) -> dict[str, str]:
    """A prize as the form shows it."""
    folded = replace(prize.among, strongest=None, weakest=None, category=None)
    numbers = {PrizeKind.WINS: str(prize.wins), PrizeKind.PLACE: str(prize.place)}
    return {
        "more": "" if folded == EVERYBODY else among_words(folded, settings),
        "open": "",
        "title": prize.title,
        "kind": prize.kind.value,
        "number": numbers.get(prize.kind, ""),
        "strongest": str(prize.strongest or ""),
        "weakest": str(prize.weakest or ""),
        "category": _text(prize.category),
        "country": prize.country,
        "club": prize.club,
        "sex": prize.sex.value if prize.sex else "",
        "born_since": _text(prize.born_since),
        "born_until": _text(prize.born_until),
        "rating_from": _text(prize.rating_from),
        "rating_to": _text(prize.rating_to),
        "newcomer": "on" if prize.newcomer else "",
        "amount": money_text(prize.amount) if prize.amount else "",
    }


def _as_typed(line: dict[str, str]) -> dict[str, str]:
    """A line that could not be saved, with its less usual limits unfolded where there are any."""
    typed = "on" if any(line[name].strip() for name in _FOLDED) else ""
    return {**line, "more": "…" if typed else "", "open": typed}


def _text(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _prizes(lines: list[dict[str, str]]) -> tuple[Prize, ...]:
    """The prizes on a form, or everything that is wrong with it."""
    prizes, problems = [], []
    for at, line in enumerate(lines, start=1):
        try:
            prizes.append(_prize(line))
        except InputError as error:
            title = line["title"].strip()
            where = literal(title) if title else Message("line %(number)s", number=at)
            problems += [Problem(what=each.message, where=where) for each in error.problems]
    if problems:
        raise InputError(problems)
    return tuple(prizes)


def _prize(line: dict[str, str]) -> Prize:
    kind = next((each for each in PrizeKind if each.value == line["kind"]), PrizeKind.PLACE)
    wins = kind is PrizeKind.WINS
    number = whole_or_none(line["number"], bounds_of(Prize, "wins" if wins else "place"))
    if not number and kind is not PrizeKind.MOST_WINS:
        raise InputError(Message("say for which place or for how many wins"))
    said = {
        PrizeKind.WINS: _("%(number)s wins", number=number),
        PrizeKind.PLACE: _("Place %(number)s", number=number),
        PrizeKind.MOST_WINS: _("Most wins"),
    }
    return Prize(
        title=line["title"].strip() or said[kind],
        kind=kind,
        place=number if number and kind is PrizeKind.PLACE else 1,
        wins=number if number and wins else 0,
        strongest=_limit(line["strongest"]),
        weakest=_limit(line["weakest"]),
        category=whole_or_none(line["category"], bounds_of(Prize, "category")),
        country=line["country"].strip(),
        club=line["club"].strip(),
        sex=next((each for each in Sex if each.value == line["sex"]), None),
        born_since=_number(line, "born_since", whole),
        born_until=_number(line, "born_until", whole),
        rating_from=_number(line, "rating_from", decimal),
        rating_to=_number(line, "rating_to", decimal),
        newcomer=bool(line["newcomer"]),
        amount=_number(line, "amount", money) or NO_MONEY,
    )


def _limit(text: str) -> Grade | None:
    return grade(text) if text.strip() else None


def _number(line: dict[str, str], name: str, read: Callable[[str, str, Between], T]) -> T | None:
    return read(line[name], "", bounds_of(Prize, name)) if line[name].strip() else None
