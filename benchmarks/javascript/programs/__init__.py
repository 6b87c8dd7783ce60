"""Small programs with one realistic bug each, a TOML file for each: `programs/SET/NAME.toml`.

The form is that of `benchmarks/repair/programs`, and one key more: framework = "node" (node:test), "node-esm",
"vitest" or "jest". The hidden tests lie in the folder `hidden` of the tree, beside `tests`.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair.programs import Program, load

SETS = ("development", "held-out")
FOLDER = Path(__file__).parent
NODE_MODULES = Path(__file__).parents[3].joinpath(".tools", "node_modules").resolve()
_SCRIPTS = {"node": "node --test", "node-esm": "node --test", "vitest": "vitest run", "jest": "jest"}


@dataclass(frozen=True)
class JsProgram:
    """A program, and what its tests run with."""

    program: Program
    framework: str

    @property
    def is_runnable(self) -> bool:
        """Whether its framework is there: `tools/install` brings vitest and jest."""
        return self.framework.startswith("node") or (NODE_MODULES / self.framework).is_dir()

    @property
    def name(self) -> str:
        """The program's name."""
        return self.program.name

    @property
    def fixed(self) -> dict[str, str]:
        """The right texts of the files that the fix changes."""
        return self.program.fixed

    @property
    def bug_lines(self) -> set[tuple[str, int]]:
        """File and line of all that the fix replaces."""
        lines = set()
        for edit in self.program.edits:
            text = self.program.files[edit.file]
            first = text.count("\n", 0, text.index(edit.old)) + 1
            lines |= {(edit.file, first + n) for n in range(edit.old.rstrip("\n").count("\n") + 1)}
        return lines

    def write_hidden(self, tree: Path) -> None:
        """Add the hidden tests to a tree."""
        self.program.write_hidden(tree)

    def is_hidden(self, test: str) -> bool:
        """Whether a test is a hidden one."""
        return test.startswith("hidden/")

    def write_buggy(self, tree: Path) -> None:
        """Write the tree that a repairer gets."""
        self.program.write_buggy(tree)
        manifest = {
            "name": self.program.name.replace("_", "-"),
            "private": True,
            "type": "module" if self.framework in ("node-esm", "vitest") else "commonjs",
            "scripts": {"test": _SCRIPTS[self.framework]},
        }
        (tree / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
        if not self.framework.startswith("node"):
            (tree / "node_modules").symlink_to(NODE_MODULES)


def programs(which: str) -> list[JsProgram]:
    """The programs of a set, by name."""
    return [_program(path) for path in sorted((FOLDER / which).glob("*.toml"))]


def _program(path: Path) -> JsProgram:
    framework = tomllib.loads(path.read_text(encoding="utf-8"))["framework"]
    return JsProgram(load(path, "training"), framework)
