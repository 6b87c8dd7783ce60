"""Edits that replace one token of a Go statement by another: operators, literals, names, fields, texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.go.source import is_bound
from testfix_pipeline.repair.languages.go.tables import ASSIGNMENTS, KEYWORDS, LITERALS, OPERATORS, related_names
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_NAMES, _MOST_FIELDS, _MOST_TEXTS = 14, 12, 12
_NUMBERS = ("int_literal", "float_literal")
_TEXTS = ("interpreted_string_literal", "raw_string_literal", "rune_literal")


def operators(target: GoTarget) -> Iterator[Edit]:
    """Another operator that takes the same operands."""
    for node in target.nodes:
        if node.type in KEYWORDS:
            yield from (target.edit(node, new, "operator.keyword", 0.5) for new in KEYWORDS[node.type])
        if node.is_named or node.parent is None:
            continue
        sign, parent = text(node), node.parent.type
        if parent == "binary_expression":
            yield from (target.edit(node, new, "operator.replaced", 0.9) for new in OPERATORS.get(sign, ()))
        elif parent in ("assignment_statement", "short_var_declaration", "inc_statement", "dec_statement"):
            kind = "operator.update" if sign in ("++", "--") else "operator.assignment"
            yield from (target.edit(node, new, kind, 0.6) for new in ASSIGNMENTS.get(sign, ()))


def literals(target: GoTarget) -> Iterator[Edit]:
    """Other constants: of the same sort, one off, of the file, and those that a failing test expected."""
    numbers = dict.fromkeys(map(text, target.nearest(*_NUMBERS)))
    expected = [value for _, value in target.failure_evidence.values]
    for node in target.of_type(*_NUMBERS, "true", "false", "nil"):
        old = text(node)
        found = dict.fromkeys(LITERALS.get(old, ()))
        if node.type == "int_literal" and old.isdigit():
            found.update(dict.fromkeys((str(int(old) + 1), str(int(old) - 1), str(int(old) * 10), str(int(old) // 10))))
        if node.type == "float_literal" and re.fullmatch(r"\d+\.\d+", old):
            found.update(dict.fromkeys(f"{Decimal(old).scaleb(places).normalize():f}" for places in (-1, 1, -2, 2)))
        if node.type in _NUMBERS:
            found.update(numbers)
        yield from (target.edit(node, new, "literal.replaced", 0.7) for new in found if new != old)
        yield from (target.edit(node, new, "literal.expected", 0.3) for new in expected if new not in (*found, old))


def names(target: GoTarget) -> Iterator[Edit]:
    """Another variable that is in scope, a field of it, or another function."""
    for node in target.of_type("identifier"):
        parent = target.source.syntax.parent(node)
        old = text(node)
        if parent is None or old == "_":
            continue
        if field(parent, "function") == node:
            others = [one for one in target.functions if one != old]
            yield from (target.edit(node, new, "name.function", 0.5) for new in (*related_names(old), *others))
        elif not is_bound(parent, node) or _is_assigned(target, parent):
            for new in (*related_names(old), *target.alike(old)[:_MOST_NAMES]):
                yield target.edit(node, new, "name.replaced", 0.6)
            if parent.type != "selector_expression":
                kind = target.types.get(text(node), "").lstrip("*")
                for name in target.fields.get(kind, {}):
                    yield target.edit(node, f"{text(node)}.{name}", "name.property", 0.4)


def _is_assigned(target: GoTarget, parent: Node) -> bool:
    """Whether what stands in this list is assigned, rather than declared."""
    outer = target.source.syntax.parent(parent)
    return parent.type in ("inc_statement", "dec_statement") or (
        parent.type == "expression_list" and outer is not None and outer.type == "assignment_statement"
    )


def fields(target: GoTarget) -> Iterator[Edit]:
    """Another field or method: related ones, those of the same struct, methods of the package."""
    for node in target.of_type("field_identifier"):
        parent, old = target.source.syntax.parent(node), text(node)
        if parent is None or parent.type != "selector_expression":
            continue
        found = dict.fromkeys(related_names(old))
        yield from (target.edit(node, new, "property.related", 0.7) for new in found)
        beside = [one for one in target.fields_beside(old) if one not in found]
        yield from (target.edit(node, new, "property.replaced", 0.6) for new in beside[:_MOST_FIELDS])
        if old in target.methods:
            others = [one for one in target.methods if one != old and one not in found]
            yield from (target.edit(node, new, "property.method", 0.4) for new in others[:_MOST_FIELDS])
        yield target.edit(parent, text(field(parent, "operand")), "property.dropped", 0.3)
    for node in target.of_type("keyed_element"):
        # the key of an element of a struct's literal
        key = node.named_children[0]
        for new in target.fields_beside(text(key))[:_MOST_FIELDS]:
            yield target.edit(key, new, "property.key", 0.5)


def texts(target: GoTarget) -> Iterator[Edit]:
    """Other texts: those of the file and of failures, empty ones, with a space more or less, other verbs."""
    for node in target.of_type(*_TEXTS):
        old = text(node)
        quote, inner = old[0], old[1:-1]
        found = [value for _, value in target.failure_evidence.values if value[:1] == quote]
        found += [one for one in map(text, target.nearest(node.type)) if one != old][:_MOST_TEXTS]
        if node.type != "rune_literal":
            changed = (inner.strip(), f"{inner} ", f" {inner}", "", " ", inner.lower(), *_with_other_verbs(inner))
            found += [f"{quote}{new}{quote}" for new in changed]
        for new in dict.fromkeys(found):
            if new != old:
                yield target.edit(node, new, "text.replaced", 0.4)


def _with_other_verbs(inner: str) -> Iterator[str]:
    """A format with another verb: `%w` for an error, other widths and precisions."""
    for found in re.finditer(r"%([-+ #0]*)(\d*)(?:\.(\d+))?([a-zA-Z])", inner):
        flags, width, precision, verb = found.groups()
        others = [f"%{flags}{width}{'.' + precision if precision else ''}{new}" for new in "dsvwqxf" if new != verb]
        if precision:
            others += [
                f"%{flags}{width}.{int(precision) + step}{verb}" for step in (1, -1) if int(precision) + step >= 0
            ]
        if width:
            others += [f"%{flags}{int(width) + step}{verb}" for step in (1, -1)]
            others += [f"%{new}{width}{verb}" for new in ("", "0", "-") if new != flags]
        elif verb == "d":
            others += ["%02d", "%03d"]
        elif verb == "f" and not precision:
            others += ["%.2f", "%.1f"]
        for new in others:
            yield inner[: found.start()] + new + inner[found.end() :]
