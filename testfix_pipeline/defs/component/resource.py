"""The pipeline for people's own ops and assets: measure, judge a change, fix."""

from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field

from testfix_pipeline import cycle
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.tree_measurement import measure_tree
from testfix_pipeline.steps.verification.verify_change import verify


class TestfixResource(dg.ConfigurableResource[None]):
    """One project and its settings; a refusal is a dg.Failure with the sentence and the next step."""

    __test__ = False

    project: str = Field(description="Path of the project, or its name in the registry.")
    settings: dict[str, Any] = Field(default={}, description="Settings of a launch, such as test_command.")

    @property
    def _launch(self) -> dict[str, Any]:
        return {**self.settings, "project": self.project}

    def measure(self) -> SuiteResults:
        """What the tests do on the working tree as it is."""
        with report_errors():
            return measure_tree(self._launch)

    def verify(self, revisions: str = "", patch: str | Path = "", staged: bool = False) -> Verification:
        """The verdict on a range of commits, a patch file, the index, or else the working tree."""
        with report_errors():
            return verify(self._launch, ChangeToVerify(revisions, Path(patch) if patch else None, staged))

    def fix(self, owner: str, **settings: Any) -> dict[str, Any]:
        """The result of a new session, as of `testfix fix --json`. owner: the run's id."""
        with report_errors():
            return cycle.run({**self._launch, **settings, "kind": "fix"}, owner)
