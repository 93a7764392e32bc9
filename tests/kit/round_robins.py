"""Round robins that are drawn and played, and that players leave."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.withdrawal import rounds_after_leaving
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring, Withdrawal
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules import RoundRobin

NAMES = "ABCDEFGHIJ"


def entered(
    names: str = "ABCDEF", rule: Withdrawal = Withdrawal.HALF, rounds: int | None = None
) -> Tournament:
    """A round robin before its first round; A has the highest rating."""
    players = tuple(
        Player(id=PlayerId(name), surname=name, grade=Grade.parse("1d"), rating=2200 - 10 * at)
        for at, name in enumerate(names)
    )
    settings = Settings(
        system="round_robin",
        rounds=rounds or len(names) - 1 + len(names) % 2,
        criteria=("nbw", "dc"),
        scoring=Scoring(withdrawal=rule),
    )
    return Tournament(settings=settings, players=players)


def with_round(event: Tournament, *, results: Sequence[Result] = ()) -> Tournament:
    """The next round, drawn and played; without results the earlier letter wins."""
    number = len(event.rounds) + 1
    draw = RoundRobin().draw(event, round=number, seed=0)
    boards = [
        Board(table=each.table, white=each.white.id, black=each.black.id, komi=each.komi)
        for each in draw.boards
    ]
    usual = [Result.WHITE_WINS if board.white < board.black else Result.BLACK_WINS for board in boards]
    given = [*results, *usual[len(results) :]]
    played = tuple(replace(board, result=result) for board, result in zip(boards, given, strict=False))
    return replace(event, rounds=(*event.rounds, Round(number=number, boards=played, byes=draw.byes)))


def played(event: Tournament, until: int) -> Tournament:
    """The event with rounds drawn and played up to the given one."""
    while len(event.rounds) < until:
        event = with_round(event)
    return event


def leaves(event: Tournament, *names: str) -> Tournament:
    """Players leave before the next round."""
    gone = rounds_after_leaving(len(event.rounds) + 1, event.settings.rounds)
    return misses(event, names, gone)


def misses(event: Tournament, names: Collection[str], rounds: Collection[int]) -> Tournament:
    """Players are away in some rounds."""
    players = tuple(
        replace(player, absent_rounds=player.absent_rounds | set(rounds)) if player.id in names else player
        for player in event.players
    )
    return replace(event, players=players)


def with_rule(event: Tournament, rule: Withdrawal) -> Tournament:
    """The event by another rule for players who leave."""
    settings = event.settings
    return replace(event, settings=replace(settings, scoring=replace(settings.scoring, withdrawal=rule)))
