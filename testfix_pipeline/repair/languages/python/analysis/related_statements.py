"""Statements of related functions with their names mapped to names in reach of a statement."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import FunctionNode, read_names, stored_names
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import by_similarity, inner_names, local_names, similarity
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, own_nodes
from testfix_pipeline.repair.model.source_cache import cached_per_search

MAX_STATEMENTS = 40
SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.If, ast.Return, ast.Raise, ast.AnnAssign, ast.Delete)


def related_functions(target: PythonEditSite) -> list[PythonFunction]:
    """Functions of the file by relation: the function itself, those of its class or with similar names and parameters,
    then the rest."""
    return list(_related_functions(target.source, target.function)) if target.function else []


@cached_per_search(1024)
def _related_functions(source: SourceFile, mine: PythonFunction) -> Sequence[PythonFunction]:
    def distance(other: PythonFunction) -> tuple[float, int]:
        if other is mine:
            return (0.0, 0)
        same = 0.3 if mine.owner is not None and other.owner is mine.owner else 0.0
        return (1.0 - 0.6 * similarity(mine.name, other.name) - same, abs(other.node.lineno - mine.node.lineno))

    return sorted(source.functions, key=distance)[:15]


def related_statements(target: PythonEditSite) -> Iterator[tuple[str, bool]]:
    """Yields (text of a statement, inner lines indented by tabs; whether its function is closely related), each text
    once."""
    reach = names_in_reach(target)
    assert target.function is not None
    own_texts = {text for text, _ in _small_statements(target.source, target.function)}
    seen: dict[str, None] = {}
    for number, function in enumerate(related_functions(target)):
        for statement, names in _small_statements(target.source, function):
            for text in _with_known_names(target, statement, names - reach):
                if text not in seen and (function is not target.function or text not in own_texts):
                    seen.setdefault(text)
                    yield text, number < 4
                    if len(seen) >= MAX_STATEMENTS:
                        return


def _is_small(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant):
        return False
    if isinstance(stmt, ast.If):
        return not stmt.orelse and len(stmt.body) == 1 and not isinstance(stmt.body[0], (ast.If, ast.For, ast.With))
    return True


def _text_with_tabs(source: SourceFile, stmt: ast.stmt) -> str:
    """The statement's text with its inner indentation as tabs."""
    text = source.segment(stmt)
    if isinstance(stmt, ast.If) and len(stmt.body) == 1:
        return f"if {source.segment(stmt.test)}:\n\t{source.segment(stmt.body[0])}"
    return text


def names_in_reach(target: PythonEditSite) -> set[str]:
    """The names that a statement may use: of its module, its function, and `self`."""
    receiver = {a.arg for a in target.function.arguments[:1]} if target.function else set()
    return {*_module_reach(target.source), *local_names(target), *receiver}


@cached_per_search(256)
def _module_reach(source: SourceFile) -> frozenset[str]:
    own = {one.name for one in imported_names(ast.walk(source.tree))}
    own |= {stmt.name for stmt in source.tree.body if isinstance(stmt, (FunctionNode, ast.ClassDef))}
    own |= {
        n.id
        for s in source.tree.body
        if isinstance(s, (ast.Assign, ast.AnnAssign))
        for n in own_nodes(s)
        if isinstance(n, ast.Name)
    }
    return frozenset(own | set(vars(builtins)))


@cached_per_search(1024)
def _small_statements(source: SourceFile, function: PythonFunction) -> Sequence[tuple[str, frozenset[str]]]:
    """(text, names that must be defined) of a function's small statements."""
    found = []
    for stmt in ast.walk(function.node):
        if not isinstance(stmt, SIMPLE) or not _is_small(stmt):
            continue
        text = _text_with_tabs(source, stmt)
        if "\n" not in text or isinstance(stmt, ast.If):
            nodes = [n for n in ast.walk(stmt) if isinstance(n, ast.Name)]
            stored = stored_names(nodes)
            only_stored = stored - read_names(nodes)
            found.append((text, frozenset({n.id for n in nodes} - only_stored - inner_names(stmt))))
    return found


def _with_known_names(target: PythonEditSite, text: str, undefined: frozenset[str]) -> Iterator[str]:
    """Yields the statement's text with at most one undefined name replaced by the function's most similar names."""
    if not undefined:
        yield text
    elif len(undefined) == 1:
        (old,) = undefined
        for name in by_similarity(old, local_names(target))[:3]:
            yield re.sub(rf"(?<![\w.]){re.escape(old)}\b", name, text)
