"""The table of fees and prize money."""

from typing import TYPE_CHECKING

from miai.server.request_context import Visit

if TYPE_CHECKING:
    from miai.features.fees.charge_fees import MoneyTable


def money_of(visit: Visit) -> "MoneyTable":
    """Fees and prize money by the standings as they are, of a congress over all its events."""
    if visit.tournament.is_congress:
        from miai.features.congress.money import congress_money

        return congress_money(visit.desk, visit.id)
    from miai.features.fees.charge_fees import money_table
    from miai.features.prizes.award_prizes import prizes_given
    from miai.features.prizes.team_prizes import without_team_prizes
    from miai.features.standings.standings_view import standings_of

    given = prizes_given(without_team_prizes(standings_of(visit.desk, visit.state)))
    return money_table(visit.tournament, given)
