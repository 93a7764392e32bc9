"""Pair a round of a tournament."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from miai.desk.changed_file import settled_changes
from miai.domain.bounds import RoundNumber
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.log.replay import apply_all
from miai.domain.people.player import PlayerId
from miai.domain.people.team import Team
from miai.domain.pricing_version import PRICING
from miai.domain.problems import demand_none, id_problems
from miai.domain.rounds.following_round import cups_beside, everybody_beside, following_round
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.stages import MAIN, StageId
from miai.domain.starting_bands import follows_entries
from miai.domain.table_numbers import ALL_TABLES, Tables
from miai.domain.tournament import Tournament
from miai.engine.pairing.analysis import WeighedRound, message_of
from miai.engine.pairing.constraints import constraints_of
from miai.engine.pairing.presets import seeding_for
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.pairing.registry import abilities_of, demand_system, schedule_of, system_of, weighing_systems
from miai.engine.pairing.rematches_elsewhere import rematches_elsewhere
from miai.engine.pairing.schedules.planned_rounds import planned_draw
from miai.engine.pairing.schedules.wishes import with_constraints
from miai.engine.pairing.system import Analysis
from miai.engine.pairing.table_assignment import tables_of
from miai.engine.pairing.teams.boards import with_boards
from miai.engine.pairing.view import build_view, keeping
from miai.engine.scoring.teams.entrants import entrants_of
from miai.engine.scoring.teams.fielding import to_be_drawn, with_line_ups
from miai.errors import InputError, NoPairingError
from miai.features.draw.open_games import demand_games_over
from miai.features.draw.tournament_kind import demand_no_congress
from miai.formats import Format
from miai.messages import Clauses, Message


def analyse(
    tournament: Tournament,
    *,
    round: int,
    system: str | None = None,
    preset: str | None = None,
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
    drawn_for: Sequence[PlayerId] | None = None,
    drawn_from: Tournament | None = None,
    kept: Sequence[tuple[PlayerId, PlayerId]] = (),
    pricing: int = PRICING,
) -> Analysis:
    """The analysis of a round by a system, from the state before it; `only` is part of the field.

    System and preset are those of the settings by default. Without constraints the director's standing
    wishes are kept to. `drawn_for`, `drawn_from`, `kept` and `pricing` say how a round was drawn that is to
    be explained.
    """
    event = _under(entrants_of(tournament, round), round, system)
    used = preset or event.settings.preset
    chosen = system_of(event.settings.system, preset=used)
    abilities = abilities_of(event.settings.system)
    inside = abilities.ratings_inside
    view = build_view(
        event,
        round,
        seed=seed,
        seeding=seeding_for(event.settings, round_number=round, preset=used),
        constraints=constraints,
        only=only,
        live=inside(event.settings) if inside else None,
        drawn_for=drawn_for,
        drawn_from=drawn_from,
        kept=kept,
        pricing=pricing,
    )
    if len(view) == 0 and not abilities.plans_rounds:
        raise InputError(Message("nobody plays in round %(round)s", round=round))
    if constraints is None:
        view = replace(view, constraints=constraints_of(event.wishes, round, view.players))
    return chosen.analyse(view, seed)


def prepare(
    tournament: Tournament,
    *,
    round: int,
    system: str | None = None,
    preset: str | None = None,
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
) -> WeighedRound:
    """Look at a round whose system weighs pairs, with all prices."""
    found = analyse(
        tournament, round=round, system=system, preset=preset, seed=seed, constraints=constraints, only=only
    )
    if not isinstance(found, WeighedRound):
        raise InputError(
            Message(
                "the system '%(system)s' does not weigh pairs: %(others)s do",
                system=system or tournament.settings.system,
                others=Clauses(weighing_systems(), ", "),
            )
        )
    return found


def pair(
    tournament: Tournament,
    *,
    round: RoundNumber,
    system: str | None = None,
    preset: str | None = None,
    seed: int = 0,
    constraints: Constraints | None = None,
    only: Sequence[PlayerId] | None = None,
    nearest: bool = False,
) -> Draw:
    """Draw a round by the rules of its system; `only` pairs part of the field.

    In a team event teams are paired, and constraints and `only` name teams; then their players are seated.
    Without constraints the director's standing wishes are kept to. Where no pairing exists a
    `NoPairingError` says who blocks whom; with `nearest` the draw that breaks the fewest rules is given
    instead. The next round is refused where the rules let it wait for games that are not over.

    >>> draw = miai.pair(evening, round=3, seed=1)
    >>> [(board.white.surname, board.black.surname) for board in draw.boards]
    [('Example', 'Sixth'), ('Third', 'Other'), ('Fourth', 'Fifth')]
    >>> draw.optimal
    True
    """
    if not tournament.round(round).boards:
        demand_games_over(tournament, before=round)
    if tournament.settings.by_teams:
        fresh = to_be_drawn(tournament, round)
        demand_teams(fresh)
        teams = pair(
            entrants_of(_with_system(fresh, system), round),
            round=round,
            preset=preset,
            seed=seed,
            constraints=constraints,
            only=only,
            nearest=nearest,
        )
        return seated(fresh, teams)
    event = _under(tournament, round, system)
    if abilities_of(event.settings.system).plans_rounds:
        # A schedule draws from its plan: nothing of a view is needed before the round is explained.
        wishes = event if constraints is None else with_constraints(event, constraints, round)
        return planned_draw(schedule_of(event.settings.system), wishes, round=round, seed=seed)
    found = analyse(
        tournament, round=round, system=system, preset=preset, seed=seed, constraints=constraints, only=only
    )
    return draw_of(found, nearest=nearest)


def draw_of(analysis: Analysis, *, nearest: bool = False) -> Draw:
    """The draw of an analysis, or with `nearest` the nearest one where none keeps all rules.

    Rematches of other parts of the event are avoided as long as a draw exists; else as few as possible are
    drawn, and the draw names them.
    """
    try:
        return analysis.draw()
    except NoPairingError as error:
        again = None if nearest else _with_rematches_elsewhere(analysis)
        if again is not None:
            return again
        if not nearest:
            raise
        found = analysis.nearest().draw()
        return replace(found, problems=(*found.problems, message_of(error)))


def _with_rematches_elsewhere(analysis: Analysis) -> Draw | None:
    """The draw that breaks nothing but rematches of other parts of the event; None if there is none."""
    if not analysis.view.met_elsewhere:
        return None
    try:
        found = analysis.nearest().draw()
    except NoPairingError:
        return None
    rematches = rematches_elsewhere(analysis.view, analysis.bans, found)
    if rematches is None:
        return None
    return replace(found, problems=(*found.problems, *(each.message for each in rematches)))


def pair_rest(
    tournament: Tournament,
    *,
    round: int,
    system: str | None = None,
    preset: str | None = None,
    seed: int = 0,
    constraints: Constraints | None = None,
) -> Round:
    """Draw a round again; boards that are locked or over and byes that are locked or voluntary stay.

    A volunteer who has the bye keeps it as long as somebody has to sit out.
    """
    event = _under(tournament, round, system)
    _demand_boards_alone(event)
    old = tournament.round(round)
    kept = tuple(board for board in old.boards if board.locked or board.result.known)
    free = tuple(bye for bye in old.byes if bye.locked or bye.kind is ByeKind.VOLUNTARY)
    field = _field_of_rest(event, round, kept, {bye.player for bye in free})
    if len(field) == 2 * len(kept):
        return replace(old, boards=kept, byes=free)
    players = [player for player in event.players if player.id in set(field)]
    wishes = _with_bye_kept(constraints or constraints_of(event.wishes, round, players), old)
    pairs = [(board.white, board.black) for board in kept]
    around = keeping(wishes, pairs)
    draw = pair(event, round=round, preset=preset, seed=seed, constraints=around, only=field)
    again = round_of(draw, kept=kept, tables=event.settings.tables, wishes=around)
    return replace(again, byes=(*free, *again.byes))


def _demand_boards_alone(event: Tournament) -> None:
    """Raise InputError if the system draws whole rounds only."""
    if event.settings.by_teams:
        raise InputError(Message("matches of teams are drawn for whole rounds only: draw the round again"))
    if abilities_of(event.settings.system).plans_rounds:
        raise InputError(
            Message("the system '%(system)s' draws whole rounds only", system=event.settings.system)
        )


def _with_bye_kept(wishes: Constraints, old: Round) -> Constraints:
    """The wishes with only the volunteers who have the bye, if one of them has it."""
    keep = tuple(bye.player for bye in old.byes if bye.player in wishes.volunteers)
    return replace(wishes, volunteers=keep or wishes.volunteers)


def _field_of_rest(
    event: Tournament, number: int, kept: Sequence[Board], free: set[PlayerId]
) -> list[PlayerId]:
    """Those of the boards that stay, and everybody else who plays."""
    view = build_view(event, number, seed=0)
    seated = [seat for board in kept for seat in (board.white, board.black)]
    there = [player.id for player in view.players if player.id not in free and player.id not in seated]
    return [*seated, *there]


def demand_reached(tournament: Tournament, number: int) -> None:
    """Refuse a round before which another one is to be drawn, or whose players are in a cup beside it.

    A round that nobody plays is passed over.
    """
    following = following_round(tournament)
    if number > following and (
        cups_beside(tournament)
        or not tournament.players
        or any(player.attends(each) for each in range(following, number) for player in tournament.players)
    ):
        raise InputError(
            Message(
                "round %(round)s cannot be paired before round %(following)s",
                round=number,
                following=following,
            )
        )
    if everybody_beside(tournament, number) and not tournament.round(number).boards:
        cups = tuple(cup.event.name for cup in cups_beside(tournament))
        raise InputError(
            Message(
                "everybody is in %(cups)s in round %(round)s: let those who are out join, on the Stages page",
                cups=cups,
                round=number,
            )
        )


def _under(tournament: Tournament, number: int, system: str | None) -> Tournament:
    """The tournament under the system asked for, if the round can be drawn at all."""
    demand_no_congress(tournament)
    demand_none(id_problems(tournament.players))
    event = _with_system(tournament, system)
    demand_system(event.settings.system)
    demand_reached(tournament, number)
    return event


def _with_system(tournament: Tournament, system: str | None) -> Tournament:
    key = system or tournament.settings.system
    return replace(tournament, settings=replace(tournament.settings, system=key))


def demand_teams(tournament: Tournament) -> None:
    """Refuse to draw a team event to which no team is entered."""
    if not tournament.teams:
        raise InputError(Message("no team is entered yet"))


def round_of(
    draw: Draw,
    *,
    kept: Sequence[Board] = (),
    tables: Tables = ALL_TABLES,
    wishes: Constraints = Constraints(),  # noqa: B008 - it is frozen
) -> Round:
    """A draw as the tournament records it.

    Kept boards stay as they are; the others take, in their order, the first free tables, as far as the
    wishes let them.
    """
    stay = {frozenset((board.white, board.black)) for board in kept}
    drawn = [board for board in draw.boards if frozenset((board.white.id, board.black.id)) not in stay]
    seats = [board.table for board in drawn]
    if kept:
        many = len(draw.boards) + len(wishes.excluded_tables)
        rank = {table: place for place, table in enumerate(islice(tables.numbers(), many))}
        drawn.sort(key=lambda board: (rank.get(board.table, many), board.table))
        people = [(board.white, board.black) for board in drawn]
        seats = tables_of(people, wishes, tables, taken={board.table for board in kept})
    boards = [
        Board(
            table=table,
            white=pairing.white.id,
            black=pairing.black.id,
            handicap=pairing.handicap,
            komi=pairing.komi,
            colours_known=pairing.colours_known,
        )
        for table, pairing in zip(seats, drawn, strict=True)
    ]
    ordered = tuple(sorted((*kept, *boards), key=lambda board: board.table))
    return Round(
        number=draw.round, boards=ordered, byes=draw.byes, matches=draw.matches, resting=draw.resting
    )


def seated(tournament: Tournament, draw: Draw) -> Draw:
    """The draw of the people of a tournament: in a team event the boards of the matches that were drawn."""
    return with_boards(to_be_drawn(tournament, draw.round), draw) if tournament.settings.by_teams else draw


def with_line_ups_of(tournament: Tournament, draw: Draw) -> Tournament:
    """The tournament with the line-ups that a draw states for its round."""
    changed = {team.id: team for team in teams_stated(tournament, draw)}
    return replace(tournament, teams=tuple(changed.get(team.id, team) for team in tournament.teams))


def teams_stated(tournament: Tournament, draw: Draw) -> tuple[Team, ...]:
    """The teams that change because a draw states their line-ups."""
    if not tournament.settings.by_teams:
        return ()
    fresh = to_be_drawn(tournament, draw.round)
    stated = {team.id: team for team in (*fresh.teams, *with_line_ups(fresh, draw.line_ups))}
    return tuple(stated[team.id] for team in tournament.teams if stated[team.id] != team)


def with_draw(tournament: Tournament, drawn: Round) -> Tournament:
    """The tournament up to and with a drawn round."""
    earlier = tuple(each for each in tournament.rounds if each.number < drawn.number)
    return replace(tournament, rounds=(*earlier, drawn), published_places=())


def bands_fixed(tournament: Tournament) -> tuple[events.SettingsChanged, ...]:
    """The entry that fixes the bands of the entries, before the first round is drawn."""
    if not follows_entries(tournament) or not tournament.settings.scoring.bands:
        return ()
    return (events.SettingsChanged(settings=tournament.settings),)


def draw_changes(event: Tournament, draw: Draw) -> tuple[events.InTournament, ...]:
    """The changes that make a draw; rounds from it on, if there are any, are taken back first."""
    deleted = tuple(
        events.RoundDeleted(round=drawn.number)
        for drawn in reversed(event.rounds)
        if drawn.number >= draw.round
    )
    event = apply_all(event, deleted)
    fixed = bands_fixed(event)
    stated = teams_stated(apply_all(event, fixed), draw)
    lined_up = (events.TeamsChanged(teams=stated),) if stated else ()
    made = events.RoundDrawn(
        round=round_of(draw).pairings, system=draw.system, preset=draw.preset, seed=draw.seed
    )
    return (*deleted, *fixed, *lined_up, made)


def drawn_document(
    history: History, draw: Draw, *, stage: StageId = MAIN, losses: Sequence[Message] = ()
) -> bytes:
    """A document with one more draw; a command that asks shows first what it moves and the `losses`."""
    whole = history.tournament()
    changes = draw_changes(whole.stage(stage).event if stage else whole, draw)
    for event in settled_changes(history, changes, stage=stage, losses=losses):
        history = history.append(event)
    return write_history(history)


def written_draw(
    tournament: Tournament,
    draw: Draw,
    form: Format,
    document: bytes | None = None,
    *,
    stage: StageId = MAIN,
    losses: Sequence[Message] = (),
) -> bytes:
    """A file of the tournament with a draw; a document keeps its history, and no format drops the draw.

    The draw may be that of a stage in the document. A command that asks shows first what it moves.
    """
    if form.key == "miai":
        history = read_history(document) if document else History.of_tournament(tournament)
        return drawn_document(history, draw, stage=stage, losses=losses)
    data = form.write(with_draw(with_line_ups_of(tournament, draw), round_of(draw)))
    held = form.read(data).tournament.round(draw.round)
    if len(held.boards) != len(draw.boards):
        raise InputError(
            Message("a file of the kind '%(format)s' cannot hold a round without results", format=form.key)
        )
    settled_changes(History.of_tournament(tournament), draw_changes(tournament, draw), losses=losses)
    return data
