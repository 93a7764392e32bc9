"""The machine finds each fault of the list when it is put back."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from seams.faults import FAULTS, Patch


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_that_is_put_back_is_found(fault: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    enough = settings(
        max_examples=3000,
        stateful_step_count=40,
        phases=[Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(FAULTS[fault], settings=enough)
