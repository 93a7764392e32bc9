"""Entering and checking in, as all pages with a search for players do it."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.desk.live_state import Saved
from miai.domain.people.names import put_right, put_right_first_name
from miai.domain.people.player import PlayerId, Registration
from miai.errors import InputError
from miai.features.lists.candidates import refused_keys, refusing
from miai.features.lists.view.rating_lists import look_up, opened_lists
from miai.features.players.change_player import check_in, set_attendance
from miai.features.players.left_games import left_messages
from miai.features.players.name_order import KnownNames, NameSplit, split_name
from miai.features.players.paste_players import read_paste
from miai.features.players.register_player import from_list, has_strength, register_player
from miai.features.players.view.entry_list import flags_of, late_players
from miai.features.players.view.found_players import found_players
from miai.features.players.view.own_list import known_person, people_of
from miai.formats.tables.column_headings import PlayerColumn
from miai.messages import Message
from miai.server.form_fields import Checkbox, Text, Texts
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell

if TYPE_CHECKING:
    from miai.features.players.view.found_players import FoundPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundChoice:
    """What was chosen of the players found: an entrant, or a player of the own or of a rating list."""

    player: Text = ""
    source: Text = ""
    number: Text = ""
    surname: Text = ""
    first_name: Text = ""
    own: Text = ""
    here: Checkbox = True

    @property
    def registration(self) -> Registration:
        """Final for a player who is here."""
        return Registration.FINAL if self.here else Registration.PRELIMINARY


def find(visit: Here, q: str = "", grade: str = "") -> Response:
    """The players that match the name typed so far; `grade` is what the script has read after it."""
    return visit.part(
        "players/players_found.html",
        q=q.strip(),
        grade=grade.strip(),
        found=found_for(visit, q),
        split=_typed_split(visit, q),
    )


def _typed_split(visit: Visit, typed: str) -> NameSplit | None:
    """The split of a typed name if the player is new; None for one word."""
    with opened_lists(visit.app_state.serving.data) as lists:
        split = split_name(typed.strip(), KnownNames(visit.tournament.players, lists))
    if not split.surname or not split.first_name:
        return None
    return replace(split, surname=put_right(split.surname), first_name=put_right_first_name(split.first_name))


def enter_found(visit: Visit, chosen: FoundChoice) -> Response:
    """Enter a player whom a search has found in the own list or in a rating list."""
    if visit.stage_id:
        raise InputError(Message("players are entered in the event, then chosen for its stages"))
    if chosen.own:
        again = replace(known_person(visit, chosen.own), registration=chosen.registration)
        saved = register_player(visit.desk, visit.id, again, by=visit.by)
        return confirm_entry(visit, saved, to=back_to_row(visit, saved.state.tournament.players[-1].id))
    key = {
        "source": chosen.source,
        "number": chosen.number,
        "surname": chosen.surname,
        "first_name": chosen.first_name,
    }
    listed = look_up(visit.app_state.serving.data, key)
    if listed is None:
        raise HTTPException(404, _("The rating list has changed: search again."))
    if not has_strength(listed):
        return visit.done(to=visit.url("players/new", **key))
    entered = replace(from_list(listed), registration=chosen.registration)
    saved = register_player(visit.desk, visit.id, entered, by=visit.by)
    return confirm_entry(visit, saved, to=back_to_row(visit, saved.state.tournament.players[-1].id))


def enter_typed(
    visit: Here, name: Text, grade: Text, not_same: Texts, here: Checkbox = True, namesake: Checkbox = False
) -> Response:
    """Enter a new player whose name and grade were typed into the search.

    Lists show only which word is the surname; nobody is looked up in them. `not_same` are the listed players
    of this name that were on the screen. `namesake` says that the players of this name were shown, and that a
    new one was chosen; otherwise a player who is entered already is refused.
    """
    with opened_lists(visit.app_state.serving.data) as lists:
        split = split_name(name, KnownNames(visit.tournament.players, lists))
    columns = (PlayerColumn.SURNAME, PlayerColumn.FIRST_NAME, PlayerColumn.GRADE)
    text = f"{split.surname}\t{split.first_name}\t{grade}"
    row = read_paste(visit.tournament, text, columns=columns).rows[0]
    if row.player is None:
        raise InputError(row.problem or Message("no name"))
    if row.twice and not namesake:
        raise InputError(Message("%(name)s is entered already", name=row.player.name))
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    entered = replace(refusing(row.player, refused_keys(not_same)), registration=registration)
    saved = register_player(visit.desk, visit.id, entered, by=visit.by)
    return confirm_entry(visit, saved, to=back_to_row(visit, saved.state.tournament.players[-1].id))


def confirm_entry(visit: Visit, saved: Saved, *, to: str) -> Response:
    """Confirm who was entered and what to check; for a late arrival go on to what can be done."""
    event = saved.state.tournament
    player = event.players[-1]
    said = (
        _("%(name)s %(grade)s is here", name=player.name, grade=player.grade)
        if player.registration is Registration.FINAL
        else _("%(name)s %(grade)s is entered", name=player.name, grade=player.grade)
    )
    flags = [flag.text for flag in flags_of(event, player.id, visit.app_state.serving.data)]
    if flags:
        said = _("%(said)s. Look at: %(remarks)s", said=said, remarks=", ".join(flags))
    late = player.id in late_players(event)
    return visit.done(said, to=late_address(visit, player.id) if late else to, saved=saved)


def record_attendance(visit: Visit, player: PlayerId, number: int, *, plays: bool) -> Response:
    """Record whether a player plays in one round."""
    name = visit.tournament.name_of(player)
    saved = set_attendance(visit.desk, visit.id, player, round=number, plays=plays, by=visit.by)
    said = (
        _("%(name)s plays in round %(round)s", name=name, round=number)
        if plays
        else _("%(name)s misses round %(round)s", name=name, round=number)
    )
    return visit.done(with_left_games(visit, said, saved), to=back_to_row(visit, player), saved=saved)


def with_left_games(visit: Visit, said: str, saved: Saved) -> str:
    """What was done, and the drawn games of players who no longer play; `visit` has the event before."""
    left = left_messages(visit.tournament, saved.state.tournament)
    return ". ".join((said, *map(tell, left)))


def late_address(visit: Visit, player: PlayerId) -> str:
    """The page that asks what to do with a late arrival."""
    return visit.url(f"players/{quote(player, safe='')}/late")


def back_to_row(visit: Visit, player: str) -> str:
    """The page that the visitor came from, at the row of a player; the script stays there by itself."""
    return visit.came_from if visit.enhanced else f"{visit.came_from}#player-{quote(player, safe='')}"


def found_for(visit: Visit, typed: str) -> "list[FoundPlayer]":
    """Who matches the text typed so far; in a stage only those who are in it."""
    if visit.stage_id:
        return found_players(visit.tournament, typed, None)
    return found_players(visit.tournament, typed, visit.app_state.serving.data, people_of(visit))


def check_in_player(visit: Visit, player: PlayerId) -> Response:
    """Check in a player of an event; for a late arrival go on to what can be done."""
    saved = check_in(visit.desk, visit.id, player, by=visit.by)
    name = saved.state.tournament.name_of(player)
    if not saved.entries:
        return visit.done(_("%(name)s is here already", name=name), to=back_to_row(visit, player))
    late = player in late_players(saved.state.tournament)
    to = late_address(visit, player) if late else back_to_row(visit, player)
    return visit.done(_("%(name)s is here", name=name), to=to, saved=saved)
