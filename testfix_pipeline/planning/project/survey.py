"""Reads all files of a project once: their outlines, imports, keywords, and what importing them does."""

from __future__ import annotations

import ast
import contextlib
import gc
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.patch_policy.javascript.module_imports import imports_of, resolve_import
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.code_readers import is_javascript, outline_of
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.planning.project.files import FileRole, ProjectFiles, is_outside_product
from testfix_pipeline.planning.python_code.imported_names import NeededImport
from testfix_pipeline.planning.python_code.outline import Outline, outline_and_tree
from testfix_pipeline.planning.python_code.project_modules import ProjectModules

_SEARCHED: tuple[FileRole, ...] = ("source", "tests", "documentation", "config")
_ACTS = {
    **dict.fromkeys(("sys.exit", "exit", "quit", "os._exit"), "ends the program"),
    **dict.fromkeys(("subprocess.run", "subprocess.check_output", "subprocess.Popen", "os.system"), "starts a program"),
    **dict.fromkeys(("requests.get", "requests.post", "urllib.request.urlopen"), "asks the network"),
    "socket.create_connection": "asks the network", "input": "waits for a person", "time.sleep": "waits",
}  # fmt: skip
_SIGNS = (*(f"{name}(" for name in _ACTS), "sys.argv", "parse_args(")


@dataclass
class Survey:
    """The contents of a project's files.

    outlines: of every readable code file. hits: the number of keywords in a file's path or text, if any.

    imports: file of code -> the project's files that it imports. acting: source -> its effect when imported.
    """

    files: ProjectFiles
    outlines: dict[str, Outline] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    imports: dict[str, set[str]] = field(default_factory=dict)
    external: dict[str, int] = field(default_factory=dict)
    acting: dict[str, str] = field(default_factory=dict)

    @cached_property
    def scripts(self) -> list[str]:
        """Python files named as tests that hold no test: importing them has effects.

        A class of tests may inherit all of its tests.
        """
        python = (path for path in self.files.test_files if path.endswith(".py") and path in self.outlines)
        tests = (path for path in python if not self.outlines[path].error)
        return [path for path in tests if not _has_tests(self.outlines[path])]

    def product_outlines(self, executed: Iterable[str] = ()) -> dict[str, Outline]:
        """The outlines of the source to test; examples, docs and tools only where a test ran them."""
        ran = set(executed)
        sources = (path for path in self.files.by_kind["source"] if path in self.outlines)
        return {path: self.outlines[path] for path in sources if path in ran or not is_outside_product(path)}


def _has_tests(each: Outline) -> bool:
    return any(name.rpartition(".")[2].startswith("test") for name in each.functions) or any(
        name.startswith("Test") for name in each.symbols
    )


def survey_files(files: ProjectFiles, keywords: Sequence[str], on_progress: OnProgress = ignore_progress) -> Survey:
    """Read every file once, with no text left in memory, so that thousands of files fit."""
    found = Survey(files)
    with _without_garbage_collection():
        _read_files(found, keywords, on_progress)
    _resolve_imports(found)
    return found


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable the collection of reference cycles.

    Syntax trees have none, and it takes half of the time for 10,000 files.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _read_files(found: Survey, keywords: Sequence[str], on_progress: OnProgress) -> None:
    files = found.files
    total, done = sum(len(files.by_kind[kind]) for kind in _SEARCHED), 0
    wanted = [re.sub(r"(?<=\w{4})(ing|ed|es|s)$", "", keyword.lower()) for keyword in keywords]
    for kind in _SEARCHED:
        for path in files.by_kind[kind]:
            on_progress(WorkProgress("reading files", done, total, path))
            done += 1
            text = files.text(path)
            if path.endswith(".py"):
                found.outlines[path], tree = outline_and_tree(text)
                doing = _import_effect(text, tree) if kind == "source" and tree else ""
                found.acting.update({path: doing} if doing else {})
            elif is_javascript(path):
                found.outlines[path] = outline_of(path, text)
            lowered = f"{path}\n{text}".lower()
            hits = sum(keyword in lowered for keyword in wanted)
            if hits:
                found.hits[path] = hits


def _resolve_imports(found: Survey) -> None:
    modules = ProjectModules(found.files.root, files=found.outlines)
    for path, each in found.outlines.items():
        if is_javascript(path):
            _resolve_javascript_imports(found, path)
            continue
        inside: set[str] = set()
        for level, name in each.imports:
            module, _, last = name.rpartition(".")
            target = modules.file_of(NeededImport(path, 0, module, last, level))
            if target:
                inside.add(target)
            elif not level:
                top = name.partition(".")[0]
                found.external[top] = found.external.get(top, 0) + 1
        found.imports[path] = inside - {path}


def _resolve_javascript_imports(found: Survey, path: str) -> None:
    """Set the imports of a file of JavaScript or TypeScript."""
    inside: set[str] = set()
    for one in imports_of(read_source(path, found.files.text(path)).syntax) if not found.outlines[path].error else ():
        target = resolve_import(path, one.module, found.outlines) if one.is_own else ""
        if target:
            inside.add(target)
        elif one.package:
            found.external[one.package] = found.external.get(one.package, 0) + 1
    found.imports[path] = inside - {path}


def distances(imports: Mapping[str, set[str]], starts: Iterable[str]) -> dict[str, int]:
    """The number of imports, in either direction, between a file and the nearest of `starts`.

    Unreachable files are absent.
    """
    either: dict[str, set[str]] = {}
    for path, targets in imports.items():
        for target in targets:
            either.setdefault(path, set()).add(target)
            either.setdefault(target, set()).add(path)
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        path = waiting.popleft()
        for other in either.get(path, ()):
            if other not in found:
                found[other] = found[path] + 1
                waiting.append(other)
    return found


def dependency_order(paths: Sequence[str], imports: Mapping[str, set[str]]) -> list[str]:
    """The paths in an order in which a file comes after those that it imports; members of a cycle keep their order."""
    wanted, done, ordered = set(paths), set[str](), list[str]()

    for start in paths:
        stack = [(start, False)]
        while stack:
            path, ready = stack.pop()
            if ready:
                ordered.append(path)
            elif path not in done:
                done.add(path)
                stack.append((path, True))
                stack += [(other, False) for other in sorted(imports.get(path, set()) & wanted, reverse=True)]
    return ordered


def _import_effect(text: str, tree: ast.Module) -> str:
    """The side effect of importing a module, "" if there is none; a `__main__` guard is ignored."""
    if not any(sign in text for sign in _SIGNS):
        return ""
    for node in _nodes_run_at_import(tree.body):
        name = dotted(node.func) if isinstance(node, ast.Call) else dotted(node)
        if isinstance(node, ast.Call) and name in _ACTS:
            return f"line {node.lineno} {_ACTS[name]} (`{name}`)"
        if isinstance(node, ast.Call) and name.endswith(".parse_args"):
            return f"line {node.lineno} reads the command line (`{name}`)"
        if isinstance(node, ast.Subscript) and dotted(node.value) == "sys.argv":
            return f"line {node.lineno} reads the command line (`sys.argv`)"
    return ""


def _nodes_run_at_import(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is imported."""
    waiting: list[ast.AST] = [*reversed(body)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and (
            "__main__" in ast.unparse(node.test) or "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            waiting += reversed(node.orelse)
        elif not isinstance(node, (FunctionNode, ast.Lambda)):
            yield node
            waiting += reversed(list(ast.iter_child_nodes(node)))
