"""Who can play for the teams in a round that is to be drawn."""

from collections.abc import Iterator
from dataclasses import replace

from miai.domain.people.participants import participants
from miai.domain.people.team import LineUp, Team, TeamId
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import Seats, line_up_of, line_ups_of
from miai.messages import Message


def to_be_drawn(tournament: Tournament, number: int) -> Tournament:
    """The tournament without the line-ups that an earlier draw of the round stated, or a later round's."""
    return replace(tournament, teams=tuple(without_drawn(team, number) for team in tournament.teams))


def without_drawn(team: Team, number: int) -> Team:
    """The team without the line-ups that draws stated from a round on."""
    kept = tuple(each for each in team.line_ups if each.round < number or not each.drawn)
    return team if len(kept) == len(team.line_ups) else replace(team, line_ups=kept)


def fielded(tournament: Tournament, number: int) -> dict[TeamId, Seats]:
    """The line-ups that can play in a round; a seat stated for somebody who is not there is empty."""
    here, size = _here(tournament, number), tournament.settings.teams.size
    return {
        team: tuple(seat if seat in here else None for seat in seats[:size])
        for team, seats in line_ups_of(tournament, number).items()
    }


def with_line_ups(tournament: Tournament, line_ups: tuple[tuple[TeamId, LineUp], ...]) -> tuple[Team, ...]:
    """The teams whose line-ups are stated with these, changed."""
    stated = dict(line_ups)
    return tuple(stating(team, stated[team.id]) for team in tournament.teams if team.id in stated)


def stating(team: Team, line_up: LineUp) -> Team:
    """The team with a line-up stated for its round."""
    others = (each for each in team.line_ups if each.round != line_up.round)
    return replace(team, line_ups=tuple(sorted((*others, line_up), key=lambda each: each.round)))


def gaps(tournament: Tournament, number: int) -> Iterator[Message]:
    """Teams that cannot play though they mean to, and stated seats that stay empty."""
    here, names = _here(tournament, number), tournament.names
    for team in tournament.teams:
        if number in team.absent_rounds:
            continue
        seats = line_up_of(tournament, team, number)
        if not here.intersection(seats):
            yield Message(
                "%(team)s is not paired in round %(round)s: nobody of the team is there",
                team=team.name,
                round=number,
            )
            continue
        for board, seat in enumerate(seats, start=1):
            if seat is not None and seat not in here:
                yield Message(
                    "board %(board)s of %(team)s is empty in round %(round)s: %(name)s is not there",
                    board=board,
                    team=team.name,
                    round=number,
                    name=names[seat],
                )


def _here(tournament: Tournament, number: int) -> set[object]:
    return {player.id for player in participants(tournament) if player.attends(number)}
