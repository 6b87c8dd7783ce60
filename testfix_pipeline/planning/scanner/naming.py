"""naming_issues: mixed naming conventions, misspelt names, and misleading names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.core.code_view import dotted, snake_case
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.python_code.source_file import Source, decorators, own_nodes, without_docstring
from testfix_pipeline.planning.scanner.misspellings import MISSPELT
from testfix_pipeline.planning.scanner.table import Hit
from testfix_pipeline.planning.scanner.type_abuse import literal_type

_CAMEL = re.compile(r"_*[a-z]+[a-z0-9]*[A-Z]\w*")
_SNAKE = re.compile(r"_*[a-z0-9]+_[a-z0-9_]+")
_PREDICATE = re.compile(r"_*(is|has|can|should)_[a-z]\w*")
_GETTER = re.compile(r"_*(get|fetch|find|compute|calculate)_[a-z]\w*")


def breaks_convention(source: Source, message: str) -> bool:
    """Whether the name that ruff quotes in `message` is camelCase in a file that also has snake_case.

    One convention throughout is the project's choice. Methods of classes with bases don't count: their names may be
    given by a framework.
    """
    quoted = re.search(r"`(\w+)`", message)
    defined = _own_names(source)
    if quoted is None or quoted[1] not in defined:
        return False
    if _CAMEL.fullmatch(quoted[1]):
        return any(map(_SNAKE.fullmatch, defined))
    classes = {node.name: node for node in source.classes}
    odd = quoted[1] in classes and "_" in quoted[1].strip("_") and not _is_used_as_function(classes[quoted[1]])
    return odd and any(re.fullmatch(r"_*[A-Z]\w*[a-z]\w*", name) for name in classes)


def _is_used_as_function(node: ast.ClassDef) -> bool:
    """Whether a class is a descriptor, context manager or callable, which are named like functions."""
    methods = {item.name for item in node.body if isinstance(item, FunctionNode)}
    return bool(node.bases) or bool(methods & {"__get__", "__call__", "__enter__", "__new__"})


def odd_attributes(source: Source) -> Iterator[Hit]:
    """Yield attributes such as `self.itemCount` in a class that also has snake_case attributes."""
    for owner in (node for node in source.classes if not node.bases):
        stored = {
            node.attr: node for node in ast.walk(owner) if _is_own_attribute(node) and isinstance(node, ast.Attribute)
        }
        if any(map(_SNAKE.fullmatch, stored)):
            for name, node in stored.items():
                if _CAMEL.fullmatch(name):
                    yield Hit("mixed_conventions", node.lineno, f"attribute `{name}` among snake_case ones")


def _is_own_attribute(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and dotted(node.value) == "self"


def _own_names(source: Source) -> set[str]:
    names = {name for name, _ in _defined_names(source)}
    inherited = [node for node in source.nodes if isinstance(node, ast.ClassDef) and node.bases]
    return names - {item.name for node in inherited for item in node.body if isinstance(item, FunctionNode)}


def _defined_names(source: Source) -> Iterator[tuple[str, int]]:
    """Yield the names that this file defines, each with its line."""
    for node in source.nodes:
        if isinstance(node, (FunctionNode, ast.ClassDef)):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif _is_own_attribute(node) and isinstance(node, ast.Attribute):
            yield node.attr, node.lineno


def misspelt_identifiers(source: Source) -> Iterator[Hit]:
    """Yield the defined names with a common misspelling."""
    seen: set[str] = set()
    for name, line in _defined_names(source):
        for word in re.findall(r"[a-z]+", snake_case(name)):
            if word in MISSPELT and name not in seen:
                seen.add(name)
                yield Hit("misspelt_identifier", line, f"{name}: {word} should be {MISSPELT[word]}")


def misleading_names(source: Source) -> Iterator[Hit]:
    """Yield functions named `is_...` that never return a truth value, and `get_...` that return nothing."""
    for function in source.functions:
        why = "" if _has_no_body(function) else _misleading_text(function)
        if why:
            yield Hit("misleading_name", function.lineno, f"{function.name}() {why}", function.end_lineno or 0)


def _misleading_text(function: FunctionNode) -> str:
    nodes = list(own_nodes(function))
    returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    yields = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
    if _PREDICATE.fullmatch(function.name):
        annotated = dotted(function.returns)
        if annotated in ("str", "int", "float", "list", "dict", "bytes"):
            return f"returns {annotated}, though its name asks a question"
        if returned and all(map(_is_not_boolean, returned)):
            return "never returns a truth value, though its name asks a question"
    fails = isinstance(function.body[-1], ast.Raise)
    if _GETTER.fullmatch(function.name) and not (returned or yields or fails or _has_side_effects(nodes)):
        return "" if dotted(function.returns) == "NoReturn" else "returns nothing, though its name promises a value"
    return "" if yields else _unpromised_kind(function.name, returned)


def _has_side_effects(nodes: Iterable[ast.AST]) -> bool:
    """Whether a function stores its result elsewhere: in an attribute, an item, a global name, a list it gets."""
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            return True
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and dotted(node.value.func).startswith("self.")
        ):
            return True
        if isinstance(node, ast.Attribute) and node.attr in ("append", "add", "update", "extend", "setdefault", "put"):
            return True
    return False


_PROMISES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"_*(count|num|number_of)_\w+|\w+_count"), frozenset({"int", "float"})),
    (re.compile(r"(\w+_)?(to|as)_(str|string|text)|\w+_(str|string)"), frozenset({"str", "bytes"})),
    (re.compile(r"(\w+_)?(to|as)_int(eger)?"), frozenset({"int", "bool"})),
    (re.compile(r"(\w+_)?(to|as)_(dict|mapping)|\w+_dict"), frozenset({"dict"})),
    (re.compile(r"(\w+_)?(to|as)_list|\w+_list"), frozenset({"list"})),
)
"""Names that say what kind of value comes back."""


def _unpromised_kind(name: str, returned: Sequence[ast.AST]) -> str:
    """The kind of value that a function returns though its name says another kind, in words; "" if it may fit."""
    kinds = {literal_type(value) for value in returned}
    for pattern, promised in _PROMISES:
        if pattern.fullmatch(name) and kinds and "" not in kinds and not kinds & promised:
            return f"returns {' or '.join(sorted(kinds))}, though its name says otherwise"
    return ""


def _is_not_boolean(value: ast.AST) -> bool:
    literal = isinstance(value, ast.Constant) and not isinstance(value.value, bool) and value.value is not None
    return literal or isinstance(value, (ast.JoinedStr, ast.List, ast.Dict, ast.Tuple, ast.Set))


def _has_no_body(function: FunctionNode) -> bool:
    meant = decorators(function) & {"abstractmethod", "overload", "setter", "fixture"}
    body = without_docstring(function.body)
    return bool(meant) or all(isinstance(item, (ast.Pass, ast.Raise)) or _is_constant(item) for item in body)


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
