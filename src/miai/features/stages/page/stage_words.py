"""What stages, their sources and what players bring along are called."""

from string import ascii_uppercase

from miai.domain.stages import MAIN, CarryOver, Qualification, StageId
from miai.domain.tournament import Tournament
from miai.server.words import gettext as _


def source_words(tournament: Tournament, source: Qualification) -> str:
    """Where players come from: "places 1 to 2 of Group A"."""
    stage = stage_name(tournament, source.stage)
    if source.first == source.last:
        return _("place %(place)s of %(stage)s", place=source.first, stage=stage)
    return _("places %(first)s to %(last)s of %(stage)s", first=source.first, last=source.last, stage=stage)


def stage_name(tournament: Tournament, stage: StageId) -> str:
    """What a stage is called; the main event has no name of its own."""
    return _("the main event") if stage == MAIN else tournament.stage(stage).event.name


def carry_over_choices() -> list[tuple[str, str]]:
    """What entrants can bring along."""
    return [
        (CarryOver.NOTHING.value, _("nothing: everybody starts anew")),
        (CarryOver.SCORE.value, _("their score")),
        (CarryOver.MUTUAL.value, _("points of games against others who go on")),
    ]


def group_names(tournament: Tournament, count: int) -> list[str]:
    """What new groups are called: "Group A", "Group B", or the next letters that are free."""
    taken = {stage.event.name.casefold() for stage in tournament.stages}
    numbers = range(len(ascii_uppercase) + 1, count + len(taken) + 1)
    names = [_("Group %(letter)s", letter=letter) for letter in (*ascii_uppercase, *map(str, numbers))]
    return [name for name in names if name.casefold() not in taken][:count]
