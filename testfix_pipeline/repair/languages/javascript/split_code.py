"""Code split in two: a loop that first checks all elements and then changes them, an `else` that has a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import method_of
from testfix_pipeline.repair.languages.javascript.guards import written
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_CHECK = re.compile(r"(?:check|validate|assert|ensure|require|verify)(?:[A-Z_]\w*)?")
_ENDS = ("return_statement", "throw_statement")
_DECLARATIONS = ("lexical_declaration", "variable_declaration")
_MOST_ASKED = 8


def split_loops(target: JsTarget) -> Iterator[Edit]:
    """A loop that refuses an element after it has changed others: first all are checked, then all are changed."""
    node, source = target.stmt.node, target.source
    loop = node if node.type in ("for_in_statement", "for_statement") else _loop_around(target, node)
    body = field(loop, "body")
    if loop is None or body is None or body.type != "statement_block":
        return
    inside = [one for one in body.named_children if one.type != "comment"]
    checks = [at for at, one in enumerate(inside) if _is_check(one)]
    if not checks or checks[-1] + 1 == len(inside) or _reads_declared(inside, checks[-1]):
        return
    at, indent = source.span(inside[checks[-1]])[1], target.indent_at(source.span(loop)[0])
    head = source.text[source.span(loop)[0] : source.span(body)[0]].rstrip()
    yield target.replace(at, at, f"{source.newline}{indent}}}{source.newline}{indent}{head} {{", "loop.split", 0.6)


def _loop_around(target: JsTarget, node: Node) -> Node | None:
    block = target.source.syntax.parent(node)
    loop = target.source.syntax.parent(block) if block is not None and block.type == "statement_block" else None
    return loop if loop is not None and loop.type in ("for_in_statement", "for_statement") else None


def _is_check(node: Node) -> bool:
    """Whether a statement leaves the function for a bad element, or calls a function that does."""
    if node.type == "if_statement":
        body = field(node, "consequence")
        last = body.named_children[-1] if body is not None and body.named_children else body
        return field(node, "alternative") is None and any(one is not None and one.type in _ENDS for one in (body, last))
    call = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
    name = method_of(call) or text(field(call, "function"))
    return bool(_CHECK.fullmatch(name))


def _reads_declared(inside: Sequence[Node], last: int) -> bool:
    """Whether the statements behind the checks read a variable that is declared among these."""
    declared = {
        text(field(one, "name"))
        for statement in inside[: last + 1]
        if statement.type in _DECLARATIONS
        for one in statement.named_children
    }
    rest = (one for statement in inside[last + 1 :] for one in descendants(statement))
    names = {text(one) for one in rest if one.type == "identifier"}
    return not declared.isdisjoint(names)


def conditional_else(target: JsTarget) -> Iterator[Edit]:
    """An `else` only where something holds: what the branch before it assigned, or what the file asks elsewhere."""
    clause = field(target.stmt.node, "alternative")
    inner = clause.named_children[0] if clause is not None and clause.named_children else None
    if target.stmt.node.type != "if_statement" or inner is None or inner.type == "if_statement":
        return
    nearest = target.nearest("if_statement", "while_statement")
    asked = [written(field(one, "condition")) for one in nearest if one != target.stmt.node]
    for question in dict.fromkeys((*_assigned(target.stmt.node), *asked[:_MOST_ASKED])):
        if question and "\n" not in question:
            yield target.insert(inner, f"if ({question}) ", "", "else.conditional", 0.5)


def _assigned(node: Node) -> Iterator[str]:
    """Whether a variable has the value that the first branch gives it."""
    body = field(node, "consequence")
    for one in descendants(body) if body is not None else ():
        if one.type == "assignment_expression":
            left, right = text(field(one, "left")), text(field(one, "right"))
            yield from (f"{left} {sign} {right}" for sign in ("===", "!=="))
