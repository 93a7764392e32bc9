"""How a game ended, as a message with the players' names."""

from miai.domain.rounds.game import Result
from miai.messages import Message


def result_message(result: Result, white: str, black: str) -> Message:
    """The result of a game: "Szabó Dóra beat Bakker Femke"."""
    message = _over_the_board(result.played, white, black)
    return Message("%(sentence)s, by default", sentence=message) if result.by_default else message


def _over_the_board(result: Result, white: str, black: str) -> Message:
    match result:
        case Result.WHITE_WINS:
            return Message("%(winner)s beat %(loser)s", winner=white, loser=black)
        case Result.BLACK_WINS:
            return Message("%(winner)s beat %(loser)s", winner=black, loser=white)
        case Result.JIGO:
            return Message("Jigo: %(white)s and %(black)s", white=white, black=black)
        case Result.BOTH_LOSE:
            return Message("Both lose: %(white)s and %(black)s", white=white, black=black)
        case Result.BOTH_WIN:
            return Message("Both win: %(white)s and %(black)s", white=white, black=black)
    return Message("No result yet: %(white)s and %(black)s", white=white, black=black)
