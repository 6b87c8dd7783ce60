"""placeholder_code: bodies that only stand for code. Abstract methods, protocols and overloads are meant to."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from testfix_pipeline.planning.scanner.source import (
    FunctionNode,
    Source,
    decorators,
    dotted,
    names_in,
    without_docstring,
)
from testfix_pipeline.planning.scanner.table import Hit

_MEANT = {"abstractmethod", "abstractproperty", "overload", "singledispatch", "property_stub"}
_ABSTRACT_BASES = {"Protocol", "ABC", "ABCMeta", "TypedDict", "NamedTuple"}
_TO_DO = re.compile(
    r"\b(TODO|FIXME|XXX)\b|\b(rest|remainder) of (the )?(code|implementation|function)|"
    r"\b(implement(ation)? (this|me|here|goes here)|your code here|add implementation|to be implemented|placeholder)\b",
    re.IGNORECASE,
)
_HOOKS = re.compile(
    r"__\w+__|_?(on|handle|before|after|pre|post|(generic_)?visit|setup|teardown|set_up|tear_down)(_\w*)?|noop|no_op"
)
"""Names whose empty body is a decision: special methods, callbacks, lifecycle hooks."""


def placeholder_bodies(source: Source) -> Iterator[Hit]:
    """Functions whose body is a TODO, NotImplementedError, pass or an ellipsis alone."""
    if source.path.endswith(".pyi"):
        return
    comments = _comments(source)
    for function in source.functions:
        pattern = None if _is_meant(source, function) else _placeholder(source, function, comments)
        if pattern:
            yield Hit(pattern, function.lineno, f"{function.name}() has no body of its own", function.end_lineno or 0)


def _placeholder(source: Source, function: FunctionNode, comments: dict[int, str]) -> str | None:
    said = " ".join(comments.get(line, "") for line in range(function.lineno, (function.end_lineno or 0) + 1))
    trailing = comments.get((function.end_lineno or 0) + 1, "")
    to_do = bool(_TO_DO.search(f"{said} {trailing}") or _TO_DO.search(ast.get_docstring(function) or ""))
    body = without_docstring(function.body)
    if not all(map(_stands_for_code, body)):
        return None
    if to_do:
        return "todo_body"
    if body and isinstance(body[0], ast.Expr):
        return "ellipsis_body"
    documented = len(body) < len(function.body)
    empty_by_decision = (documented or bool(said)) and not any(isinstance(item, ast.Raise) for item in body)
    nested = any(isinstance(outer, FunctionNode) for outer in source.above(function))
    decided = nested or _HOOKS.fullmatch(function.name) or (empty_by_decision and _is_method(source, function))
    return None if decided and not any(isinstance(item, ast.Raise) for item in body) else "not_implemented"


def _stands_for_code(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant) and statement.value.value is ...
    if isinstance(statement, ast.Raise):
        raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return dotted(raised).endswith("NotImplementedError")
    return isinstance(statement, ast.Pass)


def _is_meant(source: Source, function: FunctionNode) -> bool:
    """Abstract, a protocol's, an overload, or a method that a subclass in the same file overrides."""
    if decorators(function) & _MEANT:
        return True
    parent = source.parents.get(function)
    if isinstance(parent, ast.If) and "TYPE_CHECKING" in ast.unparse(parent.test):
        return True
    return isinstance(parent, ast.ClassDef) and (
        _is_abstract(source, parent) or _is_overridden(source, parent, function.name)
    )


def _is_abstract(source: Source, node: ast.ClassDef) -> bool:
    """Abstract, a protocol or a mixin by its bases or its name, or a child of such a class of the same file."""
    bases = [*node.bases, *(keyword.value for keyword in node.keywords if keyword.arg == "metaclass")]
    named = {dotted(base.value if isinstance(base, ast.Subscript) else base).rpartition(".")[2] for base in bases}
    by_name = re.match(r"(Abstract|Base|I(?=[A-Z][a-z]))|.*(Base|Interface|Mixin|Protocol)$", node.name.lstrip("_"))
    if named & _ABSTRACT_BASES or by_name is not None:
        return True
    parents = (each for each in source.classes if each.name in named - {node.name})
    return any(map(_is_protocol, parents))


def _is_protocol(node: ast.ClassDef) -> bool:
    return any("Protocol" in ast.unparse(base) for base in node.bases)


def _is_overridden(source: Source, parent: ast.ClassDef, name: str) -> bool:
    children = (node for node in source.classes if any(parent.name in names_in(base) for base in node.bases))
    return any(isinstance(item, FunctionNode) and item.name == name for child in children for item in child.body)


def _is_method(source: Source, function: FunctionNode) -> bool:
    return isinstance(source.parents.get(function), ast.ClassDef)


def _comments(source: Source) -> dict[int, str]:
    """Line -> comment on it."""
    found: dict[int, str] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.type == tokenize.COMMENT:
                found[token.start[0]] = token.string
    except (tokenize.TokenError, SyntaxError):
        pass
    return found
