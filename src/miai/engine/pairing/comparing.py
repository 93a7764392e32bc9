"""Compares a pairing with the one that a system chose."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from miai.domain.people.name_lookup import player_meant
from miai.domain.points import POINT
from miai.domain.rounds.round import Round
from miai.engine.pairing.draw_plan import Pair, Solved
from miai.engine.pairing.evaluation import Comparison, RuleChange, RuleCount
from miai.engine.pairing.pricing.price_matrix import Part, Priced
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.solving import index_of
from miai.messages import Message, Score, counted

# So many games of a draw are named for each rule.
_MOST_GAMES = 3


def compare(view: RoundView, best: Solved, pairs: Sequence[Pair], bye: int | None) -> Comparison:
    """Set a pairing beside the one that the system chose."""
    priced = best.priced
    ours, theirs = _Boards(pairs), _Boards(best.pairs)
    changes, cost = [], 0
    for part in priced.parts:
        mine = ours.cost(part, bye)
        more = mine - theirs.cost(part, best.bye)
        cost += mine
        if more and part.key != "chance":
            boards = ours.faults(part) - theirs.faults(part)
            text = (
                _score_change(view, (pairs, bye), (best.pairs, best.bye))
                if part.key == "score"
                else _change_text(part, more, boards)
            )
            games, instead = _unlike(part, pairs, best.pairs)
            changes.append(
                RuleChange(
                    rule=part.key,
                    title=part.rule.title,
                    cost=more,
                    boards=boards,
                    text=text,
                    games=_told(view, part, games),
                    instead=_told(view, part, instead),
                )
            )
    return Comparison(
        total=priced.shown_total(cost, len(pairs)),
        best_total=priced.shown_total(best.cost, len(best.pairs)),
        extra=cost - best.cost,
        changes=tuple(changes),
    )


def rule_counts(priced: Priced, pairs: Sequence[Pair]) -> tuple[RuleCount, ...]:
    """How many boards each rule does not like."""
    boards = _Boards(pairs)
    return tuple(
        RuleCount(rule=part.key, title=part.rule.title, fault=part.rule.fault, boards=boards.faults(part))
        for part in priced.parts
        if part.key != "chance"
    )


def pairs_of(view: RoundView, drawn: Round) -> tuple[list[Pair], int | None]:
    """A round by the view's indices; boards with players whom the view does not know are left out."""
    index = {player.id: i for i, player in enumerate(view.players)}
    pairs = [
        (index[board.white], index[board.black])
        for board in drawn.boards
        if board.white in index and board.black in index
    ]
    bye = next((index[bye.player] for bye in drawn.byes if bye.player in index), None)
    return pairs, bye


def find_player(view: RoundView, text: str) -> int:
    """The player meant by an id, by a name, or by the start of one."""
    nobody = Message("nobody called '%(name)s' plays in round %(round)s", name=text, round=view.round)
    return index_of(view, player_meant(view.players, text, nobody=nobody).id)


class _Boards:
    """The pairs of a round as indices into the matrices of prices."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        both = np.array(pairs, np.int64).reshape(-1, 2)
        self._at = (both[:, 0], both[:, 1])

    def cost(self, part: Part, bye: int | None) -> int:
        """What a rule charges for all boards and the bye."""
        return int(part.costs[self._at].sum()) + (0 if bye is None else int(part.bye[bye]))

    def faults(self, part: Part) -> int:
        """How many boards a rule does not like."""
        return int(np.count_nonzero(part.deviation[self._at]))


def _unlike(part: Part, ours: Sequence[Pair], theirs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The games of two draws that a rule does not like, the worst first.

    Games that both have, and those that are as bad in one as in the other, make no difference.
    """

    def disliked(pairs: Sequence[Pair], others: Sequence[Pair]) -> list[Pair]:
        known = {frozenset(pair) for pair in others}
        return [pair for pair in pairs if frozenset(pair) not in known and part.deviation[pair]]

    def without_like(pairs: list[Pair], others: list[Pair]) -> list[Pair]:
        like = Counter(int(part.deviation[pair]) for pair in others)
        kept = []
        for pair in sorted(pairs, key=lambda pair: -int(part.deviation[pair])):
            deviation = int(part.deviation[pair])
            if like[deviation]:
                like[deviation] -= 1
            else:
                kept.append(pair)
        return kept

    mine, other = disliked(ours, theirs), disliked(theirs, ours)
    return without_like(mine, other), without_like(other, mine)


def _told(view: RoundView, part: Part, pairs: Sequence[Pair]) -> tuple[Message, ...]:
    """What a rule says of some games; of many only the worst are named."""
    names = view.source.tournament.short_names
    told = [
        Message(
            "%(a)s – %(b)s: %(says)s",
            a=names[view.players[i].id],
            b=names[view.players[j].id],
            says=part.rule.explain(view, i, j),
        )
        for i, j in pairs[:_MOST_GAMES]
    ]
    if len(pairs) > _MOST_GAMES:
        told.append(counted("and %(num)s more game", "and %(num)s more games", len(pairs) - _MOST_GAMES))
    return tuple(told)


def _change_text(part: Part, cost: int, boards: int) -> Message:
    """ "Floats: 1 board worse", or how the rule fares where the number of boards is the same."""
    title = part.rule.title
    if boards > 0:
        return counted("%(rule)s: %(num)s board worse", "%(rule)s: %(num)s boards worse", boards, rule=title)
    if boards < 0:
        return counted(
            "%(rule)s: %(num)s board better", "%(rule)s: %(num)s boards better", -boards, rule=title
        )
    return Message("%(rule)s: worse", rule=title) if cost > 0 else Message("%(rule)s: better", rule=title)


def _score_change(
    view: RoundView, ours: tuple[Sequence[Pair], int | None], best: tuple[Sequence[Pair], int | None]
) -> Message:
    """Games across groups, by how far the groups are apart, and how much higher or lower the bye is."""
    gaps = Counter(_gap(view, pair) for pair in ours[0])
    gaps.subtract(_gap(view, pair) for pair in best[0])
    changes = [_gap_text(gap, more) for gap, more in sorted(gaps.items(), reverse=True) if gap and more]
    if ours[1] is not None and best[1] is not None and view.scores[ours[1]] != view.scores[best[1]]:
        changes.append(higher_bye(int(view.scores[ours[1]] - view.scores[best[1]])))
    return changes[0] if len(changes) == 1 else Message("%(text)s", text=tuple(changes))


def higher_bye(higher: int) -> Message:
    """That the bye goes to a higher score, or to a lower one; in quarters."""
    if higher == POINT:
        return Message("the bye one point higher")
    if higher == -POINT:
        return Message("the bye one point lower")
    if higher > 0:
        return Message("the bye %(points)s points higher", points=Score(higher))
    return Message("the bye %(points)s points lower", points=Score(-higher))


def _gap_text(gap: int, more: int) -> Message:
    if gap == POINT:
        if more > 0:
            return counted("%(num)s more game across one point", "%(num)s more games across one point", more)
        return counted("%(num)s fewer game across one point", "%(num)s fewer games across one point", -more)
    points = Score(gap)
    if more > 0:
        return counted(
            "%(num)s more game across %(points)s points",
            "%(num)s more games across %(points)s points",
            more,
            points=points,
        )
    return counted(
        "%(num)s fewer game across %(points)s points",
        "%(num)s fewer games across %(points)s points",
        -more,
        points=points,
    )


def _gap(view: RoundView, pair: Pair) -> int:
    return abs(int(view.scores[pair[0]] - view.scores[pair[1]]))
