"""A test file that could not be loaded is judged in the warm process by all its tests, however long that takes."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

Write = Callable[[Mapping[str, str]], Path]
FILE = TestId("a.test.js")
BROKEN = "exports.all = () => { throw new Error('none'); };\n"
# A hundred milliseconds, more than the import of the other file allows.
SLOW = "const until = Date.now() + 100; while (Date.now() < until);\n"
TESTS = "const { all } = require('./a');\nfor (const n of all()) test(`is ${n}`, () => expect(n).toBeLessThan(3));\n"


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the frameworks are not installed")
@pytest.mark.parametrize(("values", "status"), [("[1, 2]", "passed"), ("[1, 3]", "failed")])
def test_a_file_that_loads_again_passes_where_none_of_its_tests_fails(write, node, values, status) -> None:
    root = write(
        {
            "package.json": '{"name": "uncollected", "scripts": {"test": "jest"}}',
            "a.js": BROKEN,
            "a.test.js": TESTS,
            "b.test.js": "test('b', () => expect(1).toBe(1));\n",
        }
    )
    modules = npm_modules()
    assert modules is not None
    (root / "node_modules").symlink_to(modules.resolve())
    project = TargetProject(ours().interpreter, "test", suites=find_suites(root).suites)
    run = run_suite(project, root)
    assert run.failing == {FILE}
    processes = FrameworkProcesses(project, root, root.parent / "kept", Clock(120.0))
    try:
        processes.measure(ExpectedOutcomes([FILE], sorted(run.passed), {}))
        texts = {"a.js": f"{SLOW}exports.all = () => {values};\n"}
        found = processes.ask_warm({"tests": [FILE], "install": [{"texts": texts}]}).outcomes
        assert found[FILE].status == status
    finally:
        processes.close()
