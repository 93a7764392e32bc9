"""The files for federations: which rounds they hold, what would be refused, and where it is mended."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from miai.domain.rounds.round_selection import choose_rounds, rounds_text
from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.errors import InputError, Problem
from miai.features.stages.whole_event import WholeEvent, whole_event
from miai.features.uploads.check_upload import FEDERATIONS, check_upload
from miai.features.uploads.event_in_file import event_or_stage
from miai.features.uploads.upload_rounds import upload_rounds
from miai.formats.aga.write import players_with_temporary_ids
from miai.server.request_context import Visit

if TYPE_CHECKING:
    from miai.domain.people.player import Player
    from miai.domain.tournament import Tournament
    from miai.features.uploads.check_upload import Federation
    from miai.features.uploads.upload_problem import MendedAt
    from miai.messages import Message

_NUMBERS = ("egf_pin", "aga_id", "ffg_licence")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedLine:
    """One thing that a federation would refuse, with the field that mends it and its address."""

    problem: Problem
    field: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadView:
    """The state of the file for a federation; `temporary` are those who would get temporary ids.

    Where the federation is not `concerned` with the event, what it would refuse matters to few.
    """

    federation: "Federation"
    concerned: bool
    refused: tuple[RefusedLine, ...]
    notes: tuple["Message", ...]
    temporary: tuple["Player", ...]

    @property
    def numbers_missing(self) -> bool:
        """Whether several players lack a number, which rating lists may know."""
        return sum(line.field in _NUMBERS for line in self.refused) > 1

    @property
    def ready(self) -> bool:
        """Whether the file can be sent as it is."""
        return not self.refused


def event_of(visit: Visit) -> "Tournament":
    """The tournament whose files these are; a stage has the details of its event."""
    return event_or_stage(visit.event_state.tournament, visit.stage_id)


def rating_file_of(visit: Visit) -> WholeEvent:
    """The tournament as files for federations hold it, with all stages."""
    return whole_event(event_of(visit))


def chosen_rounds(visit: Visit, typed: str) -> tuple[str, Problem | None]:
    """The rounds that are sent, in short, or nothing for all; and what is wrong with what was typed."""
    event = rating_file_of(visit).tournament
    try:
        chosen = choose_rounds(event, typed)
    except InputError as error:
        return "", error.problems[0]
    return ("" if len(chosen) == event.rounds_played else rounds_text(chosen)), None


def upload_views(visit: Visit, rounds: str) -> dict[str, UploadView]:
    """The state of each file for a federation, by the key of its format."""
    return {each.format: _view(visit, each, rounds) for each in FEDERATIONS.values()}


def temporary_ids(visit: Visit, rounds: str) -> tuple["Player", ...]:
    """Those who would get temporary ids in the file for the AGA."""
    return players_with_temporary_ids(upload_rounds(event_of(visit), "aga", rounds=rounds))


def _view(visit: Visit, federation: "Federation", rounds: str) -> UploadView:
    event = event_of(visit)
    check = check_upload(event, federation, rounds=rounds)
    return UploadView(
        federation=federation,
        concerned=federation.concerned(event),
        refused=tuple(
            RefusedLine(
                problem=each.problem, field=each.mended_at.field, address=_address(visit, each.mended_at)
            )
            for each in check.problems
        ),
        notes=check.notes,
        temporary=temporary_ids(visit, rounds) if federation.format == "aga" else (),
    )


def _address(visit: Visit, at: "MendedAt") -> str:
    """The address of a field, from where a link leads back; the browser opens what is folded around it."""
    stage = at.stage or visit.stage_id
    back = {"from": "event-files" if stage and not visit.stage_id else "files"}
    # The details of a stage are those of its event.
    url = partial(visit.stage_url, stage) if stage and at.field not in DETAIL_LABELS else visit.event_url
    if at.page == "results":
        return url("results", round=at.round, **back) + (f"#t{at.table}" if at.table else "")
    page = f"players/{quote(at.player)}" if at.player else at.page
    return f"{url(page, **back)}#f-{at.field}"
