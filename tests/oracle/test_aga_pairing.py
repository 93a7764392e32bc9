"""Miai's boards under the AGA's protocol, compared with the protocol read word by word."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from oracle.aga_bye import leaves_the_bye_open
from oracle.aga_event import NO_HANDICAP, Area, Entrant, entrants, random_field, with_bands
from oracle.aga_miai import DrawnRound, after_chance, draw, drawn_events
from oracle.aga_pairing import PairedRound, Rank, Terms, TooLarge, exchanges, first_difference, pair_round
from oracle.conftest import EVENTS

# What the document says about each part of the comparison.
LINES = {
    "existence": 'Merging "will eventually find a successful pairing".',
    "merging": '"If a valid pairing cannot be created ... the score group is merged with the next lower".',
    "bye": 'The lowest rated who "will allow a valid pairing"; if none, one of "successively higher" groups.',
    "float_breaches": "Alternative 5: criterion 3 is relaxed last, and only in as many pairs as needed.",
    "colour_breaches": "Alternative 4: criterion 4 is relaxed only in as many pairs as needed.",
    "floater": 'Alternative 3: "the strongest player in the next lower score group", then an alternate one.',
    "difference": 'A merged group is paired to "minimize the total McMahon score difference".',
    "unequal_games": 'A merged group "pairs as many players as possible" against the same score.',
    "going_up": "The example of a merged group: the strongest of the lower score (G and H) go up.",
    "going_down": "The example of a merged group: the lowest of the higher score who can (C and D) go down.",
    "same_area": 'Additional considerations: "by switching or transposing players within a score group".',
    "switches": "Alternative 2: a switch is tried after all transpositions.",
    "transpositions": "Alternative 1: as few as possible; in the example of a merged group C-G and D-H.",
    "changed_boards": 'The option "that affects the lowest-ranked player(s)".',
}


def names(games: Iterable[frozenset[str]]) -> str:
    """Games as people write them: A-B C-D."""
    return " ".join(sorted("-".join(sorted(game)) for game in games))


def described(found: DrawnRound, paired: PairedRound, part: str) -> str:
    """A difference with everything that is needed to see it."""
    field = "; ".join(
        f"{player.name} {player.score / 4:g} ({player.rating:.0f}) met {''.join(sorted(player.met)) or '-'}"
        f" {player.colours or '-'}{' up' * (player.floated == 1)}{' down' * (player.floated == -1)}"
        f"{' bye' * player.had_bye}{' ' * bool(player.area)}{player.area}"
        for player in paired.field
    )
    rounds = found.event.settings.rounds
    return (
        f"seed {found.seed}, round {found.number} of {rounds}: {field}\n"
        f"    Miai: {names(found.games)} bye {''.join(found.byes) or 'none'}\n"
        f"    the document: {names(paired.games)} bye {paired.bye or 'none'}\n"
        f"    {part}: {LINES[part]}"
    )


def differences(
    rounds: Iterable[DrawnRound], *, areas: bool = False, colours: bool = True
) -> tuple[int, list[tuple[str, str]]]:
    """How many rounds were compared, and each that differs: the part of the protocol, and the description."""
    compared, found = 0, []
    for drawn in rounds:
        terms = Terms(number=drawn.number, rounds=drawn.event.settings.rounds, areas=areas, colours=colours)
        field = entrants(drawn.event, drawn.number)
        if leaves_the_bye_open(field):
            continue
        try:
            paired = pair_round(field, terms)
        except TooLarge:
            continue
        compared += 1
        if paired is None or drawn.drawn is None or drawn.byes[1:] or bool(drawn.byes) != bool(paired.bye):
            if paired or drawn.drawn:
                empty = PairedRound(field=(), steps=())
                found.append(("existence", described(drawn, paired or empty, "existence")))
            continue
        bye = next(iter(drawn.byes), None)
        difference = first_difference(paired, terms, drawn.games, bye)
        if difference:
            found.append((difference.part, described(drawn, paired, difference.part)))
    return compared, found


@cache
def plain_differences() -> tuple[int, list[tuple[str, str]]]:
    return differences(drawn_events(EVENTS))


def hard_rounds(
    name: str, count: int, change: Callable[[random.Random, Tournament], Tournament], area: Area = ""
) -> Iterator[DrawnRound]:
    """One round each of many events with a past by chance, most of them with large groups."""
    for seed in range(count):
        rng = random.Random(f"{name} {seed}")
        # An even number of rounds has a last half without question.
        event = random_field(rng, least=4, most=10, rounds=rng.choice([4, 6, 8]), area=area)
        yield from after_chance(rng, seed, change(rng, event), few_scores=seed % 3 > 0)


def assert_none(found: list[tuple[str, str]], part: str) -> None:
    here = [text for kind, text in found if kind == part]
    assert not here, f"{len(here)} differences\n" + "\n".join(here[:20])


@pytest.mark.requirement("A22", "A23", "A24", "A25", "A26", "A29", "A30", "A31", "A32", "A33", "A34")
@pytest.mark.requirement("A35", "A36", "A37", "A38", "A39", "A40")
@pytest.mark.parametrize("part", [part for part in LINES if part != "same_area"])
def test_pairs_as_the_protocol_does(part: str) -> None:
    compared, found = plain_differences()
    assert compared > EVENTS
    assert_none(found, part)


def assert_same(compared: int, found: list[tuple[str, str]]) -> None:
    assert compared > 0
    assert not found, f"{len(found)} of {compared} rounds differ\n" + "\n".join(
        text for _, text in found[:20]
    )


@pytest.mark.requirement("A43", "A44", "A63")
@pytest.mark.parametrize("area", ["club", "city", "state", "country"])
def test_keeps_areas_apart_as_the_protocol_does(area: Area) -> None:
    rounds = hard_rounds(area, EVENTS // 4, lambda _, event: event, area)
    assert_same(*differences(rounds, areas=True))


@pytest.mark.requirement("A28")
def test_colours_do_not_count_where_they_are_chosen_by_nigiri() -> None:
    def by_nigiri(_: random.Random, event: Tournament) -> Tournament:
        rules = replace(event.settings.pairing, colours=ColourRule.NIGIRI)
        return replace(event, settings=replace(event.settings, pairing=rules))

    assert_same(*differences(hard_rounds("nigiri", EVENTS // 6, by_nigiri), colours=False))


@pytest.mark.requirement("A3", "A5", "A13")
def test_players_start_by_their_band() -> None:
    rounds: list[DrawnRound] = []
    for seed in range(EVENTS // 6):
        rng = random.Random(f"bands {seed}")
        event = with_bands(rng, random_field(rng, least=4, most=10, rounds=5))
        rounds += after_chance(rng, seed, event, few_scores=False)
    assert_same(*differences(rounds))


def entrant(name: str, *, score: int = 0, met: str = "", had_bye: bool = False) -> Entrant:
    """A player rated by the alphabet."""
    return Entrant(name=name, score=4 * score, rating=-ord(name), met=frozenset(met), had_bye=had_bye)


def reading(field: list[Entrant], *, number: int = 2, rounds: int = 6) -> str:
    paired = pair_round(field, Terms(number=number, rounds=rounds))
    assert paired
    return names(paired.games)


def test_the_reading_pairs_the_examples_of_the_document() -> None:
    assert reading([entrant(name) for name in "ABCDEFGH"]) == "A-E B-F C-G D-H"
    upper = [entrant(name, score=1, met="ABCD".replace(name, "")) for name in "ABCD"]
    upper += [entrant(name, score=1) for name in "EF"]
    assert reading([*upper, *(entrant(name) for name in "GHIJ")]) == "A-E B-F C-G D-H I-J"


@pytest.mark.requirement("A39")
def test_miai_pairs_the_example_of_a_merged_group() -> None:
    """A to D have met, all with equal scores and without a winner; the others come in round 4."""
    past = [(("A", "B"), ("C", "D")), (("C", "A"), ("D", "B")), (("A", "D"), ("B", "C"))]
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=Grade.parse("1d"),
            rating=2100.0 - place,
            start=quarters(-0.5 if name in "ABCD" else 1 if name in "EF" else 0),
            absent_rounds=frozenset() if name in "ABCD" else frozenset((1, 2, 3)),
        )
        for place, name in enumerate("ABCDEFGHIJ")
    )
    rounds = tuple(
        Round(
            number=number,
            boards=tuple(
                Board(table=table, white=PlayerId(white), black=PlayerId(black), result=Result.JIGO)
                for table, (white, black) in enumerate(games, start=1)
            ),
        )
        for number, games in enumerate(past, start=1)
    )
    settings = Settings(system="aga", rounds=8, handicapping=NO_HANDICAP)
    event = Tournament(players=players, rounds=rounds, settings=settings)
    assert names(draw(0, event, 4).games) == "A-E B-F C-G D-H I-J"


def test_the_reading_counts_as_few_exchanges_as_there_can_be() -> None:
    """Against a search over all arrangements of eight players in two halves, one exchange after the other."""
    upper, lower = [0, 1, 2, 3], [4, 5, 6, 7]
    least: dict[frozenset[frozenset[int]], tuple[int, int]] = {}
    start = (*upper, *lower)
    seen = {start: (0, 0)}
    layers = [start]
    for arrangement in layers:
        games = frozenset(frozenset((arrangement[i], arrangement[i + 4])) for i in range(4))
        used = seen[arrangement]
        least[games] = min(least.get(games, used), used)
        for i, j in combinations(range(8), 2):
            changed = list(arrangement)
            changed[i], changed[j] = changed[j], changed[i]
            switch = (i < 4) != (j < 4)
            now = (used[0] + switch, used[1] + (not switch))
            if seen.get(tuple(changed), (9, 9)) > now and sum(now) < 4:
                seen[tuple(changed)] = now
                layers.append(tuple(changed))
    assert len(least) == 105
    for games, used in least.items():
        pairs = [(min(game), max(game)) for game in games]
        assert exchanges(pairs, upper, lower) == used


def test_the_parts_of_the_comparison_have_a_line_of_the_document() -> None:
    assert set(Rank._fields) | {"existence", "merging"} == set(LINES)
