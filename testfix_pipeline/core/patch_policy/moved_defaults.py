"""Finds numbers that parameters have by default and that a patch replaces by ones that nothing speaks of.

A default that is fitted to a test makes up for a wrong formula where the argument is left out; given, nothing changes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.source_tokens import number_of
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty, with_defaults

_NUMBER = re.compile(r"\d[\d_]*(?:\.\d+)?")
_SMALL = (0, 1, 2)


def moved_default(before: str, after: str, spoken: str) -> str:
    """Return what a default is now, as words, if neither the source before the patch nor `spoken` has that number."""
    old, new = (dict(_defaults(parse_or_empty(text))) for text in (before, after))
    known = {*map(number_of, _NUMBER.findall(f"{before}\n{spoken}")), *_SMALL}
    moved = ((name, old[name], now) for name, now in new.items() if name in old and now != old[name])
    return next((f"{name}={now:g} instead of {was:g}" for name, was, now in moved if abs(now) not in known), "")


def _defaults(tree: ast.Module) -> Iterator[tuple[str, float]]:
    """Yield (function(parameter, default) for the numbers of a file, those of named constants too."""
    pairs = ((node.targets[0], node.value) for node in tree.body if isinstance(node, ast.Assign))
    constants = {name.id: value for name, value in pairs if isinstance(name, ast.Name)}
    for outer in ast.walk(tree):
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, FunctionNode):
                prefix = f"{outer.name}." if isinstance(outer, ast.ClassDef) else ""
                for parameter, default in with_defaults(node.args):
                    said = constants.get(default.id) if isinstance(default, ast.Name) else default
                    value = said.value if isinstance(said, ast.Constant) else None
                    number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
                    if number is not None:
                        yield f"{prefix}{node.name}: {parameter.arg}", number
