"""Finds the functions of a JavaScript file that assert something."""

from __future__ import annotations

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.known_names import ASSERTION_NAMES
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, text

_ASSERTING = frozenset({"assert", "expect", "module:assert", "module:chai", "module:expect", "should"})


def asserting(source: str | bytes) -> set[str]:
    """The functions that call an assertion of a library or throw an AssertionError, as texts without their layout."""
    code = Code("a.tsx", source)
    places = [node for node, reached in code.reached if any(path[0] in _ASSERTING for path in reached)]
    thrown = [node for node in code.tree.of_type("throw_statement") if ASSERTION_NAMES.search(text(node))]
    marked = {one.id for node in (*places, *thrown) for one in code.tree.above(node) if one.type in FUNCTIONS}
    return {" ".join(text(node).split()) for node in descendants(code.tree.root) if node.id in marked}
