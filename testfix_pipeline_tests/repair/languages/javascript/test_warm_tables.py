"""Tests made of tables have the titles of their framework in the warm process, too, and are judged there."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

Write = Callable[[Mapping[str, str]], Path]
BODY = """\
const same = (value, wanted) => expect(String(value)).toBe(String(wanted));
describe('tables', () => {
  test.each([['a', ['b', 'c']], ['d', []]])('%s => %s', (value) => same(value, 'a'));
  test.each([[1, { n: [2] }], [-0, null]])('%# %i %j and %o, 100%%', (value) => same(value, 1));
  test.each([[new Map([[1, 2]]), (n) => n], [Symbol("s"), null]])("%s of %s", (one) => same(typeof one, "object"));
  test.each([{ name: 'x', deep: { size: 2 } }, { name: 'y' }])('$name has $deep.size', ({ name }) => same(name, 'x'));
  test.each`left | right
    ${1} | ${'one'}
    ${[2]} | ${{ two: 2 }}
  `('$left is $right', ({ left }) => same(left, 1));
  describe.each(['p', 'q'])('group %s', (letter) => {
    test('letter', () => same(letter, 'p'));
  });
});
"""
MORE = {
    "jest": "test.each([[{ a: [1] }, 'text']])('%p and %p', (value, done) => expect(value).toBe('text'));\n"
    "const half = (n) => {\n  return n / 2;\n};\n"
    "test(`the source ${half}`, () => same(half(2), 1));\ntest(`the source ${half}?`, () => same(half(2), 2));\n",
    "vitest": "test.for([[1, 2], [3, 4]])('for %i, %i', ([a]) => same(a, 1));\n"
    "test.each([[1, 2]])('at $0 and $1', (a) => same(a, 2));\n",
}


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="the frameworks are not installed")
@pytest.mark.parametrize("framework", MORE)
def test_the_tests_of_tables_are_judged_warm(write: Write, node: str, framework: str) -> None:
    script = {"jest": "jest", "vitest": "vitest run --globals"}[framework]
    root = write(
        {
            "package.json": f'{{"name": "tables", "scripts": {{"test": "{script}"}}}}',
            "tables.test.js": BODY + MORE[framework],
        }
    )
    modules = npm_modules()
    assert modules is not None
    (root / "node_modules").symlink_to(modules.resolve())
    project = TargetProject(ours().interpreter, "test", suites=find_suites(root).suites)
    run = run_suite(project, root)
    assert run.fault is None and len(run.passed) >= 6 and len(run.failing) >= 6
    processes = FrameworkProcesses(project, root, root.parent / "kept", Clock(120.0))
    try:
        baseline = processes.measure(ExpectedOutcomes(sorted(run.failing), sorted(run.passed), {}))
        assert set(baseline.alone) == run.failing
        assert {test for test in processes.items if baseline.passes(test)} == run.passed
    finally:
        processes.close()
