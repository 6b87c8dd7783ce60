"""Members and exports that the types of an npm package tell the new form of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.javascript.libraries.installed_packages import renamed_by_documents
from testfix_pipeline.repair.languages.javascript.libraries.undeclared_members import declared_types
from testfix_pipeline_tests.repair.languages.javascript.test_npm_calls import proposed

Write = Callable[[dict[str, str]], Path]
TYPES = """
export type Values = Record<string, any>;
export declare class Shape {
  constructor(options?: Options);
  readonly corners: Corner[];
  readonly width: number;
  values<T extends Values = Values>(): T;
  keep<T extends Values>(): this & T;
}
interface Sized { cornerLimit?: number }
export type Options = Sized | { width: number };
export interface Corner { angle: number; }
export declare function shapes(): Promise<Shape[]>;
"""
MAKE = "const { Shape, shapes } = require('shapeless');\n\n"


@pytest.mark.parametrize(
    "code",
    [
        "const s = new Shape(); exports.a = s.width;",
        "exports.run = (s) => s.tint;",
        "exports.a = new Shape({ width: 1 });",
        "exports.a = new Shape({ width: 1, widths: 2, cornerLimit: 3, cornerLimits: 4 });",
    ],
    ids=["declared", "like nothing", "a declared option", "options"],
)
def test_nothing_is_proposed_for_what_is_declared_or_like_nothing_that_is(write: Write, node: str, code: str):
    found = proposed(write, f"{MAKE}{code}\n", "exports.Shape = exports.shapes = class {}\n", types=TYPES)
    assert not [fix.note for fix in found if fix.texts]


@pytest.mark.parametrize(
    ("code", "package", "wanted"),
    [
        (
            "const shapeless = require('shapeless');\n\nexports.a = shapeless.draw(1);\n",
            "exports.shapelessDraw = exports.other = () => 1\n",
            "const shapeless = require('shapeless');\nconst { shapelessDraw } = require('shapeless');\n\n"
            "exports.a = shapelessDraw(1);\n",
        ),
        (
            "import paint from 'shapeless';\n\nexport const a = new paint.Form();\n",
            "export class Shapeless {}\nexport default {}\n",
            "import paint from 'shapeless';\nimport { Shapeless } from 'shapeless';\n\n"
            "export const a = new Shapeless();\n",
        ),
        (
            "const draw = require('shapeless');\n\nexports.a = draw(1);\n",
            "exports.shapelessAsync = () => 1\n",
            "const draw = require('shapeless').shapelessAsync;\n\nexports.a = draw(1);\n",
        ),
        (
            "const draw = require('shapeless').draw;\n\nexports.a = draw.sync(1) + draw.call(null, 1);\n",
            "exports.draw = exports.drawSync = () => 1\n",
            "const draw = require('shapeless').draw;\nconst { drawSync } = require('shapeless');\n\n"
            "exports.a = drawSync(1) + draw.call(null, 1);\n",
        ),
        (
            "import { draw as paint } from 'shapeless';\n\nexport const a = paint.sync(1);\n",
            "export const draw = () => 1\nexport const drawSync = () => 2\n",
            "import { draw as paint, drawSync } from 'shapeless';\n\nexport const a = drawSync(1);\n",
        ),
    ],
    ids=[
        "a member, now an export",
        "a class by the package's name",
        "a longer name",
        "a member of an export",
        "a member of a name for an export",
    ],
)
def test_a_member_of_all_that_a_package_gave_has_its_new_form(write, node, code, package, wanted):
    assert wanted in [fix.texts["cart.js"] for fix in proposed(write, code, package, "not a function") if fix.texts]


@pytest.mark.parametrize(
    "code",
    [
        "const draw = require('shapeless').default;\n\nexports.a = draw.sync(1);\n",
        "const { draw } = require('shapeless');\n\nexports.a = draw.once(1);\n",
        "const { gone } = require('shapeless');\n\nexports.a = gone?.sync(1);\n",
    ],
    ids=["of the default", "that the export has", "of an export that is gone"],
)
def test_a_member_of_an_export_is_lost_only_where_node_says_so(write: Write, node: str, code: str):
    package = (
        "exports.default = exports.draw = Object.create({ sync: 1, once: 1 })\n"
        "exports.shapelessSync = exports.goneSync = exports.drawOnce = 1\n"
    )
    found = proposed(write, code, package, "not a function")
    assert not any("Sync(1)" in text or "Once(1)" in text for fix in found for text in fix.texts.values())


@pytest.mark.parametrize(
    ("line", "name", "is_said"),
    [
        ("`sum` is renamed `total` and does not include anything else", "include", False),
        ("unknown options: `sum` includes them, see .include", "include", False),
        ("`shape.include` is `sum` now", "include", True),
        ("include() was renamed to `sum`", "include", True),
        ("use `sum` for addAll", "addAll", True),
    ],
)
def test_a_word_of_prose_is_no_name_that_documents_replace(line: str, name: str, is_said: bool) -> None:
    assert bool([*renamed_by_documents([line], name, ["sum"])]) == is_said


def test_the_types_are_those_that_the_entry_point_leads_to(write: Write):
    exports = {".": {"import": {"types": "./new/main.d.ts"}}, "./old": "./old.js"}
    root = write(
        {
            "node_modules/shapeless/package.json": json.dumps({"exports": exports}),
            "node_modules/shapeless/new/main.d.ts": "export * from './inner.js';\n",
            "node_modules/shapeless/new/inner.d.ts": "export type Inner = 1;\n",
            "node_modules/shapeless/old.d.ts": "export type Old = 1;\n",
        }
    )
    assert "Inner" in (main := declared_types(root, "shapeless", "shapeless")) and "Old" not in main
    assert declared_types(root, "shapeless/old", "shapeless") == "export type Old = 1;\n"
