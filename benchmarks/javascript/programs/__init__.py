"""Small programs with one realistic bug each, a file for each set: `programs/SET.toml`.

The form is that of `benchmarks/repair/programs`, and one key more: framework = "node" (node:test), "node-esm",
"vitest" or "jest". The hidden tests lie in the folder `hidden` of the tree, beside `tests`.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.languages.program import SETS, ForeignProgram

__all__ = ["SETS", "JsProgram", "programs"]

FOLDER = Path(__file__).parent
NODE_MODULES = Path(__file__).parents[3].joinpath(".tools", "node_modules").resolve()
_SCRIPTS = {"node": "node --test", "node-esm": "node --test", "vitest": "vitest run", "jest": "jest"}


class JsProgram(ForeignProgram):
    """A program, and what its tests run with."""

    @property
    def is_runnable(self) -> bool:
        """Whether its framework is there: `tools/install` brings vitest and jest."""
        return self.framework.startswith("node") or (NODE_MODULES / self.framework).is_dir()

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
    return JsProgram.of_set(FOLDER, which)
