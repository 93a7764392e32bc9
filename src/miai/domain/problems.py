"""Check a tournament and list every fault, not just the first."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from miai.domain.bounds import PlainText, bounds_of, out_of_bounds, shown_text
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import DETAIL_LABELS, field_label
from miai.domain.settings.handicap_rules import HandicapStep
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.stages import StagePlan
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

T = TypeVar("T", bound=Hashable)
_ROUNDS = bounds_of(Round, "number")


def problems(tournament: Tournament) -> list[Problem]:
    """List what contradicts itself in players and rounds."""
    names = tournament.names
    found = id_problems(tournament.players)
    found += [
        Problem(what=Message("round %(round)s appears twice", round=number))
        for number in _repeated(drawn.number for drawn in tournament.rounds)
    ]
    found += _settings_problems(tournament.settings)
    for player in tournament.players:
        found += bound_problems(player, shown_text(player.name))
    found += team_problems(tournament.teams, names)
    for team in tournament.teams:
        found += bound_problems(team, shown_text(team.name))
    for drawn in tournament.rounds:
        found += round_problems(drawn, names, tournament.teams)
        found += _round_bounds(drawn)
    others = (tournament.wishes, *tournament.clocks, tournament.congress)
    for other in others:
        found += bound_problems(other)
    found += plan_problems([stage.plan for stage in tournament.stages])
    for stage in tournament.stages:
        found += bound_problems(stage.plan)
        found += [_in_stage(stage.event.name, each) for each in problems(stage.event)]
    return found


def id_problems(players: Sequence[Player]) -> list[Problem]:
    """List the ids that more than one player has."""
    if len({player.id for player in players}) == len(players):
        return []
    return [
        Problem(what=Message("two players have the id '%(id)s'", id=repeated))
        for repeated in _repeated(player.id for player in players)
    ]


def plan_problems(plans: Sequence[StagePlan]) -> list[Problem]:
    """List what contradicts itself in how stages belong to their event."""
    phases = {plan.id: plan.phase for plan in plans}
    found = [
        Problem(what=Message("two stages have the id '%(id)s'", id=repeated))
        for repeated in _repeated(plan.id for plan in plans)
    ]
    for plan in plans:
        for source in plan.sources:
            if source.stage and source.stage not in phases:
                what = Message("players come from a stage '%(id)s' that does not exist", id=source.stage)
                found.append(Problem(what=what, where=plan.id))
            elif source.stage and phases[source.stage] >= plan.phase:
                what = Message(
                    "players come from stage '%(id)s', which is not played before", id=source.stage
                )
                found.append(Problem(what=what, where=plan.id))
            if source.last < source.first:
                what = Message("places %(first)s to %(last)s are none", first=source.first, last=source.last)
                found.append(Problem(what=what, where=plan.id))
        if plan.play_off_of and phases.get(plan.play_off_of) != plan.phase:
            what = Message("the play-off is not of the phase of stage '%(id)s'", id=plan.play_off_of)
            found.append(Problem(what=what, where=plan.id))
    return found


def _in_stage(name: str, problem: Problem) -> Problem:
    if not problem.where:
        return Problem(what=problem.what, where=name)
    return Problem(what=problem.what, where=Message("%(stage)s, %(where)s", stage=name, where=problem.where))


def bound_problems(value: Any, where: Message | str = "") -> Iterator[Problem]:
    """The numbers and texts in a value that are beyond their bounds, each by its field and place."""
    for each in out_of_bounds(value):
        label = field_label(each.owner or type(value), each.field)
        what = Message("%(where)s: %(what)s", where=label, what=each.fault) if where else each.fault
        yield Problem(what=what, where=where or label)


def author_problems(name: str) -> Iterator[Problem]:
    """What is wrong with the name of somebody who makes an entry."""
    if fault := PlainText().fault(name):
        yield Problem(what=fault, where=DETAIL_LABELS["name"])


def _round_bounds(drawn: Round) -> Iterator[Problem]:
    """The numbers of a round that are beyond their bounds."""
    where = Message("round %(round)s", round=drawn.number)
    if drawn.number not in _ROUNDS:
        yield Problem(what=Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high), where=where)
    for board in drawn.boards:
        yield from bound_problems(board, _at_table(drawn, board))
    for bonus in drawn.bonuses:
        yield from bound_problems(bonus, where)
    for delayed in drawn.delayed:
        yield from bound_problems(delayed)


def _at_table(drawn: Round, board: Board) -> Message:
    return Message("round %(round)s, table %(table)s", round=drawn.number, table=board.table)


def _settings_problems(settings: Settings) -> Iterator[Problem]:
    yield from bound_problems(settings)
    for what in _band_faults(settings.scoring.bands):
        yield Problem(what=what, where=Message("bands"))
    for what in _table_faults(settings.handicapping.table, settings.komi):
        yield Problem(what=what, where=Message("table of handicaps"))


def _table_faults(table: Sequence[HandicapStep], komi: float) -> Iterator[Message]:
    """The steps of a table go up in difference, and each is a handicap."""
    for lower, upper in pairwise(table):
        if upper.difference <= lower.difference:
            yield Message(
                "the step for a difference of %(later)s comes after that for %(earlier)s",
                later=upper.difference,
                earlier=lower.difference,
            )
    for step in table:
        if step.stones == 0 and step.komi >= komi:
            yield Message(
                "the step for a difference of %(difference)s gives no stones and not less komi than %(komi)s",
                difference=step.difference,
                komi=komi,
            )


def _band_faults(bands: Sequence[StartBand]) -> Iterator[Message]:
    """Bands go down in grade and in score, and nobody is put into two of them."""
    for number, (upper, lower) in enumerate(pairwise(bands), start=1):
        below = number + 1
        if lower.weakest.number >= upper.weakest.number:
            yield Message("band %(lower)s does not reach below band %(upper)s", lower=below, upper=number)
        if lower.score >= upper.score:
            yield Message("band %(lower)s does not start below band %(upper)s", lower=below, upper=number)
    for player in _repeated(player for band in bands for player in band.members):
        yield Message("player '%(id)s' is put into two bands", id=player)


def team_problems(teams: Sequence[Team], names: dict[PlayerId, str]) -> list[Problem]:
    """List what contradicts itself within the teams."""
    found = [
        Problem(what=Message("two teams have the id '%(id)s'", id=repeated))
        for repeated in _repeated(team.id for team in teams)
    ]
    for team in teams:
        found += [Problem(what=what, where=team.name) for what in _team_faults(team, names)]
    return found


def _team_faults(team: Team, names: dict[PlayerId, str]) -> Iterator[Message]:
    seated = {player for each in team.line_ups for player in each.players if player}
    for player in sorted({*team.members, *seated} - names.keys()):
        yield Message("unknown player '%(id)s'", id=player)
    for player in _repeated(team.members):
        yield Message("%(name)s is a member twice", name=names.get(player, player))
    for number in _repeated(each.round for each in team.line_ups):
        yield Message("round %(round)s has two line-ups", round=number)
    for each in team.line_ups:
        for player in _repeated(player for player in each.players if player):
            yield Message(
                "%(name)s is at two boards in round %(round)s",
                name=names.get(player, player),
                round=each.round,
            )


def round_problems(drawn: Round, names: dict[PlayerId, str], teams: Sequence[Team] = ()) -> list[Problem]:
    """List what contradicts itself within one round.

    Old logs replay with it, so it must not become stricter: bounds are checked before entries are written.
    """
    found = []
    where = Message("round %(round)s", round=drawn.number)
    for board in drawn.boards:
        at_table = _at_table(drawn, board)
        found += [Problem(what=what, where=at_table) for what in _board_faults(board, names)]
    found += [Problem(what=what, where=where) for what in _round_faults(drawn, names)]
    found += [Problem(what=what, where=where) for what in _match_faults(drawn, teams)]
    return found


def _round_faults(drawn: Round, names: dict[PlayerId, str]) -> Iterator[Message]:
    for table in _repeated(board.table for board in drawn.boards):
        yield Message("table %(table)s is used twice", table=table)
    for seat in _repeated(seat for board in drawn.boards for seat in {board.white, board.black}):
        yield Message("%(name)s is paired twice", name=names.get(seat, seat))
    for bye in drawn.byes:
        if bye.player not in names:
            yield Message("a bye for an unknown player '%(id)s'", id=bye.player)
    for bonus in drawn.bonuses:
        if bonus.player not in names:
            yield Message("a bonus for an unknown player '%(id)s'", id=bonus.player)
    for player in _repeated(bye.player for bye in drawn.byes):
        yield Message("%(name)s has two byes", name=names.get(player, player))


def _match_faults(drawn: Round, teams: Sequence[Team]) -> Iterator[Message]:
    names = {team.id: team.name for team in teams}
    sides = [side for match in drawn.matches for side in (match.white, match.black)]
    for side in sorted({*sides, *drawn.resting} - names.keys()):
        yield Message("unknown team '%(id)s'", id=side)
    for match in drawn.matches:
        if match.white == match.black:
            yield Message("%(name)s plays against itself", name=names.get(match.white, match.white))


def demand_none(found: Iterable[Problem]) -> None:
    """Raise all the problems at once, if there are any."""
    listed = tuple(found)
    if listed:
        raise InputError(listed)


def _board_faults(board: Board, names: dict[PlayerId, str]) -> Iterator[Message]:
    for player in (board.white, board.black):
        if player not in names:
            yield Message("unknown player '%(id)s'", id=player)
    if board.white == board.black:
        yield Message("%(name)s plays against themselves", name=names.get(board.white, board.white))


def _repeated(things: Iterable[T]) -> list[T]:
    return [thing for thing, times in Counter(things).items() if times > 1]
