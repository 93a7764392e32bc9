"""Take everything that names a player or a team out of a tournament, when they are removed."""

from dataclasses import replace

from miai.domain.people.player import PlayerId
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.tournament import Stage, Tournament


def without_mentions(tournament: Tournament, gone: PlayerId) -> Tournament:
    """The tournament without wishes, places in bands, bonus points and entries of a player.

    Stages forget the player in the same way: their bands are those of the event. A player in a draw, a team
    or a final table is not removed at all.
    """
    entries = tournament.congress.entries
    kept = tuple(each for each in entries if each.person != gone)
    congress = tournament.congress if kept == entries else replace(tournament.congress, entries=kept)
    return replace(
        tournament,
        wishes=wishes_without(tournament.wishes, gone),
        settings=settings_without(tournament.settings, gone),
        rounds=tuple(_round_without(drawn, gone) for drawn in tournament.rounds),
        congress=congress,
        stages=tuple(_stage_without(stage, gone) for stage in tournament.stages),
    )


def _stage_without(stage: Stage, gone: PlayerId) -> Stage:
    kept = tuple(player for player in stage.kept if player != gone)
    return replace(stage, own=without_mentions(stage.own, gone), kept=kept)


def wishes_without(wishes: Wishes, gone: PlayerId) -> Wishes:
    """The wishes that do not name a player or, in a team event, a team."""
    return Wishes(
        apart=tuple(pair for pair in wishes.apart if gone not in pair),
        games=tuple(game for game in wishes.games if gone not in (game.white, game.black)),
        tables=tuple(each for each in wishes.tables if each[0] != gone),
        off_tables=tuple(each for each in wishes.off_tables if each[0] != gone),
        volunteers=tuple(each for each in wishes.volunteers if each.player != gone),
    )


def settings_without(settings: Settings, gone: PlayerId) -> Settings:
    """The rules without a player whom the director put into a band."""
    bands = settings.scoring.bands
    if not any(gone in band.members for band in bands):
        return settings
    kept = tuple(_band_without(band, gone) for band in bands)
    return replace(settings, scoring=replace(settings.scoring, bands=kept))


def _band_without(band: StartBand, gone: PlayerId) -> StartBand:
    return replace(band, members=tuple(member for member in band.members if member != gone))


def _round_without(drawn: Round, gone: PlayerId) -> Round:
    kept = tuple(bonus for bonus in drawn.bonuses if bonus.player != gone)
    return drawn if kept == drawn.bonuses else replace(drawn, bonuses=kept)
