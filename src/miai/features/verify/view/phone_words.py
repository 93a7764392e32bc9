"""The sentences of the check page: why a round is refused, or not verified, on a phone."""

from collections.abc import Iterator

from miai.domain.settings.system_names import SYSTEMS, system_name
from miai.engine.verify.verdicts import Difference, Missing, What, Why
from miai.features.verify.words import FACTS, difference_words, missing_words
from miai.messages import Message

# The script puts the fact, rule, player or system here.
_OF = "{of}"
# What keeps a phone from deriving a round, beside what keeps the command from it.
_ON_PHONES = {
    "system": Message("draws of the system %(system)s are not made again on a phone", system=_OF),
    "hidden wishes": Message("the director's wishes for this round are not public"),
    "hidden families": Message("families of players, which the rules keep apart, are not public"),
    "old entries": Message(
        "the log of this event began with an older version of Miai, whose entries a phone cannot check"
    ),
    "erased": Message("names or numbers of players were erased since"),
    "namesakes": Message("two players have the same name, and what distinguishes them is not public"),
    "time zone": Message("this phone does not know the time zone '%(zone)s'", zone=_OF),
    "rounding": Message("a cost is so near to a half that this phone might round it otherwise"),
    "entry": Message("the log has a kind of entry that this page does not know: %(kind)s", kind=_OF),
    "not understood": Message("this page does not understand the log"),
    "stage": Message("the stage is not in the log any more"),
    "unpublished": Message("the public log does not have this publication yet"),
    "no log": Message("this page could not get the entries of the log"),
}
# The command counts what is hidden.
_COUNTED = (Why.HIDDEN_PAIRS, Why.HIDDEN_GAMES)


def phone_words() -> Iterator[tuple[str, Message]]:
    """Each sentence with the key by which the script finds it."""
    for what in What:
        if what is not What.FACT:
            yield f"difference {what.value}", difference_words(Difference(what=what, of=_OF))
    for fact in FACTS:
        yield f"difference fact {fact}", difference_words(Difference(what=What.FACT, of=fact))
    for why in Why:
        if why.value not in _ON_PHONES and why not in _COUNTED:
            yield f"missing {why.value}", missing_words(Missing(why=why, of=_OF))
    for key, words in _ON_PHONES.items():
        yield f"missing {key}", words
    for system in SYSTEMS:
        yield f"system {system}", system_name(system)
