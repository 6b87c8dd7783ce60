"""Functions made in a loop that look up its variables only when they are called, and then all find the last value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.blocks import LOOPS
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, walk_scope
from testfix_pipeline.repair.languages.python.source import FunctionNode, SourceFile

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Made = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def bound_at_once(target: PythonEditSite) -> Iterator[Edit]:
    """The loop's variables as defaults of the function that is made in it: `lambda x, i=i: x + i`."""
    made: list[Made] = [one for one in target.nodes if isinstance(one, Made)]
    for one in made:
        looped = _loop_variables(target.source, one)
        body = one.body if isinstance(one.body, list) else [one.body]
        read = [node for part in body for node in ast.walk(part) if isinstance(node, ast.Name)]
        own = {part.arg for part in ast.walk(one.args) if isinstance(part, ast.arg)}
        own |= set(bound_names(one)) if isinstance(one, FunctionNode) else set()
        free = dict.fromkeys(node.id for node in read if node.id in looped and node.id not in own)
        if free and not one.args.kwarg:
            at, lead = _behind_parameters(target.source, one)
            text = ", ".join(f"{name}={name}" for name in free)
            yield target.splice(at, at, lead + text, "value.of-the-round-kept", 0.9, text)


def _loop_variables(source: SourceFile, made: ast.AST) -> set[str]:
    """Names that the loops around bind again in every iteration, within the same function."""
    found: set[str] = set()
    for parent in source.ancestors(made):
        nodes: list[ast.AST] = []
        if isinstance(parent, (*FunctionNode.__args__, ast.ClassDef, ast.Lambda)):
            break
        if isinstance(parent, LOOPS):
            nodes = [*walk_scope(parent), *([] if isinstance(parent, ast.While) else ast.walk(parent.target))]
        elif isinstance(parent, COMPREHENSIONS):
            nodes = [node for part in parent.generators for node in ast.walk(part.target)]
        found |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return found


def _behind_parameters(source: SourceFile, made: Made) -> tuple[int, str]:
    """Where another parameter is written, and what separates it from what is there."""
    parts = [*ast.iter_child_nodes(made.args)]
    if parts:
        return max(source.span(part)[1] for part in parts), ", "
    mark, lead = ("lambda", " ") if isinstance(made, ast.Lambda) else ("(", "")
    return source.text.index(mark, source.span(made)[0]) + len(mark), lead
