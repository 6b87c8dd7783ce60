"""Whether a patch evades what a library no longer has, where an equal should have taken its place.

Tests that are red because a name is gone turn green as soon as nothing asks for the name: by a guarded import, a wider
`except`, a condition, an early return, a literal. Only a change of names keeps what the program did.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

_NAMES = (ast.Name, ast.Attribute, ast.alias, ast.expr_context, ast.Import, ast.ImportFrom, ast.Module)
_WAYS_OUT = (ast.Try, ast.If, ast.IfExp, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Pass, ast.ExceptHandler)


def evades(candidate: Candidate, failure_evidence: FailureEvidence) -> bool:
    """Whether a patch of Python files does more to a failure that a library caused than to change names.

    Of calls that do not fit a library's signature only what leads around them counts. An undo is no evasion.
    """
    lost, calls = failure_evidence.lost_names, failure_evidence.has_unfit_calls
    if not (lost or calls) or candidate.kind.startswith("history"):
        return False
    for part in candidate.parts:
        try:
            old, new = python_code.parse(part.source.text), python_code.parse(part.text)
        except (SyntaxError, ValueError, RecursionError):
            continue
        if _leads_around(old, new) or (lost and _shape(old) != _shape(new)):
            return True
    return False


def _leads_around(old: ast.Module, new: ast.Module) -> bool:
    """Whether there is another way out, a handler of other errors, or an import that is put off."""
    ways, now = _count(old), _count(new)
    return any(now[kind] > ways[kind] for kind in now) or _caught(old) != _caught(new) or _late(new) > _late(old)


def _count(tree: ast.Module) -> Counter[str]:
    return Counter(type(node).__name__ for node in ast.walk(tree) if isinstance(node, _WAYS_OUT))


def _caught(tree: ast.Module) -> list[int]:
    """How many exceptions each handler names; 0 for all of them."""
    handlers = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    return [_width(handler.type) for handler in handlers]


def _width(caught: ast.expr | None) -> int:
    broad = isinstance(caught, ast.Name) and caught.id in ("Exception", "BaseException")
    return 0 if caught is None or broad else len(caught.elts) if isinstance(caught, ast.Tuple) else 1


def _late(tree: ast.Module) -> int:
    """How many imports stand in functions."""
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return sum(isinstance(node, (ast.Import, ast.ImportFrom)) for one in functions for node in ast.walk(one))


def _shape(tree: ast.Module) -> Counter[str]:
    """The kinds of all nodes but names, which a change of names leaves as they are."""
    return Counter(_kinds(ast.walk(tree)))


def _kinds(nodes: Iterable[ast.AST]) -> Iterable[str]:
    return (type(node).__name__ for node in nodes if not isinstance(node, _NAMES))
