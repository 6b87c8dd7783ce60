"""The parts of a call in JavaScript: `queue.push(job)` calls the method push of queue with one argument."""

from __future__ import annotations

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text


def arguments_of(call: Node | None) -> list[Node]:
    """The arguments of a call or of `new`; none where it has no list of them."""
    listed = field(call, "arguments")
    return listed.named_children if listed is not None else []


def method_of(call: Node | None) -> str:
    """The name of the method that is called, "" where none is."""
    return text(field(field(call, "function"), "property"))


def receiver_of(call: Node | None) -> str:
    """The text of the object whose method is called, "" where there is none."""
    return text(field(field(call, "function"), "object"))
