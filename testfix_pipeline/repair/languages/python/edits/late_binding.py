"""Functions created in a loop that read the loop's variables only when they are called, and so all see the
last value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, argument_names, stored_names
from testfix_pipeline.repair.languages.python.analysis.blocks import LOOPS
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, walk_scope
from testfix_pipeline.repair.languages.python.source import SourceFile

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FunctionOrLambda = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def propose_default_arguments(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes the loop's variables as defaults of a function created in the loop: `lambda x, i=i: x + i`."""
    created: list[FunctionOrLambda] = [function for function in target.nodes if isinstance(function, FunctionOrLambda)]
    for function in created:
        loop_variables = _loop_variables(target.source, function)
        body = function.body if isinstance(function.body, list) else [function.body]
        read = [node for part in body for node in ast.walk(part) if isinstance(node, ast.Name)]
        own = argument_names(function.args)
        own |= set(bound_names(function)) if isinstance(function, FunctionNode) else set()
        free = dict.fromkeys(node.id for node in read if node.id in loop_variables and node.id not in own)
        if free and not function.args.kwarg:
            at, lead = _end_of_parameters(target.source, function)
            text = ", ".join(f"{name}={name}" for name in free)
            yield target.splice(at, at, lead + text, "value.of-the-round-kept", 0.9, text)


def _loop_variables(source: SourceFile, function: ast.AST) -> set[str]:
    """The names that the enclosing loops of the same function bind in every iteration."""
    found: set[str] = set()
    for parent in source.ancestors(function):
        nodes: list[ast.AST] = []
        if isinstance(parent, (FunctionNode, ast.ClassDef, ast.Lambda)):
            break
        if isinstance(parent, LOOPS):
            nodes = [*walk_scope(parent), *([] if isinstance(parent, ast.While) else ast.walk(parent.target))]
        elif isinstance(parent, COMPREHENSIONS):
            nodes = [node for part in parent.generators for node in ast.walk(part.target)]
        found |= stored_names(nodes)
    return found


def _end_of_parameters(source: SourceFile, function: FunctionOrLambda) -> tuple[int, str]:
    """The offset for a further parameter, and the separator that it needs."""
    parts = [*ast.iter_child_nodes(function.args)]
    if parts:
        return max(source.span(part)[1] for part in parts), ", "
    mark, lead = ("lambda", " ") if isinstance(function, ast.Lambda) else ("(", "")
    return source.text.index(mark, source.span(function)[0]) + len(mark), lead
