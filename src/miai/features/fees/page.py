"""Fees and prize money: what everybody owes, has paid and wins."""

from typing import Any

from starlette.responses import Response

from miai.domain.bounds import bounds_of
from miai.domain.money import Cents, money_text
from miai.domain.people.player import Player, PlayerId
from miai.domain.settings.fees import Fees
from miai.domain.settings.setting_fields import SETTING_LABELS
from miai.domain.typed_text import money, whole
from miai.errors import InputError, Problem
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.money import money_of, owed, record_congress_payment
from miai.features.fees.charge_fees import money_file, record_payment
from miai.features.fees.rail import page
from miai.features.settings.change_settings import change_rules
from miai.server.downloads import table_download
from miai.server.form_fields import Text
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell


@page.get("/t/{id}/fees")
def show(visit: Here, edit: str = "", only: str = "") -> Response:
    """Everybody with fee, payment and prize; only those who still owe something, if asked."""
    fees = visit.tournament.settings.fees
    typed = {
        "currency": fees.currency,
        "usual": money_text(fees.usual),
        "for_juniors": money_text(fees.for_juniors),
        "junior_since": str(fees.junior_since or ""),
    }
    return _render(visit, typed=typed, edit=bool(edit), only=only)


@page.get("/t/{id}/fees/file")
def download(visit: Here, to: str = "csv") -> Response:
    """The table as a file."""
    return table_download(money_file(money_of(visit.desk, visit.state), tell), f"{visit.id}-fees", to=to)


@page.post("/t/{id}/fees")
def save(
    visit: Here, currency: Text = "", usual: Text = "", for_juniors: Text = "", junior_since: Text = ""
) -> Response:
    """Keep the rules for fees."""
    typed = {
        "currency": currency.strip(),
        "usual": usual,
        "for_juniors": for_juniors,
        "junior_since": junior_since,
    }
    try:
        values = _read(typed)
        saved = change_rules(visit.desk, visit.id, values, by=visit.by)
    except InputError as error:
        return _render(visit, typed=typed, edit=True, error=error)
    return visit.done(_("Fees saved"), to=visit.url("fees"), saved=saved)


@page.post("/t/{id}/fees/paid")
def paid(visit: Here, player: Text, amount: Text = "") -> Response:
    """Record what somebody has paid altogether; without an amount it is what they owe."""
    known = visit.tournament.player(PlayerId(player))
    if visit.tournament.is_congress:
        return _paid_at_congress(visit, known, amount)
    sum_paid = _amount(amount, "paid") if amount.strip() else visit.tournament.settings.fees.owed_by(known)
    saved = record_payment(visit.desk, visit.id, known.id, sum_paid, by=visit.by)
    said = _("%(name)s has paid %(amount)s", name=known.name, amount=money_text(sum_paid))
    return visit.done(said, saved=saved)


def _paid_at_congress(visit: Visit, person: Player, amount: str) -> Response:
    """Record what somebody has paid altogether for the congress and its events."""
    whole = whole_congress(visit.desk, visit.id)
    sum_paid = _amount(amount, "paid") if amount.strip() else owed(whole, person)
    saved = record_congress_payment(visit.desk, visit.id, person.id, sum_paid, by=visit.by)
    said = _("%(name)s has paid %(amount)s", name=person.name, amount=money_text(sum_paid))
    return visit.done(said, saved=saved)


def _render(
    visit: Visit, *, typed: dict[str, str], edit: bool, only: str = "", error: InputError | None = None
) -> Response:
    table = money_of(visit.desk, visit.state)
    return visit.render(
        "fees/fees.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        known={player.id for player in visit.tournament.players},
        money=table,
        lines=[line for line in table.lines if line.open or not only],
        unpaid=sum(line.open > 0 for line in table.lines),
        only=only,
        typed=typed,
        edit=edit,
        labels={
            path.removeprefix("fees."): label
            for path, label in SETTING_LABELS.items()
            if path.startswith("fees.")
        },
    )


def _read(typed: dict[str, str]) -> dict[str, Any]:
    """The rules as the form has them, or everything that is wrong with it."""
    values: dict[str, Any] = {"fees.currency": typed["currency"]}
    problems: list[Problem] = []
    for name in ("usual", "for_juniors"):
        try:
            values[f"fees.{name}"] = _amount(typed[name] or "0", name)
        except InputError as error:
            problems += error.problems
    try:
        year = typed["junior_since"].strip()
        label = SETTING_LABELS["fees.junior_since"]
        values["fees.junior_since"] = whole(year, label, bounds_of(Fees, "junior_since")) if year else None
    except InputError as error:
        problems += error.problems
    if problems:
        raise InputError(problems)
    return values


def _amount(text: str, name: str) -> Cents:
    return money(text, SETTING_LABELS.get(f"fees.{name}", ""), bounds_of(Fees, "usual"))
