"""Split-and-cycle: one half stays in its seats, the other cycles through them (document 5, page 9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Colour
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.table import TableSchedule
from miai.engine.pairing.schedules.table_plan import Seats, TableGame, TablePlan, Turn, Turns
from miai.engine.pairing.schedules.wishes import PairWishes
from miai.messages import Message, counted

# A group of seats; None is a free seat that an odd group gets.
_Group = tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitAndCycle(TableSchedule):
    """Split-and-cycle, split again when the halves have met.

    The halves are the stronger and the weaker players, or two teams where every player is in one of two:
    teams of the event where it has some, else those that the entries of the players name. When everybody has
    met everybody of the other half, each half is split in the same way. Halves that cannot be split evenly
    have byes then, one in each: the document calls such a tournament flawed.
    """

    key: ClassVar[str] = "split_and_cycle"
    title: ClassVar[str] = "split-and-cycle"

    def seats_for(self, order: Sequence[Player]) -> Seats:
        """The half that stays, then the one that moves; free seats are in the half that moves."""
        teams = _teams(order)
        if teams:
            staying, moving = teams
            return (*staying, *moving, *[None] * (len(staying) - len(moving)))
        return (*order, None) if len(order) % 2 else tuple(order)

    def turns_for(self, seats: Seats) -> Turns:
        """Every turn of every splitting, until everybody has met everybody."""
        return _turns(tuple(player is not None for player in seats))

    def turns_planned(self, seats: Seats) -> int:
        """The turns of the first splitting."""
        return len(seats) // 2

    def rows_stay(self, seats: Seats) -> bool:
        """Whether the halves are teams."""
        return _teams([player for player in seats if player]) is not None

    def upper_first(
        self, boards: Sequence[tuple[Player, Player]], players: Sequence[Player]
    ) -> list[tuple[Player, Player]]:
        """The boards with the player of the half that stays first: Black, unless teams say otherwise."""
        teams = _teams(players)
        if not teams or not boards:
            return list(boards)
        # Of two equal teams the one of Black at the first table stays.
        staying = teams[0][0].team
        if len(teams[0]) == len(teams[1]):
            staying = boards[0][0].team
        return [(one, other) if one.team == staying else (other, one) for one, other in boards]

    def _plan(
        self, tournament: Tournament, wishes: PairWishes, *, before: int, seed: int
    ) -> tuple[TablePlan, tuple[Message, ...]]:
        """The plan for players who are called by their team."""
        return TableSchedule._plan(self, _with_teams_named(tournament), wishes, before=before, seed=seed)

    def rounds_shown(self, tournament: Tournament, turns: int) -> int:
        """As many rounds as the tournament has."""
        return min(turns, max(tournament.settings.rounds, tournament.rounds_played))

    def no_round(self, turns: int, number: int) -> Message:
        """That there is no such round."""
        return counted(
            "this split-and-cycle has %(num)s round: there is no round %(round)s",
            "this split-and-cycle has %(num)s rounds: there is no round %(round)s",
            turns,
            round=number,
        )

    def plan_notes(self, plan: TablePlan, last: int, *, first: int = 1) -> tuple[Message, ...]:
        """Where each half is split again, and what that costs if it is odd."""
        rounds = range(first, min(last, len(plan.order)) + 1)
        return tuple(_notes(plan, rounds, teams=self.rows_stay(plan.seats)))


def _with_teams_named(tournament: Tournament) -> Tournament:
    """The tournament whose players carry the name of their team; unchanged where there are no teams."""
    if not tournament.teams:
        return tournament
    names: dict[PlayerId, str] = {}
    for team in tournament.teams:
        for member in team.members:
            names.setdefault(member, team.name)
    players = tuple(replace(player, team=names.get(player.id, "")) for player in tournament.players)
    return replace(tournament, players=players)


def _teams(players: Sequence[Player]) -> tuple[list[Player], list[Player]] | None:
    """The players by team, the larger one first, where each is in one of two; else nothing."""
    names = list(dict.fromkeys(player.team for player in players))
    if len(names) != 2 or "" in names:
        return None
    one, other = ([player for player in players if player.team == name] for name in names)
    return (one, other) if len(one) >= len(other) else (other, one)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Splitting:
    """Groups of one even size from its first turn on: everybody of one half meets everybody of the other."""

    first: int
    groups: tuple[_Group, ...]

    @property
    def half(self) -> int:
        """The seats in half a group, and so the turns that it takes."""
        return len(self.groups[0]) // 2

    @property
    def turns(self) -> range:
        """The turns of all, counted from the first splitting."""
        return range(self.first, self.first + self.half)

    @property
    def is_odd(self) -> bool:
        """True if every group has a free seat."""
        return any(None in group for group in self.groups)

    def games(self, turn: int) -> Iterator[tuple[int, int | None]]:
        """The seats that meet in a turn of this splitting; a seat that meets a free one comes first."""
        for group in self.groups:
            for board in range(self.half):
                upper, lower = group[board], group[self.half + (board - turn) % self.half]
                if upper is None:
                    upper, lower = lower, upper
                if upper is not None:
                    yield upper, lower


def _splittings(seats: int) -> Iterator[_Splitting]:
    """Split in halves again and again, until every half is one seat."""
    groups: list[_Group] = [tuple(range(seats))]
    turn, size = 0, seats
    while size > 1:
        splitting = _Splitting(
            first=turn, groups=tuple((*group, None) if size % 2 else group for group in groups)
        )
        yield splitting
        half = splitting.half
        groups = [part for group in splitting.groups for part in (group[:half], group[half:])]
        turn, size = turn + half, half


@cache
def _turns(taken: tuple[bool, ...]) -> tuple[Turn, ...]:
    """Every turn, by which seats have players; colours go to who is due, so that nobody has one too often."""
    colours = _Colours(taken)
    turns: list[Turn] = []
    for splitting in _splittings(len(taken)):
        for turn in range(splitting.half):
            games = [
                TableGame(upper=upper, lower=lower, upper_colour=colours.of_upper(upper, lower, len(turns)))
                for upper, lower in splitting.games(turn)
            ]
            turns.append(tuple(games))
    return tuple(turns)


class _Colours:
    """The colours that seats have had, White counted up and Black down."""

    def __init__(self, taken: Sequence[bool]) -> None:
        self._taken = taken
        self._balances = [0] * len(taken)
        self._last = [0] * len(taken)

    def of_upper(self, upper: int, lower: int | None, turn: int) -> Colour:
        """White to who had fewer whites, then to who had Black last; else the rows alternate.

        A game with a free seat is not played, and counts for no colour.
        """
        if lower is None or not (self._taken[upper] and self._taken[lower]):
            return Colour.BLACK
        white = turn % 2 == 1
        for counts in (self._balances, self._last):
            if counts[upper] != counts[lower]:
                white = counts[upper] < counts[lower]
                break
        for seat, sign in ((upper, 1 if white else -1), (lower, -1 if white else 1)):
            self._balances[seat] += sign
            self._last[seat] = sign
        return Colour.WHITE if white else Colour.BLACK


def _notes(plan: TablePlan, rounds: range, *, teams: bool) -> Iterator[Message]:
    """What is worth knowing about rounds after the first splitting."""
    for number, splitting in enumerate(list(_splittings(len(plan.seats)))[1:]):
        whole = [played for played, turn in enumerate(plan.order, start=1) if turn in splitting.turns]
        shown = [played for played in whole if played in rounds]
        if not shown:
            continue
        if teams and number == 0:
            yield Message(
                "everybody has met the whole other team: from round %(round)s on teammates meet",
                round=whole[0],
            )
        if splitting.is_odd:
            yield Message(
                "everybody has met everybody of the other half, and the halves are odd: %(num)s players sit "
                "out in round %(round)s, which is a flaw of split-and-cycle",
                round=shown[0],
                num=_free_seats(plan, shown[0]),
            )
        elif not teams:
            yield Message(
                "everybody has met everybody of the other half: each half is split from round %(round)s on",
                round=whole[0],
            )


def _free_seats(plan: TablePlan, number: int) -> int:
    return len(plan.players) - 2 * len(list(plan.games(number)))
