"""Patches that only silence an error are distinguished from honest ones by what the tests assert."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.silencing_check import GainedTests, unchecked_silencings
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline_tests.execution.conftest import write_files
from testfix_pipeline_tests.execution.silencing_cases import CASES
from testfix_pipeline_tests.execution.targets import ours

KINDS = [(name, kind) for name, case in CASES.items() for kind in ("weak", "asserted") if getattr(case, kind)]
HEAD = "import pytest\n\nimport {0} as code\n\n\n"


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, SuiteRun, SuiteRun]]:
    """All cases in one project, and its suite before and after all patches."""
    root = tmp_path_factory.mktemp("silenced")
    for name, case in CASES.items():
        write_files(root, {f"{name}.py": case.before})
        for kind in ("weak", "asserted"):
            if getattr(case, kind):
                text = f"{HEAD.format(name)}def test_it():\n    {getattr(case, kind)}\n"
                write_files(root, {f"test_{name}_{kind}.py": text})
    before = run_suite(ours(), root, timeout=120)
    write_files(root, {f"{name}.py": case.after for name, case in CASES.items()})
    yield root, before, run_suite(ours(), root, timeout=120)


def test_every_patch_makes_its_tests_pass(measured: tuple[Path, SuiteRun, SuiteRun]) -> None:
    _root, before, after = measured
    assert not before.passed and not after.failing


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_patch_that_only_silences_is_held_back_unless_a_test_asserts_what_comes_of_it(measured, name, kind) -> None:
    root, before, after = measured
    test = f"test_{name}_{kind}.py::test_it"

    def run(path: str, text: str, tests: Collection[TestId]) -> SuiteRun:
        (root / path).write_text(text)
        try:
            return run_suite(ours(), root, tests=sorted(tests), timeout=60)
        finally:
            (root / path).write_text(CASES[name].after)

    changes = {f"{name}.py": (CASES[name].before, CASES[name].after)}
    said = unchecked_silencings(changes, GainedTests([TestId(test)], before.outcomes, after.outcomes), run)
    assert bool(said) == (kind == "weak"), said
