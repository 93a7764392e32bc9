"""How a table of standings can be shown: by name, or of one category."""

from dataclasses import replace
from itertools import pairwise

from miai.domain.people.grade import Grade
from miai.domain.settings.event_settings import Settings
from miai.engine.scoring import Standings
from miai.features.draw.view.pairings import name_order
from miai.server.words import gettext as _


def by_name(table: Standings) -> Standings:
    """The same lines in the order of names."""
    rows = sorted(table.rows, key=lambda row: name_order(row.player))
    return replace(table, rows=tuple(replace(row, tied=False) for row in rows))


def categories(settings: Settings) -> list[str]:
    """The categories by their grades, the strongest first; none where there is only one."""
    limits = settings.category_limits
    if not limits:
        return []
    middle = [
        _("%(weakest)s to %(strongest)s", weakest=low, strongest=Grade.of_number(high.number - 1))
        for high, low in pairwise(limits)
    ]
    return [_("%(grade)s and up", grade=limits[0]), *middle, _("Under %(grade)s", grade=limits[-1])]
