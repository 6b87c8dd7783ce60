"""A value that is taken as it is here and through a conversion elsewhere: `int(row.size)`, `name.lower()`.

Functions of the project that convert are in `own_calls.py`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.consume import PASSING
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.imports import imported
from testfix_pipeline.repair.edits.scope import self_attributes
from testfix_pipeline.repair.edits.wrapping import is_value
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

KIND = "converted-as-elsewhere"
PRIOR, MOST = 0.55, 4
NO_CONVERSION = PASSING | {"getattr", "sum", "min", "max", "any", "all", "enumerate", "range", "callable", "hash"}
NO_METHODS = frozenset(
    {"items", "values", "keys", "pop", "clear", "sort", "reverse", "close", "read", "popleft", "split"}
)


def as_elsewhere(target: Target) -> Iterator[Edit]:
    """Values of a name that the file converts in other places, converted so."""
    if target.function is None:
        return
    known = _conversions(target.source)
    own = {f"self.{name}" for name in self_attributes(target)[1]}
    brought = {name for name in imported(target.source) if name[:1].isupper()}
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript):
        if not is_value(node, target.source.parents[node]) or _is_converted(target.source, node):
            continue
        forms = known.get(_word(node), {})
        usable = [
            form for form, needed in forms.items() if not needed or needed in own | brought or hasattr(builtins, needed)
        ]
        for rank, form in enumerate(usable[:MOST]):
            text = form.format(target.text(node) if form.endswith("({})") else wrapped(target, node))
            yield target.replace(node, text, KIND, PRIOR / (1 + 0.3 * rank), text[:50])


def _word(value: ast.expr) -> str:
    """What a value is known by: its last name, or the text that it is looked up by."""
    key = value.slice if isinstance(value, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else last_name(value)


def _is_converted(source: SourceFile, node: ast.expr) -> bool:
    """Whether the value is handed to one function alone already, so that another one around it says nothing."""
    parent = source.parents[node]
    return isinstance(parent, ast.Call) and parent.args == [node] and form_of(parent) is not None


@remembered(128)
def _conversions(source: SourceFile) -> Mapping[str, Mapping[str, str]]:
    """By the last word of a value: the conversions that the file makes of it, each with the name that it needs."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.walk(source.tree):
        made = form_of(node) if isinstance(node, ast.Call) else None
        if made is not None:
            value, form, needed = made
            if name := _word(value):
                found.setdefault(name, {}).setdefault(form, needed)
    return found


def form_of(node: ast.Call) -> tuple[ast.expr, str, str] | None:
    """(what is converted, the form of the conversion, the name that it needs); None for any other call."""
    function = node.func
    if node.keywords or len(node.args) > 1:
        return None
    if node.args:
        text = ast.unparse(function)
        plain = isinstance(function, ast.Name) or text == f"self.{getattr(function, 'attr', '')}"
        told = text.split(".")[-1] in NO_CONVERSION or isinstance(node.args[0], (ast.Starred, ast.GeneratorExp))
        return (node.args[0], f"{text}({{}})", text) if plain and not told else None
    if isinstance(function, ast.Attribute) and isinstance(function.value, (ast.Name, ast.Attribute, ast.Subscript)):
        return None if function.attr in NO_METHODS else (function.value, f"{{}}.{function.attr}()", "")
    return None
