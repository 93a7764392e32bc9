"""Update entrants from the rating lists, after a preview of each change."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Protocol

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.lists.candidates import Candidate, RatingLists, refusing
from miai.features.lists.fill_in import Fill, filled
from miai.features.lists.find_people import (
    CheckedEntrant,
    EntryCheck,
    Found,
    ListMatch,
    is_asked_about,
    is_foreign,
    match_entrants,
)
from miai.features.lists.memberships import federation_of
from miai.messages import Message

# What changes only together with the rating needs no line of its own.
_BESIDE_THE_RATING = ("rating_origin", "rating_date", "sigma")


class DatedLists(RatingLists, Protocol):
    """Rating lists, and until when they count for a tournament whose settings do not say so."""

    def frozen_after(self, tournament_id: str) -> date | None:
        """The day after which ratings are frozen, if it was set before the settings had it."""
        ...


def freezing_day(tournament: Tournament, lists: DatedLists, tournament_id: str) -> date | None:
    """The day after which ratings are frozen."""
    return tournament.settings.ratings_frozen_after or lists.frozen_after(tournament_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """A field of an entrant, with its value now and in the list."""

    label: Message
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantUpdate:
    """What a list would change of an entrant; `question` is a line that perhaps is about somebody else."""

    player: Player
    listed: ListedPlayer
    found: Found
    changes: tuple[FieldChange, ...]
    question: Candidate | None = None

    @property
    def sure(self) -> bool:
        """Whether the line is about the same person."""
        return self.question is None

    @property
    def key(self) -> str:
        """What identifies the update on a form; a line with a question is named by itself."""
        if self.question:
            return f"{self.player.id}:{self.question.key}"
        return f"{self.player.id}:{self.listed.source.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantUpdates:
    """All updates; `frozen` are the lists whose ratings are too new, or have no date to tell."""

    updates: tuple[EntrantUpdate, ...]
    frozen: tuple[ListSource, ...]

    @property
    def namesakes(self) -> tuple[Player, ...]:
        """The entrants about whom there is a question."""
        return tuple(dict.fromkeys(each.player for each in self.updates if each.question))


def entrant_updates(
    tournament: Tournament, lists: RatingLists, *, frozen_after: date | None = None, grades: bool = False
) -> EntrantUpdates:
    """What the lists would change of each entrant; ratings of lists after the day given stay as they are."""
    check = match_entrants(tournament, lists)
    rules = _rules(tournament, check, frozen_after=frozen_after, grades=grades)
    matches = [match for entrant in check.entrants for match in entrant.matches]
    return EntrantUpdates(
        updates=tuple(update for entrant in check.entrants for update in _updates(entrant, rules)),
        frozen=tuple(
            source
            for source in ListSource
            if any(
                each.listed and each.source is source and _is_frozen(each.listed, frozen_after)
                for each in matches
            )
        ),
    )


def update_entrants(
    desk: Desk,
    tournament_id: str,
    lists: DatedLists,
    keys: Collection[str],
    *,
    by: str,
    grades: bool = False,
    refused: Collection[str] = (),
) -> Saved:
    """Carry out the updates with these keys in one entry; what has changed meanwhile is compared again.

    Lines with the keys `refused` are somebody else and are not asked about again.
    """

    def decide(state: State) -> Sequence[events.Event]:
        frozen_after = freezing_day(state.tournament, lists, tournament_id)
        return update_changes(
            state.tournament, lists, keys, frozen_after=frozen_after, grades=grades, refused=refused
        )

    return desk.change(tournament_id, decide, by=by)


def update_changes(
    tournament: Tournament,
    lists: RatingLists,
    keys: Collection[str],
    *,
    frozen_after: date | None = None,
    grades: bool = False,
    refused: Collection[str] = (),
) -> tuple[events.PlayersChanged, ...]:
    """The change that carries out the updates with these keys and keeps what was refused, if anything."""
    check = match_entrants(tournament, lists)
    rules = _rules(tournament, check, frozen_after=frozen_after, grades=grades)
    changed = []
    for entrant in check.entrants:
        new = _updated(entrant, list(_chosen(entrant, keys)), rules)
        new = _without_questions(new, entrant, set(refused) - set(keys))
        if new != entrant.player:
            changed.append(new)
    return (events.PlayersChanged(players=tuple(changed)),) if changed else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    """What may be changed: by the day of the event, the day of freezing, and the event's own federation."""

    on: date
    frozen_after: date | None
    grades: bool
    federation: ListSource | None


def _rules(tournament: Tournament, check: EntryCheck, *, frozen_after: date | None, grades: bool) -> _Rules:
    return _Rules(on=check.on, frozen_after=frozen_after, grades=grades, federation=federation_of(tournament))


def _updates(entrant: CheckedEntrant, rules: _Rules) -> Iterator[EntrantUpdate]:
    for match in entrant.matches:
        for listed, question in _lines(match, rules.federation):
            changes = tuple(_changes(entrant.player, _updated(entrant, [listed], rules)))
            if changes:
                yield EntrantUpdate(
                    player=entrant.player,
                    listed=listed,
                    found=match.found,
                    changes=changes,
                    question=question,
                )


def _lines(
    match: ListMatch, federation: ListSource | None
) -> Iterator[tuple[ListedPlayer, Candidate | None]]:
    """The line that is the entrant's, or those to ask about."""
    if match.listed and (match.found is Found.BY_ID or not is_foreign(match.source, federation)):
        yield match.listed, None
    if is_asked_about(match, federation):
        yield from ((each.listed, each) for each in match.candidates)


def _chosen(entrant: CheckedEntrant, keys: Collection[str]) -> Iterator[ListedPlayer]:
    """The lines with these keys: one of each list, and a line that is asked about only if it is named."""
    for match in entrant.matches:
        if match.listed:
            if f"{entrant.player.id}:{match.source.value}" in keys:
                yield match.listed
            continue
        named = [each for each in match.candidates if f"{entrant.player.id}:{each.key}" in keys]
        if len(named) > 1:
            raise InputError(
                Message("%(name)s cannot be several listed players: tick one", name=entrant.player.name)
            )
        yield from (each.listed for each in named)


def _without_questions(player: Player, entrant: CheckedEntrant, refused: Collection[str]) -> Player:
    """The player with the lines that the director refused."""
    asked = [each.key for match in entrant.matches if not match.listed for each in match.candidates]
    return refusing(player, [key for key in asked if f"{player.id}:{key}" in refused])


def _updated(entrant: CheckedEntrant, lines: Sequence[ListedPlayer], rules: _Rules) -> Player:
    """The player with what these lines say; a rating of the EGF goes before a French one."""
    european = any(
        each.listed and each.source is ListSource.EGF and each.listed.rating is not None
        for each in entrant.matches
        if each.found is Found.BY_ID
    )
    player = entrant.player
    for listed in lines:
        take = {Fill.IDS}
        if listed.source is rules.federation:
            take.add(Fill.MEMBERSHIPS)
        frozen = _is_frozen(listed, rules.frozen_after)
        if not frozen and not (european and listed.source is ListSource.FFG):
            take |= {Fill.RATINGS, Fill.GRADES} if rules.grades else {Fill.RATINGS}
        player = filled(player, (listed,), take, rules.on)
    return player


def _is_frozen(listed: ListedPlayer, after: date | None) -> bool:
    """Whether a list is of a later day than that after which ratings are frozen, or has no date."""
    return after is not None and (listed.list_date is None or listed.list_date > after)


def _changes(before: Player, after: Player) -> Iterator[FieldChange]:
    changed = [
        each.name for each in fields(Player) if getattr(before, each.name) != getattr(after, each.name)
    ]
    rated = {"rating", "aga_rating"} & set(changed)
    for name in changed:
        if name in _BESIDE_THE_RATING and (rated or name == "rating_origin"):
            continue
        yield FieldChange(
            label=PLAYER_LABELS[name], before=_text(getattr(before, name)), after=_text(getattr(after, name))
        )


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
