"""The limits that a team must keep to, and what is done about a team that breaks one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from miai.domain.people.player import Player
from miai.domain.people.strength import rating_of
from miai.domain.people.team import Team
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message, counted

Check = Callable[[Sequence[Player], Settings], Iterator[Message]]


class BrokenLimitsError(InputError):
    """A team breaks limits; the director may accept it all the same."""


def broken_limits(tournament: Tournament, team: Team) -> tuple[Message, ...]:
    """Each limit that a team breaks, in a sentence."""
    known = {player.id: player for player in tournament.players}
    members = [known[member] for member in team.members if member in known]
    checks: tuple[Check, ...] = (_grades, _ratings, _juniors, _countries)
    return tuple(message for check in checks for message in check(members, tournament.settings))


def within_limits(tournament: Tournament, team: Team, *, all_the_same: bool) -> Team:
    """The team, noted as exempt if it breaks a limit and was accepted; otherwise refused."""
    broken = broken_limits(tournament, team)
    if broken and not (all_the_same or team.exempt):
        raise BrokenLimitsError(Problem(what=what, where=team.name) for what in broken)
    return replace(team, exempt=bool(broken))


def _strongest(members: Sequence[Player], settings: Settings, key: Callable[[Player], float]) -> list[float]:
    """The values of the strongest line-up."""
    return sorted((key(player) for player in members), reverse=True)[: settings.teams.size]


def _grades(members: Sequence[Player], settings: Settings) -> Iterator[Message]:
    most = settings.teams.limits.most_grades
    total = int(sum(_strongest(members, settings, lambda player: player.grade.number + 1)))
    if most is not None and total > most:
        yield Message(
            "the grades of the strongest line-up add up to %(total)s, and %(most)s is the most",
            total=total,
            most=most,
        )


def _ratings(members: Sequence[Player], settings: Settings) -> Iterator[Message]:
    most = settings.teams.limits.most_rating
    ratings = _strongest(members, settings, rating_of)
    if most is not None and ratings and sum(ratings) > most * len(ratings):
        yield Message(
            "the mean rating of the strongest line-up is %(mean)s, and %(most)s is the most",
            mean=round(sum(ratings) / len(ratings), 1),
            most=most,
        )


def _juniors(members: Sequence[Player], settings: Settings) -> Iterator[Message]:
    limits = settings.teams.limits
    if limits.junior_since is None:
        return
    born = [player.birth_year for player in members if player.birth_year is not None]
    juniors = sum(year >= limits.junior_since for year in born)
    if juniors < limits.least_juniors:
        yield counted(
            "a team needs %(num)s member born in %(year)s or later, and this one has %(juniors)s",
            "a team needs %(num)s members born in %(year)s or later, and this one has %(juniors)s",
            limits.least_juniors,
            year=limits.junior_since,
            juniors=juniors,
        )


def _countries(members: Sequence[Player], settings: Settings) -> Iterator[Message]:
    if not settings.teams.limits.one_country:
        return
    unknown = tuple(player.name for player in members if not player.country)
    if unknown:
        yield Message("the country of %(names)s is not entered", names=unknown)
    countries = dict.fromkeys(player.country.upper() for player in members if player.country)
    if len(countries) > 1:
        yield Message("the members are of %(countries)s: one country is allowed", countries=tuple(countries))
