"""What holds for every tournament that is written as an American result file."""

from hypothesis import given

from miai.domain.tournament import Tournament
from miai.formats import FORMATS, recognise
from miai.formats.losses import losses
from strategies import tournaments


@given(tournaments())
def test_american_result_files_lose_nothing_but_what_is_listed(event: Tournament) -> None:
    if not event.players:
        return
    form = FORMATS["aga"]
    data = form.write(event)
    assert recognise(data) is form
    held = form.read(data).tournament
    once_more = form.read(form.write(held))
    assert once_more.tournament == held
    assert losses(held, once_more) == []
