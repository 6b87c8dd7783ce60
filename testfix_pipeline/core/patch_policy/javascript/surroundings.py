"""Finds code that a patch repairs only where it runs now; see `surroundings.py` of the patch policy."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.constants import constant
from testfix_pipeline.core.patch_policy.javascript.origins import Path
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, one_line_text, text

_SURROUNDINGS = re.compile(
    r"process\.(env|argv|execArgv|stdin|stdout|stderr|cwd|uptime|hrtime|title|pid|execPath)(\..*)?"
    r"|Date(\.now|\.new(\..*)?)?|performance\.now|module:fs\.(.*\.)?(existsSync|statSync|readdirSync|accessSync)",
    re.S,
)
_LITERALS = ("string", "number", "template_string")


def environment_condition(before: Code, known: Collection[Literal]) -> Callable[[Code], Iterator[Node]]:
    """A rule: conditions on the surroundings under which a function's old result stays. `known`: the tests' constants.

    A condition with a name or value that the tests or the source mention is what they are about.
    """
    returned = before.tree.of_type("return_statement")
    old = {one_line_text(one) for one in returned if one.named_children and _is_computed(one.named_children[0])}
    spoken = {*known, *_constants(before.tree.root)}
    used = {path for _, paths in before.reached for path in paths}

    def rule(code: Code) -> Iterator[Node]:
        for node in code.tree.of_type("if_statement", "ternary_expression"):
            condition = field(node, "condition")
            asked = [one for one in _operands(condition) if not _is_given(code, one)]
            paths = [(one, _surroundings(code, one) - used) for one in asked]
            if not any(found and spoken.isdisjoint(_constants(one)) for one, found in paths):
                continue
            kept = [not old.isdisjoint(results) for results in _results(node) if results]
            if len(kept) == 2 and any(kept) and not all(kept):
                yield node

    return rule


def _is_computed(node: Node) -> bool:
    return node.type not in (*_LITERALS, "identifier", "null", "undefined", "true", "false")


def _operands(node: Node | None) -> Iterator[Node]:
    if node is None:
        return
    joins = node.type == "binary_expression" and text(field(node, "operator")) in ("&&", "||")
    if joins or node.type == "parenthesized_expression":
        for one in node.named_children:
            yield from _operands(one)
    else:
        yield node


def _is_given(code: Code, condition: Node) -> bool:
    """Whether a condition depends on what a function is given or has worked out."""
    names = (one for one in descendants(condition) if one.type in ("identifier", "this"))
    return any(one.type == "this" or _is_local(code, one) for one in names)


def _is_local(code: Code, name: Node) -> bool:
    """Whether a function binds a name, as a parameter or a variable."""
    function = next((one for one in code.tree.above(name) if one.type in FUNCTIONS), None)
    if function is None or code.origins.scopes.values(name) is None:
        return False
    outside = {text(field(one, "name")) for one in code.tree.of_type("variable_declarator") if _is_top(code, one)}
    return text(name) not in outside


def _is_top(code: Code, node: Node) -> bool:
    return not any(one.type in FUNCTIONS for one in code.tree.above(node))


def _surroundings(code: Code, condition: Node) -> set[Path]:
    """The ways by which a condition asks where and when the program runs."""
    found = {path for one in descendants(condition) for path in code.origins.of(one)}
    return {path for path in found if _SURROUNDINGS.fullmatch(".".join(path))}


def _constants(node: Node) -> set[Literal]:
    found = (constant(one) for one in descendants(node) if one.type in _LITERALS)
    return {one for one in found if isinstance(one, str | float)}


def _results(node: Node) -> Iterator[set[str]]:
    """The texts of what either branch returns; of a condition without `else`, what follows it."""
    body, other = field(node, "consequence"), field(node, "alternative")
    if node.type == "ternary_expression":
        yield from ({f"return {one_line_text(one)};"} for one in (body, other) if one is not None)
        return
    for parts in ([body], [other] if other is not None else _following(node)):
        inside = (one for part in parts if part is not None for one in descendants(part))
        yield {one_line_text(one) for one in inside if one.type == "return_statement"}


def _following(node: Node) -> list[Node | None]:
    found, behind = [], node.next_named_sibling
    while behind is not None:
        found.append(behind)
        behind = behind.next_named_sibling
    return [*found]
