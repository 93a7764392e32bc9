"""Describes what changed about players and wishes as messages for the history."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from miai.domain.log.replay.forgetting import settings_without, wishes_without
from miai.domain.money import money_text
from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.settings.changed_values import ChangedValue, changed_values
from miai.domain.settings.event_settings import Settings
from miai.messages import Clauses, Message, counted


def player_changes(old: Player, new: Player, *, name: str, last_round: int) -> Iterator[Message]:
    """The news about a player by this name, each thing in a sentence of its own."""
    # A withdrawal counts for rounds beyond the last as well, in case there will be more.
    rounds = frozenset(range(1, last_round + 1))
    if new.registration is not old.registration:
        here = new.registration is Registration.FINAL
        yield Message("%(name)s is here", name=name) if here else Message("%(name)s is not here", name=name)
    missed = rounds & new.absent_rounds - old.absent_rounds
    back = rounds & old.absent_rounds - new.absent_rounds
    if missed:
        yield counted(
            "%(name)s misses round %(rounds)s",
            "%(name)s misses rounds %(rounds)s",
            len(missed),
            name=name,
            rounds=tuple(sorted(missed)),
        )
    if back:
        yield counted(
            "%(name)s plays in round %(rounds)s",
            "%(name)s plays in rounds %(rounds)s",
            len(back),
            name=name,
            rounds=tuple(sorted(back)),
        )
    if new.bar_side is not old.bar_side:
        yield _bar_change(new, name)
    if new.grade != old.grade:
        yield Message(
            "%(name)s is %(grade)s, was %(old)s", name=name, grade=str(new.grade), old=str(old.grade)
        )
    if new.paid != old.paid:
        yield Message("%(name)s has paid %(amount)s", name=name, amount=money_text(new.paid))
    same = replace(
        old,
        paid=new.paid,
        registration=new.registration,
        absent_rounds=new.absent_rounds,
        bar_side=new.bar_side,
        grade=new.grade,
    )
    corrected = changed_values(same, new)
    if corrected:
        yield Message("%(name)s, corrected: %(fields)s", name=name, fields=joined_values(corrected))


def _bar_change(new: Player, name: str) -> Message:
    match new.bar_side:
        case BarSide.ABOVE:
            return Message("%(name)s starts above the bar", name=name)
        case BarSide.BELOW:
            return Message("%(name)s starts below the bar", name=name)
    return Message("%(name)s starts where the grade belongs", name=name)


def joined_values(changed: tuple[ChangedValue, ...]) -> Clauses:
    """Fields in a row, each with its values before and after; a dash if there are none."""
    return Clauses(tuple(each.message for each in changed) or ("–",))


def joined_sentences(sentences: tuple[Message, ...]) -> Message | None:
    """Several sentences as one message; None for none."""
    if len(sentences) > 1:
        return Message("%(text)s", text=Clauses(sentences))
    return sentences[0] if sentences else None


def removed_with(
    player: PlayerId,
    *,
    wishes: Wishes,
    settings: Settings,
    bonuses: int = 0,
    name: Callable[[PlayerId], str],
) -> Iterator[Message]:
    """What goes with a player who is removed, each thing in a sentence of its own."""
    for wish in new_wishes(wishes_without(wishes, player), wishes, name):
        yield Message("Wish dropped: %(wish)s", wish=wish)
    if settings_without(settings, player) != settings:
        yield Message("The place in a band is dropped")
    if bonuses:
        yield Message("The bonus points are dropped")


def new_wishes(before: Wishes, now: Wishes, name: Callable[[PlayerId], str]) -> Iterator[Message]:
    """What is wished now and was not before, each wish in a sentence of its own."""
    for a, b in now.apart:
        if (a, b) not in before.apart:
            yield Message("%(a)s and %(b)s never meet", a=name(a), b=name(b))
    for game in now.games:
        if game not in before.games:
            yield Message(
                "%(a)s and %(b)s meet in round %(round)s",
                a=name(game.white),
                b=name(game.black),
                round=game.round,
            )
    for player, table in now.tables:
        if (player, table) not in before.tables:
            yield Message("%(name)s always sits at table %(table)s", name=name(player), table=table)
    for player, table in now.off_tables:
        if (player, table) not in before.off_tables:
            yield Message("%(name)s never sits at table %(table)s", name=name(player), table=table)
    for offer in now.volunteers:
        if offer not in before.volunteers:
            yield Message(
                "%(name)s offers to sit out round %(round)s",
                name=name(offer.player),
                round=offer.round,
            )


def leaves(name: str, first: int, rounds: int) -> Message:
    """A player leaves before round `first` of an event of so many rounds, or after the last.

    An event with stages that has no rounds can only be left as a whole.
    """
    if not rounds:
        return Message("%(name)s leaves the event", name=name)
    if first > rounds:
        return Message("%(name)s leaves after round %(round)s", name=name, round=rounds)
    return Message("%(name)s leaves before round %(round)s", name=name, round=first)
