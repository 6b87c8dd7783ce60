"""Assertions of JavaScript tests that a change takes out or rewrites, and test files that tell of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import line, text
from testfix_pipeline.repair.languages.javascript.answer_hooks import WATCH
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.edit import apply_spans

Span = tuple[str, int, int]
"""A file with the begin and the end of a statement."""
_ASSERTING = re.compile(r"(await\s+)?(expect|assert|should|sinon\.assert|t\.assert)\b|.*\.should\.", re.DOTALL)
_BY_PLACE = "InlineSnapshot"  # it writes where it stands
_BEGIN = f"try {{ {WATCH}?.reached?.(%d); "
_END = f"; }} catch (testfixError) {{ if (!{WATCH}?.failed?.(%d)) throw testfixError; }}"


def gone_assertions(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[Span, str]:
    """Return the assertions of files: the places, as people read them, of those that no file has any more; "" else.

    before, after: the changed files of the test side, by path.
    """
    old = [(source, node) for source in map(_source, before, before.values()) if source for node in _assertions(source)]
    new = (node for source in map(_source, after, after.values()) if source for node in _assertions(source))
    lost = Counter(_words(node) for _, node in old) - Counter(map(_words, new))
    return {
        (source.path, *source.span(node)): f"{source.path}:{line(node)}: `{words}`" if words in lost else ""
        for source, node in old
        for words in [_words(node)]
    }


def with_soft_statements(path: str, content: str, statements: Mapping[int, Span], hard: Collection[int]) -> str:
    """Return a file whose tests go on after these statements, by number, and tell of each; `hard` ones stay."""
    own = {number: one for number, one in statements.items() if one[0] == path and number not in hard}
    begins = [(start, start, _BEGIN % number) for number, (_, start, _) in own.items()]
    return apply_spans(content, [*begins, *((end, end, _END % number) for number, (_, _, end) in own.items())])


def _source(path: str, content: bytes) -> JsSource | None:
    try:
        return JsSource(path, content)
    except (SyntaxError, RecursionError):
        return None


def _assertions(source: JsSource) -> Iterator[Node]:
    for node in source.syntax.of_type("expression_statement"):
        if _ASSERTING.match(words := text(node)) and _BY_PLACE not in words:
            yield node


def _words(node: Node) -> str:
    return " ".join(text(node).split()).rstrip(";")
