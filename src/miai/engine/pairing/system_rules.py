"""Settings by the rules of a system: those of a new event, and those of an event that changes its system."""

from dataclasses import replace

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.handicaps import usual_handicap_table
from miai.domain.settings.scoring_rules import Scoring
from miai.engine.pairing.registry import rules_of

# By these players start.
_STARTS = ("bar", "floor", "zero", "bands", "bands_from_entries")


def settings_of_system(system: str, *, rounds: int | None = None, board_size: int = 19) -> Settings:
    """The rules of a new event of a system, as its document describes it."""
    brings = rules_of(system)
    plain = Settings()
    return replace(
        plain,
        system=system,
        rounds=brings.rounds if rounds is None else rounds,
        criteria=brings.criteria,
        scoring=brings.scoring,
        handicapping=with_usual_table(brings.handicapping, board_size),
        pairing=replace(plain.pairing, bracket_by_lot=brings.bracket_by_lot),
        board_size=board_size,
    )


def with_system(settings: Settings, system: str) -> Settings:
    """The settings with another system and the rules that it brings.

    Bar, floor, bands and the grade that starts at 0 stay if both systems bring the same.
    """
    before, after = rules_of(settings.system), rules_of(system)
    given = settings.scoring
    scoring = replace(after.scoring, rulebook=given.rulebook)
    if _starts(before.scoring) == _starts(after.scoring):
        kept = {name: getattr(given, name) for name in _STARTS}
        scoring = replace(scoring, **kept)
    return replace(
        settings,
        system=system,
        criteria=after.criteria,
        scoring=scoring,
        handicapping=with_usual_table(after.handicapping, settings.board_size),
        pairing=replace(settings.pairing, bracket_by_lot=after.bracket_by_lot),
    )


def with_usual_table(given: Handicapping, board_size: int) -> Handicapping:
    """The handicaps with the usual table of a small board, unless all games are even or there is a table."""
    if given.ceiling == 0 or given.table:
        return given
    return replace(given, table=usual_handicap_table(board_size))


def _starts(scoring: Scoring) -> tuple[object, ...]:
    """The rules of a set by which players start."""
    return tuple(getattr(scoring, name) for name in _STARTS)
