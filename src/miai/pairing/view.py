"""Builds what a pairing system sees from a tournament and its state before the round."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.game import Board, Colour, Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.points import HALF, POINT
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.pairing.protocol import Constraints, Ints, RoundView
from miai.rating.egf import expected_score
from miai.rating.inside import ratings_after
from miai.rating.protocol import RatingSystem
from miai.standings.places import criteria_values
from miai.standings.scores import PlayerRound, Scores, scores
from miai.standings.tiebreaks import TIEBREAKS

# A player is judged by what they did more or less than expected once it is clear.
_CLEARLY = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeding:
    """What orders players inside a group: criteria, then further ones, then name or canonical order."""

    criteria: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    by_name: bool = False


def state_before(tournament: Tournament, round_number: int) -> tuple[Tournament, tuple[str, ...]]:
    """The tournament without the round and what follows, and a sentence for each game that goes on.

    A board without a result counts as a jigo, for pairing only.
    """
    if round_number < 1:
        raise InputError(f"there is no round {round_number}: rounds are numbered from 1")
    names = {player.id: player.name for player in tournament.players}
    pending = [
        f"round {drawn.number}, table {board.table}, {names[board.white]} against {names[board.black]}, "
        "has no result yet: a jigo for this draw"
        for drawn in tournament.rounds
        if drawn.number < round_number
        for board in drawn.boards
        if not board.result.known
    ]
    rounds = tuple(_decided(drawn) for drawn in tournament.rounds if drawn.number < round_number)
    return replace(tournament, rounds=rounds), tuple(pending)


def build_view(
    tournament: Tournament,
    round_number: int,
    *,
    seed: int,
    seeding: Seeding | None = None,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
    live: RatingSystem | None = None,
) -> RoundView:
    """See the round from the state before it; `only` leaves out everybody else who could play.

    With `live` ratings are updated by the rounds so far.
    """
    state, problems = state_before(tournament, round_number)
    after = round_number - 1
    table = scores(_for_pairing(state), after=after)
    everybody = range(len(state.players))
    playing = [i for i in everybody if state.players[i].attends(round_number)]
    final = [i for i in playing if state.players[i].registration is Registration.FINAL]
    if playing and not final:
        problems = (*problems, "nobody is registered finally: everybody registered preliminarily plays")
    playing = final or playing
    _demand_players(state, [*(only or ()), *(player for pair in _pairs(constraints) for player in pair)])
    if only is not None:
        wanted = set(only)
        playing = [i for i in everybody if state.players[i].id in wanted]
    playing = _canonical(state.players, playing, seed)
    by_score = not state.settings.by_wins
    points = table.points if by_score else table.wins
    groups = np.array([points[i] // POINT for i in playing], np.int64)
    order = _order(table, playing, seeding or Seeding(criteria=state.settings.criteria, then=("rating",)))
    places, sizes = _places(groups, order)
    floats = _floats(table, by_score=by_score, unit=POINT)
    exact_floats = _floats(table, by_score=by_score, unit=1)
    ratings = ratings_after(state, after, live) if live else [_rating(player) for player in state.players]
    low, high = _wanted_opponents(table)
    categories = TIEBREAKS["cat"].compute(table)

    def chosen(values: Sequence[int]) -> Ints:
        return np.array([values[i] for i in playing], np.int64)

    def codes(text: Callable[[Player], Hashable]) -> Ints:
        return _codes(text(state.players[i]) for i in playing)

    return RoundView(
        round=round_number,
        rounds=max(state.settings.rounds, round_number),
        players=tuple(state.players[i] for i in playing),
        settings=state.settings,
        scores=chosen(points),
        wins=chosen(table.wins),
        groups=groups,
        places=places,
        sizes=sizes,
        starts=chosen(table.starts),
        grades=np.array([state.players[i].grade.number for i in playing], np.int64),
        ratings=np.array([ratings[i] for i in playing], np.float64),
        balances=chosen([sum(_colours(one)) for one in table.rounds]),
        last_colours=chosen([next(reversed(_colours(one)), 0) for one in table.rounds]),
        whites=chosen([sum(sign > 0 for sign in _colours(one)) for one in table.rounds]),
        blacks=chosen([sum(sign < 0 for sign in _colours(one)) for one in table.rounds]),
        streaks=chosen([_streak(one) for one in table.rounds]),
        ups=chosen([sum(each > 0 for each in one) for one in floats]),
        downs=chosen([sum(each < 0 for each in one) for one in floats]),
        last_floats=chosen([one[-1] if one else 0 for one in exact_floats]),
        last_points=chosen([one[-1].points if one and one[-1].played else -1 for one in table.rounds]),
        byes=chosen([sum(each.forced_bye for each in one) for one in table.rounds]),
        met=_met(table, playing),
        countries=codes(lambda player: player.country.casefold()),
        clubs=codes(lambda player: player.club.casefold()),
        clubs_groups=codes(lambda player: _group_of(player.club, state)),
        families=codes(lambda player: player.family.casefold()),
        categories=chosen([int(-value) for value in categories]),
        wanted_low=chosen(low),
        wanted_high=chosen(high),
        problems=problems,
        constraints=constraints or Constraints(),
    )


def _for_pairing(state: Tournament) -> Tournament:
    """Points for absence count in pairing even where they give no place (EPM)."""
    scoring = replace(state.settings.scoring, absence_for_place=True)
    return replace(state, settings=replace(state.settings, scoring=scoring))


def _pairs(constraints: Constraints | None) -> Sequence[tuple[PlayerId, PlayerId]]:
    return (*constraints.forbidden, *constraints.forced) if constraints else ()


def _demand_players(state: Tournament, named: Iterable[PlayerId]) -> None:
    known = {player.id for player in state.players}
    for player in named:
        if player not in known:
            raise InputError(f"there is no player '{player}'")


def _decided(drawn: Round) -> Round:
    def decided(board: Board) -> Board:
        return board if board.result.known else replace(board, result=Result.JIGO)

    return replace(drawn, boards=tuple(decided(board) for board in drawn.boards))


def _canonical(players: Sequence[Player], playing: Sequence[int], seed: int) -> list[int]:
    """An order that depends on who plays and on the seed, not on the order of the file."""

    def key(i: int) -> tuple[bytes, str]:
        player = players[i]
        who = (player.surname, player.first_name, player.egf_pin, player.aga_id, player.ffg_licence)
        text = "\0".join((str(seed), *who))
        # Namesakes are told apart by whatever else differs.
        return hashlib.sha256(text.encode()).digest(), repr(replace(player, id=PlayerId("")))

    return sorted(playing, key=key)


def _order(table: Scores, playing: Sequence[int], seeding: Seeding) -> list[tuple[float | str | int, ...]]:
    first = criteria_values(table, seeding.criteria)
    columns = [first[key] for key in seeding.criteria]
    columns += [TIEBREAKS[key].compute(table) for key in seeding.then]
    result: list[tuple[float | str | int, ...]] = []
    for canonical, i in enumerate(playing):
        player = table.players[i]
        last: tuple[str | int, ...] = (canonical,)
        if seeding.by_name:
            last = (player.surname, player.first_name, canonical)
        result.append((*(-column[i] for column in columns), *last))
    return result


def _places(groups: Ints, order: Sequence[tuple[float | str | int, ...]]) -> tuple[Ints, Ints]:
    places = np.zeros(len(groups), np.int64)
    sizes = np.zeros(len(groups), np.int64)
    for group in np.unique(groups):
        members = sorted(np.flatnonzero(groups == group).tolist(), key=lambda i: order[i])
        for place, i in enumerate(members):
            places[i], sizes[i] = place, len(members)
    return places, sizes


def _floats(table: Scores, *, by_score: bool, unit: int) -> list[list[int]]:
    """For each player and round 1 for a game against a higher score, -1 against a lower one, else 0.

    Scores are told apart in units: whole points where groups count, quarters where any difference does.
    """
    histories = table.points_after if by_score else table.wins_after
    starts = table.starts if by_score else [0] * len(table.players)

    def group(i: int, k: int) -> int:
        return (histories[i][k - 1] if k else starts[i]) // unit

    return [
        [_sign_of(group(each.opponent, k) - group(i, k)) if each.played else 0 for k, each in enumerate(one)]
        for i, one in enumerate(table.rounds)
    ]


def _sign_of(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def _colours(one: Sequence[PlayerRound]) -> list[int]:
    """1 for White, -1 for Black, in games without handicap whose colours are known."""
    signs = {Colour.WHITE: 1, Colour.BLACK: -1}
    return [
        signs[each.colour] for each in one if each.played and each.stones == 0 and each.colour is not None
    ]


def _streak(one: Sequence[PlayerRound]) -> int:
    colours = _colours(one)
    last = colours[-1] if colours else 0
    same = next((k for k, sign in enumerate(reversed(colours)) if sign != last), len(colours))
    return last * same


def _met(table: Scores, playing: Sequence[int]) -> Ints:
    position = {i: p for p, i in enumerate(playing)}
    met = np.zeros((len(playing), len(playing)), np.int64)
    for i in playing:
        for each in table.rounds[i]:
            # A bye beside a game makes the round unplayed, but the two have met.
            if each.opponent in position:
                met[position[i], position[each.opponent]] += 1
    return met


def _codes(texts: Iterable[Hashable]) -> Ints:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(text, len(numbers)) if text else -1 for text in texts], np.int64)


def _group_of(club: str, state: Tournament) -> str:
    return next((group.name for group in state.settings.clubs_groups if club and club in group.clubs), "")


def _rating(player: Player) -> float:
    return float(player.grade.rating) if player.rating is None else player.rating


def _wanted_opponents(table: Scores) -> tuple[list[int], list[int]]:
    """The grades that each player should meet next (Finnish practice); an empty range wants nobody.

    Who clearly wins more than expected meets someone one to three stones above the strongest already beaten,
    who clearly wins less the mirror image.
    """
    grades = [player.grade.number for player in table.players]
    low = [1] * len(grades)
    high = [0] * len(grades)
    for i, one in enumerate(table.rounds):
        games = [each for each in one if each.over_the_board]
        expected = sum(_chance(grades[i], grades[each.opponent]) for each in games)
        won = sum(each.points for each in games) / POINT
        beaten = [grades[each.opponent] for each in games if each.points == POINT]
        lost = [grades[each.opponent] for each in games if each.points < HALF]
        if won - expected >= _CLEARLY and beaten:
            low[i], high[i] = max(beaten) + 1, max(beaten) + 3
        elif expected - won >= _CLEARLY and lost:
            low[i], high[i] = min(lost) - 3, min(lost) - 1
    return low, high


def _chance(grade: int, other: int) -> float:
    return expected_score(Grade.of_number(grade).rating, Grade.of_number(other).rating)
