"""The history of one player, in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from miai.app.desk import State
from miai.domain import events
from miai.domain.player import BarSide, Player, PlayerId, Registration
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.web.pages.player.form import PlayerForm, labels
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import joined
from miai.web.words.happenings import happening


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One entry about a player."""

    number: int
    at: str
    by: str
    sentence: str
    undone: bool


def story(state: State, player: PlayerId) -> tuple[Told, ...]:
    """All that happened to a player, the latest first."""
    return tuple(_told(state, player))[::-1]


def _told(state: State, player: PlayerId) -> Iterator[Told]:
    undone = state.history.undone
    last = state.tournament.settings.rounds
    known: Player | None = None
    for entry in state.history.entries:
        sentence = _sentence(state, entry.event, player, known)
        if sentence:
            yield Told(
                number=entry.number,
                at=entry.at,
                by=entry.by,
                sentence=sentence,
                undone=entry.number in undone,
            )
        match entry.event:
            case events.PlayerRegistered(player=new) | events.PlayerChanged(player=new):
                if new.id == player and entry.number not in undone:
                    known = new
            case events.PlayerWithdrew(player=leaving, from_round=number):
                if leaving == player and known and entry.number not in undone:
                    known = replace(known, absent_rounds=known.absent_rounds | set(range(number, last + 1)))


def _sentence(state: State, event: events.Event, player: PlayerId, known: Player | None) -> str:
    match event:
        case events.PlayerRegistered(player=new) if new.id == player:
            return _("Entered as %(grade)s", grade=new.grade)
        case events.PlayerChanged(player=new) if new.id == player:
            return _change(known or new, new, state.tournament.settings.rounds)
        case events.PlayerWithdrew(player=leaving) if leaving == player:
            return happening(event, state).sentence
        case events.RoundDrawn(round=drawn):
            return _seat(state.tournament, drawn, player)
        case events.DrawChanged(boards=boards, round=number, players=players):
            drawn = Round(number=number, boards=boards)
            seat = _seat(state.tournament, drawn, player)
            return seat or (happening(event, state).sentence if player in players else "")
        case events.ResultEntered() | events.ResultClaimed():
            board = state.tournament.round(event.round).board_of(player)
            if board and board.table == event.table:
                told = happening(event, state).sentence
                return _("Round %(round)s: %(what)s", round=event.round, what=told)
    return ""


def _seat(event: Tournament, drawn: Round, player: PlayerId) -> str:
    """Where a draw put the player."""
    board = drawn.board_of(player)
    if board is None:
        return _("Round %(round)s: bye", round=drawn.number) if drawn.bye_of(player) else ""
    opponent = next((each.name for each in event.players if each.id == board.opponent_of(player)), "?")
    return _(
        "Round %(round)s: table %(table)s against %(opponent)s",
        round=drawn.number,
        table=board.table,
        opponent=opponent,
    )


def _change(old: Player, new: Player, last: int) -> str:
    """What was corrected, the most telling thing first."""
    rounds = frozenset(range(1, last + 1))
    if new.registration is not old.registration:
        return _("Is here") if new.registration is Registration.FINAL else _("Is not here yet")
    missed = rounds & new.absent_rounds - old.absent_rounds
    back = rounds & old.absent_rounds - new.absent_rounds
    if missed:
        return ngettext(
            "Misses round %(rounds)s", "Misses rounds %(rounds)s", len(missed), rounds=_numbers(missed)
        )
    if back:
        return ngettext(
            "Plays in round %(rounds)s", "Plays in rounds %(rounds)s", len(back), rounds=_numbers(back)
        )
    if new.bar_side is not old.bar_side:
        return {
            BarSide.ABOVE: _("Starts above the bar, by hand"),
            BarSide.BELOW: _("Starts below the bar, by hand"),
            None: _("Starts where the grade belongs"),
        }[new.bar_side]
    if new.grade != old.grade:
        return _("Grade %(new)s, was %(old)s", new=new.grade, old=old.grade)
    names = labels()
    differing = [names[name] for name in PlayerForm.model_fields if getattr(old, name) != getattr(new, name)]
    return _("Corrected: %(fields)s", fields=", ".join(differing))


def _numbers(rounds: frozenset[int]) -> str:
    return joined([str(number) for number in sorted(rounds)])
