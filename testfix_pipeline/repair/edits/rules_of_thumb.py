"""Texts in patterns that are meant as they are, and texts cut off before something is added to them."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target

AS_IT_IS, AS_LONG = 0.4, 0.45


def plain_patterns(target: Target) -> Iterator[Edit]:
    """A text that is looked for as it is: `re.escape(word)` for `word` in a pattern."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if target.text(node.func).rpartition(".")[0] != "re" or not node.args or called(node) == "escape":
            continue
        pattern = node.args[0]
        parts = [one.value for one in ast.walk(pattern) if isinstance(one, ast.FormattedValue)]
        if isinstance(pattern, ast.BinOp):
            parts += [side for one in ast.walk(pattern) if isinstance(one, ast.BinOp) for side in (one.left, one.right)]
        for part in parts or [pattern]:
            if isinstance(part, (ast.Name, ast.Attribute)) and not target.text(part).isupper():
                code = f"re.escape({target.text(part)})"
                yield target.replace(part, code, "conversion.added", AS_IT_IS, code)


def shortened(target: Target) -> Iterator[Edit]:
    """`text[:most] + "..."` as long as was meant: `text[:most - 3] + "..."`."""
    for node in target.expressions(ast.BinOp, ast.JoinedStr):
        pairs = [(node.left, node.right)] if isinstance(node, ast.BinOp) else []
        if isinstance(node, ast.JoinedStr):
            fields = [one.value if isinstance(one, ast.FormattedValue) else one for one in node.values]
            pairs = list(itertools.pairwise(fields))
        for cut, end in pairs:
            upper = cut.slice.upper if isinstance(cut, ast.Subscript) and isinstance(cut.slice, ast.Slice) else None
            added = end.value if isinstance(end, ast.Constant) else None
            if isinstance(upper, (ast.Name, ast.Attribute)) and isinstance(added, str) and added:
                code = f"{target.text(upper)} - {len(added)}"
                yield target.replace(upper, code, "off.by-one", AS_LONG, code)
