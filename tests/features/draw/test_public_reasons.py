"""Why players meet, for the players: the engine's reasons at the publication, without anybody's wishes."""

import ast
from pathlib import Path

import pytest

import miai.engine.pairing
from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.engine.pairing.private_reasons import PERSONAL
from miai.errors import InputError
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.public_reasons import PublicReasons, public_reasons
from miai.features.draw.wishes import never_pair, offer_bye, want_game
from miai.features.history.undo import undo
from miai.features.publish.publish_round import publish_round
from miai.server.words import tell

# Notes and errors of the draw, which only the director reads.
NO_REASONS = {
    "%(names)s volunteered to sit out, but without them the others cannot be paired",
    "%(names)s volunteered to sit out, but without any of them the others cannot be paired",
    "the director's wishes are kept to",
}


def hall(*, players: int = 8, **settings: object) -> tuple[Desk, str]:
    """An event of players A, B, C, … with round 1 to be drawn; C and D are family."""
    people = [
        Player(
            id=PlayerId(f"p{i}"),
            surname=chr(65 + i),
            grade=Grade.of_number(-i),
            family="Secret" if i in (2, 3) else "",
        )
        for i in range(players)
    ]
    desk = Desk(MemoryStore())
    created = events.TournamentCreated(name="Open", settings=Settings(rounds=3, **settings))  # type: ignore[arg-type]
    known = desk.create(History.of([created, *(events.PlayerRegistered(player=each) for each in people)]))
    return desk, known.id


def said(found: PublicReasons) -> str:
    return "\n".join(
        f"{tell(reason.title)}: {tell(reason.text)}" for each in found.seats for reason in each.reasons
    )


def published(desk: Desk, known: str) -> PublicReasons:
    publish_round(desk, known, round=1, by="director")
    return public_reasons(desk, known, round=1)


def test_the_reasons_are_those_that_the_director_reads() -> None:
    desk, known = hall()
    draw_round(desk, known, round=1, by="director")
    found = published(desk, known)
    for board in evaluation_of(desk, known, round=1).boards:
        own = found.of(board.white.id)
        assert own
        assert own.names == (board.white.name, board.black.name)
        expected = [(each.text, each.ideal) for each in board.reasons if each.rule != "chance"]
        assert [(each.text, each.ideal) for each in own.reasons] == expected


def test_results_that_come_in_later_change_nothing() -> None:
    desk, known = hall()
    draw_round(desk, known, round=1, by="director")
    before = published(desk, known)
    results = [events.ResultEntered(round=1, table=table, result=Result.WHITE_WINS) for table in range(1, 5)]
    desk.change(known, lambda _: results, by="director")
    assert public_reasons(desk, known, round=1) == before


@pytest.mark.parametrize("system", ["swiss", "aga", "knockout"])
def test_wishes_and_families_are_respected_without_details(system: str) -> None:
    desk, known = hall(system=system)
    never_pair(desk, known, a=PlayerId("p0"), b=PlayerId("p4"), by="director")
    if system != "knockout":
        want_game(desk, known, round=1, white=PlayerId("p1"), black=PlayerId("p7"), by="director")
    draw_round(desk, known, round=1, by="director")
    text = said(published(desk, known))
    for word in ("family", "forbade", "wants", "never"):
        assert word not in text
    if system != "knockout":
        assert "a wish of the director was respected; what it is stays private" in text


def test_somebody_who_volunteered_for_the_bye_is_not_named_as_such() -> None:
    desk, known = hall(players=7)
    offer_bye(desk, known, round=1, player=PlayerId("p1"), by="director")
    draw_round(desk, known, round=1, by="director")
    text = said(published(desk, known))
    assert "volunteered" not in text
    assert "a wish of the director was respected" in text


def test_a_game_set_by_hand_is_the_decision_of_the_director() -> None:
    desk, known = hall()
    draw_round(desk, known, round=1, by="director")
    one, other = desk.state(known).tournament.round(1).boards[:2]
    swap(desk, known, round=1, a=one.white, b=other.white, by="director")
    found = published(desk, known)
    own = found.of(one.white)
    assert own
    assert "the director chose" not in said(found)
    assert not all(reason.ideal for reason in own.reasons)


def test_unpublished_pairings_have_no_reasons() -> None:
    desk, known = hall()
    draw_round(desk, known, round=1, by="director")
    saved = publish_round(desk, known, round=1, by="director")
    undo(desk, known, saved.entries[-1].number, by="director")
    with pytest.raises(InputError, match="not published"):
        public_reasons(desk, known, round=1)


def test_every_sentence_about_wishes_is_known_as_personal() -> None:
    """A new sentence about the director's wishes, families or volunteers must not reach players unnoticed."""
    root = Path(miai.engine.pairing.__file__).parent
    reasons = [root / "rules", root / "systems", root / "aga", root / "pricing"]
    files = [path for folder in reasons for path in folder.glob("*.py")]
    files += [root / f"{name}.py" for name in ("analysis", "byes", "drawing", "private_reasons", "solving")]
    found = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Message", "counted", "mark"):
                found |= {
                    arg.value
                    for arg in node.args
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    words = ("director", "family", "volunteer", "wants")
    about_wishes = {text for text in found if any(word in text for word in words)}
    assert about_wishes >= PERSONAL - {"the director wants this game in this round"}
    assert about_wishes - PERSONAL - NO_REASONS == set()
