"""Build a tournament from the events of its log."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from functools import reduce, singledispatch
from itertools import groupby
from typing import Any

from miai.domain import events
from miai.domain.congress import NO_CONGRESS, PersonEntries
from miai.domain.game import Board, Result
from miai.domain.phones import DEFAULT_PHONES, FIRST_LEADER, NO_SIGN_UP
from miai.domain.player import PlayerId
from miai.domain.problems import demand_none, plan_problems, round_problems, team_problems
from miai.domain.reporting import (
    after_claim,
    as_shown,
    claims_kept,
    contests_kept,
    delays_kept,
    with_results_of,
    without_claims_on,
    without_contests_on,
    without_delays_of,
)
from miai.domain.round import Round
from miai.domain.running import Claim, Contest, DelayedGame, RoundClock, ShownTable
from miai.domain.team import Team
from miai.domain.tournament import Stage, Tournament
from miai.domain.wishes import NO_WISHES
from miai.errors import InputError
from miai.messages import Message, counted

# A withdrawal lasts at least to this round. Old logs replay with it: it can never change.
LAST_ROUND = 20
# Events after which the places of a printed table still hold.
_KEEPS_PLACES = (
    events.TablePublished
    | events.WishesChanged
    | events.RoundPublished
    | events.StandingsPublished
    | events.StandingsFinalised
    | events.StandingsReopened
    | events.ClockSet
    | events.ScheduleSet
    | events.ResultContested
    | events.GameDelayed
    | events.StageOpened
    | events.StageChanged
    | events.StageRemoved
    | events.InStage
    | events.CongressEventsSet
    | events.EntriesChanged
    | events.SignUpFormChanged
    | events.PhoneOptionsChanged
    | events.LeaderChanged
)


def apply(tournament: Tournament, event: events.Change) -> Tournament:
    """The tournament after one more event; one that makes no sense raises and changes nothing."""
    changed = _apply(event, tournament)
    if isinstance(event, _KEEPS_PLACES) or not changed.published_places:
        return changed
    return replace(changed, published_places=())


def replay(changes: Iterable[events.Change]) -> Tournament:
    """The tournament that a sequence of events leads to."""
    return apply_all(Tournament(), changes)


def apply_all(tournament: Tournament, changes: Iterable[events.Change]) -> Tournament:
    """The tournament after several events, as `apply` would make it one by one.

    Registrations and results in a row are applied together: one by one, each would copy all players or all
    boards, and the time would grow with the square of the field.
    """
    for kind, run in groupby(changes, key=type):
        together: Any = _TOGETHER.get(kind, _one_by_one)
        tournament = together(tournament, run)
    return tournament


def _one_by_one(tournament: Tournament, run: Iterable[events.Change]) -> Tournament:
    return reduce(apply, run, tournament)


def _registered(tournament: Tournament, run: Iterable[events.PlayerRegistered]) -> Tournament:
    players = {player.id: player for player in tournament.players}
    for event in run:
        if event.player.id in players:
            raise _registered_before(event.player.id)
        players[event.player.id] = event.player
    return replace(tournament, players=tuple(players.values()), published_places=())


def _results_entered(tournament: Tournament, run: Iterable[events.ResultEntered]) -> Tournament:
    for number, of_round in groupby(run, key=lambda event: event.round):
        drawn = tournament.drawn_round(number)
        boards = {board.table: board for board in drawn.boards}
        claims, contests = tournament.claims, tournament.contests
        for event in of_round:
            board = boards.get(event.table) or tournament.board_at(number, event.table)
            _demand_seats(event, board)
            claims = without_claims_on(claims, board, number) if claims else claims
            contests = without_contests_on(contests, board, number) if contests else contests
            boards[event.table] = replace(board, result=event.result)
        settled = replace(tournament, claims=claims, contests=contests, published_places=())
        tournament = _put_round(settled, replace(drawn, boards=tuple(boards.values())))
    return tournament


def _in_stages(tournament: Tournament, run: Iterable[events.InStage]) -> Tournament:
    for stage_id, of_stage in groupby(run, key=lambda event: event.stage):
        stage = tournament.stage(stage_id)
        changed = replace(stage, event=apply_all(stage.event, (event.change for event in of_stage)))
        tournament = _with_stage(tournament, changed)
    return tournament


def _entries_changed(tournament: Tournament, run: Iterable[events.EntriesChanged]) -> Tournament:
    known = tournament.names
    entries: dict[PlayerId, PersonEntries] = {each.person: each for each in tournament.congress.entries}
    for event in run:
        for each in event.entries:
            if each.person not in known:
                raise InputError(Message("there is no player '%(id)s'", id=each.person))
            entries[each.person] = each
    kept = tuple(each for each in entries.values() if each.entries)
    return replace(tournament, congress=replace(tournament.congress, entries=kept))


_TOGETHER: dict[type[events.Change], Any] = {
    events.InStage: _in_stages,
    events.EntriesChanged: _entries_changed,
    events.PlayerRegistered: _registered,
    events.ResultEntered: _results_entered,
}


@singledispatch
def _apply(event: object, tournament: Tournament) -> Tournament:
    raise TypeError(f"{type(event).__name__} is not a change of a tournament")


@_apply.register
def _(event: events.TournamentCreated, tournament: Tournament) -> Tournament:
    if tournament != Tournament():
        raise InputError(Message("the tournament exists already"))
    # Written out, so that an old log does not start from the defaults of today.
    return Tournament(
        **{field.name: getattr(event, field.name) for field in fields(event)},
        players=(),
        rounds=(),
        published_places=(),
        wishes=NO_WISHES,
        shown=(),
        tables_shown=(),
        claims=(),
        contests=(),
        clocks=(),
        teams=(),
        final=None,
        corrections=(),
        delayed=(),
        stages=(),
        congress=NO_CONGRESS,
        sign_up=NO_SIGN_UP,
        phones=DEFAULT_PHONES,
        leader=FIRST_LEADER,
    )


@_apply.register
def _(event: events.DetailsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, **{field.name: getattr(event, field.name) for field in fields(event)})


@_apply.register
def _(event: events.SettingsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, settings=event.settings)


@_apply.register
def _(event: events.PlayerRegistered, tournament: Tournament) -> Tournament:
    if any(player.id == event.player.id for player in tournament.players):
        raise _registered_before(event.player.id)
    return replace(tournament, players=(*tournament.players, event.player))


@_apply.register
def _(event: events.PlayerChanged, tournament: Tournament) -> Tournament:
    tournament.player(event.player.id)
    players = tuple(event.player if old.id == event.player.id else old for old in tournament.players)
    return replace(tournament, players=players)


@_apply.register
def _(event: events.PlayersChanged, tournament: Tournament) -> Tournament:
    for player in event.players:
        tournament.player(player.id)
    changed = {player.id: player for player in event.players}
    return replace(tournament, players=tuple(changed.get(old.id, old) for old in tournament.players))


@_apply.register
def _(event: events.PlayerRemoved, tournament: Tournament) -> Tournament:
    leaving = tournament.player(event.player)
    for drawn in (*tournament.rounds, *tournament.shown):
        if drawn.board_of(leaving.id) or drawn.bye_of(leaving.id):
            raise InputError(
                Message(
                    "%(name)s is in the draw of round %(round)s: withdraw them instead",
                    name=leaving.name,
                    round=drawn.number,
                )
            )
    return replace(tournament, players=tuple(p for p in tournament.players if p is not leaving))


@_apply.register
def _(event: events.PlayerWithdrew, tournament: Tournament) -> Tournament:
    leaving = tournament.player(event.player)
    last = max(LAST_ROUND, tournament.settings.rounds)
    absent = leaving.absent_rounds | set(range(event.from_round, last + 1))
    return _apply(events.PlayerChanged(player=replace(leaving, absent_rounds=absent)), tournament)


@_apply.register
def _(event: events.TeamEntered, tournament: Tournament) -> Tournament:
    if any(team.id == event.team.id for team in tournament.teams):
        raise InputError(Message("there is a team '%(id)s' already", id=event.team.id))
    return _with_teams(tournament, (*tournament.teams, event.team))


@_apply.register
def _(event: events.TeamsChanged, tournament: Tournament) -> Tournament:
    for team in event.teams:
        tournament.team(team.id)
    changed = {team.id: team for team in event.teams}
    return _with_teams(tournament, tuple(changed.get(old.id, old) for old in tournament.teams))


@_apply.register
def _(event: events.TeamRemoved, tournament: Tournament) -> Tournament:
    leaving = tournament.team(event.team)
    for drawn in (*tournament.rounds, *tournament.shown):
        if any(leaving.id in (match.white, match.black) for match in drawn.matches):
            raise InputError(
                Message(
                    "%(name)s is in the draw of round %(round)s: let the team rest instead",
                    name=leaving.name,
                    round=drawn.number,
                )
            )
    return replace(tournament, teams=tuple(team for team in tournament.teams if team is not leaving))


@_apply.register
def _(event: events.RoundDrawn, tournament: Tournament) -> Tournament:
    old = next((drawn for drawn in tournament.rounds if drawn.number == event.round.number), None)
    if old is None:
        return _with_round(tournament, event.round)
    if not event.again:
        raise InputError(Message("round %(round)s is drawn already", round=event.round.number))
    return _redrawn(tournament, old, event.round)


@_apply.register
def _(event: events.RoundDeleted, tournament: Tournament) -> Tournament:
    tournament.drawn_round(event.round)
    return replace(
        tournament,
        rounds=tuple(each for each in tournament.rounds if each.number != event.round),
        shown=tuple(each for each in tournament.shown if each.number != event.round),
        claims=tuple(claim for claim in tournament.claims if claim.round != event.round),
        contests=tuple(contest for contest in tournament.contests if contest.round != event.round),
    )


@_apply.register
def _(event: events.DrawChanged, tournament: Tournament) -> Tournament:
    old = tournament.drawn_round(event.round)
    for table in event.removed:
        tournament.board_at(event.round, table)
    gone = {*event.removed, *(board.table for board in event.boards)}
    boards = (*(board for board in old.boards if board.table not in gone), *event.boards)
    byes = old.byes if event.byes is None else event.byes
    ordered = tuple(sorted(boards, key=lambda board: board.table))
    return _redrawn(tournament, old, replace(old, boards=ordered, byes=byes))


@_apply.register
def _(event: events.WishesChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, wishes=event.wishes)


@_apply.register
def _(event: events.RoundPublished, tournament: Tournament) -> Tournament:
    shown = as_shown(tournament.drawn_round(event.round))
    others = [each for each in tournament.shown if each.number != event.round]
    return replace(tournament, shown=tuple(sorted([*others, shown], key=lambda each: each.number)))


@_apply.register
def _(event: events.StandingsPublished, tournament: Tournament) -> Tournament:
    shown = ShownTable(after_round=event.after_round, final=event.final)
    others = [each for each in tournament.tables_shown if each.after_round != event.after_round]
    ordered = sorted([*others, shown], key=lambda each: each.after_round)
    return replace(tournament, tables_shown=tuple(ordered))


@_apply.register
def _(event: events.StandingsFinalised, tournament: Tournament) -> Tournament:
    if tournament.final is not None:
        raise InputError(Message("the standings are final already"))
    for row in event.table.rows:
        tournament.player(row.player)
    for team_row in event.table.teams:
        tournament.team(team_row.team)
    return replace(tournament, final=event.table)


@_apply.register
def _(event: events.StandingsReopened, tournament: Tournament) -> Tournament:
    if tournament.final is None:
        raise InputError(Message("the standings are not final"))
    return replace(tournament, final=None, corrections=(*tournament.corrections, event.reason))


@_apply.register
def _(event: events.ClockSet, tournament: Tournament) -> Tournament:
    return _with_clocks(tournament, (event.clock,))


@_apply.register
def _(event: events.ScheduleSet, tournament: Tournament) -> Tournament:
    return _with_clocks(tournament, event.clocks)


@_apply.register
def _(event: events.BoardChanged, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    tournament.board_at(event.round, event.board.table)
    boards = tuple(event.board if old.table == event.board.table else old for old in drawn.boards)
    return _with_round(tournament, replace(drawn, boards=boards))


@_apply.register
def _(event: events.ByesChanged, tournament: Tournament) -> Tournament:
    return _with_round(tournament, replace(tournament.drawn_round(event.round), byes=event.byes))


@_apply.register
def _(event: events.ResultEntered, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    board = tournament.board_at(event.round, event.table)
    _demand_seats(event, board)
    settled = replace(
        tournament,
        claims=without_claims_on(tournament.claims, board, event.round),
        contests=without_contests_on(tournament.contests, board, event.round),
    )
    return _put_result(settled, drawn, board, event.result)


@_apply.register
def _(event: events.ResultClaimed, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    board = tournament.board_at(event.round, event.table)
    if event.claimed_by not in (board.white, board.black):
        raise InputError(
            Message(
                "'%(id)s' does not play at table %(table)s of round %(round)s",
                id=event.claimed_by,
                table=event.table,
                round=event.round,
            )
        )
    mine = Claim(round=event.round, player=event.claimed_by, result=event.result)
    result, claims = after_claim(board, tournament.claims, mine)
    return _put_result(replace(tournament, claims=claims), drawn, board, result)


@_apply.register
def _(event: events.ResultContested, tournament: Tournament) -> Tournament:
    board = tournament.board_at(event.round, event.table)
    if (event.white, event.black) != (board.white, board.black):
        raise _others_sit_there(event.round, event.table)
    contest = Contest(round=event.round, white=event.white, black=event.black, result=event.result)
    return replace(tournament, contests=(*tournament.contests, contest))


@_apply.register
def _(event: events.GameDelayed, tournament: Tournament) -> Tournament:
    board = tournament.board_at(event.round, event.table)
    if (event.white, event.black) != (board.white, board.black):
        raise _others_sit_there(event.round, event.table)
    others = without_delays_of(tournament.delayed, board, event.round)
    if event.kind is None:
        return replace(tournament, delayed=others)
    delayed = DelayedGame(
        round=event.round, white=board.white, black=board.black, kind=event.kind, until=event.until
    )
    return replace(tournament, delayed=(*others, delayed))


@_apply.register
def _(event: events.StageOpened, tournament: Tournament) -> Tournament:
    if any(stage.id == event.plan.id for stage in tournament.stages):
        raise InputError(Message("there is a stage '%(id)s' already", id=event.plan.id))
    stage = Stage(plan=event.plan, event=Tournament())
    return _with_plans(replace(tournament, stages=(*tournament.stages, stage)))


@_apply.register
def _(event: events.StageChanged, tournament: Tournament) -> Tournament:
    stage = tournament.stage(event.plan.id)
    return _with_plans(_with_stage(tournament, replace(stage, plan=event.plan)))


@_apply.register
def _(event: events.StageRemoved, tournament: Tournament) -> Tournament:
    tournament.stage(event.stage)
    kept = tuple(stage for stage in tournament.stages if stage.id != event.stage)
    return _with_plans(replace(tournament, stages=kept))


@_apply.register
def _(event: events.InStage, tournament: Tournament) -> Tournament:
    return _in_stages(tournament, (event,))


@_apply.register
def _(event: events.CongressEventsSet, tournament: Tournament) -> Tournament:
    return replace(tournament, congress=replace(tournament.congress, events=event.events))


@_apply.register
def _(event: events.EntriesChanged, tournament: Tournament) -> Tournament:
    return _entries_changed(tournament, (event,))


@_apply.register
def _(event: events.SignUpFormChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, sign_up=event.form)


@_apply.register
def _(event: events.PhoneOptionsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, phones=event.options)


@_apply.register
def _(event: events.LeaderChanged, tournament: Tournament) -> Tournament:
    if event.leader.epoch <= tournament.leader.epoch:
        raise InputError(
            Message(
                "epoch %(epoch)s does not come after epoch %(present)s",
                epoch=event.leader.epoch,
                present=tournament.leader.epoch,
            )
        )
    return replace(tournament, leader=event.leader)


@_apply.register
def _(event: events.BonusGiven, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    return _with_round(tournament, replace(drawn, bonuses=(*drawn.bonuses, event.bonus)))


@_apply.register
def _(event: events.TablePublished, tournament: Tournament) -> Tournament:
    if len(event.places) != len(tournament.players):
        raise InputError(
            counted(
                "%(num)s place for %(players)s players",
                "%(num)s places for %(players)s players",
                len(event.places),
                players=len(tournament.players),
            )
        )
    return replace(tournament, published_places=event.places)


def _redrawn(tournament: Tournament, old: Round, new: Round) -> Tournament:
    kept = replace(
        tournament,
        claims=claims_kept(tournament.claims, old, new),
        contests=contests_kept(tournament.contests, new),
        delayed=delays_kept(tournament.delayed, new),
    )
    return _with_round(kept, with_results_of(old, new))


def _with_clocks(tournament: Tournament, clocks: Sequence[RoundClock]) -> Tournament:
    all_clocks = {clock.round: clock for clock in (*tournament.clocks, *clocks)}
    return replace(tournament, clocks=tuple(all_clocks[number] for number in sorted(all_clocks)))


def _with_stage(tournament: Tournament, changed: Stage) -> Tournament:
    stages = tuple(changed if stage.id == changed.id else stage for stage in tournament.stages)
    return replace(tournament, stages=stages)


def _with_plans(tournament: Tournament) -> Tournament:
    demand_none(plan_problems([stage.plan for stage in tournament.stages]))
    return tournament


def _with_teams(tournament: Tournament, teams: tuple[Team, ...]) -> Tournament:
    demand_none(team_problems(teams, tournament.names))
    return replace(tournament, teams=teams)


def _registered_before(player: PlayerId) -> InputError:
    return InputError(Message("there is a player '%(id)s' already", id=player))


def _demand_seats(event: events.ResultEntered, board: Board) -> None:
    if event.white not in (None, board.white) or event.black not in (None, board.black):
        raise _others_sit_there(event.round, event.table)


def _others_sit_there(number: int, table: int) -> InputError:
    return InputError(
        Message(
            "round %(round)s, table %(table)s: other players sit there now",
            round=number,
            table=table,
        )
    )


def _put_result(tournament: Tournament, drawn: Round, board: Board, result: Result) -> Tournament:
    changed = replace(board, result=result)
    boards = tuple(changed if each is board else each for each in drawn.boards)
    return _put_round(tournament, replace(drawn, boards=boards))


def _with_round(tournament: Tournament, changed: Round) -> Tournament:
    names: dict[PlayerId, str] = tournament.names
    demand_none(round_problems(changed, names, tournament.teams))
    return _put_round(tournament, changed)


def _put_round(tournament: Tournament, changed: Round) -> Tournament:
    others = [drawn for drawn in tournament.rounds if drawn.number != changed.number]
    return replace(tournament, rounds=tuple(sorted([*others, changed], key=lambda drawn: drawn.number)))
