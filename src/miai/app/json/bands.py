"""The JSON of `miai bands`."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from miai.bar.bands import BandRow
from miai.domain.player import Player
from miai.domain.points import plain
from miai.domain.tournament import Tournament

BandJson = TypedDict(
    "BandJson",
    {
        "band": int,
        "size": int,
        "strongest": str,
        "weakest": str,
        "from": str,
        "separation": float,
        "suggested": float | None,
        "score": float,
        "players": list[str],
        "player_ids": list[str],
        "by_hand": list[str],
    },
)


class BandsJson(TypedDict):
    """The bands with their players, the strongest first, and who starts by none of them."""

    tournament: str
    rounds: int
    bands: list[BandJson]
    outside: list[str]


def bands_json(tournament: Tournament, rows: Sequence[BandRow], outside: Sequence[Player]) -> BandsJson:
    """The bands with their players, the strongest first, and who starts by none of them."""
    return {
        "tournament": tournament.name,
        "rounds": tournament.settings.rounds,
        "bands": [
            {
                "band": number,
                "size": len(row.players),
                "strongest": str(row.strongest or ""),
                "weakest": str(row.weakest or ""),
                "from": str(row.band.weakest),
                "separation": plain(row.separation),
                "suggested": row.suggested,
                "score": plain(row.band.score),
                "players": [player.name for player in row.players],
                "player_ids": [player.id for player in row.players],
                "by_hand": [player.name for player in row.by_hand],
            }
            for number, row in enumerate(rows, start=1)
        ],
        "outside": [player.name for player in outside],
    }
