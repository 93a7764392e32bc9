"""Let in a player who arrives when the round is already drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any

from miai.desk.live_state import Desk, Saved, State
from miai.domain.draw_seeds import seed_of_round
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, ByeKind, HandChange, Round
from miai.domain.settings.handicaps import has_handicap
from miai.domain.starting_bands import band_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.constraints import constraints_of
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.scores import scores, start_of
from miai.errors import InputError, NoPairingError
from miai.features.draw.changes_by_hand import held_boards, postponed_boards
from miai.features.draw.entries import draw_change
from miai.features.draw.pair import pair, round_of
from miai.features.draw.round_progress import RoundProgress, round_progress
from miai.messages import Message, Score, counted

# So many boards are paired again, and twice as many each time that is not enough. While games may be in
# progress as few as possible are broken off; before that more boards make better games.
_FEW = 3
_FEWEST = 1


class LateChoice(Enum):
    """What to do with a player who arrives late."""

    BYE = "bye"
    BOARDS = "boards"
    NEXT_ROUND = "next round"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateOffer:
    """A way to let a player in late: what is done, what it disturbs, and the games and byes that it makes.

    `known` is what is known of the games that it breaks off. Without a round the draw stays as it is. `key`
    identifies the games, so that exactly those are made which somebody has seen.
    """

    choice: LateChoice
    title: Message
    effect: Message
    known: tuple[Message, ...] = ()
    tables: tuple[int, ...] = ()
    games: tuple[Message, ...] = ()
    key: str = ""
    round: Round | None = None


def start_message(tournament: Tournament, player: Player) -> Message | None:
    """The score that a player starts with, and the reason; None if all players start at 0."""
    scoring = tournament.settings.scoring
    if tournament.settings.by_wins:
        return None
    if scoring.bands and player.start is None:
        return band_message(tournament, player)
    values: dict[str, Any] = {"name": player.name, "score": Score(start_of(player, scoring))}
    if player.start is not None:
        by_grade = start_of(replace(player, start=None), scoring)
        if by_grade == start_of(player, scoring):
            return Message("%(name)s starts at %(score)s, as set by hand", **values)
        return Message(
            "%(name)s starts at %(score)s, as set by hand; by grade it would be %(other)s",
            other=Score(by_grade),
            **values,
        )
    if player.bar_side is not None:
        return Message("%(name)s starts at %(score)s, moved across the bar by hand", **values)
    return Message("%(name)s starts at %(score)s, by grade", **values)


def band_message(tournament: Tournament, player: Player) -> Message | None:
    """In which band a player starts, and why; None where the tournament has no bands."""
    scoring = tournament.settings.scoring
    if not scoring.bands or tournament.settings.by_wins:
        return None
    score = Score(start_of(player, scoring))
    if player.start is not None:
        return Message("%(name)s starts at %(score)s, as set by hand", name=player.name, score=score)
    band = band_of(player, scoring.bands)
    grade = str(player.grade)
    if band is None:
        return Message(
            "%(name)s (%(grade)s) is weaker than the lowest band and starts one point below it, at %(score)s",
            name=player.name,
            grade=grade,
            score=score,
        )
    if player.id in scoring.bands[band].members or player.bar_side is not None:
        return Message(
            "%(name)s starts in band %(band)s, at %(score)s, as decided by hand",
            name=player.name,
            band=band + 1,
            score=score,
        )
    return Message(
        "%(name)s starts in band %(band)s, at %(score)s: it holds %(grade)s",
        name=player.name,
        band=band + 1,
        score=score,
        grade=grade,
    )


def late_arrival_offers(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    round: int,
    now: datetime | None = None,
) -> tuple[LateOffer, ...]:
    """What can be done for a player who is not in the draw, the least disturbance first.

    Publication, clock and results say if games may be in progress at a moment.
    """
    return tuple(_offers(desk.state(tournament_id), player, round, now=now))


def take_late_arrival(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    round: int,
    choice: LateChoice,
    by: str,
    key: str | None = None,
) -> Saved:
    """Let a player in late, in one of the ways that are offered; a key says which games were shown."""

    def decide(state: State) -> list[events.Event]:
        offer = next((each for each in _offers(state, player, round) if each.choice is choice), None)
        if offer is None:
            raise InputError(Message("the draw has changed: this choice is no longer possible"))
        if key is not None and key != offer.key:
            raise InputError(Message("the draw has changed: this choice would now make other games"))
        old = state.tournament.player(player)
        absent = old.absent_rounds | {round} if offer.round is None else old.absent_rounds - {round}
        new = replace(old, registration=Registration.FINAL, absent_rounds=absent)
        changes: list[events.Event] = [events.PlayerChanged(player=new)] if new != old else []
        if offer.round is not None:
            drawn = state.tournament.drawn_round(round)
            changes.append(draw_change(drawn, offer.round, HandChange.LATE, [player]))
        return changes

    return desk.change(tournament_id, decide, by=by)


def _offers(
    state: State, player_id: PlayerId, number: int, *, now: datetime | None = None
) -> Sequence[LateOffer]:
    tournament = state.tournament
    player = tournament.player(player_id)
    drawn = tournament.drawn_round(number)
    if drawn.board_of(player.id) or drawn.bye_of(player.id):
        raise InputError(
            Message("%(name)s is in the draw of round %(round)s already", name=player.name, round=number)
        )
    progress = round_progress(tournament, drawn, now=now)
    found = {
        LateChoice.NEXT_ROUND: LateOffer(
            choice=LateChoice.NEXT_ROUND,
            title=Message("Start in round %(number)s", number=number + 1),
            effect=Message("Nobody is disturbed."),
        )
    }
    # In a match of teams the line-up seats the players.
    if not drawn.matches:
        held = (*held_boards(state, drawn), *postponed_boards(drawn))
        for offer in (
            _in_place_of_bye(tournament, drawn, player, progress),
            _with_boards(tournament, drawn, player, held, progress),
        ):
            if offer and offer.round:
                games, key = _games(tournament, drawn, offer.round), _key(drawn, offer.round)
                found[offer.choice] = replace(offer, games=games, key=key)
    return [found[choice] for choice in _order(progress) if choice in found]


def _order(progress: RoundProgress) -> tuple[LateChoice, ...]:
    """The ways by how much they disturb: a game that may be in progress is broken off last."""
    if progress.mostly_over:
        return (LateChoice.NEXT_ROUND, LateChoice.BYE, LateChoice.BOARDS)
    if progress.may_have_begun:
        return (LateChoice.BYE, LateChoice.NEXT_ROUND, LateChoice.BOARDS)
    return (LateChoice.BYE, LateChoice.BOARDS, LateChoice.NEXT_ROUND)


def _games(tournament: Tournament, old: Round, new: Round) -> tuple[Message, ...]:
    """The games and byes that are new in a round."""
    byes = (
        Message("%(name)s has the bye", name=tournament.name_of(bye.player))
        for bye in new.byes
        if bye not in old.byes
    )
    return (*(_game(tournament, board) for board in new.boards if board not in old.boards), *byes)


def _game(tournament: Tournament, board: Board) -> Message:
    white, black = tournament.player(board.white), tournament.player(board.black)
    values: dict[str, Any] = {
        "table": board.table,
        "white": white.name,
        "white_grade": white.grade,
        "black": black.name,
        "black_grade": black.grade,
    }
    if not board.handicap and has_handicap(tournament.settings, board):
        return Message(
            "table %(table)s: %(white)s %(white_grade)s (White) – %(black)s %(black_grade)s, komi %(komi)s",
            **values,
            komi=board.komi,
        )
    if not board.handicap:
        return Message(
            "table %(table)s: %(white)s %(white_grade)s (White) – %(black)s %(black_grade)s, even", **values
        )
    return counted(
        "table %(table)s: %(white)s %(white_grade)s (White) – %(black)s %(black_grade)s, %(num)s stone",
        "table %(table)s: %(white)s %(white_grade)s (White) – %(black)s %(black_grade)s, %(num)s stones",
        board.handicap,
        **values,
    )


def _key(old: Round, new: Round) -> str:
    boards = [
        f"{b.table}.{b.white}.{b.black}.{b.handicap}.{b.komi}" for b in new.boards if b not in old.boards
    ]
    return " ".join((*boards, *(bye.player for bye in new.byes)))


def _in_place_of_bye(
    tournament: Tournament, drawn: Round, player: Player, progress: RoundProgress
) -> LateOffer | None:
    bye = next(_open_byes(drawn), None)
    if bye is None:
        return None
    changed = _paired_again(tournament, drawn, [], [player.id, bye.player])
    if changed is None:
        return None
    board = changed.board_of(player.id)
    if board is None:
        return None
    other = tournament.player(bye.player)
    effect = Message(
        "%(name)s %(grade)s plays at table %(table)s instead of sitting out. No other board changes.",
        name=other.name,
        grade=other.grade,
        table=board.table,
    )
    return LateOffer(
        choice=LateChoice.BYE,
        title=Message("Play against the bye"),
        effect=effect,
        known=(progress.message,) if progress.may_have_begun else (),
        round=changed,
    )


def _open_byes(drawn: Round) -> Iterator[Bye]:
    """Byes that the draw gave; who has one by hand keeps it."""
    return (bye for bye in drawn.byes if bye.kind is ByeKind.FORCED and not bye.locked)


def _with_boards(
    tournament: Tournament, drawn: Round, player: Player, held: tuple[Board, ...], progress: RoundProgress
) -> LateOffer | None:
    """Pair some of the nearest boards again whose games have no result, as few as possible."""
    waiting = [board for board in drawn.boards if board not in held]
    nearest = _nearest(tournament, waiting, player, drawn.number)
    free = [bye.player for bye in _open_byes(drawn)]
    few = _FEWEST if progress.may_have_begun else _FEW
    while nearest:
        chosen = nearest[:few]
        seats = [seat for board in chosen for seat in (board.white, board.black)]
        changed = _paired_again(tournament, drawn, chosen, [player.id, *free, *seats])
        if changed is not None:
            return _boards_offer(tournament, drawn, changed, progress)
        if few >= len(nearest):
            return None
        few *= 2
    return None


def _boards_offer(
    tournament: Tournament, drawn: Round, changed: Round, progress: RoundProgress
) -> LateOffer | None:
    """The offer to break up the games that are different; None if the newcomer only takes the bye's place."""
    tables = tuple(sorted(board.table for board in drawn.boards if board not in changed.boards))
    if not tables:
        return None
    added = tuple(board.table for board in changed.boards if drawn.board_at(board.table) is None)
    byes = tuple(tournament.name_of(bye.player) for bye in changed.byes if bye.kind is ByeKind.FORCED)
    return LateOffer(
        choice=LateChoice.BOARDS,
        title=counted(
            "Pair table %(tables)s again", "Pair tables %(tables)s again", len(tables), tables=tables
        ),
        effect=_boards_effect(added, byes),
        known=_known_of(len(tables), progress),
        tables=tables,
        round=changed,
    )


def _boards_effect(added: tuple[int, ...], byes: tuple[str, ...]) -> Message:
    if byes:
        return Message("%(names)s sits out; all other boards stay.", names=byes)
    if added:
        return Message("Table %(tables)s is added, and all other boards stay.", tables=added)
    return Message("All other boards stay.")


def _known_of(broken: int, progress: RoundProgress) -> tuple[Message, ...]:
    """What is known of the games that are broken up, and what to ask if they may be in progress."""
    if not progress.may_have_begun:
        return (progress.message,)
    ask = counted(
        "Ask at the table first: a game in progress would be broken off.",
        "Ask at the tables first: games in progress would be broken off.",
        broken,
    )
    return progress.message, ask


def _nearest(tournament: Tournament, boards: list[Board], player: Player, number: int) -> list[Board]:
    """Boards by how far their scores are from the player's."""
    table = scores(tournament, after=number - 1)
    points = table.wins if tournament.settings.by_wins else table.points
    score = {each.id: value for each, value in zip(tournament.players, points, strict=True)}

    def distance(board: Board) -> tuple[int, int]:
        far = abs(score[board.white] - score[player.id]) + abs(score[board.black] - score[player.id])
        return far, board.table

    return sorted(boards, key=distance)


def _paired_again(
    tournament: Tournament, drawn: Round, again: list[Board], players: list[PlayerId]
) -> Round | None:
    """The round with some players paired again, at the tables they leave and new ones; None if impossible."""
    settings = tournament.settings
    if abilities_of(settings.system).plans_rounds:
        return None
    try:
        draw = pair(
            tournament,
            round=drawn.number,
            preset=settings.preset,
            seed=seed_of_round(tournament, drawn.number),
            only=players,
        )
        kept = [board for board in drawn.boards if board not in again]
        there = [player for player in tournament.players if player.id in players]
        wishes = constraints_of(tournament.wishes, drawn.number, there)
        part = round_of(draw, kept=kept, tables=settings.tables, wishes=wishes)
    except (NoPairingError, InputError):
        return None
    stays = tuple(bye for bye in drawn.byes if bye.player not in players)
    return replace(drawn, boards=part.boards, byes=(*stays, *part.byes))
