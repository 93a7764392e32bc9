"""The losses of a file in which a whole event with stages is one tournament."""

from dataclasses import replace

from miai.domain.rounds.round import ByeKind
from miai.domain.tournament import Tournament
from miai.formats.opengotha.losses import LossKind, losses_by_kind
from miai.formats.opengotha.stage_losses import stage_losses
from miai.formats.reading import Reading
from miai.messages import Message


def losses_in_file(
    event: Tournament, part: Tournament, written: Reading
) -> dict[LossKind, tuple[Message, ...]]:
    """The losses by what they are about; `part` is the part of an event that was written.

    If stages became one tournament, their rules are not compared with those of the file one by one.
    """
    if part.stages == event.stages:
        return losses_by_kind(part, written)
    rules = part.settings
    compared = replace(
        written.tournament.settings,
        board_size=rules.board_size,
        clock=rules.clock,
        internet=rules.internet,
        komi=rules.komi,
        ruleset=rules.ruleset,
    )
    mine = _without_absences(replace(part, settings=compared, final=event.final))
    theirs = replace(written, tournament=_without_absences(written.tournament))
    found = losses_by_kind(mine, theirs)
    unplayed = replace(event, stages=tuple(stage for stage in event.stages if not stage.event.rounds_played))
    added = {
        LossKind.LEFT_OUT: tuple(stage_losses(unplayed, written.tournament)),
        LossKind.DETAILS: (Message("which games belong to which stage"),),
        LossKind.RULES: (Message("systems and criteria of the stages"),),
    }
    whole = {kind: (*found.get(kind, ()), *added.get(kind, ())) for kind in LossKind}
    return {kind: lost for kind, lost in whole.items() if lost}


def _without_absences(tournament: Tournament) -> Tournament:
    """The tournament without absences: no file distinguishes them from rounds of other stages."""
    return replace(
        tournament,
        players=tuple(replace(player, absent_rounds=frozenset()) for player in tournament.players),
        rounds=tuple(
            replace(drawn, byes=tuple(bye for bye in drawn.byes if bye.kind is ByeKind.FORCED))
            for drawn in tournament.rounds
        ),
    )
