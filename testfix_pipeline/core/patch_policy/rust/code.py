"""A Rust file as the rules on tampering see it: used paths, constants, inline tests."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from functools import cached_property

import tree_sitter_rust
from tree_sitter import Language, Node

from testfix_pipeline.core import python_code
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, text

STRINGS = ("string_literal", "raw_string_literal", "char_literal")
NUMBERS = ("integer_literal", "float_literal")
CONSTANTS = (*STRINGS, *NUMBERS)
ATTRIBUTES = ("attribute_item", "inner_attribute_item")
_NAMES = ("identifier", "type_identifier", "primitive_type", "crate", "super", "self")
_COMMENTS = ("line_comment", "block_comment")
_SUFFIX = re.compile(r"(?<=[\da-f])_?([iu](8|16|32|64|128|size)|f(32|64))$")
_OF_TESTS = re.compile(
    r"#!?\[\s*([\w:]*test\w*|[\w:]*(bench|quickcheck|should_panic|fixture)\b"
    r"|cfg\s*\((?!\s*(all\s*\(\s*)?not\b).*\b(test|doctest)\b)",
    re.S,
)
_MAKES_TESTS = re.compile(r"#\s*\[\s*[\w:]*test\b|^(\w+::)*(proptest|quickcheck|rstest\w*)\s*!")
_MACROS = ("macro_invocation", "macro_definition")


@functools.cache
def _language() -> Language:
    return Language(tree_sitter_rust.language())


def constant(node: Node | None) -> str | float | None:
    """The text or number that an expression evaluates to, None if it is not constant."""
    if node is None:
        return None
    if node.type in NUMBERS:
        return _number(text(node))
    if node.type in STRINGS:
        return _unquoted(node)
    if node.type == "macro_invocation" and text(field(node, "macro")) == "concat":
        parts = [constant(one) for tokens in node.named_children[1:] for one in tokens.named_children]
        return "".join(map(str, parts)) if parts and None not in parts else None
    if node.type in ("parenthesized_expression", "reference_expression", "unary_expression", "match_pattern"):
        return constant(node.named_children[-1]) if node.named_children else None
    return None


def _number(written: str) -> float | None:
    plain = written if written[:2] in ("0x", "0X") and "_" not in written else _SUFFIX.sub("", written)
    plain = _SUFFIX.sub("", plain) if re.search(r"[iu](8|16|32|64|128|size)$", plain) else plain
    try:
        return float(python_code.literal(plain.replace("_", "")))
    except (ValueError, SyntaxError):
        return None


def _unquoted(node: Node) -> str:
    inner = "".join(text(one) for one in node.named_children) if node.type != "char_literal" else text(node)[1:-1]
    if node.type == "raw_string_literal" or "\\" not in inner:
        return inner
    escaped = re.sub(r"\\u\{([0-9a-fA-F_]+)\}", lambda found: f"\\U{found[1].replace('_', ''):0>8}", inner)
    try:
        return str(python_code.literal('"' + escaped.replace('"', '\\"').replace('\\\\"', '\\"') + '"'))
    except (ValueError, SyntaxError):
        return inner


class RustCode:
    """The rules' view of one Rust file. path: relative to the project."""

    def __init__(self, path: str, source: str | bytes) -> None:
        self.path = path
        self.tree = SyntaxNodes.of(_language(), source)

    @property
    def is_program(self) -> bool:
        """Whether the file belongs to a program, which may end its process and read its arguments."""
        return self.path.endswith("main.rs") or "/bin/" in f"/{self.path}" or "examples/" in f"/{self.path}"

    @cached_property
    def uses(self) -> list[tuple[Node, str, str]]:
        """The names that `use` declarations import: the node, the whole path, the local name; `*` for all names."""
        found = []
        for node in self.tree.of_type("use_declaration"):
            argument = field(node, "argument")
            found += list(_use_paths(argument, "")) if argument is not None else []
        for node in self.tree.of_type("extern_crate_declaration"):
            name = text(field(node, "name"))
            found.append((node, name, text(field(node, "alias")) or name))
        return found

    @cached_property
    def paths(self) -> list[tuple[Node, str]]:
        """All paths in the file, in macros too, with imported names resolved."""
        known = {name: path for _, path, name in self.uses if name not in ("*", "_")}
        found = [(node, f"{path}::*" if name == "*" else path) for node, path, name in self.uses]
        for node, segments in self._chains():
            whole = "::".join(segments).removeprefix("::")
            first, separator, rest = whole.partition("::")
            found.append((node, f"{known.get(first, first)}{separator}{rest}"))
        return found

    def _chains(self) -> Iterator[tuple[Node, list[str]]]:
        """Yield names joined by `::`, as written, without those in `use` declarations."""
        left_out = {one.id for node in self.tree.of_type("use_declaration") for one in _all(node)}
        start: Node | None = None
        segments: list[str] = []
        joined = False
        for leaf in (node for node in self.tree.nodes if not node.children and node.type not in _COMMENTS):
            is_name = leaf.type in _NAMES and leaf.id not in left_out
            if segments and (is_name if joined else leaf.type == "::"):
                segments += [text(leaf)] if is_name else []
                joined = not joined
                continue
            if segments and start is not None:
                yield start, segments
            start, segments, joined = (leaf, [text(leaf)], False) if is_name else (None, [], False)
        if segments and start is not None:
            yield start, segments

    @cached_property
    def macros(self) -> list[tuple[Node, str]]:
        """The macro calls, without those inside macros."""
        return [(node, text(field(node, "macro"))) for node in self.tree.of_type("macro_invocation")]

    @cached_property
    def constants(self) -> list[tuple[Node, str | float]]:
        """The texts and numbers in the file."""
        nodes = [*self.tree.of_type(*CONSTANTS), *(node for node, name in self.macros if name == "concat")]
        found = [(node, constant(node)) for node in nodes]
        return [(node, value) for node, value in found if value is not None]

    @cached_property
    def tests(self) -> list[tuple[Node, str]]:
        """The inline tests and items compiled only for tests, with their places and texts."""
        if any(_OF_TESTS.match(text(one)) for one in self.tree.root.children if one.type == "inner_attribute_item"):
            return [(self.tree.root, text(self.tree.root))]
        return list(_tests_in(self.tree.root, ""))

    @cached_property
    def product(self) -> str:
        """The text of the file without its inline tests."""
        whole, kept, at = self.tree.root.text or b"", [], 0
        for node, _ in self.tests:
            kept.append(whole[at : max(at, node.start_byte)])
            at = max(at, node.end_byte)
        return b"".join([*kept, whole[at:]]).decode("utf-8", "replace")


def _all(node: Node) -> Iterator[Node]:
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(one.children)


def _tests_in(holder: Node, place: str) -> Iterator[tuple[Node, str]]:
    attributes: list[Node] = []
    for node in holder.children:
        if node.type == "attribute_item":
            attributes.append(node)
            continue
        if node.type in _COMMENTS:
            continue
        said = [text(one) for one in attributes]
        inner = [text(one) for one in (field(node, "body") or node).children if one.type == "inner_attribute_item"]
        makes = any(one.type in _MACROS and _MAKES_TESTS.search(text(one)) for one in (node, *node.children[:1]))
        if makes or any(_OF_TESTS.match(one) for one in (*said, *inner)):
            yield node, "\n".join([place, *said, text(node)])
        elif node.named_children:
            yield from _tests_in(node, f"{place}/{node.type} {text(field(node, 'name') or field(node, 'type'))}")
        attributes = []


def _use_paths(node: Node, prefix: str) -> Iterator[tuple[Node, str, str]]:
    """Yield the paths of a `use` tree: see `RustCode.uses`."""
    if node.type == "use_list":
        for one in node.named_children:
            yield from _use_paths(one, prefix)
    elif node.type == "scoped_use_list":
        inner = field(node, "list")
        if inner is not None:
            yield from _use_paths(inner, _join_path(prefix, text(field(node, "path"))))
    elif node.type == "use_as_clause":
        yield node, _join_path(prefix, text(field(node, "path"))).removesuffix("::self"), text(field(node, "alias"))
    elif node.type == "use_wildcard":
        inside = next((text(one) for one in node.named_children), "")
        yield node, _join_path(prefix, inside), "*"
    elif node.type not in _COMMENTS:
        path = _join_path(prefix, text(node)).removesuffix("::self")
        yield node, path, path.rpartition("::")[2]


def _join_path(prefix: str, name: str) -> str:
    plain = "".join(name.split()).removeprefix("::")
    return f"{prefix}::{plain}" if prefix and plain else prefix or plain
