"""How the tests of a project are run, whatever their framework."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Stage = Literal["learned", "second", "patient"]
FAREWELL_SECONDS = 20.0
"""How long a process may go on after the end of its report, for instance to write its own files."""


@dataclass(frozen=True)
class RunOptions:
    """Options of a run; a suite ignores what its framework does not support.

    timeout: seconds of the whole run, which the project's deadline may shorten. stage: the limits of single tests, see
    `hanging_tests.py`. memory_bytes: of one process, None for a share of the machine's. cancel: asked often, ends the
    run once it says yes. on_test: hears now and then how many tests have ended, out of how many.

    Only suites that run in the project's interpreter know the rest. hash_seed: Python's. record_coverage: the file that
    the executed lines of each test are written to (see CoverageMap); of the tests that come when tracing has taken
    `trace_seconds` of computing, if that is given, none are known. extra_args: arguments of pytest. ordered: in the
    order given instead of the suite's. witness: filled with what the tests' assertions saw (see
    `in_target/testfix_witness.py`). varied: with it, tests run with other values before they do with their own, and
    `witness` gets what they recorded (see `in_target/testfix_varied.py`). sharpness: with it, tests run in
    children alone, and `witness` gets what they notice (see `in_target/testfix_sharpness.py`). controls: with it, tests
    run in children alone under control of what else decides their results, and `witness` gets these (see
    `in_target/testfix_controls.py`). farewell_seconds: how long the process may go on after the end of its report.
    run_process: runs the process, `supervisor.run` where it is None. JavaScript's know ordered, too, and they alone
    shared_state: `SuiteRequest.state`, for which `witness` gets what has changed.
    """

    timeout: float = 1800
    stage: Stage = "patient"
    memory_bytes: int | None = None
    cancel: Callable[[], bool] | None = None
    on_test: Callable[[int, int], None] | None = None
    hash_seed: str = "0"
    record_coverage: Path | None = None
    trace_seconds: float | None = None
    extra_args: Sequence[str] = ()
    ordered: bool = False
    shared_state: Mapping[str, Any] | None = None
    witness: list[dict[str, Any]] | None = None
    varied: Mapping[str, Any] | None = None
    sharpness: Mapping[str, Any] | None = None
    controls: Mapping[str, Any] | None = None
    farewell_seconds: float = FAREWELL_SECONDS
    run_process: Callable[..., Any] | None = None
