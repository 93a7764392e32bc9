"""The draw of a round for its page: boards with their reasons, the draw as a whole, what was done by hand."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from miai.desk.live_state import Desk, State
from miai.domain.draw_seeds import SeedSource
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters, plain
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.settings.presets import preset_name
from miai.domain.tournament import Tournament
from miai.engine.pairing.evaluation import BoardEvaluation, Evaluation, RuleChange
from miai.engine.pairing.pair_facts import PairFacts, kinship_message
from miai.engine.pairing.protocol import Reason
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.rules.geography import Kinship
from miai.engine.scoring.teams.entrants import entrants_of
from miai.features.draw.changed_since import ChangedSince, changed_since
from miai.features.draw.changes_by_hand import hand_work
from miai.features.draw.draws_made import DrawMade, draws_made
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import HowDrawn, evaluation_of, how_drawn
from miai.features.draw.swap_preview import SwapChoice, started_teams, swap_preview
from miai.features.draw.view.pairings import delay_at, is_by_nigiri, unusual_komi
from miai.features.publish.publish_round import Publication, Shown, publication
from miai.messages import Score
from miai.server.page_frame import is_finished
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.formatting import number as figure

_LARGE = 10**7
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A name on the sheet; when somebody is picked up, what a swap would do.

    Of somebody who sits out it says `why`, and whether the bye is `locked`.
    """

    player: Player
    short: str
    score: float
    offer: str = ""
    possible: bool = True
    worse: bool = False
    why: tuple[str, ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRow:
    """A board; `words` say what is not ideal, `marks` what the director did, `komi` an unusual one.

    One that was `changed` by hand and is not locked can be left to the draw again. `delay` says that the game
    is put off, and until when.
    """

    board: Board
    white: Seat
    black: Seat
    words: tuple[str, ...]
    marks: tuple[str, ...]
    komi: str
    nigiri: bool
    by_hand: bool
    changed: bool
    own: bool
    delay: str

    @property
    def open(self) -> bool:
        """Whether its players can still be moved."""
        return not self.board.result.known

    @property
    def pair(self) -> str:
        """Who the page thinks sits there; a change meant for them must not hit others."""
        return f"{self.board.white}|{self.board.black}"


class Proof(StrEnum):
    """How a draw compares with what its system would draw."""

    # Of systems that weigh pairs: proved to be optimal, a better one exists, and no draw keeps all rules.
    BEST = "best"
    WORSE = "worse"
    NONE = "none"
    # Of systems that plan all rounds.
    PLAN = "plan"
    # Of the others: as they draw it, or not.
    OWN = "own"
    CHANGED = "changed"

    @property
    def has_better(self) -> bool:
        """Whether the system would draw another round."""
        return self in (Proof.WORSE, Proof.CHANGED)


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

    With `weighs` the system has prices. Those who are `resting` are here and do not play; those who are
    `away` are in the draw of a plan and miss the round. In a team event the players are the teams and the
    boards are their matches. With `started` a result is in. `changed` is what the draw is older than: only a
    `draft` can be drawn again, and a round that players see is explained as it was drawn. `draws` are
    those that everybody should know of; the seed of the last was `typed`, or it follows from the log.
    """

    drawn: Round
    rows: tuple[DrawRow, ...]
    byes: tuple[Seat, ...]
    resting: tuple[Seat, ...]
    away: tuple[Player, ...]
    unpaired: tuple[Seat, ...]
    proof: Proof
    weighs: bool
    figures: Figures
    how: HowDrawn
    rules: str
    evaluation: Evaluation
    publication: Publication
    picked: Player | None
    undo: int | None
    last: bool
    started: bool
    finished: bool
    changed: ChangedSince
    draws: tuple[DrawMade, ...]
    typed: bool
    draft: bool

    @property
    def picked_is_free(self) -> bool:
        """Whether the one picked up has no game and no bye."""
        return any(seat.player == self.picked for seat in (*self.unpaired, *self.resting))

    def can_pair(self, player: Player) -> bool:
        """Whether a player without an opponent can be paired with the one picked up."""
        waiting = [seat.player for seat in (*self.unpaired, *self.resting)]
        free = [*waiting, *(seat.player for seat in self.byes)]
        return self.picked in free and player in free and (self.picked in waiting or player in waiting)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWords:
    """What one rule says of a board or bye; with `ideal` there is nothing against it."""

    title: str
    text: str
    ideal: bool
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardReasons:
    """What every rule says of a board or bye; without `priced` nothing is weighed."""

    rules: tuple[RuleWords, ...]
    forbidden: tuple[str, ...] = ()
    priced: bool = False

    @property
    def total(self) -> int:
        """What all rules charge."""
        return sum(rule.cost for rule in self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeWords:
    """How a rule fares in another draw, and what it says of the games of either that make the difference."""

    text: str
    games: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The draw beside the system's own: what it costs, what it has in return, the games it has not."""

    costs: tuple[ChangeWords, ...]
    gains: tuple[ChangeWords, ...]
    games: tuple[tuple[Player, Player], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seats:
    """All names on the sheet by player, and the one that is picked up."""

    by_player: dict[PlayerId, Seat]
    picked: Player | None


def sheet_of(desk: Desk, state: State, number: int, *, pick: str = "") -> Sheet:
    """Look at a drawn round; only with somebody picked up all swaps are tried."""
    people = state.tournament.round(number)
    event = entrants_of(state.tournament, number)
    drawn, evaluation = event.round(number), evaluation_of(desk, state.id, round=number)
    seats = _seats(desk, state, event, drawn, evaluation, pick=pick)
    resting = _resting(event, drawn)
    entries = draw_entries(state.history, number)
    how = how_drawn(entries, event.settings)
    by_hand = () if people.matches else hand_work(state, number).tables
    made = draws_made(desk, state, number)
    drafts = [entry.number for entry in entries if isinstance(entry.event, events.RoundDrawn)]
    shown, last = publication(state.tournament, number), number == max(each.number for each in event.rounds)
    draft = last and shown.shown is not Shown.CURRENT and not is_finished(people)
    return Sheet(
        drawn=drawn,
        rows=tuple(_rows(event, drawn, evaluation, seats.by_player, by_hand)),
        byes=tuple(_byes(drawn, evaluation, seats.by_player)),
        resting=tuple(seats.by_player[player.id] for player in resting if player.attends(number)),
        away=tuple(player for player in resting if not player.attends(number)),
        unpaired=tuple(seats.by_player[player.id] for player in evaluation.unpaired),
        proof=_proof(evaluation),
        weighs=abilities_of(evaluation.system).weighs_pairs,
        figures=_figures(evaluation),
        how=how,
        rules=rules_of(how.system, how.preset),
        evaluation=evaluation,
        publication=shown,
        picked=seats.picked,
        undo=entries[-1].number if entries else None,
        last=last,
        started=any(board.result.known for board in people.boards),
        finished=is_finished(people),
        changed=changed_since(desk, state, number),
        draws=tuple(each for each in made if each.notable),
        typed=any(each.entry in drafts[-1:] and each.source is SeedSource.TYPED for each in made),
        draft=draft,
    )


def _seats(
    desk: Desk, state: State, event: Tournament, drawn: Round, evaluation: Evaluation, *, pick: str
) -> _Seats:
    """The names on the sheet; those that the one picked up could swap with say what it would do."""
    scores = {player: plain(Quarters(score)) for player, score in evaluation.scores.items()}
    unpaired = {player.id for player in (*evaluation.unpaired, *_resting(event, drawn))}
    picked = next((player for player in event.players if player.id == pick), None)
    stuck = unpaired | started_teams(state.tournament, drawn.number)
    movable = picked is not None and picked.id in scores and _can_move(drawn, picked, stuck)
    offers = swap_preview(desk, state.id, round=drawn.number, player=PlayerId(pick)) if movable else {}
    short = event.short_names
    by_player = {
        player.id: _seat(player, short[player.id], scores.get(player.id, 0), offers.get(player.id))
        for player in event.players
    }
    waits = picked is not None and picked.id in unpaired
    return _Seats(by_player=by_player, picked=picked if movable or waits else None)


def _resting(event: Tournament, drawn: Round) -> list[Player]:
    """Those who sit out because they wanted to."""
    return [event.player(bye.player) for bye in drawn.byes if bye.kind is ByeKind.VOLUNTARY]


def _byes(drawn: Round, evaluation: Evaluation, seats: dict[PlayerId, Seat]) -> Iterator[Seat]:
    """Those who have the bye, with the reasons."""
    why = {bye.player.id: tuple(tell(each.text) for each in bye.reasons) for bye in evaluation.byes}
    for bye in drawn.byes:
        if bye.kind is ByeKind.FORCED:
            yield replace(seats[bye.player], why=why.get(bye.player, ()), locked=bye.locked)


def rules_of(system: str, preset: str) -> str:
    """The name of the pairing rules, where the system can follow several."""
    return tell(preset_name(preset)) if abilities_of(system).by_preset else ""


def board_reasons(sheet: Sheet, table: int) -> BoardReasons | None:
    """Why a board is as it is."""
    found = sheet.evaluation.at(table)
    if found is None:
        return None
    # Chance decides only between what is equally good.
    reasons = [reason for reason in found.reasons if reason.rule != "chance"]
    return BoardReasons(
        rules=tuple(map(_words_of, reasons)),
        forbidden=tuple(tell(breach.text) for breach in found.forbidden),
        priced=sheet.weighs or any(reason.cost for reason in reasons),
    )


def bye_reasons(sheet: Sheet, player: str) -> BoardReasons | None:
    """Why a player has the bye."""
    found = next((bye for bye in sheet.evaluation.byes if bye.player.id == player), None)
    if found is None:
        return None
    return BoardReasons(
        rules=tuple(map(_words_of, found.reasons)), priced=any(reason.cost for reason in found.reasons)
    )


def _words_of(reason: Reason) -> RuleWords:
    return RuleWords(
        title=tell(reason.title),
        text=tell(reason.text),
        ideal=reason.ideal,
        cost=reason.cost,
    )


def beside_own(sheet: Sheet) -> Beside:
    """What the system's own draw would do otherwise."""
    evaluation = sheet.evaluation
    compared = evaluation.comparison
    broken = [
        ChangeWords(text=tell(breach.text)) for board in evaluation.boards for breach in board.forbidden
    ]
    return Beside(
        costs=(*broken, *(change_words(compared.worse) if compared else ())),
        gains=change_words(compared.better) if compared else (),
        games=evaluation.missing,
    )


def change_words(changes: Sequence[RuleChange]) -> tuple[ChangeWords, ...]:
    """How rules fare in another draw, in the reader's language."""
    return tuple(
        ChangeWords(
            text=tell(change.text),
            games=tuple(map(tell, change.games)),
            instead=tuple(map(tell, change.instead)),
        )
        for change in changes
    )


def weight(cost: int) -> str:
    """What a rule charges; where prices are tiers, only the first figures of a large one mean anything."""
    if abs(cost) < _LARGE:
        return figure(cost)
    figures, _e, power = f"{cost:.1e}".partition("e")
    return f"{figure(float(figures))}·10{str(int(power)).translate(_RAISED)}"


def _can_move(drawn: Round, player: Player, stuck: set[PlayerId]) -> bool:
    board = drawn.board_of(player.id)
    return player.id not in stuck and (board is None or not (board.locked or board.result.known))


def _seat(player: Player, short: str, score: float, choice: SwapChoice | None) -> Seat:
    if choice is None:
        return Seat(player=player, short=short, score=score)
    return Seat(
        player=player,
        short=short,
        score=score,
        # The row shows who would meet; what matters is when they met.
        offer=_met(choice.met_in) if choice.met_in else tell(choice.text),
        possible=choice.possible,
        worse=choice.worse,
    )


def _rows(
    event: Tournament,
    drawn: Round,
    evaluation: Evaluation,
    seats: dict[PlayerId, Seat],
    by_hand: Collection[int],
) -> Iterator[DrawRow]:
    planned = abilities_of(evaluation.system).plans_rounds
    wanted = {frozenset((g.white, g.black)) for g in event.wishes.games if g.round == drawn.number}
    fixed = set(event.wishes.tables)
    for found in evaluation.boards:
        board = found.board
        pair = (board.white, board.black)
        changed = board.table in by_hand and not board.locked
        said = (
            (changed, _("by hand")),
            (board.locked, _("locked")),
            (frozenset(pair) in wanted, _("forced")),
            (any((seat, board.table) in fixed for seat in pair), _("fixed table")),
        )
        marks = tuple(text for holds, text in said if holds)
        words = () if planned else tuple(_not_ideal(found, seats))
        yield DrawRow(
            board=board,
            white=seats[board.white],
            black=seats[board.black],
            words=(*words, *_missing(board, drawn.number, seats)),
            marks=marks,
            komi=unusual_komi(board, event.settings),
            nigiri=is_by_nigiri(board, event.settings),
            delay=delay_at(event, board, drawn.number),
            by_hand=board.table in by_hand or bool(marks),
            changed=changed,
            own=found.own,
        )


def _missing(board: Board, number: int, seats: dict[PlayerId, Seat]) -> Iterator[str]:
    """Who of a game that has no result yet misses the round."""
    for seat in (board.white, board.black):
        if not board.result.known and not seats[seat].player.attends(number):
            yield _("%(name)s misses this round", name=seats[seat].short)


def _not_ideal(found: BoardEvaluation, seats: dict[PlayerId, Seat]) -> Iterator[str]:
    """What is not ideal about a board, in a few words."""
    facts = found.facts
    # When they met is said below.
    yield from (tell(breach.text) for breach in found.forbidden if breach.rule != "never_met")
    if facts.met_in:
        yield _met(facts.met_in)
    if facts.floats_down:
        yield _float(facts, seats[facts.floats_down.id].short)
    elif facts.gap:
        yield _("%(gap)s point apart", gap=tell(Score(facts.gap)))
    if facts.kinship:
        yield tell(kinship_message(facts.kinship, found.white, found.black))
    if facts.far_apart:
        yield tell(facts.far_apart)
    for player in facts.off_balance:
        name = seats[player.id].short
        yield (
            _("%(name)s has White too often", name=name)
            if player == found.white
            else _("%(name)s has Black too often", name=name)
        )
    for player in facts.colour_again:
        name = seats[player.id].short
        yield (
            _("%(name)s has White again", name=name)
            if player == found.white
            else _("%(name)s has Black again", name=name)
        )


def _float(facts: PairFacts, name: str) -> str:
    gap = tell(Score(facts.gap))
    if facts.floats_again:
        return _("%(name)s floats down %(gap)s again", name=name, gap=gap)
    return _("%(name)s floats down %(gap)s", name=name, gap=gap)


def _met(rounds: tuple[int, ...]) -> str:
    shown = tell(rounds)
    return ngettext("met in round %(round)s", "met in rounds %(round)s", len(rounds), round=shown)


def _proof(evaluation: Evaluation) -> Proof:
    abilities = abilities_of(evaluation.system)
    if abilities.plans_rounds:
        return Proof.PLAN
    if evaluation.blocked or (abilities.weighs_pairs and evaluation.comparison is None):
        return Proof.NONE
    if evaluation.optimal and evaluation.comparison is not None:
        return Proof.BEST if evaluation.best else Proof.WORSE
    return Proof.OWN if evaluation.own else Proof.CHANGED


def _figures(evaluation: Evaluation) -> Figures:
    facts = [board.facts for board in evaluation.boards]
    return Figures(
        boards=len(facts),
        equal=sum(not each.gap for each in facts),
        floats=sum(each.floats_down is not None for each in facts),
        floats_again=sum(each.floats_again for each in facts),
        rematches=sum(bool(each.met_in) for each in facts),
        one_club=sum(each.kinship is Kinship.CLUB for each in facts),
        one_country=sum(each.kinship not in (None, Kinship.CLUB) for each in facts),
        balanced=sum(not (each.off_balance or each.colour_again) for each in facts),
    )
