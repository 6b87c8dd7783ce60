"""The `Outline` of a JavaScript or TypeScript file: executable lines, functions, branches.

A line counts where a statement begins that has a counter (`statement_counters.py`); imports, types and definitions have
none. Of several statements on one line only the outermost counts.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, line, text
from testfix_pipeline.planning.python_code.outline import Outline, SkippedBranch
from testfix_pipeline.repair.languages.javascript.source import CLASSES, FUNCTIONS, LOOPS, JsFunction, JsSource
from testfix_pipeline.repair.languages.javascript.statement_counters import counted_statements

_LONGEST_DOC = 120
_LEAVES = ("return_statement", "throw_statement", "break_statement", "continue_statement")
_DECISIONS = ("if_statement", "switch_case", "catch_clause", "ternary_expression", *LOOPS)
_NESTED = (*FUNCTIONS, *CLASSES)


@functools.lru_cache(maxsize=64)
def read_source(path: str, content: str) -> JsSource:
    """The parsed source of a file's text. Raises SyntaxError if it does not parse."""
    return JsSource(path, content.encode("utf-8", "surrogatepass"))


def javascript_outline(path: str, content: str) -> Outline:
    """The outline of a file's text; `error` is set where it can't be parsed."""
    found = Outline()
    try:
        source = read_source(path, content)
    except (SyntaxError, RecursionError) as error:
        found.error = str(error).removeprefix(f"{path}:") or "it can't be parsed"
        return found
    counted = counted_statements(source)
    found.statements = {one.lineno: range(one.lineno, one.own_end + 1) for one in counted}
    found.branches = [way for one in counted for way in _branches(one.node)]
    for node in source.syntax.root.named_children:
        found.symbols += _top_level_symbols(node)
    for function in routines(source):
        _add_function(found, function)
    return found


def _top_level_symbols(node: Node) -> Iterator[str]:
    """Yield the functions and classes that are defined at the top of a file."""
    declared = field(node, "declaration") if node.type == "export_statement" else node
    if declared is not None and declared.type in (*CLASSES, "function_declaration", "generator_function_declaration"):
        yield text(field(declared, "name"))
    for one in declared.named_children if declared is not None else ():
        value = field(one, "value") if one.type == "variable_declarator" else None
        if value is not None and value.type in FUNCTIONS:
            yield text(field(one, "name"))


def routines(source: JsSource) -> list[JsFunction]:
    """The named functions and methods that are not inside another function."""
    found: dict[str, JsFunction] = {}
    for function in source.functions:
        node = definition_node(source, function)
        if function.name != "<function>" and not any(one.type in FUNCTIONS for one in source.syntax.above(node)):
            found.setdefault(function.qualname, function)
    return list(found.values())


def definition_node(source: JsSource, function: JsFunction) -> Node:
    """The syntax node of a function."""
    return next(one for one in source.syntax.above(function.body) if one.type in FUNCTIONS)


def _add_function(found: Outline, function: JsFunction) -> None:
    node, name = function.body.parent, function.qualname
    assert node is not None
    entry = line(node)
    found.functions[name] = [range(entry, entry + 1)]
    found.one_line.add(name)  # that it was entered is recorded by itself
    found.complexity[name] = 1 + sum(one.type in _DECISIONS for one in own_nodes(function.body))
    listed = field(node, "parameters")
    raised = (text(one.named_children[0]).split("(")[0].removeprefix("new ") for one in own_nodes(function.body)
              if one.type == "throw_statement" and one.named_children)  # fmt: skip
    names = (
        [text(field(one, "pattern") or field(one, "left") or one) for one in listed.named_children] if listed else []
    )
    found.arguments[name] = " ".join(filter(None, [*names, *raised]))
    if said := documentation(node):
        found.docs[name] = said.partition("\n")[0][:_LONGEST_DOC]


def own_nodes(body: Node | None) -> Iterator[Node]:
    """Yield the nodes of a function in source order, except those of nested functions and classes."""
    pending = [body] if body is not None else []
    while pending:
        node = pending.pop()
        yield node
        pending.extend(one for one in reversed(node.children) if one.type not in _NESTED)


def documentation(node: Node) -> str:
    """The text of the `/** */` comment in front of a function, without stars; "" if there is none."""
    while node.parent is not None and node.parent.type in (
        "variable_declarator",
        "lexical_declaration",
        "export_statement",
    ):
        node = node.parent
    before = node.prev_named_sibling
    said = text(before) if before is not None and before.type == "comment" else ""
    if not said.startswith("/**"):
        return ""
    lines = (one.strip().removeprefix("*").strip() for one in said[3:-2].splitlines())
    return "\n".join(lines).strip()


def _branches(node: Node) -> Iterator[range | SkippedBranch]:
    """Yield the paths of a decision that have lines of their own."""
    own = range(line(node), line(node) + 1)
    if node.type == "if_statement":
        into, otherwise = _first_line(field(node, "consequence")), field(node, "alternative")
        yield from (way for way in [into] if way is not None and way.start not in own)
        other = _first_line(otherwise.named_children[0]) if otherwise is not None and otherwise.named_children else None
        if other is not None and other.start not in own:
            yield other
        elif otherwise is None and into is not None and into.start not in own:
            after = node.next_named_sibling
            leaves = _last_statement(field(node, "consequence")).type in _LEAVES
            yield range(line(after), line(after) + 1) if leaves and after is not None else SkippedBranch(own, into)
    elif node.type in LOOPS:
        into = _first_line(field(node, "body"))
        yield from (way for way in [into] if way is not None and way.start not in own)


def _first_line(block: Node | None) -> range | None:
    """The first line of a block, or of a single statement; None if it is empty."""
    if block is None:
        return None
    inner = (
        [one for one in block.named_children if one.type != "comment"] if block.type == "statement_block" else [block]
    )
    return range(line(inner[0]), line(inner[0]) + 1) if inner else None


def _last_statement(block: Node | None) -> Node:
    assert block is not None
    return block.named_children[-1] if block.type == "statement_block" and block.named_children else block
