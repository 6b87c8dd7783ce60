"""What a container is looked up by elsewhere in the file."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping

from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.remembered import remembered


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
