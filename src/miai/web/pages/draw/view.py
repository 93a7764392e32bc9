"""The draw of a round for its page: boards with their reasons, the draw as a whole, what was done by hand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from miai.app.desk import Desk, State
from miai.app.draw.draw_quality import BoardNote, Quality, draw_quality
from miai.app.draw.evaluation import Judged, judge
from miai.app.draw.explain import pairs_of
from miai.app.draw.swap_preview import SwapChoice, swap_preview
from miai.app.event.publish import Publication, publication
from miai.domain import events
from miai.domain.game import Board
from miai.domain.player import Player, PlayerId
from miai.domain.points import Quarters, plain
from miai.domain.round import ByeKind, HandChange, Round
from miai.domain.tournament import Tournament
from miai.pairing.handicapping import HANDICAP_KOMI
from miai.pairing.schedules import SCHEDULES
from miai.pairing.systems import BY_PRESET
from miai.web.server.frame import is_finished
from miai.web.words import gettext as _
from miai.web.words.engine_words import told, told_change
from miai.web.words.formatting import points

_MET = re.compile(r".+ and .+ (met in round \d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A name on the sheet, and, when somebody is picked up, what a swap with it would do."""

    player: Player
    score: float
    offer: str = ""
    possible: bool = True
    worse: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A board; `words` say what is not ideal, `marks` what the director did, `komi` an unusual one."""

    board: Board
    white: Seat
    black: Seat
    words: tuple[str, ...]
    marks: tuple[str, ...]
    komi: str
    by_hand: bool
    best: bool

    @property
    def open(self) -> bool:
        """Whether its players can still be moved."""
        return not self.board.result.known

    @property
    def pair(self) -> str:
        """Who the page thinks sits there; a change meant for them must not hit others."""
        return f"{self.board.white}|{self.board.black}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The draw in one line; `floats_again` are floats of somebody who has floated that way before."""

    boards: int
    equal: int
    floats: int
    floats_again: int
    rematches: int
    one_club: int
    one_country: int
    balanced: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything on the page of a drawn round.

    `proof` is "best" where the draw is proved to be optimal, "worse" where a better one exists, "none" where
    no draw keeps all rules, "plan" for systems that plan all rounds, "" for those that do not weigh pairs.
    """

    drawn: Round
    rows: tuple[Row, ...]
    byes: tuple[Seat, ...]
    asked_out: tuple[Player, ...]
    unpaired: tuple[Seat, ...]
    proof: str
    figures: Figures
    quality: Quality
    publication: Publication
    picked: Player | None
    undo: int | None
    last: bool
    finished: bool

    @property
    def started(self) -> bool:
        """Whether a result is in."""
        return any(row.board.result.known for row in self.rows)

    @property
    def picked_is_free(self) -> bool:
        """Whether the one picked up has no game and no bye."""
        return any(seat.player == self.picked for seat in self.unpaired)

    def can_pair(self, player: Player) -> bool:
        """Whether a player without an opponent can be paired with the one picked up."""
        waiting = [seat.player for seat in self.unpaired]
        free = [*waiting, *(seat.player for seat in self.byes)]
        return self.picked in free and player in free and (self.picked in waiting or player in waiting)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The draw beside the best one: what it costs, what it has in return, the games the best one has."""

    costs: tuple[str, ...]
    gains: tuple[str, ...]
    games: tuple[tuple[Player, Player], ...]


def sheet_of(desk: Desk, state: State, number: int, *, pick: str = "") -> Sheet:
    """Look at a drawn round; only with somebody picked up all swaps are tried."""
    event = state.tournament
    drawn = event.round(number)
    quality = draw_quality(desk, state.id, round=number)
    judged = judge(state, number)
    scores = {
        player.id: plain(Quarters(int(score)))
        for player, score in zip(judged.view.players, judged.view.scores, strict=True)
    }
    unpaired = {player.id for player in quality.unpaired}
    picked = next((player for player in event.players if player.id == pick), None)
    movable = picked is not None and picked.id in scores and _can_move(drawn, picked, unpaired)
    offers = swap_preview(desk, state.id, round=number, player=PlayerId(pick)) if movable else {}
    seats = {
        player.id: _seat(player, scores.get(player.id, 0), offers.get(player.id)) for player in event.players
    }
    return Sheet(
        drawn=drawn,
        rows=tuple(_rows(state, drawn, quality, seats)),
        byes=tuple(seats[bye.player] for bye in drawn.byes if bye.kind is ByeKind.FORCED),
        asked_out=tuple(seats[b.player].player for b in drawn.byes if b.kind is ByeKind.VOLUNTARY),
        unpaired=tuple(seats[player.id] for player in quality.unpaired),
        proof=_proof(event, quality),
        figures=_figures(quality),
        quality=quality,
        publication=publication(event, number),
        picked=picked if movable or (picked and picked.id in unpaired) else None,
        undo=_last_change(state, number),
        last=number == max(each.number for each in event.rounds),
        finished=is_finished(drawn),
    )


def beside_best(state: State, sheet: Sheet) -> Beside | None:
    """What the best draw would do otherwise."""
    beside = sheet.quality.beside
    judged = judge(state, sheet.drawn.number)
    if beside is None or judged.best is None:
        return None
    ours = {frozenset((board.white, board.black)) for board in sheet.drawn.boards}
    costs = [told_change(each.rule, each.text) for each in beside.changes if each.cost > 0]
    return Beside(
        costs=(*_broken(judged, sheet.drawn), *costs),
        gains=tuple(told_change(each.rule, each.text) for each in beside.changes if each.cost < 0),
        games=tuple(_other_games(judged, ours)),
    )


def _can_move(drawn: Round, player: Player, unpaired: set[PlayerId]) -> bool:
    board = drawn.board_of(player.id)
    return player.id not in unpaired and (board is None or not (board.locked or board.result.known))


def _seat(player: Player, score: float, choice: SwapChoice | None) -> Seat:
    if choice is None:
        return Seat(player=player, score=score)
    return Seat(
        player=player,
        score=score,
        # The row shows who would meet; what matters is when they met.
        offer=told(_MET.sub(r"\1", choice.text)),
        possible=choice.possible,
        worse=choice.cost > 0,
    )


def _rows(state: State, drawn: Round, quality: Quality, seats: dict[PlayerId, Seat]) -> Iterator[Row]:
    event = state.tournament
    touched = _touched(state, drawn.number)
    planned = event.settings.system in SCHEDULES
    wanted = {frozenset((g.white, g.black)) for g in event.wishes.games if g.round == drawn.number}
    fixed = set(event.wishes.tables)
    for board, note in zip(drawn.boards, quality.boards, strict=True):
        pair = (board.white, board.black)
        marks = []
        if board.locked:
            marks.append(_("locked"))
        if frozenset(pair) in wanted:
            marks.append(_("forced"))
        if any((seat, board.table) in fixed for seat in pair):
            marks.append(_("fixed table"))
        hand = not touched.isdisjoint(pair)
        if hand and not marks:
            marks.append(_("by hand"))
        words = [] if planned else [told(word) for word in note.words]
        if not board.result.known:
            words += [
                _("%(name)s misses this round", name=seats[seat].player.surname)
                for seat in pair
                if not seats[seat].player.attends(drawn.number)
            ]
        yield Row(
            board=board,
            white=seats[board.white],
            black=seats[board.black],
            words=tuple(words),
            marks=tuple(marks),
            komi=_unusual_komi(event, board),
            by_hand=hand or bool(marks),
            best=note.best,
        )


def _unusual_komi(event: Tournament, board: Board) -> str:
    usual = HANDICAP_KOMI if board.handicap else event.settings.komi
    return "" if board.komi in (None, usual) else _("komi %(komi)s", komi=points(board.komi))


def _touched(state: State, number: int) -> set[PlayerId]:
    """Whom the director has moved since the round was drawn last."""
    undone = state.history.undone
    touched: set[PlayerId] = set()
    for entry in state.history.entries:
        if entry.number in undone:
            continue
        match entry.event:
            case events.RoundDrawn(round=drawn) if drawn.number == number:
                touched.clear()
            case events.DrawChanged(round=r, how=how, players=players) if r == number:
                if how not in (HandChange.LOCKED, HandChange.UNLOCKED):
                    touched.update(players)
    return touched


def _last_change(state: State, number: int) -> int | None:
    """The entry that made the draw what it is now."""
    undone = state.history.undone
    for entry in reversed(state.history.entries):
        if entry.number in undone:
            continue
        match entry.event:
            case events.RoundDrawn(round=drawn) if drawn.number == number:
                return entry.number
            case events.DrawChanged(round=r) if r == number:
                return entry.number
    return None


def _proof(event: Tournament, quality: Quality) -> str:
    if event.settings.system in SCHEDULES:
        return "plan"
    if event.settings.system not in BY_PRESET:
        return ""
    if quality.beside is None:
        return "none"
    return "best" if quality.optimal else "worse"


def _figures(quality: Quality) -> Figures:
    notes = quality.boards
    return Figures(
        boards=len(notes),
        equal=sum(not note.gap for note in notes),
        floats=sum(note.floats for note in notes),
        floats_again=sum(_floats_again(note) for note in notes),
        rematches=sum(note.met for note in notes),
        one_club=sum(note.same_club for note in notes),
        one_country=sum(note.same_country for note in notes),
        balanced=sum(not note.uneven for note in notes),
    )


def _floats_again(note: BoardNote) -> bool:
    return note.floats and any(word.endswith(" again") for word in note.words)


def _broken(judged: Judged, drawn: Round) -> Iterator[str]:
    """The boards that no draw may have."""
    pairs, _bye = pairs_of(judged.view, drawn)
    for ban in judged.plan.bans:
        forbidden = ban.forbids(judged.view)
        for i, j in pairs:
            if forbidden[i, j]:
                yield told(ban.explain(judged.view, i, j))


def _other_games(judged: Judged, ours: set[frozenset[PlayerId]]) -> Iterator[tuple[Player, Player]]:
    players = judged.view.players
    for i, j in judged.best.pairs if judged.best else ():
        if frozenset((players[i].id, players[j].id)) not in ours:
            yield players[i], players[j]
