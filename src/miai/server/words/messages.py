"""Messages and problems of the engine and of the use cases in the reader's language."""

from datetime import date

from babel.dates import format_date
from babel.lists import format_list

from miai.domain.points import Quarters, plain
from miai.errors import InputError, NoPairingError, Problem
from miai.messages import SEMICOLON, AnyOf, Clauses, Message, Score
from miai.server.words import formatting
from miai.server.words.translation import gettext, locale, translations


def tell(value: object) -> str:
    """A message, an error with its problems, or a value of a message, as the reader would write it."""
    if isinstance(value, InputError | NoPairingError):
        value = Clauses(value.problems)
    match value:
        case Problem():
            return tell(value.message)
        case Message():
            return value.rendered(_template, tell)
        case Score(quarters=quarters):
            return formatting.points(plain(Quarters(quarters)))
        case float():
            return formatting.number(value)
        case date():
            return format_date(value, "long", locale=locale())
        case tuple():
            return format_list([tell(item) for item in value], locale=locale())
        case AnyOf(items=items):
            return format_list([tell(item) for item in items], style="or", locale=locale())
        case Clauses(items=items, separator=separator):
            # French has a space before the semicolon.
            between = gettext("; ") if separator == SEMICOLON else separator
            return between.join(tell(item) for item in items)
    return str(value)


def tell_sentence(value: object) -> str:
    """A message or a problem as a sentence, with a capital and a full stop."""
    return formatting.sentence(tell(value))


def _template(message: Message) -> str:
    """The template of a message in the reader's language."""
    known = translations()
    if message.many:
        return known.ngettext(message.template, message.many, message.num)
    if message.context:
        return known.pgettext(message.context, message.template)
    return known.gettext(message.template)
