"""The form of a plan: a way with three questions, and what the plan would be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from miai.domain.bounds import bounds_of
from miai.domain.log.new_ids import NewIds
from miai.domain.log.replay import apply_all
from miai.domain.stages import MAIN, TieRule
from miai.domain.tournament import Tournament
from miai.domain.typed_text import whole
from miai.errors import InputError
from miai.features.draw.bracket import bracket_of
from miai.features.stages.page.plan_picture import Picture, plan_picture
from miai.features.stages.page.stage_words import plan_names, seat_code
from miai.features.stages.planned import planned_event
from miai.features.stages.plans import EventPlan, Way, plan_opened, proposed_plan
from miai.messages import Message
from miai.server.words import gettext as _
from miai.server.words import ngettext

_LABELS = {
    "groups": Message("Groups"),
    "each": Message("Qualify from each"),
    "rounds": Message("Rounds"),
    "places": Message("Qualify"),
}


class EventPlanForm(BaseModel):
    """A way and its answers as they were typed; `shown` is the way whose questions were on the page."""

    way: str = Way.GROUPS.value
    shown: str = ""
    groups: str = ""
    each: str = ""
    rounds: str = ""
    places: str = ""
    third_place: str = ""
    ties: str = TieRule.DIRECTOR.value

    @property
    def chosen(self) -> Way:
        """The way; an unknown one is the first."""
        return next((way for way in Way if way.value == self.way), Way.GROUPS)

    @property
    def tie_rule(self) -> TieRule:
        """The rule for ties; an unknown one is the director's decision."""
        return next((rule for rule in TieRule if rule.value == self.ties), TieRule.DIRECTOR)

    def plan(self, tournament: Tournament) -> EventPlan:
        """The plan on the form, with proposals for fields that are empty.

        The answers to the questions of another way are left out.
        """
        if self.shown != self.chosen.value:
            return proposed_plan(tournament, self.chosen)
        typed = {name: self._number(name) for name in _LABELS}
        third_place = bool(self.third_place)
        return proposed_plan(tournament, self.chosen, third_place=third_place, ties=self.tie_rule, **typed)

    def _number(self, name: str) -> int | None:
        text = getattr(self, name)
        return whole(text, _LABELS[name], bounds_of(EventPlan, name)) if text.strip() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """A plan on its page: what it opens in a picture and in words, or why it cannot be opened."""

    way: Way
    values: dict[str, Any]
    picture: Picture | None = None
    field: str = ""
    rounds: str = ""
    problems: Sequence[Any] = ()


def plan_view(tournament: Tournament, form: EventPlanForm) -> PlanView:
    """The page of a plan: computed by opening it in a copy of the event."""
    try:
        plan = form.plan(tournament)
    except InputError as error:
        return PlanView(way=form.chosen, values=form.model_dump(), problems=error.problems)
    values = {
        "groups": plan.groups,
        "each": plan.each,
        "rounds": plan.rounds,
        "places": plan.places,
        "third_place": plan.third_place,
        "ties": plan.ties.value,
    }
    try:
        opened = plan_opened(
            tournament,
            plan,
            ids=NewIds.without_log(tournament),
            names=plan_names(plan.way, plan.groups),
        )
        planned = apply_all(tournament, opened)
    except InputError as error:
        return PlanView(way=plan.way, values=values, problems=error.problems)
    return PlanView(
        way=plan.way,
        values=values,
        picture=plan_picture(planned),
        field=_field_words(planned, plan),
        rounds=_rounds_words(planned, plan),
    )


def _field_words(planned: Tournament, plan: EventPlan) -> str:
    """How many players and games there are: "24 players: 4 groups of 6, 60 games, then 8 games"."""
    cup = planned.stages[-1]
    bracket = bracket_of(planned_event(planned, cup, lambda seat: seat_code(planned, seat)))
    in_cup = sum(match.pair is not None or match.ending is None for match in bracket.matches)
    games = ngettext("%(num)s game", "%(num)s games", in_cup)
    players = ngettext("%(num)s player", "%(num)s players", len(planned.players))
    if plan.way is not Way.GROUPS:
        if plan.way is Way.QUALIFIER:
            return _("%(players)s; %(games)s in the final", players=players, games=games)
        return _("%(players)s; %(games)s in the cup", players=players, games=games)
    sizes = [len(stage.event.players) for stage in planned.stages[:-1]]
    if not any(sizes):
        return _("Nobody is entered yet: players are spread over the groups when they are.")
    values = {
        "players": players,
        "groups": len(sizes),
        "size": min(sizes),
        "largest": max(sizes),
        "first": ngettext("%(num)s game", "%(num)s games", sum(size * (size - 1) // 2 for size in sizes)),
        "then": games,
    }
    if min(sizes) == max(sizes):
        return _("%(players)s: %(groups)s groups of %(size)s, %(first)s, then %(then)s", **values)
    return _("%(players)s: %(groups)s groups of %(size)s to %(largest)s, %(first)s, then %(then)s", **values)


def _rounds_words(planned: Tournament, plan: EventPlan) -> str:
    """How many rounds there are: "8 rounds: 5 in the groups, 3 in the cup"."""
    cup = planned.stages[-1].event.settings.rounds
    if plan.way is Way.BESIDE:
        main = planned.settings.rounds
        rounds = ngettext("%(num)s round", "%(num)s rounds", main)
        return _("%(rounds)s, %(cup)s of them in the cup", rounds=rounds, cup=min(cup, main))
    first = (
        max(stage.event.settings.rounds for stage in planned.stages[:-1])
        if plan.way is Way.GROUPS
        else planned.settings.rounds
    )
    rounds = ngettext("%(num)s round", "%(num)s rounds", first + cup)
    if planned.stages[-1].plan.sources[0].stage == MAIN:
        return _(
            "%(rounds)s: %(first)s in the main event, %(cup)s after it", rounds=rounds, first=first, cup=cup
        )
    return _("%(rounds)s: %(first)s in groups, %(cup)s in the cup", rounds=rounds, first=first, cup=cup)
