"""The desk on a real database: two programs at work on one tournament."""

from contextlib import closing
from pathlib import Path

import pytest

from miai.desk.live_state import Desk
from miai.domain.people.player import Registration
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.draw.wishes import never_pair
from miai.features.history.undo import undo
from miai.features.phones.claim_result import claim_result
from miai.features.players.paste_players import register_pasted
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import Clash, enter_result
from miai.features.schedule.set_clock import set_clock
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store

FIELD = "Maes Hanne 2d\nKask Rasmus 7k\nBakker Femke 1d\nOzols Edgars 12k"


def test_two_programs_and_a_restart_see_the_same_tournament(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as here, closing(open_store(tmp_path)) as there:
        director, result_desk = Desk(here), Desk(there)
        cup = create_tournament(director, name="Spring Cup", by="Anneke").id
        register_pasted(director, cup, FIELD, registration=Registration.FINAL, by="Anneke")
        draw_round(director, cup, round=1, by="Anneke")
        publish_round(director, cup, round=1, by="Anneke")
        set_clock(director, cup, round=1, minutes=90, by="Anneke")
        [first, second] = result_desk.state(cup).tournament.round(1).boards
        never_pair(director, cup, a=first.white, b=second.white, by="Anneke")
        enter_result(result_desk, cup, round=1, table=1, result=Result.WHITE_WINS, by="Tomás")
        entered = result_desk.state(cup).version
        with pytest.raises(Clash, match="Tomás entered table 1 first"):
            enter_result(
                director, cup, round=1, table=1, result=Result.JIGO, by="Anneke", seen=Result.UNKNOWN
            )
        claim_result(result_desk, cup, round=1, player=second.black, result=Result.BLACK_WINS, by="phone")
        undo(director, cup, entered, by="Anneke")
        state = director.state(cup)
        assert result_desk.state(cup) == state
    with closing(open_store(tmp_path)) as again:
        assert Desk(again).state(cup) == state
    assert [board.result for board in state.tournament.round(1).boards] == [Result.UNKNOWN, Result.BLACK_WINS]
