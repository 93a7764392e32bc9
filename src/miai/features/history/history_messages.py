"""Describes what happened in a tournament as messages, with the names and rules of that time."""

from collections.abc import Collection, Iterable
from dataclasses import fields, replace
from functools import singledispatchmethod

from miai.domain.draw_seeds import lot_of_stage, seed_by_lot
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.log.replay.forgetting import settings_without, wishes_without
from miai.domain.people.distinct_names import distinct_names
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.team import Team, TeamId
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.result_messages import result_message
from miai.domain.rounds.round import HandChange, Pairings
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.settings.changed_values import changed_rules, changed_values
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import StageId
from miai.errors import InternalError
from miai.features.history.history_changes import (
    joined_sentences,
    joined_values,
    leaves,
    new_wishes,
    player_changes,
    removed_with,
)
from miai.features.history.history_rounds import RoundContext
from miai.messages import Message, Score, counted, mark

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
        events.PlayerRemoved,
        events.TeamEntered,
        events.TeamsChanged,
        events.RoundDrawn,
        events.RoundDeleted,
        events.DrawChanged,
        events.BoardChanged,
        events.GameDelayed,
        events.WishesChanged,
        events.ResultEntered,
        events.ResultClaimed,
        events.InStage,
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


# A sentence names at most so many players.
_NAMED = 5


class HistoryContext:
    """What was known at one moment of the history: players, seats, details, rules and wishes."""

    def __init__(self, later: Iterable[Player] = (), *, lot: str = "") -> None:
        self._players: dict[PlayerId, Player] = {}
        # Players of now: a reader must not take one for a namesake who entered later.
        self._later = {player.id: player for player in later}
        self._names: dict[PlayerId, str] | None = None
        self._details = events.DetailsChanged(name="")
        self._settings = Settings()
        self._lot = lot
        self._wishes = Wishes()
        self._rounds: dict[int, RoundContext] = {}
        self._teams: dict[TeamId, Team] = {}
        self._stages: dict[StageId, HistoryContext] = {}

    def follow(self, entry: Entry, undone: Collection[int]) -> None:
        """Move on past an entry; one that is undone changes nothing."""
        if type(entry.event) in _CONTEXT_CHANGES and entry.number not in undone:
            self._apply(entry.event, entry.by)

    def _apply(self, event: events.Event, by: str) -> None:
        match event:
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
                self._players[player.id], self._names = player, None
            case events.PlayersChanged(players=players):
                self._players |= {player.id: player for player in players}
                self._names = None
            case events.PlayerWithdrew(player=player_id, from_round=number):
                self._withdraw(player_id, number)
            case events.TeamEntered(team=team):
                self._teams[team.id] = team
            case events.TeamsChanged(teams=teams):
                self._teams |= {team.id: team for team in teams}
            case _:
                self._apply_to_round(event, by)

    def _apply_to_round(self, event: events.Event, by: str) -> None:
        match event:
            case events.RoundDrawn(round=drawn):
                self._changing(drawn.number).draw(drawn.boards)
            case events.RoundDeleted(round=number):
                self._rounds.pop(number, None)
            case events.DrawChanged(round=number, boards=boards, removed=removed):
                self._changing(number).change(boards, removed)
            case events.BoardChanged(round=number, board=board):
                self._changing(number).change((board,))
            case events.ResultEntered(round=number) | events.ResultClaimed(round=number):
                self._changing(number).report(event, by)
            case events.GameDelayed(round=number):
                self._changing(number).delay(event)
            case _:
                self._apply_rules(event, by)

    def _apply_rules(self, event: events.Event, by: str) -> None:
        match event:
            case events.SettingsChanged(settings=settings):
                self._settings = settings
            case events.TournamentCreated(settings=settings, lot=lot):
                self._settings, self._details = settings, _details(event)
                self._lot = lot or self._lot
            case events.DetailsChanged():
                self._details = event
            case events.WishesChanged(wishes=wishes):
                self._wishes = wishes
            case events.PlayerRemoved(player=player):
                self._wishes = wishes_without(self._wishes, player)
                self._settings = settings_without(self._settings, player)
            case events.InStage(stage=stage, change=change):
                self._stages.setdefault(stage, self._of_new_stage(stage))._apply(change, by)

    def inside(self, stage: StageId) -> "HistoryContext":
        """What was known in a stage."""
        return self._stages.get(stage) or self._of_new_stage(stage)

    def of_stage(self, stage: StageId, what: Message) -> Message:
        """A message about a stage, with its name."""
        return Message("%(stage)s: %(what)s", stage=self._stage_name(stage), what=what)

    def seats(self, number: int, table: int) -> tuple[PlayerId, PlayerId] | None:
        """Who sat at a table of a round, White first."""
        return self._of_round(number).seats.get(table)

    def name(self, player: PlayerId) -> str:
        """The name of a player or a team at that time; of an unknown one only the id is left.

        Namesakes get as much more as tells them apart.
        """
        if self._names is None:
            self._names = distinct_names({**self._later, **self._players})
        if player in self._players:
            return self._names[player]
        team = self._teams.get(TeamId(player))
        return team.name if team else player

    def _name_in(self, player: Player) -> str:
        """The name that a change gives a player, with the grade that they had if a namesake has the name."""
        old = self._players.get(player.id, player)
        known = {**self._later, **self._players, player.id: replace(player, grade=old.grade)}
        return distinct_names(known)[player.id]

    @singledispatchmethod
    def message(self, event: events.Change) -> Message:
        """What happened, in a sentence."""
        raise InternalError(f"no message for {type(event).__name__}")

    def seat_message(self, drawn: Pairings, player: PlayerId) -> Message | None:
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
        changed = changed_values(self._details, event)
        return Message("Details changed: %(fields)s", fields=joined_values(changed))

    @message.register
    def _settings_changed(self, event: events.SettingsChanged) -> Message:
        old, new = self._settings.scoring, event.settings.scoring
        fixed = replace(self._settings, scoring=replace(old, bands=new.bands)) == event.settings
        if fixed and new.bands_from_entries and new.bands:
            return counted(
                "%(num)s band as the entries are", "%(num)s bands as the entries are", len(new.bands)
            )
        changed = changed_rules(self._settings, event.settings)
        return Message("Rules changed: %(fields)s", fields=joined_values(changed))

    @message.register
    def _registered(self, event: events.PlayerRegistered) -> Message:
        name = event.player.name
        # Of a namesake the grade is part of what tells them apart.
        grade = self._name_in(event.player).removeprefix(name).strip() or str(event.player.grade)
        values = {"name": name, "grade": grade}
        if self._rounds:
            return Message("Late entry: %(name)s %(grade)s", **values)
        return Message("Entered: %(name)s %(grade)s", **values)

    @message.register
    def _player_changed(self, event: events.PlayerChanged) -> Message:
        old = self._players.get(event.player.id, event.player)
        name, last_round = self._name_in(event.player), self._settings.rounds
        changes = tuple(player_changes(old, event.player, name=name, last_round=last_round))
        return joined_sentences(changes) or Message("Saved without a change: %(name)s", name=name)

    @message.register
    def _players_changed(self, event: events.PlayersChanged) -> Message:
        checked = self._check_in_of_many(event.players)
        if checked:
            return checked
        last_round = self._settings.rounds
        changes = tuple(
            change
            for player in event.players
            for change in player_changes(
                self._players.get(player.id, player),
                player,
                name=self._name_in(player),
                last_round=last_round,
            )
        )
        return joined_sentences(changes) or Message("Players saved without a change")

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
        return counted("%(num)s player is not here", "%(num)s players are not here", len(players))

    @message.register
    def _removed(self, event: events.PlayerRemoved) -> Message:
        removed = Message("Removed: %(name)s", name=self.name(event.player))
        dropped = removed_with(event.player, wishes=self._wishes, settings=self._settings, name=self.name)
        return joined_sentences((removed, *dropped)) or removed

    @message.register
    def _withdrew(self, event: events.PlayerWithdrew) -> Message:
        in_stages = self._stages and not self._rounds
        rounds = 0 if in_stages else self._settings.rounds
        return leaves(self.name(event.player), event.from_round, rounds)

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
        what = (
            counted("Drawn again: %(num)s board", "Drawn again: %(num)s boards", count)
            if event.again
            else counted("Drawn: %(num)s board", "Drawn: %(num)s boards", count)
        )
        usual = seed_by_lot(self._lot, event.round.number, self._settings.draw_seed)
        if event.seed in (None, usual):
            return what
        return Message("%(what)s, by the typed seed %(seed)s", what=what, seed=str(event.seed))

    @message.register
    def _round_deleted(self, event: events.RoundDeleted) -> Message:
        games = tuple(
            f"{self.name(white)} – {self.name(black)}"
            for white, black in self._of_round(event.round).postponed
        )
        if not games:
            return Message("Draw taken back")
        return counted(
            "Draw taken back, and with it a postponed or adjourned game: %(games)s",
            "Draw taken back, and with it postponed or adjourned games: %(games)s",
            len(games),
            games=games,
        )

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
        added = new_wishes(self._wishes, event.wishes, self.name)
        dropped = new_wishes(event.wishes, self._wishes, self.name)
        changes = (
            *(Message("Wish for the draw: %(wish)s", wish=wish) for wish in added),
            *(Message("Wish dropped: %(wish)s", wish=wish) for wish in dropped),
        )
        return joined_sentences(changes) or Message("Wishes for the draw saved without a change")

    @message.register
    def _pairings_published(self, event: events.RoundPublished) -> Message:
        if event.against:
            return counted(
                "Pairings published, with %(num)s fault against the rules made by hand",
                "Pairings published, with %(num)s faults against the rules made by hand",
                event.against,
            )
        return Message("Pairings published")

    @message.register
    def _standings_published(self, event: events.StandingsPublished) -> Message:
        return Message("Final standings published") if event.final else Message("Standings published")

    @message.register
    def _sign_up_form_changed(self, event: events.SignUpFormChanged) -> Message:
        return Message("Sign-up opened or changed") if event.form.is_open else Message("Sign-up closed")

    @message.register
    def _phone_options_changed(self, event: events.PhoneOptionsChanged) -> Message:
        del event
        return Message("What players may do by phone changed")

    @message.register
    def _leader_changed(self, event: events.LeaderChanged) -> Message:
        return Message("%(server)s took over", server=event.leader.server)

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
        name, result = self.name(event.claimed_by), result_message(event.result, *self._names_at(event))
        if event.phone:
            return Message("%(name)s reports by name: %(result)s", name=name, result=result)
        return Message("%(name)s reports: %(result)s", name=name, result=result)

    @message.register
    def _result_contested(self, event: events.ResultContested) -> Message:
        result = result_message(event.result, self.name(event.white), self.name(event.black))
        earlier = self._of_round(event.round).reports.get(event.table)
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
    def _game_delayed(self, event: events.GameDelayed) -> Message:
        names = {"white": self.name(event.white), "black": self.name(event.black)}
        match event.kind:
            case None:
                return Message("No longer put off: %(white)s – %(black)s", **names)
            case DelayKind.POSTPONED:
                return Message("Postponed: %(white)s – %(black)s", **names)
            case DelayKind.ADJOURNED:
                return Message("Adjourned: %(white)s – %(black)s", **names)

    @message.register
    def _stage_opened(self, event: events.StageOpened) -> Message:
        return Message("Stage opened: %(name)s", name=self._stage_name(event.plan.id))

    @message.register
    def _stage_changed(self, event: events.StageChanged) -> Message:
        return Message("Stage changed: %(name)s", name=self._stage_name(event.plan.id))

    @message.register
    def _stage_removed(self, event: events.StageRemoved) -> Message:
        return Message("Stage removed: %(name)s", name=self._stage_name(event.stage))

    @message.register
    def _entrants_kept(self, event: events.EntrantsKept) -> Message:
        stage, names = self._stage_name(event.stage), tuple(map(self.name, event.players))
        if event.reason:
            return Message(
                "%(stage)s: the field is kept, although places changed for %(names)s: %(reason)s",
                stage=stage,
                names=names,
                reason=event.reason,
            )
        return Message(
            "%(stage)s: the field is kept, although places changed for %(names)s", stage=stage, names=names
        )

    @message.register
    def _in_stage(self, event: events.InStage) -> Message:
        what = self.inside(event.stage).message(event.change)
        if isinstance(event.change, events.TournamentCreated):
            return Message("Stage created: %(name)s", name=event.change.name)
        return self.of_stage(event.stage, what)

    @message.register
    def _congress_events_set(self, event: events.CongressEventsSet) -> Message:
        return counted(
            "Events of the congress set: %(num)s event",
            "Events of the congress set: %(num)s events",
            len(event.events),
        )

    @message.register
    def _entries_changed(self, event: events.EntriesChanged) -> Message:
        if len(event.entries) > _NAMED:
            return counted(
                "Entries of %(num)s person changed", "Entries of %(num)s people changed", len(event.entries)
            )
        return Message("Entries changed: %(names)s", names=tuple(self.name(e.person) for e in event.entries))

    def _of_new_stage(self, stage: StageId) -> "HistoryContext":
        return HistoryContext(self._later.values(), lot=lot_of_stage(self._lot, stage))

    def _stage_name(self, stage: StageId) -> str:
        known = self._stages.get(stage)
        return (known and known._details.name) or stage

    @message.register
    def _bonus_given(self, event: events.BonusGiven) -> Message:
        return Message(
            "Bonus for %(name)s: %(points)s",
            name=self.name(event.bonus.player),
            points=Score(event.bonus.points),
        )

    @message.register
    def _reason_given(self, event: events.ReasonGiven) -> Message:
        return Message("Reason: %(reason)s", reason=event.reason)

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

    def _of_round(self, number: int) -> RoundContext:
        return self._rounds.get(number) or RoundContext()

    def _changing(self, number: int) -> RoundContext:
        return self._rounds.setdefault(number, RoundContext())

    def _withdraw(self, player: PlayerId, from_round: int) -> None:
        known = self._players.get(player)
        if known:
            missed = known.absent_rounds | set(range(from_round, self._settings.rounds + 1))
            self._players[player] = replace(known, absent_rounds=missed)


def _details(created: events.TournamentCreated) -> events.DetailsChanged:
    names = (field.name for field in fields(events.DetailsChanged))
    return events.DetailsChanged(**{name: getattr(created, name) for name in names})
