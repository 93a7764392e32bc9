"""How good a drawn round is: in one line, board by board, and beside the best draw there is."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.app.desk import Desk, State
from miai.app.draw.evaluation import HowDrawn, Judged, how_drawn, judge
from miai.app.draw.explain import pairs_of
from miai.domain.game import Board
from miai.domain.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.pairing.explain import Comparison, compare
from miai.pairing.protocol import Flags, Ints, RoundView
from miai.pairing.rules.forbidding import Ban
from miai.pairing.rules.score import points_text
from miai.pairing.schedules import SCHEDULES


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardNote:
    """What is not ideal about a board; an ideal one has no words."""

    table: int
    words: tuple[str, ...]
    gap: int
    floats: bool
    met: bool
    same_club: bool
    same_country: bool
    uneven: bool
    best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """A draw as a whole; `beside` compares it with the best one, where the system looks for that."""

    how: HowDrawn
    boards: tuple[BoardNote, ...]
    unpaired: tuple[Player, ...]
    beside: Comparison | None

    @property
    def optimal(self) -> bool:
        """Whether no draw is better; that was proved when the best one was found."""
        return self.beside is not None and self.beside.total == self.beside.best_total and not self.unpaired

    @property
    def differing(self) -> tuple[int, ...]:
        """The tables where the best draw has other pairs."""
        return tuple(note.table for note in self.boards if not note.best)

    @property
    def line(self) -> str:
        """The draw in one line."""
        boards = self.boards
        total = len(boards)
        parts = ["optimal, proven"] if self.optimal else []
        parts.append(f"{sum(not note.gap for note in boards)} of {total} on equal score")
        parts.append(_count(sum(note.floats for note in boards), "float"))
        parts.append(_count(sum(note.met for note in boards), "rematch", "rematches"))
        parts += [
            f"{number} from one {what}"
            for number, what in (
                (sum(note.same_club for note in boards), "club"),
                (sum(note.same_country for note in boards), "country"),
            )
            if number
        ]
        parts.append(f"{sum(not note.uneven for note in boards)} of {total} colours balanced")
        return ", ".join(parts)


def draw_quality(desk: Desk, tournament_id: str, *, round: int) -> Quality:
    """Judge a drawn round by its own rules."""
    state = desk.state(tournament_id)
    return desk.recall(state, ("quality", round), lambda: _quality(state, round))


def _quality(state: State, number: int) -> Quality:
    judged = judge(state, number)
    drawn = state.tournament.round(number)
    seats = {seat for board in drawn.boards for seat in (board.white, board.black)}
    seats |= {bye.player for bye in drawn.byes}
    # In a cup most players are there and have no game.
    whole = state.tournament.settings.system in SCHEDULES
    pairs, bye = pairs_of(judged.view, drawn)
    best = judged.best
    return Quality(
        how=how_drawn(state, number),
        boards=tuple(_notes(state.tournament, judged, number)),
        unpaired=tuple(each for each in judged.view.players if each.id not in seats and not whole),
        beside=None if best is None else compare(judged.view, best, pairs, bye),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looked:
    """A round's matrices, looked at once for all boards."""

    tournament: Tournament
    view: RoundView
    index: dict[PlayerId, int]
    deviations: dict[str, Ints]
    bans: tuple[tuple[Ban, Flags], ...]
    best: frozenset[frozenset[int]] | None


def _notes(tournament: Tournament, judged: Judged, number: int) -> Iterator[BoardNote]:
    view, best = judged.view, judged.best
    looked = _Looked(
        tournament=tournament,
        view=view,
        index={player.id: i for i, player in enumerate(view.players)},
        deviations={part.key: part.deviation for part in judged.priced.parts},
        bans=tuple((ban, ban.forbids(view)) for ban in judged.plan.bans if ban.key != "never_met"),
        best=None if best is None else frozenset(frozenset(pair) for pair in best.pairs),
    )
    for board in tournament.round(number).boards:
        yield _note(looked, board)


def _note(looked: _Looked, board: Board) -> BoardNote:
    view, deviations = looked.view, looked.deviations
    i, j = looked.index[board.white], looked.index[board.black]
    kin = "geography" in deviations and bool(deviations["geography"][i, j])
    club = kin and bool(view.clubs[i] >= 0 and view.clubs[i] == view.clubs[j])
    wanted = "colour" not in deviations or not deviations["colour"][i, j]
    uneven = board.handicap == 0 and not (wanted and view.balances[i] <= view.balances[j])
    words = [ban.explain(view, i, j) for ban, forbidden in looked.bans if forbidden[i, j]]
    if view.met[i, j]:
        words.append(met_words(looked.tournament, board.white, board.black, before=view.round))
    words += _gap_words(view, i, j)
    if kin:
        words.append(kin_words(view.players[i], view.players[j]))
    if uneven:
        words.append("colours uneven")
    return BoardNote(
        table=board.table,
        words=tuple(words),
        gap=abs(int(view.scores[i] - view.scores[j])),
        floats=bool(view.groups[i] != view.groups[j]),
        met=bool(view.met[i, j]),
        same_club=club,
        same_country=kin and not club,
        uneven=uneven,
        best=looked.best is None or frozenset((i, j)) in looked.best,
    )


def _gap_words(view: RoundView, i: int, j: int) -> Iterator[str]:
    gap = points_text(abs(int(view.scores[i] - view.scores[j])))
    if view.groups[i] != view.groups[j]:
        upper = i if view.groups[i] > view.groups[j] else j
        again = " again" if view.downs[upper] else ""
        yield f"{view.players[upper].surname} floats down {gap}{again}"
    elif view.scores[i] != view.scores[j]:
        yield f"{gap} point apart"


def kin_words(one: Player, other: Player) -> str:
    """What two players have in common."""
    if one.club and one.club.casefold() == other.club.casefold():
        return f"both {one.club}"
    if one.country and one.country.casefold() == other.country.casefold():
        return f"both {one.country}"
    return f"{one.club} and {other.club} belong together"


def met_words(tournament: Tournament, one: PlayerId, other: PlayerId, *, before: int) -> str:
    """When two players met."""
    for drawn in tournament.rounds:
        board = drawn.board_of(one) if drawn.number < before else None
        if board and board.opponent_of(one) == other:
            return f"met in round {drawn.number}"
    return "have met"


def _count(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"
