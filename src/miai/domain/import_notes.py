"""What Miai noted about the file that a tournament was imported from, kept with the tournament."""

from dataclasses import replace

from miai.domain.tournament import Tournament

_PREFIX = "import-note:"


def with_import_notes(tournament: Tournament, notes: tuple[str, ...]) -> Tournament:
    """The tournament with notes, in the language of the person who imported it."""
    kept = tuple((f"{_PREFIX}{number:04}", text) for number, text in enumerate(notes, start=1))
    return replace(tournament, extras=(*tournament.extras, *kept)) if kept else tournament


def import_notes(tournament: Tournament) -> tuple[str, ...]:
    """The notes in their order; none for a tournament that was not imported."""
    return tuple(text for key, text in sorted(tournament.extras) if is_import_note(key))


def is_import_note(key: str) -> bool:
    """Whether an extra is such a note, which belongs to Miai alone and into no file of another program."""
    return key.startswith(_PREFIX)
