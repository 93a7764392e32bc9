"""Thinking time as the federations calculate it."""

from miai.domain.settings.event_settings import Clock, Overtime


def adjusted_minutes(clock: Clock) -> float:
    """EGF: basic time and 45 moves of byo-yomi, 60 of Canadian overtime, or 120 Fischer increments."""
    return clock.basic_minutes + overtime_minutes(clock)


def overtime_minutes(clock: Clock) -> float:
    """The overtime that a player is expected to need, as the EGF counts it."""
    extra = {
        Overtime.SUDDEN_DEATH: 0.0,
        Overtime.BYO_YOMI: 45 * clock.byo_yomi_seconds / 60,
        Overtime.CANADIAN: 60 * clock.canadian_seconds / max(1, clock.canadian_moves) / 60,
        Overtime.FISCHER: 120 * clock.fischer_seconds / 60,
    }
    return extra[clock.overtime]
