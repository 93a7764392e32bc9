"""The JSON of `miai signups`."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from miai.app.sign_up.decide import Review, looks


class SignUpJson(TypedDict):
    """Somebody who waits; `waiting_list` is their place on it, `clear` that nothing has to be looked at."""

    number: int
    surname: str
    first_name: str
    grade: str
    club: str
    country: str
    birth_year: str
    egf_pin: str
    aga_id: str
    ffg_licence: str
    missed: list[int]
    events: list[str]
    contact: str
    note: str
    fee: int | None
    waiting_list: int | None
    clear: bool
    look_at: list[str]


class SignUpsJson(TypedDict):
    """The state of the form, and those who wait."""

    form: str
    waiting: list[SignUpJson]


def sign_ups_json(form: str, waiting: Sequence[Review]) -> SignUpsJson:
    """The state of the form, and those who wait."""
    return {"form": form, "waiting": [_sign_up(each) for each in waiting]}


def _sign_up(review: Review) -> SignUpJson:
    answers = review.waiting.answers
    return {
        "number": review.number,
        "surname": answers.surname,
        "first_name": answers.first_name,
        "grade": answers.grade,
        "club": answers.club,
        "country": answers.country,
        "birth_year": answers.birth_year,
        "egf_pin": answers.egf_pin,
        "aga_id": answers.aga_id,
        "ffg_licence": answers.ffg_licence,
        "missed": list(answers.missed),
        "events": list(answers.events),
        "contact": answers.contact,
        "note": answers.note,
        "fee": answers.fee,
        "waiting_list": review.waiting.queue,
        "clear": review.clear,
        "look_at": [str(each) for each in looks(review)],
    }
