"""Values that may be None, empty or not there at all: what releases of packages mend most often with few tokens."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target

CRASHES = frozenset({"AttributeError", "TypeError", "IndexError", "KeyError"})
CHAIN = (ast.Attribute, ast.Subscript, ast.Call)


def or_nothing(target: Target) -> Iterator[Edit]:
    """`x.y if x is not None else None`, `xs[:-1] if xs else ()`: a value of what may be None or empty."""
    share = 0.5 if target.crash() in CRASHES else 0.08
    for node in dict.fromkeys(target.assigned_or_passed()):
        if not isinstance(node, CHAIN) or not target.source.is_real(node):
            continue
        whole = target.text(node)
        for rank, base in enumerate(_bases(target, node)):
            for text, prior in _forms(node, whole, target.text(base)):
                yield target.replace(node, text, "condition.added", share * prior / (1 + 0.5 * rank), text[:50])


def _forms(node: ast.expr, whole: str, base: str) -> Iterator[tuple[str, float]]:
    yield f"{whole} if {base} is not None else None", 1.0
    yield f"{whole} if {base} else None", 0.8
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from ((f"{whole} if {base} else {empty}", 0.8) for empty in ("()", "[]", '""'))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield f"{whole} if {base} else {base}", 0.8


def _bases(target: Target, node: ast.expr) -> list[ast.expr]:
    """What a value is taken from: names and attributes on the way to its root, and arguments of its call."""
    found: list[ast.expr] = []
    inner = node.func if isinstance(node, ast.Call) else node
    while isinstance(inner, (*CHAIN, ast.Starred)):
        inner = inner.func if isinstance(inner, ast.Call) else inner.value
        if isinstance(inner, (ast.Name, ast.Attribute)) and target.text(inner) not in ("self", "cls"):
            found.append(inner)
    if isinstance(node, ast.Call):
        found += [one for one in node.args[:2] if isinstance(one, (ast.Name, ast.Attribute))]
    return found[:3]
