"""The warm process follows the configuration of vitest and jest: aliases, setup files, mocks and transforms."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

Write = Callable[[Mapping[str, str]], Path]
PROGRAM = "const price = (net) => net + net * rate();\nconst name = () => names[0] + LABEL;\n"
MODULE = "import { rate } from '@/rate';\nimport names from './names.list';\n" + PROGRAM + "export { name, price };\n"
COMMON = "const { rate } = require('@/rate');\nconst names = require('./names.list');\n" + PROGRAM
COMMON += "module.exports = { name, price };\n"
TESTS = """\
IMPORT
MOCK('@/rate', () => ({ rate: () => 0.2 }));
it('mocked', () => { expect(price(100)).toBe(120); });
it('wrong', () => { expect(price(10)).toBe(13); });
it('list', () => { expect(name()).toBe('one!'); });
it('matcher', () => { expect(price(100)).toBeEven(); });
it('set up', () => { expect(globalThis.isReady).toBe(true); });
"""
NAMES = "import { name, price } from '@/price';"
SETUP = """\
IMPORT
globalThis.LABEL = '!';
expect.extend({ toBeEven: (value) => ({ pass: value % 2 === 0, message: () => 'odd' }) });
beforeEach(() => { globalThis.isReady = true; });
"""
VITEST = {
    "package.json": '{"type": "module", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}',
    "vitest.config.js": """\
import path from 'node:path';
const lists = {
  name: 'lists',
  transform: (text, id) => (id.endsWith('.list') ? `export default ${JSON.stringify(text.split('\\n'))}` : null),
};
export default {
  plugins: [lists],
  resolve: { alias: { '@': path.resolve(import.meta.dirname ?? '.', 'src') } },
  test: { setupFiles: './setup.js' },
};
""",
    "src/rate.js": "export const rate = () => 0.5;\n",
    "src/price.js": MODULE,
    "src/names.list": "one\ntwo",
    "setup.js": SETUP.replace("IMPORT", "import { beforeEach, expect } from 'vitest';"),
    "test/price.test.js": TESTS.replace("IMPORT", "import { expect, it, vi } from 'vitest';\n" + NAMES).replace(
        "MOCK", "vi.mock"
    ),
}
WORKSPACE = {
    **VITEST,
    "vitest.config.js": VITEST["vitest.config.js"]
    .replace("export default {", "export default { test: { projects: [{")
    .replace("'./setup.js' },\n};", "'./setup.js', name: 'one' },\n}] } };"),
}
JEST = {
    "package.json": json.dumps(
        {
            "scripts": {"test": "NODE_ENV=test jest --ci"},
            "devDependencies": {"jest": "30"},
            "jest": {
                "moduleNameMapper": {"^@/(.*)$": "<rootDir>/src/$1"},
                "setupFilesAfterEnv": ["./setup.js"],
                "transform": {"\\.js$": "babel-jest", "\\.list$": "./lists.cjs"},
            },
        }
    ),
    "lists.cjs": "exports.process = (text) => ({ code: `module.exports = ${JSON.stringify(text.split('\\n'))}` });\n",
    "src/rate.js": "exports.rate = () => 0.5;\n",
    "src/price.js": COMMON,
    "src/names.list": "one\ntwo",
    "setup.js": SETUP.replace("IMPORT", ""),
    "test/price.test.js": TESTS.replace("IMPORT", "const { name, price } = require('@/price');").replace(
        "MOCK", "jest.mock"
    ),
}
FILE = "test/price.test.js"

pytestmark = [
    pytest.mark.npm,
    pytest.mark.usefixtures("node"),
    pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed"),
]


def prepared(write: Write, files: Mapping[str, str]) -> tuple[Path, FrameworkWarm]:
    root = write(files)
    modules = npm_modules()
    assert modules is not None
    (root / "node_modules").symlink_to(modules.resolve())
    found = find_suites(root).suites
    project = TargetProject(ours().interpreter, "test", suites=found)
    return root, FrameworkWarm(project, found[0], root, Clock(120.0))


@pytest.mark.parametrize("files", [VITEST, WORKSPACE, JEST], ids=["vitest", "projects of vitest", "jest"])
def test_a_configuration_is_followed_for_each_candidate(write: Write, files: Mapping[str, str]) -> None:
    _, warm = prepared(write, files)
    tests = [TestId(f"{FILE}::{name}") for name in ("mocked", "wrong", "list", "matcher", "set up")]
    right = {"src/price.js": files["src/price.js"].replace("net + net * rate()", "net + (net < 50 ? 3 : net * rate())")}
    try:
        looks = warm.look(tests, [{}, right, {}], Limits(10.0, 30.0), 60.0)
    finally:
        warm.close()
    as_it_is, candidate, again = ({test.titles[0]: one.passed for test, one in look.outcomes.items()} for look in looks)
    others = {"mocked": True, "list": True, "matcher": True, "set up": True}
    assert as_it_is == again == {**others, "wrong": False}
    assert candidate == {**others, "wrong": True}
