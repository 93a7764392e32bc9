"""Judges a draw from the state before the round, trusting no other code.

The scores, colours, handicaps and the field are counted here again, slowly; only the values of the domain and
of a draw are shared with what is judged.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from miai.domain.event_games import around_before, rounds_elsewhere
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.settings.conditions import BY_WINS
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import base_preset
from miai.domain.settings.unfinished_games import OpenGames
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Constraints, Draw, Pairing
from miai.engine.verify.recount import Violation, lines_of, points_of, starting_score, top_score, zero_grade
from miai.errors import InputError
from miai.messages import Message

__all__ = ["Case", "Violation", "judge"]

# Whole plans, which results advance: who plays in a round is theirs to say.
SCHEDULES = frozenset(("round_robin", "split_and_cycle", "knockout", "double_elimination"))
# Earlier games that two players may have; a double elimination can bring them together for a reset final.
_MEETINGS = {"round_robin": 1, "double_elimination": 2}
_HANDICAP_KOMI = 0.5
_LONGEST_SEARCH = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A draw before the referee, with what was known when it was made."""

    before: Tournament
    draw: Draw
    constraints: Constraints
    field: tuple[Player, ...]
    scores: dict[PlayerId, Fraction]
    starts: dict[PlayerId, Fraction]
    balances: dict[PlayerId, int]

    @property
    def is_schedule(self) -> bool:
        """Whether the draw is a round of a plan."""
        return self.draw.system in SCHEDULES

    @property
    def keeps_families_apart(self) -> bool:
        """Whether members of one family may not meet; the AGA keeps them apart inside score groups only."""
        return self.before.settings.pairing.family_apart and self.draw.system != "aga"

    def is_forced(self, board: Pairing) -> bool:
        """Whether the director chose the board and its colours."""
        return (board.white.id, board.black.id) in self.constraints.forced

    def level(self, player: Player) -> int:
        """What stones are counted from: the score as a grade, or the grade."""
        settings = self.before.settings
        by_score = settings.handicapping.by_score and not settings.scoring.bands
        if by_score and self.draw.system not in BY_WINS:
            return floor(self.scores[player.id]) + zero_grade(settings.scoring)
        return player.grade.number

    def is_above_bar(self, player: Player) -> bool:
        """Whether the player started at the bar or in the top band."""
        scoring = self.before.settings.scoring
        bar = Fraction(scoring.bar.number - zero_grade(scoring))
        if scoring.bands:
            bar = Fraction(scoring.bands[0].score, 4)
        return self.draw.system not in BY_WINS and self.starts[player.id] >= bar

    def plays_even(self, player: Player) -> bool:
        """Whether the player started on top, where the settings allow no handicap."""
        given = self.before.settings.handicapping.none_above_bar and self.draw.system not in BY_WINS
        return given and self.starts[player.id] >= top_score(self.before)

    def handicap(self, one: Player, other: Player) -> int:
        """How many grades the handicap of a game makes up for by the settings."""
        given = self.before.settings.handicapping
        if self.plays_even(one) or self.plays_even(other):
            return 0
        levels = [min(self.level(player), given.none_from.number) for player in (one, other)]
        difference = max(levels) - min(levels)
        if given.table:
            return difference if difference >= given.table[0].difference else 0
        return max(0, min(difference - given.correction, given.ceiling))

    def terms(self, handicap: int) -> tuple[int, float]:
        """The stones and the komi of a game by the settings."""
        settings = self.before.settings
        given = settings.handicapping
        if handicap == 0:
            return 0, settings.komi
        if given.table:
            step = [each for each in given.table if each.difference <= handicap][-1]
            return step.stones, step.komi
        if given.komi_per_grade:
            return 0, settings.komi - handicap * given.komi_per_grade
        return handicap, _HANDICAP_KOMI


def case_of(tournament: Tournament, draw: Draw, constraints: Constraints | None = None) -> Case:
    """See a draw from the state before it; a game still being played counts as the settings say."""
    before = state_before(tournament, draw.round)
    return Case(
        before=before,
        draw=draw,
        constraints=constraints or Constraints(),
        field=_field(before, draw.round),
        scores=pairing_scores(before, draw.round - 1, by_wins=draw.system in BY_WINS),
        starts={p.id: starting_score(p, before.settings.scoring) for p in before.players},
        balances={p.id: sum(even_colours(before, p.id)) for p in before.players},
    )


def judge(tournament: Tournament, draw: Draw, *, constraints: Constraints | None = None) -> list[Violation]:
    """Everything that a draw of any system breaks, judged from the state before its round."""
    if draw.round < 1:
        raise InputError(Message("there is no round %(round)s: rounds are numbered from 1", round=draw.round))
    known = {player.id: player for player in tournament.players}
    strangers = [player for player in _seated(draw) if player.id not in known]
    if strangers:
        return [_violation("unknown", f"{player.name} is not in the tournament") for player in strangers]
    # What a draw says of its players is not to be trusted either.
    boards = tuple(
        replace(board, white=known[board.white.id], black=known[board.black.id]) for board in draw.boards
    )
    case = case_of(tournament, replace(draw, boards=boards), constraints)
    return [violation for check in _CHECKS for violation in check(case)]


def state_before(tournament: Tournament, number: int) -> Tournament:
    """The tournament without a round and what follows.

    For pairing only, games without a result are jigo, unless the settings say that they count nothing.
    """
    stand_in = Result.JIGO
    if tournament.settings.unfinished.in_next_draw is OpenGames.NOTHING:
        stand_in = Result.UNKNOWN
    rounds = tuple(
        Round(
            number=drawn.number,
            boards=tuple(
                replace(board, result=stand_in) if board.result is Result.UNKNOWN else board
                for board in drawn.boards
            ),
            byes=drawn.byes,
            bonuses=drawn.bonuses,
        )
        for drawn in tournament.rounds
        if drawn.number < number
    )
    return replace(tournament, rounds=rounds, stages=(), around=around_before(tournament, number))


def pairing_scores(tournament: Tournament, after: int, *, by_wins: bool) -> dict[PlayerId, Fraction]:
    """The score that a round is paired by; points for absence count in it even where they give no place."""
    scoring = tournament.settings.scoring
    lines = lines_of(tournament, after)
    result = {}
    for player in tournament.players:
        points = points_of(lines[player.id], scoring, wins=by_wins, absences=True)
        result[player.id] = points if by_wins else starting_score(player, scoring) + points
    return result


def is_even(settings: Settings, board: Board | Pairing) -> bool:
    """Whether a game has neither stones nor, where komi is a handicap, less komi than the event's."""
    given = settings.handicapping
    by_komi = bool(given.table or given.komi_per_grade)
    komi = settings.komi if board.komi is None else board.komi
    return board.handicap == 0 and not (by_komi and komi < settings.komi)


def even_colours(tournament: Tournament, player: PlayerId) -> list[int]:
    """1 for White and -1 for Black in each game without handicap whose colours are known, elsewhere first."""
    found = [
        1 if board.white == player else -1
        for each in rounds_elsewhere(tournament)
        for board in each.round.boards
        if player in (board.white, board.black)
        and board.colours_known
        and is_even(tournament.settings, board)
    ]
    for drawn in tournament.rounds:
        free = any(bye.player == player and bye.kind is ByeKind.FORCED for bye in drawn.byes)
        for board in drawn.boards:
            if is_even(tournament.settings, board) and board.colours_known and not free:
                found += [1] * (board.white == player) + [-1] * (board.black == player)
    return found


def promises_kept(case: Case, white: Player, black: Player) -> int:
    """AGA: how many of two have no colour four times in a row, nor in more than half of the rounds."""
    rounds = max(case.before.settings.rounds, case.draw.round)
    kept = 0
    for player, sign in ((white, 1), (black, -1)):
        had = even_colours(case.before, player.id)
        kept += had[-3:] != [sign] * 3 and had.count(sign) < (rounds + 1) // 2
    return kept


def _field(before: Tournament, number: int) -> tuple[Player, ...]:
    """Those who are due to play: registered finally and there; if nobody is final, all who are there."""
    there = [player for player in before.players if number not in player.absent_rounds]
    final = [player for player in there if player.registration is Registration.FINAL]
    return tuple(final or there)


def _violation(rule: str, text: str) -> Violation:
    return Violation(rule=rule, text=text)


def _seated(draw: Draw) -> list[Player]:
    """Everybody in the draw, as often as they are in it."""
    players = [player for board in draw.boards for player in (board.white, board.black)]
    bye = () if draw.bye is None else (draw.bye,)
    return [*players, *bye, *draw.also_free]


def _earlier_boards(case: Case) -> Iterator[Board]:
    """The games before the round; those of other stages too, unless a plan says who meets whom."""
    for each in () if case.is_schedule else rounds_elsewhere(case.before):
        yield from each.round.boards
    for drawn in case.before.rounds:
        yield from drawn.boards


def _seats(case: Case) -> Iterator[Violation]:
    """Everybody due to play sits exactly once."""
    names = {player.id: player.name for player in case.before.players}
    times = Counter(player.id for player in _seated(case.draw))
    for player, count in times.items():
        if count > 1:
            yield _violation("seated_twice", f"{names[player]} sits {count} times in round {case.draw.round}")
    if case.is_schedule:
        return
    due = {player.id for player in case.field}
    for player in due:
        if times[player] == 0:
            yield _violation("left_out", f"{names[player]} is due to play and sits nowhere")
    for player in times:
        if player not in due:
            yield _violation("not_due", f"{names[player]} is not due to play in round {case.draw.round}")


def _bye(case: Case) -> Iterator[Violation]:
    """A bye exactly when the field is odd, and only one."""
    if case.is_schedule:
        return
    if case.draw.bye is None and len(case.field) % 2:
        yield _violation("no_bye", f"{len(case.field)} players are due to play and nobody has the bye")
    if case.draw.bye is not None and len(case.field) % 2 == 0:
        yield _violation("needless_bye", f"{case.draw.bye.name} has a bye in an even field")
    for player in case.draw.also_free:
        yield _violation("another_bye", f"{player.name} has a bye beside another one")


def _second_bye(case: Case) -> Iterator[Violation]:
    """No second forced bye while somebody who could sit out had fewer."""
    bye = case.draw.bye
    if bye is None or not _must_follow_the_order(case, bye):
        return
    had, free = _byes_so_far(case), _who_may_sit_out(case)
    fewer = [p for p in free if had[p.id] < had[bye.id]]
    if any(_can_pair(case, [p for p in free if p.id != one.id]) for one in fewer):
        text = f"{bye.name} has bye number {had[bye.id] + 1}, and {fewer[0].name} had {had[fewer[0].id]}"
        yield _violation("second_bye", text)


def _high_bye(case: Case) -> Iterator[Violation]:
    """No bye above the lowest score of those who could sit out and had as few."""
    bye = case.draw.bye
    if bye is None or not _must_follow_the_order(case, bye):
        return
    # OpenGotha and the AGA's protocol have orders of their own.
    if base_preset(case.draw.preset) == "gotha" or case.draw.system == "aga":
        return
    had, free = _byes_so_far(case), _who_may_sit_out(case)
    lower = [p for p in free if had[p.id] <= had[bye.id] and case.scores[p.id] < case.scores[bye.id]]
    found = [p for p in lower if _can_pair(case, [other for other in free if other.id != p.id])]
    if found:
        yield _violation("high_bye", f"{bye.name} has the bye, and {found[0].name} has fewer points")


def _must_follow_the_order(case: Case, bye: Player) -> bool:
    """Whether neither the director nor the player chose this bye."""
    by_choice = case.constraints.bye is not None or bye.id in case.constraints.volunteers
    return not case.is_schedule and not by_choice


def _byes_so_far(case: Case) -> Counter[PlayerId]:
    return Counter(
        each.player
        for drawn in (*case.before.rounds, *(each.round for each in rounds_elsewhere(case.before)))
        for each in drawn.byes
        if each.kind is ByeKind.FORCED
    )


def _who_may_sit_out(case: Case) -> list[Player]:
    """All but those whom the director paired."""
    bound = {player for pair in case.constraints.forced for player in pair}
    return [player for player in case.field if player.id not in bound]


def _can_pair(case: Case, players: list[Player]) -> bool:
    """Whether a search finds a pairing of everybody; one that takes too long finds none."""
    apart = {frozenset(pair) for pair in case.constraints.forbidden}
    if base_preset(case.draw.preset) != "gotha":
        apart |= {frozenset((board.white, board.black)) for board in _earlier_boards(case)}
    others = {
        one.id: {
            other.id
            for other in players
            if other.id != one.id
            and frozenset((one.id, other.id)) not in apart
            and not (
                case.keeps_families_apart and one.family and one.family.casefold() == other.family.casefold()
            )
        }
        for one in players
    }
    steps = 0

    def search(left: frozenset[PlayerId]) -> bool:
        nonlocal steps
        steps += 1
        if not left or steps > _LONGEST_SEARCH:
            return not left
        hardest = min(left, key=lambda player: (len(others[player] & left), player))
        return any(search(left - {hardest, other}) for other in sorted(others[hardest] & left))

    return search(frozenset(others))


def _rematches(case: Case) -> Iterator[Violation]:
    """Nobody meets again where that is forbidden; the director may force it.

    Games of other parts of the event may be repeated if no pairing avoids them all.
    """
    if base_preset(case.draw.preset) == "gotha":
        return
    met = Counter(frozenset((board.white, board.black)) for board in _earlier_boards(case))
    here = {frozenset((board.white, board.black)) for each in case.before.rounds for board in each.boards}
    playing = [player for board in case.draw.boards for player in (board.white, board.black)]
    for board in case.draw.boards:
        pair = frozenset((board.white.id, board.black.id))
        if met[pair] > _MEETINGS.get(case.draw.system, 0) and not case.is_forced(board):
            if pair not in here and not _can_pair(case, playing):
                continue
            yield _violation("rematch", f"{board.white.name} and {board.black.name} have met")


def _family(case: Case) -> Iterator[Violation]:
    """Members of one family do not meet; the director may force it, and the AGA only prefers it."""
    if case.is_schedule or not case.keeps_families_apart:
        return
    for board in case.draw.boards:
        family = board.white.family.casefold()
        if family and family == board.black.family.casefold() and not case.is_forced(board):
            yield _violation("family", f"{board.white.name} and {board.black.name} are family")


def _directors_pairs(case: Case) -> Iterator[Violation]:
    """Forbidden pairs do not sit, forced ones do with their colours, and the bye is whose it should be."""
    drawn = [(board.white.id, board.black.id) for board in case.draw.boards]
    name = {player.id: player.name for player in case.before.players}
    for one, other in case.constraints.forbidden:
        both = {(one, other), (other, one)}
        if any(pair in both and pair not in case.constraints.forced for pair in drawn):
            yield _violation("forbidden", f"the director forbade {name[one]} against {name[other]}")
    for white, black in case.constraints.forced:
        if (black, white) in drawn:
            yield _violation("forced_colours", f"the director gave {name[white]} White against {name[black]}")
        elif (white, black) not in drawn:
            yield _violation("forced", f"the director wants {name[white]} against {name[black]}")
    wanted = case.constraints.bye
    if wanted is not None and (case.draw.bye is None or case.draw.bye.id != wanted):
        yield _violation("forced_bye", f"the director gave the bye to {name[wanted]}")


def _tables(case: Case) -> Iterator[Violation]:
    """Tables are positive and distinct, as fixed or excluded by the director."""
    for table, times in Counter(board.table for board in case.draw.boards).items():
        if times > 1:
            yield _violation("table_twice", f"table {table} is used {times} times")
        if table < 1:
            yield _violation("no_such_table", f"there is no table {table}")
    for board in case.draw.boards:
        for player in (board.white, board.black):
            for who, table in case.constraints.fixed_tables:
                if who == player.id and board.table != table:
                    text = f"{player.name} sits at table {board.table} instead of {table}"
                    yield _violation("fixed_table", text)
            if (player.id, board.table) in case.constraints.excluded_tables:
                yield _violation("excluded_table", f"{player.name} may not sit at table {board.table}")


def _colours(case: Case) -> Iterator[Violation]:
    """In an even game White has not had more whites, unless forced; with stones White is the stronger.

    In the AGA's protocol a promise comes first: nobody has one colour four times in a row, or in more than
    half of the rounds, where the colours could be given the other way round.
    """
    if case.is_schedule:
        return
    for board in case.draw.boards:
        white, black = board.white, board.black
        even = is_even(case.before.settings, board)
        if even and board.colours_known and not case.is_forced(board):
            kept = turned = 0
            if case.draw.system == "aga":
                kept, turned = promises_kept(case, white, black), promises_kept(case, black, white)
            if kept < turned:
                yield _violation("colour_promise", f"{white.name} or {black.name} has one colour too often")
            if kept == turned and case.balances[white.id] > case.balances[black.id]:
                yield _violation("colour", f"{white.name} has White again, and {black.name} is due")
        if not even and case.level(white) <= case.level(black):
            yield _violation("weaker_gives", f"{white.name} gives a handicap and is not the stronger")


def _handicaps(case: Case) -> Iterator[Violation]:
    """Stones and komi are those of the settings."""
    if case.is_schedule:
        return
    for board in case.draw.boards:
        names = f"{board.white.name} and {board.black.name}"
        handicap = case.handicap(board.white, board.black)
        if case.is_forced(board) and case.level(board.white) < case.level(board.black):
            handicap = 0  # the director gave White to the weaker, who gives no stones
        stones, komi = case.terms(handicap)
        if board.handicap != stones:
            yield _violation("handicap", f"{names}: {board.handicap} stones instead of {stones}")
            komi = _HANDICAP_KOMI if board.handicap else case.before.settings.komi
        if board.komi != komi:
            yield _violation("komi", f"{names}: komi {board.komi} instead of {komi}")


_CHECKS: tuple[Callable[[Case], Iterator[Violation]], ...] = (
    _seats,
    _bye,
    _second_bye,
    _high_bye,
    _rematches,
    _family,
    _directors_pairs,
    _tables,
    _colours,
    _handicaps,
)
