"""Evaluates constant JavaScript expressions, so that text in disguise is read like any other."""

from __future__ import annotations

import base64
import binascii
import codecs
import operator
import urllib.parse
from collections.abc import Callable

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.scopes import Scopes
from testfix_pipeline.core.patch_policy.syntax_nodes import elements, field, text

Constant = str | float | list["Constant"]
_DEPTH = 12
_LONGEST = 10_000
_OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left / right if right else float("nan"),
}
_WRAPPERS = ("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression")


def constant(node: Node | None, scopes: Scopes | None = None, depth: int = _DEPTH) -> Constant | None:
    """The text, number or list that an expression evaluates to, None if it is not constant.

    scopes: to read names that have one value.
    """
    if node is None or not depth:
        return None
    reader = _READERS.get(node.type)
    try:
        return reader(node, scopes, depth - 1) if reader is not None else None
    except (ValueError, OverflowError, IndexError, TypeError, binascii.Error):
        return None


def constant_text(node: Node | None, scopes: Scopes | None = None) -> str:
    """The text that an expression evaluates to, "" if there is none."""
    found = constant(node, scopes)
    return found if isinstance(found, str) else ""


def _string(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    return unescaped(text(node)[1:-1])


def unescaped(content: str) -> str:
    """The text of a literal's content, without its escapes."""
    if "\\" not in content:
        return content
    simple = content.replace("\\\n", "").replace("\\`", "`").replace("\\$", "$").replace("\\/", "/")
    plain = "".join(_code_points(simple))
    try:
        return codecs.decode(plain.encode("latin-1", "backslashreplace"), "unicode_escape")
    except (UnicodeDecodeError, ValueError):
        return content


def _code_points(content: str) -> list[str]:
    """The content with `\\u{...}` replaced."""
    first, *rest = content.split("\\u{")
    return [first, *(chr(int(part.partition("}")[0], 16)) + part.partition("}")[2] for part in rest)]


def _number(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    plain = text(node).replace("_", "").rstrip("n")
    return float(int(plain, 0)) if plain[:2].lower() in ("0x", "0o", "0b") else float(plain)


def _template(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    parts: list[str] = []
    for one in node.named_children:
        inner: Constant | None = text(one) if one.type == "escape_sequence" else unescaped(text(one))
        if one.type == "template_substitution":
            inner = constant(one.named_children[0], scopes, depth)
        if inner is None or isinstance(inner, list):
            return None
        parts.append(_as_text(inner))
    return "".join(parts)


def _binary(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    left, right = (constant(field(node, side), scopes, depth) for side in ("left", "right"))
    sign = text(field(node, "operator"))
    if sign not in _OPERATIONS or left is None or right is None:
        return None
    if isinstance(left, float) and isinstance(right, float):
        return _OPERATIONS[sign](left, right)
    return _as_text(left) + _as_text(right) if sign == "+" else None


def _as_text(value: Constant) -> str:
    if isinstance(value, list):
        return ",".join(map(_as_text, value))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _array(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    parts = [constant(one, scopes, depth) if one is not None else "" for one in elements(node)]  # a hole joins as ""
    return None if any(one is None for one in parts) else [one for one in parts if one is not None]


def _identifier(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    values = scopes.values(node) if scopes is not None else None
    if not values or len(values) != 1 or values[0].keys or values[0].module:
        return None
    return constant(values[0].node, scopes, depth)


def _parenthesised(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    return constant(node.named_children[0], scopes, depth) if node.named_children else None


def _call(node: Node, scopes: Scopes | None, depth: int) -> Constant | None:
    function, listed = field(node, "function"), field(node, "arguments")
    given = [constant(one, scopes, depth) for one in (listed.named_children if listed is not None else ())]
    arguments = [one for one in given if one is not None]
    if function is None or len(arguments) != len(given):
        return None
    made = _FUNCTIONS.get(text(function).replace(" ", ""))
    if made is not None:
        return made(arguments)
    method = _METHODS.get(text(field(function, "property")))
    holder = constant(field(function, "object"), scopes, depth) if method is not None else None
    found = method(holder, arguments) if method is not None and holder is not None else None
    return found if not isinstance(found, str) or len(found) <= _LONGEST else None


def _decoded(arguments: list[Constant]) -> Constant | None:
    encoding = _as_text(arguments[1]).lower() if len(arguments) > 1 else "utf8"
    if isinstance(arguments[0], list):
        return "".join(chr(int(one)) for one in arguments[0] if isinstance(one, float))
    content = _as_text(arguments[0])
    if encoding.startswith("base64"):
        return base64.b64decode(content + "===", altchars=b"-_" if "url" in encoding else None).decode("latin-1")
    return bytes.fromhex(content).decode("latin-1") if encoding == "hex" else content


def _split(value: Constant, arguments: list[Constant]) -> Constant | None:
    separator = _as_text(arguments[0])
    return [*_as_text(value).split(separator)] if separator else [*_as_text(value)]


def _slice(value: Constant, arguments: list[Constant]) -> Constant | None:
    bounds = [int(one) for one in arguments if isinstance(one, float)]
    return value[slice(*(bounds if len(bounds) > 1 else [*bounds, None]))] if not isinstance(value, float) else None


def _joined(value: Constant, arguments: list[Constant]) -> Constant | None:
    separator = _as_text(arguments[0]) if arguments else ","
    return separator.join(map(_as_text, value)) if isinstance(value, list) else None


_FUNCTIONS: dict[str, Callable[[list[Constant]], Constant | None]] = {
    "String.fromCharCode": lambda given: "".join(chr(int(one)) for one in given if isinstance(one, float)),
    "String.fromCodePoint": lambda given: "".join(chr(int(one)) for one in given if isinstance(one, float)),
    "String": lambda given: _as_text(given[0]),
    "atob": lambda given: _decoded([given[0], "base64"]),
    "Buffer.from": _decoded,
    "decodeURIComponent": lambda given: urllib.parse.unquote(_as_text(given[0])),
    "unescape": lambda given: urllib.parse.unquote(_as_text(given[0])),
}
_METHODS: dict[str, Callable[[Constant, list[Constant]], Constant | None]] = {
    "join": _joined,
    "split": _split,
    "slice": _slice,
    "substring": _slice,
    "reverse": lambda value, given: value[::-1] if isinstance(value, list) else None,
    "concat": lambda value, given: (
        value + given if isinstance(value, list) else _as_text(value) + "".join(map(_as_text, given))
    ),
    "toString": lambda value, given: _as_text(value),
    "toUpperCase": lambda value, given: _as_text(value).upper(),
    "toLowerCase": lambda value, given: _as_text(value).lower(),
    "trim": lambda value, given: _as_text(value).strip(),
    "repeat": lambda value, given: _as_text(value) * min(100, int(float(_as_text(given[0])))),
    "replace": lambda value, given: _as_text(value).replace(_as_text(given[0]), _as_text(given[1]), 1),
    "replaceAll": lambda value, given: _as_text(value).replace(_as_text(given[0]), _as_text(given[1])),
}
_READERS: dict[str, Callable[[Node, Scopes | None, int], Constant | None]] = {
    "string": _string,
    "number": _number,
    "template_string": _template,
    "binary_expression": _binary,
    "array": _array,
    "identifier": _identifier,
    "call_expression": _call,
    **dict.fromkeys(_WRAPPERS, _parenthesised),
}
