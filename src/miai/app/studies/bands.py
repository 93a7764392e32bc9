"""The AGA's bands for a tournament."""

from typing import Any

from miai.bar.bands import Band, build_bands, with_scores
from miai.domain.tournament import Tournament


def bands_of(
    tournament: Tournament,
    *,
    factor: float,
    smallest: int | None = None,
    top_separation_is_one: bool = False,
    zero_at_bottom: bool = False,
) -> list[Band]:
    """Bands built by themselves, for the director to edit."""
    return with_scores(
        build_bands(tournament, smallest=smallest),
        tournament.settings.rounds,
        factor=factor,
        top_separation_is_one=top_separation_is_one,
        zero_at_bottom=zero_at_bottom,
    )


def bands_data(tournament: Tournament, bands: list[Band]) -> dict[str, Any]:
    """The stable JSON of bands."""
    names = {player.id: player.name for player in tournament.players}
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
