"""A cup beside the main event: who is out of it joins the main event with the score of its rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from miai.desk.asking import without_asking
from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring.scores import scores
from miai.errors import InputError
from miai.features.draw.bracket import bracket_of
from miai.features.stages.rules import is_elimination
from miai.messages import Message, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One who is out of a cup, as the main event has them from a round on, and what they won in the cup."""

    player: Player
    points: Quarters
    from_round: int

    @property
    def message(self) -> Message:
        """What happens to them."""
        return Message(
            "%(name)s joins the main event in round %(round)s with %(points)s points of the cup",
            name=self.player.name,
            round=self.from_round,
            points=Score(self.points),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledLosers:
    """What was saved, and who joined the main event."""

    saved: Saved
    joined: tuple[Settled, ...]


def settle_losers(desk: Desk, event_id: str, stage: StageId, *, round: int, by: str) -> SettledLosers:
    """Those who are out of a cup after a round play in the main event from the next one.

    Their score there is that of its rules, for their start, and the points they won in the cup, free rounds
    included; for rounds in which they were away it has nothing. Nobody is settled twice.
    """
    found: list[tuple[Settled, ...]] = [()]

    def decide(state: State) -> list[events.Event]:
        settled = tuple(losers_to_settle(state.tournament, stage, after=round))
        found.append(settled)
        return list(losers_settled(settled))

    # Joining is what was planned for them, and the page says before what they bring along.
    with without_asking():
        saved = desk.change(event_id, decide, by=by)
    return SettledLosers(saved=saved, joined=found[-1])


def losers_to_settle(tournament: Tournament, stage_id: StageId, *, after: int) -> Iterator[Settled]:
    """Those who are out of a cup after a round and have not joined the main event yet."""
    stage = tournament.stage(stage_id)
    _demand_cup(stage)
    _demand_results(stage.event, after)
    won = scores(stage.event, after=after)
    points = {player.id: each for player, each in zip(won.players, won.wins, strict=True)}
    main = {player.id: player for player in tournament.players}
    drawn = max((each.number for each in tournament.rounds), default=0)
    first = max(after, drawn) + 1
    for player in _out(stage.event, after):
        own = main.get(player.id)
        if own is None or _joined(tournament, own, player):
            continue
        correction = player.correction + points[player.id] - _credited(tournament, own, before=first)
        away = frozenset(n for n in own.absent_rounds if n < first or n in player.absent_rounds)
        joining = replace(own, correction=Quarters(correction), absent_rounds=away)
        if joining != own:
            yield Settled(player=joining, points=points[player.id], from_round=first)


def losers_settled(settled: Sequence[Settled]) -> Iterator[events.Change]:
    """The event with which they join."""
    if settled:
        yield events.PlayersChanged(players=tuple(each.player for each in settled))


def _demand_cup(stage: Stage) -> None:
    if not stage.joins_main or not is_elimination(stage.event.settings.system):
        raise InputError(Message("losers of %(stage)s do not join the main event", stage=stage.event.name))


def _demand_results(event: Tournament, after: int) -> None:
    for number in range(1, after + 1):
        missing = sum(not board.result.known for board in event.drawn_round(number).boards)
        if missing:
            raise InputError(
                Message(
                    "round %(round)s of %(stage)s is not over: enter its results first",
                    round=number,
                    stage=event.name,
                )
            )


def _out(event: Tournament, after: int) -> Iterator[Player]:
    """Those for whom the bracket has no match left; the one for the third place is one."""
    bracket = bracket_of(event, after=after)
    waiting: set[PlayerId] = set()
    for match in bracket.matches:
        if match.ending is None:
            waiting |= {player.id for player in match.players}
    losses = bracket.losses()
    for player in bracket.entrants:
        beaten = losses[player.id] >= (bracket.out_after or 1)
        if player.id not in waiting and (beaten or bracket.over):
            yield player


def _joined(tournament: Tournament, own: Player, in_cup: Player) -> bool:
    """Whether somebody has their score from the cup already, or plays in the main event."""
    plays = any(drawn.board_of(own.id) or drawn.bye_of(own.id) for drawn in tournament.rounds)
    return plays or own.correction != in_cup.correction


def _credited(tournament: Tournament, own: Player, *, before: int) -> Quarters:
    """The points that the main event gives for the rounds in which somebody was in the cup."""
    alone = replace(tournament, players=(own,), rounds=())
    table = scores(alone, after=before - 1)
    return Quarters(table.points[0] - table.starts[0])
