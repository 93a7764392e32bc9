"""What holds for every tournament that is written as an American result file."""

from hypothesis import given

from kit.strategies import tournaments
from miai.domain.tournament import Tournament
from miai.formats import FORMATS, recognise
from miai.formats.opengotha.losses import losses


@given(tournaments())
def test_american_result_files_lose_nothing_but_what_is_listed(event: Tournament) -> None:
    if not event.players:
        return
    form = FORMATS["aga"]
    data = form.write(event)
    assert recognise(data) is form
    # The file lists players whose only round was a bye; without it they never played.
    held = form.read(form.write(form.read(data).tournament))
    once_more = form.read(form.write(held.tournament))
    assert losses(held.tournament, once_more) == []
    assert losses(once_more.tournament, held) == []
