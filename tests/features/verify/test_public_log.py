"""`miai verify` with the public log: the same verdicts, unless a proof uses private facts."""

import json
from pathlib import Path
from typing import Any

import pytest

from kit.command import Run
from kit.forged_events import Forged
from kit.memory_store import MemoryStore
from kit.proved_event import event
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.log.public_part import public_log_of
from miai.domain.log.sealing import Seal, erased
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.engine.verify.seeds import SeedOrigin
from miai.engine.verify.verdicts import Why
from miai.features.draw.draw_round import draw_round
from miai.features.draw.proof import proof_of
from miai.features.public_log.public_log import whole_log
from miai.features.publish.publish_round import publish_round
from miai.features.verify.verify_draw import Conclusion, Verification, verify_draw


def of_public(desk: Desk, known: str, number: int) -> Verification:
    proof = proof_of(desk, known, round=number)
    return verify_draw(whole_log(desk.state(known)), round=number, proof=proof.file)


def drawn(wishes: Wishes, *, players: int = 8, family: str = "") -> tuple[Desk, str]:
    """A first round that is drawn by some wishes and published."""
    field = [
        Player(
            id=PlayerId(f"p{n}"), surname=f"Name{n}", grade=Grade.of_number(-(n % 3)), family=family * (n < 2)
        )
        for n in range(players)
    ]
    desk = Desk(MemoryStore())
    entered = [events.PlayerRegistered(player=each) for each in field]
    created = events.TournamentCreated(name="Open", lot="a lot")
    known = desk.create(History.of([created, *entered, events.WishesChanged(wishes=wishes)])).id
    draw_round(desk, known, round=1, by="director")
    publish_round(desk, known, round=1, by="director")
    return desk, known


@pytest.mark.parametrize("preset", ["miai", "gotha", "aga", "kaniuk"])
def test_the_verdicts_are_those_of_the_whole_log(preset: str) -> None:
    desk, known = event(preset, players=13, seed=3)
    kinds = set()
    for number in range(1, 5):
        proof = proof_of(desk, known, round=number).file
        whole = verify_draw(write_history(desk.state(known).history), round=number, proof=proof)
        public = of_public(desk, known, number)
        assert (public.conclusion, public.reasons) == (whole.conclusion, ())
        assert public.public
        assert public.seed
        assert public.seed.origin is SeedOrigin.HIDDEN
        assert public.head
        assert public.head.hash == desk.store.hashes(desk.state(known).id, after=0)[public.head.entries - 1]
        kinds.add(public.conclusion)
    assert kinds == {Conclusion.BEST, Conclusion.CHANGED}


ONE, TWO, LAST = PlayerId("p0"), PlayerId("p1"), PlayerId("p6")
PRIVATE = {
    Why.HIDDEN_PAIRS: drawn(Wishes(apart=((ONE, TWO),))),
    Why.HIDDEN_GAMES: drawn(Wishes(games=(WantedGame(round=1, white=ONE, black=TWO),))),
    Why.HIDDEN_BYE: drawn(Wishes(volunteers=(ByeVolunteer(round=1, player=ONE),)), players=7),
}


@pytest.mark.parametrize("why", PRIVATE, ids=lambda why: why.value)
def test_a_proof_that_uses_a_private_fact_is_not_verified_and_the_fact_is_named(why: Why) -> None:
    desk, known = PRIVATE[why]
    found = of_public(desk, known, 1)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert found.round
    assert [each.why for each in found.round.missing] == [why]
    assert len(found.reasons) == 1
    proof = proof_of(desk, known, round=1).file
    whole = verify_draw(write_history(desk.state(known).history), round=1, proof=proof)
    assert whole.conclusion is Conclusion.BEST


def test_a_family_is_a_private_reason_for_a_pair() -> None:
    found = of_public(*drawn(Wishes(), family="kin"), 1)
    assert [str(each) for each in found.reasons] == [
        "1 pair is kept apart for a private reason, such as a wish or family"
    ]


def test_wishes_that_a_draw_did_not_need_do_not_matter() -> None:
    assert of_public(*drawn(Wishes(tables=((ONE, 3),))), 1).conclusion is Conclusion.BEST


def test_a_public_log_alone_cannot_give_the_proof() -> None:
    desk, known = event("miai", players=9, seed=4)
    found = verify_draw(whole_log(desk.state(known)), round=2)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert "--proof" in str(found.reasons[0])


def _scores(made: Forged) -> None:
    made.about["players"]["score"][0] += 4


def _forbidden(made: Forged) -> None:
    made.forbid_others(made.about["best"]["pairs"])


def _free(made: Forged) -> None:
    made.charge_nothing()


def _other_games(made: Forged) -> None:
    made.play(made.bad_draw(), in_log=False)
    made.claim()


def _event(made: Forged) -> None:
    made.about["event"] = "Another Open"


def _grade(made: Forged) -> None:
    made.about["players"]["grade"][0] = "7d"


@pytest.mark.parametrize("forge", [_scores, _forbidden, _free, _other_games, _event, _grade])
def test_no_forged_proof_is_accepted_with_a_public_log(forge: Any) -> None:
    desk, known = event("miai", players=9, seed=4)
    made = Forged.of(desk, known, 2)
    forge(made)
    document, proof = made.written()
    public = json.dumps(public_log_of(read_history(document))).encode()
    found = verify_draw(public, round=2, proof=proof)
    assert found.conclusion in (Conclusion.REFUSED, Conclusion.NOT_VERIFIED)
    assert found.reasons
    if forge is not _forbidden:
        assert found.conclusion is Conclusion.REFUSED


def test_a_changed_public_log_is_refused() -> None:
    desk, known = event("miai", players=9, seed=4)
    proof = proof_of(desk, known, round=2).file
    text = whole_log(desk.state(known)).decode()
    assert "Player 1" in text
    found = verify_draw(text.replace("Player 1", "Player x", 1).encode(), round=2, proof=proof)
    assert found.conclusion is Conclusion.REFUSED


def test_after_a_private_value_was_erased_everything_is_as_before() -> None:
    desk, known = event("miai", players=9, seed=4)
    proof = proof_of(desk, known, round=2).file
    document = _erased(desk, known, "player.time_zone", "player.birth_year", "by", "player.fee")
    before = verify_draw(write_history(desk.state(known).history), round=2, proof=proof)
    assert b'"birth_year": null' in document, "it was empty, and there was nothing to erase"
    found = verify_draw(_erased(desk, known, "by", "player.paid"), round=2, proof=proof)
    assert (found.conclusion, found.head) == (before.conclusion, before.head)
    assert found.conclusion is Conclusion.BEST


def test_after_a_name_was_erased_a_draw_is_not_refused() -> None:
    desk, known = event("miai", players=9, seed=4)
    proof = proof_of(desk, known, round=2).file
    document = _erased(desk, known, "player.surname")
    found = verify_draw(document, round=2, proof=proof)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert [str(each) for each in found.reasons] == ["facts that decide about this draw were erased"]
    public = json.dumps(public_log_of(read_history(document))).encode()
    assert verify_draw(public, round=2, proof=proof).conclusion is Conclusion.NOT_VERIFIED


def _erased(desk: Desk, known: str, *paths: str) -> bytes:
    """The document of an event without some values of one player."""
    document = json.loads(write_history(desk.state(known).history))
    raw = document["history"][1]
    fields = {name: each for name, each in raw.items() if name not in ("sealed", "hash")}
    seal = erased(fields, Seal.of_json(raw["sealed"]), lambda path, _: path in paths)
    document["history"][1] = {**fields, "sealed": seal.as_json(), "hash": raw["hash"]}
    return json.dumps(document).encode()


def test_the_command_says_what_it_did_not_look_at(run: Run, tmp_path: Path) -> None:
    desk, known = event("miai", players=9, seed=4)
    log, proof = tmp_path / "public.json", tmp_path / "proof"
    log.write_bytes(whole_log(desk.state(known)))
    proof.write_bytes(proof_of(desk, known, round=2).file)
    status, out, _ = run("verify", log, "--round", "2", "--proof", proof)
    assert status == 0
    assert "PROVEN BEST" in out
    assert "Not looked at, because it is private: wishes, families" in out
    status, out, _ = run("verify", log, "--round", "2", "--proof", proof, "--json")
    assert (status, json.loads(out)["public_log"]) == (0, True)
    status, _, err = run("show", log)
    assert status == 2
    assert "this is the public part of a log" in err
