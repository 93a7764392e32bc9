"""What every team did in the rounds, as the criteria count it."""

from dataclasses import dataclass

from miai.domain.people.team import Team, TeamId, TeamRules
from miai.domain.points import Quarters
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.matches import TeamMatch, matches_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRound:
    """One round of one team: its matches, of which imported files can have several, or a rest."""

    team: TeamId
    matches: tuple[TeamMatch, ...] = ()
    rests: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamScores:
    """The rounds of all teams up to a round, by the teams' index."""

    tournament: Tournament
    after: int
    rounds: tuple[tuple[TeamRound, ...], ...]
    team_points: tuple[Quarters, ...]

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams, in order of entry."""
        return self.tournament.teams

    @property
    def rules(self) -> TeamRules:
        """How teams play each other."""
        return self.tournament.settings.teams

    @property
    def index(self) -> dict[TeamId, int]:
        """The index of every team."""
        return {team.id: i for i, team in enumerate(self.teams)}

    def board_points(self, boards: int) -> list[Quarters]:
        """Points on the first boards of each team; boards beyond the size of a team never count."""
        counted = min(boards, self.rules.size)
        return [
            Quarters(
                sum(
                    self.rules.bye_boards * counted
                    if each.rests
                    else sum(match.board_points_of(each.team, counted) for match in each.matches)
                    for each in rounds
                )
            )
            for rounds in self.rounds
        ]


def team_scores(tournament: Tournament, *, after: int) -> TeamScores:
    """The matches and rests of every team in rounds 1 to `after`; later rounds do not count."""
    columns = [_column(tournament, number) for number in range(1, after + 1)]
    rounds = tuple(tuple(column[team.id] for column in columns) for team in tournament.teams)
    rest = tournament.settings.teams.bye_points
    return TeamScores(
        tournament=tournament,
        after=after,
        rounds=rounds,
        team_points=tuple(Quarters(sum(points_of(each, rest) for each in one)) for one in rounds),
    )


def points_of(each: TeamRound, rest: Quarters) -> Quarters:
    """Team points of one round."""
    return rest if each.rests else Quarters(sum(match.team_points_of(each.team) for match in each.matches))


def _column(tournament: Tournament, number: int) -> dict[TeamId, TeamRound]:
    resting = tournament.round(number).resting
    matches: dict[TeamId, list[TeamMatch]] = {team.id: [] for team in tournament.teams}
    for played in matches_of(tournament, number):
        for side in (played.match.white, played.match.black):
            matches[side].append(played)
    return {
        team: TeamRound(team=team, matches=tuple(found), rests=not found and team in resting)
        for team, found in matches.items()
    }
