"""What people do with sides of Pair Go and rengo; `a`, `b` and `c` are any numbers."""

from dataclasses import replace

from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player
from miai.domain.settings.side_rules import MeanRounding
from miai.features.players.enter_sides import change_side, enter_side
from miai.features.players.register_player import NEW, register_player
from miai.features.settings.change_settings import change_rules
from seams.acts import Act
from seams.hall import GRADES, MOST_PLAYERS, Hall


def _side(hall: Hall, pick: int) -> Player | None:
    sides = [player for player in hall.event.players if player.members]
    return sides[pick % len(sides)] if sides else None


def enters_side(hall: Hall, a: int, b: int, c: int) -> None:
    """A side, now and then with a person who plays in another one, or with too many people."""
    members, other = hall.new_side(), _side(hall, b)
    if a % 4 == 0 and other:
        members[-1:] = other.members[:1]
    if a % 7 == 0:
        members += members
    if len(hall.whole.players) < MOST_PLAYERS:
        hall.attempt(enter_side, members)


def regrades_person(hall: Hall, a: int, b: int, c: int) -> None:
    side = _side(hall, a)
    if side:
        seat, grade = c % len(side.members), Grade.parse(GRADES[b % len(GRADES)])
        hall.attempt(change_side, side.id, _with(side, seat, replace(side.members[seat], grade=grade)))


def renames_person(hall: Hall, a: int, b: int, c: int) -> None:
    side = _side(hall, a)
    if side:
        named = replace(side.members[b % len(side.members)], surname=f"R{c}", egf_pin="1234567" + str(c % 10))
        hall.attempt(change_side, side.id, _with(side, b % len(side.members), named))


def swaps_person(hall: Hall, a: int, b: int, c: int) -> None:
    """A person is replaced by a new one, or by one of another side, which is refused."""
    side, other = _side(hall, a), _side(hall, b)
    if side and other:
        comes = other.members[0] if c % 2 else Member(surname=f"S{c}", grade=Grade.parse(GRADES[c % 8]))
        hall.attempt(change_side, side.id, _with(side, a % len(side.members), comes))


def rules_of_sides(hall: Hall, a: int, b: int, c: int) -> None:
    if a % 3:
        hall.attempt(change_rules, {"sides.rounding": tuple(MeanRounding)[b % 3]})
    else:
        hall.attempt(change_rules, {"sides.people": 1 + b % 3})


def comes_alone(hall: Hall, a: int, b: int, c: int) -> None:
    """A player without a partner; later one of the people of a side."""
    if len(hall.whole.players) < MOST_PLAYERS:
        hall.attempt(register_player, Player(id=NEW, surname=f"A{c}", grade=Grade.parse(GRADES[b % 8])))


def _with(side: Player, seat: int, member: Member) -> list[Member]:
    return [member if at == seat else each for at, each in enumerate(side.members)]


SIDES: tuple[Act, ...] = (
    enters_side, enters_side, regrades_person, regrades_person, renames_person, swaps_person, rules_of_sides,
    comes_alone,
)  # fmt: skip
