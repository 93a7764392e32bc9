"""What a file cannot hold of teams: who is in them, where they sit, and whom they met."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from miai.domain.people.player import PlayerId
from miai.domain.people.team import Match, Team, TeamId
from miai.domain.rounds.round import Round
from miai.domain.settings.field_labels import field_label
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.messages import Message, counted

# What is compared field by field; members and line-ups are compared by what they lead to.
_FIELDS = ("name", "captain", "absent_rounds", "start", "correction", "extras")


def with_new_ids(team: Team, new: Mapping[PlayerId, PlayerId]) -> Team:
    """The team with other ids of its players; those without a new one leave it."""
    return replace(
        team,
        members=tuple(new[each] for each in team.members if each in new),
        line_ups=tuple(
            replace(each, players=tuple(new.get(seat) if seat else None for seat in each.players))
            for each in team.line_ups
        ),
        captain=new.get(team.captain) if team.captain else None,
    )


def team_losses(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """What is lost of the teams; both tournaments call their players by the same ids."""
    if not theirs.teams:
        if mine.teams:
            yield counted("%(num)s team", "%(num)s teams", len(mine.teams))
        return
    after = {team.number: team for team in theirs.teams}
    gone = tuple(team.name for team in mine.teams if team.number not in after)
    if gone:
        yield Message("the teams %(names)s", names=gone)
    kept = [(team, after[team.number]) for team in mine.teams if team.number in after]
    yield from _field_losses(kept)
    for one, other in kept:
        yield from _people_losses(mine, one, theirs, other)


def _field_losses(kept: Sequence[tuple[Team, Team]]) -> Iterator[Message]:
    for name in _FIELDS:
        lost = tuple(one.name for one, other in kept if getattr(one, name) != getattr(other, name))
        if lost:
            yield Message("%(what)s (%(names)s)", what=field_label(Team, name), names=lost)


def _people_losses(mine: Tournament, one: Team, theirs: Tournament, other: Team) -> Iterator[Message]:
    """Members and line-ups of one team."""
    names = mine.short_names
    missing = tuple(names[each] for each in one.members if each not in other.members)
    if missing:
        yield Message("members of %(team)s who are in no line-up: %(names)s", team=one.name, names=missing)
    rounds = tuple(_other_line_ups(mine, one, theirs, other))
    if rounds:
        yield counted(
            "the line-up of %(team)s in round %(rounds)s",
            "the line-ups of %(team)s in rounds %(rounds)s",
            len(rounds),
            team=one.name,
            rounds=rounds,
        )


def match_losses(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """The matches and rests of teams that a file with teams does not give back."""
    if not theirs.teams:
        return
    names = {team.id: team.name for team in mine.teams}
    other_names = {team.id: team.name for team in theirs.teams}
    numbers, other_numbers = _numbers(mine), _numbers(theirs)
    for drawn in mine.rounds:
        after = theirs.round(drawn.number)
        before, found = _pairs(drawn, numbers), _pairs(after, other_numbers)
        for pair in sorted(before.keys() - found.keys()):
            yield Message(
                "round %(round)s: the match %(white)s – %(black)s is lost",
                round=drawn.number,
                white=names[before[pair].white],
                black=names[before[pair].black],
            )
        for pair in sorted(found.keys() - before.keys()):
            yield Message(
                "round %(round)s of the file has a match %(white)s – %(black)s",
                round=drawn.number,
                white=other_names[found[pair].white],
                black=other_names[found[pair].black],
            )
        resting = {other_numbers[team] for team in after.resting}
        rests = tuple(names[team] for team in drawn.resting if numbers[team] not in resting)
        if rests:
            yield Message("round %(round)s: the rest of %(names)s is lost", round=drawn.number, names=rests)


def _other_line_ups(mine: Tournament, one: Team, theirs: Tournament, other: Team) -> Iterator[int]:
    for number in range(1, max(mine.settings.rounds, mine.rounds_played) + 1):
        if line_up_of(mine, one, number) != line_up_of(theirs, other, number):
            yield number


def _numbers(tournament: Tournament) -> dict[TeamId, int]:
    return {team.id: team.number for team in tournament.teams}


def _pairs(drawn: Round, numbers: Mapping[TeamId, int]) -> dict[tuple[int, ...], Match]:
    """The matches by the numbers of both teams, the lower one first."""
    return {tuple(sorted((numbers[match.white], numbers[match.black]))): match for match in drawn.matches}
