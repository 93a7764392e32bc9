"""Publish pairings and standings; what players see changes only when they are published again."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from miai.desk.live_state import Desk, Saved, State, event_and_stage
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Colour
from miai.domain.rounds.result_reports import as_shown, result_at
from miai.domain.rounds.round import Pairings, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message, counted
from miai.store.protocol import Head

if TYPE_CHECKING:
    from miai.features.draw.proof import Proof

_LOG = logging.getLogger("miai.publish")


class Shown(Enum):
    """What players can see of a round."""

    NOTHING = "nothing"
    EARLIER = "an earlier draw"
    CURRENT = "the draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """What players can see of a round; `moved` are those whose published game is not their game any more."""

    shown: Shown
    moved: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Screens:
    """A round on all screens: the draw, the result desk, and phones and projector.

    Results are for the games that were published, so the desk and the players see the same games. A round
    that was never published shows its draw at the desk only. `banner` says so wherever the draw is not what
    players see.
    """

    draw: Round
    desk: Round
    public: Round | None
    banner: Message | None


def screens(tournament: Tournament, number: int) -> Screens:
    """What the desk, the phones and the projector show of a round."""
    drawn, public = tournament.round(number), public_round(tournament, number)
    return Screens(
        draw=drawn,
        desk=public or drawn,
        public=public,
        banner=_banner(tournament, number),
    )


def publication(tournament: Tournament, number: int) -> Publication:
    """Compare the draw of a round with what players can see."""
    drawn = tournament.round(number)
    seen = _published(tournament, number)
    if seen is None:
        return Publication(shown=Shown.NOTHING)
    if _in_order(seen) == _in_order(as_shown(drawn)):
        return Publication(shown=Shown.CURRENT)
    return Publication(shown=Shown.EARLIER, moved=tuple(_moved(tournament, seen, drawn)))


def must_ask(desk: Desk, state: State, number: int) -> bool:
    """True if people should confirm a publication: players see another draw, or it is against the rules."""
    from miai.features.draw.against_rules import against_rules  # noqa: PLC0415 - as in `publish_round`

    shown = publication(state.tournament, number).shown
    return shown is Shown.EARLIER or (shown is Shown.NOTHING and bool(against_rules(desk, state, number)))


def publish_round(desk: Desk, tournament_id: str, *, round: int, by: str) -> Saved:
    """Let players see the pairings of a round as they are now, with the proof of the draw.

    If the rules of the event say so they see the standings after the round before it, too.
    """
    publication_of = RoundToPublish(desk, tournament_id, round)
    publication_of.prepare()

    def decide(state: State) -> list[events.Event]:
        return [*publication_of.published(state), *publication_of.standings_too(state)]

    saved = desk.change(tournament_id, decide, by=by)
    publication_of.keep_proofs(saved)
    desk.back_up("publication")
    return saved


class RoundToPublish:
    """A round that is about to be published, with the proofs that were made for it."""

    def __init__(self, desk: Desk, tournament_id: str, number: int) -> None:
        self._desk, self._id, self._number = desk, tournament_id, number
        self._proofs: dict[Head, Proof | None] = {}

    def prepare(self) -> None:
        """Make the proof before the lock is taken, so that others can enter results meanwhile."""
        from miai.features.draw.against_rules import against_rules  # noqa: PLC0415 - as in `_proof`

        present = self._desk.state(self._id)
        if self._is_new(present):
            self._proof(present)
            against_rules(self._desk, present, self._number)

    def published(self, state: State, *, after: int | None = None) -> list[events.Event]:
        """The event that publishes it; none if players see this draw already.

        The proof names the last entry of the state, or the one `after` which the request writes that the
        state is a draft of.
        """
        from miai.features.draw.against_rules import against_rules  # noqa: PLC0415 - as in `_proof`

        if not self._is_new(state):
            return []
        made = self._proof(state, after=after)
        found = against_rules(self._desk, state, self._number)
        return [
            events.RoundPublished(
                round=self._number,
                proof=made.hash if made else "",
                extra=found.extra,
                against=len(found.faults),
            )
        ]

    def standings_too(self, state: State) -> list[events.StandingsPublished]:
        """The standings after the round before, if they are published with a draw; later ones stay."""
        event, after = state.tournament, self._number - 1
        settings = self._desk.state(event_and_stage(self._id)[0]).tournament.settings
        shown_before = publication(event, self._number).shown is not Shown.NOTHING
        if not settings.standings_with_draw or shown_before or event.final is not None:
            return []
        if any(table.after_round >= after for table in event.tables_shown):
            return []
        played = any(board.result.known for board in event.round(after).boards) if after else False
        return [events.StandingsPublished(after_round=after)] if played else []

    def keep_proofs(self, saved: Saved) -> None:
        """Keep the proofs that the saved entries of the tournament name."""
        from miai.features.draw.proof import keep_proof  # noqa: PLC0415 - as in `_proof`

        named = {
            entry.event.proof for entry in saved.entries if isinstance(entry.event, events.RoundPublished)
        }
        for made in self._proofs.values():
            if made and made.hash in named:
                keep_proof(self._desk, self._id, made)

    def _is_new(self, state: State) -> bool:
        state.tournament.drawn_round(self._number)
        return publication(state.tournament, self._number).shown is not Shown.CURRENT

    def _proof(self, state: State, *, after: int | None = None) -> "Proof | None":
        from miai.features.draw.proof import (  # noqa: PLC0415 - a phone's first page needs no proof
            proof_to_publish,
        )

        if state.head not in self._proofs:
            try:
                self._proofs[state.head] = proof_to_publish(self._desk, state, self._number, after=after)
            except Exception:
                # Players have to see their pairings, also where a fault of ours leaves them without a proof.
                _LOG.exception("no proof of round %s of %s could be made", self._number, self._id)
                self._proofs[state.head] = None
        return self._proofs[state.head]


def published_message(saved: Saved, number: int) -> Message:
    """The publication of a round in words, with the standings that were published with it."""
    for entry in saved.entries:
        match entry.event:
            case events.StandingsPublished(after_round=after):
                return Message(
                    "Pairings of round %(number)s and standings after round %(after)s published",
                    number=number,
                    after=after,
                )
    return Message("Pairings of round %(number)s published", number=number)


def publish_standings(desk: Desk, tournament_id: str, *, after: int, by: str, final: bool = False) -> Saved:
    """Let players see the standings after a round; final ones wait for every result."""

    def decide(state: State) -> list[events.Event]:
        tournament = state.tournament
        if not 0 <= after <= tournament.rounds_played:
            raise InputError(
                counted(
                    "there is no round %(round)s: %(num)s has been drawn",
                    "there is no round %(round)s: %(num)s have been drawn",
                    tournament.rounds_played,
                    round=after,
                )
            )
        open_boards = [
            board
            for drawn in tournament.rounds
            if drawn.number <= after
            for board in drawn.boards
            if not board.result.known
        ]
        if final and open_boards:
            raise InputError(
                counted(
                    "%(num)s result is missing: these standings are not final",
                    "%(num)s results are missing: these standings are not final",
                    len(open_boards),
                )
            )
        return [events.StandingsPublished(after_round=after, final=final)]

    saved = desk.change(tournament_id, decide, by=by)
    desk.back_up("publication")
    return saved


def public_round(tournament: Tournament, number: int) -> Round | None:
    """The round as players can see it: the pairings published last, with the results since."""
    known, seen = tournament.round(number), _published(tournament, number)
    if seen is None:
        return None
    drawn = {frozenset((board.white, board.black)): board for board in known.boards}
    boards = tuple(
        replace(board, result=result_at(board, now))
        if (now := drawn.get(frozenset((board.white, board.black))))
        else board
        for board in seen.boards
    )
    return replace(
        known, boards=boards, byes=seen.byes, bonuses=seen.bonuses, matches=seen.matches, resting=seen.resting
    )


def board_on_screen(tournament: Tournament, number: int, table: int) -> Board:
    """The game that the results page shows at a table; a table without one raises."""
    tournament.drawn_round(number)
    board = screens(tournament, number).desk.board_at(table)
    if board is None:
        raise InputError(Message("round %(round)s has no table %(table)s", round=number, table=table))
    return board


def game_in_draw(tournament: Tournament, number: int, board: Board) -> Board | None:
    """The game of the same two in the draw as it is now; None where a changed draw has it no more."""
    found = tournament.round(number).board_of(board.white)
    return found if found and board.black in (found.white, found.black) else None


def _published(tournament: Tournament, number: int) -> Pairings | None:
    return tournament.round(number).shown


def _in_order(drawn: Pairings) -> Pairings:
    """The same round with its tables and byes in order, so that rounds can be compared."""
    return replace(
        drawn,
        boards=tuple(sorted(drawn.boards, key=lambda board: board.table)),
        byes=tuple(sorted(drawn.byes, key=lambda bye: bye.player)),
    )


def _banner(tournament: Tournament, number: int) -> Message | None:
    match publication(tournament, number).shown:
        case Shown.EARLIER:
            return Message(
                "Round %(round)s was changed after it was published. Players see the earlier draw, and"
                " results are entered for it, until you publish again.",
                round=number,
            )
        case Shown.NOTHING if any(drawn.number == number for drawn in tournament.rounds):
            return Message(
                "Round %(round)s is not published: players cannot see it on phones or the projector.",
                round=number,
            )
    return None


def _moved(tournament: Tournament, seen: Pairings, drawn: Pairings) -> Iterator[PlayerId]:
    before, after = _games(seen), _games(drawn)
    return (player.id for player in tournament.players if before.get(player.id) != after.get(player.id))


def _games(drawn: Pairings) -> dict[PlayerId, object]:
    """Everybody's game: the table, the colour and the opponent, or the bye."""
    games: dict[PlayerId, object] = {bye.player: "bye" for bye in drawn.byes}
    for board in drawn.boards:
        games[board.white] = (board.table, Colour.WHITE, board.black)
        games[board.black] = (board.table, Colour.BLACK, board.white)
    return games
