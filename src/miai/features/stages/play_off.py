"""Open a play-off: the games of players who share the last place that qualifies, or dispute it."""

from collections.abc import Iterator, Sequence

from miai.desk.asking import with_reason
from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.new_ids import NewIds
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.stages import MAIN, Qualification, StageId, StagePlan
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.stages.opening import NEW_STAGE, stage_opened
from miai.features.stages.places import event_of
from miai.features.stages.qualification_check import Because, Difference, qualification_check
from miai.features.stages.qualifying import EdgeTie, qualifiers
from miai.features.stages.rules import stage_settings
from miai.features.stages.ties import is_over, open_play_off_of, play_offs_of
from miai.messages import Message

# Of two players it is one game.
_SYSTEM = "round_robin"


def open_play_off(
    desk: Desk,
    event_id: str,
    stage: StageId,
    *,
    by: str,
    players: Sequence[PlayerId] = (),
    name: str = "",
    reason: str = "",
) -> Saved:
    """Open a play-off about a place in a stage; it is the last stage of the tournament that is saved.

    By default it is for the first tie, or for the player in a drawn stage who does not qualify by the places
    of now and the one who does. Two players have one game; more play each other.
    """

    def decide(state: State) -> list[events.Event]:
        opened = play_off_opened(state.tournament, stage, ids=desk.new_ids(state), players=players, name=name)
        return list(with_reason(tuple(opened), reason, after=state.version))

    return desk.change(event_id, decide, by=by)


def play_off_opened(
    tournament: Tournament,
    stage_id: StageId,
    *,
    ids: NewIds,
    players: Sequence[PlayerId] = (),
    name: str = "",
) -> Iterator[events.Change]:
    """The events that open a play-off with its players."""
    stage = tournament.stage(stage_id)
    _demand_can_have_one(stage)
    missing = qualifiers(tournament, stage.plan).open
    if missing:
        raise InputError(missing)
    source, playing = _who_plays(tournament, stage, players)
    _demand_none_open(open_play_off_of(tournament, source, playing))
    phase = tournament.stage(source).plan.phase if source else 1
    settings = stage_settings(tournament, system=_SYSTEM, players=playing)
    yield from stage_opened(
        tournament,
        name=_name(tournament, name or _usual_name(tournament, source)),
        plan=StagePlan(id=NEW_STAGE, phase=phase, play_off_of=source),
        settings=settings,
        ids=ids,
        players=playing,
    )


def players_of_play_off(tournament: Tournament, stage: Stage) -> tuple[StageId, tuple[Player, ...]] | None:
    """The players who would play off a place now, and the stage whose place it is; None without any."""
    waiting = [tie for tie in _ties(tournament, stage) if tie.play_off is None]
    if waiting:
        return waiting[0].stage, waiting[0].players
    check = qualification_check(tournament, stage.id)
    out = [each.player for each in check.facts if _disputes(each.kind, each.because)]
    for coming in check.of_kind(Difference.NOT_IN):
        source = _source_of(tournament, stage, coming.id)
        rival = next((each for each in out if _source_of(tournament, stage, each.id) == source), None)
        if source is not None and rival is not None:
            return source.stage, (coming, rival)
    return None


def players_who_can_play_off(tournament: Tournament, stage: Stage) -> tuple[Player, ...]:
    """The players for whom a play-off can be opened now; none if one of them is open already."""
    if not stage.plan.sources or stage.joins_main or qualifiers(tournament, stage.plan).open:
        return ()
    source, playing = players_of_play_off(tournament, stage) or (MAIN, ())
    return playing if playing and open_play_off_of(tournament, source, playing) is None else ()


def open_play_offs(tournament: Tournament, stage: Stage) -> tuple[Stage, ...]:
    """The play-offs about places that lead to a stage that are not over."""
    sources = dict.fromkeys(source.stage for source in stage.plan.sources)
    return tuple(each for source in sources for each in play_offs_of(tournament, source) if not is_over(each))


def _ties(tournament: Tournament, stage: Stage) -> tuple[EdgeTie, ...]:
    """The ties that nothing has decided."""
    if stage.event.players:
        return qualification_check(tournament, stage.id).ties
    return qualifiers(tournament, stage.plan).ties


def _disputes(kind: Difference, because: Because) -> bool:
    return kind is Difference.NOT_QUALIFYING and because is not Because.WITHDREW


def _demand_none_open(play_off: Stage | None) -> None:
    if play_off is not None:
        raise InputError(Message("%(stage)s decides about them already", stage=play_off.event.name))


def _demand_can_have_one(stage: Stage) -> None:
    if not stage.plan.sources:
        raise InputError(
            Message("no places lead into %(stage)s: there is nothing to play off", stage=stage.event.name)
        )
    if stage.joins_main:
        raise InputError(
            Message(
                "%(stage)s begins with the main event, so that nothing can be played before it: choose who"
                " enters, or draw lots",
                stage=stage.event.name,
            )
        )


def _who_plays(
    tournament: Tournament, stage: Stage, asked: Sequence[PlayerId]
) -> tuple[StageId, tuple[Player, ...]]:
    """The players of a play-off, and the stage whose places they dispute."""
    if not asked:
        found = players_of_play_off(tournament, stage)
        if found is None:
            for tie in _ties(tournament, stage):
                _demand_none_open(tie.play_off)
            raise InputError(
                Message(
                    "nobody shares the last place that leads into %(stage)s: say who plays",
                    stage=stage.event.name,
                )
            )
        return found
    wanted = tuple(dict.fromkeys(asked))
    if len(wanted) < 2:
        raise InputError(Message("a play-off needs at least two players"))
    playing = tuple(tournament.player(each) for each in wanted)
    for player in playing:
        if is_withdrawn(player):
            raise InputError(
                Message(
                    "%(name)s has withdrawn from the event: enter them there again first", name=player.name
                )
            )
    sources = {_source_of(tournament, stage, each) for each in wanted}
    source = sources.pop()
    if source is None or sources:
        raise InputError(
            Message(
                "%(names)s do not come from one stage that leads into %(stage)s",
                names=tuple(each.name for each in playing),
                stage=stage.event.name,
            )
        )
    return source.stage, playing


def _source_of(tournament: Tournament, stage: Stage, player: PlayerId) -> Qualification | None:
    """The first source of a stage in which a player is."""
    for source in stage.plan.sources:
        if any(each.id == player for each in event_of(tournament, source.stage).players):
            return source
    return None


def _usual_name(tournament: Tournament, source: StageId) -> str:
    return f"Play-off of {tournament.stage(source).event.name}" if source != MAIN else "Play-off"


def _name(tournament: Tournament, wished: str) -> str:
    """A name that no stage has: with a number from the second play-off on."""
    taken = {stage.event.name.casefold() for stage in tournament.stages}
    names = (wished if number == 1 else f"{wished} {number}" for number in range(1, len(taken) + 2))
    return next(each for each in names if each.casefold() not in taken)
