"""Events that were drawn with the first edition of the weights are proved and drawn by it for ever.

Both documents were written by Miai 0.2: they seed by fold, take floaters from the ends of groups and prefer
games about grades, which is all that the second edition weighs differently.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kit.memory_store import MemoryStore
from kit.places import TESTS
from miai.desk.live_state import Desk, State
from miai.domain.log.document import read_history
from miai.domain.log.events import RoundPublished
from miai.domain.settings.weights_edition import WeightsEdition
from miai.domain.tournament import Tournament
from miai.engine.verify.proof_file import open_proof
from miai.engine.verify.round_check import check_round
from miai.engine.verify.round_in_log import rounds_in_log
from miai.engine.verify.verdicts import Difference, What
from miai.features.draw.pair import pair
from miai.features.draw.proof import LogEnd, make_proof
from miai.features.settings.rule_warnings import rule_warnings

DOCUMENTS = sorted((TESTS / "golden" / "first_edition").glob("*.miai"))


def _published(document: Path) -> list[tuple[State, RoundPublished, str]]:
    """Each publication with the state before it and the hash of the entry before it, as it was written."""
    desk = Desk(MemoryStore())
    known = desk.create(read_history(document.read_bytes())).id
    entries = json.loads(document.read_bytes())["history"]
    return [
        (desk.state_at(known, entry.number - 1), entry.event, entries[entry.number - 2]["hash"])
        for entry in desk.state(known).history.entries
        if isinstance(entry.event, RoundPublished)
    ]


def _in_edition(event: Tournament, edition: WeightsEdition) -> Tournament:
    rules = replace(event.settings.pairing, edition=edition)
    return replace(event, settings=replace(event.settings, pairing=rules))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_the_proofs_of_old_draws_are_made_again_to_the_letter_and_still_verify(document: Path) -> None:
    published = _published(document)
    assert len(published) == 4
    for before, event, entry_hash in published:
        proof = make_proof(before, event.round, end=LogEnd(entry=before.last_entry, hash=entry_hash))
        assert proof is not None
        assert proof.hash == event.proof
        opened = open_proof(proof.file)
        assert opened.about["claim"]["kind"] == ("changed" if event.round == 3 else "best")
        known = next(rounds_in_log(before.history, event.round))
        assert check_round(opened, known).differences == ()
        # By other weights these would not be the costs: the edition is what tells them apart.
        if document.stem == "balanced":
            other = replace(known, facts=_in_edition(known.facts, WeightsEdition.SECOND))
            found = check_round(opened, other)
            assert Difference(what=What.PRICES, of="float_place") in found.differences
            assert {each.of for each in found.differences} <= {"float_place", "grading"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_an_old_event_goes_on_by_its_edition_until_its_director_takes_the_other(document: Path) -> None:
    event = read_history(document.read_bytes()).tournament()
    assert event.settings.pairing.edition is WeightsEdition.FIRST
    again = replace(event, rounds=event.rounds[:3])

    def games(event: Tournament) -> set[tuple[str, str]]:
        return {(game.white.id, game.black.id) for game in pair(event, round=4, seed=0).boards}

    drawn = {(game.white, game.black) for game in event.round(4).boards}
    assert games(again) == drawn
    newest = _in_edition(again, WeightsEdition.SECOND)
    assert games(newest) != drawn
    [warned] = [each for each in rule_warnings(event.settings) if "first edition" in str(each)]
    assert "choose the second edition" in str(warned)
    assert not [each for each in rule_warnings(newest.settings) if "edition" in str(each)]
