"""Reconstruct a log for a tournament whose real history is not known, such as an imported one."""

from collections.abc import Iterator
from dataclasses import fields, replace

from miai.domain import events
from miai.domain.final_table import FinalTable
from miai.domain.game import Result
from miai.domain.reporting import as_shown, from_claims, is_about
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.domain.wishes import NO_WISHES


def events_leading_to(tournament: Tournament) -> Iterator[events.Change]:
    """Events that replay to exactly this tournament."""
    shared = {field.name for field in fields(events.TournamentCreated)}
    yield events.TournamentCreated(**{name: getattr(tournament, name) for name in sorted(shared)})
    for player in tournament.players:
        yield events.PlayerRegistered(player=player)
    for team in tournament.teams:
        yield events.TeamEntered(team=team)
    for drawn in tournament.rounds:
        yield from _events_of_round(tournament, drawn)
    if tournament.wishes != NO_WISHES:
        yield events.WishesChanged(wishes=tournament.wishes)
    for table in tournament.tables_shown:
        yield events.StandingsPublished(after_round=table.after_round, final=table.final)
    for clock in tournament.clocks:
        yield events.ClockSet(clock=clock)
    for claim in tournament.claims:
        board = tournament.round(claim.round).board_of(claim.player)
        if board:
            yield events.ResultClaimed(
                round=claim.round, table=board.table, claimed_by=claim.player, result=claim.result
            )
    for contest in tournament.contests:
        board = tournament.round(contest.round).board_of(contest.white)
        if board:
            yield events.ResultContested(
                round=contest.round,
                table=board.table,
                white=contest.white,
                black=contest.black,
                result=contest.result,
            )
    yield from _events_of_final_tables(tournament)
    if tournament.published_places:
        yield events.TablePublished(places=tournament.published_places)


def _events_of_final_tables(tournament: Tournament) -> Iterator[events.Change]:
    for reason in tournament.corrections:
        # What the earlier tables said is not known any more.
        yield events.StandingsFinalised(table=FinalTable(after_round=tournament.rounds_played))
        yield events.StandingsReopened(reason=reason)
    if tournament.final:
        yield events.StandingsFinalised(table=tournament.final)


def _events_of_round(tournament: Tournament, drawn: Round) -> Iterator[events.Change]:
    blank = tuple(replace(board, result=Result.UNKNOWN) for board in drawn.boards)
    now = replace(drawn, boards=blank, bonuses=())
    shown = next((each for each in tournament.shown if each.number == drawn.number), None)
    if shown is not None and shown != as_shown(drawn):
        yield events.RoundDrawn(round=shown)
        yield events.RoundPublished(round=drawn.number)
        yield events.RoundDrawn(round=now, again=True)
    else:
        yield events.RoundDrawn(round=now)
        if shown is not None:
            yield events.RoundPublished(round=drawn.number)
    for board in drawn.boards:
        own = [claim for claim in tournament.claims if is_about(claim, board, drawn.number)]
        if board.result.known and not from_claims(board, own):
            yield events.ResultEntered(round=drawn.number, table=board.table, result=board.result)
    for bonus in drawn.bonuses:
        yield events.BonusGiven(round=drawn.number, bonus=bonus)
