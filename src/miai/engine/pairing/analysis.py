"""How systems draw and explain a round: by weighing pairs, or by repeating their draw."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Protocol

from miai.domain.people.player import Player
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.settings.handicaps import size_of
from miai.engine.pairing.byes import off_the_order
from miai.engine.pairing.comparing import compare, pairs_of, rule_counts
from miai.engine.pairing.draw_plan import Pair, Plan, Solved
from miai.engine.pairing.drawing import NOT_DRAWN, Reasons, bye_reasons_of, draw_of, with_wishes
from miai.engine.pairing.evaluation import BoardEvaluation, Breach, ByeEvaluation, Evaluation, WhyNot
from miai.engine.pairing.fewest_breaches import loosened
from miai.engine.pairing.pair_facts import pair_facts
from miai.engine.pairing.presets import plan_for
from miai.engine.pairing.pricing.price_matrix import Priced
from miai.engine.pairing.private_reasons import CHOSEN_BYE
from miai.engine.pairing.protocol import Draw, Flags, Reason, RoundView
from miai.engine.pairing.rules.forbidding import BANS, Ban
from miai.engine.pairing.solving import forced_pairs, price_round, solve_round
from miai.engine.pairing.view import as_drawn
from miai.errors import InputError, NoPairingError
from miai.messages import Clauses, Message, literal

ReasonsOf = Callable[[Board, int, int], tuple[Reason, ...]]
ByeReasonsOf = Callable[[int], tuple[Reason, ...]]
Forbidden = list[tuple[Ban, Flags]]


class Solve(Protocol):
    """Chooses pairs by prices; some may be forced besides those of the director."""

    def __call__(
        self, view: RoundView, plan: Plan, priced: Priced | None = None, *, also_forced: Sequence[Pair] = ()
    ) -> Solved:
        """The pairs that were chosen."""


class WeighedRound:
    """A round drawn by the prices of its pairs, which are worked out once, when they are needed."""

    def __init__(self, view: RoundView, plan: Plan, solve: Solve = solve_round) -> None:
        self.view = view
        self.plan = plan
        self._solve = solve

    @property
    def bans(self) -> Sequence[Ban]:
        """The rules that forbid pairs."""
        return self.plan.bans

    @cached_property
    def prices(self) -> Priced:
        """What every pair costs."""
        return price_round(self.view, self.plan)

    @cached_property
    def _forbidden(self) -> Forbidden:
        return _forbidden_by(self.view, self.bans)

    @cached_property
    def _solved(self) -> Solved:
        return self._solve(self.view, self.plan, self.prices)

    def solve(self) -> Solved:
        """The chosen pairs, not yet seated."""
        return self._solved

    def draw(self) -> Draw:
        """Draw the round."""
        return draw_of(self.view, self.plan, self.solve())

    def nearest(self) -> "WeighedRound":
        """The same round drawn so that as few bans are broken as there must be."""
        return WeighedRound(self.view, loosened(self.plan))

    def explain(self, drawn: Round) -> Evaluation:
        """Evaluate a round by the prices, beside the pairs that they choose."""
        try:
            own = self.solve()
        except NoPairingError as error:
            return replace(self.nearest().explain(drawn), comparison=None, blocked=message_of(error))
        except InputError as error:
            # The round was drawn all the same, by hand or before the wishes changed.
            return replace(self._evaluation(drawn, None), problems=(*self.view.problems, message_of(error)))
        return self._evaluation(drawn, own)

    def _evaluation(self, drawn: Round, own: Solved | None) -> Evaluation:
        view, priced = self.view, self.prices
        pairs, bye = pairs_of(view, drawn)
        beside = None if own is None else compare(view, own, pairs, bye)
        # The evaluation is kept, and must not keep the matrices of a large field with it.
        reasons = with_wishes(view, priced.reasons_of(pairs))
        evaluation = evaluated(
            view,
            drawn,
            forbidden=self._forbidden,
            own=[] if own is None else [(view.players[i], view.players[j]) for i, j in own.pairs],
            free=[] if own is None or own.bye is None else [view.players[own.bye]],
            reasons=lambda _, i, j: reasons(view, i, j),
            bye_reasons=lambda i: (
                off_the_order(view, i, cost=int(priced.bye_costs[i]))
                if own is None
                else bye_reasons_of(view, own, i)
            ),
        )
        return replace(
            evaluation,
            system=self.plan.system,
            preset=self.plan.preset,
            seed=self.plan.seed,
            total=beside.total if beside else 0,
            optimal=own is not None and own.optimal,
            notes=own.notes if own else priced.notes,
            counts=rule_counts(priced, pairs),
            comparison=beside,
        )

    def why_not(self, a: int, b: int) -> WhyNot:
        """Force two players together and pair the rest as well as can be."""
        view = self.view
        if a == b:
            raise InputError(Message("%(name)s cannot meet themselves", name=view.name(a)))
        own = self.solve()
        with_them = self._solve(view, self.plan, self.prices, also_forced=_not_wished_yet(view, a, b))
        known = {frozenset(pair) for pair in own.pairs}
        return WhyNot(
            forbidden=tuple(ban.explain(view, a, b) for ban, flags in self._forbidden if flags[a, b]),
            comparison=compare(view, own, with_them.pairs, with_them.bye),
            games=tuple(
                (view.players[i], view.players[j])
                for i, j in with_them.pairs
                if frozenset((i, j)) not in known
            ),
        )


def _not_wished_yet(view: RoundView, a: int, b: int) -> tuple[Pair, ...]:
    """The game of two players, none if it is wished; refuses a player with a wish for another game."""
    for one, other in forced_pairs(view):
        if {one, other} == {a, b}:
            return ()
        if {one, other} & {a, b}:
            raise InputError(
                Message(
                    "%(name)s is to meet %(other)s in this round by your wish",
                    name=view.name(one),
                    other=view.name(other),
                )
            )
    return ((a, b),)


def weighed_by_preset(view: RoundView, preset: str, seed: int) -> WeighedRound:
    """A round by the rules and prices of a preset."""
    return WeighedRound(view, plan_for(view.settings, round_number=view.round, preset=preset, seed=seed))


_CHOSEN = Reason(rule="director", title=Message("Your wish"), text=Message(CHOSEN_BYE))
LEAST_COST = Message("it pairs the whole field at the least cost")


class RedrawnRound:
    """A round drawn by steps or by lot; it is explained by drawing it again from the same view and seed.

    `reasons` are what the system says of any pair, beside why it drew its own. In a knock-out not
    `everybody_plays`: who has no game is not missing one.
    """

    prices = None

    def __init__(
        self,
        view: RoundView,
        seed: int,
        *,
        draw: Callable[[RoundView, int], Draw],
        how: Message,
        reasons: Callable[[RoundView], Reasons] | None = None,
        bans: Sequence[Ban] = BANS,
        everybody_plays: bool = True,
    ) -> None:
        self.view = view
        self.bans = bans
        self._everybody_plays = everybody_plays
        self._seed = seed
        self._draw = draw
        self._how = how
        self._reasons = reasons

    @cached_property
    def _drawn(self) -> Draw:
        return self._draw(self.view, self._seed)

    def draw(self) -> Draw:
        """Draw the round."""
        return self._drawn

    @cached_property
    def _forbidden(self) -> Forbidden:
        return _forbidden_by(self.view, self.bans)

    @cached_property
    def _own(self) -> Draw:
        """The draw as it was made at the time."""
        seen = as_drawn(self.view)
        return self._drawn if seen is self.view else self._draw(seen, self._seed)

    def nearest(self) -> WeighedRound:
        """The same round drawn by Miai's own prices so that as few bans are broken as there must be."""
        return weighed_by_preset(self.view, "miai", self._seed).nearest()

    def explain(self, drawn: Round) -> Evaluation:
        """Give each board of the own draw its reasons, and say of the others what the system had instead."""
        try:
            own = self._own
        except NoPairingError as error:
            return replace(self.nearest().explain(drawn), comparison=None, blocked=message_of(error))
        except InputError as error:
            return self._unrepeated(drawn, message_of(error))
        boards = {frozenset((board.white.id, board.black.id)): board for board in own.boards}
        instead = _Instead(own)
        say = self._reasons(self.view) if self._reasons else _nothing

        def reasons(board: Board, i: int, j: int) -> tuple[Reason, ...]:
            same = boards.get(frozenset((board.white, board.black)))
            return same.reasons if same else (instead.of_board(self.view, i, j), *say(self.view, i, j))

        def bye_reasons(i: int) -> tuple[Reason, ...]:
            player = self.view.players[i]
            given = own.free.index(player) if player in own.free else None
            if given is not None:
                return _bye_reasons(own, given)
            against_it = off_the_order(self.view, i) if self._everybody_plays else ()
            return (instead.of_bye(self.view, i), *against_it)

        evaluation = self._evaluated(drawn, own, reasons, bye_reasons)
        return replace(
            evaluation,
            system=own.system,
            preset=own.preset,
            seed=own.seed,
            total=own.total if evaluation.own else sum(each.total for each in evaluation.boards),
            optimal=own.optimal and evaluation.own,
            problems=own.problems,
            notes=own.notes,
        )

    def _unrepeated(self, drawn: Round, why: Message) -> Evaluation:
        """The evaluation of a round that the system cannot draw again."""
        text = Message("the system cannot repeat this draw: %(why)s", why=why)
        reason = Reason(rule="not_drawn", title=NOT_DRAWN, text=text)
        evaluation = self._evaluated(drawn, None, lambda _board, _i, _j: (reason,), lambda _: (reason,))
        system = self.view.settings.system
        return replace(evaluation, system=system, seed=self._seed, problems=(*self.view.problems, why))

    def _evaluated(
        self, drawn: Round, own: Draw | None, reasons: ReasonsOf, bye_reasons: ByeReasonsOf
    ) -> Evaluation:
        evaluation = evaluated(
            self.view,
            drawn,
            forbidden=self._forbidden,
            own=[(board.white, board.black) for board in own.boards] if own else [],
            free=own.free if own else [],
            reasons=reasons,
            bye_reasons=bye_reasons,
        )
        return evaluation if self._everybody_plays else replace(evaluation, unpaired=())

    def why_not(self, a: int, b: int) -> WhyNot:
        """Say that this system does not weigh pairs, and what it does."""
        raise InputError(Message("this system does not weigh pairs: %(how)s", how=self._how))


class _Instead:
    """What a system's own draw has for players whom the round has elsewhere."""

    def __init__(self, own: Draw) -> None:
        self._opponents = {
            one.id: other
            for board in own.boards
            for one, other in ((board.white, board.black), (board.black, board.white))
        }
        self._free = {player.id for player in own.free}

    def of_board(self, view: RoundView, i: int, j: int) -> Reason:
        both = Clauses(tuple(self._clause(view.players[k]) for k in (i, j)), ", ")
        return _not_drawn(Message("not the system's own pairing: %(instead)s", instead=both))

    def of_bye(self, view: RoundView, i: int) -> Reason:
        return _not_drawn(
            Message("not the system's own bye: %(instead)s", instead=self._clause(view.players[i]))
        )

    def _clause(self, player: Player) -> Message:
        if player.id in self._free:
            return Message("it gives %(name)s the bye", name=player.name)
        if player.id not in self._opponents:
            return Message("it does not have %(name)s", name=player.name)
        opponent = self._opponents[player.id].name
        return Message("it has %(name)s against %(opponent)s", name=player.name, opponent=opponent)


def evaluated(
    view: RoundView,
    drawn: Round,
    *,
    forbidden: Forbidden,
    own: Sequence[tuple[Player, Player]],
    free: Sequence[Player],
    reasons: ReasonsOf,
    bye_reasons: ByeReasonsOf,
) -> Evaluation:
    """A round with facts and reasons, beside the games and byes of the system's own draw."""
    index = {player.id: i for i, player in enumerate(view.players)}
    facts = pair_facts(view)
    games = {frozenset((one.id, other.id)) for one, other in own}

    def boards() -> Iterator[BoardEvaluation]:
        for board in drawn.boards:
            i, j = index[board.white], index[board.black]
            yield BoardEvaluation(
                board=board,
                white=view.players[i],
                black=view.players[j],
                facts=facts(i, j, size_of(view.settings, board)),
                forbidden=tuple(
                    Breach(rule=ban.key, text=ban.explain(view, i, j))
                    for ban, flags in forbidden
                    if flags[i, j]
                ),
                own=frozenset((board.white, board.black)) in games,
                give_reasons=partial(reasons, board, i, j),
            )

    ours = {frozenset((board.white, board.black)) for board in drawn.boards}
    return Evaluation(
        round=view.round,
        system=view.settings.system,
        preset="",
        seed=view.source.seed,
        boards=tuple(boards()),
        byes=tuple(_byes(view, drawn, free, bye_reasons)),
        unpaired=_without_seat(view, drawn),
        scores={player.id: int(score) for player, score in zip(view.players, view.scores, strict=True)},
        missing=tuple((one, other) for one, other in own if frozenset((one.id, other.id)) not in ours),
        total=0,
        optimal=False,
        problems=view.problems,
    )


def _byes(
    view: RoundView, drawn: Round, free: Sequence[Player], reasons: ByeReasonsOf
) -> Iterator[ByeEvaluation]:
    """The byes of a round that players did not ask for, beside those of the system's own draw."""
    index = {player.id: i for i, player in enumerate(view.players)}
    own = {player.id for player in free}
    for bye in drawn.byes:
        if bye.kind is ByeKind.FORCED and bye.player in index:
            i = index[bye.player]
            chosen = (_CHOSEN,) if bye.locked else ()
            yield ByeEvaluation(player=view.players[i], reasons=chosen + reasons(i), own=bye.player in own)


def _without_seat(view: RoundView, drawn: Round) -> tuple[Player, ...]:
    """The players who have neither a game nor a bye."""
    seats = {seat for board in drawn.boards for seat in (board.white, board.black)}
    seats |= {bye.player for bye in drawn.byes}
    return tuple(player for player in view.players if player.id not in seats)


def _not_drawn(text: Message) -> Reason:
    return Reason(rule="not_drawn", title=NOT_DRAWN, text=text)


def _bye_reasons(own: Draw, given: int) -> tuple[Reason, ...]:
    """A schedule has one reason for each bye, other systems all reasons for one."""
    return own.bye_reasons if not own.also_free else (own.bye_reasons[given],)


def _forbidden_by(view: RoundView, bans: Sequence[Ban]) -> Forbidden:
    return [(ban, ban.forbids(view)) for ban in bans]


def _nothing(_view: RoundView, _i: int, _j: int) -> tuple[Reason, ...]:
    return ()


def message_of(error: InputError | NoPairingError) -> Message:
    """What an error says, as one message."""
    what = error.problems[0].what if len(error.problems) == 1 and not error.problems[0].where else None
    return what if isinstance(what, Message) else literal(str(error))
