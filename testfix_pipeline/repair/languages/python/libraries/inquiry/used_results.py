"""Names the library's callable whose result a failing line uses, by the program's text alone: of compiled functions and
of generators no run records what they give."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode, names_in, read_names
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.source import SourceFile

MOST_HOPS = 3
"""How many assignments and functions of the program lie between the failing line and the call."""
_PLAIN = frozenset(name for kind in (str, bytes, list, dict, set, tuple, int, float) for name in dir(kind))


def used_symbol(
    lines: Sequence[tuple[str, int]], called: Collection[str], files: Mapping[str, SourceFile], tops: Collection[str]
) -> tuple[str, str] | None:
    """The dotted name of the callable, and the place of its call; None where no failing line comes to one.

    lines: file and line of the program's own frames, the innermost last. called: names of the program's functions that
    the failing statement of a test calls. tops: the outermost modules of the library.
    """
    uses = _Uses(files, tops)
    for file, line in reversed(lines):
        if (source := files.get(file)) is not None:
            for statement in _statements_at(source, line):
                if found := next(uses.behind(statement, source, MOST_HOPS), None):
                    return found
    return next((found for name in called for found in uses.of_function(name, MOST_HOPS)), None)


def _statements_at(source: SourceFile, line: int) -> list[ast.stmt]:
    """The statement that covers a line, the smallest one."""
    found = [one for one in source.nodes if isinstance(one, ast.stmt) and one.lineno <= line <= (one.end_lineno or 0)]
    return sorted(found, key=lambda one: (one.end_lineno or 0) - one.lineno)[:1]


def called_before(text: str, line: int) -> list[str]:
    """The last names of what a test has called up to a line, the last ones first."""
    try:
        tree = python_code.parse(text)
    except SyntaxError:
        return []
    tests = [one for one in ast.walk(tree) if isinstance(one, FunctionNode)]
    around = [one for one in tests if one.lineno <= line <= (one.end_lineno or 0)][-1:]
    calls = [one for test in around for one in ast.walk(test) if isinstance(one, ast.Call) and one.lineno <= line]
    return [last_name(one.func) for one in sorted(calls, key=lambda one: -one.lineno)]


class _Uses:
    def __init__(self, files: Mapping[str, SourceFile], tops: Collection[str]) -> None:
        self.files = files
        self.names = {
            path: {one.name: one.full for one in imported_names(source.nodes) if one.top in tops and not one.level}
            for path, source in files.items()
        }
        every = [(node, one) for one in files.values() for node in one.nodes if isinstance(node, FunctionNode)]
        self.functions = {node.name: (node, source) for node, source in reversed(every)}

    def behind(self, node: ast.AST, source: SourceFile, hops: int) -> Iterator[tuple[str, str]]:
        """The calls of the library in an expression or statement; then those behind its names and functions."""
        calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
        for call in calls:
            if name := self._symbol(call.func, source):
                yield name, f"{source.path}:{call.lineno}"
        if hops:
            loaded = read_names(ast.walk(node))
            for value in self._values(loaded, node, source):
                yield from self.behind(value, source, hops - 1)
            for call in calls:
                yield from self.of_function(last_name(call.func), hops - 1)

    def of_function(self, name: str, hops: int) -> Iterator[tuple[str, str]]:
        """The calls behind what a function of the program returns, then any others in it, the last ones first."""
        if name in self.functions and hops >= 0:
            function, source = self.functions[name]
            inner = [one for one in ast.walk(function) if isinstance(one, ast.stmt) and one is not function]
            inner.sort(key=lambda one: (not isinstance(one, ast.Return | ast.Expr), -one.lineno))
            for one in inner:
                yield from self.behind(one, source, hops)

    def _values(self, names: set[str], near: ast.AST, source: SourceFile) -> Iterator[ast.expr]:
        """What the names are bound to, in the function around or in the module."""
        around = next((one for one in source.ancestors(near) if isinstance(one, FunctionNode)), source.tree)
        for one in ast.walk(around):
            match one:
                case (
                    ast.Assign(targets=[bound], value=value)
                    | ast.For(target=bound, iter=value)
                    | ast.withitem(optional_vars=ast.expr() as bound, context_expr=value)
                    | ast.comprehension(target=bound, iter=value)
                ) if names & names_in(bound):
                    yield value

    def _symbol(self, func: ast.expr, source: SourceFile) -> str:
        """The dotted name of what is called where it is the library's: a method by the class or function that made its
        object, or by its name alone where nothing else has it; else ""."""
        known = self.names[source.path]
        if isinstance(func, ast.Name):
            return known.get(func.id, "")
        if not isinstance(func, ast.Attribute) or not known:
            return ""
        path, root = [func.attr], func.value
        while isinstance(root, ast.Attribute):
            path.insert(0, root.attr)
            root = root.value
        if isinstance(root, ast.Name) and root.id in known:
            return ".".join([known[root.id], *path])
        first = _root(root)
        makers = {first, *(_root(value) for value in self._values({first}, func, source))} - known.keys()
        if (
            func.attr in _PLAIN
            or func.attr in self.functions
            or makers & {one.name for one in imported_names(source.nodes)}
        ):
            return ""
        return f"{min(known.values(), key=len).partition('.')[0]}.{func.attr}"


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes and calls begins with, "" of another expression."""
    while isinstance(node, (ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
