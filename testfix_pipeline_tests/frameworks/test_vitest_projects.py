"""A test file that several projects of vitest run: their names are a part of its ids."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.model import SuiteRequest
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import npm_modules, project, verdict_of

TESTS = """\
import { describe, expect, test } from 'vitest';
describe('group', () => test('one', () => expect(process.env.SIDE).toBe('north')));
test('two', () => {});
test('two', () => {});
"""
NORTH = "{ test: { name: 'north', env: { SIDE: 'north' }, include: ['test/*.test.js'] } }"
SOUTH = "{ test: { name: 'south', env: { SIDE: 'south' }, include: ['test/*.test.js', 'south/*.test.js'] } }"
CONFIGURATIONS = {
    "projects": {"vitest.config.mjs": f"export default {{ test: {{ projects: [{NORTH}, {SOUTH}] }} }};\n"},
    "workspace": {"vitest.config.mjs": f"export default {{ test: {{ workspace: [{NORTH}, {SOUTH}] }} }};\n"},
    "a workspace file": {"vitest.workspace.mjs": f"export default [{NORTH}, {SOUTH}];\n"},
}
SHARED = ["group::one", "two", "two::#2"]
PACKAGE = {"type": "module", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}


def project_of(folder: Path, files: dict[str, str]) -> Path:
    modules = npm_modules()
    assert modules is not None
    folder.mkdir()
    (folder / "node_modules").symlink_to(modules)
    alone = "import { test } from 'vitest';\ntest('alone', () => {});\n"
    more = {"package.json": json.dumps(PACKAGE), "test/a.test.js": TESTS, "south/b.test.js": alone}
    return project(folder, **more, **files)


@pytest.mark.npm
@pytest.mark.parametrize("files", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_the_name_of_the_project_is_a_part_of_the_ids_of_a_file_that_several_run(tmp_path, files) -> None:
    folder = project_of(tmp_path / "project", files)
    ((adapter, target),) = targets(folder)
    found = verdict_of((adapter, target), folder)
    assert not found.faults, found.faults
    expected = {f"test/a.test.js::{side}::{name}": "passed" for side in ("north", "south") for name in SHARED}
    expected |= {"test/a.test.js::south::group::one": "failed", "south/b.test.js::alone": "passed"}
    assert {test: one.status for test, one in found.results.items()} == expected
    wanted = TestId("test/a.test.js::south::group::one")
    alone = verdict_of((adapter, target), folder, SuiteRequest(ids=frozenset([wanted])))
    assert not alone.faults and [one.status for one in alone.results.values()] == ["failed"]


@pytest.mark.npm
def test_a_command_of_vitest_chooses_one_project(tmp_path: Path) -> None:
    folder = project_of(tmp_path / "project", CONFIGURATIONS["projects"])
    (suite,) = find_suites(folder, "npx vitest run --project north").suites
    found = verdict_of((suite.adapter, suite.target), folder)  # type: ignore[arg-type]
    assert not found.faults and sorted(found.results) == [f"test/a.test.js::{name}" for name in SHARED]
    with pytest.raises(InvalidConfig, match="nor of a framework that is known here"):
        find_suites(folder, "make test")
