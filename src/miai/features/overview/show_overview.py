"""The state of a tournament for its director: how far it has come, and what needs attention."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.following_round import following_round
from miai.domain.rounds.game import Board
from miai.domain.rounds.result_messages import result_message
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.settings.setting_words import words_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.features.draw.bracket import last_round
from miai.features.draw.open_games import Outstanding, outstanding
from miai.features.draw.round_warnings import too_few_rounds, too_many_rounds
from miai.features.overview.early_needs import early_needs
from miai.features.overview.need import Need, NeedKind
from miai.features.publish.publish_round import Shown, publication, screens
from miai.features.results.claims import open_claims
from miai.features.schedule.deadlines import late_games
from miai.messages import Clauses, Message, counted

# More missing players than these are counted, not named.
_MOST_NAMES = 4


class Stage(Enum):
    """How far the tournament has come."""

    EMPTY = "empty"
    CHECK_IN = "check-in"
    DRAFT = "draft"
    PLAYING = "playing"
    READY = "ready"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The state of a tournament; `round` is the last one drawn, 0 before the first."""

    stage: Stage
    round: int
    boards: int
    open_boards: tuple[Board, ...]
    players: int
    here: int
    next_round: int | None
    next_field: int
    needs: tuple[Need, ...]

    @property
    def done(self) -> int:
        """How many boards of the round have a result."""
        return self.boards - len(self.open_boards)


def overview(tournament: Tournament) -> Overview:
    """Work out the state of a tournament."""
    last = max((drawn.number for drawn in tournament.rounds), default=0)
    drawn = tournament.round(last)
    games = _games(tournament, last)
    waiting = tuple(board for board in games if not board.result.known)
    here = sum(player.registration is Registration.FINAL for player in tournament.players)
    over = tournament.final is not None or last >= last_round(tournament)
    following = None if over else following_round(tournament)
    field = _field(tournament, following) if following else 0
    return Overview(
        stage=_stage(tournament, drawn, waiting),
        round=last,
        boards=len(games),
        open_boards=waiting,
        players=len(tournament.players),
        here=here,
        next_round=following,
        next_field=field,
        needs=tuple(_needs(tournament, drawn, following, field)),
    )


def _games(tournament: Tournament, number: int) -> tuple[Board, ...]:
    """The games that are played as long as one has no result, else those of the draw, which may differ."""
    seen = screens(tournament, number)
    going_on = any(not board.result.known for board in seen.desk.boards)
    return seen.desk.boards if going_on else seen.draw.boards


def _stage(tournament: Tournament, drawn: Round, waiting: tuple[Board, ...]) -> Stage:
    if not tournament.players:
        return Stage.EMPTY
    if drawn.number == 0:
        return Stage.CHECK_IN
    if publication(tournament, drawn.number).shown is Shown.NOTHING and len(waiting) == len(drawn.boards):
        return Stage.DRAFT
    if waiting:
        return Stage.PLAYING
    over = tournament.final is not None or drawn.number >= last_round(tournament)
    return Stage.FINISHED if over else Stage.READY


def _field(tournament: Tournament, number: int) -> int:
    """How many would play in a round: teams in a team event, else players."""
    if tournament.settings.by_teams:
        return sum(number not in team.absent_rounds for team in tournament.teams)
    coming = [player for player in tournament.players if player.attends(number)]
    return sum(player.registration is Registration.FINAL for player in coming) or len(coming)


def _needs(tournament: Tournament, drawn: Round, following: int | None, field: int) -> Iterator[Need]:
    yield from _contests(tournament)
    yield from _claims(tournament)
    if drawn.number:
        yield from _draw_needs(tournament, drawn)
    yield from _late(tournament)
    names = tournament.names
    for game in outstanding(tournament, before=drawn.number):
        yield Need(
            kind=NeedKind.OUTSTANDING,
            what=_no_result(game),
            detail=Message(
                "%(white)s against %(black)s", white=names[game.white.id], black=names[game.black.id]
            ),
            round=game.round,
            table=game.board.table,
        )
    if following and field % 2 and drawn.number and not abilities_of(tournament.settings.system).plans_rounds:
        yield Need(
            kind=NeedKind.BYE,
            what=Message("Round %(round)s has %(count)s teams, an odd number", round=following, count=field)
            if tournament.settings.by_teams
            else Message(
                "Round %(round)s has %(count)s players, an odd number", round=following, count=field
            ),
            detail=Message("The draw will choose a team that rests.")
            if tournament.settings.by_teams
            else Message("The draw will choose a bye."),
            round=following,
        )
    yield from _not_here(tournament)
    yield from early_needs(tournament, drawn, following)
    too_few = too_few_rounds(tournament) if following else None
    if too_few:
        yield Need(kind=NeedKind.ROUNDS, what=Message("The round robin is too short"), detail=too_few)
    # As long as people are being entered, few players mean nothing.
    too_many = too_many_rounds(tournament) if following and tournament.rounds else None
    if too_many:
        yield Need(kind=NeedKind.ROUNDS, what=Message("There are too many rounds"), detail=too_many)


def _late(tournament: Tournament) -> Iterator[Need]:
    """The reminder of games that are past their deadline; only the director settles them."""
    late = late_games(tournament)
    if late:
        yield Need(
            kind=NeedKind.LATE,
            what=counted(
                "%(num)s game is past its deadline", "%(num)s games are past their deadline", len(late)
            ),
            detail=Message(
                "The rule of this event: %(rule)s",
                rule=words_of("unfinished.after_deadline", tournament.settings.unfinished.after_deadline),
            ),
        )


def _no_result(game: Outstanding) -> Message:
    values: dict[str, Any] = {"round": game.round, "table": game.board.table}
    match game.delay and game.delay.kind:
        case DelayKind.POSTPONED:
            return Message("Round %(round)s, table %(table)s is postponed", **values)
        case DelayKind.ADJOURNED:
            return Message("Round %(round)s, table %(table)s is adjourned", **values)
    return Message("Round %(round)s, table %(table)s has no result", **values)


def _not_here(tournament: Tournament) -> Iterator[Need]:
    """Those who have not checked in while others have."""
    missing = [p for p in tournament.players if p.registration is Registration.PRELIMINARY and p.attends(1)]
    known = tournament.names
    names = tuple(known[player.id] for player in missing)
    if len(missing) == 1 < len(tournament.players):
        yield Need(
            kind=NeedKind.NOT_HERE,
            what=Message("%(name)s is not here", name=names[0]),
            player=missing[0].id,
        )
    elif 1 < len(missing) < len(tournament.players):
        yield Need(
            kind=NeedKind.NOT_HERE,
            what=counted("%(num)s player is not here", "%(num)s players are not here", len(missing)),
            detail=Message("%(text)s", text=names)
            if len(names) <= _MOST_NAMES
            else Message(
                "%(names)s and %(count)s more",
                names=Clauses(names[:_MOST_NAMES], ", "),
                count=len(names) - _MOST_NAMES,
            ),
        )


def _contests(tournament: Tournament) -> Iterator[Need]:
    """Games for which two different results were entered; the first one stands."""
    names = tournament.names
    refused: dict[tuple[int, PlayerId, PlayerId], list[Message]] = {}
    for drawn in tournament.rounds:
        for each in drawn.contests:
            said = result_message(each.result, names[each.white], names[each.black])
            refused.setdefault((drawn.number, each.white, each.black), []).append(said)
    for (number, white, black), results in refused.items():
        shown = screens(tournament, number)
        board = shown.desk.board_of(white)
        if board is None or black not in (board.white, board.black):
            board = shown.draw.board_of(white)
        if board is None:
            continue
        stands = result_message(board.result, names[board.white], names[board.black])
        yield Need(
            kind=NeedKind.CLAIMS,
            what=Message("Table %(table)s: two different results were entered", table=board.table),
            detail=Message(
                "%(stands)s was entered first, then: %(refused)s",
                stands=stands,
                refused=Clauses(tuple(dict.fromkeys(results))),
            ),
            round=number,
            table=board.table,
        )


def _claims(tournament: Tournament) -> Iterator[Need]:
    names = tournament.names
    for each in open_claims(tournament):
        if each.provisional or each.waiting:
            continue
        board = each.board
        reports = tuple(
            Message(
                "%(name)s reports: %(result)s",
                name=names[claim.player],
                result=result_message(claim.result, names[board.white], names[board.black]),
            )
            for claim in each.claims
        )
        yield Need(
            kind=NeedKind.CLAIMS,
            what=Message("Table %(table)s: %(what)s", table=board.table, what=each.disagreement),
            detail=Message("%(text)s", text=Clauses(reports)),
            round=each.round,
            table=board.table,
        )


def _draw_needs(tournament: Tournament, drawn: Round) -> Iterator[Need]:
    """What has become of a draw since it was made."""
    number = drawn.number
    seen = publication(tournament, number)
    if seen.shown is Shown.EARLIER:
        yield _republish(number, moved=len(seen.moved))
    boards = {seat: board for board in drawn.boards for seat in (board.white, board.black)}
    free = {bye.player for bye in drawn.byes}
    names = tournament.names
    for player in tournament.players:
        board = boards.get(player.id)
        if board and not board.result.known and not player.attends(number):
            yield _gone(player, names[player.id], board, number)
        here = player.attends(number) and player.registration is Registration.FINAL
        # In a cup most players are there and have no game, and so are substitutes.
        spare = tournament.settings.by_teams or abilities_of(tournament.settings.system).plans_rounds
        if here and board is None and player.id not in free and not spare:
            yield _unpaired(player, names[player.id], number)


def _republish(number: int, *, moved: int) -> Need:
    return Need(
        kind=NeedKind.REPUBLISH,
        what=counted(
            "Round %(round)s: %(num)s player has another game than the one published",
            "Round %(round)s: %(num)s players have another game than the one published",
            moved,
            round=number,
        )
        if moved
        else Message("Round %(round)s: stones or komi are not those published", round=number),
        detail=Message("Players see the earlier draw until you publish again."),
        round=number,
    )


def _gone(player: Player, name: str, board: Board, number: int) -> Need:
    return Need(
        kind=NeedKind.GONE,
        what=Message(
            "%(name)s is paired at table %(table)s but misses round %(round)s",
            name=name,
            table=board.table,
            round=number,
        ),
        round=number,
        table=board.table,
        player=player.id,
    )


def _unpaired(player: Player, name: str, number: int) -> Need:
    return Need(
        kind=NeedKind.UNPAIRED,
        what=Message("%(name)s is here and has no game in round %(round)s", name=name, round=number),
        round=number,
        player=player.id,
    )
