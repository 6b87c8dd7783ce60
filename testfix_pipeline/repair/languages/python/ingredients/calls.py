"""Keyword arguments of the calls in a file."""

from __future__ import annotations

import ast

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search


@cached_per_search(64)
def keywords_of_calls(source: SourceFile) -> dict[str, dict[str, dict[str, None]]]:
    """For each called function name in the file, the keywords of its calls, each with the values given."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and node.keywords:
            of_name = found.setdefault(called(node), {})
            for one in node.keywords:
                if one.arg:
                    of_name.setdefault(one.arg, {})[source.segment(one.value)] = None
    return found
