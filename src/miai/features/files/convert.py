"""Convert a tournament from one file format to another, and list what the other cannot hold."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from miai.domain.log.document import read_history, write_history
from miai.domain.people.player import Player
from miai.domain.rounds.round_selection import choose_rounds, with_rounds
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.files.import_event import continued, drawn_by
from miai.features.uploads.aga_checks import temporary_ids_message
from miai.features.uploads.check_upload import check_upload, federation_of_format
from miai.features.uploads.event_in_file import event_in_file, event_or_stage
from miai.features.uploads.losses_in_file import losses_in_file
from miai.features.uploads.upload_rounds import left_out_rounds, upload_rounds
from miai.formats.aga.write import players_with_temporary_ids
from miai.formats.registry import format_for, load, read_file, recognise, save
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """Both formats, notes, and what the target format cannot hold.

    The notes are on the source, and on what a federation would refuse in the target.
    """

    source_format: str
    target_format: str
    notes: tuple[Problem, ...]
    lost: tuple[Message, ...]


Agree = Callable[[tuple[Player, ...]], bool]
"""Asks whether players may get temporary ids."""

# More problems than these are counted only.
_PROBLEMS_NOTED = 10


def convert(
    source: Path,
    target: Path,
    to: str | None = None,
    *,
    rounds: str = "",
    without: str = "",
    lenient: bool = False,
    agree: Agree = lambda players: True,
    stage: str = "",
) -> Conversion:
    """Write a tournament in another format, or some rounds of it; on an error the target stays as it was.

    Before a file gives players temporary ids, `agree` is asked. A stage is written as a tournament of its
    own; a document of Miai's always holds the whole event.
    """
    form = format_for(target, to)
    if target.exists() and source.exists() and target.samefile(source):
        raise InputError(
            [Problem(what=Message("the file cannot be converted onto itself"), where=target.name)]
        )
    reading = read_file(source, lenient=lenient)
    event, notes = reading.tournament, reading.notes
    if form.key != "miai":
        event = event_or_stage(event, stage)
    given = event
    event = event_in_file(event, form.key).tournament
    left_out = left_out_rounds(event, rounds=rounds, without=without)
    refused = tuple(_refused(given, event, form.key, rounds, without))
    event = upload_rounds(event, form.key, rounds=rounds, without=without)
    if form.key == "miai" and reading.format == "miai":
        data = write_history(read_history(load(source)))
    else:
        if form.key == "miai":
            event = continued(reading)
            rules = drawn_by(reading, event.settings)
            notes = (*notes, Problem(what=rules)) if rules else notes
        temporary = players_with_temporary_ids(event) if form.key == "aga" else ()
        if temporary and not agree(temporary):
            raise InputError(Message("nothing is written: give these players their AGA ids first"))
        data = form.write(event)
    lost = losses_in_file(given, event, recognise(data).read(data))
    save(target, data)
    return Conversion(
        source_format=reading.format,
        target_format=form.key,
        notes=(*notes, *(Problem(what=each) for each in form.missing(event)), *refused),
        lost=(*filter(None, (left_out,)), *chain.from_iterable(lost.values())),
    )


def _refused(
    given: Tournament, event: Tournament, target: str, rounds: str, without: str
) -> Iterator[Problem]:
    """What the federation that takes files of the format would refuse; temporary ids are listed once.

    `given` has its stages, which the check names; `event` is one tournament.
    """
    federation = federation_of_format(target)
    if federation is None:
        return
    part = with_rounds(event, choose_rounds(event, rounds, without))
    if target == "aga" and (temporary := players_with_temporary_ids(part)):
        yield Problem(what=temporary_ids_message(temporary))
    check = check_upload(given, federation, rounds=rounds, without=without, temporary_ids=True)
    problems = check.problems
    for each in problems[:_PROBLEMS_NOTED]:
        yield Problem(
            what=Message(
                "%(federation)s would refuse it: %(problem)s",
                federation=federation.title,
                problem=each.problem.message,
            )
        )
    if len(problems) > _PROBLEMS_NOTED:
        yield Problem(
            what=counted(
                "%(federation)s would refuse it for %(num)s more reason: see miai validate --for %(key)s",
                "%(federation)s would refuse it for %(num)s more reasons: see miai validate --for %(key)s",
                len(problems) - _PROBLEMS_NOTED,
                federation=federation.title,
                key=federation.key,
            )
        )
