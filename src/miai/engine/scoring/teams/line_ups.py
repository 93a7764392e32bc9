"""Who plays for a team in a round."""

from collections.abc import Mapping

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.people.team import BoardOrder, Team, TeamId
from miai.domain.tournament import Tournament

# Board by board from board 1; None is an empty seat.
Seats = tuple[PlayerId | None, ...]


def line_up_of(tournament: Tournament, team: Team, round_number: int) -> Seats:
    """The players of a team in a round, board by board, at least as many seats as a team has.

    It is the line-up that was stated for the round, else that of the rule. A stated line-up may have more
    seats than a team has boards: files of OpenGotha can.
    """
    return _line_up(tournament, _by_id(tournament), team, round_number)


def line_ups_of(tournament: Tournament, round_number: int) -> dict[TeamId, Seats]:
    """The line-ups of all teams in a round."""
    here = _by_id(tournament)
    return {team.id: _line_up(tournament, here, team, round_number) for team in tournament.teams}


def _by_id(tournament: Tournament) -> dict[PlayerId, Player]:
    return {player.id: player for player in participants(tournament)}


def _line_up(tournament: Tournament, here: Mapping[PlayerId, Player], team: Team, round_number: int) -> Seats:
    stated = team.stated_line_up(round_number)
    # A draw that was undone has left its line-ups.
    if stated is None or (stated.drawn and not _is_drawn(tournament, round_number)):
        return _by_rule(tournament, here, team, round_number)
    return _padded(stated.players, tournament.settings.teams.size)


def _is_drawn(tournament: Tournament, round_number: int) -> bool:
    return any(drawn.number == round_number for drawn in tournament.rounds)


def _by_rule(tournament: Tournament, here: Mapping[PlayerId, Player], team: Team, round_number: int) -> Seats:
    """The first members who attend, in the captain's order or the highest rated first.

    Whoever was entered and is not checked in stays out, as in a draw of players.
    """
    rules = tournament.settings.teams
    if round_number in team.absent_rounds:
        return _padded((), rules.size)
    members = [here[member] for member in team.members if member in here]
    attending = [member for member in members if member.attends(round_number)]
    if rules.order is BoardOrder.RATING:
        attending.sort(key=rating_of, reverse=True)
    return _padded(tuple(member.id for member in attending[: rules.size]), rules.size)


def _padded(seats: Seats, size: int) -> Seats:
    return seats + (None,) * (size - len(seats))
