"""Texts that a function's callees are known to accept, as inputs for the function."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterable, Iterator, Mapping, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.subjects.side_effects import functions_reached
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST = 3


def accepted_texts(module: ModuleSource, function: FunctionNode, mined: Mapping[str, Sequence[str]]) -> list[str]:
    """The source of a few texts that the callees of a function get in docstrings and in the project.

    mined: argument lists by the name of the function. Several texts are joined as lines at the end, for what reads
    them line by line.
    """
    found: dict[str, None] = {}
    for _, one in functions_reached(module, function)[1:]:
        calls = [*_documented_calls(one), *(f"f({arguments})" for arguments in mined.get(one.name, ()))]
        found.update(dict.fromkeys(_text_arguments(calls)))
    texts = list(found)[:_MOST]
    return [*map(repr, texts), *([repr("\n".join([*texts, texts[0]]))] if texts else [])]


def _documented_calls(function: FunctionNode) -> Iterator[str]:
    try:
        examples = doctest.DocTestParser().get_examples(ast.get_docstring(function) or "")
    except ValueError:
        return
    yield from (one.source.strip() for one in examples if f"{function.name}(" in one.source)


def _text_arguments(calls: Iterable[str]) -> Iterator[str]:
    """Yield the string literals among the arguments of calls."""
    for call in calls:
        try:
            node = python_code.expression(call)
        except (SyntaxError, ValueError, RecursionError):
            continue
        given = node.args if isinstance(node, ast.Call) and last_name(node.func) else []
        yield from (one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))
