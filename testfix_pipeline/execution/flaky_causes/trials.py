"""Runs of one test in processes under control, each several times in children."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.core.processor_share import MACHINE
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_causes.controls import HASH_SEED, Settings
from testfix_pipeline.execution.order_dependence.search import TrialsOver
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

CHILD_SECONDS = 8.0
"""How long one run may take; one that takes longer has failed."""
_START_SECONDS = 30.0
Place = tuple[str, str]


@dataclass(frozen=True)
class ControlledTrial:
    """One run. said: the failure as `testfix_failures.describe` has it. reads: places and details by source."""

    passed: bool
    said: Mapping[str, Any] = field(default_factory=dict)
    reads: Mapping[str, Sequence[Place]] = field(default_factory=dict)

    @property
    def error(self) -> tuple[str, str]:
        """The type and the message of the failure."""
        return str(self.said.get("type", "")), str(self.said.get("message", ""))


class ControlledTrials:
    """Runs of `test` in a tree, for at most `seconds` together: of processors that were there."""

    def __init__(self, project: TargetProject, tree: Path, test: TestId, seconds: float) -> None:
        self._project = project
        self._tree = tree
        self._left = seconds
        self.test = test

    def in_one_process(self, settings: Sequence[Settings], start: Settings) -> list[ControlledTrial]:
        """Run the test once for each of the settings, which hold beside those of `start`.

        Returns [] where the test can't run so. Raises TrialsOver.
        """
        left, began = self._left, time.monotonic()
        if left <= 0:
            raise TrialsOver
        events: list[dict[str, Any]] = []
        own = {name: value for name, value in start.items() if name != HASH_SEED}
        order = {"runs": [dict(one) for one in settings], "start": own, "seconds": min(CHILD_SECONDS, left)}
        run_suite(
            self._project, self._tree, tests=[self.test], timeout=left + _START_SECONDS, witness=events,
            hash_seed=start.get(HASH_SEED, "0"), controls=order,
        )  # fmt: skip
        self._left -= (time.monotonic() - began) * MACHINE.now()
        found: list[dict[str, Any]] = next((one["runs"] for one in events if one["id"] == self.test), [])
        died = ControlledTrial(passed=False)
        return [ControlledTrial(one["passed"], one["said"], one["reads"]) if one else died for one in found]

    def alike(self, settings: Settings, times: int) -> list[ControlledTrial]:
        """Run the test `times` times in a new process under the settings. Raises TrialsOver."""
        return self.in_one_process([{}] * times, settings)
