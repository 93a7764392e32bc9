"""What stages, their sources and what players bring along are called."""

from string import ascii_uppercase

from miai.domain.stages import MAIN, CarryOver, Qualification, StageId
from miai.domain.tournament import Tournament
from miai.features.stages.planned import Seat
from miai.features.stages.plans import PlanNames, Way
from miai.features.stages.tie_rules import TIE_RULES
from miai.server.words import gettext as _
from miai.server.words import pgettext, tell


def source_words(tournament: Tournament, source: Qualification) -> str:
    """Where players come from: "places 1 to 2 of Group A"."""
    stage = stage_name(tournament, source.stage)
    if source.first == source.last:
        return _("place %(place)s of %(stage)s", place=source.first, stage=stage)
    return _("places %(first)s to %(last)s of %(stage)s", first=source.first, last=source.last, stage=stage)


def stage_name(tournament: Tournament, stage: StageId) -> str:
    """What a stage is called; the main event has no name of its own."""
    return _("the main event") if stage == MAIN else tournament.stage(stage).event.name


def seat_code(tournament: Tournament, seat: Seat) -> str:
    """A seat in a picture: "A1" for the first of Group A, "1" for the first of the main event."""
    if seat.stage == MAIN:
        return str(seat.place)
    return f"{tournament.stage(seat.stage).event.name.split()[-1][:3]}{seat.place}"


def plan_names(way: Way, groups: int) -> PlanNames:
    """The names of the stages of a plan in the language of the page."""
    last = pgettext("stage", "Final") if way is Way.QUALIFIER else pgettext("stage", "Cup")
    numbers = (*ascii_uppercase, *map(str, range(len(ascii_uppercase) + 1, groups + 1)))
    return PlanNames(
        groups=tuple(_("Group %(letter)s", letter=letter) for letter in numbers[:groups]), last=last
    )


def carry_over_choices() -> list[tuple[str, str]]:
    """What entrants can bring along."""
    return [
        (CarryOver.NOTHING.value, _("nothing: everybody starts anew")),
        (CarryOver.SCORE.value, _("their score")),
        (CarryOver.MUTUAL.value, _("points of games against others who go on")),
    ]


def tie_choices() -> list[tuple[str, str]]:
    """The rules for players who share the last place that goes on."""
    return [(rule.value, tell(words)) for rule, words in TIE_RULES.items()]


def group_names(tournament: Tournament, count: int) -> list[str]:
    """What new groups are called: "Group A", "Group B", or the next letters that are free."""
    taken = {stage.event.name.casefold() for stage in tournament.stages}
    numbers = range(len(ascii_uppercase) + 1, count + len(taken) + 1)
    names = [_("Group %(letter)s", letter=letter) for letter in (*ascii_uppercase, *map(str, numbers))]
    return [name for name in names if name.casefold() not in taken][:count]
