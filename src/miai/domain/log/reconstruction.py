"""Reconstruct a log for a tournament whose real history is not known, such as an imported one."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import cast

from miai.domain.log import events
from miai.domain.people.phones import DEFAULT_PHONES, FIRST_LEADER, NO_SIGN_UP
from miai.domain.rounds.director_constraints import NO_WISHES
from miai.domain.rounds.final_table import FinalTable
from miai.domain.rounds.game import Result
from miai.domain.rounds.result_reports import as_shown, claims_on, from_claims
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import (
    Claim,
    Contest,
    DelayedGame,
    ShownTable,
    StageCriteria,
)
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament


def events_leading_to(tournament: Tournament) -> Iterator[events.Change]:
    """Events that replay to exactly this tournament."""
    shared = {field.name for field in fields(events.TournamentCreated)}
    yield events.TournamentCreated(**{name: getattr(tournament, name) for name in sorted(shared)})
    for player in tournament.players:
        yield events.PlayerRegistered(player=player)
    if tournament.settings.scoring.bands_from_entries and tournament.settings.scoring.bands:
        # Those of the entries by then.
        yield events.SettingsChanged(settings=tournament.settings)
    for team in tournament.teams:
        yield events.TeamEntered(team=team)
    for drawn in tournament.rounds:
        yield from _events_of_round(drawn)
    if tournament.wishes != NO_WISHES:
        yield events.WishesChanged(wishes=tournament.wishes)
    yield from _events_of_running(tournament)
    yield from _events_of_stages_and_congress(tournament)
    yield from _events_of_phones_and_leader(tournament)
    yield from _events_of_final_tables(tournament)
    if tournament.published_places:
        yield events.TablePublished(places=tournament.published_places)


def _events_of_table(tournament: Tournament, table: ShownTable) -> Iterator[events.Change]:
    """The publication of a table, while the criteria counted by which players see it."""
    now = tournament.settings
    criteria = table.criteria or now.criteria
    teams = replace(now.teams, criteria=table.team_criteria or now.teams.criteria)
    then = replace(now, criteria=criteria, teams=teams)
    if then != now:
        yield events.SettingsChanged(settings=then)
    others = [each for each in table.stage_criteria if each.criteria != _criteria_of(tournament, each.stage)]
    for each in others:
        yield _by_criteria(tournament, each)
    yield events.StandingsPublished(after_round=table.after_round, final=table.final)
    for each in others:
        yield _by_criteria(tournament, replace(each, criteria=_criteria_of(tournament, each.stage)))
    if then != now:
        yield events.SettingsChanged(settings=now)


def _criteria_of(tournament: Tournament, stage: StageId) -> tuple[str, ...]:
    return tournament.stage(stage).event.settings.criteria


def _by_criteria(tournament: Tournament, wanted: StageCriteria) -> events.Change:
    """The change of a stage to these criteria."""
    settings = replace(tournament.stage(wanted.stage).event.settings, criteria=wanted.criteria)
    return events.InStage(stage=wanted.stage, change=events.SettingsChanged(settings=settings))


def _events_of_running(tournament: Tournament) -> Iterator[events.Change]:
    for table in tournament.tables_shown:
        if not table.stage_criteria:
            yield from _events_of_table(tournament, table)
    for clock in tournament.clocks:
        yield events.ClockSet(clock=clock)
    for drawn in tournament.rounds:
        for claim in drawn.claims:
            yield from _events_of_claim(drawn, claim)
    for drawn in tournament.rounds:
        for contest in drawn.contests:
            yield from _events_of_contest(drawn, contest)
    for drawn in tournament.rounds:
        for delayed in drawn.delayed:
            yield from _events_of_delay(drawn, delayed)


def _events_of_claim(drawn: Round, claim: Claim) -> Iterator[events.Change]:
    board = drawn.board_of(claim.player)
    if board:
        yield events.ResultClaimed(
            round=drawn.number,
            table=board.table,
            claimed_by=claim.player,
            result=claim.result,
            phone=claim.phone,
        )


def _events_of_contest(drawn: Round, contest: Contest) -> Iterator[events.Change]:
    board = drawn.board_of(contest.white)
    if board:
        yield events.ResultContested(
            round=drawn.number,
            table=board.table,
            white=contest.white,
            black=contest.black,
            result=contest.result,
        )


def _events_of_stages_and_congress(tournament: Tournament) -> Iterator[events.Change]:
    for stage in tournament.stages:
        yield events.StageOpened(plan=stage.plan)
        for change in events_leading_to(stage.own):
            yield events.InStage(stage=stage.id, change=cast("events.InTournament", change))
        if stage.kept:
            yield events.EntrantsKept(stage=stage.id, players=stage.kept, reason="")
        for table in tournament.tables_shown:
            if table.stage_criteria and table.stage_criteria[-1].stage == stage.id:
                yield from _events_of_table(tournament, table)
    if tournament.congress.events:
        yield events.CongressEventsSet(events=tournament.congress.events)
    if tournament.congress.entries:
        yield events.EntriesChanged(entries=tournament.congress.entries)


def _events_of_phones_and_leader(tournament: Tournament) -> Iterator[events.Change]:
    if tournament.sign_up != NO_SIGN_UP:
        yield events.SignUpFormChanged(form=tournament.sign_up)
    if tournament.phones != DEFAULT_PHONES:
        yield events.PhoneOptionsChanged(options=tournament.phones)
    if tournament.leader != FIRST_LEADER:
        yield events.LeaderChanged(leader=tournament.leader)


def _events_of_delay(drawn: Round, delayed: DelayedGame) -> Iterator[events.Change]:
    board = drawn.board_of(delayed.white)
    if board:
        yield events.GameDelayed(
            round=drawn.number,
            table=board.table,
            white=board.white,
            black=board.black,
            kind=delayed.kind,
            until=delayed.until,
        )


def _events_of_final_tables(tournament: Tournament) -> Iterator[events.Change]:
    for reason in tournament.corrections:
        # What the earlier tables said is not known any more.
        yield events.StandingsFinalised(table=FinalTable(after_round=tournament.rounds_played))
        yield events.StandingsReopened(reason=reason)
    if tournament.final:
        yield events.StandingsFinalised(table=tournament.final)


def _events_of_round(drawn: Round) -> Iterator[events.Change]:
    blank = tuple(replace(board, result=Result.UNKNOWN) for board in drawn.boards)
    now, shown = replace(drawn.pairings, boards=blank, bonuses=()), drawn.shown
    if shown is not None and shown != as_shown(drawn):
        yield events.RoundDrawn(round=shown)
        yield events.RoundPublished(round=drawn.number)
        yield events.RoundDrawn(round=now, again=True)
    else:
        yield events.RoundDrawn(round=now)
        if shown is not None:
            yield events.RoundPublished(round=drawn.number)
    for board in drawn.boards:
        if board.result.known and not from_claims(board, claims_on(drawn.claims, board)):
            yield events.ResultEntered(round=drawn.number, table=board.table, result=board.result)
    for bonus in drawn.bonuses:
        yield events.BonusGiven(round=drawn.number, bonus=bonus)
