"""The AGA protocol's steps in words: places, changes, floats, relaxed criteria and the bye."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from miai.engine.pairing.aga.criteria import Criteria
from miai.engine.pairing.aga.order import GroupPairing
from miai.engine.pairing.protocol import Reason, RoundView
from miai.messages import Clauses, Message, Score, counted

PROTOCOL = Message("AGA protocol")
_FLOAT = Message("Float")


class Obstacle(Enum):
    """Why a player who comes first does not float up or have the bye."""

    REST = "rest"
    GROUP = "group"
    FLOATS = "floats"
    COLOURS = "colours"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A player who came first and was passed over."""

    player: int
    why: Obstacle


def _passed_floaters(why: Obstacle, names: tuple[str, ...]) -> Message:
    match why:
        case Obstacle.REST:
            return Message("without %(names)s the players below cannot be paired", names=names)
        case Obstacle.GROUP:
            return Message("with %(names)s the group cannot be paired", names=names)
        case Obstacle.FLOATS:
            return Message("with %(names)s somebody would float the same way twice in a row", names=names)
        case Obstacle.COLOURS:
            return Message("with %(names)s somebody would have one colour too often", names=names)


# More scores than this are named by the highest and the lowest.
_NAMED_SCORES = 3


def scores_of(view: RoundView, players: Sequence[int]) -> tuple[Score, ...] | Message:
    """The scores of some players, the highest first."""
    scores = [Score(score) for score in sorted({int(view.scores[i]) for i in players}, reverse=True)]
    if len(scores) <= _NAMED_SCORES:
        return tuple(scores)
    return Message("%(highest)s to %(lowest)s", highest=scores[0], lowest=scores[-1])


def joining_note(view: RoundView, group: Sequence[int], lower: Sequence[int]) -> Message:
    """That a group cannot be paired and joins the next lower one."""
    return counted(
        "score %(scores)s cannot be paired alone and joins score %(lower)s",
        "scores %(scores)s cannot be paired alone and join score %(lower)s",
        len({int(view.scores[i]) for i in group}),
        scores=scores_of(view, group),
        lower=scores_of(view, lower),
    )


def floater_text(view: RoundView, floater: int, passed: Sequence[Passed]) -> Message:
    """Why a player floats up from the next score group, and not a stronger one."""
    about: dict[str, Any] = {"name": view.name(floater), "score": Score(int(view.scores[floater]))}
    if not passed:
        return Message("%(name)s floats up: the strongest of score %(score)s", **about)
    return Message(
        "%(name)s floats up: the strongest of score %(score)s who allows a pairing (%(passed)s)",
        **about,
        passed=_obstacles(view, passed),
    )


def joined_floats(view: RoundView, down: Sequence[int], up: Sequence[int]) -> dict[int, Message]:
    """Why players float inside joined score groups."""
    texts = {}
    for i in down:
        texts[i] = Message(
            "%(name)s floats down: the scores were joined, and of score %(score)s the lowest who can go down",
            name=view.name(i),
            score=Score(int(view.scores[i])),
        )
    for i in up:
        texts[i] = Message(
            "%(name)s floats up: the scores were joined, and of score %(score)s the strongest who can go up",
            name=view.name(i),
            score=Score(int(view.scores[i])),
        )
    return texts


def bye_text(view: RoundView, bye: int, passed: Sequence[Passed] = ()) -> Message:
    """Why a player has the bye, and not one who is rated lower."""
    if not passed:
        return Message("%(name)s has the bye: the lowest rated who may", name=view.name(bye))
    return Message(
        "%(name)s has the bye: the lowest rated who may (without %(names)s the others cannot be paired)",
        name=view.name(bye),
        names=tuple(view.name(each.player) for each in passed),
    )


def _obstacles(view: RoundView, passed: Sequence[Passed]) -> Clauses:
    found: dict[Obstacle, list[str]] = {}
    for each in passed:
        found.setdefault(each.why, []).append(view.name(each.player))
    return Clauses(tuple(_passed_floaters(why, tuple(names)) for why, names in found.items()))


def board_reasons(
    criteria: Criteria,
    players: Sequence[int],
    places: tuple[int, int],
    floats: dict[int, Message],
    *,
    floating: bool = False,
) -> tuple[Reason, ...]:
    """Why two players of a group meet: their places, what was changed and why, floats and broken criteria."""
    view = criteria.view
    low, high = min(places), max(places)
    i, j = players[low], players[high]
    half = len(players) // 2
    place = _floating_text(low + 1, high - half + 1) if floating else _place_text(view, players, low, high)
    reasons = [_said(place)]
    if high != low + half:
        ideal = (low, low + half) if low < half else (low - half, low)
        reasons.append(_said(_change_text(criteria, players[ideal[0]], players[ideal[1]])))
    reasons += [Reason(rule="aga_floats", title=_FLOAT, text=floats[k]) for k in (i, j) if k in floats]
    return (*reasons, *criteria.broken(i, j), *criteria.shared(i, j))


def _said(text: Message) -> Reason:
    return Reason(rule="aga", title=PROTOCOL, text=text)


def _floating_text(down: int, up: int) -> Message:
    return Message(
        "number %(down)s of those who float down against number %(up)s of those who float up",
        down=down,
        up=up,
    )


def _place_text(view: RoundView, players: Sequence[int], low: int, high: int) -> Message:
    about: dict[str, Any] = {
        "a": low + 1,
        "b": high + 1,
        "size": len(players),
        "scores": scores_of(view, players),
    }
    gap = abs(int(view.scores[players[low]] - view.scores[players[high]]))
    half = len(players) // 2
    if high == low + half:
        if gap:
            return Message(
                "split and shift: places %(a)s and %(b)s of %(size)s at score %(scores)s, %(gap)s apart",
                **about,
                gap=Score(gap),
            )
        return Message("split and shift: places %(a)s and %(b)s of %(size)s at score %(scores)s", **about)
    if (low < half) == (high < half):
        return Message("a switch: places %(a)s and %(b)s of %(size)s at score %(scores)s", **about)
    return Message("a transposition: places %(a)s and %(b)s of %(size)s at score %(scores)s", **about)


def _change_text(criteria: Criteria, i: int, j: int) -> Message:
    """Why two players do not meet although split and shift has them meet."""
    view = criteria.view
    names = {"a": view.name(i), "b": view.name(j)}
    why = criteria.against(i, j)
    if why is None:
        return Message("%(a)s and %(b)s give way so that other boards can be paired", **names)
    return Message("instead of %(a)s against %(b)s: %(why)s", **names, why=why)


def unfinished_note(view: RoundView, players: Sequence[int], found: GroupPairing) -> Message:
    """That a search was stopped, and what is proved all the same."""
    scores = scores_of(view, players)
    if found.at_least == found.exchanges:
        return Message(
            "score %(scores)s: the fewest exchanges are made, but not necessarily of the lowest players: "
            "the search was too long",
            scores=scores,
        )
    return Message(
        "score %(scores)s: %(made)s players are exchanged; the search for fewer was too long "
        "(no pairing needs fewer than %(least)s)",
        scores=scores,
        made=found.exchanges,
        least=found.at_least,
    )


def relaxed_notes(criteria: Criteria, i: int, j: int) -> list[Message]:
    """Which criteria are relaxed for a pair."""
    names = {"a": criteria.view.name(i), "b": criteria.view.name(j)}
    notes = []
    if criteria.floats[i, j]:
        notes.append(Message("criterion 3 (repeated floats) is relaxed for %(a)s against %(b)s", **names))
    if criteria.colours[i, j]:
        notes.append(Message("criterion 4 (colours) is relaxed for %(a)s against %(b)s", **names))
    return notes
