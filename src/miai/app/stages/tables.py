"""Tables of stages for the terminal and for files."""

from collections.abc import Callable

from miai.answers import Column, Table
from miai.domain.stages import MAIN, CarryOver, Losers, StagePlan
from miai.domain.system_names import system_name
from miai.domain.tournament import Tournament
from miai.messages import Message

_CARRIED = {
    CarryOver.NOTHING: Message("nothing is carried over"),
    CarryOver.SCORE: Message("scores are carried over"),
    CarryOver.MUTUAL: Message("scores of games among them are carried over"),
}


def stages_table(tournament: Tournament, say: Callable[[Message], str] = str) -> Table:
    """The stages of an event: what is played in them and who enters."""
    titles = (
        Message("Id"),
        Message("Name"),
        Message("Phase"),
        Message("System"),
        Message("Players"),
        Message("Rounds"),
        Message("Entrants"),
    )
    return Table(
        title=": ".join(filter(None, (tournament.name, say(Message("Stages"))))),
        columns=tuple(Column(title=say(title)) for title in titles),
        rows=tuple(
            (
                stage.id,
                stage.event.name,
                str(stage.plan.phase),
                say(system_name(stage.event.settings.system)),
                str(len(stage.event.players)),
                f"{stage.event.rounds_played}/{stage.event.settings.rounds}",
                say(plan_message(tournament, stage.plan)),
            )
            for stage in tournament.stages
        ),
    )


def plan_message(tournament: Tournament, plan: StagePlan) -> Message:
    """Who enters a stage, and what becomes of the losers of a cup."""
    if not plan.sources:
        return Message("players chosen by hand")
    places = tuple(
        Message(
            "places %(first)s to %(last)s of %(stage)s",
            first=source.first,
            last=source.last,
            stage=tournament.name if source.stage == MAIN else tournament.stage(source.stage).event.name,
        )
        for source in plan.sources
    )
    if plan.losers is Losers.JOIN_MAIN:
        return Message("%(places)s; losers join the main event", places=places)
    return Message("%(places)s; %(carried)s", places=places, carried=_CARRIED[plan.carry_over])
