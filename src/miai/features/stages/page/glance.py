"""All stages of an event at one glance: groups with their line, the cup, and what waits for what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from miai.desk.live_state import Desk, State
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board
from miai.domain.settings.conditions import ALL_PLAY_ALL
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring.places import standings
from miai.errors import InputError, Problem
from miai.features.draw.bracket import bracket_of
from miai.features.overview.show_overview import overview
from miai.features.overview.stage_steps import steps_in
from miai.features.overview.view.overview_page import headline
from miai.features.overview.view.stage_steps import StepRow, step_rows
from miai.features.stages.going_on import GoingOn, going_on
from miai.features.stages.groups import left_out_of_groups
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.page.differences import Notice, badges, notices
from miai.features.stages.page.stage_words import carry_over_choices, source_words
from miai.features.stages.places import event_of, places_of, why_not_over
from miai.features.stages.play_off import open_play_offs
from miai.features.stages.rules import is_elimination
from miai.features.stages.tie_rules import tie_rule_of
from miai.features.standings.view.tables import bracket_parts
from miai.features.standings.view.whole_event import planned_parts
from miai.messages import Message
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.formatting import joined, points

_Badges = Mapping[PlayerId, Message]
# So many lines of a large group are shown, and at least these below the line of qualification.
_MOST_LINES, _BELOW = 12, 2
# Games and reasons that are named; if there are more, their number is shown.
_NAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A player of a group: the place and the first criterion; `cut` says that the line is above.

    The `badge` says that a stage has other players than the places say.
    """

    place: int
    player: Player
    value: str
    going: bool
    tied: bool
    cut: bool
    away: bool
    badge: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A stage, or the main event without a stage: the lines of its table, or its bracket."""

    event: Tournament
    said: str
    stage: Stage | None = None
    lines: Sequence[Line] = ()
    more: int = 0
    bracket: dict[str, Any] | None = None
    waiting: str = ""
    from_where: str = ""
    steps: Sequence[StepRow] = ()

    @property
    def id(self) -> str:
        """The id of the stage; "main" for the main event, which has none."""
        return self.stage.id if self.stage else "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """The whole event: cards from the first phase to the last, and players who are in none of them."""

    title: str
    said: str
    cards: Sequence[Card] = ()
    outside: Sequence[Player] = ()
    may_spread: bool = False
    notices: Sequence[Notice] = ()

    @property
    def tables(self) -> list[Card]:
        """The cards without a bracket."""
        return [card for card in self.cards if card.bracket is None]

    @property
    def brackets(self) -> list[Card]:
        """The cards with a bracket."""
        return [card for card in self.cards if card.bracket is not None]


def glance(desk: Desk, state: State, outside: Sequence[Player]) -> Glance:
    """Everything about the stages of an event that its director wants to see at once."""
    event = state.tournament
    stages = sorted(event.stages, key=lambda stage: stage.phase)
    said = badges(event)
    cards = [_stage_card(desk, state, stage, said.get(stage.id, {})) for stage in stages]
    if has_main_rounds(event):
        cards.insert(0, _main_card(event, said.get(MAIN, {})))
    left = left_out_of_groups(event)
    return Glance(
        title=_title(event),
        said=_said(event),
        cards=cards,
        outside=left or outside,
        may_spread=bool(left),
        notices=notices(event),
    )


def _title(event: Tournament) -> str:
    """The name of the way in which an event is played, if it is one of the three."""
    last = max(event.stages, key=lambda stage: (not stage.is_play_off, stage.phase))
    if any(stage.joins_main for stage in event.stages):
        return _("Main event with a cup beside it")
    if not is_elimination(last.event.settings.system) or not last.plan.sources:
        return _("Stages")
    if all(source.stage == MAIN for source in last.plan.sources):
        return _("Qualifier, then a final")
    return _("Groups, then a cup") if len(last.plan.sources) > 1 else _("Stages")


def _said(event: Tournament) -> str:
    """How far the event has come: the stages that are being played, or the first that can go on."""
    playing = [stage for stage in event.stages if stage.event.rounds and any(why_not_over(stage.event))]
    if playing:
        first = playing[0].event
        drawn = max(first.rounds, key=lambda each: each.number)
        known = sum(board.result.known for board in drawn.boards)
        where = joined([stage.event.name for stage in playing[:_NAMED]])
        if len(playing) > _NAMED:
            where = ngettext("%(num)s stage", "%(num)s stages", len(playing))
        if len(playing) > 1:
            return _("Being played: %(stages)s.", stages=where)
        return _(
            "%(stage)s, round %(round)s: %(done)s of %(all)s played.",
            stage=where,
            round=drawn.number,
            done=known,
            all=len(drawn.boards),
        )
    if not any(stage.event.rounds for stage in event.stages):
        return _("Nothing is drawn yet.")
    if all(stage.event.rounds for stage in event.stages):
        return _("All stages are over.")
    return ""


def _stage_card(desk: Desk, state: State, stage: Stage, said: _Badges) -> Card:
    event = state.tournament
    steps = step_rows(tuple(steps_in(event, stage)))
    sources = _sources(event, stage)
    carries = dict(carry_over_choices())[stage.plan.carry_over.value]
    told = [_("From %(sources)s.", sources=sources)] if sources else []
    if stage.plan.carry_over.value != "nothing":
        told.append(_("They bring along %(what)s.", what=carries))
    told += [tell(rule) for rule in [tie_rule_of(stage)] if rule]
    if stage.joins_main:
        told.append(_("Beside the main event: who is out joins it."))
    bracket = _bracket(desk, state, stage)
    lines, more = ([], 0) if bracket else _lines(event, stage.id, said)
    return Card(
        stage=stage,
        event=stage.event,
        said=_games(stage.event),
        lines=lines,
        more=more,
        bracket=bracket,
        waiting=_waiting(event, stage),
        from_where=" ".join(told),
        steps=steps,
    )


def _sources(event: Tournament, stage: Stage) -> str:
    """The places that lead into a stage; the same places of several stages are said once."""
    sources = stage.plan.sources
    if len(sources) > _NAMED and len({(source.first, source.last) for source in sources}) == 1:
        values = {"first": sources[0].first, "last": sources[0].last, "num": len(sources)}
        return _("places %(first)s to %(last)s of each of %(num)s stages", **values)
    return joined([source_words(event, source) for source in sources])


def _main_card(event: Tournament, said: _Badges) -> Card:
    lines, more = _lines(event, MAIN, said)
    return Card(event=event, said=headline(overview(event)), lines=lines, more=more)


def _bracket(desk: Desk, state: State, stage: Stage) -> dict[str, Any] | None:
    if not is_elimination(stage.event.settings.system) or not (stage.plan.sources or stage.event.players):
        return None
    if stage.event.round(1).boards:
        return bracket_parts(desk, desk.in_stage(state, stage.id), stage.event.rounds_played)
    return planned_parts(state.tournament, stage)


def _lines(event: Tournament, source: StageId, said: _Badges) -> tuple[list[Line], int]:
    """The lines of a table as far as they are shown, and how many are not."""
    inside, going = event_of(event, source), going_on(event, source)
    found = list(_all_lines(inside, going, said)) if inside.players else []
    most = max(_MOST_LINES, going.line + _BELOW)
    return found[:most], max(0, len(found) - most)


def _all_lines(event: Tournament, going: GoingOn, said: _Badges) -> Iterator[Line]:
    last = max((drawn.number for drawn in event.rounds), default=0)

    def line(at: int, place: int, player: Player, value: str) -> Line:
        return Line(
            place=place,
            player=player,
            value=value,
            going=player.id in going.players,
            tied=player.id in going.tied,
            cut=at == going.line > 0,
            away=bool(last) and not player.attends(last + 1) and not player.attends(last),
            badge=said.get(player.id),
        )

    if not event.rounds:
        ordered = [player for shared in places_of(event) for player in shared]
        for at, player in enumerate(ordered):
            yield line(at, at + 1, player, "")
        return
    table = standings(event)
    key = table.criteria[0] if table.criteria else ""
    for at, row in enumerate(table.rows):
        yield line(at, row.place, row.player, points(row.values[key]) if key else "")


def _games(event: Tournament) -> str:
    """How many games of a stage are played."""
    if not event.players:
        return _("nobody in it yet")
    known = sum(board.result.known for drawn in event.rounds for board in drawn.boards)
    if not event.rounds:
        players = ngettext("%(num)s player", "%(num)s players", len(event.players))
        rounds = ngettext("%(num)s round", "%(num)s rounds", event.settings.rounds)
        return f"{players}, {rounds}"
    total = _all_games(event)
    if total is None:
        return headline(overview(event))
    if known >= total:
        return ngettext("%(num)s game, played", "all %(num)s games", total)
    return _("%(done)s of %(all)s games", done=known, all=total)


def _all_games(event: Tournament) -> int | None:
    """The number of games that a stage has in the end, if its system says so."""
    if event.settings.system not in ALL_PLAY_ALL and not is_elimination(event.settings.system):
        return None
    try:
        bracket = bracket_of(event)
    except InputError:
        return None
    return sum(
        not match.not_played and (match.pair is not None or match.ending is None) for match in bracket.matches
    )


def _waiting(event: Tournament, stage: Stage) -> str:
    """What a stage waits for: results of the stages before, or games of its own."""
    drawn = max(stage.event.rounds, key=lambda each: each.number, default=None)
    if drawn:
        games = [board for board in drawn.boards if not board.result.known]
        return _waiting_for(stage.event, games) if games else ""
    if stage.event.players or stage.joins_main:
        return ""
    missing = [
        problem
        for source in dict.fromkeys(each.stage for each in stage.plan.sources)
        for problem in _last(why_not_over(event_of(event, source)))
    ]
    if not missing:
        return _waiting_for_play_offs(event, stage)
    reasons = [_reason(problem) for problem in missing[:_NAMED]]
    if len(missing) > _NAMED:
        left = len(missing) - _NAMED
        reasons.append(ngettext("%(num)s more stage", "%(num)s more stages", left))
    return _("%(reasons)s; then %(stage)s can be filled.", reasons="; ".join(reasons), stage=stage.event.name)


def _waiting_for_play_offs(event: Tournament, stage: Stage) -> str:
    """The play-offs that decide who goes on to a stage that is empty."""
    names = [each.event.name for each in open_play_offs(event, stage)]
    if not names:
        return ""
    return _(
        "waiting for %(stages)s; then %(stage)s can be filled.", stages=joined(names), stage=stage.event.name
    )


def _waiting_for(event: Tournament, games: Sequence[Board]) -> str:
    if len(games) > _NAMED:
        return ngettext("waiting for %(num)s game", "waiting for %(num)s games", len(games))
    names = event.names
    tables = [
        _(
            "table %(table)s: %(white)s – %(black)s",
            table=game.table,
            white=names[game.white],
            black=names[game.black],
        )
        for game in games
    ]
    return _("waiting for %(tables)s", tables="; ".join(tables))


def _last(problems: Iterator[Problem]) -> list[Problem]:
    """The problem that is settled last: rounds that follow come after results that are missing."""
    return list(problems)[-1:]


def _reason(problem: Problem) -> str:
    return f"{problem.where}: {tell(problem.what)}"
