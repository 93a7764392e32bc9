"""Which rounds of a tournament are in a result file."""

from dataclasses import replace

from miai.domain.rounds.round_selection import choose_rounds, only_rounds, rounds_text
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.uploads.event_in_file import event_in_file
from miai.messages import Message, counted

# Where the file of a format says that it holds only some rounds.
_COMMENTS = {"h9": "h9:CM", "aga": "aga:comments", "tou": "tou:comments"}


def upload_rounds(tournament: Tournament, to: str, *, rounds: str = "", without: str = "") -> Tournament:
    """The tournament with the rounds that are written to a format: those given, less those discarded.

    The file says in a comment which rounds it holds. If the format knows no stages, those of an event are
    rounds of one tournament.
    """
    tournament = event_in_file(tournament, to).tournament
    if not rounds.strip() and not without.strip():
        return tournament
    if to not in _COMMENTS:
        raise InputError(
            Message("rounds can be chosen in result files only: %(known)s", known=tuple(_COMMENTS))
        )
    chosen = choose_rounds(tournament, rounds, without)
    part = only_rounds(tournament, chosen)
    if part is tournament:
        return tournament
    key, kept = _COMMENTS[to], dict(tournament.extras)
    said = f"rounds {rounds_text(chosen)} of {tournament.rounds_played}"
    kept[key] = f"{kept[key]}; {said}" if kept.get(key) else said
    return replace(part, extras=tuple(sorted(kept.items())))


def left_out_rounds(tournament: Tournament, *, rounds: str = "", without: str = "") -> Message | None:
    """Say which rounds a file leaves out; None where it holds all."""
    if not rounds.strip() and not without.strip():
        return None
    chosen = choose_rounds(tournament, rounds, without)
    left_out = [number for number in range(1, tournament.rounds_played + 1) if number not in chosen]
    if not left_out:
        return None
    return counted(
        "round %(rounds)s is not in the file",
        "rounds %(rounds)s are not in the file",
        len(left_out),
        rounds=rounds_text(left_out),
    )
