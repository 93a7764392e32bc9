"""The AGA's protocol: who has the forced bye.

Fields are too large here for trying all pairings. The holder is checked against the games of the round:
games of higher scores stay; could the others be paired if somebody lower had the bye?
"""

from collections.abc import Collection, Sequence

from oracle.aga_event import Entrant


def leaves_the_bye_open(field: Sequence[Entrant]) -> bool:
    """Whether an odd field had all its forced byes: criterion 2 allows nobody another, so nothing is said."""
    return len(field) % 2 == 1 and all(player.had_bye for player in field)


def faults(field: Sequence[Entrant], games: Collection[frozenset[str]], byes: Sequence[str]) -> list[str]:
    """What is wrong with the forced bye of a round."""
    # Remove Players Receiving Byes: "if there are an odd number of players", one has a forced bye.
    if len(byes) != len(field) % 2:
        return [f"{len(byes)} byes for {len(field)} players"]
    if not byes or leaves_the_bye_open(field):
        return []
    by_name = {player.name: player for player in field}
    holder = by_name[byes[0]]
    # Criterion 2, mandatory: no "second forced bye".
    found = [f"{holder.name} has a second forced bye"] if holder.had_bye else []
    # Odd-Numbered Groups: the "lowest rating" of the lowest group who "will allow a valid pairing"; only if
    # there is none, a higher group. With the games above kept, everybody lower than the holder must be out.
    pairs = [[by_name[name] for name in game] for game in games]
    around = [holder, *(player for pair in pairs if _is_below(pair, holder) for player in pair)]
    for player in sorted(around, key=lambda other: (other.score, other.rating)):
        if player is holder:
            break
        if not player.had_bye and _can_be_paired([other for other in around if other is not player]):
            found.append(f"{player.name} should have the bye of {holder.name}")
            break
    return found


def _is_below(pair: Sequence[Entrant], holder: Entrant) -> bool:
    return all(player.score <= holder.score for player in pair)


def _can_be_paired(players: list[Entrant]) -> bool:
    """Whether there is a pairing without rematches, by taking the player with the fewest opponents first."""
    if not players:
        return True
    open_to = {
        player.name: [other for other in players if other is not player and other.name not in player.met]
        for player in players
    }
    first = min(players, key=lambda player: len(open_to[player.name]))
    return any(
        _can_be_paired([other for other in players if other is not first and other is not second])
        for second in open_to[first.name]
    )
