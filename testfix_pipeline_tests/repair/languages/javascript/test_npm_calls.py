"""Calls of a newer npm package that have another form: names that its errors offer, and exports."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.javascript.libraries.library_fixes import library_fixes
from testfix_pipeline_tests.execution.targets import ours

EARLIER = {"npm:shapeless": "1.2.0 in package-lock.json until commit 1a2b3c4 (2024-05-01)"}
Write = Callable[[dict[str, str]], Path]


def proposed(
    write: Write,
    program: str,
    package: str,
    error: str = "invalid options argument",
    types: str = "",
    earlier: dict[str, str] = EARLIER,
) -> Sequence[LibraryFix]:
    """What is proposed for a program that uses version 2 of a package and fails with this error."""
    kind = "module" if "import " in program else "commonjs"
    manifest = {"name": "shapeless", "version": "2.0.0", "type": kind, "main": "index.js"}
    root = write(
        {
            "cart.js": program,
            "package.json": json.dumps({"name": "cart", "type": kind}),
            "node_modules/shapeless/package.json": json.dumps(manifest),
            "node_modules/shapeless/index.js": package,
            "node_modules/shapeless/lib/index.d.ts": types,
        }
    )
    target = ours(sandbox=SandboxPolicy(read=(str(root),)))
    failure = Failure(test=TestId("cart.test.js::total"), error=error)
    return library_fixes(LibraryQuestion(target, root, lambda: root, [failure], ["cart.test.js"], 30, earlier=earlier))


def test_a_function_that_is_given_on_may_be_an_export_now(write: Write, node: str):
    program = "const draw = require('shapeless');\n\nexports.run = [1].map(draw);\n"
    found = proposed(write, program, "exports.draw = (n) => n\n", "object is not a function")
    assert [fix.texts["cart.js"] for fix in found] == [program.replace("')", "').draw")]


def test_a_name_that_the_error_offers_takes_the_place_of_the_one_it_is_about(write: Write, node: str):
    program = "const shapes = require('shapeless');\n\nexports.run = () => shapes.safeDraw(1);\n"
    package = "exports.safeDraw = () => { throw Error() }\nexports.draw = exports.paint = () => 1\n"
    error = "Function shapes.safeDraw is removed in version 2. Use shapes.draw instead, which is safe now."
    (fix,) = proposed(write, program, package, error)
    assert fix.texts == {"cart.js": program.replace("safeDraw", "draw")}
    assert fix.note.startswith(f"shapeless: safeDraw -> draw: its error says: {error}")
    (note,) = proposed(write, program, package, "Use shapes.draw instead")
    assert not note.texts, "it is about no name of the program"


TYPES = """
export declare class Shape {
  readonly cornerCount: number;
  drawAll<T>(width: Map<string, (a: T, b: T) => void>, height?: number, ...more: number[]): void;
  private drawWidth: number;
}
"""


@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        ("shape.drawAl(1)", ["shape.drawAll(1)"]),
        ("shape.drawAl()", []),
        ("shape.numberCount", ["shape.cornerCount"]),
        ("shape.drawAll(shape.own)", []),
        ("[].flatMap(shape)", []),
        ("other.drawAl(1)", []),
    ],
    ids=[
        "a similar method",
        "one that needs more arguments",
        "the same last word, and no method",
        "a member of the project",
        "JavaScript's",
        "other's",
    ],
)
def test_a_member_that_nobody_declares_is_one_that_the_types_have(write, node, read, wanted):
    program = (
        "const { Shape } = require('shapeless');\nconst other = require('./other');\n\n"
        "exports.run = (shape) => READ;\nexports.one = { own: Shape };\n"
    )
    found = proposed(write, program.replace("READ", read), "exports.Shape = class {}\n", "1 !== 2", TYPES)
    assert [fix.texts["cart.js"] for fix in found if fix.texts] == [program.replace("READ", one) for one in wanted]


def test_a_package_with_a_new_major_version_is_named_where_no_edit_is_known(write: Write, node: str):
    program = "const { draw } = require('shapeless');\n\nexports.run = () => draw(1);\n"
    (note,) = proposed(write, program, "exports.draw = () => 1\n", "1 !== 2")
    assert (note.texts, note.likelihood) == ({}, 0.0)
    (update,) = note.updates
    assert (update.library, update.before, update.version, update.certain) == ("shapeless", "1.2.0", "2.0.0", False)
    assert update.evidence.startswith("Perhaps an update: cart.js:1 uses shapeless 2.0.0; 1.2.0 in package-lock.json")
    same = {**EARLIER, "npm:shapeless": "2.0.0-rc.1 in package.json"}
    assert proposed(write, program, "exports.draw = () => 1\n", "1 !== 2", earlier=same) == []


def test_the_name_of_the_package_is_not_that_of_an_entry_point_that_is_gone(write: Write, node: str):
    program = "import generate from 'shapeless/generate';\n\nexport const run = generate(1);\n"
    found = proposed(write, program, "export const shapeless = () => 1\n", "Missing ./generate")
    assert [fix.kind for fix in found] == ["library.updated"]


def test_a_word_of_an_error_is_not_the_default_export(write: Write, node: str):
    program = "import shapes from 'shapeless';\n\nexport const run = () => shapes.safeDraw(1);\n"
    package = (
        "const shapes = { safeDraw() { throw Error() }, draw: () => 1 }\nexport default shapes\nexport const draw = 1\n"
    )
    error = "shapes.safeDraw is removed. Use shapes.draw instead, which is safe by default."
    (fix,) = [one for one in proposed(write, program, package, error) if one.texts]
    assert fix.texts == {"cart.js": program.replace("safeDraw", "draw")}
