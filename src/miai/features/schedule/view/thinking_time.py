"""Thinking time in words, long and short."""

from miai.domain.settings.clock import Clock, Overtime
from miai.server.words import gettext as _
from miai.server.words import ngettext
from miai.server.words.formatting import points


def thinking_time(clock: Clock) -> str:
    """Main time and overtime in words: "60 minutes, then 3 periods of byo-yomi of 30 seconds"."""
    values = {"minutes": clock.basic_minutes}
    match clock.overtime:
        case Overtime.BYO_YOMI if clock.byo_yomi_periods:
            return ngettext(
                "%(minutes)s minutes, then %(num)s period of byo-yomi of %(seconds)s seconds",
                "%(minutes)s minutes, then %(num)s periods of byo-yomi of %(seconds)s seconds",
                clock.byo_yomi_periods,
                seconds=clock.byo_yomi_seconds,
                **values,
            )
        case Overtime.BYO_YOMI:
            return _(
                "%(minutes)s minutes, then byo-yomi of %(seconds)s seconds",
                seconds=clock.byo_yomi_seconds,
                **values,
            )
        case Overtime.CANADIAN:
            return _(
                "%(minutes)s minutes, then %(moves)s moves in %(overtime)s minutes",
                moves=clock.canadian_moves,
                overtime=points(clock.canadian_seconds / 60),
                **values,
            )
        case Overtime.FISCHER:
            return _(
                "%(minutes)s minutes, and %(seconds)s seconds more a move",
                seconds=clock.fischer_seconds,
                **values,
            )
    return _("%(minutes)s minutes, no overtime", **values)


def short_thinking_time(clock: Clock, *, minutes: float | None = None) -> str:
    """Main time and overtime for a table: "60 min + 3 × 30 s"; a round may have a main time of its own."""
    main = points(clock.basic_minutes if minutes is None else minutes)
    if clock.overtime is Overtime.SUDDEN_DEATH:
        return _("%(minutes)s min", minutes=main)
    return _("%(minutes)s min + %(overtime)s", minutes=main, overtime=short_overtime(clock))


def short_overtime(clock: Clock) -> str:
    """The overtime alone: "3 × 30 s"; empty for none."""
    match clock.overtime:
        case Overtime.BYO_YOMI if clock.byo_yomi_periods:
            return _(
                "%(periods)s × %(seconds)s s",
                periods=clock.byo_yomi_periods,
                seconds=clock.byo_yomi_seconds,
            )
        case Overtime.BYO_YOMI:
            return _("%(seconds)s s byo-yomi", seconds=clock.byo_yomi_seconds)
        case Overtime.CANADIAN:
            return _(
                "%(moves)s moves in %(minutes)s min",
                moves=clock.canadian_moves,
                minutes=points(clock.canadian_seconds / 60),
            )
        case Overtime.FISCHER:
            return _("%(seconds)s s a move", seconds=clock.fischer_seconds)
    return ""
