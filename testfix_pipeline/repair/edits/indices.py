"""What a container is looked up by elsewhere in the file."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import reach_of, root_of
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile


def as_elsewhere(target: Target) -> Iterator[Edit]:
    """`plan[self.phase]` for `plan[0]`: what the file looks the same container up by elsewhere."""
    for node in target.expressions(ast.Subscript):
        assert isinstance(node, ast.Subscript)
        if isinstance(node.slice, ast.Constant) and type(node.slice.value) is int:
            known, reach = looked_up_by(target.source).get(ast.unparse(node.value), ()), reach_of(target)
            usual = [one for one in known if root_of(one) in reach]
            for rank, text in enumerate(usual[:4]):
                yield target.replace(node.slice, text, "variable.instead", 0.35 / (1 + 0.3 * rank), f"[{text}]")


@remembered(64)
def looked_up_by(source: SourceFile) -> Mapping[str, list[str]]:
    """By container, the variables and fields that are an index or key of it anywhere in the file."""
    found: dict[str, list[str]] = defaultdict(list)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Name, ast.Attribute)):
            text = ast.unparse(node.slice)
            if text not in found[ast.unparse(node.value)]:
                found[ast.unparse(node.value)].append(text)
    return found
