"""Explain a draw: the round that a file holds or the next one, and why two players do not meet."""

from dataclasses import dataclass, replace

from miai.desk.live_state import Desk
from miai.domain.draw_seeds import seed_of_round
from miai.domain.log.history import History
from miai.domain.people.player import PlayerId
from miai.domain.tournament import Tournament
from miai.engine.pairing.comparing import find_player
from miai.engine.pairing.evaluation import Evaluation, WhyNot
from miai.engine.pairing.registry import demand_system
from miai.engine.pairing.solving import index_of
from miai.engine.pairing.system import Analysis
from miai.engine.scoring.teams.entrants import entrants_of
from miai.features.draw.as_drawn import as_drawn
from miai.features.draw.changed_since import changes_since
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import HowDrawn, analysis_of, analysis_of_drawn, how_drawn
from miai.features.draw.pair import analyse, round_of
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A round with its evaluation; `held` says that the file holds it, else it was drawn just now.

    A round that is held is explained as it was drawn; `changed` is what has changed since.
    """

    evaluation: Evaluation
    held: bool
    changed: Message | None = None


def explain_round(
    tournament: Tournament,
    number: int,
    *,
    history: History | None = None,
    system: str | None = None,
    preset: str | None = None,
    seed: int | None = None,
) -> Explained:
    """Explain the round that the tournament holds, as it stands, or draw it and explain that.

    The history says by what the round was drawn; system, preset and seed override it.
    """
    found = analysis_for(tournament, number, history=history, system=system, preset=preset, seed=seed)
    drawn = entrants_of(tournament, number).round(number)
    if drawn.boards:
        changed = changes_since(history, tournament, number) if history else None
        return Explained(
            evaluation=found.explain(drawn), held=True, changed=changed.message if changed else None
        )
    return Explained(evaluation=found.explain(round_of(found.draw())), held=False)


def explain_why_not(
    tournament: Tournament,
    number: int,
    a: str,
    b: str,
    *,
    history: History | None = None,
    system: str | None = None,
    preset: str | None = None,
    seed: int | None = None,
) -> WhyNot:
    """Why two players, named by the start of their names, do not meet."""
    found = analysis_for(tournament, number, history=history, system=system, preset=preset, seed=seed)
    return found.why_not(find_player(found.view, a), find_player(found.view, b))


def why_not(desk: Desk, tournament_id: str, *, round: int, a: PlayerId, b: PlayerId) -> WhyNot:
    """What it would cost if two players met, the rest paired as well as can be."""
    found = analysis_of(desk.state(tournament_id), round)
    return found.why_not(index_of(found.view, a), index_of(found.view, b))


def analysis_for(
    tournament: Tournament,
    number: int,
    *,
    history: History | None,
    system: str | None,
    preset: str | None,
    seed: int | None,
) -> Analysis:
    """The analysis of a round by what it was drawn with, as far as nothing else is asked for."""
    settings = tournament.settings
    if not tournament.round(number).boards:
        return analyse(
            tournament,
            round=number,
            system=system,
            preset=preset,
            seed=seed_of_round(tournament, number) if seed is None else seed,
        )
    how = HowDrawn(system=settings.system, preset=settings.preset, seed=seed_of_round(tournament, number))
    if history:
        then = as_drawn(history, tournament, number)
        how = how_drawn(draw_entries(history, number), then.settings)
        # Rules that were changed for this explanation come first.
        changed = settings != history.tournament().settings
        tournament = replace(then, settings=settings) if changed else then
    asked = replace(
        how,
        system=system or how.system,
        preset=preset or how.preset,
        seed=how.seed if seed is None else seed,
    )
    demand_system(asked.system)
    return analysis_of_drawn(tournament, number, asked)
