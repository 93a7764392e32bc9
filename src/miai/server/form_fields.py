"""Types of the fields of forms and addresses; a route gives a default to a field that may be missing."""

from typing import Annotated

from fastapi import Form, Query
from pydantic import BeforeValidator

from miai.domain.numbers import Between
from miai.errors import InputError
from miai.messages import Message

# More than any number on a page; the bounds of what is saved are those of its field.
_NUMBERS = Between(-999_999_999, 999_999_999)


class FieldError(ValueError):
    """A field that does not hold what it should; the error page says so."""

    def __init__(self, what: Message) -> None:
        self.what = what
        super().__init__(str(what))


def _read_whole(given: object) -> object:
    """The whole number in a field; what a route gives as its default is no text."""
    if not isinstance(given, str):
        return given
    try:
        return _NUMBERS.whole(given)
    except InputError as error:
        raise FieldError(error.problems[0].what) from error


def _read_whole_or_nothing(given: object) -> object:
    return None if given == "" else _read_whole(given)


WholeNumber = Annotated[int, BeforeValidator(_read_whole)]
_WholeOrNone = Annotated[int | None, BeforeValidator(_read_whole_or_nothing)]

Text = Annotated[str, Form()]
Number = Annotated[WholeNumber, Form()]
Checkbox = Annotated[bool, Form()]
# Fields of the same name that stand several times on a form; none where the form has none.
Texts = Annotated[list[str], Form(default_factory=list)]
Numbers = Annotated[list[WholeNumber], Form(default_factory=list)]
OptionalText = Annotated[str | None, Form()]
OptionalNumber = Annotated[_WholeOrNone, Form()]
# Numbers of an address: "?table=12".
AddressNumber = Annotated[WholeNumber, Query()]
OptionalAddressNumber = Annotated[_WholeOrNone, Query()]
