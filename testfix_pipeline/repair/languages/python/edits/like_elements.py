"""One more element like one that is there, said of another variable: `[height(start), *inside, height(end)]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import local_names
from testfix_pipeline.repair.languages.python.edits.tokens import renamed

PRIOR, MOST = 0.45, 3
LONGEST = 60


def further(target: Target) -> Iterator[Edit]:
    """In lists, tuples and sets that are written out, in the arguments of `min` and `max`: an element once more with a
    variable exchanged for one that the whole does not speak of; at the end, and behind the element."""
    if target.function is None:
        return
    names = local_names(target)
    for node in target.expressions(ast.List, ast.Tuple, ast.Set, ast.Call):
        parts = getattr(node, "elts", None)
        if isinstance(node, ast.Call):
            parts = node.args if getattr(node.func, "id", "") in ("min", "max", "union", "chain") else None
        if not parts or isinstance(getattr(node, "ctx", None), ast.Store) or len(target.text(node)) > 3 * LONGEST:
            continue
        spoken = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        others = [name for name in reversed(names) if name not in spoken]
        end = target.source.span(parts[-1])[1]
        for element in parts:
            text = target.text(element)
            inner = dict.fromkeys(one.id for one in ast.walk(element) if isinstance(one, ast.Name) and one.id in names)
            # The position of a sole generator has the brackets of the call in it.
            fits = not isinstance(element, (ast.Starred, ast.Constant, ast.GeneratorExp)) and len(text) <= LONGEST
            if not fits or len(inner) != 1:
                continue
            (own,) = inner
            for rank, other in enumerate(others[:MOST]):
                code = renamed(text, {own: other}, [own])
                behind = target.source.span(element)[1]
                for at in dict.fromkeys((end, behind)):
                    yield target.splice(at, at, f", {code}", "element.added", PRIOR / (1 + 0.3 * rank), code)
