"""Whatever forms and addresses hold, the answer is a page: nothing breaks, and no page is broken later."""

from random import Random

from conftest import SOAK
from fuzzed_requests import DEMO, FuzzedSite

REQUESTS = 10_000 if SOAK else 250
# Public pages are looked at after so many requests; then the tournament is put back.
_LOOK, _RESTORE = 50, 100


def test_odd_forms_and_addresses_never_break_the_application() -> None:
    fuzzed = FuzzedSite(random=Random(14))
    broken = []
    for number, request in enumerate(fuzzed.requests(REQUESTS), start=1):
        answer = fuzzed.send(request)
        if answer.status_code >= 500:
            broken.append(f"{answer.status_code}: {request}")
        if number % _LOOK == 0:
            broken += [
                f"{page} after {request}"
                for page in fuzzed.public_pages()
                if DEMO in fuzzed.store.histories and fuzzed.client.get(page).status_code >= 500
            ]
        if number % _RESTORE == 0:
            fuzzed.restore()
    assert broken == []
