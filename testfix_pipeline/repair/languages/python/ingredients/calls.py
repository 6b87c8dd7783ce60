"""What calls of the same name look like elsewhere in a file."""

from __future__ import annotations

import ast

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import remembered


@remembered(64)
def keywords_of_calls(source: SourceFile) -> dict[str, dict[str, dict[str, None]]]:
    """By the name of a function, the keywords that calls of it have in the file, each with the values given."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and node.keywords:
            of_name = found.setdefault(called(node), {})
            for one in node.keywords:
                if one.arg:
                    of_name.setdefault(one.arg, {})[source.segment(one.value)] = None
    return found
