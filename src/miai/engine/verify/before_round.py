"""What was known of every player before a round: read from the log by the rules, with code of its own.

Points are whole quarters. A game without a result counts as a jigo for the draw, or nothing by some rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import inf

from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.pricing_version import FIRST_PRICING, PRICING
from miai.domain.rounds.game import Board, Colour
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import size_of
from miai.domain.settings.presets import base_preset
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.verify.leavers import somebody_left
from miai.engine.verify.order import before_draw, place_keys, seed_order
from miai.engine.verify.recount import lines_of, points_of, zero_grade

POINT, HALF = 4, 2


@dataclass(slots=True)
class Facts:
    """One player before a round; `colours` are 1 for White and -1 for Black in games without handicap.

    `points` are the McMahon score, which a Swiss system does not pair by, and `lot` is the place by lot.
    `last_float` is 1 for a player who was drawn up in the last round, by any difference of points, and -1 for
    one who was drawn down; `last_points` are those of the last game, -1 before the first.
    """

    player: Player
    start: int
    score: int = 0
    points: int = 0
    wins: int = 0
    byes: int = 0
    ups: int = 0
    downs: int = 0
    last_float: int = 0
    last_points: int = -1
    colours: list[int] = field(default_factory=list)
    met: set[str] = field(default_factory=set)
    met_here: set[str] = field(default_factory=set)
    place: int = 0
    size: int = 0
    lot: int = 0

    @property
    def group(self) -> int:
        """The whole points."""
        return self.score // POINT

    @property
    def balance(self) -> int:
        """Whites less blacks."""
        return sum(self.colours)

    @property
    def last_colour(self) -> int:
        """The colour of the last game, 0 before the first."""
        return self.colours[-1] if self.colours else 0


def facts_before(
    tournament: Tournament, number: int, *, seed: int, preset: str = "miai", pricing: int = PRICING
) -> list[Facts]:
    """Everybody who is to be paired in a round, by group and place, the best first.

    Since the second pricing opponents, colours and byes of other stages are known.
    """
    everybody = {
        player.id: Facts(player=player, start=start_of(player, tournament.settings))
        for player in tournament.players
    }
    if pricing > FIRST_PRICING:
        _note_other_stages(everybody, tournament, number)
    state = before_draw(tournament, number)
    colours = {name: tuple(each.colours) for name, each in everybody.items()}
    _play(everybody, sorted(state.rounds, key=lambda each: each.number), tournament.settings)
    if somebody_left(state):
        _settle(everybody, state, number, colours)
    drawn = tournament.round(number)
    field_ = [everybody[player.id] for player in tournament.players if _is_in(player, drawn)]
    keys = place_keys(tournament, number, seed_order(tournament.settings, number, preset))
    return _placed(field_, keys, seed, by_name=base_preset(preset) == "gotha")


def _note_other_stages(everybody: dict[PlayerId, Facts], tournament: Tournament, number: int) -> None:
    """Note opponents, colours and byes of rounds that come before this one in the event's order of play."""
    around = tournament.around
    if around is None:
        others = [(each.phase, each.own.rounds) for each in tournament.stages]
        here = (0, number)
    else:
        others = [(each.phase, each.rounds) for each in around.parts if each.stage != around.stage]
        here = (around.phase, number)
    # Rounds of the same phase and number keep the order of the parts.
    before = sorted(
        (phase, drawn.number, at)
        for at, (phase, rounds) in enumerate(others)
        for drawn in rounds
        if (phase, drawn.number) < here
    )
    for _, drawn_number, at in before:
        drawn = next(each for each in others[at][1] if each.number == drawn_number)
        for free in _resting(drawn):
            if free in everybody:
                everybody[free].byes += 1
        for board in drawn.boards:
            for own, other, colour in ((board.white, board.black, 1), (board.black, board.white, -1)):
                if own in everybody:
                    everybody[own].met.add(other)
                    if _has_colours(board, tournament.settings):
                        everybody[own].colours.append(colour)


def canonical(players: Iterable[Player], seed: int) -> list[Player]:
    """The order by lot: by the hash of the seed, the names and the numbers of the federations."""

    def lot(player: Player) -> bytes:
        who = (player.surname, player.first_name, player.egf_pin, player.aga_id, player.ffg_licence)
        return sha256("\0".join((str(seed), *who)).encode()).digest()

    # Namesakes have the same lot; everything else that is known of them decides, but not the id.
    return sorted(players, key=lambda each: (lot(each), repr(replace(each, id=PlayerId("")))))


def start_of(player: Player, settings: Settings) -> int:
    """The McMahon score before the first round."""
    scoring = settings.scoring
    if player.start is not None:
        return player.start + player.correction
    if scoring.bands:
        return _band_score(player, settings) + player.correction
    bar, low = scoring.bar.number, scoring.floor.number
    number = min(bar, max(low, player.grade.number))
    if player.bar_side is BarSide.ABOVE:
        number = bar
    if player.bar_side is BarSide.BELOW:
        number = min(number, bar - 1)
    return POINT * (number - zero_grade(scoring)) + player.correction


def score_of_grade(number: int, settings: Settings) -> float:
    """The score that a grade stands for; of bands that of the band."""
    scoring = settings.scoring
    if not scoring.bands:
        return POINT * (number - zero_grade(scoring))
    for band in scoring.bands:
        if number >= band.weakest.number:
            return band.score
    return scoring.bands[-1].score - POINT


def top_score(settings: Settings, players: Iterable[Player]) -> float:
    """The start of the top band or of the bar, or the highest set by hand where nobody is at the bar."""
    scoring = settings.scoring
    if scoring.bands:
        return scoring.bands[0].score
    bar = POINT * (scoring.bar.number - zero_grade(scoring))
    everybody = list(players)
    by_hand = [start_of(each, settings) for each in everybody if each.start is not None]
    reached = any(start_of(each, settings) >= bar for each in everybody if each.start is None)
    return max(by_hand) if by_hand and not reached else bar


def _band_score(player: Player, settings: Settings) -> int:
    bands = settings.scoring.bands
    for band in bands:
        if player.id in band.members:
            return band.score
    if player.bar_side is BarSide.ABOVE:
        return bands[0].score
    below = bands[1:] if player.bar_side is BarSide.BELOW and len(bands) > 1 else bands
    for band in below:
        if player.grade.number >= band.weakest.number:
            return band.score
    return bands[-1].score - POINT


def _is_in(player: Player, drawn: Round) -> bool:
    """Whether somebody is paired, has the bye, or is here and has no game."""
    if any(player.id in (board.white, board.black) for board in drawn.boards):
        return True
    bye = next((each for each in drawn.byes if each.player == player.id), None)
    if bye is not None:
        return bye.kind is ByeKind.FORCED
    return player.attends(drawn.number) and player.registration is Registration.FINAL


@dataclass(slots=True)
class _Tally:
    """Points and wins of one player, separate for games and for rounds without one.

    Bonuses count like games: the rules round only byes and absences.
    """

    points: int
    wins: int = 0
    free_points: int = 0
    free_wins: int = 0

    def score(self, each: Facts, settings: Settings) -> None:
        """Write the totals into the facts."""
        each.score = self.points + _whole(self.free_points, settings)
        each.wins = self.wins + _whole(self.free_wins, settings)


def _play(everybody: dict[PlayerId, Facts], rounds: Sequence[Round], settings: Settings) -> None:
    """Go through the rounds one by one; floats are seen by the scores before each of them."""
    tallies = {name: _Tally(each.start) for name, each in everybody.items()}
    for each in everybody.values():
        each.score = each.start
    for drawn in rounds:
        before = {name: each.wins if settings.by_wins else each.score for name, each in everybody.items()}
        _note_games(everybody, drawn, before, settings)
        _count_games(tallies, drawn)
        _count_free_rounds(tallies, everybody, drawn, settings)
        for name, each in everybody.items():
            tallies[name].score(each, settings)
    for each in everybody.values():
        each.points = each.score
        if settings.by_wins:
            each.score = each.wins


def _settle(
    everybody: dict[PlayerId, Facts],
    state: Tournament,
    number: int,
    colours: Mapping[PlayerId, Iterable[int]],
) -> None:
    """Take games that were annulled or awarded in a round robin as the rules settle them."""
    scoring, sheet = state.settings.applied_scoring, lines_of(state, number - 1)

    def wins(player: PlayerId, after: int) -> int:
        return int(POINT * points_of(sheet[player][:after], scoring, wins=True, absences=True))

    for name, each in everybody.items():
        each.score = each.wins = wins(name, number - 1)
        each.met -= each.met_here
        each.ups = each.downs = 0
        each.colours, each.met_here = list(colours[name]), set()
        for at, line in enumerate(sheet[name]):
            if line.kind != "game" or line.opponent is None:
                continue
            each.met_here.add(line.opponent)
            mine, theirs = wins(name, at) // POINT, wins(line.opponent, at) // POINT
            each.ups += theirs > mine
            each.downs += theirs < mine
            board = state.round(at + 1).board_of(name)
            if board and line.opponent == board.opponent_of(name) and _has_colours(board, state.settings):
                each.colours.append(1 if board.white == name else -1)
        each.met |= each.met_here


def _count_games(tallies: dict[PlayerId, _Tally], drawn: Round) -> None:
    """Count the results and the bonuses of a round."""
    gains: list[tuple[PlayerId, int]] = [(bonus.player, bonus.points) for bonus in drawn.bonuses]
    gains += [gain for board in drawn.boards for gain in _points(board)]
    for player, points in gains:
        tallies[player].points += points
        tallies[player].wins += points


def _count_free_rounds(
    tallies: dict[PlayerId, _Tally], everybody: dict[PlayerId, Facts], drawn: Round, settings: Settings
) -> None:
    """Count the byes and the absences of a round, with what the rules give for them."""
    scoring = settings.applied_scoring
    resting, away = _resting(drawn), {bye.player for bye in drawn.byes}
    boards = {seat: board for board in drawn.boards for seat in (board.white, board.black)}
    for name, each in everybody.items():
        tally = tallies[name]
        if name in resting:
            each.byes += 1
            tally.free_points += scoring.bye_points
            tally.free_wins += scoring.bye_wins
        elif name not in boards and (name in away or not each.player.attends(drawn.number)):
            tally.free_points += scoring.absent_points
            tally.free_wins += scoring.absent_wins
        elif scoring.rulebook is Rulebook.MACMAHON and (name not in boards or not boards[name].result.known):
            # MacMahon gives the points of an absence also without a pairing or a result.
            tally.free_points += scoring.absent_points


def _resting(drawn: Round) -> set[PlayerId]:
    """Players with the bye of a round."""
    return {bye.player for bye in drawn.byes if bye.kind is ByeKind.FORCED}


def _whole(free: int, settings: Settings) -> int:
    """The points of byes and absences together, rounded down where the rules say so."""
    return free // POINT * POINT if settings.applied_scoring.round_down else free


def _points(board: Board) -> list[tuple[PlayerId, int]]:
    result = board.result
    return [(board.white, result.points(Colour.WHITE)), (board.black, result.points(Colour.BLACK))]


def _note_games(
    everybody: dict[PlayerId, Facts], drawn: Round, before: dict[PlayerId, int], settings: Settings
) -> None:
    """Note opponents, colours, and players drawn up or down by the scores before the round."""
    resting = _resting(drawn)
    for each in everybody.values():
        each.last_float = 0
    for board in drawn.boards:
        _note_game(everybody, board, before, resting, coloured=_has_colours(board, settings))


def _has_colours(board: Board, settings: Settings) -> bool:
    """True if the colours of a game are known and were not those of a handicap."""
    return board.colours_known and size_of(settings, board) == 0


def _note_game(
    everybody: dict[PlayerId, Facts],
    board: Board,
    before: dict[PlayerId, int],
    resting: set[PlayerId],
    *,
    coloured: bool,
) -> None:
    for own, other, colour in ((board.white, board.black, 1), (board.black, board.white, -1)):
        each = everybody[own]
        each.met.add(other)
        each.met_here.add(other)
        if own in resting:
            continue
        if coloured:
            each.colours.append(colour)
        each.last_float = (before[other] > before[own]) - (before[other] < before[own])
        if board.result.known:
            each.last_points = board.result.points(Colour.WHITE if colour > 0 else Colour.BLACK)
        mine, theirs = before[own] // POINT, before[other] // POINT
        each.ups += theirs > mine
        each.downs += theirs < mine


def _placed(
    field_: list[Facts], keys: Mapping[PlayerId, Sequence[float]], seed: int, *, by_name: bool
) -> list[Facts]:
    """The field in the order of the seeding, then by name or lot, with everybody's place in the group."""
    # Players of whom the same is known have the order in which they entered.
    lots = {player.id: at for at, player in enumerate(canonical([each.player for each in field_], seed))}
    for each in field_:
        each.lot = lots[each.player.id]

    def key(each: Facts) -> tuple[object, ...]:
        player = each.player
        names = (player.surname, player.first_name) if by_name else ()
        return (keys[player.id], names, each.lot)

    groups: dict[int, list[Facts]] = {}
    for each in sorted(field_, key=key):
        groups.setdefault(each.group, []).append(each)
    for members in groups.values():
        for place, each in enumerate(members):
            each.place, each.size = place, len(members)
    return [each for group in sorted(groups, reverse=True) for each in groups[group]]


NEVER = inf
