"""The order of players for seeding, and everybody's place in the own group."""

from miai.engine.kernel.arrays import Flags, Floats, Ints
from miai.engine.kernel.criteria import NO_CRITERION, fill_keys
from miai.engine.kernel.event import Field, RoundState, Terms
from miai.engine.kernel.jit import compiled_part, compiled_stage


@compiled_part
def fill_places(
    order: Ints, groups: Ints, playing: Flags, lowest: int, counted: Ints, places: Ints, sizes: Ints
) -> None:
    """Everybody's place, from 0, among those who play and are of the same group, and the group's size.

    `order` names the players best first; `counted` is room for the groups from `lowest` on.
    """
    counted[:] = 0
    for at in range(len(order)):
        i = order[at]
        group = groups[i] - lowest
        places[i] = counted[group]
        counted[group] += 1 if playing[i] else 0
    for i in range(len(order)):
        sizes[i] = counted[groups[i] - lowest]


@compiled_stage
def order_players(field: Field, terms: Terms, gone: int, r: int, state: RoundState) -> None:
    """Put the players in the order of seeding of a round; equal ones stay in the order by lot."""
    used = 0
    for k in range(terms.criteria.shape[1]):
        if terms.criteria[r, k] != NO_CRITERION:
            fill_keys(terms.criteria[r, k], field, terms, gone + r, state, state.keys[used])
            used += 1
    for at in range(len(state.line)):
        state.order[at] = state.line[at]
    # By insertion: equal players must stay as they are, and there is no room to make.
    for at in range(1, len(state.order)):
        player = state.order[at]
        back = at
        while back > 0 and _is_better(player, state.order[back - 1], used, state.keys):
            state.order[back] = state.order[back - 1]
            back -= 1
        state.order[back] = player


@compiled_part
def _is_better(i: int, j: int, used: int, keys: Floats) -> bool:
    for k in range(used):
        if keys[k, i] != keys[k, j]:
            return bool(keys[k, i] > keys[k, j])
    return False
