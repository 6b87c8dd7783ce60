"""What a loop does with a part that is complete, done behind it with the last part: `if (part.length > 0) ...`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of
from testfix_pipeline.repair.languages.javascript.insertions import changeable
from testfix_pipeline.repair.languages.javascript.source import LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_CALLS = 3
_QUESTIONS = ("", "if ({0}.length > 0) ", "if ({0}) ", "if ({0}.size > 0) ", "if ({0} > 0) ", "if ({0} !== null) ")


def remainders(target: JsTarget) -> Iterator[Edit]:
    """A call of a loop with a variable that lives longer than a turn of it, made behind the loop as well."""
    loop = next((one for one in (target.stmt.node, *target.source.syntax.above(target.stmt.node)) if _loops(one)), None)
    if loop is None or not is_in_block(target):
        return
    variables, done = changeable(target), 0
    for call in descendants(loop):
        statement = target.source.syntax.parent(call)
        if call.type != "call_expression" or statement is None or statement.type != "expression_statement":
            continue
        subject = next((one for one in variables for given in arguments_of(call) if text(given) == one), None)
        if subject is None or call.start_byte < loop.start_byte or done == _MOST_CALLS:
            continue
        done += 1
        for question in _QUESTIONS:
            line = f"{question.format(subject)}{text(call)};"
            yield target.insert_line(_outermost(target, loop), line, "copied.remainder", 0.5, behind=True)


def _loops(node: Node) -> bool:
    """Whether a node is a loop, or calls a method that goes over its elements."""
    return node.type in LOOPS or (node.type == "expression_statement" and ".forEach(" in text(node))


def _outermost(target: JsTarget, loop: Node) -> Node:
    """The outermost loop of the function around a loop."""
    around = [one for one in target.source.syntax.above(loop) if one.type in LOOPS]
    inside = [one for one in around if target.function is not None and one.start_byte > target.function.start_byte]
    return inside[-1] if inside else loop
