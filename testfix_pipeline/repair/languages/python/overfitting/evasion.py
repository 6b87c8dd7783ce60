"""Whether a patch avoids what a library has changed, instead of using what takes its place.

Tests that fail because a name is gone pass as soon as nothing uses the name: by a guarded import, a wider `except`, a
condition, an early return, a literal. Only a change of names keeps the program's behaviour.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

_NAMES = (ast.Name, ast.Attribute, ast.alias, ast.expr_context, ast.Import, ast.ImportFrom, ast.Module)
_EXITS = (ast.Try, ast.If, ast.IfExp, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Pass, ast.ExceptHandler)


def evades(candidate: Candidate, failure_evidence: FailureEvidence) -> bool:
    """Whether a patch of Python files reacts to a failure that a library caused by more than a change of names.

    Where no name is lost only new code paths and deleted statements count: nothing shows that what the old release did
    there was of no effect. An undo is no evasion.
    """
    has_lost_names, is_about_a_use = failure_evidence.lost_names, failure_evidence.has_unfit_calls
    is_of_update = has_lost_names or is_about_a_use or failure_evidence.has_updates
    if not is_of_update or candidate.kind.startswith("history"):
        return False
    for part in candidate.parts:
        try:
            old, new = python_code.parse(part.source.text), python_code.parse(part.text)
        except (SyntaxError, ValueError, RecursionError):
            continue
        is_bypass = (has_lost_names or is_about_a_use) and _bypasses_use(old, new)
        if is_bypass or _count_statements(new) < _count_statements(old):
            return True
        if has_lost_names and _count_nodes_but_names(old) != _count_nodes_but_names(new):
            return True
    return False


def _bypasses_use(old: ast.Module, new: ast.Module) -> bool:
    """Whether a patch adds an exit, changes what handlers catch, or moves an import into a function."""
    old_exits, new_exits = _count_exits(old), _count_exits(new)
    return (
        any(new_exits[kind] > old_exits[kind] for kind in new_exits)
        or _caught_widths(old) != _caught_widths(new)
        or _count_imports_in_functions(new) > _count_imports_in_functions(old)
    )


def _count_statements(tree: ast.Module) -> int:
    """The number of statements that do something, without imports."""
    nothing = (ast.Import, ast.ImportFrom, ast.Pass)
    return sum(isinstance(node, ast.stmt) and not isinstance(node, nothing) for node in ast.walk(tree))


def _count_exits(tree: ast.Module) -> Counter[str]:
    return Counter(type(node).__name__ for node in ast.walk(tree) if isinstance(node, _EXITS))


def _caught_widths(tree: ast.Module) -> list[int]:
    """For each handler, the number of exceptions that it names; 0 for all exceptions."""
    handlers = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    return [_caught_width(handler.type) for handler in handlers]


def _caught_width(caught: ast.expr | None) -> int:
    broad = isinstance(caught, ast.Name) and caught.id in ("Exception", "BaseException")
    return 0 if caught is None or broad else len(caught.elts) if isinstance(caught, ast.Tuple) else 1


def _count_imports_in_functions(tree: ast.Module) -> int:
    """The number of imports inside functions."""
    functions = (node for node in ast.walk(tree) if isinstance(node, FunctionNode))
    return sum(isinstance(node, (ast.Import, ast.ImportFrom)) for one in functions for node in ast.walk(one))


def _count_nodes_but_names(tree: ast.Module) -> Counter[str]:
    """The number of nodes of each type, except for names, which a change of names leaves equal."""
    return Counter(_types_but_names(ast.walk(tree)))


def _types_but_names(nodes: Iterable[ast.AST]) -> Iterable[str]:
    return (type(node).__name__ for node in nodes if not isinstance(node, _NAMES))
