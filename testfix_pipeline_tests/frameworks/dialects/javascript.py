"""How the JavaScript frameworks' projects are written. `modules` is a folder with their npm packages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.conformance.dialect import Broken, Does, Group, Hook, Test, TestFile
from testfix_pipeline.frameworks.model import Status

_ATTACKS = Path(__file__).parent / "attacks"
_LIBRARY = """
exports.boom = () => { throw new TypeError('boom in code'); };
exports.leave = (code) => process.exit(code);
exports.spin = () => { for (;;); };
exports.never = () => new Promise(() => { setInterval(() => {}, 1000); });
exports.crash = () => process.kill(process.pid, 'SIGKILL');
"""
_BODIES: Mapping[Does, str] = {
    "pass": "EQUAL(1, 1);",
    "focus": "EQUAL(1, 1);",
    "fail": "EQUAL(1, 2);",
    "throw": "lib.boom();",
    "reject": "await Promise.reject(new TypeError('rejected'));",
    "skip": "EQUAL(1, 2);",
    "todo": "",
    "hang": "await lib.never();",
    "spin": "lib.spin();",
    "exit": "lib.leave(0);",
    "crash": "lib.crash(); await lib.never();",
    "snapshot": "expect({ a: 1 }).toMatchSnapshot();",
}
_BROKEN: Mapping[Broken, str] = {
    "": "",
    "syntax": "const = (;",
    "import": "IMPORT",
    "exit": "lib.leave(0);",
    "throw": "lib.boom();",
    "spin": "lib.spin();",
}
_KEYWORDS: Mapping[str, str] = {"skip": ".skip", "todo": ".todo", "focus": ".only"}


@dataclass(frozen=True)
class JavaScriptDialect:
    """The dialect of one framework.

    head: the first lines of a test file. equal: an assertion of two values, with `{a}` and `{b}`. hooks: names of the
    hooks. suffix: of test files. package: the rest of `package.json`. later: how a test without a body is written.
    """

    adapter: str
    head: str
    equal: str
    package: Mapping[str, object]
    modules: Path | None = None
    suffix: str = ".test.js"
    is_module: bool = False
    test: str = "test"
    later: str = "test.todo({title});"
    hooks: Mapping[Hook, str] = field(default_factory=dict)
    unable: frozenset[str] = frozenset()
    focus: Literal["file", "run", "ignored"] = "file"
    todo: Status = "todo"
    attack_folders: Sequence[str] = ("any",)
    groups_are_tests: bool = False

    def path_of(self, file: TestFile) -> str:
        return f"test/{file.name}{self.suffix}"

    def identity(self, file: TestFile, titles: Sequence[str], occurrence: int) -> TestId:
        return TestId.of(self.path_of(file), titles, occurrence)

    def project(self, files: Sequence[TestFile]) -> Mapping[str, str]:
        library = _LIBRARY.replace("exports.", "export const ") if self.is_module else _LIBRARY
        return {**self._base(), "src/lib.js": library, **{self.path_of(file): self._text(file) for file in files}}

    def prepare(self, folder: Path) -> None:
        if self.modules is not None:
            (folder / "node_modules").symlink_to(self.modules)

    def attacks(self) -> Mapping[str, Mapping[str, str]]:
        sources = [file for folder in self.attack_folders for file in sorted((_ATTACKS / folder).glob("*.?js"))]
        return {f"{file.parent.name}/{file.stem}": self._attack(file.read_text()) for file in sources}

    def _attack(self, source: str) -> Mapping[str, str]:
        tests = [
            f"{self.test}({json.dumps(t)}, () => {{ {self._equal('add(1, 2)', b)} }});"
            for t, b in (("ok", "3"), ("bad", "4"))
        ]
        if self.is_module:
            start = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n"
            program = f"{start}{source}\nexport const add = (a, b) => a + b;\n"
        else:
            program = f"{source}\nexports.add = (a, b) => a + b;\n"
        load = self._load("add", "../src/program.js", "{ add }")
        return {
            **self._base(),
            "src/program.js": program,
            f"test/a{self.suffix}": "\n".join([self.head, load, *tests, ""]),
        }

    def _base(self) -> Mapping[str, str]:
        kind = {"type": "module"} if self.is_module else {}
        return {"package.json": json.dumps({"name": "kit", "private": True, **kind, **self.package})}

    def _load(self, name: str, path: str, what: str) -> str:
        if self.is_module:
            return f"import {what} from '{path}';"
        return f"const {what} = require('{path}');"

    def _equal(self, a: str, b: str) -> str:
        return self.equal.format(a=a, b=b)

    def _text(self, file: TestFile) -> str:
        load = self._load("lib", "../src/lib.js", "* as lib" if self.is_module else "lib")
        missing = self._load("nothing", "../src/nothing.js", "nothing")
        broken = _BROKEN[file.broken].replace("IMPORT", missing)
        return "\n".join([self.head, load, *map(self._member, file.members), broken, ""])

    def _member(self, member: Test | Group) -> str:
        return self._test(member) if isinstance(member, Test) else self._group(member)

    def _group(self, group: Group) -> str:
        hook = f"{self.hooks[group.failing_hook]}(() => {{ lib.boom(); }});\n" if group.failing_hook else ""
        inside = "\n".join(map(self._member, group.members))
        return f"describe({json.dumps(group.title)}, () => {{\n{hook}{inside}\n}});"

    def _test(self, test: Test) -> str:
        title = json.dumps(test.title)
        if test.does == "todo":
            return self.later.format(title=title)
        body = (
            _BODIES[test.does]
            .replace("EQUAL(1, 1);", self._equal("1", "1"))
            .replace("EQUAL(1, 2);", self._equal("1", "2"))
        )
        return f"{self.test}{_KEYWORDS.get(test.does, '')}({title}, async () => {{ {body} }});"


_ALL: Mapping[Hook, str] = {
    "before all": "beforeAll",
    "before each": "beforeEach",
    "after each": "afterEach",
    "after all": "afterAll",
}
_SHORT: Mapping[Hook, str] = {**_ALL, "before all": "before", "after all": "after"}


def node_test(modules: Path | None = None) -> JavaScriptDialect:
    """node:test, which needs no npm package."""
    return JavaScriptDialect(
        adapter="node:test",
        head="const { test, describe, before, beforeEach, after, afterEach } = require('node:test');\n"
        "const assert = require('node:assert');",
        equal="assert.equal({a}, {b});",
        package={"scripts": {"test": "node --test"}},
        hooks=_SHORT,
        unable=frozenset({"new snapshots"}),
        focus="ignored",
    )


def node_test_modules(modules: Path | None = None) -> JavaScriptDialect:
    """node:test from ES modules, by its default export."""
    return JavaScriptDialect(
        adapter="node:test",
        head="import test, { describe, before, beforeEach, after, afterEach } from 'node:test';\n"
        "import assert from 'node:assert';",
        equal="assert.equal({a}, {b});",
        package={"scripts": {"test": "node --test"}},
        is_module=True,
        hooks=_SHORT,
        unable=frozenset({"new snapshots"}),
        focus="ignored",
    )


def jest(modules: Path) -> JavaScriptDialect:
    """jest."""
    return JavaScriptDialect(
        adapter="jest",
        head="",
        equal="expect({a}).toBe({b});",
        package={"scripts": {"test": "jest"}, "devDependencies": {"jest": "*"}},
        modules=modules,
        hooks=_ALL,
    )


def jest_modules(modules: Path) -> JavaScriptDialect:
    """jest over ES modules, as its documentation sets them up."""
    return JavaScriptDialect(
        adapter="jest",
        head="",
        equal="expect({a}).toBe({b});",
        package={
            "scripts": {"test": "node --experimental-vm-modules node_modules/jest/bin/jest.js"},
            "devDependencies": {"jest": "*"},
            "jest": {"transform": {}},
        },
        modules=modules,
        is_module=True,
        hooks=_ALL,
    )


def vitest(modules: Path) -> JavaScriptDialect:
    """vitest."""
    return JavaScriptDialect(
        adapter="vitest",
        head="import { test, describe, expect, beforeAll, beforeEach, afterAll, afterEach } from 'vitest';",
        equal="expect({a}).toBe({b});",
        package={"scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "*"}},
        modules=modules,
        is_module=True,
        hooks=_ALL,
        attack_folders=("any", "vitest"),
    )


def mocha(modules: Path) -> JavaScriptDialect:
    """mocha with node's assert."""
    return JavaScriptDialect(
        adapter="mocha",
        head="const assert = require('node:assert');",
        equal="assert.equal({a}, {b});",
        package={"scripts": {"test": "mocha 'test/**/*.spec.js'"}, "devDependencies": {"mocha": "*"}},
        modules=modules,
        suffix=".spec.js",
        test="it",
        later="it({title});",
        hooks=_SHORT,
        focus="run",
        todo="skipped",
        unable=frozenset({"new snapshots"}),
    )
