"""Missing `nonlocal` and `global` declarations."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.blocks import first_code
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, stored_names, walk_scope
from testfix_pipeline.repair.languages.python.source import FunctionNode


def declared(target: PythonEditSite) -> Iterator[Edit]:
    """`nonlocal x` or `global x` where a function changes names that only a scope around it binds."""
    function = target.function
    if function is None or not isinstance(target.stmt, (ast.AugAssign, ast.Assign)):
        return
    node, source = function.node, target.source
    own = {n for s in walk_scope(node) if isinstance(s, (ast.Global, ast.Nonlocal)) for n in s.names}
    own |= {argument.arg for argument in function.arguments}
    places = [target.stmt.target] if isinstance(target.stmt, ast.AugAssign) else target.stmt.targets
    outer = [one for one in source.ancestors(node) if isinstance(one, FunctionNode)]
    words: dict[str, list[str]] = {}
    for name in sorted(set().union(*map(stored_names, places)) - own):
        if any(name in bound_names(one) for one in outer):
            words.setdefault("nonlocal", []).append(name)
        elif name in bound_names(source.tree):
            words.setdefault("global", []).append(name)
    first = first_code(node)
    for word, names in words.items() if source.owns_line(first) else ():
        reads = any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(target.stmt.value))
        start, code = source.block(first)[0], f"{word} {', '.join(names)}"
        text = f"{source.indent(first)}{code}{source.newline}"
        telling = isinstance(target.stmt, ast.AugAssign) or reads
        yield target.splice(start, start, text, "scope-declared", 0.85 if telling else 0.4, code)
