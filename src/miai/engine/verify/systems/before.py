"""The players of a round before its draw, in the order by lot, with all that a system may look at."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.strength import rating_of
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import facts_before
from miai.engine.verify.deviations import Rules
from miai.engine.verify.draw_in_log import DrawInLog
from miai.engine.verify.live_ratings import aga_ratings
from miai.engine.verify.systems.pool import Graph, Pool
from miai.engine.verify.verdicts import Missing, Why

Pair = tuple[int, int]


class NotDerived(Exception):  # noqa: N818 - what the verifier says of a draw
    """A draw that cannot be made again, with the reason."""

    def __init__(self, why: Why, of: str = "") -> None:
        self.missing = Missing(why=why, of=of)
        super().__init__(why.value)


class BeforeDraw:
    """A round before its draw; players are named by their places in the order by lot."""

    def __init__(self, draw: DrawInLog, *, again: bool = False) -> None:
        self.draw, self.number, self.seed = draw, draw.number, draw.seed
        self._again = again
        self.event = _without(_with_somebody_final(draw.before, draw.number), draw)
        found = facts_before(
            self.event, draw.number, seed=draw.seed, preset=draw.preset, pricing=draw.pricing
        )
        self.facts = sorted(found, key=lambda each: each.lot)

    @property
    def settings(self) -> Settings:
        """The rules of the event at the draw."""
        return self.event.settings

    @cached_property
    def place(self) -> dict[PlayerId, int]:
        """Where each player stands in the order by lot."""
        return {each.player.id: at for at, each in enumerate(self.facts)}

    def player(self, at: int) -> Player:
        """The player at a place of the order."""
        return self.facts[at].player

    @cached_property
    def ratings(self) -> list[float]:
        """The ratings that order players: AccelRat's follow the results, AGA McMahon has the AGA's first."""
        if self.settings.system == "accelrat":
            live = aga_ratings(self.event, self.number, pricing=self.draw.pricing)
            return [live[each.player.id] for each in self.facts]
        american = self.settings.system == "aga"
        return [rating_of(each.player, american=american) for each in self.facts]

    @cached_property
    def rules(self) -> Rules:
        """How far pairs are from what the rules of the event want."""
        return Rules(self.event, self.facts, self.number, seed=self.seed)

    # The director's wishes --------------------------------------------------------------

    @cached_property
    def wanted(self) -> list[Pair]:
        """The games that the director wants of players who are there, White first."""
        games = [each for each in self.event.wishes.games if each.round == self.number]
        kept = self.draw.kept_boards
        busy = {seat for board in kept for seat in (board.white, board.black)}
        pairs = [(each.white, each.black) for each in games if busy.isdisjoint((each.white, each.black))]
        pairs += [(board.white, board.black) for board in kept]
        if not busy <= self.place.keys():
            raise NotDerived(Why.KEPT)
        found = [
            (self.place[white], self.place[black])
            for white, black in pairs
            if white in self.place and black in self.place
        ]
        if len({seat for pair in found for seat in pair}) < 2 * len(found):
            raise NotDerived(Why.WISHES)
        return found

    @cached_property
    def busy(self) -> set[int]:
        """The players of the games that the director wants."""
        return {seat for pair in self.wanted for seat in pair}

    @cached_property
    def volunteers(self) -> set[int]:
        """The players who offered to sit out and are in no wanted game."""
        offers = {each.player for each in self.event.wishes.volunteers if each.round == self.number}
        if self._again:
            # A volunteer who has the bye keeps it.
            offers = offers & {bye.player for bye in self.draw.old.byes} or offers
        return {at for at in range(len(self.facts)) if self.player(at).id in offers} - self.busy

    # Who may meet -----------------------------------------------------------------------

    def may_meet(self, *, families: bool = True) -> Graph:
        """Who may meet whom: nobody again, nobody whom the director keeps apart, and no families."""
        banned = self.apart | self.met | (self.families if families else set())
        graph: Graph = {at: set() for at in range(len(self.facts))}
        for one, other in combinations(graph, 2):
            if frozenset((one, other)) not in banned:
                graph[one].add(other)
                graph[other].add(one)
        return graph

    @cached_property
    def met(self) -> set[frozenset[int]]:
        """The pairs that have met."""
        return {
            frozenset((at, self.place[PlayerId(other)]))
            for at, each in enumerate(self.facts)
            for other in each.met
            if other in self.place
        }

    @cached_property
    def apart(self) -> set[frozenset[int]]:
        """The pairs that the director keeps apart."""
        pairs = self.event.wishes.apart
        return {frozenset((self.place[a], self.place[b])) for a, b in pairs if {a, b} <= self.place.keys()}

    @cached_property
    def families(self) -> set[frozenset[int]]:
        """The pairs of one family, if the rules keep families apart."""
        if not self.settings.pairing.family_apart:
            return set()
        names = [each.player.family.casefold() for each in self.facts]
        return {
            frozenset((i, j))
            for i, j in combinations(range(len(names)), 2)
            if names[i] and names[i] == names[j]
        }

    # Pairing one by one -----------------------------------------------------------------

    def pool(self) -> Pool:
        """All players, with the wanted games made; of an odd field the right players may sit out."""
        graph = self.may_meet()
        for at in self.busy:
            for other in graph[at]:
                graph[other].discard(at)
            graph[at] = set()
        for one, other in self.wanted:
            graph[one], graph[other] = {other}, {one}
        free = [at for at in range(len(self.facts)) if at not in self.busy]
        pool = Pool.of(graph, self.due_to_sit_out(free))
        if pool is None and len(graph) % 2:
            # Without any of them the others cannot be paired: somebody further up has to sit out.
            anybody = Pool.of(graph, free)
            if anybody is not None and anybody.phantom is not None:
                possible = sorted(anybody.partners(anybody.phantom))
                pool = Pool.of(graph, self.due_to_sit_out(possible))
        if pool is None:
            raise NotDerived(Why.NO_DRAW)
        for pair in self.wanted:
            pool.pair(*pair)
        return pool

    def due_to_sit_out(self, among: Sequence[int]) -> list[int]:
        """Volunteers, else all; of these those with the fewest byes, and of them the lowest score."""
        may = self.may_sit_out(among)
        lowest = min((self.facts[at].score for at in may), default=0)
        return [at for at in may if self.facts[at].score == lowest]

    def may_sit_out(self, among: Sequence[int]) -> list[int]:
        """Volunteers, else all; of these those with the fewest byes."""
        may = [at for at in among if at in self.volunteers] or list(among)
        fewest = min((self.facts[at].byes for at in may), default=0)
        return [at for at in may if self.facts[at].byes == fewest]

    @cached_property
    def bye_order(self) -> list[int]:
        """Volunteers, then the fewest byes, then the lowest score, then the lowest rating."""

        def key(at: int) -> tuple[object, ...]:
            each = self.facts[at]
            return at not in self.volunteers, each.byes, each.score, self.ratings[at], at

        return sorted(range(len(self.facts)), key=key)

    def let_sit_out(self, pool: Pool, order: Sequence[int]) -> None:
        """In an odd field, give the bye to the first of an order without whom all others can be paired."""
        if pool.phantom is None:
            return
        possible = pool.partners(pool.phantom)
        pool.pair(next(at for at in order if at in possible), pool.phantom)

    # Groups -----------------------------------------------------------------------------

    def groups(self) -> list[list[int]]:
        """The players by score from the top, each group in the order by lot."""
        scores = sorted({each.score for each in self.facts}, reverse=True)
        return [[at for at, each in enumerate(self.facts) if each.score == score] for score in scores]


def _without(event: Tournament, draw: DrawInLog) -> Tournament:
    """The event in which players whose bye stays are not to be paired."""
    byes = tuple(Bye(player=bye.player, kind=ByeKind.VOLUNTARY) for bye in draw.kept_byes)
    if not byes:
        return event
    return replace(event, rounds=(*event.rounds, Round(number=draw.number, byes=byes)))


def _with_somebody_final(event: Tournament, number: int) -> Tournament:
    """If nobody who comes is registered finally, all who come play."""
    coming = [each for each in event.players if each.attends(number)]
    if not coming or any(each.registration is Registration.FINAL for each in coming):
        return event
    players = (
        replace(each, registration=Registration.FINAL) if each.attends(number) else each
        for each in event.players
    )
    return replace(event, players=tuple(players))
