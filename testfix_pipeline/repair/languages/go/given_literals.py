"""Finds the literals of a Go test that it gives to the code: arguments of calls, and entries of its tables.

A literal that results are compared with is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.go.code import CONSTANTS
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, is_inside, text
from testfix_pipeline.repair.languages.go.source import GoSource

_BUILT_IN = frozenset(
    (
        *("append", "cap", "copy", "len", "make", "max", "min", "new", "panic", "print", "println"),
        *("bool", "byte", "complex64", "complex128", "float32", "float64", "rune", "string", "uintptr"),
        *(f"{sign}int{bits}" for sign in ("", "u") for bits in ("", "8", "16", "32", "64")),
    )
)
_ASSERTING = re.compile(r"(.*/)?(testify|gomega|ginkgo|goconvey|quicktest|qt|is|gotest\.tools|go-cmp)(/.*|\.v\d+.*)?")
_STANDARD = frozenset(
    (
        *("bufio", "bytes", "cmp", "container", "context", "crypto", "encoding", "errors", "fmt", "hash", "html", "io"),
        *("iter", "log", "maps", "math", "net", "os", "path", "reflect", "regexp", "runtime", "slices", "sort"),
        *("strconv", "strings", "sync", "testing", "text", "time", "unicode"),
    )
)


class GivenLiteral(NamedTuple):
    """A literal, and the entry of a table that it stands in; None where it stands in none."""

    node: Node
    entry: Node | None = None


def given_literals(source: GoSource, body: Node) -> Iterator[GivenLiteral]:
    """Yields the literals in a test's body that the code under test gets."""
    calls = [one for one in descendants(body) if one.type == "call_expression" and _is_of_project(source, one)]
    inside = {one.id for one in calls}
    for node in descendants(body):
        if node.type in CONSTANTS and _nearest_call(source, node) in inside:
            yield GivenLiteral(node)
    for clause in (one for one in descendants(body) if one.type == "range_clause"):
        yield from _of_table(body, clause, calls)


def _is_of_project(source: GoSource, call: Node) -> bool:
    """Whether a call is none of the language, of a library, of the test or of one of its helpers."""
    function, arguments = field(call, "function"), field(call, "arguments")
    root = function
    while root is not None and root.type in ("selector_expression", "call_expression", "index_expression"):
        root = field(root, "operand") or field(root, "function")
    name = text(root)
    given = {text(one) for one in arguments.named_children} if arguments is not None else set()
    library = source.code.imports.get(name, "")
    if library.partition("/")[0] in _STANDARD or _ASSERTING.fullmatch(library):
        return False
    is_helper = function is not None and function.type == "identifier" and name in _declared(source)
    return not (is_helper or name in ("t", "tb") or name in _BUILT_IN or "t" in given)


def _declared(source: GoSource) -> Collection[str]:
    """The functions that a file of tests declares, in tests too."""
    nodes = source.syntax.of_type("function_declaration", "short_var_declaration")
    named = [text(field(one, "name") or field(one, "left")) for one in nodes]
    return {one.strip() for names in named for one in names.split(",")}


def _nearest_call(source: GoSource, node: Node) -> int | None:
    """The call that a literal is an argument or a part of."""
    for above in source.syntax.above(node):
        if above.type == "call_expression":
            return above.id
        if above.type in ("func_literal", "block"):
            return None
    return None


def _of_table(body: Node, clause: Node, calls: Collection[Node]) -> Iterator[GivenLiteral]:
    """Yields the literals of a table whose key, value or field the loop gives to the code."""
    table, loop = _table(body, field(clause, "right")), clause.parent
    left = field(clause, "left")
    names = [text(one) for one in (left.named_children if left is not None else ())]
    given = {one for call in calls if is_inside(call, loop) for one in _given_names(call)}
    inner = field(table, "body")
    for entry in inner.named_children if inner is not None else ():
        key, value = _parts(entry)
        wanted = [one for name, one in zip(names, (key, value), strict=False) if name in given and one is not None]
        if len(names) > 1 and value is not None:
            fields = {one.removeprefix(f"{names[1]}.") for one in given if one.startswith(f"{names[1]}.")}
            wanted += [one for name, one in _fields(table, value) if name in fields]
        for node in (one for top in wanted for one in descendants(top)):
            if node.type in CONSTANTS:
                yield GivenLiteral(node, entry)


def _given_names(call: Node) -> set[str]:
    """The variables and their fields that a call has as arguments, or is a method of."""
    parts = [field(call, "arguments"), field(field(call, "function"), "operand")]
    inner = [one for part in parts if part is not None for one in descendants(part)]
    holders = {one.named_children[0].id for one in inner if one.type == "selector_expression"}
    return {text(one) for one in inner if one.type in ("identifier", "selector_expression") and one.id not in holders}


def _table(body: Node, node: Node | None) -> Node | None:
    """The literal that a loop goes over, by itself or by the variable that it was assigned to."""
    if node is None or node.type == "composite_literal":
        return node
    for one in descendants(body):
        if one.type == "short_var_declaration" and text(field(one, "left")) == text(node):
            value = field(one, "right")
            held = value.named_children if value is not None else []
            return held[0] if len(held) == 1 and held[0].type == "composite_literal" else None
    return None


def _parts(entry: Node) -> tuple[Node | None, Node | None]:
    """The key and the value of an entry."""
    if entry.type == "keyed_element":
        return field(entry, "key") or entry.named_children[0], field(entry, "value") or entry.named_children[-1]
    return None, entry if entry.type == "literal_element" else None


def _fields(table: Node | None, value: Node) -> Iterator[tuple[str, Node]]:
    """Yields the fields of a structure in a table, by name where the literal or its type says it."""
    inner = next((one for one in descendants(value) if one.type == "literal_value"), None)
    entries = [one for one in inner.named_children if one.type != "comment"] if inner is not None else []
    declared = [one for one in descendants(table) if one.type == "field_declaration"] if table is not None else []
    names = [text(one) for spec in declared for one in spec.children_by_field_name("name")]
    for at, entry in enumerate(entries):
        key, held = _parts(entry)
        if held is not None and (key is not None or at < len(names)):
            yield text(key) if key is not None else names[at], held
