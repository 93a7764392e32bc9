"""Describes what happened in a tournament as messages, with the names and rules of that time."""

from collections.abc import Collection, Iterator
from dataclasses import fields, replace
from enum import Enum
from functools import singledispatchmethod

from miai.app.results.result_messages import result_message
from miai.domain import events
from miai.domain.field_labels import changed_labels
from miai.domain.game import Board
from miai.domain.history import Entry
from miai.domain.money import money_text
from miai.domain.player import BarSide, Player, PlayerId, Registration
from miai.domain.round import HandChange, Round
from miai.domain.settings import Settings
from miai.domain.team import Team, TeamId
from miai.domain.wishes import Wishes
from miai.errors import InternalError
from miai.messages import Clauses, Message, Score, counted, mark


class Topic(Enum):
    """What an entry of the history is about."""

    RESULTS = "results"
    DRAWS = "draws"
    PLAYERS = "players"
    PUBLISHED = "published"
    SETTINGS = "settings"


_TOPICS: dict[type[events.Event], Topic] = {
    events.ResultEntered: Topic.RESULTS,
    events.ResultClaimed: Topic.RESULTS,
    events.ResultContested: Topic.RESULTS,
    events.BonusGiven: Topic.RESULTS,
    events.RoundDrawn: Topic.DRAWS,
    events.RoundDeleted: Topic.DRAWS,
    events.BoardChanged: Topic.DRAWS,
    events.ByesChanged: Topic.DRAWS,
    events.DrawChanged: Topic.DRAWS,
    events.WishesChanged: Topic.DRAWS,
    events.PlayerRegistered: Topic.PLAYERS,
    events.PlayerChanged: Topic.PLAYERS,
    events.PlayersChanged: Topic.PLAYERS,
    events.PlayerRemoved: Topic.PLAYERS,
    events.PlayerWithdrew: Topic.PLAYERS,
    events.TeamEntered: Topic.PLAYERS,
    events.TeamsChanged: Topic.PLAYERS,
    events.TeamRemoved: Topic.PLAYERS,
    events.RoundPublished: Topic.PUBLISHED,
    events.StandingsPublished: Topic.PUBLISHED,
    events.StandingsFinalised: Topic.PUBLISHED,
    events.StandingsReopened: Topic.PUBLISHED,
    events.TablePublished: Topic.PUBLISHED,
}
# What later messages depend on.
_CONTEXT_CHANGES = frozenset(
    (
        events.TournamentCreated,
        events.DetailsChanged,
        events.SettingsChanged,
        events.PlayerRegistered,
        events.PlayerChanged,
        events.PlayersChanged,
        events.PlayerWithdrew,
        events.TeamEntered,
        events.TeamsChanged,
        events.RoundDrawn,
        events.DrawChanged,
        events.BoardChanged,
        events.WishesChanged,
        events.ResultEntered,
        events.ResultClaimed,
    )
)
_HAND_CHANGES = {
    HandChange.SWAPPED: mark("Swapped: %(names)s"),
    HandChange.UNPAIRED: mark("Unpaired: %(names)s"),
    HandChange.PAIRED: mark("Paired by hand: %(names)s"),
    HandChange.LOCKED: mark("Locked: %(names)s"),
    HandChange.UNLOCKED: mark("Unlocked: %(names)s"),
    HandChange.COLOURS: mark("Colours changed: %(names)s"),
    HandChange.TERMS: mark("Handicap or komi changed: %(names)s"),
    HandChange.TABLE: mark("Table changed: %(names)s"),
    HandChange.BYE: mark("Bye given: %(names)s"),
    HandChange.LATE: mark("Late arrival seated: %(names)s"),
    HandChange.LINE_UP: mark("Line-up changed: %(names)s"),
}


def topic_of(event: events.Change) -> Topic:
    """What a change is about."""
    return _TOPICS.get(type(event), Topic.SETTINGS)


def place_of(event: events.Change) -> tuple[int | None, int | None]:
    """The round and the table that a change concerns, as far as it concerns one."""
    match event:
        case events.RoundDrawn(round=drawn):
            return drawn.number, None
        case events.ClockSet(clock=clock):
            return clock.round, None
        case events.StandingsPublished(after_round=number):
            return number, None
        case events.StandingsFinalised(table=final):
            return final.after_round, None
        case (
            events.ResultEntered(round=number, table=table)
            | events.ResultClaimed(round=number, table=table)
            | events.ResultContested(round=number, table=table)
        ):
            return number, table
        case events.BoardChanged(round=number, board=board):
            return number, board.table
        case events.DrawChanged(round=number, boards=boards):
            return number, boards[0].table if len(boards) == 1 else None
        case (
            events.RoundDeleted(round=number)
            | events.RoundPublished(round=number)
            | events.ByesChanged(round=number)
            | events.BonusGiven(round=number)
        ):
            return number, None
    return None, None


# A sentence names at most so many players.
_NAMED = 5


class HistoryContext:
    """What was known at one moment of the history: players, seats, details, rules and wishes."""

    def __init__(self) -> None:
        self._players: dict[PlayerId, Player] = {}
        self._seats: dict[tuple[int, int], tuple[PlayerId, PlayerId]] = {}
        self._details = events.DetailsChanged(name="")
        self._settings = Settings()
        self._wishes = Wishes()
        self._drawn: set[int] = set()
        self._teams: dict[TeamId, Team] = {}
        # The last word on each board, and whose it was.
        self._said: dict[tuple[int, int], tuple[events.ResultEntered | events.ResultClaimed, str]] = {}

    def follow(self, entry: Entry, undone: Collection[int]) -> None:
        """Move on past an entry; one that is undone changes nothing."""
        if type(entry.event) in _CONTEXT_CHANGES and entry.number not in undone:
            self._apply(entry.event, entry.by)

    def _apply(self, event: events.Event, by: str) -> None:
        match event:
            case (
                events.ResultEntered(round=number, table=table)
                | events.ResultClaimed(round=number, table=table)
            ):
                self._said[number, table] = event, by
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
                self._players[player.id] = player
            case events.PlayersChanged(players=players):
                self._players |= {player.id: player for player in players}
            case events.PlayerWithdrew(player=player_id, from_round=number):
                self._withdraw(player_id, number)
            case events.TeamEntered(team=team):
                self._teams[team.id] = team
            case events.TeamsChanged(teams=teams):
                self._teams |= {team.id: team for team in teams}
            case events.RoundDrawn(round=drawn):
                self._drawn.add(drawn.number)
                self._seat(drawn.number, drawn.boards)
            case events.DrawChanged(round=number, boards=boards):
                self._seat(number, boards)
            case events.BoardChanged(round=number, board=board):
                self._seat(number, (board,))
            case _:
                self._apply_rules(event)

    def _apply_rules(self, event: events.Event) -> None:
        match event:
            case events.SettingsChanged(settings=settings):
                self._settings = settings
            case events.TournamentCreated(settings=settings):
                self._settings, self._details = settings, _details(event)
            case events.DetailsChanged():
                self._details = event
            case events.WishesChanged(wishes=wishes):
                self._wishes = wishes

    def seats(self, number: int, table: int) -> tuple[PlayerId, PlayerId] | None:
        """Who sat at a table of a round, White first."""
        return self._seats.get((number, table))

    def name(self, player: PlayerId) -> str:
        """The name of a player or a team at that time; of an unknown one only the id is left."""
        known = self._players.get(player) or self._teams.get(TeamId(player))
        return known.name if known else player

    @singledispatchmethod
    def message(self, event: events.Change) -> Message:
        """What happened, in a sentence."""
        raise InternalError(f"no message for {type(event).__name__}")

    def seat_message(self, drawn: Round, player: PlayerId) -> Message | None:
        """What a draw gave to one player; None where it gave them nothing."""
        board = drawn.board_of(player)
        if board:
            return Message(
                "Round %(round)s: table %(table)s against %(opponent)s",
                round=drawn.number,
                table=board.table,
                opponent=self.name(board.opponent_of(player)),
            )
        return Message("Round %(round)s: bye", round=drawn.number) if player in drawn.free else None

    @message.register
    def _created(self, event: events.TournamentCreated) -> Message:
        return Message("Tournament created: %(name)s", name=event.name)

    @message.register
    def _details_changed(self, event: events.DetailsChanged) -> Message:
        changed = changed_labels(self._details, event)
        return Message("Details changed: %(fields)s", fields=_labels(changed))

    @message.register
    def _settings_changed(self, event: events.SettingsChanged) -> Message:
        changed = changed_labels(self._settings, event.settings)
        return Message("Rules changed: %(fields)s", fields=_labels(changed))

    @message.register
    def _registered(self, event: events.PlayerRegistered) -> Message:
        values = {"name": event.player.name, "grade": str(event.player.grade)}
        if self._drawn:
            return Message("Late entry: %(name)s %(grade)s", **values)
        return Message("Entered: %(name)s %(grade)s", **values)

    @message.register
    def _player_changed(self, event: events.PlayerChanged) -> Message:
        old = self._players.get(event.player.id, event.player)
        changes = tuple(_player_changes(old, event.player, last_round=self._settings.rounds))
        return _together(changes) or Message("Saved without a change: %(name)s", name=event.player.name)

    @message.register
    def _players_changed(self, event: events.PlayersChanged) -> Message:
        checked = self._check_in_of_many(event.players)
        if checked:
            return checked
        last_round = self._settings.rounds
        changes = tuple(
            change
            for player in event.players
            for change in _player_changes(self._players.get(player.id, player), player, last_round=last_round)
        )
        return _together(changes) or Message("Players saved without a change")

    def _check_in_of_many(self, players: tuple[Player, ...]) -> Message | None:
        """One sentence about many players who were all checked in or out; their names would fill a page."""
        if len(players) <= _NAMED:
            return None
        here = players[0].registration
        olds = [self._players.get(player.id, player) for player in players]
        changed = [replace(old, registration=here) for old in olds if old.registration is not here]
        if changed != list(players):
            return None
        if here is Registration.FINAL:
            return counted("%(num)s player is here", "%(num)s players are here", len(players))
        return counted("%(num)s player is not here yet", "%(num)s players are not here yet", len(players))

    @message.register
    def _removed(self, event: events.PlayerRemoved) -> Message:
        return Message("Removed: %(name)s", name=self.name(event.player))

    @message.register
    def _withdrew(self, event: events.PlayerWithdrew) -> Message:
        return Message(
            "%(name)s leaves before round %(round)s", name=self.name(event.player), round=event.from_round
        )

    @message.register
    def _team_entered(self, event: events.TeamEntered) -> Message:
        return Message("Team entered: %(name)s", name=event.team.name)

    @message.register
    def _teams_changed(self, event: events.TeamsChanged) -> Message:
        names, number = tuple(team.name for team in event.teams), len(event.teams)
        line_ups = all(self._changes_line_ups_only(team) for team in event.teams)
        if number > _NAMED and line_ups:
            return counted("Line-up of %(num)s team stated", "Line-ups of %(num)s teams stated", number)
        if number > _NAMED:
            return counted("%(num)s team changed", "%(num)s teams changed", number)
        if line_ups:
            return Message("Line-ups stated: %(names)s", names=names)
        return Message("Teams changed: %(names)s", names=names)

    @message.register
    def _team_removed(self, event: events.TeamRemoved) -> Message:
        known = self._teams.get(event.team)
        return Message("Team removed: %(name)s", name=known.name if known else event.team)

    def _changes_line_ups_only(self, team: Team) -> bool:
        old = self._teams.get(team.id)
        return old is not None and old != team and replace(old, line_ups=team.line_ups) == team

    @message.register
    def _round_drawn(self, event: events.RoundDrawn) -> Message:
        count = len(event.round.boards)
        if event.again:
            return counted("Drawn again: %(num)s board", "Drawn again: %(num)s boards", count)
        return counted("Drawn: %(num)s board", "Drawn: %(num)s boards", count)

    @message.register
    def _round_deleted(self, event: events.RoundDeleted) -> Message:
        del event
        return Message("Draw taken back")

    @message.register
    def _board_changed(self, event: events.BoardChanged) -> Message:
        return Message(
            "Changed by hand: %(white)s and %(black)s",
            white=self.name(event.board.white),
            black=self.name(event.board.black),
        )

    @message.register
    def _byes_changed(self, event: events.ByesChanged) -> Message:
        if not event.byes:
            return Message("Nobody has a bye")
        names = tuple(self.name(bye.player) for bye in event.byes)
        return counted("Bye: %(names)s", "Byes: %(names)s", len(names), names=names)

    @message.register
    def _draw_changed(self, event: events.DrawChanged) -> Message:
        players = event.players or tuple(
            seat for board in event.boards for seat in (board.white, board.black)
        )
        return Message(_HAND_CHANGES[event.how], names=tuple(self.name(player) for player in players))

    @message.register
    def _wishes_changed(self, event: events.WishesChanged) -> Message:
        added = self._new_wishes(self._wishes, event.wishes)
        dropped = self._new_wishes(event.wishes, self._wishes)
        changes = (
            *(Message("Wish for the draw: %(wish)s", wish=wish) for wish in added),
            *(Message("Wish dropped: %(wish)s", wish=wish) for wish in dropped),
        )
        return _together(changes) or Message("Wishes for the draw saved without a change")

    @message.register
    def _pairings_published(self, event: events.RoundPublished) -> Message:
        del event
        return Message("Pairings published")

    @message.register
    def _standings_published(self, event: events.StandingsPublished) -> Message:
        return Message("Final standings published") if event.final else Message("Standings published")

    @message.register
    def _standings_finalised(self, event: events.StandingsFinalised) -> Message:
        del event
        return Message("Standings made final")

    @message.register
    def _standings_reopened(self, event: events.StandingsReopened) -> Message:
        return Message("Final standings reopened: %(reason)s", reason=event.reason)

    @message.register
    def _clock_set(self, event: events.ClockSet) -> Message:
        if event.clock.paused_at:
            return Message("Clock paused")
        return Message("Clock set") if event.clock.starts_at else Message("Clock off")

    @message.register
    def _schedule_set(self, event: events.ScheduleSet) -> Message:
        rounds = tuple(clock.round for clock in event.clocks)
        return counted(
            "Clock of round %(rounds)s set", "Clocks of rounds %(rounds)s set", len(rounds), rounds=rounds
        )

    @message.register
    def _result_entered(self, event: events.ResultEntered) -> Message:
        white, black = self._names_at(event)
        if not event.result.known:
            return Message("Result taken back: %(white)s and %(black)s", white=white, black=black)
        return result_message(event.result, white, black)

    @message.register
    def _result_claimed(self, event: events.ResultClaimed) -> Message:
        return Message(
            "%(name)s reports: %(result)s",
            name=self.name(event.claimed_by),
            result=result_message(event.result, *self._names_at(event)),
        )

    @message.register
    def _result_contested(self, event: events.ResultContested) -> Message:
        result = result_message(event.result, self.name(event.white), self.name(event.black))
        earlier = self._said.get((event.round, event.table))
        if earlier is None:
            return Message("Refused, another result stands: %(result)s", result=result)
        entered, by = earlier
        return Message(
            "Refused: %(result)s. %(who)s had entered: %(stands)s",
            result=result,
            who=by,
            stands=result_message(entered.result, *self._names_at(entered)),
        )

    @message.register
    def _bonus_given(self, event: events.BonusGiven) -> Message:
        return Message(
            "Bonus for %(name)s: %(points)s",
            name=self.name(event.bonus.player),
            points=Score(event.bonus.points),
        )

    @message.register
    def _table_published(self, event: events.TablePublished) -> Message:
        del event
        return Message("Places copied from a result table")

    def _names_at(self, event: events.ResultEntered | events.ResultClaimed) -> tuple[str, str]:
        """The names of the two whose result it is: those whom the event names, else those at the table."""
        white, black = self.seats(event.round, event.table) or (PlayerId("?"), PlayerId("?"))
        if isinstance(event, events.ResultEntered):
            white, black = event.white or white, event.black or black
        return self.name(white), self.name(black)

    def _seat(self, number: int, boards: tuple[Board, ...]) -> None:
        self._seats |= {(number, board.table): (board.white, board.black) for board in boards}

    def _withdraw(self, player: PlayerId, from_round: int) -> None:
        known = self._players.get(player)
        if known:
            missed = known.absent_rounds | set(range(from_round, self._settings.rounds + 1))
            self._players[player] = replace(known, absent_rounds=missed)

    def _new_wishes(self, before: Wishes, now: Wishes) -> Iterator[Message]:
        for a, b in now.apart:
            if (a, b) not in before.apart:
                yield Message("%(a)s and %(b)s never meet", a=self.name(a), b=self.name(b))
        for game in now.games:
            if game not in before.games:
                yield Message(
                    "%(a)s and %(b)s meet in round %(round)s",
                    a=self.name(game.white),
                    b=self.name(game.black),
                    round=game.round,
                )
        for player, table in now.tables:
            if (player, table) not in before.tables:
                yield Message("%(name)s always sits at table %(table)s", name=self.name(player), table=table)
        for player, table in now.off_tables:
            if (player, table) not in before.off_tables:
                yield Message("%(name)s never sits at table %(table)s", name=self.name(player), table=table)
        for offer in now.volunteers:
            if offer not in before.volunteers:
                yield Message(
                    "%(name)s offers to sit out round %(round)s",
                    name=self.name(offer.player),
                    round=offer.round,
                )


def _player_changes(old: Player, new: Player, *, last_round: int) -> Iterator[Message]:
    """What is new about a player, each thing in a sentence of its own."""
    # A withdrawal counts for rounds beyond the last as well, in case there will be more.
    rounds = frozenset(range(1, last_round + 1))
    if new.registration is not old.registration:
        here = new.registration is Registration.FINAL
        yield (
            Message("%(name)s is here", name=new.name)
            if here
            else Message("%(name)s is not here yet", name=new.name)
        )
    missed = rounds & new.absent_rounds - old.absent_rounds
    back = rounds & old.absent_rounds - new.absent_rounds
    if missed:
        yield counted(
            "%(name)s misses round %(rounds)s",
            "%(name)s misses rounds %(rounds)s",
            len(missed),
            name=new.name,
            rounds=tuple(sorted(missed)),
        )
    if back:
        yield counted(
            "%(name)s plays in round %(rounds)s",
            "%(name)s plays in rounds %(rounds)s",
            len(back),
            name=new.name,
            rounds=tuple(sorted(back)),
        )
    if new.bar_side is not old.bar_side:
        yield _bar_change(new)
    if new.grade != old.grade:
        yield Message(
            "%(name)s is %(grade)s, was %(old)s", name=new.name, grade=str(new.grade), old=str(old.grade)
        )
    if new.paid != old.paid:
        yield Message("%(name)s has paid %(amount)s", name=new.name, amount=money_text(new.paid))
    same = replace(
        old,
        paid=new.paid,
        registration=new.registration,
        absent_rounds=new.absent_rounds,
        bar_side=new.bar_side,
        grade=new.grade,
    )
    corrected = changed_labels(same, new)
    if corrected:
        yield Message("%(name)s, corrected: %(fields)s", name=new.name, fields=_labels(corrected))


def _bar_change(new: Player) -> Message:
    match new.bar_side:
        case BarSide.ABOVE:
            return Message("%(name)s starts above the bar", name=new.name)
        case BarSide.BELOW:
            return Message("%(name)s starts below the bar", name=new.name)
    return Message("%(name)s starts where the grade belongs", name=new.name)


def _labels(labels: tuple[Message, ...]) -> Clauses:
    """Labels in a row; a dash where there are none."""
    return Clauses(labels or ("–",), ", ")


def _together(sentences: tuple[Message, ...]) -> Message | None:
    """Several sentences as one message; None for none."""
    if len(sentences) > 1:
        return Message("%(text)s", text=Clauses(sentences))
    return sentences[0] if sentences else None


def _details(created: events.TournamentCreated) -> events.DetailsChanged:
    names = (field.name for field in fields(events.DetailsChanged))
    return events.DetailsChanged(**{name: getattr(created, name) for name in names})
