"""A probe's configuration is understood, or every mistake is told with where it is."""

import pytest

from kit.probe_cases import TINY
from miai.errors import InputError
from miai.messages import literal
from miai_lab.entries import CLUB_EVENING, Event, drawn
from miai_lab.probe.config import RealField, parse_probe


def _no_file(name: str) -> Event:
    raise InputError(literal(f"{name}: there is no such file"))


def _sentences(text: str) -> list[str]:
    with pytest.raises(InputError) as found:
        parse_probe(text, _no_file)
    return [str(problem) for problem in found.value.problems]


def test_a_range_is_kept_and_a_single_number_does_not_vary() -> None:
    probe, output = parse_probe(TINY, _no_file)
    assert output == "tiny.parquet"
    assert [(each.rule, each.weight, each.scale) for each in probe.weighed] == [
        ("score", (1000, 1000), (0.1, 1)),
        ("colour", (1, 100), (0.3, 0.3)),
        ("seeding", (1, 100), (0.3, 0.3)),
    ]
    school = probe.kinds[1].field
    assert (probe.kinds[0].field, school.rounds) == (CLUB_EVENING, 3)


def test_a_kind_can_be_the_field_of_a_real_event() -> None:
    event = drawn(CLUB_EVENING, seed=1, number=1)
    text = TINY.replace('name = "club evening"', 'name = "ours"\nfile = "ours.xml"')
    probe, _ = parse_probe(text, lambda name: event)
    field = probe.kinds[0].field
    assert isinstance(field, RealField)
    assert (field.entry, field.bar) == (event.entry, event.bar)


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        (
            "points = 12",
            "",
            "top of the file, key 'points': is missing: it must be a whole number",
        ),
        ("points = 12", "points = 3", "key 'points': must be a whole number, 10 or more, not 3"),
        ("points = 12", "points = true", "key 'points': must be a whole number, 10 or more, not true"),
        ("points = 12", "points = 12\nponts = 1", "key 'ponts': there is no such key"),
        ('"gaussian"]', '"bell"]', "key 'psi': must be one or more of quadratic, gaussian, sech"),
        ("W = 1000", "W = 0", "[weights.score], key 'W': must be a number above 0"),
        ("[0.1, 1]", "[1, 0.1]", "[weights.score], key 'lambda': must be a number above 0, or two"),
        (
            "[weights.colour]",
            "[weights.color]",
            "[weights], key 'color': there is no such key: score",
        ),
        (
            '"club evening"',
            '"club night"',
            "number 1, key 'name': 'club night' is not one of 'club evening'",
        ),
        ('"school"', '"club evening"', "[[kinds]]: two kinds have the same name"),
        ("rounds = 3", "rounds = 12", "[[kinds]] number 2, key 'players': 10 players are too few for 12"),
        ('"20k"', '"20q"', "[[kinds]] number 2, key 'weakest': must be a grade in quotes"),
        ('mean = "12k"', 'file = "a.xml"', "number 2, key 'file': a.xml: there is no such file"),
        ("[study]", "[priorities]\neven = 0\n[study]", "[priorities]: no quality has a priority above 0"),
        (
            "[study]",
            "[priorities]\nevn = 1\n[study]",
            "[priorities], key 'evn': there is no such key",
        ),
        ("top = 0.5", "top = 2", "[study], key 'top': must be a number from 0.05 to 0.9, not 2"),
        ("points = 12", "points = 12\nheld_out_seed = 1", "'held_out_seed': must differ from the seed"),
        ("points = 12", 'points = 12\nmodel = "coin"', "key 'model': must be one of fitted"),
        ("alike = 0.5", "alike = 0", "[study], key 'alike': must be a number from 0.001 to 1, not 0"),
        ("tournaments = 4", "tournaments = 4\nnoise = -1", "number 1, key 'noise': must be a number from 0"),
        ("points = 12", 'system = "random"', "key 'weights': random pairing has no weights"),
        ("[study]", '[[compare]]\nname = "a"\nscore = 1\n[study]', "key 'score': must be two numbers"),
        (
            "points = 12",
            'points = 12\nsystem = "knockout"',
            "key 'system': must be one of mcmahon",
        ),
    ],
)
def test_a_mistake_is_told_with_its_key_and_table(was: str, now: str, sentence: str) -> None:
    assert was in TINY
    assert any(sentence in told for told in _sentences(TINY.replace(was, now, 1))), sentence


def test_all_mistakes_are_told_at_once() -> None:
    text = TINY.replace("points = 12", "points = 1").replace("W = 1000", "W = -1")
    assert len(_sentences(text)) == 2


def test_a_probe_without_anything_to_vary_is_refused() -> None:
    text = TINY.replace("[1, 100]", "1").replace("[0.1, 1]", "1")
    assert any("nothing to vary" in told for told in _sentences(text))


def test_text_that_is_no_toml_is_told_with_its_line() -> None:
    assert _sentences("points = = 1") == ["this is not TOML: Invalid value (at line 1, column 10)"]


def test_players_are_those_of_the_fitted_model_unless_said_otherwise() -> None:
    probe, _ = parse_probe(TINY, _no_file)
    assert (probe.model, probe.kinds[0].field.noise) == ("fitted", None)
    text = TINY.replace("tournaments = 4", "tournaments = 4\nnoise = 0")
    probe, _ = parse_probe(f'model = "kaniuk"\n{text}', _no_file)
    assert (probe.model, probe.kinds[0].field.noise) == ("kaniuk", 0)


def test_other_tournaments_are_held_out_as_many_unless_said_otherwise() -> None:
    probe, _ = parse_probe(TINY, _no_file)
    assert [(kind.tournaments, kind.held_out) for kind in probe.kinds] == [(4, 4), (5, 6)]
    assert probe.held_out_seed != probe.seed
