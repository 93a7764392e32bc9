"""The director accepts those who signed up, or declines them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from miai.answers import Column, Table
from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.money import Cents
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.congress.enter_events import enter_several, register_chosen
from miai.features.congress.entries import new_entries
from miai.features.congress.person import last_drawn
from miai.features.links.player_links import issue_known_token
from miai.features.lists.candidates import UNDECIDED, Decisions, RatingLists
from miai.features.players.paste_players import PastedRow, entry_keys, read_entries
from miai.features.players.register_player import entering, tidy
from miai.features.sign_up.form_answers import eligible_events, fee_of
from miai.features.sign_up.waiting import SignUpState, Waiting, congress_around, waiting_of
from miai.messages import Clauses, Message
from miai.store.times import current_time
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Somebody who waits, as they would be entered, and what the director should look at first.

    `same` is an entrant who may be the same person.
    """

    waiting: Waiting
    row: PastedRow
    same: Player | None = None

    @property
    def number(self) -> int:
        """Their place in the order of arrival."""
        return self.waiting.number

    @property
    def clear(self) -> bool:
        """Whether there is a place for them and nothing to look at: they can be accepted with all others."""
        read = self.row.player is not None and not self.row.warnings and not self.row.perhaps
        return read and not self.waiting.answers.note and self.waiting.queue is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The tournament after people were accepted, and the players that they became, by number."""

    saved: Saved | None
    players: dict[int, PlayerId]


def reviews(desk: Desk, tournament_id: str, lists: RatingLists | None = None) -> tuple[Review, ...]:
    """Everybody who waits, in the order of arrival, compared with the entrants and the rating lists."""
    return _reviewed(desk.state(tournament_id).tournament, waiting_of(desk, tournament_id), lists)


def accept(
    desk: Desk,
    tournament_id: str,
    numbers: Collection[int],
    *,
    by: str,
    lists: RatingLists | None = None,
    all_the_same: bool = False,
    decided: Decisions = UNDECIDED,
) -> Accepted:
    """Enter those with these numbers, all or none; their private address becomes their private link.

    A player who may be entered already is refused unless it is `all_the_same`. They are not here yet, and
    miss the rounds that are drawn. What a list says of a player who is perhaps the same is filled in only if
    it was `decided` so, by the number of the sign-up: "3:egf:12345678".
    """
    chosen = _waiting(desk, tournament_id, numbers)

    def decide(state: State) -> list[events.Event]:
        found = _reviewed(state.tournament, chosen, lists, decided)
        _demand_clear(found, all_the_same=all_the_same)
        entered = entering(desk.new_ids(state), [_player(desk, state, each) for each in found])
        people = {each.number: event.player.id for each, event in zip(found, entered, strict=True)}
        then = apply_all(state.tournament, entered)
        wanted = _wanted_events(desk, tournament_id, chosen, people)
        around = congress_around(desk, tournament_id)
        return [*entered, *(new_entries(desk, around, then, wanted) if around else ())]

    def enter() -> Accepted:
        saved = desk.change(tournament_id, decide, by=by)
        registered = [
            entry.event.player.id
            for entry in saved.entries
            if isinstance(entry.event, events.PlayerRegistered)
        ]
        players = {each.number: player for each, player in zip(chosen, registered, strict=True)}
        if wanted := _wanted_events(desk, tournament_id, chosen, players):
            register_chosen(desk, saved, wanted, by=by)
        return Accepted(saved=saved, players=players)

    accepted = desk.together(tournament_id, enter)
    for each in chosen:
        _close(desk, each, accepted.players[each.number], by=by)
    return accepted


def accept_clear(desk: Desk, tournament_id: str, *, by: str, lists: RatingLists | None = None) -> Accepted:
    """Enter all those about whom there is nothing to look at, as far as there are places."""
    clear = [each.number for each in reviews(desk, tournament_id, lists) if each.clear]
    if not clear:
        return Accepted(saved=None, players={})
    return accept(desk, tournament_id, clear, by=by, lists=lists)


def accept_as(desk: Desk, tournament_id: str, number: int, player: PlayerId, *, by: str) -> None:
    """Say that somebody who signed up is a player who is entered already: the player gets the link."""
    [waiting] = _waiting(desk, tournament_id, (number,))
    known = desk.state(tournament_id).tournament.player(player)
    if wanted := _wanted_events(desk, tournament_id, [waiting], {number: known.id}):
        enter_several(desk, tournament_id, wanted, by=by)
    _close(desk, waiting, known.id, by=by)


def decline(desk: Desk, tournament_id: str, number: int, *, said: str = "") -> None:
    """Decline a sign-up with a sentence to the person; what they wrote is removed."""
    [waiting] = _waiting(desk, tournament_id, (number,))
    row = waiting.sign_up
    new = replace(
        row, state=SignUpState.DECLINED.value, about="", said=said.strip(), decided_at=current_time()
    )
    if not desk.store.sign_ups.change(row, new):
        raise InputError(Message("the sign-up was withdrawn or decided meanwhile: load the page again"))


def known_numbers(desk: Desk, tournament_id: str) -> frozenset[int]:
    """The numbers of all sign-ups, of those too that are decided."""
    return frozenset(row.number for row in desk.store.sign_ups.of(TournamentId(tournament_id)))


def no_sign_up(number: int) -> Message:
    """What is said of a number that nobody has."""
    return Message("there is no sign-up %(number)s: it may have been withdrawn", number=number)


def sign_ups_file(found: Sequence[Review], say: Callable[[Message], str] = str) -> Table:
    """Those who wait as a table for a file or the terminal."""
    titles = (
        Message("Number"), Message("Name"), Message("Grade"), Message("Club"), Message("Country"),
        Message("Rounds missed"), Message("Events"), Message("Contact"), Message("Note"), Message("Look at"),
    )  # fmt: skip
    return Table(
        title=say(Message("Sign-ups")),
        columns=tuple(Column(title=say(each)) for each in titles),
        rows=tuple(_cells(each, say) for each in found),
    )


def looks(review: Review) -> tuple[Message, ...]:
    """What the director should look at."""
    place = review.waiting.queue
    queue = () if place is None else (Message("on the waiting list, place %(place)s", place=place),)
    problem = () if review.row.problem is None else (review.row.problem,)
    return (*queue, *problem, *review.row.warnings)


def _cells(review: Review, say: Callable[[Message], str]) -> tuple[str, ...]:
    answers = review.waiting.answers
    return (
        str(review.number),
        answers.name,
        answers.grade,
        answers.club,
        answers.country,
        " ".join(map(str, answers.missed)),
        " ".join(answers.events),
        answers.contact,
        " ".join(answers.note.split()),
        say(Message("%(text)s", text=Clauses((*looks(review), *review.row.questions)))),
    )


def _reviewed(
    tournament: Tournament,
    waiting: Sequence[Waiting],
    lists: RatingLists | None,
    decided: Decisions = UNDECIDED,
) -> tuple[Review, ...]:
    entries = {each.number: each.answers.cells for each in waiting}
    rows = read_entries(tournament, entries, lists=lists, decided=decided)
    return tuple(
        Review(waiting=each, row=row, same=_same(tournament, row) if row.twice else None)
        for each, row in zip(waiting, rows, strict=True)
    )


def _same(tournament: Tournament, row: PastedRow) -> Player | None:
    """The entrant who may be the same person; none where two people of one name wait."""
    keys = set(entry_keys(row.player)) if row.player else set()
    return next((player for player in tournament.players if keys & set(entry_keys(player))), None)


def _demand_clear(found: Sequence[Review], *, all_the_same: bool) -> None:
    """Refuse to enter somebody who cannot be read, or who may be entered already."""
    problems = [
        Problem(what=each.row.problem, where=each.waiting.answers.name) for each in found if each.row.problem
    ]
    problems += [
        Problem(what=each.row.warnings[0], where=each.waiting.answers.name)
        for each in found
        if each.row.twice and not all_the_same
    ]
    if problems:
        raise InputError(problems)


def _player(desk: Desk, state: State, review: Review) -> Player:
    """The player to enter: not here yet, without the rounds that are drawn, with the fee they were told."""
    answers, event = review.waiting.answers, state.tournament
    assert review.row.player is not None  # noqa: S101 - demanded before
    around = congress_around(desk, state.id)
    chosen = eligible_events(around) if around else {}
    person = replace(
        review.row.player,
        registration=Registration.PRELIMINARY,
        absent_rounds=frozenset((*answers.missed, *range(1, last_drawn(event) + 1))),
    )
    told = answers.fee
    owed = fee_of(event, person, tuple(chosen[each] for each in answers.events if each in chosen))
    if told is not None and told != owed:
        # At a congress the fees of the events are owed besides that of the congress itself.
        own = event.settings.fees.owed_by(person)
        person = replace(person, fee=Cents(max(0, told - (owed - own))))
    return tidy(person)


def _wanted_events(
    desk: Desk, tournament_id: str, chosen: Sequence[Waiting], players: Mapping[int, PlayerId]
) -> dict[PlayerId, list[str]]:
    """The events that people of a congress chose and that still can be entered; none elsewhere."""
    around = congress_around(desk, tournament_id)
    if around is None:
        return {}
    eligible = eligible_events(around)
    wanted = {
        players[each.number]: [event for event in each.answers.events if event in eligible] for each in chosen
    }
    return {person: event_ids for person, event_ids in wanted.items() if event_ids}


def _close(desk: Desk, waiting: Waiting, player: PlayerId, *, by: str) -> None:
    """Let the private address become the private link of the player, and remove what was written."""
    row = waiting.sign_up
    issue_known_token(desk, row.tournament, player, token_hash=row.token_hash, by=by)
    new = replace(row, state=SignUpState.ACCEPTED.value, about="", player=player, decided_at=current_time())
    current = desk.store.sign_ups.by_token(row.token_hash)
    if current is not None:
        # What was corrected in the last moment is removed as well: the director has decided.
        desk.store.sign_ups.change(current, new)


def _waiting(desk: Desk, tournament_id: str, numbers: Collection[int]) -> tuple[Waiting, ...]:
    """Those with these numbers, in the order of arrival; raises for each who does not wait."""
    found = tuple(each for each in waiting_of(desk, tournament_id) if each.number in numbers)
    missing = sorted(set(numbers) - {each.number for each in found})
    if missing:
        known = known_numbers(desk, tournament_id)
        raise InputError(
            [
                Problem(
                    what=Message("sign-up %(number)s is decided already", number=each)
                    if each in known
                    else no_sign_up(each)
                )
                for each in missing
            ]
        )
    return found
