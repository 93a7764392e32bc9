"""A log that lacks entries of a copy: nothing is added to it until somebody chooses which entries count."""

from dataclasses import dataclass

from miai.errors import InputError
from miai.messages import Message
from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """A log of `have` entries, and a copy of it with `other`; the first `common` are the same.

    `last` is the last entry of the copy in words, `at` its time; both are empty if they are not known.
    """

    tournament: TournamentId
    have: int
    other: int
    common: int
    source: str
    last: Message | str = ""
    at: str = ""

    @property
    def in_journal(self) -> bool:
        """Whether the copy is a journal, not a backup."""
        return self.source.endswith(".jsonl") or ".set-aside-" in self.source

    @property
    def is_lost(self) -> bool:
        """Whether no copy holds the entries: it is only known that there were some."""
        return self.source.endswith(".json")

    @property
    def parted(self) -> bool:
        """Whether both have entries that the other has not."""
        return self.common < self.have

    @property
    def lacking(self) -> int:
        """How many entries of the copy the log has not."""
        return self.other - self.common


class LogBehind(InputError):  # noqa: N818 - somebody has to choose
    """Nothing is added to a log while a copy of it holds entries that it has not."""

    def __init__(self, behind: Behind) -> None:
        self.behind = behind
        super().__init__(_refusal(behind))


def _refusal(behind: Behind) -> Message:
    if behind.is_lost:
        return Message(
            "nothing was saved: this event has %(have)s entries here and had %(other)s, and no copy holds the"
            " others; the director has to confirm on the page Backups that those here count",
            have=behind.have,
            other=behind.other,
        )
    return Message(
        "nothing was saved: this event has %(have)s entries here, and %(source)s has %(lacking)s that"
        " are missing here; the director has to choose on the page Backups which of them count",
        have=behind.have,
        source=behind.source,
        lacking=behind.lacking,
    )
