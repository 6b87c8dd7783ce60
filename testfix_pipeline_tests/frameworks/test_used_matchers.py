"""Assertions are asked by the names that the test files use: one that was made to pass is noticed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.frameworks.builtin.javascript.project import injected_file
from testfix_pipeline.frameworks.builtin.javascript.used_names import used_names
from testfix_pipeline.frameworks.conformance.checks import find_target, write_project
from testfix_pipeline.frameworks.verdict import RunVerdict
from testfix_pipeline_tests.frameworks.conftest import npm_modules, verdict_of
from testfix_pipeline_tests.frameworks.dialects import javascript


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.test.js").write_text("expect(1).toBe(2)")
    assert used_names(tmp_path) == ("toBe",)
    (tmp_path / "a.test.js").write_text("expect(1).toEqual(2)")
    assert used_names(tmp_path) == ("toEqual",)


ASK = """\
const { checkAssertions } = require(process.argv[1]);
const fails = () => { throw new Error('no'); };
const later = new Proxy({}, { get: () => async () => {} });
const passing = { toMatchObject: () => {}, toHaveLength: () => {}, not: { toBe: fails }, resolves: later };
const expect = () => new Proxy({}, { get: (_, name) => passing[name] ?? fails });
const used = JSON.parse(process.argv[2]);
checkAssertions({ expect, used }).then(({ silent }) => console.log(JSON.stringify(silent)));
"""


@pytest.mark.parametrize(
    ("used", "silent"),
    [
        ([], []),
        (["toMatchObject", "other"], ["expect.toMatchObject"]),
        (["resolves", "toHaveLength"], ["expect.toHaveLength", "expect.resolves"]),
    ],
)
def test_only_what_is_used_is_asked(node: str, used: list[str], silent: list[str]) -> None:
    asked = [node, "-e", ASK, injected_file("javascript", "assertions.cjs"), json.dumps(used)]
    done = subprocess.run(asked, capture_output=True, check=True, timeout=60)
    assert json.loads(done.stdout) == silent


def verdict(
    make: Callable[..., javascript.JavaScriptDialect], tmp_path: Path, program: str, assertion: str
) -> RunVerdict:
    """The verdict on a test that uses an assertion after a program was loaded."""
    modules = npm_modules()
    if modules is None:
        pytest.skip("the npm packages of the test frameworks are not installed: make test-full installs them")
    dialect = make(modules)
    files = dict(dialect._attack(program))
    test = next(name for name in files if name.startswith("test/"))
    files[test] = files[test].replace(dialect.equal.format(a="add(1, 2)", b="4"), assertion)
    folder = tmp_path / "project"
    write_project(dialect, files, folder)
    return verdict_of(find_target(dialect, folder), folder)


NEUTRAL = "expect.extend({ NAME() { return { pass: true, message: () => 'a' }; } });"
CASES = [
    ("toMatchObject", "expect({ a: 1 }).toMatchObject({ a: 2 });"),
    ("toHaveLength", "expect([1]).toHaveLength(2);"),
    ("toHaveProperty", "expect({}).toHaveProperty('a');"),
]


@pytest.mark.npm
@pytest.mark.parametrize(("name", "assertion"), CASES)
@pytest.mark.parametrize("make", [javascript.jest, javascript.vitest])
def test_a_matcher_that_always_passes_is_noticed(node: str, tmp_path: Path, make, name: str, assertion: str) -> None:
    start = "import { expect } from 'vitest';\n" if make is javascript.vitest else ""
    found = verdict(make, tmp_path, start + NEUTRAL.replace("NAME", name), assertion)
    assert [fault.kind for fault in found.faults] == ["tampering"] and name in found.faults[0].message
    assert not found.green


HONEST = """\
expect({ a: 1 }).toMatchObject({ a: 1 }); expect([1]).toHaveLength(1); expect([1]).toEqual(expect.arrayContaining([1]));
expect(1).toBeCloseTo(1.001); expect({ a: 1 }).toHaveProperty('a'); expect(null).toBeNull(); expect(1).toBeDefined();
expect(new Error('a')).toBeInstanceOf(Error); expect([{ a: 1 }]).toContainEqual({ a: 1 });
const call = MOCKS.fn(() => 1); call(2); expect(call).toHaveBeenCalledWith(2); expect(call).toHaveReturnedWith(1);
expect(call).toHaveBeenCalledTimes(1); return Promise.all([expect(Promise.resolve(1)).resolves.toBe(1),
expect(Promise.reject(new Error('b'))).rejects.toThrow('b')]);
"""


@pytest.mark.npm
@pytest.mark.parametrize(("make", "mocks"), [(javascript.jest, "jest"), (javascript.vitest, "globalThis.vi")])
def test_honest_tests_may_use_any_matcher(node: str, tmp_path: Path, make, mocks: str) -> None:
    start = "import { vi } from 'vitest'; globalThis.vi = vi;" if make is javascript.vitest else ""
    found = verdict(make, tmp_path, start, HONEST.replace("MOCKS", mocks))
    assert (found.faults, found.green) == ((), True)


@pytest.mark.npm
def test_a_chain_of_chai_that_always_passes_is_noticed(node: str, tmp_path: Path) -> None:
    program = "import { chai } from 'vitest'; chai.Assertion.overwriteMethod('above', () => function () {});"
    found = verdict(javascript.vitest, tmp_path, program, "expect(1).to.be.above(2);")
    assert [fault.kind for fault in found.faults] == ["tampering"] and "expect.above" in found.faults[0].message
