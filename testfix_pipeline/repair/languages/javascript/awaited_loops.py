"""Loops by callbacks that nobody waits for, as loops that wait."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit


def awaited_loops(target: JsTarget) -> Iterator[Edit]:
    """`forEach` with an asynchronous function, which nobody waits for, as a loop that waits."""
    for node in target.of_type("call_expression"):
        callback = next(iter(arguments_of(node)), None)
        statement = target.source.syntax.parent(node)
        if method_of(node) != "forEach" or not text(callback).startswith("async"):
            continue
        if callback is not None and statement is not None and statement.type == "expression_statement":
            of, names, body = receiver_of(node), _parameters(callback), field(callback, "body")
            every = f"await Promise.all({of}.map{text(field(node, 'arguments'))});"
            yield target.edit(statement, every, "loop.awaited-at-once", 0.6)
            if body is not None and 1 <= len(names) <= 2:
                head = f"{names[0]} of {of}" if len(names) == 1 else f"[{names[1]}, {names[0]}] of {of}.entries()"
                block = text(body) if body.type == "statement_block" else f"{{ {text(body)}; }}"
                yield target.edit(statement, f"for (const {head}) {block}", "loop.awaited", 0.9)


def _parameters(function: Node) -> list[str]:
    listed = field(function, "parameters")
    found = [field(function, "parameter")] if listed is None else list(listed.named_children)
    return [text(one) for one in found if one is not None]
