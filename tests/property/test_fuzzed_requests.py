"""Whatever forms and addresses hold, the answer is a page: nothing breaks, and no page is broken later."""

import resource
from random import Random
from time import perf_counter

from conftest import SOAK
from kit.fuzzed_requests import DEMO, FuzzedSite

REQUESTS = 10_000 if SOAK else 250
# Public pages are looked at after so many requests; then the tournament is put back.
_LOOK, _RESTORE = 50, 100
# No request of a soak may take longer, in seconds, and the process may not grow by more, in kilobytes.
_LONGEST, _GROWTH = 5.0, 500_000


def test_odd_forms_and_addresses_never_break_the_application() -> None:
    fuzzed = FuzzedSite(random=Random(14))
    broken = []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number, request in enumerate(fuzzed.requests(REQUESTS), start=1):
        began = perf_counter()
        answer = fuzzed.send(request)
        if SOAK and perf_counter() - began > _LONGEST:
            broken.append(f"{perf_counter() - began:.1f} s: {request}")
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
    assert not SOAK or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < _GROWTH
