"""The types of Go expressions, as far as declarations, literals and a few well-known functions say them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.go.source import GoSource

NUMBERS = frozenset(
    f"{kind}{bits}" for kind in ("int", "uint", "float", "complex") for bits in ("", "8", "16", "32", "64", "128")
) | {"byte", "rune", "uintptr"}
_OF_LITERALS = {
    "int_literal": "int",
    "float_literal": "float64",
    "interpreted_string_literal": "string",
    "raw_string_literal": "string",
    "rune_literal": "rune",
    "true": "bool",
    "false": "bool",
}
_OF_CALLS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("len", "cap", "copy"), ("int",)),
    **dict.fromkeys(("errors.New", "fmt.Errorf", "errors.Unwrap"), ("error",)),
    **dict.fromkeys(("fmt.Sprintf", "fmt.Sprint", "strconv.Itoa", "strconv.Quote", "string"), ("string",)),
    **dict.fromkeys(("errors.Is", "errors.As"), ("bool",)),
    **dict.fromkeys(("strconv.Atoi",), ("int", "error")),
    **dict.fromkeys(("strconv.ParseFloat",), ("float64", "error")),
    **dict.fromkeys(("strconv.ParseInt",), ("int64", "error")),
    **dict.fromkeys(("strconv.ParseBool",), ("bool", "error")),
    "strings.Cut": ("string", "string", "bool"),
    **dict.fromkeys((f"strings.{one}" for one in ("Split", "SplitN", "Fields", "FieldsFunc")), ("[]string",)),
    **dict.fromkeys((f"strings.{one}" for one in ("Index", "LastIndex", "Count", "IndexByte", "Compare")), ("int",)),
    **dict.fromkeys((f"strings.{one}" for one in ("Contains", "HasPrefix", "HasSuffix", "EqualFold")), ("bool",)),
}  # fmt: skip
_OF_PACKAGES = {"strings": "string", "math": "float64", "unicode": "bool"}
_QUESTIONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})


class Types:
    """What a package declares: the fields of its structs, and what its functions and methods return."""

    def __init__(self, package: Sequence[GoSource]) -> None:
        self.fields: dict[str, dict[str, str]] = {}
        self.results: dict[str, Sequence[str]] = {}
        self.underlying: dict[str, str] = {}
        for source in package:
            for spec in source.syntax.of_type("type_spec"):
                self._declare(spec)
            for one in source.syntax.of_type("function_declaration", "method_declaration"):
                self.results.setdefault(text(field(one, "name")), results_of(one))

    def _declare(self, spec: Node) -> None:
        name = text(field(spec, "name"))
        own = self.fields.setdefault(name, {})
        for one in descendants(spec):
            if one.type == "field_declaration":
                own.update({text(each): text(field(one, "type")) for each in one.children_by_field_name("name")})
        self.underlying[name] = text(field(spec, "type"))

    def field_type(self, name: str, owner: str = "") -> str:
        """The type of a field, of this type or of the first struct that has one; "" where none has."""
        known = self.fields.get(owner.lstrip("*"), {})
        return known.get(name) or next((own[name] for own in self.fields.values() if name in own), "")

    def plain(self, kind: str) -> str:
        """The type that a named one of the package stands for, where that is no struct."""
        found = self.underlying.get(kind, kind)
        return kind if found.startswith("struct") else found

    def of(self, node: Node | None, variables: Mapping[str, str]) -> str:
        """The type of an expression, "" where it is not known."""
        found = self.all_of(node, variables)
        return found[0] if found else ""

    def all_of(self, node: Node | None, variables: Mapping[str, str]) -> Sequence[str]:
        """The types of the values of an expression: several of a call that returns several."""
        if node is None:
            return ()
        if node.type == "call_expression":
            return self._called(node, variables)
        if node.type == "identifier":
            return (variables.get(text(node), ""),)
        return (self._of(node, variables),)

    def _of(self, node: Node, variables: Mapping[str, str]) -> str:
        if node.type in _OF_LITERALS:
            return _OF_LITERALS[node.type]
        if node.type == "composite_literal":
            return text(field(node, "type"))
        if node.type == "parenthesized_expression":
            return self.of(node.named_children[0], variables)
        if node.type == "unary_expression":
            inner, sign = self.of(field(node, "operand"), variables), text(field(node, "operator"))
            return {"&": f"*{inner}", "*": inner.removeprefix("*")}.get(sign, inner) if inner else ""
        if node.type == "binary_expression":
            is_question = text(field(node, "operator")) in _QUESTIONS
            left = self.of(field(node, "left"), variables)
            return "bool" if is_question else left or self.of(field(node, "right"), variables)
        operand = self.of(field(node, "operand"), variables)
        if node.type == "selector_expression":
            return self.field_type(text(field(node, "field")), operand)
        if node.type == "slice_expression":
            return operand
        return element_of(self.plain(operand)) if node.type == "index_expression" else ""

    def _called(self, node: Node, variables: Mapping[str, str]) -> Sequence[str]:
        function, arguments = field(node, "function"), field(node, "arguments")
        name, given = text(function), arguments.named_children if arguments is not None else []
        if name in ("make", "new") and given:
            return (("*" if name == "new" else "") + text(given[0]),)
        if name in ("append", "min", "max") and given:
            return (self.of(given[0], variables),)
        if name in NUMBERS or name in self.underlying or name.startswith("[]"):
            return (name,)
        package, _, last = name.rpartition(".")
        if name in _OF_CALLS or package in _OF_PACKAGES:
            return _OF_CALLS.get(name) or (_OF_PACKAGES[package],)
        return self.results.get(last, ())


def element_of(kind: str) -> str:
    """The type of the elements of a slice, array, map or text."""
    if kind == "string":
        return "byte"
    found = re.fullmatch(r"(?:\[\d*\]|map\[[^\[\]]*\])(.*)", kind)
    return found[1] if found else ""


def key_of(kind: str) -> str:
    """The type of what a loop over a value counts with."""
    found = re.match(r"map\[([^\[\]]*)\]", kind)
    return found[1] if found else "int"


def results_of(function: Node | None) -> list[str]:
    """The types that a function returns."""
    result = field(function, "result")
    if result is None:
        return []
    if result.type != "parameter_list":
        return [text(result)]
    return [
        text(field(one, "type")) for one in result.named_children for _ in one.children_by_field_name("name") or (None,)
    ]


def declared_by(node: Node, types: Types, variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the variables that a declaration or loop declares, with their types."""
    if node.type in ("var_spec", "const_spec"):
        value = field(node, "value")
        kinds = [types.of(one, variables) for one in value.named_children] if value is not None else []
        for number, name in enumerate(node.children_by_field_name("name")):
            yield text(name), text(field(node, "type")) or (kinds[number] if number < len(kinds) else "")
    elif node.type in ("short_var_declaration", "range_clause"):
        left, right = field(node, "left"), field(node, "right")
        names = [text(one) for one in left.named_children] if left is not None else []
        yield from zip(names, _given(node, right, len(names), types, variables), strict=False)


def _given(node: Node, right: Node | None, many: int, types: Types, variables: Mapping[str, str]) -> list[str]:
    """The types of what is bound to so many names."""
    if right is None:
        return [""] * many
    if node.type == "range_clause":
        over = types.plain(types.of(right, variables))
        return [key_of(over) if over else "", "rune" if over == "string" else element_of(over)][:many]
    values = right.named_children
    if len(values) == 1 and many > 1:
        found = list(types.all_of(values[0], variables))
        if values[0].type in ("index_expression", "type_assertion_expression"):
            found = [*found[:1], "bool"]
        return [*found, *([""] * many)][:many]
    return [types.of(one, variables) for one in values]
