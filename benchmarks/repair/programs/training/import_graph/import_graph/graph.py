"""Which module imports which, and in what order they can be loaded."""

from collections.abc import Iterable, Mapping

from import_graph.reader import read_imports


class ImportCycle(Exception):
    """Modules that import each other; `modules` starts and ends with the same one."""

    def __init__(self, modules: list[str]) -> None:
        super().__init__(" -> ".join(modules))
        self.modules = modules


class ImportGraph:
    """Modules and their imports. Imported modules that weren't added are external, and left out of all answers."""

    def __init__(self) -> None:
        self._imports: dict[str, list[str]] = {}

    @classmethod
    def from_sources(cls, sources: Mapping[str, str]) -> "ImportGraph":
        """The graph of modules given as name -> source text."""
        graph = cls()
        for name, source in sources.items():
            graph.add(name, read_imports(source))
        return graph

    def add(self, name: str, imports: Iterable[str] = ()) -> None:
        """Add a module, or more imports of one."""
        known = self._imports.setdefault(name, [])
        known += [module for module in imports if module not in known]

    def imports_of(self, name: str) -> list[str]:
        """The modules that `name` imports itself."""
        return [module for module in self._imports[name] if module in self._imports]

    def importers_of(self, name: str) -> list[str]:
        """The modules that import `name`, by name."""
        return sorted(module for module, imports in self._imports.items() if name in imports)

    def load_order(self) -> list[str]:
        """All modules, each after what it imports. Raises ImportCycle."""
        order: list[str] = []
        for name in self._imports:
            self._visit(name, order, [])
        return order

    def _visit(self, name: str, order: list[str], trail: list[str]) -> None:
        """Append `name` to `order` after what it needs; `trail` leads from the first module to here."""
        if name in trail:
            raise ImportCycle(trail[trail.index(name) :] + [name])
        if name in order:
            return
        trail.append(name)
        for module in self.imports_of(name):
            self._visit(module, order, trail)
        order.append(name)

    def needed_by(self, name: str) -> set[str]:
        """All modules that are loaded when `name` is, without itself."""
        seen: set[str] = set()
        waiting = self.imports_of(name)
        while waiting:
            module = waiting.pop()
            if module not in seen:
                seen.add(module)
                waiting += self.imports_of(module)
        return seen - {name}
