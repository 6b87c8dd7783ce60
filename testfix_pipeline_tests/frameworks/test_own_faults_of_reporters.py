"""Exceptions in our hooks inside frameworks of JavaScript: never a verdict on a test, and reported as ours."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from testfix_pipeline.frameworks import channel, framework_run, verdict
from testfix_pipeline.frameworks.builtin.go import build
from testfix_pipeline.frameworks.builtin.javascript import project
from testfix_pipeline.frameworks.builtin.native import program
from testfix_pipeline.frameworks.conformance.checks import find_target, write_project
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.frameworks.conftest import builds, go_project, npm_modules, verdict_of
from testfix_pipeline_tests.frameworks.dialects import javascript

# By framework: the test file, and our files that hold its hooks.
TESTS = "test('ok', () => {});\ntest('bad', () => { throw new Error('bad'); });\n"
MOCHA = "const test = it;\n" + TESTS
FRAMEWORKS = {
    "node_test": ("a.test.js", "const test = require('node:test');\n" + TESTS, ("preload.cjs", "reporter.mjs")),
    "jest": ("a.test.js", TESTS, ("runner.cjs", "reporter.cjs")),
    "mocha": ("test/a.spec.js", MOCHA, ("run.cjs",)),
    "vitest": ("a.test.js", "import { test } from 'vitest';\n" + TESTS, ("reporter.mjs", "runner.mjs")),
}
METHOD = re.compile(r"^  (?:async )?(?!constructor|if|for|else|switch)(#?\w+)\([^()]*\) \{$", re.M)
FUNCTION = re.compile(r"^(?:const (finish|tellResult|hear)|  const (finish)) = .*\{$", re.M)


def hooks() -> Iterator[object]:
    """Framework, file, position behind the first line, and name of each hook of ours."""
    for framework, (_, _, files) in FRAMEWORKS.items():
        for file in files:
            text = (channel.INJECTED / framework / file).read_text()
            for found in [*METHOD.finditer(text), *FUNCTION.finditer(text)]:
                name = next(filter(None, found.groups()))
                mark = () if framework == "node_test" else pytest.mark.npm
                yield pytest.param(framework, file, found.end(), id=f"{framework}-{file}-{name}", marks=mark)


@pytest.fixture
def injected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what runs in frameworks, which the runs of the test use, to be broken."""
    folder = tmp_path / "testfix_pipeline" / "frameworks" / "builtin"
    shutil.copytree(channel.INJECTED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for above in folder.parents[:2]:
        (above / "__init__.py").touch()
    for module in (channel, framework_run, verdict, project, program):
        monkeypatch.setattr(module, "INJECTED", folder)
    return folder


def dialect_of(framework: str) -> javascript.JavaScriptDialect:
    make: Callable[[Path], javascript.JavaScriptDialect] = getattr(javascript, framework)
    modules = npm_modules()
    if framework != "node_test" and modules is None:
        pytest.skip("the npm packages of the frameworks are not installed")
    return make(modules or Path())


@pytest.mark.parametrize(("framework", "file", "position"), [*hooks()])
def test_a_hook_that_throws_is_a_fault_of_ours(tmp_path, node, injected, framework, file, position) -> None:
    test, text, _ = FRAMEWORKS[framework]
    dialect = dialect_of(framework)
    write_project(dialect, {**dialect.project([]), test: text}, tmp_path / "project")
    path = injected / framework / file
    source = path.read_text()
    path.write_text(f"{source[:position]} throw new Error('injected');{source[position:]}")
    line = source[:position].count("\n") + 1
    found = verdict_of(find_target(dialect, tmp_path / "project"), tmp_path / "project")
    if not found.faults:  # this suite has no use for it
        assert {test.titles[-1]: one.status for test, one in found.results.items()} == {"ok": "passed", "bad": "failed"}
        return
    assert found.faults[0].kind == "own_fault", found.faults
    assert f"{file}:{line}" in found.faults[0].message and "Error: injected" in found.faults[0].message


HOOKS_OF_GO = re.findall(r'defer testfixGuard\("(\w+)"\)', (channel.INJECTED / "go" / "observer.go").read_text())


@builds("go")
def test_every_hook_in_the_package_testing_is_guarded() -> None:
    called = {
        name for *_, text in build._CALLS if isinstance(text, str) for name in re.findall(r"(testfix\w+)\(", text)
    }
    called |= set(re.findall(r"(testfix\w+)\(", build._START))
    assert called - {"testfixFullName", "testfixRunExample"} <= set(HOOKS_OF_GO)


@builds("go")
@pytest.mark.parametrize("name", HOOKS_OF_GO)
def test_a_hook_in_the_package_testing_that_panics_is_a_fault_of_ours(tmp_path, injected, name) -> None:
    text = (channel.INJECTED / "go" / "observer.go").read_text()
    guard = f'defer testfixGuard("{name}")\n'
    position = text.index(guard) + len(guard)
    panics = '\tif testfix.writing >= 0 { panic("injected") }\n'
    (injected / "go" / "observer.go").write_text(text[:position] + panics + text[position:])
    tests = (
        'import "testing"\nfunc TestOk(t *testing.T) { t.Log("x") }\nfunc TestBad(t *testing.T) { t.Fatal("bad") }\n'
    )
    folder = go_project(tmp_path / "project", tests)
    found = verdict_of(next(iter(targets(folder))), folder)
    assert found.faults and found.faults[0].kind == "own_fault", found
    line = text[:position].count("\n") + 1
    assert f"observer.go:{line} ({name}) raised panic: injected" in found.faults[0].message
    assert "go go1." in found.faults[0].message
