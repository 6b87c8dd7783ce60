"""Small projects whose tests pass and whose own checks are red, each of one kind, with what a session makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_TEST = "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
_ADD = "def add(a, b):\n    return a + b\n"
_NODE_TEST = """\
import assert from "node:assert";
import { test } from "node:test";
import { add } from "./calc.mjs";

test("adds", () => assert.equal(add(1, 2), 3));
"""
_NODE = {
    "package.json": '{"name": "calc", "version": "1.0.0", "scripts": {"test": "node --test"}}\n',
    ".gitignore": "node_modules\n",
    "calc.test.mjs": _NODE_TEST,
    "calc.mjs": "export function add(a, b) {\n  return a + b;\n}\n",
}
_NPM_LOCK = """\
{
  "name": "calc",
  "version": "1.0.0",
  "lockfileVersion": 3,
  "requires": true,
  "packages": {"": {"name": "calc", "version": "1.0.0"}}
}
"""
_GO_TEST = """\
package calc

import "testing"

func TestAdd(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("3 is wanted")
	}
}
"""


def settings(*tables: str) -> str:
    """A pyproject.toml with these tables."""
    return '[project]\nname = "calc"\nversion = "1"\nrequires-python = ">=3.11"\n' + "".join(
        f"\n{table}\n" for table in tables
    )


@dataclass(frozen=True)
class RedProject:
    """A project. counts: findings before and after by check; outcome: of the session; holds: what the branch then has
    in a file. offered: a line of the patch that does not land. program: what has to be installed. npm: whether the
    installed npm packages are linked.
    """

    name: str
    files: Mapping[str, str]
    counts: Mapping[str, tuple[int, int]]
    outcome: str = "success"
    holds: Mapping[str, str] = field(default_factory=dict)
    finding: str = ""
    offered: str = ""
    program: str = ""
    npm: bool = False


def _python(name: str, tables: list[str], calc: str = _ADD, test: str = _TEST, **more: str) -> Mapping[str, str]:
    return {"pyproject.toml": settings(*tables), "calc.py": calc, f"test_{name}.py": test, **more}


RED_PROJECTS = (
    RedProject(
        "python format",
        _python("calc", ["[tool.ruff.format]"], "def add(a,b):\n    return a+b\n"),
        {"ruff": (0, 0), "ruff format": (1, 0)},
        holds={"calc.py": _ADD},
    ),
    RedProject(
        "python format beside a template that is no Python yet",
        _python("calc", ["[tool.ruff.format]"], "def add(a,b):\n    return a+b\n", **{"new.py": "def {{ name }}(:\n"}),
        {"ruff format": (2, 1)},
        outcome="blocked",
        finding="new.py:1 ruff format syntax",
        holds={"calc.py": _ADD},
    ),
    RedProject(
        "python lint",
        _python("calc", ['[tool.ruff.lint]\nselect = ["F", "I"]'], f"import os\nimport sys\n\n\n{_ADD}"),
        {"ruff": (2, 0)},
        holds={"calc.py": _ADD},
    ),
    RedProject(
        "python lint whose fix has to be formatted",
        _python(
            "calc",
            ['[tool.ruff.lint]\nselect = ["UP032"]', "[tool.ruff.format]\nquote-style = 'double'"],
            f'{_ADD}\n\ndef label(a):\n    return "{{}}: {{}}".format(\n        a,\n        add(a, a),\n    )\n',
        ),
        {"ruff": (1, 0), "ruff format": (0, 0)},
        holds={"calc.py": f'{_ADD}\n\ndef label(a):\n    return f"{{a}}: {{add(a, a)}}"\n'},
    ),
    RedProject(
        "python types",
        _python("calc", ["[tool.mypy]"], f"{_ADD}\n\nsize: str = 3\n"),
        {"mypy": (1, 1)},
        outcome="blocked",
        finding="calc.py:5 mypy assignment",
        offered="+size: str = str(3)",
    ),
    RedProject(
        "python undefined name",
        _python("calc", ['[tool.ruff.lint]\nselect = ["F"]'], f"{_ADD}\n\ndef twice(a):\n    return ad(a, a)\n"),
        {"ruff": (1, 0)},
        holds={"calc.py": "return add(a, a)\n"},
    ),
    RedProject(
        "python format of a test",
        _python("calc", ["[tool.ruff.format]"], test=_TEST.replace("1, 2", "1,2")),
        {"ruff": (0, 0), "ruff format": (1, 0)},
        holds={"test_calc.py": _TEST},
    ),
    RedProject(
        "python lock",
        {
            **_python("calc", []),
            "uv.lock": 'version = 1\nrevision = 3\nrequires-python = ">=3.11"\n\n[[package]]\nname = "calc"\n'
            'version = "0.9"\nsource = { virtual = "." }\n',
        },
        {"uv.lock": (1, 0)},
        holds={"uv.lock": 'version = "1"'},
        program="uv",
    ),
    RedProject(
        "javascript lock",
        {
            **_NODE,
            "package.json": '{"name": "calc", "version": "1.0.0", "scripts": {"test": "node --test"},\n'
            ' "dependencies": {"unit": "file:./unit"}}\n',
            "package-lock.json": _NPM_LOCK,
            "unit/package.json": '{"name": "unit", "version": "1.0.0"}\n',
        },
        {"package-lock.json": (1, 0)},
        holds={"package-lock.json": '"node_modules/unit": {'},
        program="npm",
    ),
    RedProject(
        "javascript lint",
        {
            **_NODE,
            "calc.mjs": "export function add(a, b) {\n  let sum = a + b;\n  return sum;\n}\n",
            "eslint.config.mjs": 'export default [{ rules: { "prefer-const": "error" } }];\n',
        },
        {"eslint": (1, 0)},
        holds={"calc.mjs": "  const sum = a + b;\n"},
        npm=True,
    ),
    RedProject(
        "typescript types",
        {
            **_NODE,
            "tsconfig.json": '{"compilerOptions": {"strict": true, "types": []}, "include": ["*.ts"]}\n',
            "size.ts": 'export const size: number = "x";\n',
        },
        {"tsc": (1, 1)},
        outcome="blocked",
        finding="size.ts:1 tsc TS2322",
        npm=True,
    ),
    RedProject(
        "go format",
        {
            "go.mod": "module calc\n\ngo 1.19\n",
            "calc.go": "package calc\n\nfunc Add(a,b int) int {\n  return a+b\n}\n",
            "calc_test.go": _GO_TEST,
            "testdata/wrong.go": "package wrong\n\nvar _ = missing\n",
        },
        {"go vet": (0, 0), "gofmt": (1, 0)},
        holds={"calc.go": "func Add(a, b int) int {\n\treturn a + b\n}\n"},
        program="go",
    ),
    RedProject(
        "javascript snapshot",
        {
            **{name: text for name, text in _NODE.items() if name != "calc.test.mjs"},
            "package.json": '{"name": "calc", "type": "module", "scripts": {"test": "vitest run"},\n'
            ' "devDependencies": {"vitest": "*"}}\n',
            "calc.test.js": 'import { expect, test } from "vitest";\nimport { label } from "./label.mjs";\n\n'
            'test("adds", () => expect(label(1, 2)).toMatchSnapshot());\n',
            "label.mjs": "export function label(a, b) {\n  return `Sum: ${a + b}`;\n}\n",
            "__snapshots__/calc.test.js.snap": "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\n"
            "exports[`adds 1`] = `\"Both weigh 40 grams in all\"`;\n",
        },
        {"snapshots": (1, 1)},
        outcome="blocked",
        finding='calc.test.js::adds',
        holds={"__snapshots__/calc.test.js.snap": '"Both weigh 40 grams in all"'},
        npm=True,
    ),
)  # fmt: skip
