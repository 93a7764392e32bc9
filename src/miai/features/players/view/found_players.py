"""The players that a search has found: entrants, players of earlier tournaments and of the rating lists."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from miai.domain.people.identity import Description, line_key
from miai.domain.people.name_likeness import NameLikeness, name_likeness
from miai.domain.people.names import name_words, plain_name
from miai.domain.people.player import Player, Registration
from miai.domain.people.rating_list_entry import ListedPlayer
from miai.domain.tournament import Tournament
from miai.features.lists.find_people import day_of
from miai.features.lists.view.rating_lists import key_of, opened_lists
from miai.features.players.find_entrant import find_entrant
from miai.features.players.own_list import OwnPlayer, entered_again, is_listed_as, search_own
from miai.features.players.view.player_form import typed_player
from miai.server.words import gettext as _
from miai.server.words.formatting import figure
from miai.server.words.messages import tell


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlayer:
    """A player that a search has found, and the fields that a form sends to check in or enter them.

    `parts` are the pieces of the name, each with whether it was typed. `key` is that of a listed player of
    the name that was typed: entering a new player says that it is not this one.
    """

    name: str
    parts: tuple[tuple[str, bool], ...]
    grade: str
    rating: str
    place: str
    state: str
    said: str
    fields: dict[str, str]
    key: str = ""


def found_players(
    event: Tournament, typed: str, folder: Path | None, own: Sequence[OwnPlayer] = ()
) -> list[FoundPlayer]:
    """The players that match the text typed so far: entrants, then earlier tournaments, then rating lists."""
    words = name_words(typed)
    found = []
    with opened_lists(folder) as lists:
        hits = find_entrant(event, typed, lists=lists)
    before = search_own(own, typed, event) if own and typed.strip() else []
    for person in before:
        listed = next((hit.listed for hit in hits if hit.listed and is_listed_as(person, hit.listed)), None)
        again = entered_again(person, listed)
        said = _("entered %(event)s", event=person.event)
        found.append(_person(again, words, "own", said, {"own": person.key}))
    for hit in hits:
        if hit.player:
            here = hit.player.registration is Registration.FINAL
            state, said = ("here", _("is here")) if here else ("entered", _("entered, not here"))
            found.append(_person(hit.player, words, state, said, {"player": hit.player.id}))
        elif hit.listed and not any(is_listed_as(person, hit.listed) for person in before):
            said = _list_of(hit.listed, day_of(event))
            shown = _person(hit.listed, words, "listed", said, key_of(hit.listed))
            found.append(replace(shown, key=_key_if_named(hit.listed, typed)))
    # Those not here yet come first, so that the Enter key checks them in.
    return sorted(found, key=lambda each: ("entered", "here", "own", "listed").index(each.state))


def _key_if_named(listed: ListedPlayer, typed: str) -> str:
    """The key of a listed player who has exactly the name that was typed."""
    named = Description(surname=typed_player(typed)[0])
    return line_key(listed) if name_likeness(named, listed) is NameLikeness.EQUAL else ""


def _list_of(listed: ListedPlayer, on: date) -> str:
    """Whose list it is, and that the rating is older than the EGF publishes ratings."""
    if listed.rating is None or listed.is_published(on):
        return _("%(source)s list", source=listed.source.title)
    return _(
        "%(source)s list, rating published until %(day)s",
        source=listed.source.title,
        day=tell(listed.published_until),
    )


def _person(
    person: Player | ListedPlayer, typed: list[str], state: str, said: str, fields: dict[str, str]
) -> FoundPlayer:
    return FoundPlayer(
        name=person.name,
        parts=tuple(_marked(person.name, typed)),
        grade=str(person.grade or ""),
        rating="" if person.rating is None else figure(f"{person.rating:.4g}"),
        place=f"{person.country} {person.club}".strip(),
        state=state,
        said=said,
        fields=fields,
    )


def _marked(name: str, typed: list[str]) -> Iterator[tuple[str, bool]]:
    """The name in pieces: the letters typed at the beginning of a word, and the rest."""
    for at, word in enumerate(name.split()):
        plain = plain_name(word)
        length = max((len(each) for each in typed if plain.startswith(each)), default=0)
        yield " " if at else "", False
        yield word[:length], True
        yield word[length:], False
