"""Who takes part: a player who was entered but never came is in no table and in no result file."""

from dataclasses import replace

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament


def participants(tournament: Tournament) -> tuple[Player, ...]:
    """Those who are checked in, and those who have a game, a bye or points in any round.

    Where nobody is any of these, the check-in is not used yet and everybody counts. So does everybody in a
    file that knows no check-in: an imported result table, and OpenGotha, which lists all who are entered.
    """
    if tournament.published_places or tournament.settings.scoring.rulebook is Rulebook.GOTHA:
        return tournament.players
    drawn = {
        player
        for each in tournament.rounds
        for player in (
            *(seat for board in each.boards for seat in (board.white, board.black)),
            *(bye.player for bye in each.byes),
            *(bonus.player for bonus in each.bonuses),
        )
    }
    found = tuple(
        player
        for player in tournament.players
        if player.registration is Registration.FINAL or player.id in drawn
    )
    return found or tournament.players


def usual_field(tournament: Tournament, number: int) -> set[PlayerId]:
    """Who plays if nobody says otherwise."""
    coming = [player for player in tournament.players if player.attends(number)]
    final = [player for player in coming if player.registration is Registration.FINAL]
    return {player.id for player in final or coming}


def listed_players(tournament: Tournament) -> tuple[Player, ...]:
    """Who is on lists of names: everybody who is entered until round 1 is drawn, then the participants."""
    return participants(tournament) if tournament.rounds else tournament.players


def no_shows(tournament: Tournament) -> tuple[Player, ...]:
    """Those who were entered and do not take part."""
    there = {player.id for player in participants(tournament)}
    return tuple(player for player in tournament.players if player.id not in there)


def with_participants_only(tournament: Tournament) -> Tournament:
    """The tournament without those who never came."""
    there = participants(tournament)
    return tournament if len(there) == len(tournament.players) else replace(tournament, players=there)


def with_participants_of_event(tournament: Tournament) -> Tournament:
    """The tournament without players who came neither to it nor to any of its stages."""
    if not tournament.stages:
        return with_participants_only(tournament)
    there = {player.id for each in (tournament, *_stages(tournament)) for player in participants(each)}
    players = tuple(player for player in tournament.players if player.id in there)
    return replace(tournament, players=players)


def _stages(tournament: Tournament) -> tuple[Tournament, ...]:
    return tuple(stage.event for stage in tournament.stages if stage.event.rounds)


def with_those_who_played(tournament: Tournament) -> Tournament:
    """The tournament without entrants who have neither a game nor a bye, if anybody has.

    A result table that was read is kept as it is.
    """
    if tournament.published_places:
        return tournament
    played = {
        player
        for each in tournament.rounds
        for player in (*(seat for board in each.boards for seat in (board.white, board.black)), *each.free)
    }
    there = tuple(player for player in tournament.players if player.id in played)
    return replace(tournament, players=there) if 0 < len(there) < len(tournament.players) else tournament
