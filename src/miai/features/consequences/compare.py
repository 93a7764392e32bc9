"""Compares a tournament before and after a change."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from miai.desk.handed_out import NOT_KNOWN, HandedOutFiles
from miai.domain.money import Cents
from miai.domain.people.distinct_names import distinct_names
from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Pairings, Round
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.places import standings
from miai.engine.scoring.scores import scores, start_of
from miai.engine.scoring.teams.table import team_standings
from miai.errors import InputError
from miai.features.consequences.entrant_moves import entrant_moves
from miai.features.consequences.moves import (
    Consequences,
    DrawMoves,
    PartMoves,
    TableMoves,
)
from miai.features.consequences.outdated_files import outdated_files
from miai.features.consequences.played import has_begun, last_begun, last_played
from miai.features.players.left_games import left_games
from miai.features.prizes.award_prizes import prizes_given
from miai.features.prizes.team_prizes import without_team_prizes
from miai.features.stages.overall_standings import published_whole_standings
from miai.features.standings.shown_lines import (
    Lines,
    Move,
    Shows,
    changed_lines,
    lines_of_players,
    lines_of_teams,
    lines_of_whole,
    moves_between,
)

# What result files and printed lists show of a player.
_IN_FILES = ("surname", "first_name", "grade", "country", "club", "egf_pin", "ffg_licence", "aga_id")
# What a published table shows of a player besides results and scores.
_DATA = (Shows.NAMES, Shows.GRADES, Shows.COUNTRIES, Shows.CLUBS)
# A round of the main event or of a stage.
RoundOfPart = tuple[StageId, int]
_Criteria = tuple[str, ...]
# The criteria of players and those of teams.
_OfBoth = tuple[_Criteria, _Criteria]


def consequences(
    before: Tournament,
    after: Tournament,
    files: HandedOutFiles = NOT_KNOWN,
    *,
    published: Collection[RoundOfPart] = (),
) -> Consequences:
    """What a change moves in rounds that were played, in tables that were published, and in `files`.

    Nothing is paired again: a drawn round stays, and is named if its games were drawn from other scores. The
    parts are the main event and its stages; one that has no round yet has no past. The games of rounds that
    are `published` by the change itself are what its sender wants players to see.
    """
    later = {stage.id: stage.event for stage in after.stages}
    parts = [
        _part(before, after, published=published),
        *(_stage(stage, later.get(stage.id), published) for stage in before.stages),
    ]
    return Consequences(
        parts=tuple(part for part in parts if part),
        whole=_whole(before, after),
        qualified=tuple(entrant_moves(before, after, _namer(before, after))),
        fees=tuple(_fees(before, after)),
        files=tuple(outdated_files(before, after, files)),
        files_known=files.complete,
    )


def _stage(stage: Stage, after: Tournament | None, published: Collection[RoundOfPart]) -> PartMoves | None:
    """The moves in a stage; one that is removed as a whole is asked about on its own page."""
    return _part(stage.event, after, stage.id, published=published) if after else None


def _part(
    before: Tournament,
    after: Tournament,
    stage: StageId = MAIN,
    *,
    published: Collection[RoundOfPart],
) -> PartMoves | None:
    """The moves in the main event or in a stage; None before its first round."""
    if not last_begun(before) or _same(before, after):
        return None
    again = {number for part, number in published if part == stage}
    found = PartMoves(
        stage=stage,
        name=before.name if stage else "",
        starts=tuple(_starts(before, after)),
        kept=tuple(_kept(before, after)),
        tables=tuple(_tables(before, after)),
        draws=tuple(_draws(before, after, again)),
        prizes=tuple(_prizes(before, after)),
        in_files=tuple(_in_files(before, after)),
        results_in_files=tuple(_results_in_files(before, after)),
        left=tuple(left_games(before, after)),
        pinned=tuple(_pinned(before, after)),
    )
    return found if found != PartMoves(stage=stage, name=found.name) else None


def _same(before: Tournament, after: Tournament) -> bool:
    """True if nothing differs that anything here depends on."""
    return (
        before.settings == after.settings
        and before.players == after.players
        and before.rounds == after.rounds
        and before.teams == after.teams
        and before.tables_shown == after.tables_shown
    )


def _namer(before: Tournament, after: Tournament) -> Callable[[str], str]:
    # Their grades of before are still on the screen.
    people = {str(player.id): player for player in (*after.players, *before.players)}
    names = distinct_names(people)
    names |= {str(team.id): team.name for team in (*before.teams, *after.teams)}
    return lambda each: names.get(each, each)


# Starting scores and tables ---------------------------------------------------------------------------


def _starts(before: Tournament, after: Tournament) -> Iterator[Move[Quarters]]:
    """The players of both whose starting score moves, if scores begin with it."""
    if before.settings.by_wins and after.settings.by_wins:
        return
    kept = {player.id for player in after.players}
    old = {str(each.id): _start(before, each) for each in participants(before) if each.id in kept}
    new = {str(each.id): _start(after, each) for each in after.players if str(each.id) in old}
    yield from moves_between(old, new, _namer(before, after))


def _kept(before: Tournament, after: Tournament) -> Iterator[Move[Quarters]]:
    """The players with another grade whose starting score stays, because it is set by hand."""
    if after.settings.by_wins:
        return
    old = {each.id: each for each in participants(before)}
    name = _namer(before, after)
    for player in after.players:
        known = old.get(player.id)
        if known and known.grade != player.grade and player.start is not None:
            start = _start(after, player)
            if start == _start(before, known):
                yield Move(id=player.id, name=name(player.id), before=start, after=start)


def _start(tournament: Tournament, player: Player) -> Quarters:
    return start_of(player, tournament.settings.applied_scoring)


def _tables(before: Tournament, after: Tournament) -> Iterator[TableMoves]:
    """The director's table after the last round that is played, and each table that was published."""
    shown = {each.after_round: each for each in before.tables_shown}
    again = {each.after_round: each for each in after.tables_shown}
    played = last_played(before)
    for number in sorted({played, *shown} - {0}):
        pinned = shown.get(number)
        own = _criteria(before), _criteria(after)
        seen = None
        if pinned:
            now = again.get(number) or pinned
            seen = (pinned.criteria, pinned.team_criteria), (now.criteria, now.team_criteria)
            yield from _both_tables(before, after, number, seen, published=True)
        if number == played and seen != own:
            yield from _both_tables(before, after, number, own, published=False)


def _pinned(before: Tournament, after: Tournament) -> Iterator[int]:
    """The published tables that do not follow a change of the criteria."""
    if _criteria(before) != _criteria(after):
        for table in after.tables_shown:
            if (table.criteria, table.team_criteria) != _criteria(after):
                yield table.after_round


def _criteria(tournament: Tournament) -> _OfBoth:
    return tournament.settings.criteria, tournament.settings.teams.criteria


def _both_tables(
    before: Tournament, after: Tournament, number: int, criteria: tuple[_OfBoth, _OfBoth], *, published: bool
) -> Iterator[TableMoves]:
    """The table of the players and that of the teams, each by its criteria before and after.

    Without any result of its round a table can no longer be shown.
    """
    if _has_results(before, number) and not _has_results(after, number):
        yield TableMoves(standings_after=number, published=published, gone=True)
        return
    of_players, of_teams = zip(*criteria, strict=True)
    yield from _players_table(before, after, number, of_players, published=published)
    if before.settings.by_teams and before.teams and after.teams:
        yield from _teams_table(before, after, number, of_teams, published=published)


def _has_results(tournament: Tournament, number: int) -> bool:
    return any(board.result.known for board in tournament.round(number).boards)


def _players_table(
    before: Tournament,
    after: Tournament,
    number: int,
    criteria: tuple[_Criteria, _Criteria],
    *,
    published: bool,
) -> Iterator[TableMoves]:
    old = lines_of_players(standings(before, after=number, criteria=criteria[0] or None))
    try:
        new = lines_of_players(standings(after, after=number, criteria=criteria[1] or None))
    except InputError:
        yield TableMoves(standings_after=number, published=published, gone=True)
        return
    other = criteria[0] != criteria[1]
    table = TableMoves(standings_after=number, published=published, other_criteria=other)
    yield from _moved_table(table, old, new, _namer(before, after))


def _teams_table(
    before: Tournament,
    after: Tournament,
    number: int,
    criteria: tuple[_Criteria, _Criteria],
    *,
    published: bool,
) -> Iterator[TableMoves]:
    """The table of teams, in an event of teams."""
    try:
        old = lines_of_teams(team_standings(before, after=number, criteria=criteria[0] or None))
        new = lines_of_teams(team_standings(after, after=number, criteria=criteria[1] or None))
    except InputError:
        yield TableMoves(standings_after=number, published=published, of_teams=True, gone=True)
        return
    other = criteria[0] != criteria[1]
    table = TableMoves(standings_after=number, published=published, of_teams=True, other_criteria=other)
    yield from _moved_table(table, old, new, _namer(before, after))


def _whole(before: Tournament, after: Tournament) -> TableMoves | None:
    """The published table of the places over all stages; nothing if it stays or is hidden."""
    old, new = (published_whole_standings(each) if each.stages else None for each in (before, after))
    if old is None or new is None:
        return None
    table = TableMoves(standings_after=before.tables_shown[-1].after_round, published=True, of_all=True)
    lines = lines_of_whole(old), lines_of_whole(new)
    return next(_moved_table(table, *lines, _namer(before, after)), None)


def _moved_table(
    table: TableMoves, old: Lines, new: Lines, name: Callable[[str], str]
) -> Iterator[TableMoves]:
    """The table with all that changes in its lines; nothing if they stay."""
    changes = changed_lines(old, new, name)
    parts = changes.parts
    found = replace(
        table,
        places=changes.places,
        scores=changes.scores,
        tiebreaks=parts.get(Shows.TIEBREAKS, ()),
        games=parts.get(Shows.RESULTS, ()) if table.published else (),
        data=tuple((part, parts[part]) for part in _DATA if part in parts) if table.published else (),
    )
    if found:
        yield found


# Draws ------------------------------------------------------------------------------------------------


def _draws(before: Tournament, after: Tournament, again: Collection[int]) -> Iterator[DrawMoves]:
    """The drawn rounds whose games rest on other scores now, and changed games that were played or shown.

    The rounds of a system with a plan rest on no scores. Those that are published `again` are shown on
    purpose.
    """
    by_plan = abilities_of(before.settings.system).plans_rounds
    played = last_played(before)
    for drawn in before.rounds:
        now = after.round(drawn.number)
        if drawn.number <= played:
            changed = tuple(_changed_tables(drawn, now))
        elif drawn.shown and now.shown and drawn.number not in again:
            changed = tuple(_changed_tables(drawn.shown, now.shown))
        else:
            changed = ()
        rests = not by_plan and (drawn.number > 1 or not changed)
        games = tuple(_other_gaps(before, after, drawn, now)) if rests else ()
        is_draft = not has_begun(drawn)
        grades = tuple(_other_grades(before, after, drawn)) if is_draft and not by_plan else ()
        if changed or games or grades:
            yield DrawMoves(
                round=drawn.number, is_draft=is_draft, games=games, grades=grades, changed=changed
            )


def _other_grades(before: Tournament, after: Tournament, drawn: Round) -> Iterator[int]:
    """The tables with a player of another grade, which counts for stones and for whom players meet."""
    old, new = ({player.id: player.grade for player in each.players} for each in (before, after))
    other = {player for player, grade in old.items() if player in new and new[player] != grade}
    return (board.table for board in drawn.boards if other & {board.white, board.black})


def _changed_tables(drawn: Round | Pairings, now: Round | Pairings) -> Iterator[int]:
    """The tables whose game is another one, whatever its result."""
    old, new = ({board.table: _without_result(board) for board in each.boards} for each in (drawn, now))
    return (table for table in sorted({*old, *new}) if old.get(table) != new.get(table))


def _without_result(board: Board) -> Board:
    return replace(board, result=Result.UNKNOWN, locked=False)


def _other_gaps(before: Tournament, after: Tournament, drawn: Round, now: Round) -> Iterator[int]:
    """The tables whose two players had another distance in score when the round was drawn."""
    old = _scores_before(before, drawn.number)
    new = _scores_before(after, drawn.number)
    for board in drawn.boards:
        seats = (board.white, board.black)
        same = now.board_of(board.white)
        if same and same.black == board.black and all(seat in old and seat in new for seat in seats):
            gaps = (each[board.white] - each[board.black] for each in (old, new))
            if len(set(gaps)) > 1:
                yield board.table


def _scores_before(tournament: Tournament, number: int) -> dict[PlayerId, int]:
    table = scores(tournament, after=number - 1)
    points = table.wins if tournament.settings.by_wins else table.points
    return {player.id: int(value) for player, value in zip(tournament.players, points, strict=True)}


# Prizes, fees and files -------------------------------------------------------------------


def _prizes(before: Tournament, after: Tournament) -> Iterator[Move[tuple[str, ...]]]:
    """The players who get other prizes, once all rounds are played; the first list takes nothing away."""
    if before.settings.prizes and last_played(before) >= before.settings.rounds:
        yield from moves_between(_won(before), _won(after), _namer(before, after))


def _won(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for given in prizes_given(without_team_prizes(standings(tournament)), whole=False):
        for row in given.winners:
            found[str(row.player.id)] = (*found.get(str(row.player.id), ()), given.prize.title)
    return found


def _fees(before: Tournament, after: Tournament) -> Iterator[Move[Cents]]:
    """The players who have paid and owe another amount."""
    old = {str(each.id): before.settings.fees.owed_by(each) for each in before.players if each.paid}
    new = {str(each.id): after.settings.fees.owed_by(each) for each in after.players if str(each.id) in old}
    return moves_between(old, new, _namer(before, after))


def _in_files(before: Tournament, after: Tournament) -> Iterator[str]:
    """The players whom lists and result files that were handed out show with other data."""
    old, name = {player.id: player for player in participants(before)}, _namer(before, after)
    for player in after.players:
        known = old.get(player.id)
        if known and any(getattr(known, field) != getattr(player, field) for field in _IN_FILES):
            yield name(player.id)


def _results_in_files(before: Tournament, after: Tournament) -> Iterator[int]:
    """The played rounds whose games, byes or results a result file would have in another way."""
    for drawn in before.rounds:
        if drawn.number <= last_played(before):
            now = after.round(drawn.number)
            if (drawn.boards, drawn.byes, drawn.bonuses) != (now.boards, now.byes, now.bonuses):
                yield drawn.number
