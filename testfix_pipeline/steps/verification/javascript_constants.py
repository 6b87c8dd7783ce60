"""Constants of a JavaScript program with other values: data outside of functions, under names that tests use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, line, text
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource
from testfix_pipeline.repair.model.edit import apply_spans

_NAMING = ("variable_declarator", "field_definition", "public_field_definition", "enum_declaration")
_UNREAD = ("import_statement", "export_specifier", "type_annotation", *FUNCTIONS)
_MOST_OF_ONE, _LONGEST = 8, 40


def other_constants(sources: Mapping[str, JsSource], tests: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return, by the name of a constant, other texts of its file by place and change.

    tests: the text of the tests; constants that it does not name are left out.
    """
    words = set(re.findall(r"[\w$]+", tests))
    found: dict[str, dict[str, dict[str, str]]] = {}
    for path, source in sources.items():
        for name, node in _data_outside_functions(source):
            known = found.setdefault(name, {}) if name in words else None
            if known is not None and len(known) < _MOST_OF_ONE:
                was, new = text(node)[:_LONGEST], _other(node)
                place = f"{line(node)}:{node.start_point[1]} `{was}` becomes `{new[:_LONGEST]}`"
                known[place] = {path: apply_spans(source.text, [(*source.span(node), new)])}
    return found


def _data_outside_functions(source: JsSource) -> Iterator[tuple[str, Node]]:
    for node in source.syntax.of_type("number", "string", "template_string", "true", "false"):
        around = list(source.syntax.above(node))
        if not any(one.type in _UNREAD for one in around):
            naming = [one for one in around if one.type in _NAMING]
            name = next((field(one, "name") or field(one, "property") for one in naming), None)
            if name is not None:
                yield text(name), node


def _other(node: Node) -> str:
    said = text(node)
    if node.type == "number":
        return f"({said} + 1)" if said.isdecimal() else f"(2 * {said})"
    if node.type in ("true", "false"):
        return "false" if node.type == "true" else "true"
    return f"{said[:-1]}X{said[-1]}"
