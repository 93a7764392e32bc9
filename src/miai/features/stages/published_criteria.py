"""The criteria by which players see the places over all stages."""

from dataclasses import replace

from miai.domain.tournament import Stage, Tournament


def by_published_criteria(tournament: Tournament) -> Tournament:
    """An event whose stages have the criteria that counted when its newest standings were published.

    A stage that was opened later has those of its newest published standings, or its present ones.
    """
    if not tournament.tables_shown:
        return tournament
    shown = tournament.tables_shown[-1]
    of_stages = {each.stage: each.criteria for each in shown.stage_criteria}
    stages = tuple(
        _stage_with_criteria(stage, of_stages.get(stage.id) or _published(stage.event))
        for stage in tournament.stages
    )
    return replace(_with_criteria(tournament, shown.criteria), stages=stages)


def _stage_with_criteria(stage: Stage, criteria: tuple[str, ...]) -> Stage:
    own, seen = _with_criteria(stage.own, criteria), _with_criteria(stage.event, criteria)
    return replace(stage, own=own, event=seen)


def _published(event: Tournament) -> tuple[str, ...]:
    return event.tables_shown[-1].criteria if event.tables_shown else ()


def _with_criteria(event: Tournament, criteria: tuple[str, ...]) -> Tournament:
    """The same event by other criteria; by its present ones if none are given."""
    return replace(event, settings=replace(event.settings, criteria=criteria)) if criteria else event
