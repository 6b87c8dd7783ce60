"""Calls that undo another one of the same function: what is pushed is popped again, what is added is deleted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.functions import is_statement
from testfix_pipeline.repair.languages.javascript.tables import INVERSE_CALLS, INVERSE_WORDS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_CALLS = 6
_DONE = ("call_expression", "update_expression", "augmented_assignment_expression")


def inverse_calls(target: JsTarget) -> Iterator[Edit]:
    """The inverse of a call or a count of the function behind a statement, where the function lacks it."""
    if target.function is None or not is_in_block(target):
        return
    done = [one for one in descendants(target.function) if one.type in _DONE]
    known = {"".join(text(one).split()) for one in done}
    statements = [one for one in done if is_statement(target, one)]
    for new in _inverses(target, statements):
        bare = "".join(new.split())
        if bare not in known:
            known.add(bare)
            yield target.insert_line(target.stmt.node, f"{new};", "inverse.added", 0.5, behind=True)
            yield target.insert_line(target.stmt.node, f"{new};", "inverse.added", 0.4)


def _inverses(target: JsTarget, done: Sequence[Node]) -> Iterator[str]:
    """The inverse of each of what was done."""
    for node in target.by_distance(done)[:_MOST_CALLS]:
        if node.type == "update_expression":
            yield f"{text(field(node, 'argument'))}{'--' if '++' in text(node) else '++'}"
        elif method_of(node):
            given = [text(one) for one in arguments_of(node)]
            for name, count in _inverse_names(target, method_of(node)):
                yield f"{receiver_of(node)}.{name}({', '.join(given[:count])})"


def _inverse_names(target: JsTarget, name: str) -> Iterator[tuple[str, int | None]]:
    """The methods that undo one, with how many of its arguments they take (None: all)."""
    if name in INVERSE_CALLS:
        yield INVERSE_CALLS[name]
    yield from ((new, None) for new in (f"un{name}", f"de{name}", f"dis{name}") if new in target.properties)
    for word, others in INVERSE_WORDS.items():
        if name.lower().startswith(word):
            for other in others:
                new = other + name[len(word) :]
                if new in target.properties:
                    yield new, None
