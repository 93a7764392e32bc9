"""What is told of a form for signing up, and of those who wait."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.domain.people.player import PlayerId
from miai.features.lists.answer import CANDIDATE
from miai.features.sign_up.decide import Review, looks


@dataclass(frozen=True, slots=True)
class SignUps:
    """The state of the form, and those who wait."""

    form: str
    waiting: Sequence[Review]


SIGN_UP: Shape[Review] = Shape(
    "SignUp",
    "Somebody who waits; `waiting_list` is their place on it, `clear` that nothing has to be looked at.",
    (
        Field("number", int),
        Field("surname", str, lambda review: review.waiting.answers.surname),
        Field("first_name", str, lambda review: review.waiting.answers.first_name),
        Field("grade", str, lambda review: review.waiting.answers.grade),
        Field("club", str, lambda review: review.waiting.answers.club),
        Field("country", str, lambda review: review.waiting.answers.country),
        Field("birth_year", str, lambda review: review.waiting.answers.birth_year),
        Field("egf_pin", str, lambda review: review.waiting.answers.egf_pin),
        Field("aga_id", str, lambda review: review.waiting.answers.aga_id),
        Field("ffg_licence", str, lambda review: review.waiting.answers.ffg_licence),
        Field("missed", list[int], lambda review: review.waiting.answers.missed),
        Field("events", list[str], lambda review: review.waiting.answers.events),
        Field("contact", str, lambda review: review.waiting.answers.contact),
        Field("note", str, lambda review: review.waiting.answers.note),
        Field("fee", int | None, lambda review: review.waiting.answers.fee),
        Field("waiting_list", int | None, lambda review: review.waiting.queue),
        Field("queue", int | None, lambda review: review.waiting.queue),
        Field("clear", bool),
        Field("look_at", list[str], looks),
        Field("same_person", many(CANDIDATE), lambda review: review.row.perhaps),
    ),
)
_SIGN_UPS: Shape[SignUps] = Shape(
    "SignUps",
    "The state of the form, and those who wait.",
    (Field("form", str), Field("waiting", many(SIGN_UP))),
)
SIGN_UPS = Answer(question="signups", whole=_SIGN_UPS)

WAITING_PEOPLE: Shape[Sequence[Review]] = Shape(
    "WaitingPeople",
    "Those who wait to be accepted.",
    (Field("waiting", many(SIGN_UP), lambda waiting: waiting),),
)
ACCEPTED: Shape[Mapping[int, PlayerId]] = Shape(
    "AcceptedPeople",
    "The players who were accepted, by the numbers of their sign-ups.",
    (Field("players", dict[str, str], lambda players: players),),
)
