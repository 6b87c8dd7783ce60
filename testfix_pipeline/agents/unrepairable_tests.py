"""The built-in engine's answer on failing tests in languages that it can't repair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.languages import PROGRAMMING, PYTHON
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.model.source_languages import is_source


def unrepairable(project: TargetProject, tests: Iterable[TestId]) -> str:
    """Return why the engine can repair none of the tests, as a sentence; "" if it may try."""
    files = [TestId(test).file for test in tests]
    frameworks = [_framework(project, file) for file in files]
    if not files or not all(frameworks) or any(map(is_source, files)):
        return ""
    known = ", ".join(dict.fromkeys(PROGRAMMING.get(min(one.suffixes), PYTHON) for one in languages()))
    return f"the built-in engine can't repair what tests of {', '.join(dict.fromkeys(frameworks))} run, only {known}"


def _framework(project: TargetProject, file: str) -> str:
    """Return the framework of a test file, "" for those that run in the project's interpreter."""
    suite = project.suite_of(file)
    if suite is None:
        return "another framework"
    return "" if suite.in_interpreter else suite.framework


def strategy_by_errors(cluster: Cluster, failures: Sequence[Failure], why: str) -> dict[str, object]:
    """Return a strategy with the places in the tests' errors, for tools that are asked after the engine."""
    mine = [failure for failure in failures if failure.test in set(cluster.tests)]
    frames = [frame for failure in mine for frame in reversed(failure.frames)]
    frames.sort(key=lambda frame: is_test_side(frame.file))  # the project's own code first
    points = dict.fromkeys(f"{frame.file}:{frame.function or '<module>'}:{frame.line}" for frame in frames)
    return {
        "approach": "none: only the places that the errors name are known",
        "root_causes": [f"{cluster.title}: {why}"],
        "modification_points": list(points),
        "confidence_score": 0.0,
        "expected_outcome": f"{counted(len(cluster.tests), 'failing test')} to pass, none to break",
        "verification_steps": ["run the full suite"],
        "test_execution": {"mode": "full_suite", "affected_tests": cluster.tests, "fallback_to_full": True},
        "hypothesis": "",
    }
