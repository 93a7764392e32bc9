"""miai stage."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.changed_file import new_ids_for, write_changed
from miai.domain.log.replay import apply_all
from miai.domain.stages import CarryOver, Losers, Qualification, StageId, StagePlan, TieRule
from miai.errors import InputError
from miai.features.players.find_entrant import entrant_named
from miai.features.stages.answer import STAGES
from miai.features.stages.cup import losers_settled, losers_to_settle
from miai.features.stages.entrants import entrants_set
from miai.features.stages.filling import stage_filled
from miai.features.stages.groups import groups_opened, groups_spread_again
from miai.features.stages.opening import NEW_STAGE, lost_with_stage, stage_opened, stage_removed
from miai.features.stages.plans import Way, plan_opened, proposed_plan
from miai.features.stages.play_off import play_off_opened
from miai.features.stages.qualifying import Decisions
from miai.features.stages.replacing import entrant_replaced, entrants_kept, published_by
from miai.features.stages.rules import phase_after, stage_settings
from miai.messages import Message
from miai.terminal.app import File, Json, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.streams import event_output, file_argument
from miai.terminal.words import Commands, completing

if TYPE_CHECKING:
    from miai.domain.log import events
    from miai.domain.people.player import PlayerId
    from miai.domain.tournament import Tournament

stage = Commands(help="Groups, finals and cups: the stages of an event.")
app.add_typer(stage, name="stage")

Event = Annotated[Path, file_argument("A Miai document.", "EVENT")]
Output = Annotated[Path, event_output("Write the event to this file.")]
Id = Annotated[str, typer.Argument(metavar="STAGE", help="The id of a stage.")]
System = Annotated[
    str,
    typer.Option(help="How it is played: {systems}.", metavar="KEY", autocompletion=completing("systems")),
]
Rounds = Annotated[int | None, typer.Option(help="What the system needs by default.")]
Ties = Annotated[TieRule, typer.Option(help="The rule if players share the last place that goes on.")]
Phase = Annotated[int, typer.Option(help="Stages of one phase are played side by side.")]


@stage.command("list")
def list_stages(file: File = None, as_json: Json = False) -> None:
    """Print the stages of an event."""
    reading = reading_of(file, demo=False)
    print_notes(reading.notes)
    if as_json:
        print_answer(STAGES, reading.tournament)
    else:
        print_table(STAGES.table(reading.tournament))


@stage.command("open")
def open_stage(
    file: Event,
    name: Annotated[str, typer.Argument(help="Such as Final; its id is made of it.")],
    output: Output,
    sources: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="STAGE:1-2", help="Places that enter; main:1-6 for the event itself."),
    ] = None,
    system: System = "knockout",
    rounds: Rounds = None,
    phase: Annotated[
        int | None,
        typer.Option(
            help="Stages of one phase are played side by side; by default it follows those of --from."
        ),
    ] = None,
    carry: Annotated[CarryOver, typer.Option(help="What entrants bring along.")] = CarryOver.NOTHING,
    losers: Annotated[Losers, typer.Option(help="Where losers go.")] = Losers.LEAVE,
    ties: Ties = TieRule.DIRECTOR,
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Open a stage, such as a final of the first two of each group."""
    places = tuple(_source(text) for text in sources or ())

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        plan = StagePlan(
            id=NEW_STAGE,
            phase=phase_after(event, places) if phase is None else phase,
            sources=places,
            carry_over=carry,
            losers=losers,
            ties=ties,
        )
        settings = stage_settings(event, system=system, rounds=rounds, carry_over=carry)
        return tuple(
            stage_opened(event, name=name, plan=plan, settings=settings, ids=new_ids_for(file, event))
        )

    _write(file, output, changes)


@stage.command()
def groups(
    file: Event,
    output: Output,
    count: Annotated[int, typer.Option(help="How many groups.")] = 4,
    system: System = "round_robin",
    rounds: Rounds = None,
    phase: Phase = 1,
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Open groups and spread the players of the event over them by rating."""

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        return tuple(
            groups_opened(
                event, count=count, system=system, rounds=rounds, phase=phase, ids=new_ids_for(file, event)
            )
        )

    _write(file, output, changes)


@stage.command()
def plan(
    file: Event,
    way: Annotated[Way, typer.Argument(help="How the event begins.")],
    output: Output,
    groups: Annotated[int | None, typer.Option(help="How many groups; groups only.")] = None,
    each: Annotated[
        int | None, typer.Option(help="How many go on from each group to the cup; groups only.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Rounds of the event itself; qualifier and beside only.")
    ] = None,
    places: Annotated[
        int | None, typer.Option(help="How many enter the final or the cup; qualifier and beside only.")
    ] = None,
    third_place: Annotated[
        bool, typer.Option("--third-place/--no-third-place", help="A game for the third place.")
    ] = True,
    ties: Ties = TieRule.DIRECTOR,
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Open all stages of an event at once; numbers that are not stated fit its players."""

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        chosen = proposed_plan(
            event,
            way,
            groups=groups,
            each=each,
            rounds=rounds,
            places=places,
            third_place=third_place,
            ties=ties,
        )
        made = tuple(plan_opened(event, chosen, ids=new_ids_for(file, event)))
        print_table(STAGES.table(apply_all(event, made)))
        return made

    _write(file, output, changes)


@stage.command()
def spread(file: Event, output: Output, force: Force = False, reason: Reason = "") -> None:
    """Spread all who take part over the groups again, as long as nothing is drawn in them."""
    _write(file, output, lambda event: tuple(groups_spread_again(event)))


@stage.command()
def fill(
    file: Event,
    stage_id: Id,
    output: Output,
    players: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Chosen by hand; repeatable.")
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Goes on of those who tie; repeatable.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Does not come: the next one does; repeatable.")
    ] = None,
    lot: Annotated[int | None, typer.Option(help="Decide ties by the lot of this number.")] = None,
    as_they_are: Annotated[
        bool, typer.Option("--as-they-are", help="Take the places although a stage is not over.")
    ] = False,
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Enter those who qualified for a stage, or players chosen by hand."""

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        if players:
            by_hand = [(player, None) for player in _ids(event, players)]
            return tuple(entrants_set(event, event.stage(StageId(stage_id)), by_hand))
        decisions = Decisions(
            chosen=frozenset(_ids(event, choose)), lot=lot, without=frozenset(_ids(event, without))
        )
        found, qualified = stage_filled(
            event, StageId(stage_id), decisions=decisions, as_they_are=as_they_are
        )
        print_notes(qualified.notes)
        print_lines(f"{each.seed}  {each.player.name}" for each in qualified.entrants)
        return found

    _write(file, output, changes)


@stage.command()
def remove(file: Event, stage_id: Id, output: Output, force: Force = False, reason: Reason = "") -> None:
    """Remove a stage with all that happened in it."""
    chosen = StageId(stage_id)
    _write(
        file,
        output,
        lambda event: tuple(stage_removed(event, chosen)),
        lambda event: tuple(lost_with_stage(event, chosen)),
    )


@stage.command("replace")
def replace_player(
    file: Event,
    stage_id: Id,
    leaving: Annotated[str, typer.Argument(metavar="NAME", help="The player whose place is taken over.")],
    output: Output,
    entering: Annotated[
        str | None,
        typer.Option("--by", metavar="NAME", help="The player who comes; by default the next who qualifies."),
    ] = None,
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Let another player take over a place in a stage that is drawn."""

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        coming = _ids(event, [entering] if entering else None)
        gone = entrant_named(event, leaving).id
        made = tuple(entrant_replaced(event, StageId(stage_id), gone, entering=coming[0] if coming else None))
        print_lines(
            Message("round %(round)s is published again, without a proof of its draw", round=number)
            for number in map(published_by, made)
            if number
        )
        return made

    _write(file, output, changes)


@stage.command()
def keep(
    file: Event,
    stage_id: Id,
    output: Output,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="About whom; by default all who differ. Repeatable."),
    ] = None,
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Keep the players of a stage, although places changed."""
    _write(
        file,
        output,
        lambda event: tuple(entrants_kept(event, StageId(stage_id), players=_ids(event, players))),
    )


@stage.command("play-off")
def play_off(
    file: Event,
    stage_id: Id,
    output: Output,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Plays in it; by default those who tie. Repeatable."),
    ] = None,
    name: Annotated[str, typer.Option(help="The name of the play-off.")] = "",
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Open a play-off of players who share the last place that leads into a stage, or dispute it."""

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        made = tuple(
            play_off_opened(
                event,
                StageId(stage_id),
                ids=new_ids_for(file, event),
                players=_ids(event, players),
                name=name,
            )
        )
        opened = apply_all(event, made).stages[-1].event
        print_line(f"{opened.name}: {', '.join(player.name for player in opened.players)}")
        return made

    _write(file, output, changes)


@stage.command()
def settle(
    file: Event,
    stage_id: Id,
    output: Output,
    after: Annotated[int, typer.Option("--round", help="The round of the cup that is over.")],
    force: Force = False,
    reason: Reason = "",
) -> None:
    """Let those who are out of a cup join the main event with what they won."""

    def changes(event: "Tournament") -> "Sequence[events.Change]":
        settled = tuple(losers_to_settle(event, StageId(stage_id), after=after))
        print_lines(each.message for each in settled)
        return tuple(losers_settled(settled))

    _write(file, output, changes)


def _write(
    file: Path,
    output: Path,
    changes: "Callable[[Tournament], Sequence[events.Change]]",
    losses: "Callable[[Tournament], Sequence[Message]]" = lambda _: (),
) -> None:
    """Change the event of a file and write it."""
    event = reading_of(file, demo=False).tournament
    made = changes(event)
    written = write_changed(file, output, apply_all(event, made), made, losses=losses(event))
    print_line(f"written: {output.name} ({written.format})")
    for lost in written.lost:
        print_line(f"  not held: {lost}")


def _source(text: str) -> Qualification:
    """Places of a stage, such as "group-a:1-2", or of the event itself, "main:1-6"."""
    name, _, places = text.rpartition(":")
    first, _, last = places.partition("-")
    if not name or not first.isdecimal() or not (last or first).isdecimal():
        raise InputError(Message("'%(text)s' names no places: write group-a:1-2 or main:1-6", text=text))
    known = StageId("" if name == "main" else name)
    return Qualification(stage=known, first=int(first), last=int(last or first))


def _ids(event: "Tournament", names: list[str] | None) -> "list[PlayerId]":
    return [entrant_named(event, name).id for name in names or ()]
