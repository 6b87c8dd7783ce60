"""What a file makes of its values: the calls of one thing that it has, as forms that other values could take."""

from __future__ import annotations

import ast
import collections
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.remembered import remembered

MOST_FORMS = 12
IN_PLACE = {"clear", "sort", "reverse", "pop", "popitem", "close", "super"}
NO_VALUE = {"print", "len", "isinstance", "callable", "hasattr", "super", "type", "id", "repr", "next", "exec", "eval"}


@remembered(256)
def forms_of(source: SourceFile) -> Mapping[str, str]:
    """Forms like `str({})` and `{}.strip()`, each with the name that must be in reach; the most frequent first."""
    counted = collections.Counter(
        form for node in ast.walk(source.tree) if isinstance(node, ast.Call) for form in _form(node)
    )
    return {form: name for (form, name), _ in counted.most_common(MOST_FORMS)}


def _form(call: ast.Call) -> Iterator[tuple[str, str]]:
    if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    if isinstance(call.func, ast.Attribute) and not call.args and call.func.attr not in IN_PLACE:
        yield f"{{}}.{call.func.attr}()", ""
    elif isinstance(call.func, ast.Name) and len(call.args) == 1 and call.func.id not in NO_VALUE:
        yield f"{call.func.id}({{}})", call.func.id
