"""The second count of the games of players who left a round robin, from their rounds alone."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.tournament import Tournament

if TYPE_CHECKING:
    from miai.engine.verify.recount import RecountedRound

Lines = dict[PlayerId, "list[RecountedRound]"]
# A player who leaves is away from all rounds up to this one, whatever the number of rounds.
_FOR_GOOD = 20


def count_leavers(tournament: Tournament, sheet: Lines) -> None:
    """Settle the games of players who left, in the lines of all rounds."""
    settings = tournament.settings
    rule = settings.scoring.withdrawal
    if settings.system != "round_robin" or settings.by_teams or rule is Withdrawal.KEEP:
        return
    field = [player for player in tournament.players if _took_part(tournament, player)]
    gone = [player.id for player in field if has_left(player, settings.rounds)]
    annulled = [player for player in gone if _annuls(rule, sheet[player], len(field) - 1, settings.rounds)]
    met = {
        (player, line.opponent)
        for player, lines in sheet.items()
        for line in lines
        if line.opponent is not None
    }
    _annul(sheet, annulled)
    owing = [player for player in gone if player not in annulled]
    others = sorted(each.id for each in field if each.id not in gone)
    for player in owing:
        _award_open_games(tournament, sheet, player, others)
    owed = [(player, other) for player in sorted(owing) for other in others if (player, other) not in met]
    later = [pair for pair in owed if not _award_in_its_round(tournament, sheet, *pair)]
    drawn = [each for each in tournament.rounds if each.boards or each.byes]
    if len(drawn) >= len(field) - (len(field) + 1) % 2:
        for pair in later:
            _award_in_a_free_round(drawn, sheet, *pair)


def somebody_left(tournament: Tournament) -> bool:
    """If games of players who left a round robin are annulled or awarded."""
    settings = tournament.settings
    if (
        settings.system != "round_robin"
        or settings.by_teams
        or settings.scoring.withdrawal is Withdrawal.KEEP
    ):
        return False
    return any(
        _took_part(tournament, player) and has_left(player, settings.rounds) for player in tournament.players
    )


def _took_part(tournament: Tournament, player: Player) -> bool:
    return any(drawn.board_of(player.id) or drawn.bye_of(player.id) for drawn in tournament.rounds)


def has_left(player: Player, rounds: int) -> bool:
    """Away in the last round, and in every round after it that there could be."""
    return all(number in player.absent_rounds for number in range(rounds, max(_FOR_GOOD, rounds) + 1))


def _annuls(rule: Withdrawal, lines: "list[RecountedRound]", opponents: int, rounds: int) -> bool:
    played = len([line for line in lines if line.opponent is not None and line.real])
    fewer_than_half = Fraction(played, max(1, min(opponents, rounds))) < Fraction(1, 2)
    return rule is Withdrawal.ANNUL or (rule is Withdrawal.HALF and fewer_than_half)


def _annul(sheet: Lines, annulled: list[PlayerId]) -> None:
    for player, lines in sheet.items():
        for at, line in enumerate(lines):
            if line.opponent is not None and (player in annulled or line.opponent in annulled):
                lines[at] = replace(_no_game(line), bonus=line.bonus)


def _no_game(line: "RecountedRound") -> "RecountedRound":
    return replace(
        line, kind="absent", opponent=None, stones=0, points=Fraction(0), real=False, undecided=False
    )


def _award_open_games(tournament: Tournament, sheet: Lines, gone: PlayerId, others: list[PlayerId]) -> None:
    """A game that was drawn and has no result is lost by a player who is away from its round."""
    absent = tournament.player(gone).absent_rounds
    for other in others:
        away = absent | tournament.player(other).absent_rounds
        for lines, opponent, points in ((sheet[other], gone, 1), (sheet[gone], other, 0)):
            for at, line in enumerate(lines):
                if line.opponent == opponent and line.undecided and at + 1 in away:
                    lines[at] = replace(line, points=Fraction(points), undecided=False)


def _award_in_its_round(tournament: Tournament, sheet: Lines, gone: PlayerId, other: PlayerId) -> bool:
    """The point of a game that was missed in a round is in that round."""
    for drawn in tournament.rounds:
        if _missed_together(drawn.byes, gone, other):
            _meet(sheet, drawn.number - 1, other, gone)
            return True
    return False


def _award_in_a_free_round(drawn: list[Round], sheet: Lines, gone: PlayerId, other: PlayerId) -> None:
    """After the last round the point is in the last one that has no game of the opponent."""
    for each in reversed(drawn):
        if each.board_of(other) is None and sheet[other][each.number - 1].kind in ("absent", "unassigned"):
            _meet(sheet, each.number - 1, other, gone)
            return


def _missed_together(byes: Iterable[Bye], one: PlayerId, other: PlayerId) -> bool:
    resting = [bye.player for bye in byes if bye.kind is ByeKind.VOLUNTARY]
    return any({one, other} == set(resting[at : at + 2]) for at in range(0, len(resting) - 1, 2))


def _meet(sheet: Lines, at: int, winner: PlayerId, gone: PlayerId) -> None:
    sheet[winner][at] = replace(sheet[winner][at], kind="game", opponent=gone, points=Fraction(1))
    if sheet[gone][at].opponent is None:
        sheet[gone][at] = replace(sheet[gone][at], kind="game", opponent=winner)
