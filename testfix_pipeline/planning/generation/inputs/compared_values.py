"""Values that the code compares a parameter with, and the keys that it is looked up among."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST = 6
_LONGEST = 60
_QUOTED = re.compile(r"(?<![\w'])'([^'\n]{1,40})'(?!\w)|\"([^\"\n]{1,40})\"")
_LOOKUPS = {"get", "pop", "index", "count"}


def compared_values(module: ModuleSource, function: FunctionNode) -> dict[str, list[str]]:
    """The source of a few values by parameter: literals of comparisons, keys and members of the module's constants."""
    constants = _module_constants(module)
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(function):
        for name, value in _pairs(node):
            known = constants.get(value.id) if isinstance(value, ast.Name) else value
            for text in _literals(known):
                found.setdefault(name, {})[text] = None
    names = argument_names(function.args)
    return {name: list(texts)[:_MOST] for name, texts in found.items() if name in names}


def quoted_texts(function: FunctionNode) -> list[str]:
    """The source of a few texts that a docstring quotes: `'21', '21.5' or '70F'`."""
    found = _QUOTED.findall(ast.get_docstring(function) or "")
    return [repr(one or other) for one, other in dict.fromkeys(found)][:_MOST]


def _module_constants(module: ModuleSource) -> Mapping[str, ast.expr]:
    assigned = [node for node in module.tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value]
    targets = ((one.targets[0] if isinstance(one, ast.Assign) else one.target, one.value) for one in assigned)
    return {target.id: value for target, value in targets if isinstance(target, ast.Name) and value is not None}


def _pairs(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a node compares with an expression, or looks up in it."""
    if isinstance(node, ast.Compare):
        for one, other in zip([node.left, *node.comparators], node.comparators, strict=False):
            yield from ((_name(left), right) for left, right in ((one, other), (other, one)))
    elif isinstance(node, ast.Subscript):
        yield _name(node.slice), node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKUPS:
        yield from ((_name(one), node.func.value) for one in node.args[:1])
    elif isinstance(node, ast.Match):
        values = [one.value for one in ast.walk(node) if isinstance(one, ast.MatchValue)]
        yield from ((_name(node.subject), value) for value in values)


def _name(node: ast.expr) -> str:
    """The name that an expression is, or whose method it calls without arguments, as `role.lower()`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    return node.id if isinstance(node, ast.Name) else ""


def _literals(node: ast.expr | None) -> Iterator[str]:
    """Yield the source of a literal; of a collection that of its keys or members."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Name):
        node = node.args[0]  # frozenset({...})
    if isinstance(node, ast.Dict):
        yield from (text for key in node.keys for text in _literals(key) if key is not None)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        yield from (text for one in node.elts for text in _literals(one))
    elif isinstance(node, ast.expr):
        value = python_code.value_of(node)
        text = repr(value)
        if value is not python_code.NO_VALUE and len(text) <= _LONGEST and text not in ("None", "True", "False"):
            yield text
