"""Readers and writers report facts: a template and its values, not finished sentences."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import HALF
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.game import Board
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.field_labels import BOARD_LABELS, DETAIL_LABELS, PLAYER_LABELS
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.settings.setting_fields import SETTING_LABELS
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats import FORMATS, read_file
from miai.formats.opengotha.losses import losses
from miai.formats.registry import format_of
from miai.messages import AnyOf, Message, Score, counted

AGA = """TOURNEY Harbour Open
PLAYERS
1 Aho, Leena 3d
2 Moe Kari 53k
GAMES 1
1 2 X 0 7
1 3 W five 7
END
"""
H9 = "1 Aho Leena 3d FI Tam 1 2+/w\n2 Moe Kari 1d FI Tam 1 1+/b\n"
OPENGOTHA = """<Tournament><Players>
<Player name="Aho" firstName="Leena" rank="4q" smmsCorrection="much"/>
</Players>
<TournamentParameterSet><GeneralParameterSet complementaryTimeSystem="HOURGLASS" numberOfRounds="x"/>
</TournamentParameterSet></Tournament>
"""


def at(line: int) -> Message:
    return Message("line %(line)s", line=line)


def problems_of(read: Callable[[bytes], object], text: str) -> list[Problem]:
    with pytest.raises(InputError) as caught:
        read(text.encode())
    return list(caught.value.problems)


def test_the_problems_of_an_american_file_carry_their_facts() -> None:
    found = problems_of(FORMATS["aga"].read, AGA)
    assert found[1:] == [
        Problem(
            what=Message(
                "result '%(text)s' is none of %(known)s", text="X", known=("W", "B", "WF", "BF", "?")
            ),
            where=at(6),
        ),
        Problem(what=Message("there is no player %(id)s", id="3"), where=at(7)),
        Problem(what=Message("handicap '%(text)s' cannot be read", text="five"), where=at(7)),
    ]
    assert (str(found[0].what), found[0].where) == ("'53k' is not a grade", at(4))


def test_two_lines_of_a_table_that_contradict_each_other_are_named_with_both_players() -> None:
    what = Message(
        "round %(round)s: '%(mine)s' for %(player)s contradicts '%(theirs)s' for %(opponent)s "
        "(line %(line)s)",
        mine="+",
        theirs="+",
        round=1,
        player="Aho Leena",
        opponent="Moe Kari",
        line=2,
    )
    assert problems_of(FORMATS["h9"].read, H9) == [Problem(what=what, where=at(1))]


def test_the_problems_of_an_opengotha_file_name_the_attribute() -> None:
    unreadable = "%(attribute)s '%(text)s' cannot be read"
    assert problems_of(FORMATS["opengotha"].read, OPENGOTHA) == [
        Problem(what=Message("grade '%(text)s' is not a grade", text="4q"), where=at(2)),
        Problem(what=Message(unreadable, attribute="smmsCorrection", text="much"), where=at(2)),
        Problem(what=Message("time system '%(name)s' is not known", name="HOURGLASS"), where=at(4)),
        Problem(what=Message(unreadable, attribute="numberOfRounds", text="x"), where=at(4)),
    ]


def test_a_file_is_named_before_the_place_in_it(tmp_path: Path) -> None:
    path = tmp_path / "event.h9"
    path.write_text(H9)
    with pytest.raises(InputError) as caught:
        read_file(path)
    place = Message("%(file)s: %(place)s", file="event.h9", place=at(1))
    assert [problem.where for problem in caught.value.problems] == [place]
    with pytest.raises(InputError) as missing:
        read_file(tmp_path / "gone.h9")
    assert missing.value.problems == (Problem(what=Message("there is no such file"), where="gone.h9"),)


def test_an_unknown_file_lists_the_titles_of_the_formats() -> None:
    with pytest.raises(InputError) as caught:
        format_of("pdf")
    refused = Message("'%(key)s' is not a format", key="pdf")
    known = AnyOf(tuple(FORMATS))
    assert caught.value.problems[0].what == Message("%(what)s: %(known)s", what=refused, known=known)
    assert str(FORMATS["opengotha"].title) == "OpenGotha tournament"


def lost(key: str, **settings: Any) -> list[Message]:
    event = crosstable("A+B C+D", **settings)
    form = FORMATS[key]
    return losses(event, form.read(form.write(event)))


def test_a_lost_setting_carries_both_values() -> None:
    scoring = Scoring(absent_points=HALF, absence_for_place=False)
    found = {each.values["what"]: each.values for each in lost("aga", scoring=scoring)}
    points = found[SETTING_LABELS["scoring.absent_points"]]
    assert (points["before"], points["after"]) == (Score(HALF), Score(0))
    place = found[SETTING_LABELS["scoring.absence_for_place"]]
    assert (place["before"], place["after"]) == (Message("no"), Message("yes"))


def test_lost_lists_of_settings_are_shown_by_name() -> None:
    groups = (ClubsGroup(name="Schools", clubs=("A", "B")), ClubsGroup(name="Town"))
    limits = (Grade.parse("1d"), Grade.parse("5k"))
    shown = [str(each) for each in lost("aga", clubs_groups=groups, category_limits=limits)]
    assert "Groups of clubs: Schools and Town (becomes none)" in shown
    assert "Categories: 1d and 5k (becomes none)" in shown


def aga_losses(event: Tournament) -> list[Message]:
    form = FORMATS["aga"]
    return losses(event, form.read(form.write(event)))


def white_handicap(event: Tournament, whites: str) -> Tournament:
    """White has a handicap in some games, for which the AGA's files have no word."""
    boards = tuple(replace(b, handicap=-2) if b.white in whites else b for b in event.rounds[0].boards)
    return replace(event, rounds=(replace(event.rounds[0], boards=boards), *event.rounds[1:]))


def test_what_few_players_and_games_lose_is_named() -> None:
    found = aga_losses(with_player(white_handicap(crosstable("A+B C+D"), "C"), "A", club="Tam"))
    assert Message("%(what)s (%(names)s)", what=PLAYER_LABELS["club"], names=("A",)) in found
    one, many = "round %(round)s: the game %(games)s is lost", "round %(round)s: the games %(games)s are lost"
    assert counted(one, many, 1, round=1, games=("C – D",)) in found


def test_what_many_players_and_games_lose_is_counted() -> None:
    event = white_handicap(crosstable("A+B C+D E+F G+H I+J"), "ACEG")
    for name in "ABCD":
        event = with_player(event, name, club="Tam")
    found = aga_losses(event)
    one, many = "%(what)s (%(num)s player)", "%(what)s (%(num)s players)"
    assert counted(one, many, 4, what=PLAYER_LABELS["club"]) in found
    one, many = "round %(round)s: %(num)s game is lost", "round %(round)s: %(num)s games are lost"
    assert counted(one, many, 4, round=1) in found


def komi_of_boards(event: Tournament, *komi: float) -> Tournament:
    boards = (replace(b, komi=k) for b, k in zip(event.rounds[0].boards, komi, strict=True))
    return replace(event, rounds=(replace(event.rounds[0], boards=tuple(boards)), *event.rounds[1:]))


def test_the_komi_of_ordinary_games_is_no_loss_and_a_lost_bye_comes_first() -> None:
    event = komi_of_boards(crosstable("A+B/3 C+D/1 E+F I+ J+"), 0.5, 0.5, 6.5)
    form = FORMATS["opengotha"]
    lost = [str(each) for each in losses(event, form.read(form.write(event)))]
    assert lost[0] == "the bye of I in round 1 is lost"
    assert not [each for each in lost if "Komi" in each]
    odd = komi_of_boards(event, 0.5, 0.5, -3.5)
    lost = [str(each) for each in losses(odd, form.read(form.write(odd)))]
    assert lost[:2] == ["the bye of I in round 1 is lost", "Komi (E – F in round 1)"]


def test_wishes_that_a_file_cannot_hold_are_counted() -> None:
    event = replace(crosstable("A+B"), wishes=Wishes(apart=((PlayerId("A"), PlayerId("B")),)))
    assert "1 wish for the draws" in [str(each) for each in aga_losses(event)]


def test_a_lost_detail_is_quoted() -> None:
    event = replace(crosstable("A+B"), director="Anneke")
    form = FORMATS["aga"]
    quoted = Message("%(what)s '%(text)s'", what=DETAIL_LABELS["director"], text="Anneke")
    assert quoted in losses(event, form.read(form.write(event)))


def paths(value: Any, path: str = "") -> set[str]:
    """The paths of all settings."""
    found: set[str] = set()
    for field in fields(value):
        inner = getattr(value, field.name)
        nested = is_dataclass(inner) and not isinstance(inner, Grade)
        found |= paths(inner, f"{path}{field.name}.") if nested else {f"{path}{field.name}"}
    return found


def test_every_field_that_can_be_lost_has_a_label() -> None:
    assert set(SETTING_LABELS) >= paths(Settings())
    assert set(PLAYER_LABELS) == {field.name for field in fields(Player)} - {"id"}
    assert set(BOARD_LABELS) == {field.name for field in fields(Board)}
    assert all(str(label) for label in DETAIL_LABELS.values())
