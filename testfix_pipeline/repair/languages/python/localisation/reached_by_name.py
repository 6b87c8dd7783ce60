"""Functions that tests without coverage reach by name, and the frames that their messages quote.

This is an approximation from the test's text: modules that it names in command lines or imports, and functions called
by name from there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Frame
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.execution.project_files import read_toml
from testfix_pipeline.repair.languages.python.failure_evidence import function_of_test
from testfix_pipeline.repair.languages.python.localisation.import_time_definitions import Definitions
from testfix_pipeline.repair.languages.python.modules import Modules
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.localise.uncovered_tests import tests_without_coverage
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import Symptoms

QUOTED_FRAME = re.compile(r'File \\?"([^"\\]+)\\?", line (\d+)(?:, in ([\w<>]+))?')
MODULE = re.compile(r"[A-Za-z_][\w.]*(?:[:/\\][\w./\\:]+)?")
MOST_HOPS = 4
"""The number of calls by name that are followed from the point where a test enters the project."""


def quoted_frames(message: str) -> Iterator[Frame]:
    """Yields the frames of tracebacks that a message quotes."""
    for file, line, function in QUOTED_FRAME.findall(message):
        yield Frame(file=file, line=int(line), function=function or "<module>")


class FunctionsReachedByName:
    """Functions that a test reaches by name, with the number of calls between them."""

    def __init__(self, sources: Sources, symptoms: Symptoms) -> None:
        self.root = sources.root
        self.modules = Modules(sources)
        self.finder = Definitions(sources)
        self.hops: dict[tuple[str, PythonFunction | None], int] = {}
        for test in tests_without_coverage(symptoms)[:20]:
            self._from_test(test)

    def _from_test(self, test: TestId) -> None:
        file = file_of(test)
        try:
            tree = python_code.parse((self.root / file).read_bytes())
        except (OSError, SyntaxError, ValueError):
            return
        node = function_of_test(test, self.root) or tree
        entered = list(self._entry_modules(tree, node))
        names = {name for part in ast.walk(node) if (name := last_name(part))}
        for source in entered:
            entry_functions = [function for function in source.functions if function.name in {*names, "main"}]
            self._follow([(source, None), *((source, function) for function in entry_functions)])

    def _entry_modules(self, tree: ast.Module, node: ast.AST) -> Iterator[SourceFile]:
        """Yields the modules that the test's texts name, then those that its file imports."""
        helpers = [part for part in tree.body if not isinstance(part, ast.ClassDef)]
        for part in (node, *helpers):
            for text in _texts(part):
                yield from self._named(text)
        imported = [one for one in imported_names(ast.walk(tree)) if not one.level]
        for name in dict.fromkeys(name for one in imported for name in (one.module, one.whole)):
            yield from self._named(name)

    def _named(self, text: str) -> Iterator[SourceFile]:
        for word in MODULE.findall(text)[:20]:
            for name in (word, *self.scripts.get(word, ())):
                stem = name.partition(":")[0].removesuffix(".py").replace(".", "/")
                for path in (f"{stem}/__main__.py", f"{stem}.py", f"{stem}/__init__.py"):
                    found = (self.modules.file(place + path) for place in ("", "src/"))
                    yield from (source for source in found if source is not None)

    @cached_property
    def scripts(self) -> dict[str, list[str]]:
        """The modules that the project's installed commands start, by name of the command."""
        project = read_toml(self.root / "pyproject.toml").get("project", {})
        scripts = project.get("scripts", {}) if isinstance(project, dict) else {}
        return {name: [str(target)] for name, target in scripts.items()} if isinstance(scripts, dict) else {}

    def _follow(self, starts: Sequence[tuple[SourceFile, PythonFunction | None]]) -> None:
        waiting = [(source, function, 0) for source, function in starts]
        while waiting:
            source, function, hops = waiting.pop(0)
            key = (source.path, function)
            if hops > MOST_HOPS or self.hops.get(key, MOST_HOPS + 1) <= hops:
                continue
            self.hops[key] = hops
            waiting += [(place, other, hops + 1) for place, other in self._called(source, function)]

    def _called(
        self, source: SourceFile, function: PythonFunction | None
    ) -> Iterator[tuple[SourceFile, PythonFunction]]:
        body = ast.walk(function.node) if function else iter(source.tree.body)
        calls = [call for part in body for call in ast.walk(part) if isinstance(call, ast.Call)]
        for name in sorted({name for call in calls if (name := called(call))}):
            for place, original in self.finder.origins(source, name):
                owner = place.classes.get(original)
                for other in place.functions:
                    if other.name == original or (owner is not None and other.owner is owner):
                        yield place, other


def _texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) < 200:
            yield part.value
