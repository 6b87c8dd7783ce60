"""Runs tests in the warm process of their framework on a copy of a project, with other texts of its files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.warm_suites import CompiledSuite, WarmSuite
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.compiled_warm import CompiledWarm
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits, WarmProcess
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

Texts = Mapping[str, str]
"""Other texts of files, by their paths from the project's root."""
_LIMITS = Limits(1.0, 3.0)


class WarmCopy(NamedTuple):
    """A warm process, the project's root in its copy, and the tests that it runs.

    changed: a process over a copy that has the change, and its texts; None where the first one tries any texts.
    """

    process: WarmProcess
    root: Path
    tests: Sequence[TestId]
    changed: tuple[WarmProcess, Texts] | None = None

    def outcomes(self, test: TestId, texts: Sequence[Texts]) -> list[CandidateOutcome | None]:
        """What a test does with each set of texts; None where that is unknown."""
        if self.changed is None:
            return _outcomes(self.process, test, texts)
        process, change = self.changed
        has_change = [change.items() <= one.items() for one in texts]
        plain = [one for one, has in zip(texts, has_change, strict=True) if not has]
        changed = [one for one, has in zip(texts, has_change, strict=True) if has]
        rest = [{path: one[path] for path in one.keys() - change.keys()} for one in changed]
        before, after = iter(_outcomes(self.process, test, plain)), iter(_outcomes(process, test, rest))
        return [next(after if has else before) for has in has_change]


def _outcomes(process: WarmProcess, test: TestId, texts: Sequence[Texts]) -> list[CandidateOutcome | None]:
    found: list[CandidateOutcome | None] = []
    while len(found) < len(texts):
        looks = process.look([test], texts[len(found) :], _LIMITS, sum(_LIMITS) + 1)
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
    own = [test for test in tests if suite.owns(test.file)]
    try:
        with ExitStack() as open_processes:
            copy = _copy(project, suite, tree, folder, texts, clock, open_processes)
            look(copy._replace(tests=own if copy.process.is_contained else []))
    except (TimeIsUp, ServerLost, OSError, shutil.Error):
        return
    finally:
        scratch_folders.drop(folder)


def _copy(
    project: TargetProject,
    suite: WarmSuite,
    tree: Path,
    folder: Path,
    texts: Texts,
    clock: Clock,
    open_processes: ExitStack,
) -> WarmCopy:
    """The copy of a project with its processes, which close with a stack. Raises ServerLost, TimeIsUp, OSError.

    Code that is compiled has a copy with the change beside it: there, variants differ in the tests alone.
    """
    copied = private_copy(tree, folder / "tree", project.shared, clock)
    if isinstance(suite, CompiledSuite) and suite.is_compiled:
        process = CompiledWarm(project, suite, copied, clock)
        open_processes.callback(process.close)
        with_change = private_copy(tree, folder / "changed", project.shared, clock)
        _write(project.root(with_change), texts)
        changed = CompiledWarm(project, suite, with_change, clock)
        open_processes.callback(changed.close)
        return WarmCopy(process, project.root(copied), [], (changed, texts))
    root = project.root(copied)
    _write(root, {path: text for path, text in texts.items() if not (root / path).exists()})
    warm = FrameworkWarm(project, suite, copied, clock)
    open_processes.callback(warm.close)
    return WarmCopy(warm, root, [])


def _write(root: Path, texts: Texts) -> None:
    """Write files; those that a change adds are used by nothing before it."""
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, newline="")
