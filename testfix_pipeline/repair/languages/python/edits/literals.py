"""Written dictionaries without one of their entries."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target

MOST = 24
"""Longer ones are data, where taking something out is a guess."""


def entries_dropped(target: Target) -> Iterator[Edit]:
    """A written dictionary without one of its entries."""
    for node in target.expressions(ast.Dict):
        assert isinstance(node, ast.Dict)
        keys = [key for key in node.keys if key is not None]
        if not 2 <= len(keys) <= MOST or len(keys) < len(node.keys):
            continue
        for at, key in enumerate(keys):
            start, end = target.source.span(key)[0], target.source.span(node.values[at])[1]
            if at + 1 < len(keys):
                end = target.source.span(keys[at + 1])[0]
            else:
                start = target.source.span(node.values[at - 1])[1]
            yield target.splice(start, end, "", "element.dropped", 0.2, f"without {target.text(key)}"[:50])
