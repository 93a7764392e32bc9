"""Players who registered at the club site: what is new there, and what changed."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.identity import Sameness, identity
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.players.register_player import NEW, tidy
from miai.formats.pairgoth.terms import PREFIX
from miai.messages import Message

# Where a player keeps the id of the site; files of Pairgoth have it in the same place.
SITE_ID = f"{PREFIX}ext"
_COPIED = ("surname", "first_name", "grade", "rating", "country", "club", "absent_rounds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """A player as they are and as the site has them; `blocked` are rounds they cannot leave any more."""

    old: Player
    new: Player
    blocked: tuple[int, ...] = ()

    @property
    def changes(self) -> tuple[str, ...]:
        """The names of the fields that differ."""
        return tuple(name for name in _COPIED if getattr(self.old, name) != getattr(self.new, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A new player of the site who perhaps is one here."""

    new: Player
    ours: Player

    @property
    def key(self) -> str:
        """What identifies the pair on a form."""
        return f"{self.ours.id}:{site_id(self.new)}:{self.new.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """What a pull would do; `missing` are players of the site whom it no longer has: they stay.

    `perhaps` are pairs of a new player and one here, who may be one person: the director decides.
    """

    added: tuple[Player, ...] = ()
    updated: tuple[Update, ...] = ()
    unchanged: int = 0
    missing: tuple[Player, ...] = ()
    perhaps: tuple["Doubt", ...] = ()
    refused: tuple[Problem, ...] = ()

    @property
    def blocked(self) -> tuple[Update, ...]:
        """The updates of players who are drawn already in a round that the site took them out of."""
        return tuple(each for each in self.updated if each.blocked)

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not self.added and not any(each.changes for each in self.updated)


def site_id(player: Player) -> str:
    """The id by which the club site knows a player, as JSON; empty for those who did not come from there."""
    return dict(player.extras).get(SITE_ID, "")


def compare(tournament: Tournament, listed: Sequence[dict[str, Any]], same: Collection[str] = ()) -> Pull:
    """Compare the list of the site with the players here; `same` are keys of doubts that were answered."""
    added, updated, refused, unchanged = [], [], [], 0
    perhaps: list[Doubt] = []
    met: set[PlayerId] = set()
    for number, raw in enumerate(listed, start=1):
        try:
            theirs = _player(raw, tournament.settings.rounds)
        except InputError as error:
            name = " ".join(str(raw.get(key) or "") for key in ("lastname", "firstname")).strip()
            where = name or Message("player %(number)s of the list", number=number)
            refused += [Problem(what=each.what, where=where) for each in error.problems]
            continue
        doubts = _doubts(tournament, theirs, met)
        ours = _match(tournament, theirs, met) or next(
            (each.ours for each in doubts if each.key in same), None
        )
        if ours is None:
            added.append(theirs)
            perhaps += doubts
            continue
        met.add(ours.id)
        update = _update(tournament, ours, theirs)
        if update.new == update.old and not update.blocked:
            unchanged += 1
        else:
            updated.append(update)
    return Pull(
        added=tuple(added),
        updated=tuple(updated),
        unchanged=unchanged,
        missing=tuple(each for each in tournament.players if site_id(each) and each.id not in met),
        perhaps=tuple(perhaps),
        refused=tuple(refused),
    )


def pull_players(
    desk: Desk,
    tournament_id: str,
    listed: Sequence[dict[str, Any]],
    *,
    by: str,
    same: Collection[str] = (),
) -> Saved:
    """Enter the new players of the list and change the others, in one step that can be undone."""

    def decide(state: State) -> list[events.Event]:
        pull = compare(state.tournament, listed, same)
        ids = desk.new_ids(state)
        changed = tuple(tidy(each.new) for each in pull.updated if each.new != each.old)
        entered = [
            events.PlayerRegistered(player=replace(tidy(each), id=ids.player())) for each in pull.added
        ]
        return [*entered, *([events.PlayersChanged(players=changed)] if changed else [])]

    return desk.change(tournament_id, decide, by=by)


def _player(raw: dict[str, Any], rounds: int) -> Player:
    """A player of the list."""
    found = list(_faults(raw))
    if found:
        raise InputError(found)
    rating = raw.get("rating")
    country = _text(raw, "country").upper()
    key = json.dumps(raw["id"]) if raw.get("id") is not None else ""
    return tidy(
        Player(
            id=NEW,
            surname=_text(raw, "lastname"),
            first_name=_text(raw, "firstname"),
            grade=Grade.parse(_text(raw, "rank")),
            rating=float(rating) if isinstance(rating, int | float) else None,
            country="UK" if country == "GB" else country,
            club=_text(raw, "club"),
            egf_pin=_text(raw, "pin"),
            absent_rounds=_absent(_text(raw, "rounds"), rounds),
            registration=Registration.PRELIMINARY,
            extras=((SITE_ID, key),) if key else (),
        )
    )


def _faults(raw: dict[str, Any]) -> Iterator[Problem]:
    try:
        Grade.parse(_text(raw, "rank"))
    except InputError as error:
        yield from error.problems
    rating = raw.get("rating")
    if rating is not None and (isinstance(rating, bool) or not isinstance(rating, int | float)):
        yield Problem(what=Message("the rating '%(text)s' is not a number", text=str(rating)[:40]))
    plan = _text(raw, "rounds")
    if set(plan) - {"0", "1"}:
        yield Problem(what=Message("the rounds '%(text)s' are not written with 0 and 1", text=plan[:40]))


def _text(raw: dict[str, Any], name: str) -> str:
    value = raw.get(name)
    return "" if value is None else str(value).strip()


def _absent(plan: str, rounds: int) -> frozenset[int]:
    return frozenset(number for number, sign in enumerate(plan[:rounds], start=1) if sign == "0")


def _match(tournament: Tournament, theirs: Player, met: set[PlayerId]) -> Player | None:
    """The player here whom the site means: by its own id, else the one who is the same person."""
    free = [each for each in tournament.players if each.id not in met]
    key = site_id(theirs)
    by_site = next((each for each in free if key and site_id(each) == key), None)
    if by_site:
        return by_site
    same = [
        each
        for each in free
        if not (key and site_id(each)) and identity(each, theirs).sameness is Sameness.SAME
    ]
    return same[0] if len(same) == 1 else None


def _doubts(tournament: Tournament, theirs: Player, met: set[PlayerId]) -> list[Doubt]:
    """The players here who did not come from the site, and perhaps are this one."""
    return [
        Doubt(new=theirs, ours=each)
        for each in tournament.players
        if each.id not in met
        and not site_id(each)
        and identity(each, theirs).sameness is not Sameness.ANOTHER
    ]


def _update(tournament: Tournament, ours: Player, theirs: Player) -> Update:
    """Our player with what the site says of them; what it does not say stays."""
    drawn = {
        each.number for each in tournament.rounds if each.board_of(ours.id) or _has_bye(each.byes, ours.id)
    }
    said = {name: getattr(theirs, name) for name in _COPIED if getattr(theirs, name) not in (None, "")}
    wanted = theirs.absent_rounds
    blocked = tuple(sorted((wanted - ours.absent_rounds) & drawn))
    said["absent_rounds"] = (wanted - set(blocked)) | (ours.absent_rounds & drawn)
    extras = tuple(each for each in ours.extras if each[0] != SITE_ID)
    own = tuple(each for each in theirs.extras if each[0] == SITE_ID) or tuple(
        each for each in ours.extras if each[0] == SITE_ID
    )
    new = replace(ours, **said, egf_pin=theirs.egf_pin or ours.egf_pin, extras=tuple(sorted((*extras, *own))))
    return Update(old=ours, new=new, blocked=blocked)


def _has_bye(byes: Sequence[Any], player: PlayerId) -> bool:
    return any(each.player == player for each in byes)
