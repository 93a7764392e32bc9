"""Random events for the readings of the AGA's protocol, and what the protocol knows of a player."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import POINT, Quarters
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.tournament import Tournament

Area = Literal["", "club", "city", "state", "country"]

NO_HANDICAP = Handicapping(ceiling=0, none_from=Grade.parse("30k"))
# The director wants players of one area apart, and nobody is exempt from it.
AREAS_APART = PairingRules(exempt_at_bar=False, exempt_from=None, same_state=1, same_city=1)
_RESULTS = [Result.WHITE_WINS] * 9 + [Result.BLACK_WINS] * 9 + [Result.JIGO] * 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player before a round.

    `floated` is 1 after a game against a higher score in the round before, -1 after one against a lower
    score. `colours` are those of the even games, in order: "WBB".
    """

    name: str
    score: int
    rating: float
    met: frozenset[str] = frozenset()
    floated: int = 0
    colours: str = ""
    had_bye: bool = False
    area: str = ""


def start_of(tournament: Tournament, player: Player) -> int:
    """A player's initial McMahon score in quarters: set by hand, or that of the band.

    Band construction: "move individual players to other bands"; all others are in the band of their rank.
    """
    bands = tournament.settings.scoring.bands
    if player.start is not None or not bands:
        return int(player.start or 0)
    moved = [band for band in bands if player.id in band.members]
    return int((moved or [band for band in bands if player.grade >= band.weakest])[0].score)


def scores_before(tournament: Tournament, number: int) -> dict[PlayerId, int]:
    """Everybody's McMahon score in quarters before a round.

    Game Results: a win adds 1, also by forfeit, a jigo 0.5, a double forfeit nothing; a forced bye adds 1,
    a voluntary one nothing.
    """
    scores = {player.id: start_of(tournament, player) for player in tournament.players}
    for drawn in tournament.rounds:
        if drawn.number >= number:
            break
        for board in drawn.boards:
            scores[board.white] += board.result.points(Colour.WHITE)
            scores[board.black] += board.result.points(Colour.BLACK)
        for bye in drawn.byes:
            if bye.kind is ByeKind.FORCED:
                scores[bye.player] += POINT
    return scores


def entrants(tournament: Tournament, number: int) -> list[Entrant]:
    """Those who play in a round, as the protocol sees them before it."""
    scores = scores_before(tournament, number)
    floats = _floats(tournament, number - 1)
    return [
        Entrant(
            name=player.id,
            score=scores[player.id],
            rating=player.rating or 0.0,
            met=frozenset(_opponents(tournament, player.id, number)),
            floated=floats.get(player.id, 0),
            colours=colours_of(tournament, player.id, number),
            had_bye=had_forced_bye(tournament, player.id, number),
            area=player.club or player.city or player.state or player.country,
        )
        for player in tournament.players
        if player.attends(number)
    ]


def colours_of(tournament: Tournament, player: PlayerId, number: int) -> str:
    """The colours of a player's games without handicap before a round."""
    return "".join(
        "W" if board.colour_of(player) is Colour.WHITE else "B"
        for board in _boards_of(tournament, player, number)
        if board.handicap == 0
    )


def had_forced_bye(tournament: Tournament, player: PlayerId, number: int) -> bool:
    """Whether a player had a forced bye before a round."""
    return any(
        bye.kind is ByeKind.FORCED and bye.player == player
        for drawn in tournament.rounds
        if drawn.number < number
        for bye in drawn.byes
    )


def _boards_of(tournament: Tournament, player: PlayerId, number: int) -> list[Board]:
    boards = [drawn.board_of(player) for drawn in tournament.rounds if drawn.number < number]
    return [board for board in boards if board]


def _opponents(tournament: Tournament, player: PlayerId, number: int) -> Iterator[str]:
    return (board.opponent_of(player) for board in _boards_of(tournament, player, number))


def _floats(tournament: Tournament, number: int) -> dict[PlayerId, int]:
    """Odd-Numbered Groups: the greater score is the "down floater", the opponent the "up floater"."""
    scores = scores_before(tournament, number)
    floats: dict[PlayerId, int] = {}
    for board in tournament.round(number).boards:
        difference = scores[board.white] - scores[board.black]
        floats[board.white] = -1 if difference > 0 else 1 if difference < 0 else 0
        floats[board.black] = -floats[board.white]
    return floats


def random_field(rng: random.Random, *, least: int, most: int, rounds: int, area: Area = "") -> Tournament:
    """An event before round 1: one to three bands, ratings all different, absences; no game has a handicap.

    With `area` everybody comes from one of four.
    """
    size = rng.randint(least, most)
    bands = rng.choice([1, 1, 2, 2, 3])
    steps = sorted((rng.choice([0, 4, 8][:bands]) for _ in range(size)), reverse=True)
    top = rng.choice([0, 8])
    players = []
    for place, (step, rating) in enumerate(zip(steps, _ratings(rng, size), strict=True)):
        absent = frozenset(number for number in range(1, rounds + 1) if rng.random() < 0.06)
        player = Player(
            id=PlayerId(chr(ord("A") + place)),
            surname=chr(ord("A") + place),
            grade=Grade.of_rating(rating),
            rating=rating,
            start=Quarters(step - top),
            absent_rounds=absent,
        )
        if area:
            home: dict[str, Any] = {area: rng.choice(["Aa", "Bb", "Cc", "Dd"])}
            player = replace(player, **home)
        players.append(player)
    # A rating out of line with the bands: the director may move a player to another band.
    if size > 4 and rng.random() < 0.3:
        i, j = rng.sample(range(size), 2)
        players[i], players[j] = (
            replace(players[i], start=players[j].start),
            replace(players[j], start=players[i].start),
        )
    settings = Settings(system="aga", rounds=rounds, handicapping=NO_HANDICAP, pairing=AREAS_APART)
    return Tournament(players=tuple(players), settings=settings)


def _ratings(rng: random.Random, size: int) -> list[float]:
    return sorted((float(rating) for rating in rng.sample(range(1000, 2700), size)), reverse=True)


def with_results(rng: random.Random, drawn: Round) -> Round:
    """A round with random results."""
    boards = tuple(replace(board, result=rng.choice(_RESULTS)) for board in drawn.boards)
    return replace(drawn, boards=boards)


def random_round(rng: random.Random, tournament: Tournament, number: int, *, stones: bool = False) -> Round:
    """A round paired by chance among those who have not met, with results; near scores meet more often.

    With `stones` some games have a handicap. Some players take a voluntary bye; where chance leaves players
    over who have met, they are unpaired.
    """
    attending = [player.id for player in tournament.players if player.attends(number)]
    there = [player for player in attending if rng.random() < 0.96]
    byes = [Bye(player=player, kind=ByeKind.VOLUNTARY) for player in attending if player not in there]
    scores = scores_before(tournament, number)
    spread = rng.choice([0, 4, 40])
    order = sorted(there, key=lambda player: scores[player] + rng.uniform(0, spread))
    if len(order) % 2:
        free = [player for player in order if not had_forced_bye(tournament, player, number)] or order
        byes.append(Bye(player=free[0]))
        order.remove(free[0])
    boards: list[Board] = []
    while order:
        first = order.pop()
        met = set(_opponents(tournament, first, number))
        second = next((player for player in reversed(order) if player not in met), None)
        if second is None:
            continue
        order.remove(second)
        white, black = rng.sample([first, second], 2)
        handicap = rng.choice([0, 0, 2, 4]) if stones else 0
        boards.append(Board(table=len(boards) + 1, white=white, black=black, handicap=handicap))
    return with_results(rng, Round(number=number, boards=tuple(boards), byes=tuple(byes)))


def random_history(rng: random.Random, event: Tournament, *, played: int, stones: bool = False) -> Tournament:
    """An event after some rounds that were paired by chance, fewer where nobody is left to meet."""
    for number in range(1, played + 1):
        drawn = random_round(rng, event, number, stones=stones)
        if not drawn.boards:
            break
        event = replace(event, rounds=(*event.rounds, drawn))
    return event


def with_few_scores(rng: random.Random, event: Tournament) -> Tournament:
    """The same event with starting scores that leave one to three scores: large groups, many rematches."""
    number = len(event.rounds) + 1
    scores = scores_before(event, number)
    wanted = rng.choice([[0], [0, 0, 4], [0, 4], [0, 0, 4, 4, 8], [0, 2, 4]])
    players = []
    for player in event.players:
        gained = scores[player.id] - start_of(event, player)
        players.append(replace(player, start=Quarters(rng.choice(wanted) - gained)))
    return replace(event, players=tuple(players))


def with_bands(rng: random.Random, event: Tournament) -> Tournament:
    """The same event with starting scores by bands of ranks, the top one at 0; one player may be moved."""
    limits = sorted({player.grade for player in event.players}, reverse=True)[:-1]
    weakest = [*sorted(rng.sample(limits, min(2, len(limits))), reverse=True), Grade.parse("30k")]
    score = 0
    bands = []
    for limit in weakest:
        bands.append(StartBand(weakest=limit, score=Quarters(score)))
        score -= rng.choice([4, 8])
    if rng.random() < 0.5:
        place = rng.randrange(len(bands))
        bands[place] = replace(bands[place], members=(rng.choice(event.players).id,))
    scoring = replace(event.settings.scoring, bands=tuple(bands))
    players = tuple(replace(player, start=None) for player in event.players)
    return replace(event, players=players, settings=replace(event.settings, scoring=scoring))
