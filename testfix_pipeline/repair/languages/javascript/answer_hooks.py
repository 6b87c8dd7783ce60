"""Functions that ask for what they answer, so that the warm process (`warm/answers.mjs`) can record and change it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.source import CLASSES, FUNCTIONS, JsSource
from testfix_pipeline.repair.model.edit import apply_spans

_ANSWER, _ITEMS, _FIRST = "__testfixAnswer", "__testfixItems", "// @ts-nocheck\n"
_NAMING = ("variable_declarator", "pair", "assignment_expression", "field_definition", "public_field_definition")
WATCH = "globalThis[Symbol.for('testfix.calls')]"
"""What the warm process watches by (`warm/answers.mjs`), for all that is written into the project's files."""
_HOOKS = (
    f"\nfunction {_ANSWER}(name, args, body, self) {{ const watch = globalThis[Symbol.for('testfix.calls')]; "
    "return watch?.answer ? watch.answer(name, args, body, self) : body(); }\n"
    f"function {_ITEMS}(name, args, made) {{ const watch = globalThis[Symbol.for('testfix.calls')]; "
    "return watch?.items ? watch.items(name, args, made) : made; }\n"
)
_Around = tuple[int, str, int, str]
"""What is written where a body begins, and where it ends."""


class HookedText(NamedTuple):
    """A file's text with hooks. functions: where the functions of a name stand."""

    text: str
    functions: dict[str, list[tuple[int, int]]]


def with_answer_hooks(source: JsSource) -> HookedText:
    """The text of a file whose functions, methods and constructors let a hook see and change what they answer.

    Asynchronous generators, and functions whose body can't become one inside of them, only say that they run.
    """
    begins: dict[int, str] = {}
    ends: dict[int, str] = {}
    functions: dict[str, list[tuple[int, int]]] = {}
    for node in source.syntax.of_type(*FUNCTIONS):
        body, name = field(node, "body"), _name(source, node)
        if body is None or not name:
            continue
        begin, before, end, after = _hook(source, node, body, name) or _notice(source, body, name)
        begins[begin] = begins.get(begin, "") + before
        # A function inside of another one comes after it, and ends first.
        ends[end] = after + ends.get(end, "")
        functions.setdefault(name, []).append(source.span(body))
    if not begins:
        return HookedText(source.text, functions)
    spans = [(at, at, new) for one in (begins, ends) for at, new in one.items()]
    if source.path.endswith(("ts", "tsx")):
        first = source.text.find("\n") + 1 if source.text.startswith("#!") else 0
        spans.append((first, first, _FIRST))
    return HookedText(apply_spans(source.text, spans) + _HOOKS, functions)


def _hook(source: JsSource, node: Node, body: Node, name: str) -> _Around | None:
    """What is written around a body; None where it can't have a hook."""
    start, end = source.span(body)
    words, quoted = {one.type for one in node.children}, json.dumps(name)
    if _has_inner_meaning(node, body) and text(field(node, "name")) != "constructor":
        return None
    if node.type == "arrow_function":
        made = f"{'async ' if 'async' in words else ''}() => "
        call = f"{_ANSWER}({quoted}, [{', '.join(_parameter_names(node))}], {made}"
        if body.type == "statement_block":
            return start, f"{{ return {call}", end, "); }"
        return start, f"({call}(", end, ")))"
    if text(field(node, "name")) == "constructor" and node.type == "method_definition":
        return start, "", end - 1, f"\nreturn {_ANSWER}({quoted}, arguments, () => this); "
    if "*" in words or node.type.startswith("generator"):
        if "async" in words or any(one.type == "super" for one in descendants(body)):
            return None
        made = f"{{ return yield* {_ITEMS}({quoted}, arguments, (function* () "
        return start, made, end, ").apply(this, arguments)); }"
    made = f"{'async ' if 'async' in words else ''}() => "
    return start, f"{{ return {_ANSWER}({quoted}, arguments, {made}", end, ", this); }"


def _notice(source: JsSource, body: Node, name: str) -> _Around:
    """What is written into a body that can't have a hook; what the function answers stays unknown."""
    start, end = source.span(body)
    return start + 1, f"{WATCH}?.ran?.({json.dumps(name)}); ", end, ""


def _has_inner_meaning(node: Node, body: Node) -> bool:
    """Whether a body declares a parameter again by `var`: inside of another function that would be another variable."""
    names = set(_parameter_names(node))
    inside = [body]
    declared: list[Node | None] = []
    while inside:
        one = inside.pop()
        if one.type == "variable_declaration":
            declared += [field(part, "name") for part in one.named_children]
        inside += [part for part in one.named_children if part.type not in FUNCTIONS]
    return any(text(leaf) in names for one in declared if one is not None for leaf in descendants(one))


def _parameter_names(node: Node) -> Iterator[str]:
    """Yield the names that a function's parameters bind."""
    listed = field(node, "parameters") or field(node, "parameter")
    pending = [listed] if listed is not None else []
    while pending:
        one = pending.pop()
        if one.type in ("identifier", "shorthand_property_identifier_pattern"):
            yield text(one)
        if one.type in ("assignment_pattern", "object_assignment_pattern"):
            pending += [left] if (left := field(one, "left")) is not None else []
        elif one.type in ("required_parameter", "optional_parameter"):
            pending += [inner] if (inner := field(one, "pattern")) is not None else []
        elif one.type == "pair_pattern":
            pending += [inner] if (inner := field(one, "value")) is not None else []
        else:
            pending += [part for part in reversed(one.named_children) if part.type != "decorator"]


def _name(source: JsSource, node: Node) -> str:
    """The name of a function, such as `Cart.total` or `new Cart`; that of one without any tells whose part it is.

    "" for one that a function gives to another one: it is a part of what that does.
    """
    parts = []
    is_own, given = False, False
    for one in (node, *source.syntax.above(node)):
        is_function = one.type in FUNCTIONS
        if is_function and one != node and not is_own:
            if given:
                return ""
            parts.append("()")
            is_own = True
        given |= one.type == "arguments"
        if is_function or one.type in (*CLASSES, "class"):
            parts.append(text(field(one, "name")))
        elif one.type in _NAMING:
            said = next(filter(None, (field(one, key) for key in ("name", "key", "left", "property"))), None)
            parts.append(_short_name(text(said)))
        is_own |= bool(parts[-1:] and parts[-1])
    names = [part for part in reversed(parts) if part]
    if names[-1:] == ["constructor"]:
        return f"new {'.'.join(names[:-1])}"
    return ".".join(names).replace(".()", "()") or "default"


def _short_name(name: str) -> str:
    """A name as it is called: `exports.total` is total, `Cart.prototype.total` is Cart.total."""
    for part in ("module.exports", "exports", "this"):
        name = name.removeprefix(part).removeprefix(".")
    return name.replace(".prototype.", ".").strip("'\"") if name.isprintable() and "(" not in name else ""
