"""Finds what a patch takes away: errors without a handler, those that a function says it throws, work that waits.

Honest patches do so, too: therefore these are doubts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.documented_functions import comment_above
from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.origins import names_in
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.language_model import TamperingPattern
from testfix_pipeline.core.patch_policy.syntax_nodes import added_lines, descendants, field, one_line_text, text

_PROMISE = re.compile(r"\b(?:throws?|rejects?|raises?)\b", re.IGNORECASE)
_EMPTIES = re.compile(r"[\w.#]+\.length = 0|[\w.#]+\.clear\(\)|this\.[\w.#]+ = (\[\]|new (Map|Set)\(\))")
_REMOVES = re.compile(r"\.removeAll\w*$")
_NAME_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_ENDS = re.compile(
    r"close|destroy|dispose|stop|end(ed)?$|reset|clear|clean|remove|off$|finish|tear|unsubscribe|detach", re.IGNORECASE
)
_STATEMENTS = ("expression_statement", "return_statement", "lexical_declaration", "variable_declaration")
_NAMED = ("function_declaration", "generator_function_declaration", "method_definition", "variable_declarator")


def dropped_errors(old: Code, new: Code) -> list[TamperingPattern]:
    """The new handlers that replace every error, and the functions that throw less than they say."""
    replaced = _replacing_handlers(old, new)
    before, after = _promised_throws(old), _promised_throws(new)
    fewer = [name for name, count in before.items() if after.get(name, count) < count]
    found = []
    if replaced:
        said = "A new handler replaces every error of what ran without one, whatever the error is."
        found.append(TamperingPattern("swallowed_error", replaced, said))
    for name in fewer:
        said = f"{name} checks less than before, and its comment still says that it throws."
        found.append(TamperingPattern("removed_check", (), said))
    if dropped := added_lines(_drops(old), _drops(new)):
        said = "The patch newly drops all that an object holds for others: what waits, or who listens."
        found.append(TamperingPattern("dropped_work", dropped, said))
    return found


def _drops(code: Code) -> list[tuple[Node, str]]:
    """Collections that a handler of errors empties, and calls that remove all listeners; not where an object ends."""
    handled = [one for handler in code.tree.of_type("catch_clause") for one in descendants(handler)]
    found = [one for one in handled if _EMPTIES.fullmatch(one_line_text(one))]
    calls = (one for one in code.calls if _REMOVES.search(text(field(one, "function"))))
    found += [one for one in calls if not any(_ends_something(above) for above in code.tree.above(one))]
    return [(one, one_line_text(one)) for one in found if one.type in ("assignment_expression", "call_expression")]


def _ends_something(node: Node) -> bool:
    """Whether a node is a function whose name has a word for an end, as `tearDown` and `onEnd`; `Sender` has none."""
    function = field(node, "value") if node.type == "variable_declarator" else node
    if function is None or function.type not in FUNCTIONS:
        return False
    return any(_ENDS.match(one) for one in _NAME_WORD.findall(text(field(node, "name"))))


def _replacing_handlers(old: Code, new: Code) -> tuple[int, ...]:
    """The lines of new handlers that never use the error, around statements that had no handler before."""
    (plain_before, tried_before), (plain_after, tried_after) = _statements(old), _statements(new)
    moved = {one for one in plain_before - plain_after if tried_after[one] > tried_before[one]}
    return added_lines(_handlers_around(old, moved), _handlers_around(new, moved))


def _statements(code: Code) -> tuple[Counter[str], Counter[str]]:
    """How often each statement stands outside of all `try` statements, and inside of one."""
    plain, tried = Counter[str](), Counter[str]()
    for one in code.tree.of_type(*_STATEMENTS):
        (tried if _is_tried(code, one) else plain)[one_line_text(one)] += 1
    return plain, tried


def _handlers_around(code: Code, statements: Collection[str]) -> Iterator[tuple[Node, str]]:
    """The `try` statements around one of these statements whose handler never uses the error, each with its text."""
    for node in code.tree.of_type("try_statement"):
        handler, body = field(node, "handler"), field(node, "body")
        if handler is None or body is None or _uses_error(handler):
            continue
        if any(one_line_text(one) in statements for one in body.named_children):
            yield node, f"{one_line_text(body)} {one_line_text(handler)}"


def _is_tried(code: Code, node: Node) -> bool:
    return any(one.type == "try_statement" for one in code.tree.above(node))


def _uses_error(handler: Node) -> bool:
    parameter, body = field(handler, "parameter"), field(handler, "body")
    return parameter is not None and body is not None and not names_in(parameter).isdisjoint(names_in(body))


def _promised_throws(code: Code) -> dict[str, int]:
    """How many statements throw in each function whose comment says that it throws."""
    return {
        text(field(node, "name")): sum(one.type == "throw_statement" for one in descendants(node))
        for node in code.tree.of_type(*_NAMED)
        if _PROMISE.search(comment_above(code.tree, node))
    }
