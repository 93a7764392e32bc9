"""The sign-up form as it was filled in, and what the page shows beside it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from miai.domain.money import Cents
from miai.domain.people.names import name_key
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.lists.find_people import ID_FIELD
from miai.features.lists.view.rating_lists import key_of, look_up, opened_lists
from miai.features.players.register_player import NEW
from miai.features.sign_up.form_answers import (
    LABELS,
    LONGEST,
    SignUpAnswers,
    answer_faults,
    eligible_events,
    fee_of,
    one_line,
    several_lines,
)
from miai.features.sign_up.waiting import congress_around
from miai.formats.tables.player_columns import grade_of
from miai.messages import Message
from miai.server.limits import counted_address
from miai.server.request_context import Visit
from miai.server.words import gettext as _

if TYPE_CHECKING:
    from miai.domain.people.rating_list_entry import ListedPlayer

# What a rating list says of people is searched with so many letters at least, and so many are shown.
SHORTEST_SEARCH, LONGEST_SEARCH = 3, 60
_MOST_FOUND = 8
_PURPOSE = "listed player"


class SignUpFields(BaseModel):
    """The fields as they were typed; `website` is not shown to people, so only programs fill it in."""

    surname: str = ""
    first_name: str = ""
    grade: str = ""
    club: str = ""
    country: str = ""
    birth_year: str = ""
    missed: list[str] = Field(default_factory=list)
    events: list[str] = Field(default_factory=list)
    contact: str = ""
    note: str = ""
    consent: str = ""
    website: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPerson:
    """Somebody in the rating list; `who` is what the form sends to say that it is them."""

    name: str
    grade: str
    place: str
    who: str


def found_in_lists(visit: Visit, typed: str) -> list[FoundPerson]:
    """The people of the rating list that match a text: only what everybody may know of them."""
    if len(typed.strip()) < SHORTEST_SEARCH or not visit.app_state.list_search_limit.allows(
        counted_address(visit.address)
    ):
        return []
    with opened_lists(visit.app_state.serving.data) as lists:
        found = lists.search(typed, limit=_MOST_FOUND) if lists else ()
    return [
        FoundPerson(
            name=each.name,
            grade=str(each.grade or ""),
            place=", ".join(part for part in (each.club, each.country) if part),
            who=visit.app_state.signer.write(_PURPOSE, key_of(each)),
        )
        for each in found
    ]


def chosen_in_list(visit: Visit, who: str) -> "ListedPlayer | None":
    """The person of the rating list whom somebody said they are."""
    key = visit.app_state.signer.read(_PURPOSE, who)
    return look_up(visit.app_state.serving.data, key) if key else None


def fields_of_listed(listed: "ListedPlayer", who: str) -> SignUpFields:
    """The form filled from the rating list."""
    return SignUpFields(
        surname=listed.surname,
        first_name=listed.first_name,
        grade=str(listed.grade or listed.proposed_grade or ""),
        club=listed.club,
        country=listed.country,
        who=who,
    )


def fields_of(answers: "SignUpAnswers") -> SignUpFields:
    """The form filled with what somebody wrote before; they agreed then."""
    texts = {name: getattr(answers, name) for name in _TEXTS}
    missed = [str(number) for number in answers.missed]
    return SignUpFields(**texts, missed=missed, events=list(answers.events), consent="on")


def read_fields(
    visit: Visit, fields: SignUpFields, before: "SignUpAnswers | None" = None
) -> tuple["SignUpAnswers", dict[str, InputError]]:
    """What somebody wrote, and what is wrong with which field."""
    texts: dict[str, Any] = {name: one_line(getattr(fields, name)) for name in _TEXTS}
    texts["note"] = several_lines(fields.note)
    missed = tuple(sorted({int(each) for each in fields.missed if each.isdecimal() and len(each) < 4}))
    answers = SignUpAnswers(
        **texts,
        **_numbers(visit, fields, before),
        missed=missed,
        events=tuple(dict.fromkeys(filter(None, fields.events))),
    )
    faults = answer_faults(visit.tournament, answers, congress_around(visit.desk, visit.id))
    if not fields.consent:
        what = Message("tick it, so that we may show your name and results")
        faults["consent"] = InputError([Problem(what=what, where=LABELS["consent"])])
    return answers, faults


def fees_told(visit: Visit, answers: "SignUpAnswers") -> Cents:
    """What the person who wrote this will pay."""
    around = congress_around(visit.desk, visit.id)
    eligible = eligible_events(around) if around else {}
    grade = grade_of(answers.grade)
    assert grade is not None  # noqa: S101 - a grade that is none is a fault of the form
    year = int(answers.birth_year) if answers.birth_year else None
    person = Player(id=NEW, surname=answers.surname, grade=grade, birth_year=year)
    chosen = tuple(eligible[each] for each in answers.events if each in eligible)
    return fee_of(visit.tournament, person, chosen)


def form_values(visit: Visit) -> dict[str, Any]:
    """What the form shows besides its fields: the rounds, the events, the fees, and what to agree to."""
    event = visit.tournament
    around = congress_around(visit.desk, visit.id)
    return {
        "labels": LABELS,
        "longest": LONGEST,
        "rounds": []
        if event.is_congress or event.settings.rounds < 2
        else range(1, event.settings.rounds + 1),
        "choices": list(eligible_events(around).items()) if around else [],
        "asks_birth_year": _asks_birth_year(event, around.events.values() if around else ()),
        "consent_text": event.sign_up.consent.strip()
        or _("My name, grade, club, country and results may be shown on the pages of this tournament."),
    }


def _asks_birth_year(event: Tournament, around: Any) -> bool:
    every = [event, *(state.tournament for state in around)]
    return any(each.settings.fees.junior_since for each in every)


def _numbers(visit: Visit, fields: SignUpFields, before: "SignUpAnswers | None") -> dict[str, Any]:
    """The numbers of federations, as long as the name is the one that was found with them."""
    listed = chosen_in_list(visit, fields.who)
    name = name_key(fields.surname, fields.first_name)
    if listed and name_key(listed.surname, listed.first_name) == name:
        return {field: getattr(listed, field) for field in ID_FIELD.values()}
    if before and name_key(before.surname, before.first_name) == name:
        return {field: getattr(before, field) for field in ID_FIELD.values()}
    return {}


_TEXTS = ("surname", "first_name", "grade", "club", "country", "birth_year", "contact", "note")
