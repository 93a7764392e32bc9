"""The rounds that a file has to name as missed."""

from miai.domain.people.player import Player
from miai.domain.rounds.round import Attendance, Round
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import unpaired_is_absent


def missed_rounds(player: Player, tournament: Tournament) -> frozenset[int]:
    """The rounds without a game that count as an absence although the player did not announce one.

    A bye that a player asked for is one. By MacMahon's rules so is a round that was played without the
    player, which gives no points in other programs unless the file says that the player was absent.
    """
    scoring = tournament.settings.scoring
    return frozenset(drawn.number for drawn in tournament.rounds if _is_missed(player, drawn, scoring))


def _is_missed(player: Player, drawn: Round, scoring: Scoring) -> bool:
    attendance = drawn.attendance(player)
    if attendance is Attendance.UNPAIRED:
        return bool(drawn.boards) and unpaired_is_absent(scoring)
    return attendance is Attendance.ABSENT and drawn.bye_of(player.id) is not None
