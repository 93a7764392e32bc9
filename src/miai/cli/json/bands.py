"""The JSON of `miai bands`."""

from collections.abc import Sequence

from miai.bar.bands import Band
from miai.cli.json.values import JsonObject
from miai.domain.tournament import Tournament


def bands_json(tournament: Tournament, bands: Sequence[Band]) -> JsonObject:
    """The bands with their players, the strongest first."""
    names = tournament.names
    return {
        "tournament": tournament.name,
        "rounds": tournament.settings.rounds,
        "bands": [
            {
                "band": number,
                "size": len(band.players),
                "strongest": str(band.strongest),
                "weakest": str(band.weakest),
                "separation": band.separation,
                "score": band.score,
                "players": [names[player] for player in band.players],
            }
            for number, band in enumerate(bands, start=1)
        ],
    }
