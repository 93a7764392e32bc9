"""Real files, read, written and read again."""

from dataclasses import replace
from pathlib import Path

import pytest

from conftest import SOAK
from kit.shared_data import files, paths
from miai.domain.log.history import History
from miai.domain.log.reconstruction import events_leading_to
from miai.domain.log.replay import replay
from miai.domain.people.transliteration import ascii_text
from miai.domain.settings.field_labels import BOARD_LABELS, PLAYER_LABELS
from miai.domain.settings.setting_fields import SETTING_LABELS
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats import FORMATS, read_file
from miai.formats.opengotha.losses import LossKind, losses, losses_by_kind
from miai.formats.registry import recognise

WRITTEN = [
    *files("opengotha", "*.xml"),
    *files("teams", "*.xml"),
    *files("gotha-weights", "*.xml"),
    *files("h9", "*.h9"),
    *files("interop/tou", "*.tou"),
    *files("interop/pairgoth", "*.tour"),
]
# Players are written in the order of the standings, so a file is not read back in its own order.
AMERICAN = files("interop/aga", "*.txt")
FILE_FORMATS = [key for key, form in FORMATS.items() if form.is_written and key != "miai"]
EVENTS = [
    *paths("opengotha", "*.xml"), *paths("h9", "*.h9"), *paths("interop/tou", "*.tou"),
    *paths("interop/pairgoth", "*.tour"), *paths("interop/aga", "*.txt"),
    *paths("interop/macmahon", "*.xml"), *paths("interop/tde", "*.tde"),
]  # fmt: skip
ALL = [*WRITTEN, *AMERICAN, *files("interop/macmahon", "*.xml"), *files("interop/tde", "*.tde")]


@pytest.mark.parametrize("path", AMERICAN)
def test_an_american_file_that_is_written_again_lacks_only_who_never_played(path: Path) -> None:
    reading, form = read_file(path), FORMATS["aga"]
    lost = losses_by_kind(reading.tournament, form.read(form.write(reading.tournament)))
    assert {kind for kind, messages in lost.items() if messages} <= {LossKind.LEFT_OUT}
    assert all("without a game or a bye" in str(each) for each in lost.get(LossKind.LEFT_OUT, ()))


@pytest.mark.parametrize("path", WRITTEN)
def test_read_write_and_read_again_gives_the_same_tournament(path: Path) -> None:
    reading = read_file(path)
    form = FORMATS[reading.format]
    expected = _in_ascii(reading.tournament) if form.key == "h9" else reading.tournament
    assert form.read(form.write(reading.tournament)).tournament == expected


def _in_ascii(event: Tournament) -> Tournament:
    """The tournament with names as the European database accepts them."""
    players = tuple(
        replace(each, surname=ascii_text(each.surname), first_name=ascii_text(each.first_name))
        for each in event.players
    )
    return replace(event, players=players)


@pytest.mark.parametrize("path", ALL)
def test_the_document_and_the_events_hold_everything(path: Path) -> None:
    event = read_file(path).tournament
    assert FORMATS["miai"].read(FORMATS["miai"].write(event)).tournament == event
    assert replay(events_leading_to(event)) == event
    assert History.of_tournament(event).tournament() == event


@pytest.mark.parametrize("key", FILE_FORMATS)
def test_a_file_in_any_other_format_is_read_back_and_what_is_missing_in_it_is_named(key: str) -> None:
    """Each format gets some of the files; a long run tries them all."""
    form, turn = FORMATS[key], list(FILE_FORMATS).index(key)
    tried = EVENTS if SOAK else EVENTS[turn :: 2 * len(FILE_FORMATS)]
    for path in tried:
        event = read_file(path).tournament
        try:
            data = form.write(event)
        except InputError as error:
            assert error.problems, path
            continue
        assert recognise(data) is form, path
        written = form.read(data)
        kinds = losses_by_kind(event, written).keys()
        if _games(event) != _games(written.tournament):
            assert kinds & {LossKind.LEFT_OUT, LossKind.GAMES, LossKind.PLAYERS}, path
        if _people(event) != _people(written.tournament):
            assert kinds & {LossKind.LEFT_OUT, LossKind.PLAYERS}, path


def _people(event: Tournament) -> list[tuple[object, ...]]:
    return sorted(
        (each.surname, each.first_name, str(each.grade), each.rating or 0, each.club, each.country)
        for each in event.players
    )


def _games(event: Tournament) -> list[tuple[object, ...]]:
    names = {player.id: player.name for player in event.players}
    return sorted(
        (drawn.number, names[board.white], names[board.black], board.result.value, board.handicap)
        for drawn in event.rounds
        for board in drawn.boards
    )


@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_results_survive_a_result_table(path: Path) -> None:
    event = read_file(path).tournament
    written = FORMATS["h9"].read(FORMATS["h9"].write(event))
    lost = losses(event, written)
    assert not [each for each in lost if "game" in each.template and "lost" in each.template]
    kept = {BOARD_LABELS[name] for name in ("result", "handicap")}
    kept |= {PLAYER_LABELS[name] for name in ("grade", "egf_pin")}
    assert not [each for each in lost if each.values.get("what") in kept]


@pytest.mark.parametrize("path", files("h9", "*.h9"))
def test_starting_scores_survive_as_opengothas_corrections(path: Path) -> None:
    event = read_file(path).tournament
    lost = losses(event, FORMATS["opengotha"].read(FORMATS["opengotha"].write(event)))
    # OpenGotha has no country of the event, and one bye a round; an event on the internet gave more.
    allowed = ["details of the source file", "Country of the event", "the byes of", "the bye of", "Club"]
    if any(str(each).startswith("the byes of") for each in lost):
        allowed.append("the scores of")
    settings = SETTING_LABELS.values()
    assert not [
        each
        for each in lost
        if each.values.get("what") not in settings and not str(each).startswith(tuple(allowed))
    ]
