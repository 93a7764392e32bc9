"""Faults that Miai had, each put back by a patch; `test_faults.py` lets the machine look for them.

The machine finds these, each by one of its checks; named tests find them too.

| Fault | Check of the machine that finds it | Named test |
|---|---|---|
| a removed player's bonus points stay | `names_only_what_exists` | `test_nothing_dangles.py` |
| a removed player's wishes stay | `names_only_what_exists` | `test_nothing_dangles.py` |
| a removed player's place in a band stays | `names_only_what_exists` | `test_nothing_dangles.py` |
| an entry is undone that a wish depends on | `names_only_what_exists` | `test_nothing_dangles.py` |
| an id is used again after a removal | `uses_no_id_again` | `test_new_ids.py` |
| a forced game is written in two steps | `Hall.attempt` | `test_nothing_dangles.py` |
| a postponed game keeps the colours it had | `reads_back`, in about 500 sequences | `test_found.py` |
| rules or grades move the past unseen | `announces_what_moves` | `test_asking.py`, `test_compare.py` |
| a bracket without boards has no overview | `Telling`, in about 500 sequences | `test_found.py` |
| a side has another grade than its people | `sides_are_their_people` | `test_sides.py` |
| a half of another rounding is undone | `sides_are_their_people` | `test_sides.py` |
| entries name an event that has left | `people_are_the_same` | `features/congress/test_entries.py` |
| one log is written after the other | `CongressHall.attempt` | `features/congress/test_together.py` |
| undoing a grade moves a published table unseen | `announces_what_moves` | `test_publication.py` |
| a player who withdrew is seeded and drawn | `seeds_nobody_who_withdrew` | `test_qualification.py` |
| a withdrawal stays in the event | `enters_nobody_who_withdrew` | `test_stage_view.py` |
| a corrected result is not noticed in the cup | `says_who_qualifies` | `test_qualification.py` |
| the main draw repeats games of the cup | `meets_again_only_if_it_must` | `test_games_elsewhere.py` |
| the file of an event lacks games of its stages | `the_file_has_every_game_once` | `test_whole_event.py` |
| details entered later do not reach stages | `people_and_details_are_the_events` | `test_stage_view.py` |
| a play-off decides nothing | `says_who_qualifies` | `test_ties.py` |

`putting_back.py` puts back the others, which are about single pages, files and prices, and a named test finds
each: names and their order, headings, marks of drafts, forms, rules of systems, settings that do not act,
`gotha`, reasons, history and late arrivals. These have a named test and no patch:

| Fault | Named test |
|---|---|
| two laptops choose the same id | `test_new_ids.py`, `test_parted_logs.py` |
| entries that wait for the network die with the tab | `browser/test_left_entries.py` |
| games of namesakes are credited to one of them | `features/uploads/test_check_upload.py` |
| OpenGotha cannot tell namesakes apart | `formats/opengotha/test_opengotha.py` |
| bands are neither built nor shown | `features/bands/test_bands_of_entries.py` |
| more rounds than can be paired, without a warning | `features/draw/test_round_warnings.py` |
| criteria change a published table | `features/consequences/test_publication.py` |
"""

from collections.abc import Callable, Sequence

import pytest
from hypothesis.stateful import RuleBasedStateMachine

from miai.desk import deciding
from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import history
from miai.domain.log.events import Event, ResultEntered
from miai.domain.log.history import Entry, History
from miai.domain.log.new_ids import NewIds
from miai.domain.log.replay import forgetting
from miai.domain.people.player import PlayerId
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.features.consequences import confirm
from miai.features.consequences.kinds import can_move_past
from miai.features.draw.draw_round import draw_around_wishes
from miai.features.draw.wishes import want_game
from miai.store.protocol import Addition
from miai.store.tournament_id import TournamentId
from seams import acts
from seams.congress import CongressMachine
from seams.machine import SeamsMachine, WithStages
from seams.stage_faults import OF_STAGES

Patch = Callable[[pytest.MonkeyPatch], None]


def bonus_stays(patch: pytest.MonkeyPatch) -> None:
    _without_the_guard(patch)
    patch.setattr(forgetting, "_round_without", lambda drawn, gone: drawn)


def wishes_stay(patch: pytest.MonkeyPatch) -> None:
    _without_the_guard(patch)
    patch.setattr(forgetting, "wishes_without", lambda wishes, gone: wishes)


def band_stays(patch: pytest.MonkeyPatch) -> None:
    _without_the_guard(patch)
    patch.setattr(forgetting, "settings_without", lambda settings, gone: settings)


def undone_though_named(patch: pytest.MonkeyPatch) -> None:
    _without_the_guard(patch)


def id_used_again(patch: pytest.MonkeyPatch) -> None:
    """As Miai 0.2 did it: after the highest number of those who are there."""

    def new_ids(desk: Desk, state: State) -> NewIds:
        return NewIds(History.of_tournament(state.tournament), origin=desk.origin)

    patch.setattr(Desk, "new_ids", new_ids)


def forced_in_two_steps(patch: pytest.MonkeyPatch) -> None:
    def force(
        desk: Desk,
        tournament_id: str,
        *,
        round: int,  # noqa: A002 - as the use case
        white: PlayerId,
        black: PlayerId,
        by: str,
    ) -> Saved:
        wish = {"round": round, "white": white, "black": black, "by": by}
        saved = want_game(desk, tournament_id, **wish)  # type: ignore[arg-type]
        if not desk.state(tournament_id).tournament.round(round).boards:
            return saved
        try:
            return draw_around_wishes(desk, tournament_id, round=round, by=by)
        except (InputError, NoPairingError):
            want_game(desk, tournament_id, **wish, wanted=False)  # type: ignore[arg-type]
            raise

    patch.setattr(acts, "force_game", force)


def moved_unseen(patch: pytest.MonkeyPatch) -> None:
    """Only a corrected result was shown before it was saved, as in Miai 0.2."""

    def corrects(event: Event, tournament: Tournament, history: History) -> bool:
        return isinstance(event, ResultEntered) and can_move_past(event, tournament, history)

    patch.setattr(confirm, "can_move_past", corrects)


def one_log_after_the_other(patch: pytest.MonkeyPatch) -> None:
    """A refusal or a fault at the second log left the first one written."""
    write = Desk._write

    def one_by_one(desk: Desk, additions: Sequence[Addition]) -> dict[TournamentId, tuple[Entry, ...]]:
        return {log: new for each in additions for log, new in write(desk, (each,)).items()}

    patch.setattr(Desk, "_write", one_by_one)


def _without_the_guard(patch: pytest.MonkeyPatch) -> None:
    for module in (deciding, history):
        patch.setattr(module, "demand_nothing_dangles", lambda *about: None)


# Each fault with the machine that finds it.
FAULTS: dict[Patch, type[RuleBasedStateMachine]] = {
    bonus_stays: SeamsMachine,
    wishes_stay: SeamsMachine,
    band_stays: SeamsMachine,
    undone_though_named: SeamsMachine,
    id_used_again: SeamsMachine,
    forced_in_two_steps: SeamsMachine,
    moved_unseen: SeamsMachine,
    one_log_after_the_other: CongressMachine,
    **dict.fromkeys(OF_STAGES, WithStages),
}
