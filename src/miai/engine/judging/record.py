"""A played tournament as arrays, by round and player: what the measures count."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from miai.domain.people.player import Player
from miai.domain.rounds.game import Colour
from miai.domain.rounds.round import Attendance
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.kernel.arrays import Flags, Ints
from miai.engine.kernel.qualities import NO_SEEDING, Entrants, Games
from miai.engine.pairing.presets import seeding_for
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.rules.seeding import METHODS
from miai.engine.pairing.view import build_view
from miai.engine.scoring.scores import PlayerRound, Scores, bar_start, scores
from miai.engine.scoring.withdrawals import as_played
from miai.errors import InputError
from miai.messages import Message

Columns = Sequence[Sequence[PlayerRound]]

UNKNOWN = -1
_NOBODY = {Attendance.BYE: -1, Attendance.ABSENT: -2, Attendance.UNPAIRED: -3}
_SIGNS = {Colour.WHITE: 1, Colour.BLACK: -1, None: 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What happened, laid out as the kernel counts it; those who never played are left out.

    `points` is what each game brought, in quarters, below 0 where no game was played to an end; `methods` is
    the seeding of each round. Above the bar are those who started there, or with the highest score where
    nobody reached it; where only wins count there is no bar, and nobody is above.
    """

    players: tuple[Player, ...]
    opponents: Ints
    colours: Ints
    handicaps: Ints
    before: Ints
    places: Ints
    sizes: Ints
    points: Ints
    methods: Ints
    final: Ints
    wins: Ints
    grades: Ints
    starts: Ints
    above_bar: Flags
    countries: Ints
    clubs: Ints

    @property
    def games(self) -> Games:
        """What happened, as the kernel counts it."""
        return Games(**{name: getattr(self, name) for name in Games._fields})

    @property
    def entrants(self) -> Entrants:
        """Who played, as the kernel counts them."""
        return Entrants(
            grades=self.grades,
            starts=self.starts,
            above_bar=self.above_bar,
            countries=self.countries,
            clubs=self.clubs,
            seeding_methods=self.methods,
        )


def record_of(tournament: Tournament) -> Record:
    """The rounds drawn so far; a board without a result is a jigo for the scores of later draws."""
    last = tournament.rounds_played
    if last == 0:
        raise InputError(Message("no round has been drawn yet: there is nothing to measure"))
    table = scores(as_played(tournament), after=last)
    entrants = _who_sat(table)
    position = {i: number for number, i in enumerate(entrants)}
    players = tuple(tournament.players[i] for i in entrants)
    columns = [[table.rounds[i][r] for i in entrants] for r in range(last)]
    settings = tournament.settings
    before, places, sizes = _groups(tournament, players, columns)

    def of_entrants(values: Sequence[int]) -> Ints:
        return np.array([values[i] for i in entrants], np.int64)

    starts = of_entrants([0] * len(table.starts) if settings.by_wins else table.starts)
    return Record(
        players=players,
        opponents=_array(
            columns, lambda each: position[each.opponent] if _met(each) else _NOBODY[each.attendance]
        ),
        colours=_array(columns, lambda each: _SIGNS[each.colour]),
        handicaps=_array(columns, lambda each: each.handicap),
        before=before,
        places=places,
        sizes=sizes,
        points=_array(columns, lambda each: each.points if each.over_the_board else UNKNOWN),
        methods=np.array([seeding_method(settings, r + 1) for r in range(last)], np.int64),
        final=of_entrants(table.wins if settings.by_wins else table.points),
        wins=of_entrants(table.wins),
        grades=np.array([player.grade.number for player in players], np.int64),
        starts=starts,
        above_bar=above_bar(settings, starts),
        countries=codes_of(player.country for player in players),
        clubs=codes_of(player.club for player in players),
    )


def _who_sat(table: Scores) -> list[int]:
    """The players who sat in any round, by their numbers in the table."""
    return [i for i, one in enumerate(table.rounds) if any(_sits(each) for each in one)]


def _met(each: PlayerRound) -> bool:
    """Whether the player sat at a board, whatever else the round says."""
    return each.opponent >= 0


def _sits(each: PlayerRound) -> bool:
    return _met(each) or each.forced_bye


def _array(columns: Columns, value: Callable[[PlayerRound], int]) -> Ints:
    return np.array([[value(each) for each in column] for column in columns], np.int64)


def _groups(tournament: Tournament, players: Sequence[Player], columns: Columns) -> tuple[Ints, Ints, Ints]:
    """Score, place in the group and the group's size of those who sat in each round, as its draw saw them."""
    before, places, sizes = (np.zeros((len(columns), len(players)), np.int64) for _ in range(3))
    position = {player.id: number for number, player in enumerate(players)}
    settings = tournament.settings
    preset = "gotha" if settings.scoring.rulebook is Rulebook.GOTHA else settings.preset
    for r, column in enumerate(columns):
        view = build_view(
            tournament,
            r + 1,
            seed=settings.draw_seed,
            seeding=seeding_for(settings, round_number=r + 1, preset=preset),
            only=[player.id for player, each in zip(players, column, strict=True) if _sits(each)],
        )
        seen = [position[player.id] for player in view.players]
        before[r, seen], places[r, seen], sizes[r, seen] = view.scores, view.places, view.sizes
    return before, places, sizes


def seeding_method(settings: Settings, round_number: int) -> int:
    """How a round is seeded, as the kernel counts it."""
    if not abilities_of(settings.system).by_preset:
        return NO_SEEDING
    return METHODS[settings.pairing.seeding(round_number).method]


def above_bar(settings: Settings, starts: Ints) -> Flags:
    """Who started at the bar, or with the highest score where nobody did; nobody where only wins count."""
    if settings.by_wins:
        return np.zeros(len(starts), np.bool_)
    return np.asarray(starts >= min(bar_start(settings.scoring), int(starts.max())))


def codes_of(texts: Iterable[str]) -> Ints:
    """A number for each text that differs, -1 where there is none."""
    numbers: dict[str, int] = {}
    return np.array(
        [numbers.setdefault(text.casefold(), len(numbers)) if text else -1 for text in texts], np.int64
    )
