"""A published round as the log alone knows it: its rules, its players, the wishes for it, and its boards."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.people.player import Player, PlayerId
from miai.domain.pricing_version import PRICING
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.round import Round
from miai.domain.settings.presets import NAMED_PRESETS, base_preset
from miai.domain.tournament import Tournament
from miai.engine.verify.draw_in_log import DrawInLog, draw_in_log
from miai.engine.verify.entrants import entrants, round_between_teams

BY_PRESET = ("mcmahon", "swiss")
COMPUTED_SYSTEMS = (*BY_PRESET, "entropy")


class WishKind(Enum):
    """What the director can want of the pairs of a round."""

    APART = "apart"
    GAME = "game"
    VOLUNTEER = "volunteer"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredWish:
    """A wish of the director, and the entry since which it counts, with its author and time."""

    kind: WishKind
    players: tuple[PlayerId, ...]
    entry: int
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSource:
    """Where a round stands in its log.

    `before` ends with the entry before the publication, `at_draw` with the one by whose facts it is derived.
    In a team event the players of `people` and `published` are the members: by these facts, and published.
    """

    before: History
    at_draw: History
    people: Tournament
    published: Tournament

    @property
    def whole(self) -> History:
        """The log of the whole event to the draw, also of a stage."""
        entries = self.at_draw.entries
        return (self.before.whole or self.before).until(entries[-1].number if entries else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundInLog:
    """A published round by the log: the rules it was drawn by, all it rests on, and its boards.

    In a team event the players of `facts` and `drawn` are the teams. `event_name` and `names` are those that
    players see. `at_the_draw` is false for the facts of the publication, by which older versions made proofs.
    The `draw` is that of a system without prices.
    """

    event_name: str
    number: int
    teams: bool
    system: str
    preset: str
    seed: int
    pricing: int
    facts: Tournament
    drawn: Round
    names: Mapping[PlayerId, str]
    wishes: tuple[EnteredWish, ...]
    source: RoundSource
    at_the_draw: bool = True
    draw: DrawInLog | None = None


def rounds_in_log(before: History, number: int) -> Iterator[RoundInLog]:
    """A round by the facts of its draw; then, if these are others, by the facts of its publication.

    `before` ends with the entry before the publication; of a round of a stage it is the history of the stage.
    """
    now = before.tournament()
    draw = _last_draw(before, number)
    then = before if draw is None else before.until(draw.number)
    at_draw = now if draw is None else _at_draw(then.tournament(), now, number)
    source = RoundSource(before=before, at_draw=then, people=at_draw, published=now)
    first = _round(source, draw, number, at_the_draw=True)
    made = None if first.system in COMPUTED_SYSTEMS else draw_in_log(before, draw, number)
    yield replace(first, draw=made)
    if at_draw != now:
        later = replace(source, at_draw=before, people=now)
        yield replace(_round(later, draw, number, at_the_draw=False), draw=made)


def _round(source: RoundSource, draw: Entry | None, number: int, *, at_the_draw: bool) -> RoundInLog:
    facts, now = source.people, source.published
    settings = facts.settings
    made = draw.event if draw and isinstance(draw.event, events.RoundDrawn) else events.RoundDrawn(
        round=now.round(number).pairings, pricing=PRICING
    )  # fmt: skip
    system = made.system or settings.system
    preset = made.preset if base_preset(made.preset) in NAMED_PRESETS else settings.preset
    teams = now.settings.by_teams
    seen = now.round(number)
    paired = entrants(replace(facts, settings=replace(settings, system=system)), number)
    return RoundInLog(
        event_name=now.name,
        number=number,
        teams=teams,
        system=system,
        preset=preset,
        seed=settings.draw_seed if made.seed is None else made.seed,
        pricing=made.pricing,
        facts=paired,
        drawn=round_between_teams(seen) if teams else seen,
        names=_names(now),
        wishes=tuple(_entered(source.at_draw, paired.wishes, number)),
        source=source,
        at_the_draw=at_the_draw,
    )


def _names(now: Tournament) -> dict[PlayerId, str]:
    if now.settings.by_teams:
        return {PlayerId(team.id): team.name for team in now.teams}
    return {player.id: player.name for player in now.players}


def _last_draw(history: History, number: int) -> Entry | None:
    found = None
    for entry in history.effective_entries:
        if isinstance(entry.event, events.RoundDrawn) and entry.event.round.number == number:
            found = entry
    return found


def _at_draw(then: Tournament, now: Tournament, number: int) -> Tournament:
    """The event at the draw; the round itself and who comes to it are as they were published.

    So are players and teams who came later.
    """
    if then.settings.by_teams != now.settings.by_teams:
        return now
    people = {player.id: player for player in then.players}
    teams = {team.id: team for team in then.teams}

    def known(player: Player) -> Player:
        old = people.get(player.id, player)
        away = (old.absent_rounds - {number}) | (player.absent_rounds & {number})
        return replace(old, registration=player.registration, absent_rounds=away)

    earlier = [each for each in then.rounds if each.number < number]
    return replace(
        then,
        players=tuple(known(player) for player in now.players),
        teams=tuple(teams.get(team.id, team) for team in now.teams),
        rounds=(*earlier, *(each for each in now.rounds if each.number >= number)),
    )


# Who wanted what, and when ------------------------------------------------------------


def _entered(history: History, wishes: Wishes, number: int) -> Iterator[EnteredWish]:
    """The wishes about pairs and byes of a round, each with the entry since which it counts."""
    changes = [
        (entry, entry.event.wishes)
        for entry in history.effective_entries
        if isinstance(entry.event, events.WishesChanged)
    ]

    def wish(
        kind: WishKind,
        players: tuple[PlayerId, ...],
        of: Callable[[Wishes], tuple[Hashable, ...]],
        what: Hashable,
    ) -> EnteredWish:
        since = None
        for entry, wanted in changes:
            since = (since or entry) if what in of(wanted) else None
        return EnteredWish(
            kind=kind,
            players=players,
            entry=since.number if since else 0,
            by=since.by if since else "",
            at=since.at if since else "",
        )

    for pair in wishes.apart:
        yield wish(WishKind.APART, pair, lambda each: each.apart, pair)
    for game in wishes.games:
        if game.round == number:
            yield wish(WishKind.GAME, (game.white, game.black), lambda each: each.games, game)
    for offer in wishes.volunteers:
        if offer.round == number:
            yield wish(WishKind.VOLUNTEER, (offer.player,), lambda each: each.volunteers, offer)
