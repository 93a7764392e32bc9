"""The parts of an event that players can follow: its own rounds and its stages."""

from dataclasses import dataclass

from miai.desk.live_state import Desk, State, stage_address
from miai.domain.people.player import PlayerId
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.features.public.view.shown_now import ProjectorState, projector_state
from miai.features.publish.view.published_items import shown_rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPart:
    """The rounds of an event itself, whose name is empty, or a stage."""

    state: State
    name: str
    phase: int
    rounds: tuple[Round, ...]
    wall: ProjectorState

    @property
    def event(self) -> Tournament:
        """The event or the stage as a tournament."""
        return self.state.tournament

    @property
    def is_open(self) -> bool:
        """Whether games of its last round are still being played."""
        return bool(self.wall.out)

    def has(self, player: PlayerId) -> bool:
        """Whether somebody plays in it."""
        return any(each.id == player for each in self.event.players)


def public_parts(desk: Desk, event: State) -> list[PublicPart]:
    """The event itself and its stages as far as pairings are published, the first phase first."""
    stages = sorted(event.tournament.stages, key=lambda stage: stage.phase)
    found = [
        _part(event, "", 0),
        *(
            _part(desk.state(stage_address(event.id, stage.id)), stage.event.name, stage.phase)
            for stage in stages
        ),
    ]
    return [part for part in found if part.rounds]


def current_parts(parts: list[PublicPart]) -> list[PublicPart]:
    """Those that are being played; between two of them, those of the last phase."""
    last = max((part.phase for part in parts), default=0)
    return [part for part in parts if part.is_open] or [part for part in parts if part.phase == last]


def part_of_player(parts: list[PublicPart], player: PlayerId) -> PublicPart | None:
    """Where somebody plays now: in the last part in which their game goes on, else in their last one."""
    own = [part for part in parts if part.has(player)]
    playing = [part for part in own if _plays(part, player)]
    return next(reversed(playing or own), None)


def _plays(part: PublicPart, player: PlayerId) -> bool:
    board = part.rounds[-1].board_of(player)
    return board is not None and not board.result.known


def _part(state: State, name: str, phase: int) -> PublicPart:
    event = state.tournament
    return PublicPart(
        state=state,
        name=name,
        phase=phase,
        rounds=tuple(shown_rounds(event)),
        wall=projector_state(event),
    )
