"""Runs tests in the warm process of their framework on a copy of a project, with other texts of its files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

Texts = Mapping[str, str]
"""Other texts of files, by their paths from the project's root."""
_LIMITS = Limits(1.0, 3.0)


class WarmCopy(NamedTuple):
    """A warm process, the project's root in its copy, and the tests that it runs."""

    process: FrameworkWarm
    root: Path
    tests: Sequence[TestId]

    def outcomes(self, test: TestId, texts: Sequence[Texts]) -> list[CandidateOutcome | None]:
        """What a test does with each set of texts; None where that is unknown."""
        found: list[CandidateOutcome | None] = []
        while len(found) < len(texts):
            looks = self.process.look([test], texts[len(found) :], _LIMITS, sum(_LIMITS) + 1)
            found += [one.outcomes.get(test) for one in looks]
        return found


def look_in_copy(
    project: TargetProject,
    tree: Path,
    texts: Texts,
    tests: Sequence[TestId],
    seconds: float,
    look: Callable[[WarmCopy], None],
) -> None:
    """Call `look` with a copy of the project as it is in `tree`, which holds the files that `texts` adds, too.

    Nothing is looked at where the tests' framework has no warm process in a sandbox; what ends the process or takes
    longer than `seconds` ends the look.
    """
    suites = (one for one in project.suites if isinstance(one, WarmSuite))
    suite = next((one for one in suites if any(one.owns(test.file) for test in tests)), None)
    if suite is None:
        return
    folder, clock = scratch_folders.make_folder(), Clock(seconds)
    try:
        copied = private_copy(tree, folder / "tree", project.shared, clock)
        _add_new_files(project.root(copied), texts)
        process = FrameworkWarm(project, suite, copied, clock)
        try:
            own = [test for test in tests if suite.owns(test.file)] if process.is_contained else []
            look(WarmCopy(process, project.root(copied), own))
        finally:
            process.close()
    except (TimeIsUp, ServerLost, OSError, shutil.Error):
        return
    finally:
        scratch_folders.drop(folder)


def _add_new_files(root: Path, texts: Texts) -> None:
    """Write the files that a change adds: nothing uses them before it."""
    for path, text in texts.items():
        if not (root / path).exists():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, newline="")
