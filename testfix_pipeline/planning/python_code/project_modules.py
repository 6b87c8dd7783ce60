"""The modules and names that a project itself defines, read from its files without importing them."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import own_nodes, parse_or_none
from testfix_pipeline.execution.affected_tests.import_graph import parent_folder, python_files
from testfix_pipeline.execution.project_files import read_text, read_toml
from testfix_pipeline.planning.python_code.imported_names import NeededImport

ImportStatus = Literal["ok", "foreign", "somewhere", "no_module", "no_name"]
_GENERATED = re.compile(r"_?version|_?_version_?_?|.*_pb2(_grpc)?|_?build(_info)?")
"""Modules that version and protocol generators write; git ignores them, so that a worktree may lack them."""
_MAKES_MODULES = re.compile(r"__path__|sys\.modules|import_hook|meta_path")
_DYNAMIC = re.compile(r"__getattr__|__path__|globals\(\)|sys\.modules|\bsetattr\(|\bexec\(|locals\(\)")
_IMPLICIT = {"__name__", "__file__", "__doc__", "__path__", "__package__", "__spec__", "__dict__", "__loader__"}


class ProjectModules:
    """The modules below `root`, or those of `files`; `texts` replace files on disk."""

    def __init__(self, root: Path, texts: Mapping[str, str] | None = None, files: Iterable[str] | None = None) -> None:
        self._root = root
        self._texts = texts or {}
        self.files = frozenset([*(python_files(root) if files is None else files), *self._texts])
        self._folders = frozenset(str(folder) for file in self.files for folder in PurePosixPath(file).parents)
        self._anywhere = {PurePosixPath(path).stem for path in self.files} | {
            PurePosixPath(folder).name for folder in self._folders
        }
        self._configured = _python_path(root)

    @property
    def top_names(self) -> set[str]:
        """The top-level names of the project's modules and packages, at its root or below `src`."""
        tops = {
            PurePosixPath(path).relative_to("src") if path.startswith("src/") else PurePosixPath(path)
            for path in self.files
        }
        return {top.parts[0].removesuffix(".py") for top in tops}

    def status(self, item: NeededImport) -> ImportStatus:
        """Return whether the project defines what a file imports.

        "foreign": not a module of the project. "somewhere": it has one of that name, but not where `item.path` imports
        from, unless its folder is put on the path.
        """
        parts = item.module.split(".") if item.module else []
        if item.level:
            return self._status_below(parent_folder(item.path, item.level), parts, item.name)
        places = [place for place in self._places(item.path) if self._exists(place, parts[0])]
        if not places:
            return "somewhere" if parts[0] in self._anywhere else "foreign"
        answers = [self._status_below(place, parts, item.name) for place in places]
        return "ok" if "ok" in answers else answers[0]

    def attribute_status(self, item: NeededImport) -> ImportStatus:
        """Return whether a module of the project has a used attribute; "ok" unless its files exclude that.

        Other modules may set it, so that any assignment to that name counts.
        """
        head, _, name = item.name.rpartition(".")
        module = f"{item.module}.{head}" if item.module and head else item.module or head
        answer = self.status(NeededImport(item.path, item.line, module, name, item.level))
        if answer != "no_name" or self._is_class(item, head):
            return answer if answer in ("foreign", "somewhere") else "ok"
        return "ok" if name.startswith("_") or self._is_assigned(name) else "no_name"

    def _is_class(self, item: NeededImport, head: str) -> bool:
        return bool(head) and self.status(NeededImport(item.path, item.line, item.module, head, item.level)) != "ok"

    def _is_assigned(self, name: str) -> bool:
        """Whether some file of the project assigns to an attribute of that name, or has the name as a string."""
        named = re.compile(rf"\.{name}\s*(:[^=\n]*)?=[^=]|[\"']{name}[\"']")
        return any(named.search(self._text(file)) for file in self.files)

    def is_overridden(self, method: str) -> bool:
        """Whether a subclass in the project overrides a method, given as `Class.method`."""
        owner, _, name = method.rpartition(".")
        child, defined = re.compile(rf"class\s+\w+\s*\([^)]*\b{owner}\b"), re.compile(rf"def\s+{name}\b")
        texts = map(self._text, self.files)
        return any(child.search(text) and defined.search(text, child.search(text).end()) for text in texts)  # type: ignore[union-attr]

    def file_of(self, item: NeededImport) -> str | None:
        """The project's file that an import means: the module, or the imported sub-module.

        None if it is not the project's.
        """
        parts = item.module.split(".") if item.module else []
        for place in [parent_folder(item.path, item.level)] if item.level else self._places(item.path):
            for below in ([*parts, item.name], parts):
                path = _join_path(place, *filter(None, below))
                for file in (f"{path}.py", _join_path(path, "__init__.py")):
                    if file in self.files and (below or item.level):
                        return file
        return None

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - lives as long as one scan
    def _places(self, path: str) -> Iterable[str]:
        """The folders that `path` may import from, nearest first; not its own package, whose names need a dot."""
        above = [str(folder) for folder in PurePosixPath(path).parents]
        outside = [folder for folder in above if _join_path(folder, "__init__.py") not in self.files]
        return dict.fromkeys([*outside, ".", "src", *self._configured])

    def _exists(self, place: str, name: str) -> bool:
        path = _join_path(place, name)
        return f"{path}.py" in self.files or path in self._folders or name in self._compiled_modules(place)

    def _status_below(self, place: str, parts: list[str], name: str) -> ImportStatus:
        for position, part in enumerate(parts):
            if not self._exists(place, part):
                return "ok" if self._makes_modules(place) or _GENERATED.fullmatch(part) else "no_module"
            path = _join_path(place, part)
            if path not in self._folders:
                rest = parts[position + 1 :]
                return "no_module" if rest else self._name_status(f"{path}.py", name)
            place = path
        if not name or self._exists(place, name) or _GENERATED.fullmatch(name):
            return "ok"
        return self._name_status(_join_path(place, "__init__.py"), name)

    def _name_status(self, file: str, name: str) -> ImportStatus:
        names = self._top_level_names(file) if file in self.files else frozenset()
        return "ok" if not name or names is None or name in names else "no_name"

    def _makes_modules(self, folder: str) -> bool:
        """Whether a package creates modules at run time."""
        file = _join_path(folder, "__init__.py")
        return file in self.files and bool(_MAKES_MODULES.search(self._text(file)))

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - lives as long as one scan
    def _compiled_modules(self, place: str) -> frozenset[str]:
        """The names of extension modules and stubs, without Python source."""
        folder = self._root / place
        suffixes = (".so", ".pyd", ".pyi", ".pyx", ".c")
        if not folder.is_dir():
            return frozenset()
        return frozenset(file.name.partition(".")[0] for file in folder.iterdir() if file.name.endswith(suffixes))

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - lives as long as one scan
    def _top_level_names(self, file: str) -> frozenset[str] | None:
        """The names that a module binds at its top; None if its text does not tell."""
        text = self._text(file)
        tree = parse_or_none(text)
        if tree is None or _DYNAMIC.search(text):
            return None
        names = names_bound_by(own_nodes(tree))
        shared = (name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)
        return None if "*" in names else frozenset([*_IMPLICIT, *names, *shared])

    def _text(self, file: str) -> str:
        return self._texts[file] if file in self._texts else read_text(self._root / file)


def _join_path(*parts: str) -> str:
    return str(PurePosixPath(*parts)) if any(parts) else "."


def _python_path(root: Path) -> list[str]:
    """The folders of pytest's `pythonpath` and setuptools' packages that the project configures."""
    settings = read_toml(root / "pyproject.toml").get("tool", {})
    named = settings.get("pytest", {}).get("ini_options", {}).get("pythonpath", [])
    folders = settings.get("setuptools", {}).get("packages", {})
    where = folders.get("find", {}).get("where", []) if isinstance(folders, dict) else []
    entries = [*(named.split() if isinstance(named, str) else named), *where]
    return [_join_path(str(entry)) for entry in entries if isinstance(entry, str)]
