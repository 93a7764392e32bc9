"""miai rules, and rules for one draw only."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import RIVERSIDE, riverside
from miai.domain.log.document import read_history
from miai.domain.log.events import BonusGiven, SettingsChanged
from miai.domain.settings.setting_fields import setting_fields
from miai.formats import FORMATS


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "event.miai"
    path.write_bytes(RIVERSIDE.read_bytes())
    return path


def test_every_rule_is_shown_with_its_path_its_name_its_value_and_its_choices(run: Run) -> None:
    status, out, _ = run("rules", RIVERSIDE)
    assert status == 0
    shown = [line.split()[0] for line in out.splitlines() if line]
    assert set(setting_fields()) <= set(shown)
    [line] = [line for line in out.splitlines() if line.startswith("pairing.float_down_from ")]
    assert "  Part of the group that floats down  " in line
    assert line.endswith("  top, middle, bottom")
    assert "OpenGotha’s weights (not used: the pairing rules “In strict order” do not use this)" in out
    _, out, _ = run("rules", RIVERSIDE, "--explain")
    assert "Everyone from this grade up starts equal" in out


def test_rules_as_json_hold_values_words_and_help(run: Run) -> None:
    status, out, _ = run("rules", RIVERSIDE, "--json", "--set", "pairing.colours=nigiri")
    rules = {rule["path"]: rule for rule in json.loads(out)["rules"]}
    assert status == 0
    assert list(rules["pairing.colours"].values())[:6] == [
        "pairing.colours", "Pairing", "Colours of even games", "nigiri", "nigiri", "nigiri at the board",
    ]  # fmt: skip
    assert rules["pairing.weights.score"]["value"] == riverside().settings.pairing.weights.score
    assert rules["pairing.weights.score"]["unused"]
    assert rules["scoring.absent_points"]["value"] == 0.5
    assert json.loads(out)["changed"] == [{"path": "pairing.colours", "before": "balance", "after": "nigiri"}]
    assert json.loads(out)["lost"] is None


def test_changed_rules_are_one_entry_in_the_history_of_a_document(run: Run, document: Path) -> None:
    before = read_history(document.read_bytes())
    rules = ("--set", "scoring.bar=2d", "--set", "pairing.later_seeding.method=double fold")
    status, out, _ = run("rules", document, *rules, "-o", document, "--force")
    assert status == 0
    assert out.splitlines() == [
        "scoring.bar: 2d (was 3d)",
        "pairing.later_seeding.method: double fold (was fold)",
        "written: event.miai (miai)",
    ]
    after = read_history(document.read_bytes())
    assert after.entries[:-1] == before.entries
    assert isinstance(after.entries[-1].event, SettingsChanged)
    assert str(after.tournament().settings.scoring.bar) == "2d"
    run("rules", document, "-o", document)
    assert read_history(document.read_bytes()) == after


def test_another_format_tells_what_it_cannot_hold(run: Run, tmp_path: Path, document: Path) -> None:
    xml = tmp_path / "event.xml"
    status, out, _ = run("rules", document, "--set", "komi=7.5", "--set", "ruleset=ing", "-o", xml)
    assert status == 0
    assert "  not held: Rules of play: Ing (becomes Japanese)" in out
    assert FORMATS["opengotha"].read(xml.read_bytes()).tournament.settings.komi == 7.5
    written = xml.read_bytes()
    status, out, err = run("rules", xml, "--set", "komi=0.5", "-o", xml)
    assert (status, out, xml.read_bytes()) == (2, "", written)
    assert err == "miai: event.xml: only a Miai document can be changed in its place; name another file\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--set", "scoring.bra=2d"), "scoring.bra: there is no such rule; did you mean scoring.bar,"),
        (("--set", "scoring.bar=2q"), "scoring.bar: 2q is not a grade."),
        (("--set", "rounds=3"), "Rounds: round 4 is drawn: there cannot be only 3 rounds"),
        (("--set", "scoring.bar"), "scoring.bar: a rule is changed with PATH=VALUE"),
    ],
)
@pytest.mark.parametrize("command", ["rules", "pair", "explain", "weights"])
def test_a_wrong_rule_ends_in_a_sentence_and_nothing_is_written(
    run: Run, tmp_path: Path, command: str, words: tuple[str, ...], complaint: str
) -> None:
    target = () if command in ("explain", "weights") else ("-o", str(tmp_path / "out.miai"))
    status, out, err = run(command, RIVERSIDE, *words, *target)
    assert (status, out) == (2, "")
    assert err.startswith(f"miai: {complaint}")
    assert list(tmp_path.iterdir()) == []


def test_rules_for_one_draw_are_used_and_not_written(run: Run, document: Path, tmp_path: Path) -> None:
    target = tmp_path / "next.miai"
    before = read_history(document.read_bytes())
    _, usual, _ = run("pair", document, "--json")
    status, out, err = run(
        "pair", document, "--set", "preset=gotha", "--set", "handicapping.ceiling=0", "-o", target, "--json"
    )
    draw = json.loads(out)
    assert status == 0
    assert draw["preset"] == "gotha"
    assert {board["handicap"] for board in draw["boards"]} == {0}
    assert any(board["handicap"] for board in json.loads(usual)["boards"])
    after = read_history(target.read_bytes())
    assert after.entries[:-1] == before.entries
    assert after.tournament().settings == before.tournament().settings
    assert "note: Seeding of the later rounds: players are paired by SOS and SOSOS" in err


@pytest.mark.parametrize("command", ["pair", "explain"])
def test_a_rule_that_makes_no_difference_is_never_ignored_in_silence(run: Run, command: str) -> None:
    _, _, err = run(command, RIVERSIDE, "--set", "pairing.redraw_losers=yes")
    assert "note: Lower bracket drawn anew each round: McMahon does not use this\n" in err


def test_a_round_that_was_drawn_is_explained_by_the_rules_asked_for(run: Run, document: Path) -> None:
    _, out, _ = run("explain", document, "--round", "3", "--json")
    assert json.loads(out)["preset"] == "miai"
    _, out, _ = run("explain", document, "--round", "3", "--set", "preset=kaniuk", "--json")
    assert json.loads(out)["preset"] == "kaniuk"


@pytest.mark.requirement("V46")
def test_weights_of_opengotha_change_the_draw_by_its_preset(run: Run) -> None:
    _, out, _ = run("weights", RIVERSIDE, "--preset", "gotha", "--set", "pairing.weights.colour=12", "--json")
    colours = {pair["terms"]["colour"] for pair in json.loads(out)["pairs"]}
    assert colours == {0, 6, 12}


def test_the_rules_of_an_event_read_back_from_their_texts(run: Run) -> None:
    _, out, _ = run("rules", RIVERSIDE, "--json")
    texts = [f"{rule['path']}={rule['text']}" for rule in json.loads(out)["rules"]]
    _, again, _ = run("rules", RIVERSIDE, "--json", *(word for text in texts for word in ("--set", text)))
    assert json.loads(again)["changed"] == []


def test_a_volunteer_for_the_bye_is_named_by_the_beginning_of_the_name(run: Run) -> None:
    status, _, _ = run("pair", RIVERSIDE, "--volunteer", "Quinn")
    assert status == 0
    for name, complaint in (
        ("Nobody", "nobody called 'Nobody' is entered"),
        ("a", "'a' could be Aalto Ilmari, Ashby Rowan or Gruber Anselm"),
    ):
        status, out, err = run("pair", RIVERSIDE, "--volunteer", name)
        assert (status, out, err) == (2, "", f"miai: {complaint}\n")


@pytest.mark.requirement("V51")
def test_bonus_points_are_given_listed_and_named_beside_the_standings(
    run: Run, document: Path, tmp_path: Path
) -> None:
    before = read_history(document.read_bytes())
    status, out, _ = run("bonus", document, "--to", "Quinn", "--round", "2", "-o", document, "--force")
    assert status == 0
    assert [line.split() for line in out.splitlines()[3:4]] == [["2", "Quinn", "Aoife", "0.5"]]
    after = read_history(document.read_bytes())
    assert after.entries[:-1] == before.entries
    assert isinstance(after.entries[-1].event, BonusGiven)
    _, out, _ = run("standings", document)
    assert out.splitlines()[-1] == "bonus points: Quinn Aoife 0.5 in round 2"
    _, out, _ = run("standings", document, "--after", "1", "--json")
    assert json.loads(out)["bonuses"] == []
    status, out, _ = run(
        "bonus", document, "--to", "Ashby", "--points", "1", "-o", tmp_path / "event.xml", "--json", "--force"
    )
    assert {
        "the bonus points of Quinn in round 2 are lost",
        "the bonus points of Ashby in round 4 are lost",
    } <= set(json.loads(out)["lost"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--to", "Nobody"), "nobody called 'Nobody' is entered"),
        (("--to", "Quinn", "--points", "0.3"), "--points: only halves and quarters of a point"),
        (("--to", "Quinn", "--points", "0"), "a bonus of 0 points is not possible"),
        (("--to", "Quinn", "--round", "5"), "round 5 is not drawn yet"),
        (("-o", "out.miai"), "say with --to who earned the points"),
    ],
)
def test_an_impossible_bonus_ends_in_a_sentence(run: Run, words: tuple[str, ...], complaint: str) -> None:
    assert run("bonus", RIVERSIDE, *words) == (2, "", f"miai: {complaint}\n")
