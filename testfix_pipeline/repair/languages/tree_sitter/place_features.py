"""What the form of a statement and its texts say about how suspicious it is.

Named as Python's features are (`languages/python/localisation/text_features.py`), whose weights they share.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.repair.languages.tree_sitter.source import TreeSource, TreeStatement
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

_MOST_FAILURES, _LARGE = 20, 40
_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True)
class Shapes:
    """Types of nodes: parts of texts, expressions, statements that jump, those with a condition, and calls."""

    texts: tuple[str, ...]
    expressions: frozenset[str]
    jumps: tuple[str, ...]
    conditions: tuple[str, ...]
    calls: tuple[str, ...]


class TreePlaceFeatures:
    """Compares the texts of statements with what failures say, and tells their form."""

    def __init__(self, symptoms: Symptoms, shapes: Shapes) -> None:
        self._shapes = shapes
        self._messages = [set(_words(failure.error)) for failure in symptoms.failures[:_MOST_FAILURES]]

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields (feature, value)."""
        source, stmt = cast("TreeSource", place.source), cast("TreeStatement", place.stmt)
        kind = str(stmt.node.type)
        nodes = list(source.own_nodes(stmt)) if kind not in source.forms.classes else []
        own = {word for node in nodes if node.type in self._shapes.texts for word in _words(text(node))}
        yield "message words", max((len(own & one) / len(own) for one in self._messages if own), default=0.0)
        size = sum(node.type in self._shapes.expressions for node in nodes)
        yield "size", math.log1p(min(_LARGE, size)) / math.log1p(_LARGE)
        yield "jump", float(kind in self._shapes.jumps)
        yield "condition", float(kind in self._shapes.conditions)
        yield "return", float(kind == "return_statement")
        yield (
            "call statement",
            float(kind == "expression_statement" and stmt.node.named_children[0].type in self._shapes.calls),
        )


def _words(message: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(message)]
