"""Whether a tournament can be sent to a federation, and what it would refuse."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from miai.domain.people.participants import with_participants_only, with_those_who_played
from miai.domain.people.rating_list_entry import ListSource
from miai.domain.rounds.round_selection import choose_rounds, with_rounds
from miai.domain.tournament import Tournament
from miai.errors import InputError, unknown_word
from miai.features.lists.memberships import federation_of
from miai.features.uploads.aga_checks import aga_notes, aga_problems
from miai.features.uploads.egd_checks import egd_notes, egd_problems
from miai.features.uploads.event_in_file import event_in_file
from miai.features.uploads.ffg_checks import ffg_notes, ffg_problems
from miai.features.uploads.stage_checks import board_problems, clock_notes, stages_sent, within_stage
from miai.features.uploads.upload_problem import UploadProblem
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadCheck:
    """What a federation would refuse, and what it accepts but the director may want to know."""

    problems: tuple[UploadProblem, ...]
    notes: tuple[Message, ...]

    @property
    def ready(self) -> bool:
        """Whether the file can be sent as it is."""
        return not self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Federation:
    """A federation that takes result files: the format of its files, and what it asks for.

    `problems` is also told whether the director has agreed to temporary ids, `notes` the day of sending.
    `members` says whether it rates the events of a federation with a list of its own, or of none.
    """

    key: str
    title: Message
    format: str
    problems: Callable[[Tournament, bool], Iterable[UploadProblem]]
    notes: Callable[[Tournament, date], Iterable[Message]]
    members: Callable[[ListSource | None], bool]

    def concerned(self, tournament: Tournament) -> bool:
        """Whether an event is likely to be sent there, by its country; one without a country may be."""
        return not tournament.country.strip() or self.members(federation_of(tournament))


FEDERATIONS = {
    each.key: each
    for each in (
        Federation(
            key="egd",
            title=Message("the European Go Database"),
            format="h9",
            problems=lambda tournament, _: egd_problems(tournament),
            notes=lambda tournament, _: egd_notes(tournament),
            members=lambda source: source is not ListSource.AGA,
        ),
        Federation(
            key="aga",
            title=Message("the American Go Association"),
            format="aga",
            problems=lambda tournament, agreed: aga_problems(tournament, temporary_ids=agreed),
            notes=lambda tournament, on: aga_notes(tournament, on=on),
            members=lambda source: source is ListSource.AGA,
        ),
        Federation(
            key="ffg",
            title=Message("the French Go Federation"),
            format="tou",
            problems=lambda tournament, _: ffg_problems(tournament),
            notes=lambda tournament, _: ffg_notes(tournament),
            members=lambda source: source is ListSource.FFG,
        ),
    )
}


def federation_of_key(key: str) -> Federation:
    """The federation with that key."""
    if key not in FEDERATIONS:
        raise InputError(unknown_word(Message("'%(key)s' is not a federation", key=key), key, FEDERATIONS))
    return FEDERATIONS[key]


def federation_of_format(key: str) -> Federation | None:
    """The federation that takes files of a format, if there is one."""
    return next((each for each in FEDERATIONS.values() if each.format == key), None)


def check_upload(
    tournament: Tournament,
    federation: Federation,
    *,
    rounds: str = "",
    without: str = "",
    temporary_ids: bool = False,
    on: date | None = None,
) -> UploadCheck:
    """Check those who played and their games against what a federation asks for.

    The stages of an event are checked as one tournament, as they are sent; problems name the stage of a game.
    `rounds` and `without` choose the rounds that are sent, as in "1-5". With `temporary_ids` the director has
    agreed to temporary ids for those who have none of the federation.
    """
    whole = event_in_file(tournament, federation.format)
    part = with_rounds(whole.tournament, choose_rounds(whole.tournament, rounds, without))
    sent = with_those_who_played(with_participants_only(part))
    stages = stages_sent(tournament, whole, part)
    return UploadCheck(
        problems=(
            *(within_stage(each, whole) for each in federation.problems(sent, temporary_ids)),
            *(problem for stage in stages for problem in board_problems(stage, sent)),
        ),
        notes=(
            *federation.notes(sent, on or date.today()),
            *clock_notes(stages, sent),
        ),
    )
