"""What somebody writes into the sign-up form."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from miai.domain.bounds import bounds_of
from miai.domain.money import Cents
from miai.domain.numbers import shortened
from miai.domain.people.player import Player
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.tournament import Tournament
from miai.domain.typed_text import at_most, whole
from miai.errors import InputError, Problem
from miai.features.congress.congress_state import WholeCongress
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.player_columns import grade_of
from miai.messages import Message

# The most letters of each field; a note may have several lines.
LONGEST = {
    "surname": 60, "first_name": 60, "grade": 12, "club": 60, "country": 40, "birth_year": 4,
    "contact": 120, "note": 500,
}  # fmt: skip
LABELS = {
    **{name: PLAYER_LABELS[name] for name in LONGEST if name in PLAYER_LABELS},
    "contact": Message("E-mail or telephone"),
    "note": Message("Note to the director"),
    "missed": PLAYER_LABELS["absent_rounds"],
    "events": Message("Events"),
    "consent": Message("Consent"),
}
_COLUMNS = {
    "surname": PlayerColumn.SURNAME,
    "first_name": PlayerColumn.FIRST_NAME,
    "grade": PlayerColumn.GRADE,
    "country": PlayerColumn.COUNTRY,
    "club": PlayerColumn.CLUB,
    "birth_year": PlayerColumn.BIRTH_YEAR,
    "egf_pin": PlayerColumn.EGF_PIN,
    "aga_id": PlayerColumn.AGA_ID,
    "ffg_licence": PlayerColumn.FFG_LICENCE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpAnswers:
    """The fields as they were typed; `fee` is what the person was told to pay.

    The numbers of federations come from the rating list in which they found themselves. `events` are those of
    a congress.
    """

    surname: str = ""
    first_name: str = ""
    grade: str = ""
    club: str = ""
    country: str = ""
    birth_year: str = ""
    egf_pin: str = ""
    aga_id: str = ""
    ffg_licence: str = ""
    missed: tuple[int, ...] = ()
    events: tuple[str, ...] = ()
    contact: str = ""
    note: str = ""
    fee: int | None = None

    @property
    def name(self) -> str:
        """ "Surname First", as lists name a person."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def cells(self) -> dict[PlayerColumn, str]:
        """The fields of the player as cells of a table."""
        return {column: getattr(self, name) for name, column in _COLUMNS.items()}

    def as_json(self) -> str:
        """The answers as they are stored."""
        return json.dumps({name: value for name, value in asdict(self).items() if value}, ensure_ascii=False)


def answers_of(text: str) -> SignUpAnswers:
    """The answers as they were stored; after the decision there are none."""
    stored = json.loads(text) if text else {}
    known = {field.name for field in fields(SignUpAnswers)}
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
    }
    return SignUpAnswers(**{name: value for name, value in values.items() if name in known})


def one_line(text: str) -> str:
    """A text without line breaks and signs that cannot be seen."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def several_lines(text: str) -> str:
    """A text whose lines are kept."""
    return "\n".join(one_line(line) for line in text.strip().splitlines())


def answer_faults(
    tournament: Tournament, answers: SignUpAnswers, whole_congress: WholeCongress | None = None
) -> dict[str, InputError]:
    """What is wrong with which field."""
    found: dict[str, InputError] = {}
    for name, what in _faults(tournament, answers, whole_congress):
        found.setdefault(name, InputError([Problem(what=what, where=LABELS[name])]))
    return found


def eligible_events(whole_congress: WholeCongress) -> dict[str, Tournament]:
    """The events of a congress that single people can enter, by id."""
    return {
        event_id: state.tournament
        for event_id, state in whole_congress.events.items()
        if state.tournament.settings.sides.people == 1
        and not state.tournament.settings.by_teams
        and state.tournament.final is None
    }


def fee_of(tournament: Tournament, person: Player, events: tuple[Tournament, ...] = ()) -> Cents:
    """What somebody pays: the fee of the tournament, at a congress with those of the events chosen."""
    return Cents(sum(each.settings.fees.owed_by(person) for each in (tournament, *events)))


def _faults(
    tournament: Tournament, answers: SignUpAnswers, whole_congress: WholeCongress | None
) -> Iterator[tuple[str, Message]]:
    for name, longest in LONGEST.items():
        if len(getattr(answers, name)) > longest:
            yield name, at_most(longest)
    for name in ("surname", "first_name", "grade"):
        if not getattr(answers, name):
            yield name, Message("this is missing")
    if answers.grade and grade_of(answers.grade) is None:
        yield (
            "grade",
            Message(
                "%(text)s is not a grade. Use 50k to 1k, 1d to 9d, or 1p to 9p",
                text=shortened(answers.grade),
            ),
        )
    if answers.birth_year:
        try:
            whole(answers.birth_year, within=bounds_of(Player, "birth_year"))
        except InputError as error:
            yield "birth_year", error.problems[0].what
    rounds = range(1, tournament.settings.rounds + 1)
    if any(number not in rounds for number in answers.missed):
        yield "missed", Message("there is no round %(round)s", round=max(answers.missed))
    elif rounds and set(answers.missed) == set(rounds):
        yield "missed", Message("you would play in no round at all")
    yield from _event_faults(answers, whole_congress)


def _event_faults(
    answers: SignUpAnswers, whole_congress: WholeCongress | None
) -> Iterator[tuple[str, Message]]:
    if whole_congress is None:
        if answers.events:
            yield "events", Message("there are no events to choose here")
        return
    eligible = eligible_events(whole_congress)
    if eligible and not answers.events:
        yield "events", Message("choose at least one event")
    for event in answers.events:
        if event not in eligible:
            yield "events", Message("'%(id)s' is not an event that you can choose", id=shortened(event))
