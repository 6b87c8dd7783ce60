"""Names that a function binds for itself instead of for others: missing `nonlocal`, `global` and `self.`"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import FunctionNode, stored_names
from testfix_pipeline.repair.languages.python.analysis.blocks import first_code
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, class_attributes, walk_scope


def propose_declarations(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `nonlocal x` or `global x` where a function assigns names that only an enclosing scope binds."""
    function = target.function
    if function is None or not isinstance(target.stmt, (ast.AugAssign, ast.Assign)):
        return
    node, source = function.node, target.source
    local_names = {n for s in walk_scope(node) if isinstance(s, (ast.Global, ast.Nonlocal)) for n in s.names}
    local_names |= {argument.arg for argument in function.arguments}
    places = [target.stmt.target] if isinstance(target.stmt, ast.AugAssign) else target.stmt.targets
    outer_functions = [one for one in source.ancestors(node) if isinstance(one, FunctionNode)]
    names_by_keyword: dict[str, list[str]] = {}
    for name in sorted(stored_names(part for place in places for part in ast.walk(place)) - local_names):
        if any(name in bound_names(one) for one in outer_functions):
            names_by_keyword.setdefault("nonlocal", []).append(name)
        elif name in bound_names(source.tree):
            names_by_keyword.setdefault("global", []).append(name)
    yield from _own_attributes(target, places)
    first = first_code(node)
    for keyword, names in names_by_keyword.items() if source.owns_line(first) else ():
        reads = any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(target.stmt.value))
        start, code = source.block(first)[0], f"{keyword} {', '.join(names)}"
        text = f"{source.indent(first)}{code}{source.newline}"
        is_likely = isinstance(target.stmt, ast.AugAssign) or reads
        yield target.splice(start, start, text, "scope-declared", 0.85 if is_likely else 0.4, code)


def _own_attributes(target: PythonEditSite, places: Sequence[ast.expr]) -> Iterator[Edit]:
    """Yields `self.count = 0` for `count = 0` where the objects of the class have such an attribute."""
    assert target.function is not None
    data = class_attributes(target.source, target.function.self_class)[0] if target.function.self_class else ()
    for place in places:
        if isinstance(place, ast.Name) and place.id in data:
            yield target.replace(place, f"self.{place.id}", "scope-declared", 0.5, f"self.{place.id}")
