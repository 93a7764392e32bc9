"""Orders the players of a group as the seeding wants it: by criteria that are counted here a second time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations, groupby

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import base_preset
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.settings.unfinished_games import OpenGames
from miai.domain.tournament import Tournament
from miai.engine.verify.recount import COUNTS, count_criteria

Numbers = Mapping[PlayerId, float]
Key = tuple[float, ...]
_COUNTED = tuple(key for key, _ in COUNTS)
# OpenGotha keeps ratings between these, and has the lower one for a player without a rating.
_LOWEST, _HIGHEST = -900, 2949
_PLAIN = (Result.WHITE_WINS, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedOrder:
    """The order of a group: `criteria`, `then` others that compare no tied players, then names or the lot."""

    criteria: tuple[str, ...]
    then: tuple[str, ...]
    by_name: bool = False


def seed_order(settings: Settings, number: int, preset: str) -> SeedOrder:
    """The order of the groups of a round under a preset."""
    choice = settings.pairing.seeding(number)
    gotha = base_preset(preset) == "gotha"
    score = ("nbw",) if settings.by_wins else ("mms",)
    usual = settings.criteria if choice.by_standings or gotha else score
    criteria = choice.criteria or usual
    if gotha:
        return SeedOrder(criteria=criteria, then=(choice.by,) if choice.by else (), by_name=True)
    return SeedOrder(criteria=criteria, then=(choice.by or "rating", "rating"))


def not_counted(order: SeedOrder) -> tuple[str, ...]:
    """The criteria of an order that are not counted here, such as those of plug-ins."""
    found = (key for key in order.criteria if key not in (*_COUNTED, *_OF_PLAYERS, *_TIED))
    return (*found, *(key for key in order.then if key not in (*_COUNTED, *_OF_PLAYERS)))


def place_keys(tournament: Tournament, number: int, order: SeedOrder) -> dict[PlayerId, Key]:
    """The keys that order the players before a round, the lowest first."""
    return _keys(before_draw(tournament, number), number - 1, order)


def not_counted_at_the_end(settings: Settings) -> tuple[str, ...]:
    """The criteria of the standings that are not counted here."""
    return not_counted(SeedOrder(criteria=settings.criteria, then=()))


def final_keys(tournament: Tournament) -> dict[PlayerId, Key]:
    """The keys that order the players by the standings, the first place lowest."""
    return _keys(
        tournament, tournament.rounds_played, SeedOrder(criteria=tournament.settings.criteria, then=())
    )


def _keys(state: Tournament, after: int, order: SeedOrder) -> dict[PlayerId, Key]:
    own = count_criteria(state, after, (*order.criteria, *order.then))
    values: dict[str, Numbers] = {
        key: {who: float(x) for who, x in found.items()} for key, found in own.items()
    }
    for key in (*order.criteria, *order.then):
        if key in _OF_PLAYERS:
            values[key] = _OF_PLAYERS[key](state)
    for at, key in enumerate(order.criteria):
        if key in _TIED and key not in values:
            # These two are counted together, from the tie before the first of them.
            for each in ("sdc", "dc") if key in ("sdc", "dc") else (key,):
                values[each] = _among_tied(state, each, order.criteria, at, values)
    return {
        player.id: tuple(-values[key][player.id] for key in (*order.criteria, *order.then))
        for player in state.players
    }


def before_draw(tournament: Tournament, number: int) -> Tournament:
    """The event before a round as the draw sees it: open games are a jigo or nothing, absences count."""
    settings = tournament.settings
    nothing = settings.unfinished.in_next_draw is OpenGames.NOTHING
    rounds = (each for each in tournament.rounds if each.number < number)
    return replace(
        tournament,
        rounds=tuple(each if nothing else _decided(each) for each in rounds),
        settings=replace(settings, scoring=replace(settings.scoring, absence_for_place=True)),
    )


def _decided(drawn: Round) -> Round:
    boards = (board if board.result.known else replace(board, result=Result.JIGO) for board in drawn.boards)
    return replace(drawn, boards=tuple(boards))


# Criteria that players have by themselves --------------------------------------------


def _grades(state: Tournament) -> Numbers:
    return {player.id: player.grade.number for player in state.players}


def _ratings(state: Tournament) -> Numbers:
    gotha = state.settings.scoring.rulebook is Rulebook.GOTHA

    def rating(player: Player) -> float:
        if gotha:
            return _LOWEST if player.rating is None else min(_HIGHEST, max(_LOWEST, player.rating))
        return player.grade.rating if player.rating is None else player.rating

    return {player.id: rating(player) for player in state.players}


def _lots(state: Tournament) -> Numbers:
    seed = state.settings.draw_seed

    def lot(at: int) -> tuple[bytes, int]:
        player = state.players[at]
        who = (str(seed), player.surname, player.first_name, player.egf_pin, player.aga_id)
        return sha256("\0".join(who).encode()).digest(), at

    ordered = sorted(range(len(state.players)), key=lot)
    return {state.players[at].id: place for place, at in enumerate(ordered)}


_OF_PLAYERS: Mapping[str, Callable[[Tournament], Numbers]] = {
    "rank": _grades,
    "rating": _ratings,
    "draw": _lots,
}


# Criteria that compare tied players --------------------------------------------------


def _among_tied(
    state: Tournament, key: str, order: Sequence[str], at: int, values: Mapping[str, Numbers]
) -> Numbers:
    """The values of a criterion for the players who are equal by all criteria before the place `at`."""
    before = order[:at]
    rest = order[order.index(key) + 1 :] if key in order else ()
    known = [each for each in rest if each in values]
    found: dict[PlayerId, float] = {player.id: 0 for player in state.players}

    def tie(player: PlayerId) -> Key:
        return tuple(values[each][player] for each in before)

    for _, tied in groupby(sorted(found, key=tie), key=tie):
        group = list(tied)
        if len(group) > 1:
            later = {player: tuple(values[each][player] for each in known) for player in group}
            found.update(_TIED[key](state, group, later))
    return found


def _games(state: Tournament, group: Sequence[PlayerId]) -> list[Board]:
    """The games of some players with each other."""
    inside = set(group)
    return [
        board
        for drawn in state.rounds
        for board in drawn.boards
        if board.white in inside and board.black in inside
    ]


def _net_wins(state: Tournament, group: Sequence[PlayerId]) -> dict[tuple[PlayerId, PlayerId], int]:
    """Wins less losses over the board of each against each."""
    net = {(one, other): 0 for one in group for other in group}
    for board in _games(state, group):
        if board.result in _PLAIN:
            white = 1 if board.result is Result.WHITE_WINS else -1
            net[board.white, board.black] += white
            net[board.black, board.white] -= white
    return net


def _all_met(state: Tournament, group: Sequence[PlayerId], later: Mapping[PlayerId, Key]) -> Numbers:
    """How many of the others are beaten, if nobody is equal with anybody."""
    net = _net_wins(state, group)
    if any(net[pair] == 0 for pair in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return {one: sum(net[one, other] > 0 for other in group) for one in group}


def _direct(state: Tournament, group: Sequence[PlayerId], later: Mapping[PlayerId, Key]) -> Numbers:
    """The players from the bottom: those who have to be above nobody who is left, the worst of them first."""
    net = _net_wins(state, group)
    gotha = state.settings.scoring.rulebook is Rulebook.GOTHA
    beaten = {
        one: {other for other in group if net[one, other] == 1 or (net[one, other] > 1 and not gotha)}
        for one in group
    }
    reached = {one: _reached(beaten, one) for one in group}
    below: dict[PlayerId, set[PlayerId]] = {one: set() for one in group}
    for one in group:
        circle = {one, *(other for other in reached[one] if one in reached[other])}
        for loser in beaten[one] - circle:
            under = {loser, *(other for other in reached[loser] if loser in reached[other])}
            for winner in circle:
                below[winner] |= under
    left, steps = set(group), []
    while left:
        free = [one for one in left if not below[one] & left]
        worst = min(later[one] for one in free)
        steps.append([one for one in free if later[one] == worst])
        left -= set(steps[-1])
    found: dict[PlayerId, float] = {}
    for step in steps:
        found.update(dict.fromkeys(step, len(found) + len(step) - len(steps[0])))
    return found


def _reached(beaten: Mapping[PlayerId, set[PlayerId]], start: PlayerId) -> set[PlayerId]:
    """All who are beaten by somebody whom a player beat, however far."""
    found: set[PlayerId] = set()
    open_ = [start]
    while open_:
        for each in beaten[open_.pop()] - found:
            found.add(each)
            open_.append(each)
    return found


def _face_to_face(state: Tournament, group: Sequence[PlayerId], later: Mapping[PlayerId, Key]) -> Numbers:
    """Half points won over the board against the others, if all have met."""
    games = [board for board in _games(state, group) if board.result.known and not board.result.by_default]
    met = {frozenset((board.white, board.black)) for board in games}
    if any(frozenset(pair) not in met for pair in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    won = dict.fromkeys(group, 0)
    for board in games:
        won[board.white] += board.result.points(Colour.WHITE)
        won[board.black] += board.result.points(Colour.BLACK)
    return {player: points // 2 for player, points in won.items()}


_TIED: Mapping[str, Callable[[Tournament, Sequence[PlayerId], Mapping[PlayerId, Key]], Numbers]] = {
    "sdc": _all_met,
    "dc": _direct,
    "f2f": _face_to_face,
}
