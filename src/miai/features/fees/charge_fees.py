"""Fees and prize money in one table: what everybody owes, has paid and wins."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from miai.answers import Column, Table
from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.money import NO_MONEY, Cents, money_text
from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import standings
from miai.features.prizes.award_prizes import GivenPrize, prize_money, prizes_given
from miai.features.prizes.team_prizes import prizes_of_teams, without_team_prizes
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyLine:
    """What one person owes, has paid and wins."""

    player: Player
    owed: Cents
    prize: Cents

    @property
    def paid(self) -> Cents:
        """What they have paid."""
        return self.player.paid

    @property
    def open(self) -> Cents:
        """What is still to be paid; negative if they paid too much."""
        return Cents(self.owed - self.paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMoney:
    """The prize money of a team."""

    team: Team
    prize: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyTable:
    """The lines of all by name; `rest` is prize money that could not be shared equally.

    `teams` are those that win money together; their people owe and pay alone.
    """

    tournament: Tournament
    lines: tuple[MoneyLine, ...]
    teams: tuple[TeamMoney, ...]
    rest: Cents

    @property
    def currency(self) -> str:
        """What amounts are counted in."""
        return self.tournament.settings.fees.currency

    @property
    def owed(self) -> Cents:
        """What all owe together."""
        return Cents(sum(line.owed for line in self.lines))

    @property
    def paid(self) -> Cents:
        """What all have paid together."""
        return Cents(sum(line.paid for line in self.lines))

    @property
    def open(self) -> Cents:
        """What is still to be paid."""
        return Cents(self.owed - self.paid)

    @property
    def prize(self) -> Cents:
        """The prize money that is paid out."""
        return Cents(sum(line.prize for line in self.lines) + sum(line.prize for line in self.teams))


def money_table(tournament: Tournament, given: Sequence[GivenPrize] | None = None) -> MoneyTable:
    """Fees and prize money of all who entered, by the standings as they are.

    `given` are the prizes that people get, where they are known already.
    """
    prizes = prizes_given(without_team_prizes(standings(tournament))) if given is None else given
    of_teams = prizes_of_teams(tournament)
    won: dict[TeamId, Cents] = {}
    for each in of_teams:
        for row in each.winners:
            won[row.team.id] = Cents(won.get(row.team.id, NO_MONEY) + each.share)
    money = prize_money(prizes)
    fees = tournament.settings.fees
    ordered = sorted(tournament.players, key=lambda player: plain_name(player.name))
    return MoneyTable(
        tournament=tournament,
        lines=tuple(
            MoneyLine(player=player, owed=fees.owed_by(player), prize=money.get(player.id, NO_MONEY))
            for player in ordered
        ),
        teams=tuple(
            TeamMoney(team=team, prize=won[team.id]) for team in tournament.teams if won.get(team.id)
        ),
        rest=Cents(sum(each.rest for each in prizes) + sum(each.rest for each in of_teams)),
    )


def money_file(table: MoneyTable, say: Callable[[Message], str] = str) -> Table:
    """The table for a file or the terminal, the sums in its last line."""
    title = Message("Fees and prize money")
    titles = (Message("Owed"), Message("Paid"), Message("Open"), Message("Prize money"))
    return Table(
        title=": ".join(part for part in (table.tournament.name, say(title)) if part),
        columns=(
            Column(title=say(Message("Name"))),
            Column(title=say(Message("Grade")), right=True),
            Column(title=say(Message("Club"))),
            *(Column(title=say(_with_currency(each, table.currency)), right=True) for each in titles),
        ),
        rows=tuple(_rows(table, say)),
    )


def record_payment(desk: Desk, tournament_id: str, player: PlayerId, paid: Cents, *, by: str) -> Saved:
    """Record what a player has paid altogether; this is possible while the standings are final, too."""

    def decide(state: State) -> list[events.Event]:
        known = state.tournament.player(player)
        return [] if known.paid == paid else [events.PlayerChanged(player=replace(known, paid=paid))]

    return desk.change(tournament_id, decide, by=by)


def _with_currency(title: Message, currency: str) -> Message:
    return Message("%(what)s (%(unit)s)", what=title, unit=currency) if currency else title


def _rows(table: MoneyTable, say: Callable[[Message], str]) -> Iterator[tuple[str, ...]]:
    for line in table.lines:
        player = line.player
        yield (player.name, str(player.grade), player.club, *_amounts(line))
    for each in table.teams:
        yield (each.team.name, "", "", "", "", "", money_text(each.prize))
    yield (say(Message("Sum")), "", "", *_amounts(table))


def _amounts(of: MoneyLine | MoneyTable) -> tuple[str, ...]:
    return tuple(money_text(each) for each in (of.owed, of.paid, of.open, of.prize))
