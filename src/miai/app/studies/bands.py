"""The AGA's bands for a tournament."""

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
    """The bands that the protocol suggests, for the director to edit."""
    return with_scores(
        build_bands(tournament, smallest=smallest),
        tournament.settings.rounds,
        factor=factor,
        top_separation_is_one=top_separation_is_one,
        zero_at_bottom=zero_at_bottom,
    )
