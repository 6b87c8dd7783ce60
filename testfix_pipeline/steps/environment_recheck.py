"""Repeats the measurement of a session that stopped because of its environment, which may be repaired now."""

from __future__ import annotations

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.run_faults import NEXT_STEPS
from testfix_pipeline.steps.generation.frozen_tests import freeze_tests
from testfix_pipeline.steps.measurement.baseline import take_baseline
from testfix_pipeline.steps.measurement.confirmation import confirm_green
from testfix_pipeline.steps.session.workbench import Workbench


def measure_again(wb: Workbench) -> None:
    """Measure the baseline and the landed fixes again if `reopen` has requested it.

    The request remains until the measurement is complete. Raises MeasurementError.
    """
    state = wb.store.state()
    if state is None or not state.measure_again:
        return
    try:
        take_baseline(wb)
    except MeasurementError as error:
        if error.next_step != NEXT_STEPS["no_tests"]:
            raise
        take_baseline(wb, freeze_tests(wb))
    if state.iterations:
        confirm_green(wb)
    wb.store.save_state(state.model_copy(update={"measure_again": False}))
