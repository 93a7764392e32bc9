"""Prizes: what there is to win, and who wins it by the present standings."""

from dataclasses import replace
from itertools import zip_longest

from starlette.responses import Response

from miai.app.desk import Saved
from miai.domain.bounds import bounds_of
from miai.domain.grade import Grade
from miai.domain.numbers import whole_or_none
from miai.domain.prizes import Prize, PrizeKind
from miai.domain.typed_text import grade
from miai.errors import InputError, Problem
from miai.messages import Message, literal
from miai.web.server.form_fields import Text, Texts
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _
from miai.web.words import mark

page = Page("prizes", title=mark("Prizes"), icon="trophy", need=Role.DIRECTOR)

# Room for more on the form; it comes back with as many again.
_SPARE = 3


@page.get("/t/{id}/prizes")
def show(visit: Here, edit: str = "") -> Response:
    """Who wins what by the standings as they are."""
    lines = [_typed(prize) for prize in visit.tournament.settings.prizes]
    return _render(visit, lines=lines, edit=bool(edit))


@page.post("/t/{id}/prizes")
def save(
    visit: Here,
    title: Texts,
    kind: Texts,
    number: Texts,
    strongest: Texts,
    weakest: Texts,
    category: Texts,
    country: Texts,
    one_prize_each: Text = "",
) -> Response:
    """Keep the prizes; a line without a number is left out."""
    columns = (title, kind, number, strongest, weakest, category, country)
    names = ("title", "kind", "number", "strongest", "weakest", "category", "country")
    lines = [dict(zip(names, line, strict=True)) for line in zip_longest(*columns, fillvalue="")]
    filled = [line for line in lines if line["number"].strip() or line["title"].strip()]
    try:
        saved = _keep(visit, _prizes(filled), one_prize_each=bool(one_prize_each))
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
    from miai.app.results.prizes import prizes_given
    from miai.app.results.standings_view import standings_view
    from miai.web.pages.shared.wall_list import wall_list

    seen = standings_view(visit.desk, visit.id)
    table = wall_list(visit.desk, visit.state, after=seen.table.after_round)
    blank = {
        "title": "",
        "kind": "place",
        "number": "",
        "strongest": "",
        "weakest": "",
        "category": "",
        "country": "",
    }
    return visit.render(
        "pages/prizes.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        given=prizes_given(seen.table),
        seen=seen,
        line_of={line.player.id: line for line in table.lines},
        groups=_groups(visit),
        lines=[*lines, *([blank] * _SPARE)],
        edit=edit,
        kinds=[("place", _("place")), ("wins", _("wins"))],
    )


def _groups(visit: Visit) -> list[str]:
    from miai.web.pages.shared.wall_list import categories

    return categories(visit.tournament.settings)


def _keep(visit: Visit, prizes: tuple[Prize, ...], *, one_prize_each: bool) -> Saved:
    from miai.app.event.change_settings import change_settings

    settings = replace(visit.tournament.settings, prizes=prizes, one_prize_each=one_prize_each)
    return change_settings(visit.desk, visit.id, settings, by=visit.by)


def _typed(prize: Prize) -> dict[str, str]:
    """A prize as the form shows it."""
    return {
        "title": prize.title,
        "kind": prize.kind.value,
        "number": str(prize.wins if prize.kind is PrizeKind.WINS else prize.place),
        "strongest": str(prize.strongest or ""),
        "weakest": str(prize.weakest or ""),
        "category": "" if prize.category is None else str(prize.category),
        "country": prize.country,
    }


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
    wins = line["kind"] == PrizeKind.WINS.value
    number = whole_or_none(line["number"], bounds_of(Prize, "wins" if wins else "place"))
    if not number:
        raise InputError(Message("say for which place or for how many wins"))
    said = _("%(number)s wins", number=number) if wins else _("Place %(number)s", number=number)
    return Prize(
        title=line["title"].strip() or said,
        kind=PrizeKind.WINS if wins else PrizeKind.PLACE,
        place=1 if wins else number,
        wins=number if wins else 0,
        strongest=_limit(line["strongest"]),
        weakest=_limit(line["weakest"]),
        category=whole_or_none(line["category"], bounds_of(Prize, "category")),
        country=line["country"].strip(),
    )


def _limit(text: str) -> Grade | None:
    return grade(text) if text.strip() else None
