"""A whole event with stages as one tournament, for files that know no stages, and a stage as one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from miai.domain.people.player import Player, PlayerId
from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.final_table import FinalRow, FinalTable
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring.places import worth_without_game
from miai.engine.scoring.scores import scores
from miai.features.stages.overall_standings import whole_standings

# Wins in all games are all that groups, cups and the main event have in common.
_SYSTEM, _CRITERIA = "swiss", ("nbw",)
# A bye in a file is a whole point or half a point, by what it was worth in its stage.
_SCORING = Scoring(
    bye_wins=POINT,
    bye_points=POINT,
    absent_wins=HALF,
    absent_points=HALF,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPart:
    """A round of a stage, or of the main event, within a round of the whole event.

    Its tables are numbered from `tables` + 1 on there, because stages of one phase have the same numbers.
    """

    number: int
    stage: StageId
    name: str
    round: int
    tables: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeEvent:
    """All rounds of all stages and of the main event as one tournament, and the origin of each round."""

    tournament: Tournament
    parts: tuple[RoundPart, ...] = ()

    def origin(self, number: int, table: int) -> RoundPart | None:
        """The part that a game belongs to; None in an event whose stages have no games."""
        found = [part for part in self.parts if part.number == number and part.tables < table]
        return max(found, key=lambda part: part.tables, default=None)


@dataclass(frozen=True, slots=True)
class _Source:
    """The main event or a stage."""

    stage: StageId
    event: Tournament


def has_staged_games(tournament: Tournament) -> bool:
    """True if games of an event were played in its stages."""
    return any(stage.event.rounds_played for stage in tournament.stages)


def whole_event(tournament: Tournament) -> WholeEvent:
    """The event with the rounds of its stages in order of play, for rating files.

    The main event is first, with the cups beside it in rounds of the same number; then come the phases, the
    stages of each side by side. If somebody has two games in one round, it becomes two rounds. Players are in
    the order of the overall standings, and the only criterion is the number of wins. An event whose stages
    have no games stays unchanged.
    """
    if not has_staged_games(tournament):
        return WholeEvent(tournament=tournament)
    slots = [slot for block in _blocks(tournament) for slot in _slots(block)]
    drawn = [sources for slot in slots for sources in _without_clashes(slot)]
    rounds: list[Round] = []
    parts: list[RoundPart] = []
    for number, sources in enumerate(drawn, start=1):
        found = tuple(_parts(number, sources))
        parts += found
        rounds.append(_round(number, sources, found, tournament.settings))
    players = tuple(_players(tournament, rounds))
    settings = _settings(tournament, len(rounds))
    whole = replace(
        tournament,
        settings=settings,
        players=tuple(_as_in_file(player) for player, _ in players),
        rounds=tuple(rounds),
        published_places=(),
        wishes=Wishes(),
        tables_shown=(),
        clocks=(),
        final=FinalTable(
            after_round=len(rounds),
            criteria=_CRITERIA,
            rows=tuple(FinalRow(player=player.id, place=place) for player, place in players),
        ),
        stages=(),
    )
    return WholeEvent(tournament=whole, parts=tuple(parts))


def stage_alone(tournament: Tournament, stage_id: StageId) -> Tournament:
    """A stage as a tournament with its own file: the details are those of the event, which is named first."""
    event = tournament.stage(stage_id).event
    return replace(
        event,
        name=f"{tournament.name} – {event.name}" if tournament.name else event.name,
        short_name="",
        place=tournament.place,
        country=tournament.country,
        director=tournament.director,
        begin=tournament.begin,
        end=tournament.end,
        settings=replace(event.settings, internet=tournament.settings.internet),
    )


def _blocks(tournament: Tournament) -> Iterator[list[_Source]]:
    """The stages that are played side by side, in order of play; the main event is the first of them."""
    by_phase: dict[int, list[_Source]] = defaultdict(list, {0: [_Source(MAIN, tournament)]})
    for stage in tournament.stages:
        by_phase[stage.phase].append(_source(stage))
    yield from (by_phase[phase] for phase in sorted(by_phase))


def _source(stage: Stage) -> _Source:
    return _Source(stage.id, stage.event)


def _slots(block: Sequence[_Source]) -> Iterator[list[tuple[_Source, Round]]]:
    """The rounds of a block: those of the same number together."""
    numbers = sorted({each.number for source in block for each in source.event.rounds if _happened(each)})
    for number in numbers:
        yield [
            (source, drawn)
            for source in block
            for drawn in source.event.rounds
            if drawn.number == number and _happened(drawn)
        ]


def _happened(drawn: Round) -> bool:
    return bool(drawn.boards or drawn.byes)


def _without_clashes(slot: Sequence[tuple[_Source, Round]]) -> list[list[tuple[_Source, Round]]]:
    """The rounds of one number, in as many rounds as it takes until nobody has two games in one."""
    split: list[tuple[set[PlayerId], list[tuple[_Source, Round]]]] = []
    for source, drawn in slot:
        busy = set(_seated(drawn))
        for taken, together in split:
            if taken.isdisjoint(busy):
                taken.update(busy)
                together.append((source, drawn))
                break
        else:
            split.append((busy, [(source, drawn)]))
    return [together for _, together in split]


def _seated(drawn: Round) -> Iterator[PlayerId]:
    return (player for board in drawn.boards for player in (board.white, board.black))


def _parts(number: int, sources: Sequence[tuple[_Source, Round]]) -> Iterator[RoundPart]:
    tables = 0
    for source, drawn in sources:
        yield RoundPart(
            number=number, stage=source.stage, name=source.event.name, round=drawn.number, tables=tables
        )
        tables += max((board.table for board in drawn.boards), default=0)


def _round(
    number: int, sources: Sequence[tuple[_Source, Round]], parts: Sequence[RoundPart], settings: Settings
) -> Round:
    boards = tuple(
        _board(board, part.tables, source.event.settings, settings)
        for (source, drawn), part in zip(sources, parts, strict=True)
        for board in drawn.boards
    )
    seated = {player for board in boards for player in (board.white, board.black)}
    byes: dict[PlayerId, Bye] = {}
    for source, drawn in sources:
        for player, worth in _free(source.event, drawn.number):
            if player not in seated and worth > NOTHING:
                kind = ByeKind.FORCED if worth >= POINT else ByeKind.VOLUNTARY
                byes.setdefault(player, Bye(player=player, kind=kind))
    return Round(number=number, boards=boards, byes=tuple(byes.values()))


def _board(board: Board, tables: int, own: Settings, whole: Settings) -> Board:
    """A board with a table of its own, and the komi of its stage if that is not the event's."""
    usual = own.usual_komi(board.handicap)
    same = board.komi is not None or usual == whole.usual_komi(board.handicap)
    return replace(board, table=board.table + tables, komi=board.komi if same else usual, locked=False)


def _free(event: Tournament, number: int) -> Iterator[tuple[PlayerId, Quarters]]:
    """The players of a stage without a game in a round, with the worth of that by its rules."""
    table = scores(event, after=number)
    for player, rounds in zip(table.players, table.rounds, strict=True):
        yield player.id, worth_without_game(rounds[number - 1], table)


def _players(tournament: Tournament, rounds: Iterable[Round]) -> Iterator[tuple[Player, int]]:
    """The players in the order of the overall standings, each with the place."""
    rows = whole_standings(tournament).rows
    yield from ((row.player, row.place) for row in rows)
    placed = {row.player.id for row in rows}
    people = {player.id: player for source in _sources(tournament) for player in source.players}
    people |= {player.id: player for player in tournament.players}
    there = {player for drawn in rounds for player in (*_seated(drawn), *(bye.player for bye in drawn.byes))}
    last = len(rows) + 1
    yield from ((people[player], last) for player in people if player in there - placed)
    yield from ((player, last) for player in tournament.players if player.id not in placed | there)


def _sources(tournament: Tournament) -> tuple[Tournament, ...]:
    return (tournament, *(stage.event for stage in tournament.stages))


def _as_in_file(player: Player) -> Player:
    """A player without what only counts in one stage."""
    return replace(player, absent_rounds=frozenset(), start=None, correction=NOTHING, bar_side=None)


def _settings(tournament: Tournament, rounds: int) -> Settings:
    """The rules of the event, as far as a table of wins has any; handicaps by the rules that gave them."""
    with_stones = (
        event
        for event in _sources(tournament)
        if any(board.handicap for drawn in event.rounds for board in drawn.boards)
    )
    sizes = {event.settings.board_size for event in _sources(tournament) if event.rounds_played}
    return replace(
        tournament.settings,
        board_size=sizes.pop() if len(sizes) == 1 else tournament.settings.board_size,
        system=_SYSTEM,
        criteria=_CRITERIA,
        rounds=rounds,
        scoring=_SCORING,
        handicapping=next(with_stones, tournament).settings.handicapping,
    )
