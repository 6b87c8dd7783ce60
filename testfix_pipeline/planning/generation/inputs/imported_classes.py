"""Finds classes in a project's other modules by the names under which a module imports them."""

from __future__ import annotations

import ast
from pathlib import Path

from testfix_pipeline.planning.python_code.module_source import ModuleSource, module_file, read_module

_MOST_HOPS = 4
"""How often a class may be imported on: packages hand their classes through `__init__`."""


class Library:
    """The modules of one project, each read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._modules: dict[str, ModuleSource | None] = {}

    def find_class(self, module: ModuleSource, name: str) -> tuple[ModuleSource, ast.ClassDef] | None:
        """The class that `name` means in a module, with the module that defines it.

        None if the project does not define it.

        `name` may be dotted: a class of a module that is imported as a whole.
        """
        first, _, rest = name.partition(".")
        if rest:
            place = self._imported_module(module, first)
            return self.find_class(place, rest) if place is not None else None
        for _ in range(_MOST_HOPS):
            for node in module.tree.body:
                if isinstance(node, ast.ClassDef) and node.name == name:
                    return module, node
            words = module.origins.get(name, "").split()
            other = self.module(words[1]) if words[:1] == ["from"] else None
            if other is None or other.file == module.file:
                return None
            module, name = other, words[3]
        return None

    def _imported_module(self, module: ModuleSource, name: str) -> ModuleSource | None:
        words = module.origins.get(name, "").split()
        if words[:1] == ["from"]:
            return self.module(f"{words[1]}.{words[3]}") if words[1] != "." else None
        return self.module(words[1]) if words[:1] == ["import"] else None

    def module(self, name: str) -> ModuleSource | None:
        """The project's module of a dotted name; None if there is none."""
        if name not in self._modules:
            self._modules[name] = self._read_module(name)
        return self._modules[name]

    def _read_module(self, name: str) -> ModuleSource | None:
        file = module_file(self._root, name)
        return read_module(self._root, file) if file else None
