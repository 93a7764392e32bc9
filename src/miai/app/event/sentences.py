"""What happened, in players' words."""

from miai.domain.game import Result

_BY_DEFAULT = " by default"


def result_sentence(result: Result, white: str, black: str) -> str:
    """ "Szabó Dóra beat Bakker Femke"."""
    ending = _BY_DEFAULT if result.by_default else ""
    match result.played:
        case Result.WHITE_WINS:
            return f"{white} beat {black}{ending}"
        case Result.BLACK_WINS:
            return f"{black} beat {white}{ending}"
        case Result.JIGO:
            return f"jigo between {white} and {black}{ending}"
        case Result.BOTH_LOSE:
            return f"{white} and {black} both lose{ending}"
        case Result.BOTH_WIN:
            return f"{white} and {black} both win{ending}"
    return f"{white} against {black}, no result"
