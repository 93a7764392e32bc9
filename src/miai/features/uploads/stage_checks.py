"""The part of a check that is about the stages of an event, which are sent as one tournament."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from miai.domain.tournament import Stage, Tournament
from miai.errors import Problem
from miai.features.stages.whole_event import WholeEvent
from miai.features.uploads.upload_problem import BOARD_SIZE, MendedAt, UploadProblem, board_problem
from miai.messages import Message, counted


def stages_sent(tournament: Tournament, whole: WholeEvent, part: Tournament) -> tuple[Stage, ...]:
    """The stages of an event that have games in the rounds that are sent."""
    rounds = {drawn.number for drawn in part.rounds if drawn.boards}
    sent = {each.stage for each in whole.parts if each.number in rounds}
    return tuple(stage for stage in tournament.stages if stage.id in sent)


def within_stage(found: UploadProblem, whole: WholeEvent) -> UploadProblem:
    """A problem of a game with the stage, round and table at which it was played."""
    at = found.mended_at
    part = whole.origin(at.round, at.table) if at.round and at.table else None
    if part is None or at.table is None:
        return found
    table = at.table - part.tables
    where = Message(
        "%(stage)s, round %(round)s, table %(table)s", stage=part.name, round=part.round, table=table
    )
    return UploadProblem(
        problem=replace(found.problem, where=where),
        mended_at=replace(at, stage=part.stage, round=part.round, table=table),
    )


def board_problems(stage: Stage, sent: Tournament) -> Iterator[UploadProblem]:
    """A stage on a board of another size than the event; the board of the event is checked with it."""
    size = stage.event.settings.board_size
    if size not in (BOARD_SIZE, sent.settings.board_size):
        yield UploadProblem(
            problem=Problem(what=board_problem(size), where=stage.event.name),
            mended_at=MendedAt(page="settings", stage=stage.id, field="board_size"),
        )


def clock_notes(stages: Sequence[Stage], sent: Tournament) -> Iterator[Message]:
    """The stages that are played with another clock than the event."""
    names = tuple(stage.event.name for stage in stages if stage.event.settings.clock != sent.settings.clock)
    if names:
        yield counted(
            "%(stages)s has another thinking time than the event: the file states that of the event",
            "%(stages)s have another thinking time than the event: the file states that of the event",
            len(names),
            stages=names,
        )
