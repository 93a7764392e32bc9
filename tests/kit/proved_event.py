"""A whole event, drawn and published round by round, with the proofs of its draws."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.engine.verify.proof_file import ProofFile, open_proof
from miai.engine.verify.round_in_log import RoundInLog, rounds_in_log
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round
from miai.features.draw.proof import proof_of, publication_of
from miai.features.publish.publish_round import publish_round

ROUNDS = 4


def _always(results: list[events.Event], _state: State) -> list[events.Event]:
    return results


def event(
    preset: str,
    *,
    players: int,
    seed: int,
    pairing: PairingRules | None = None,
    rules: Settings | None = None,
    namesakes: int = 1,
) -> tuple[Desk, str]:
    """A whole event, drawn and published round by round; round 3 is changed by hand.

    The first players are `namesakes`.
    """
    chance = random.Random(seed)
    field = [
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"Player {max(i, namesakes - 1)}",
            grade=Grade.of_number(chance.randint(-12, 3)),
            club=chance.choice(("Here", "There", "")),
            country=chance.choice(("FR", "DE")),
            time_zone=("Europe/Paris", "Asia/Tokyo", "UTC-5", "")[i % 4],
        )
        for i in range(players)
    ]
    desk = Desk(MemoryStore())
    settings = replace(rules or Settings(), preset=preset, rounds=ROUNDS, pairing=pairing or PairingRules())
    created = events.TournamentCreated(name="Open", settings=settings)
    state = desk.create(History.of([created, *(events.PlayerRegistered(player=each) for each in field)]))
    for number in range(1, ROUNDS + 1):
        draw_round(desk, state.id, round=number, by="director")
        boards = desk.state(state.id).tournament.round(number).boards
        if number == 3:
            swap(desk, state.id, round=3, a=boards[0].white, b=boards[-1].white, by="director")
            boards = desk.state(state.id).tournament.round(number).boards
        publish_round(desk, state.id, round=number, by="director")
        results: list[events.Event] = [
            events.ResultEntered(
                round=number, table=board.table, result=chance.choice((Result.WHITE_WINS, Result.BLACK_WINS))
            )
            for board in boards
        ]
        desk.change(state.id, partial(_always, results), by="director")
    return desk, state.id


def proofs(desk: Desk, known: str) -> Iterator[tuple[int, ProofFile, str]]:
    """The proof of each round, with the hash that the log names."""
    for number in range(1, ROUNDS + 1):
        made = proof_of(desk, known, round=number)
        yield number, open_proof(made.file), made.hash


def in_log(desk: Desk, known: str, number: int) -> RoundInLog:
    """A round as the log before its publication has it."""
    published = publication_of(desk.state(known), number)
    assert published
    return next(rounds_in_log(desk.state_at(known, published.number - 1).history, number))
