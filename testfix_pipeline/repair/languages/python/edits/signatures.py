"""Parameters and fields that callers leave out, as a TypeError says: given a default."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import (
    bound_names,
    module_constants,
    with_defaults,
    without_defaults,
)
from testfix_pipeline.repair.languages.python.source import FunctionNode, functions

MISSING = re.compile(r"([\w.<>]+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)")
QUOTED = re.compile(r"'(\w+)'")
PLAIN = (("None", 0.5), ("False", 0.45), ("True", 0.45), ("0", 0.4), ("1", 0.45), ("''", 0.4), ("()", 0.25))
NUMBERS = (2, 3, 4, 5, 10, 7, 6, 8, 9, 12, 20, 15, 24, 25, 30, 50, 60, 80, 100, 1000)
OF_TYPE = {
    "bool": ("False", "True"), "str": ("''",), "int": ("0", "1"), "float": ("0.0", "1.0"), "tuple": ("()",),
    "list": ("()",), "Sequence": ("()",), "Iterable": ("()",), "dict": ("None",), "Mapping": ("None",),
}  # fmt: skip


def defaults(target: Target) -> Iterator[Edit]:
    """A default for the one parameter of a function, or field of a class, that a failing call leaves out."""
    node = target.stmt
    left_out = _left_out(target.clues)
    if isinstance(node, FunctionNode) and left_out:
        owner = getattr(target.source.parents.get(node), "name", "")
        names = left_out.get(node.name, set()) | (left_out.get(owner, set()) if node.name == "__init__" else set())
        for argument in _that_may_have_one(node):
            if argument.arg in names:
                yield from _given(target, argument, argument.arg, argument.annotation)
    elif isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
        name = node.target.id
        yield from _given(target, node, name, node.annotation) if name in left_out.get("__init__", ()) else ()


def _left_out(clues: Clues) -> dict[str, set[str]]:
    """By the last name of a function, the arguments that calls of it lack, where it is one at a time."""
    found: dict[str, set[str]] = {}
    for match in filter(None, map(MISSING.match, clues.messages)):
        names = QUOTED.findall(match[2])
        if len(names) == 1:
            found.setdefault(match[1].split(".")[-1], set()).add(names[0])
    return found


def _that_may_have_one(node: FunctionNode) -> Iterator[ast.arg]:
    """Parameters without a default that may have one: the last of the plain ones, and those by keyword only."""
    yield from without_defaults(node.args)[-1:]
    yield from (one for one, has in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if has is None)


def _given(target: Target, node: ast.arg | ast.AnnAssign, name: str, annotation: ast.expr | None) -> Iterator[Edit]:
    end = target.source.span(node)[1]
    sign = "=" if annotation is None else " = "
    seen: set[str] = set()
    for value, prior in _values(target, name, annotation):
        if value not in seen:
            seen.add(value)
            yield target.splice(end, end, f"{sign}{value}", "default-given", prior, f"{name}={value}")


def _values(target: Target, name: str, annotation: ast.expr | None) -> Iterator[tuple[str, float]]:
    """What it may be: as of namesakes, what callers hand over, what its type says, and what is common."""
    for source in target.project:
        for function in functions(source.tree):
            yield from ((source.segment(one), 0.8) for one in _defaults_of(function, name))
    yield from ((text, 0.7) for text in _handed_over(target, name))
    said = _types(annotation)
    if "None" in said:
        yield "None", 0.75
    if isinstance(target.stmt, ast.AnnAssign) and "field" in bound_names(target.source.tree):
        yield from ((f"field(default_factory={kind})", 0.75) for kind in ("list", "dict", "set") if kind in said)
    for kind in sorted(said & OF_TYPE.keys()):
        yield from ((text, 0.65) for text in OF_TYPE[kind])
    yield from PLAIN
    yield from ((constant, 0.35) for constant in module_constants(target.source))
    yield from ((str(number), 0.3 / (1 + 0.05 * rank)) for rank, number in enumerate(NUMBERS))


def _types(annotation: ast.expr | None) -> set[str]:
    """The outermost types that an annotation allows: `list` of `list[str]`, `str` and `None` of `str | None`."""
    if isinstance(annotation, ast.BinOp):
        return _types(annotation.left) | _types(annotation.right)
    if isinstance(annotation, ast.Subscript) and last_name(annotation.value) == "Optional":
        return {"None"} | _types(annotation.slice)
    if isinstance(annotation, ast.Subscript):
        return _types(annotation.value)
    return {"None"} if isinstance(annotation, ast.Constant) and annotation.value is None else {last_name(annotation)}


def _defaults_of(node: FunctionNode, name: str) -> Iterator[ast.expr]:
    """The default that a parameter of this name has; of a kind that may stand in any signature."""
    pairs = with_defaults(node.args)
    yield from (value for one, value in pairs if one.arg == name and isinstance(value, (ast.Constant, ast.Tuple)))


def _handed_over(target: Target, name: str) -> Iterator[str]:
    """Constants that calls in the project hand over under this name."""
    for source in target.project:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.keyword) and node.arg == name and isinstance(node.value, ast.Constant):
                yield source.segment(node.value)
