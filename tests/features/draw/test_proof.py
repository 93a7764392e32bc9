"""The proof of a draw: fixed at its publication, made again from the log, with changes by hand named."""

import json
from dataclasses import replace

import pytest

from kit.console import Console
from kit.memory_store import MemoryStore
from kit.proved_event import event, proofs
from kit.staged_hall import final_after, groups_of, hall_of, inside, strong_wins
from kit.team_hall import team_hall
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import StageId, StagePlan
from miai.engine.verify.draw import DrawVerdict, check_draw
from miai.engine.verify.proof_file import ProofFile, open_proof
from miai.errors import InputError
from miai.features.draw.change_draw import swap, unpair
from miai.features.draw.draw_round import draw_round
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.proof import (
    entries_before,
    log_end,
    log_hashes,
    make_proof,
    make_proof_again,
    proof_of,
    publication_of,
    shown_boards,
)
from miai.features.draw.wishes import want_game
from miai.features.players.change_player import change_player
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_round
from miai.features.results.enter_result import enter_result
from miai.features.stages.filling import fill_stage
from miai.features.stages.groups import open_groups
from miai.features.stages.several_rounds import draw_in_all, publish_in_all
from miai.features.verify.verify_draw import Conclusion, verify_draw


def opened(players: int = 9, **settings: object) -> tuple[Desk, str]:
    """An event with a few players of different grades."""
    rules = Settings(rounds=3, **settings)  # type: ignore[arg-type]
    field = [
        Player(id=PlayerId(f"p{i}"), surname=f"Player {i}", grade=Grade.of_number(-i), club="Here", family="")
        for i in range(players)
    ]
    history = History.of(
        [
            events.TournamentCreated(name="Open", settings=rules),
            *(events.PlayerRegistered(player=each) for each in field),
        ]
    )
    desk = Desk(MemoryStore())
    return desk, desk.create(history).id


def published(desk: Desk, known: str, number: int = 1) -> tuple[ProofFile, DrawVerdict]:
    """Publish a round; its proof and what the checker says."""
    publish_round(desk, known, round=number, by="director")
    proof = proof_of(desk, known, round=number)
    found = open_proof(proof.file)
    return found, check_draw(found, named=proof.hash)


def test_a_publication_names_its_proof_and_the_entry_before_it() -> None:
    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    before = desk.state(known)
    proof, verdict = published(desk, known)
    entry = publication_of(desk.state(known), 1)
    assert entry
    assert entry.event == events.RoundPublished(round=1, proof=proof.hash)
    assert proof.about["log"]["entry"] == before.version == entry.number - 1
    assert proof.about["log"]["hash"] == log_hashes(desk, desk.state(known), since=before.version).hashes[0]
    assert (verdict.kind, verdict.pairs, len(proof.about["byes"])) == ("best", 36, 1)


def test_a_proof_that_is_lost_is_made_again_as_it_was() -> None:
    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    publish_round(desk, known, round=1, by="director")
    first = proof_of(desk, known, round=1)
    enter = [events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)]
    desk.change(known, lambda _: enter, by="director")
    assert isinstance(desk.store, MemoryStore)
    desk.store.proofs.kept.clear()
    assert proof_of(desk, known, round=1) == first


def test_players_see_their_pairings_even_where_no_proof_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    monkeypatch.setattr("miai.features.draw.proof.proof_to_publish", broken)
    publish_round(desk, known, round=1, by="director")
    assert [drawn.number for drawn in desk.state(known).tournament.shown] == [1]
    with pytest.raises(InputError, match="without a proof"):
        proof_of(desk, known, round=1)


def test_a_round_that_was_published_before_there_were_proofs_has_none() -> None:
    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    desk.change(known, lambda _: [events.RoundPublished(round=1)], by="director")
    with pytest.raises(InputError, match="published without a proof"):
        proof_of(desk, known, round=1)


def test_a_draw_that_was_changed_by_hand_says_where_and_what_it_costs() -> None:
    desk, known = opened(8)
    draw_round(desk, known, round=1, by="director")
    boards = desk.state(known).tournament.round(1).boards
    swap(desk, known, round=1, a=boards[0].white, b=boards[3].white, by="director")
    _, verdict = published(desk, known)
    assert (verdict.kind, verdict.tables) == ("changed", (1, 4))
    assert verdict.extra > 0


def test_a_draw_with_somebody_without_a_game_is_incomplete() -> None:
    desk, known = opened(8)
    draw_round(desk, known, round=1, by="director")
    unpair(desk, known, round=1, table=2, by="director")
    proof, verdict = published(desk, known)
    assert verdict.kind == "incomplete"
    assert len(proof.about["unpaired"]) == 2


def test_games_that_the_director_wants_are_named_and_not_compared() -> None:
    desk, known = opened(8)
    want_game(desk, known, round=1, white=PlayerId("p0"), black=PlayerId("p7"), by="director")
    draw_round(desk, known, round=1, by="director")
    proof, verdict = published(desk, known)
    names = proof.about["players"]["name"]
    assert [[names[i] for i in pair] for pair in proof.about["forced"]] == [["Player 0", "Player 7"]]
    assert verdict.kind == "best"


@pytest.mark.parametrize("system", ["random", "round_robin", "knockout", "aga", "backtracking"])
def test_a_system_without_costs_says_that_there_is_nothing_to_compare(system: str) -> None:
    desk, known = opened(8, system=system)
    draw_round(desk, known, round=1, by="director")
    proof, verdict = published(desk, known)
    assert (verdict.kind, verdict.repeated, verdict.tables) == ("plan", True, ())
    assert "rules" not in proof.about


@pytest.mark.parametrize(("system", "kind"), [("entropy", "best"), ("accelrat", "weighed")])
def test_other_systems_that_weigh_pairs_are_checked_by_their_own_costs(system: str, kind: str) -> None:
    desk, known = opened(9, system=system)
    draw_round(desk, known, round=1, by="director")
    assert published(desk, known)[1].kind == kind


def test_nothing_private_is_in_a_proof() -> None:
    desk, known = opened(8)
    secret = Player(
        id=PlayerId("p0"), surname="Player 0", grade=Grade.of_number(0), family="Secret family",
        egf_pin="12345678", birth_year=1999, city="Secret city", time_zone="Asia/Tokyo", paid=Cents(1234),
    )  # fmt: skip
    desk.change(known, lambda _: [events.PlayerChanged(player=secret)], by="The secret director")
    draw_round(desk, known, round=1, by="The secret director")
    proof, _ = published(desk, known)
    text = json.dumps(proof.about)
    for private in ("ecret", "12345678", "1999", "Tokyo", "1234", '"p0"'):
        assert private not in text


def test_a_document_is_verified_with_its_log_and_its_costs() -> None:
    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    proof, _ = published(desk, known)
    desk.change(known, lambda _: [events.DetailsChanged(name="Renamed")], by="director")
    document = write_history(desk.state(known).history)
    found = verify_draw(document, round=1)
    assert (found.hash, found.added, found.conclusion) == (proof.hash, 1, Conclusion.BEST)
    assert found.conclusion is Conclusion.BEST
    with_proof = verify_draw(document, proof=proof_of(desk, known, round=1).file)
    assert with_proof.conclusion is Conclusion.BEST


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"Player 3", b"Player x", "an entry of the log was changed"),
        (b'"number": 4,', b'"number": 5,', "an entry of the log was changed"),
    ],
)
def test_a_document_that_was_rewritten_is_refused(old: bytes, new: bytes, why: str) -> None:
    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    published(desk, known)
    document = write_history(desk.state(known).history)
    found = verify_draw(document.replace(old, new, 1))
    assert found.conclusion is Conclusion.REFUSED
    assert why in str(found.reasons[0])


def test_a_document_that_cannot_be_read_is_no_verdict() -> None:
    desk, known = opened()
    document = write_history(desk.state(known).history)
    with pytest.raises(InputError, match="the log cannot be read"):
        verify_draw(document.replace(b"\n  {", b"\n {[", 1))


def test_a_log_with_another_past_does_not_fit_the_proof() -> None:
    desk, known = opened()
    draw_round(desk, known, round=1, by="director")
    published(desk, known)
    history = desk.state(known).history
    later = History(entries=history.entries, identity="f" * 32)
    found = verify_draw(write_history(later), proof=proof_of(desk, known, round=1).file)
    assert found.conclusion is Conclusion.REFUSED
    assert "is not the one that the proof names" in str(found.reasons[0])


def test_the_proof_of_a_team_event_is_about_its_matches() -> None:
    hall = team_hall("North: Ada 3d, Bo 1d; South: Cy 2d, Di 2k; East: Ed 1k, Flo 3k; West: Gus 4k, Hal 5k")
    draw_round(*hall.at, round=1, by="director")
    proof, verdict = published(*hall.at)
    names = proof.about["players"]["name"]
    assert (proof.about["sides"], sorted(names)) == ("teams", ["East", "North", "South", "West"])
    assert verdict.kind == "best"
    assert shown_boards(hall.event, 1) == [
        (table, names[white], names[black]) for table, white, black, *_ in proof.about["boards"]
    ]


def test_the_proof_of_a_stage_names_an_entry_of_the_log_of_its_event() -> None:
    desk, known = opened(6)
    stage = StagePlan(id=StageId("final"))
    field = [
        Player(id=PlayerId(f"q{i}"), surname=f"Finalist {i}", grade=Grade.of_number(0)) for i in range(4)
    ]
    inside: list[events.Event] = [
        events.TournamentCreated(name="Final", settings=Settings(rounds=2)),
        *(events.PlayerRegistered(player=each) for each in field),
    ]
    within = [events.InStage(stage=stage.id, change=each) for each in inside]  # type: ignore[arg-type]
    desk.change(known, lambda _: [events.StageOpened(plan=stage), *within], by="director")
    draw_round(desk, f"{known}~final", round=1, by="director")
    proof, verdict = published(desk, f"{known}~final")
    assert verdict.kind == "best"
    hashes = log_hashes(desk, desk.state(known), since=1).hashes
    assert hashes[proof.about["log"]["entry"] - 1] == proof.about["log"]["hash"]
    # Entries of the event between the draw and the publication, and after it, are no entries of the stage.
    unpublish_round(desk, f"{known}~final", round=1, by="director")
    desk.change(known, lambda _: [events.DetailsChanged(name="Renamed")], by="director")
    proof, _ = published(desk, f"{known}~final")
    desk.change(known, lambda _: [events.DetailsChanged(name="Named again")], by="director")
    document = write_history(desk.state(known).history)
    for name in ("final", "FINAL"):
        found = verify_draw(document, round=1, stage=name)
        assert (found.hash, found.added, found.conclusion) == (proof.hash, 1, Conclusion.BEST)
        assert found.conclusion is Conclusion.BEST
    with pytest.raises(InputError, match="round 1 of this event was not published with a proof"):
        verify_draw(document, round=1)
    with pytest.raises(InputError, match="there is no stage 'semifinal': final"):
        verify_draw(document, stage="semifinal")


def _final_that_knows_the_groups() -> Console:
    hall = groups_of(8, 2)
    final = final_after(hall, ("group-a", 1, 2), ("group-b", 1, 2), system="swiss")
    for group in ("group-a", "group-b"):
        strong_wins(inside(hall, group))
    fill_stage(*hall.at, final, by="A")
    draw_round(*inside(hall, final).at, round=1, by="A")
    return hall


def test_the_proof_of_a_stage_is_checked_with_the_games_of_other_stages() -> None:
    hall = _final_that_knows_the_groups()
    final = inside(hall, "final")
    proof, verdict = published(hall.desk, final.id)
    assert verdict.kind == "best"
    assert proof.about["log"]["entry"] == hall.state.version - 1
    assert any(proof.about["players"]["balance"])
    found = verify_draw(write_history(hall.state.history), round=1, stage="final")
    assert found.conclusion is Conclusion.BEST


def test_proofs_of_rounds_that_are_published_together_hold_one_by_one() -> None:
    hall = hall_of(8)
    open_groups(*hall.at, count=2, system="swiss", rounds=3, by="A")
    draw_in_all(*hall.at, by="A")
    publish_in_all(*hall.at, by="A")
    document = write_history(hall.state.history)
    for group in ("group-a", "group-b"):
        kept = proof_of(hall.desk, inside(hall, group).id, round=1)
        for file in (kept.file, None):
            found = verify_draw(document, round=1, stage=group, proof=file)
            assert found.hash == kept.hash
            assert found.conclusion is Conclusion.BEST


def test_a_proof_that_names_the_last_entry_of_its_stage_is_still_accepted() -> None:
    hall = _final_that_knows_the_groups()
    final = inside(hall, "final")
    change_player(*hall.at, hall.who("P1"), lambda old: replace(old, club="Graz"), by="A")
    last, inside_stage = entries_before(final.state)
    assert inside_stage < last == hall.state.version
    old = make_proof(final.state, 1, end=log_end(hall.desk, final.state, inside_stage))
    assert old is not None
    hall.desk.change(final.id, lambda _: [events.RoundPublished(round=1, proof=old.hash)], by="A")
    document = write_history(hall.state.history)
    for file in (old.file, None):
        found = verify_draw(document, round=1, stage="final", proof=file)
        assert found.hash == old.hash
        assert found.conclusion is Conclusion.BEST
    assert proof_of(hall.desk, final.id, round=1).hash == old.hash


def test_a_proof_of_namesakes_that_an_older_version_made_without_ids_is_made_again() -> None:
    desk, known = event("miai", players=8, seed=3, namesakes=2)
    number, proof, named = next(proofs(desk, known))
    assert "id" in proof.about["players"]
    entry = publication_of(desk.state(known), number)
    assert entry
    before = desk.state_at(known, entry.number - 1)
    end = log_end(desk, before, before.version)
    older = make_proof(before, number, end=end, with_ids=False)
    assert older is not None
    assert "id" not in open_proof(older.file).about["players"]
    for wanted in (older.hash, proof.hash):
        again = make_proof_again(before, number, ends=[end], named=wanted)
        assert again is not None
        assert again.hash == wanted
    assert named == proof.hash


# Facts that change between the draw and the publication -----------------------------------------------


@pytest.fixture
def drafted() -> tuple[Desk, str]:
    """Ten players after one round, the second drawn and not published."""
    desk, known = opened(10)
    draw_round(desk, known, round=1, by="director")
    for board in desk.state(known).tournament.round(1).boards:
        enter_result(desk, known, round=1, table=board.table, result=Result.WHITE_WINS, by="director")
    draw_round(desk, known, round=2, by="director")
    return desk, known


def turn(desk: Desk, known: str) -> None:
    """Correct two results of round 1."""
    for table in (1, 4):
        enter_result(desk, known, round=1, table=table, result=Result.BLACK_WINS, by="director")


def test_a_proof_rests_on_the_facts_of_the_draw_as_its_explanation_does(drafted: tuple[Desk, str]) -> None:
    desk, known = drafted
    explained = evaluation_of(desk, known, round=2)
    turn(desk, known)
    proof, verdict = published(desk, known, 2)
    assert verdict.kind == "best"
    assert evaluation_of(desk, known, round=2).boards == explained.boards
    names = desk.state(known).tournament.names
    about = proof.about["players"]
    by_proof = dict(zip(about["name"], about["score"], strict=True))
    for board in explained.boards:
        gap = by_proof[names[board.board.white]] - by_proof[names[board.board.black]]
        assert abs(gap) == abs(board.facts.gap), board.board


def test_a_document_with_such_a_proof_is_verified(drafted: tuple[Desk, str]) -> None:
    desk, known = drafted
    turn(desk, known)
    weakest = next(each for each in desk.state(known).tournament.players if each.surname == "Player 9")
    renamed = replace(weakest, surname="Aaron", grade=Grade.of_number(0))
    desk.change(known, lambda _: [events.PlayerChanged(player=renamed)], by="director")
    proof, _ = published(desk, known, 2)
    assert "Aaron" in proof.about["players"]["name"], "players find the name that they see"
    found = verify_draw(write_history(desk.state(known).history), round=2)
    assert found.hash == proof.hash
    assert found.conclusion is Conclusion.BEST


def test_a_proof_that_an_older_version_made_from_later_facts_stays_valid(drafted: tuple[Desk, str]) -> None:
    desk, known = drafted
    turn(desk, known)
    before = desk.state(known)
    end = log_end(desk, before, before.version)
    older = make_proof(before, 2, end=end, facts_now=True)
    newer = make_proof(before, 2, end=end)
    assert older and newer and older.hash != newer.hash
    desk.change(known, lambda _: [events.RoundPublished(round=2, proof=older.hash)], by="director")
    assert proof_of(desk, known, round=2) == older
    found = verify_draw(write_history(desk.state(known).history), round=2)
    assert found.hash == older.hash
    assert found.conclusion is Conclusion.BEST
