"""Counters in JavaScript: what the tests of node:test run."""

from pathlib import Path

from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.steps.measurement.counted_coverage import insert_counters, read_counters
from testfix_pipeline_tests.execution.targets import ours

OLDER_NODE = """\
process.getBuiltinModule = undefined;
const { twice } = require('./shop.js');
require('node:test').test('own', () => { twice(2); });
"""


def test_lines_are_counted_where_node_gives_its_modules_by_require_alone(tmp_path: Path, node: str) -> None:
    (tmp_path / "package.json").write_text('{"scripts": {"test": "node --test"}}')
    (tmp_path / "shop.js").write_text("exports.twice = (a) => {\n  return a * 2;\n};\n")
    (tmp_path / "own.test.js").write_text(OLDER_NODE)
    target = ours(suites=find_suites(tmp_path).suites)
    paths = insert_counters(tmp_path, ["shop.js", "own.test.js"])
    run = run_suite(target, tmp_path)
    assert run.fault is None and not run.failing
    assert read_counters(tmp_path, paths).import_lines == {"shop.js": frozenset({1, 2})}
