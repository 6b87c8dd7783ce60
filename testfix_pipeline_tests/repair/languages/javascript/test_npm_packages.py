"""What a newer npm package broke: which names it lacks, what it has instead, and the edits at all uses."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.javascript.libraries.installed_packages import is_update, locked_version
from testfix_pipeline.repair.languages.javascript.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import package_uses
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.execution.targets import ours

LOCK = {"packages": {"": {}, "node_modules/shapeless": {"version": "1.2.0"}}}
COMMON = {"main": "index.js"}
MODULE = {"type": "module", "main": "index.js"}
IMPORTED = "import { combine } from 'shapeless';\n\nexport const total = (a, b) => combine(a, b);\n"
REQUIRED = "const { combine } = require('shapeless');\n\nexports.total = (a, b) => combine(a, b);\n"
Files = dict[str, str]


@pytest.fixture
def project(write: Callable[[Files], Path], node: str) -> Callable[..., Path]:
    """A project with these files and version 2 of a package, of which its lock names 1.2.0."""

    def make(files: Files, manifest: dict[str, Any], package: Files) -> Path:
        inside = {f"node_modules/shapeless/{path}": text for path, text in package.items()}
        own = {"name": "shapeless", "version": "2.0.0", **manifest}
        kind = "module" if "export const" in "".join(files.values()) else "commonjs"
        named = {"name": "cart", "type": kind, "scripts": {"test": "node --test"}}
        return write(
            {
                **files,
                **inside,
                "node_modules/shapeless/package.json": json.dumps(own),
                "package.json": json.dumps(named),
                "package-lock.json": json.dumps(LOCK),
            }
        )

    return make


def fixes(
    root: Path, error: str = "combine is not a function", folder: str = "", **earlier: str
) -> Sequence[LibraryFix]:
    """What is proposed for a test in a folder that fails with this error."""
    target = ours(sandbox=SandboxPolicy(read=(str(root),)))
    failure = Failure(test=TestId(f"{folder}cart.test.js::total"), error=error)
    known = {f"npm:{name}": said for name, said in earlier.items()}
    return library_fixes(
        LibraryQuestion(target, root, lambda: root, [failure], [f"{folder}cart.test.js"], 30, earlier=known)
    )


def test_a_package_is_looked_for_in_the_folders_above_the_failing_test(project: Callable[..., Path]) -> None:
    root = project({"cart.js": REQUIRED}, COMMON, {"index.js": "exports.combineAll = 1\n"})
    found = fixes(root.parent, folder=f"{root.name}/")
    assert found[0].texts == {f"{root.name}/cart.js": REQUIRED.replace("combine", "combineAll")}
    (update,) = found[0].updates
    assert (update.before, update.version) == ("1.2.0", "2.0.0"), "of the lock in that folder"


def test_a_package_is_the_one_that_the_file_finds_from_its_own_folder(write, node) -> None:
    def package(folder: str, name: str) -> Files:
        inside = f"{folder}node_modules/shapeless/"
        manifest = json.dumps({"name": "shapeless", "version": "2.0.0", **COMMON})
        return {f"{inside}package.json": manifest, f"{inside}index.js": f"exports.{name} = 1\n"}

    programs = {f"packages/{one}/cart.js": REQUIRED for one in "ab"}
    root = write({**programs, **package("", "combineAll"), **package("packages/b/", "combined")})
    failures = [
        Failure(test=TestId(f"packages/{one}/cart.test.js::total"), error="combine is not a function") for one in "ab"
    ]
    target = ours(sandbox=SandboxPolicy(read=(str(root),)))
    found = library_fixes(LibraryQuestion(target, root, lambda: root, failures, [], 30))
    wanted = {"packages/a/cart.js": "combineAll", "packages/b/cart.js": "combined"}
    changed = {path: text for fix in found for path, text in fix.texts.items()}
    assert changed == {path: REQUIRED.replace("combine", name) for path, name in wanted.items()}


def test_the_version_before_comes_from_git_where_the_lock_was_changed_as_well(project: Callable[..., Path]) -> None:
    root = project({"cart.js": REQUIRED}, {**COMMON, "version": "1.2.0"}, {"index.js": "exports.combineAll = 1\n"})
    said = "package-lock.json until commit 1a2b3c4 (2024-05-01)"
    (update,) = fixes(root, shapeless=f"1.1.0 in {said}")[0].updates
    assert (update.before, update.source, update.certain) == ("1.1.0", said, True)


@pytest.mark.parametrize(
    ("program", "manifest", "package", "wanted"),
    [
        (IMPORTED, MODULE, {"index.js": "export const combineAll = 1\n"}, IMPORTED.replace("combine", "combineAll")),
        (
            IMPORTED,
            {"type": "module", "exports": {".": "./index.js", "./sums": "./sums.js"}},
            {"index.js": "export const other = 1\n", "sums.js": "export const combine = 1\n"},
            IMPORTED.replace("'shapeless'", "'shapeless/sums'"),
        ),
        (
            REQUIRED.replace("'shapeless'", "'shapeless/lib/sums'"),
            {"exports": {".": "./index.js", "./sums": "./sums.js"}},
            {"index.js": "exports.other = 1\n", "sums.js": "exports.combine = 1\n"},
            REQUIRED.replace("'shapeless'", "'shapeless/sums'"),
        ),
        (
            "const combine = require('shapeless');\n",
            COMMON,
            {"index.js": "exports.default = () => 1\n"},
            "const combine = require('shapeless').default;\n",
        ),
        (
            "import shapes from 'shapeless';\n\nexport const total = shapes.combine;\n",
            MODULE,
            {"index.js": "export const combine = 1\n"},
            "import * as shapes from 'shapeless';\n\nexport const total = shapes.combine;\n",
        ),
        (
            "const shapeless = require('shapeless');\n\nexports.total = (a) => shapeless(a);\n",
            COMMON,
            {"index.js": "exports.Shapeless = 1\nexports.shapeless = () => 1\n"},
            "const shapeless = require('shapeless').shapeless;\n\nexports.total = (a) => shapeless(a);\n",
        ),
        (
            "const Shapes = require('shapeless');\n\nexports.total = new Shapes();\n",
            COMMON,
            {"index.js": "exports.shapeLess = class {}\n"},
            "const Shapes = require('shapeless').shapeLess;\n\nexports.total = new Shapes();\n",
        ),
        (
            "const shape = require('shapeless');\n\nexports.total = shape.combine(1);\n",
            COMMON,
            {"index.js": "exports.shape = { combine: () => 1 }\n"},
            "const shape = require('shapeless').shape;\n\nexports.total = shape.combine(1);\n",
        ),
        (
            "const add = require('shapeless/combine');\n\nexports.total = add(1);\n",
            {"exports": {".": "./index.js"}},
            {"index.js": "exports.combine = () => 1\n", "combine.js": ""},
            "const add = require('shapeless').combine;\n\nexports.total = add(1);\n",
        ),
        (
            "import combine from 'shapeless';\n\nexport const total = combine(1);\n",
            {"exports": {"import": "./index.mjs", "require": "./index.js"}},
            {"index.mjs": "export const combine = 1\n", "index.js": "exports.combine = 1\n"},
            "import { combine } from 'shapeless';\n\nexport const total = combine(1);\n",
        ),
        (
            "import add from 'shapeless/combine';\n\nexport const total = add(1);\n",
            {"type": "module", "exports": {".": "./index.js"}},
            {"index.js": "export const combine = 1\n", "combine.js": ""},
            "import { combine as add } from 'shapeless';\n\nexport const total = add(1);\n",
        ),
        (
            "import combine, { one } from 'shapeless';\n\nexport const total = combine(one);\n",
            MODULE,
            {"index.js": "export const combine = 1\nexport const one = 1\n"},
            "import { combine, one } from 'shapeless';\n\nexport const total = combine(one);\n",
        ),
    ],
    ids=[
        *("renamed", "moved", "entry point gone", "default of require", "no default", "a function, now an export"),
        *("a class by the package's name", "an object, now an export", "entry point required", "no default any more"),
        *("entry point imported", "no default beside others any more"),
    ],
)
def test_each_change_of_a_package_has_its_edit(project, program, manifest, package, wanted) -> None:
    first = fixes(project({"cart.js": program}, manifest, package))[0]
    assert first.texts == {"cart.js": wanted}
    (update,) = first.updates
    assert (update.library, update.before, update.version, update.certain) == ("shapeless", "1.2.0", "2.0.0", True)
    assert (update.source, update.place[:8]) == ("package-lock.json", "cart.js:")


def test_what_its_documents_say_comes_before_a_similar_name(project: Callable[..., Path]) -> None:
    package = {"index.js": "exports.combined = exports.sum = 1\n", "CHANGELOG.md": "- Renamed `combine` to `sum`.\n"}
    found = fixes(project({"cart.js": REQUIRED}, COMMON, package))
    assert [fix.texts["cart.js"] for fix in found] == [REQUIRED.replace("combine", new) for new in ("sum", "combined")]
    assert "its documents say: - Renamed `combine` to `sum`." in found[0].note


def test_a_name_that_is_bound_twice_is_renamed_in_the_import_alone(project: Callable[..., Path]) -> None:
    more = "exports.twice = (combine) => combine(1);\n"
    found = fixes(project({"cart.js": REQUIRED + more}, COMMON, {"index.js": "exports.combineAll = 1\n"}))
    assert found[0].texts["cart.js"] == REQUIRED.replace("{ combine }", "{ combineAll: combine }") + more


def test_that_a_package_is_a_module_alone_is_said(project: Callable[..., Path]) -> None:
    root = project({"cart.js": REQUIRED}, MODULE, {"index.js": "await null\nexport const combine = 1\n"})
    (fix,) = fixes(root, "require() of ES Module index.js not supported.")
    assert (fix.texts, fix.symbol) == ({}, "shapeless")
    assert fix.note.startswith("shapeless 2.0.0 is an ES module alone: `require` can't load it (before: 1.2.0)")
    assert (fix.updates[0].certain, fix.updates[0].alternative[:27]) == (True, "npm install shapeless@1.2.0")


@pytest.mark.parametrize(("exports", "count"), [("./index.js", 1), ({"import": "./i.js", "require": "./c.cjs"}, 0)])
def test_a_module_that_node_loads_and_the_framework_does_not_is_said(project, exports, count) -> None:
    files = {"index.js": "export const combine = 1\n", "i.js": "", "c.cjs": "exports.combine = 1\n"}
    root = project({"cart.js": REQUIRED}, {**MODULE, "exports": exports}, files)
    found = fixes(root, "SyntaxError: Cannot use import statement outside a module")
    assert len([fix for fix in found if "transformIgnorePatterns" in fix.note]) == count


def test_nothing_is_proposed_for_what_a_package_has_or_a_failure_of_ones_own(project: Callable[..., Path]) -> None:
    root = project({"cart.js": REQUIRED}, COMMON, {"index.js": "exports.combine = 1\n"})
    assert not any(fix.texts for fix in fixes(root))
    (root / "node_modules" / "shapeless" / "index.js").write_text("")
    assert not any(fix.texts for fix in fixes(root, "1 !== 2"))


def test_uses_are_found_in_every_form() -> None:
    text = (
        "import first, { a, b as c } from '@own/shapes/round';\nimport * as all from 'shapes';\nimport './own.js';\n"
        "import fs from 'node:fs';\nfirst.d(); all.e; const { f, g: h } = require('shapes'), i = require('./own');\n"
        "require('shapes').j();\n"
    )
    found = package_uses(JsSource("x.js", text.encode()))
    names = ["default", "a", "b", "default.d", "e", "f", "g", "", "j"]
    assert sorted(use.name for use in found) == sorted(names)
    assert {use.package for use in found} == {"@own/shapes", "shapes"}
    assert [use.name for use in found if use.is_local] == ["a", "f"]


@pytest.mark.parametrize("shadow", ["function run(all)", "const run = (all) =>", "const run = all =>"])
def test_what_a_parameter_of_the_same_name_gives_is_no_use_of_the_package(shadow: str) -> None:
    found = package_uses(
        JsSource("x.js", f"const all = require('shapes');\n{shadow} {{ all(); all.size; }}\n".encode())
    )
    assert [(use.name, use.is_called) for use in found] == [("", False)]
    inside = "function run() { const all = require('shapes'); return all() + all.size; }\n"
    assert [(use.name, use.is_called) for use in package_uses(JsSource("x.js", inside.encode()))] == [
        ("", True),
        ("size", False),
    ]


@pytest.mark.parametrize(
    ("then", "now", "wanted"),
    [
        ("1.2.0", "2.0.0", True), ("1.2.0", "1.2.0", False), ("2.1", "2.0.9", False), ("^1.2.0", "1.9.0", False),
        ("^1.2.0", "2.0.0", True), ("^0.2.0", "0.3.0", True), ("~1.2.0", "1.3.0", True), ("latest", "2.0.0", False),
        (">=1", "2.0.0", False),
    ],
)  # fmt: skip
def test_an_update_is_what_the_lock_or_the_range_does_not_allow(then: str, now: str, wanted: bool) -> None:
    assert is_update(then, now) is wanted


def test_versions_come_from_the_lock_then_from_the_manifest(tmp_path: Path) -> None:
    assert locked_version(tmp_path, "a") == ("", "")
    (tmp_path / "package.json").write_text('{"devDependencies": {"a": "^1.0.0"}}')
    assert locked_version(tmp_path, "a") == ("^1.0.0", "package.json")
    (tmp_path / "package-lock.json").write_text('{"dependencies": {"a": {"version": "1.4.0"}}}')
    assert locked_version(tmp_path, "a") == ("1.4.0", "package-lock.json")
    (tmp_path / "package-lock.json").write_text("{")
    assert locked_version(tmp_path, "a") == ("^1.0.0", "package.json")


def test_a_suite_that_an_update_broke_is_repaired_in_all_files(project: Callable[..., Path]) -> None:
    label = "const all = require('shapeless');\n\nexports.label = (n) => `n: ${all.combine(n, 1)}`;\n"
    test = (
        "const test = require('node:test');\nconst assert = require('node:assert');\n"
        "const { total } = require('./cart.js');\nconst { label } = require('./label.js');\n\n"
        "test('total', () => assert.strictEqual(total(1, 2), 3));\n"
        "test('label', () => assert.strictEqual(label(2), 'n: 3'));\n"
    )
    package = {"index.js": "exports.combineAll = (...all) => all.reduce((a, b) => a + b)\n"}
    root = project({"cart.js": REQUIRED, "label.js": label, "cart.test.js": test}, COMMON, package)
    report = repair_project(root, seconds=60, cores=1, history=False)
    assert report.is_repaired and report.failing_after == 0
    (bug,) = report.bugs
    assert "all.combineAll(n, 1)" in report.diff and "const { combineAll } = require('shapeless')" in report.diff
    assert [one.describe()[:50] for one in bug.updates] == ["shapeless 1.2.0 → 2.0.0, shapeless.combine: shapel"]
