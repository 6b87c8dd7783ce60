"""What the form of a JavaScript statement and its texts say about how suspicious it is.

Named as Python's features are (`languages/python/localisation/text_features.py`), whose weights they share.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import cast

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.repair.languages.javascript.source import CLASSES, LOOPS, JsSource, JsStatement
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

_MOST_FAILURES, _LARGE = 20, 40
_WORD = re.compile(r"[A-Za-z]{2,}")
_TEXTS = ("string_fragment", "regex_pattern")
_EXPRESSIONS = frozenset(
    (
        *("identifier", "member_expression", "call_expression", "subscript_expression", "binary_expression", "array"),
        *("unary_expression", "update_expression", "assignment_expression", "augmented_assignment_expression"),
        *("ternary_expression", "new_expression", "string", "template_string", "number", "true", "false", "null"),
        *("undefined", "regex", "arrow_function", "function_expression", "await_expression", "spread_element", "this"),
        "object",
    )
)


class JsPlaceFeatures:
    """Compares the texts of statements with what failures say, and tells their form."""

    def __init__(self, symptoms: Symptoms) -> None:
        self._messages = [set(_words(failure.error)) for failure in symptoms.failures[:_MOST_FAILURES]]

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields (feature, value)."""
        source, stmt = cast("JsSource", place.source), cast("JsStatement", place.stmt)
        kind = str(stmt.node.type)
        nodes = list(source.own_nodes(stmt)) if kind not in CLASSES else []
        own = {word for node in nodes if node.type in _TEXTS for word in _words(text(node))}
        yield "message words", max((len(own & one) / len(own) for one in self._messages if own), default=0.0)
        size = sum(node.type in _EXPRESSIONS for node in nodes)
        yield "size", math.log1p(min(_LARGE, size)) / math.log1p(_LARGE)
        yield "jump", float(kind in ("break_statement", "continue_statement"))
        yield "condition", float(kind in ("if_statement", *LOOPS[2:]))
        yield "return", float(kind == "return_statement")
        yield "call statement", float(kind == "expression_statement" and _is_call(stmt))


def _is_call(stmt: JsStatement) -> bool:
    return stmt.node.named_children[0].type in ("call_expression", "await_expression")


def _words(message: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(message)]
