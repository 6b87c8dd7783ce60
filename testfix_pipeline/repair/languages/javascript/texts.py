"""Edits of texts, of the parts of template strings, and of regular expressions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.regex_variants import regex_variants
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of
from testfix_pipeline.repair.languages.javascript.ingredients import properties_beside
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_TEXTS, _MOST_NAMES, _LONGEST_SEPARATOR = 12, 8, 3
_CLASS = re.compile(r"(?<!\\)\[\^?(?:\\.|[^\]\\])+(?=\])")
_ADDED_TO_CLASS = (r"\n", r"\r\n", r"\s", r"\t", r"\d", r"\w")
_SEPARATORS = (" ", "", ", ", ",", "-", ":", "/", ".", "_", "|", "\\n", "; ", ": ", "=", "&", "\\t")
_TYPES = ("string", "number", "object", "function", "undefined", "boolean", "bigint", "symbol")
_SPECIAL = r"/[.*+?^${}()|[\]\\]/g"
_SHOWN = ("identifier", "member_expression", "call_expression", "subscript_expression")
_SHOWING = (
    *("return_statement", "arrow_function", "template_substitution", "arguments", "binary_expression"),
    *("variable_declarator", "ternary_expression"),
)
_WIDER = (
    *((".", "\\."), ("a-z", "a-zA-Z"), ("A-Z", "a-zA-Z"), ("0-9", "a-z0-9"), (".*", ".*?"), (".+", ".+?"), ("?", "*")),
    *(
        ("[^", "["),
        ("\\b", ""),
        ("\\w", "[\\w-]"),
        ("\\d+", "-?\\d+"),
        ("\\d", "[\\d.]"),
        *((f"\\{one}", f"\\{one.lower()}") for one in "DSW"),
        ("+", ""),
        ("^", ""),
        ("$", ""),
    ),
)


def texts(target: JsTarget) -> Iterator[Edit]:
    """Other texts: those of the file, empty ones, and with a space more or less; flags of regular expressions."""
    known = dict.fromkeys(map(text, target.nearest("string")))
    for node in target.of_type("string"):
        old = text(node)
        quote, inner = old[0], old[1:-1]
        asked = field(target.source.syntax.parent(node), "left")
        if asked is not None and asked.type == "unary_expression" and text(asked).startswith("typeof "):
            others = [f"{quote}{new}{quote}" for new in _TYPES if new != inner]
            yield from (target.edit(node, new, "text.replaced", 0.4) for new in others)
            continue
        found = [f"{quote}{new}{quote}" for new in (inner.strip(), f"{inner} ", f" {inner}", "", " ", inner.lower())]
        found += [value for _, value in target.failure_evidence.values if value[:1] in "'\""]
        found += [f"{quote}{new}{quote}" for new in _SEPARATORS if len(inner) < _LONGEST_SEPARATOR]
        for new in dict.fromkeys((*found, *list(known)[:_MOST_TEXTS])):
            if new != old:
                yield target.edit(node, new, "text.replaced", 0.4)
    for node in target.of_type("regex"):
        yield from _patterns(target, node)


def template_parts(target: JsTarget) -> Iterator[Edit]:
    """The parts of a template string: another text between two values, a value left out, or in another order."""
    for node in target.of_type("template_string"):
        for one in node.named_children:
            if one.type == "string_fragment":
                old = text(one)
                found = [old.strip(), f"{old} ", f" {old}", old.lower(), *_SEPARATORS * (len(old) < _LONGEST_SEPARATOR)]
                for new in dict.fromkeys(found):
                    if new != old:
                        yield target.edit(one, new, "text.part", 0.4)
        values = [one for one in node.named_children if one.type == "template_substitution"]
        for one in values:
            yield target.edit(one, "", "text.part", 0.3)
            yield from (target.insert(one, new, "", "text.part", 0.3) for new in _SEPARATORS[:8] if new)
        for one, other in itertools.pairwise(values):
            yield target.edit(one, text(other), "text.part", 0.4, (other, text(one)))


def completed_templates(target: JsTarget) -> Iterator[Edit]:
    """A template string with one more value, between signs as the others: `${a.x}|${a.y}` with `|${a.z}` behind."""
    for node in target.of_type("template_string"):
        values = [one for one in node.named_children if one.type == "template_substitution"]
        between = [text(one) for one in node.named_children if one.type == "string_fragment"]
        sign = next((one for one in reversed(between) if len(one) <= _LONGEST_SEPARATOR), ":")
        known = [text(one)[2:-1] for one in values]
        owners = dict.fromkeys(one.rpartition(".")[0] for one in known if "." in one)
        names = properties_beside(target, [one.rpartition(".")[2] for one in known])
        beside = dict.fromkeys((*names[:_MOST_NAMES], *target.properties[:_MOST_TEXTS]))
        of_owners = [f"{owner}.{name}" for owner in owners for name in beside]
        for more in [one for one in dict.fromkeys((*of_owners, *target.local_names[:_MOST_NAMES])) if one not in known]:
            yield target.edit(node, f"{text(node)[:-1]}{sign}${{{more}}}`", "text.completed", 0.4)


def split_at_first(target: JsTarget) -> Iterator[Edit]:
    """A text split at the first sign only: `a.split('=')` as `a.split(/=(.*)/s)`."""
    for node in target.of_type("call_expression"):
        given = arguments_of(node)
        if method_of(node) == "split" and len(given) == 1 and given[0].type == "string" and len(text(given[0])) == 3:
            yield target.edit(given[0], f"/{re.escape(text(given[0])[1])}(.*)/s", "text.split-at-first", 0.5)


def escaped_patterns(target: JsTarget) -> Iterator[Edit]:
    """A text that becomes a part of a regular expression with the characters escaped that mean something there."""
    made = target.source.syntax.of_type("new_expression", "call_expression")
    if not any(text(field(one, "constructor") or field(one, "function")) == "RegExp" for one in made):
        return
    for node in target.of_type(*_SHOWN):
        parent = target.source.syntax.parent(node)
        is_read = parent is not None and parent.type in _SHOWING and field(parent, "name") != node
        if is_read:
            yield target.edit(node, f"{text(node)}.replace({_SPECIAL}, '\\\\$&')", "text.escaped", 0.7)


def computed_keys(target: JsTarget) -> Iterator[Edit]:
    """The property that a variable names, in place of one with the variable's name: `a.key` as `a[key]`."""
    for node in target.of_type("member_expression"):
        owner, name = field(node, "object"), text(field(node, "property"))
        if owner is not None and name in target.names:
            yield target.edit(node, f"{text(owner)}[{name}]", "key.computed", 0.6)
    for node in target.of_type("subscript_expression"):
        owner, index = field(node, "object"), field(node, "index")
        if owner is not None and index is not None and index.type in ("identifier", "string"):
            yield target.edit(node, f"{text(owner)}.{text(index).strip(chr(39) + chr(34))}", "key.named", 0.4)
    for node in target.of_type("pair"):
        key = field(node, "key")
        if key is not None and text(key) in target.names:
            yield target.edit(key, f"[{text(key)}]", "key.computed", 0.6)
    for node in target.of_type("shorthand_property_identifier"):
        for value in ("true", "1", text(node)):
            yield target.edit(node, f"[{text(node)}]: {value}", "key.computed", 0.4)


def _places(pattern: str, part: str) -> list[int]:
    """Where a part stands in a pattern without a backslash before it."""
    return [one.start() for one in re.finditer(re.escape(part), pattern) if pattern[max(0, one.start() - 1)] != "\\"]


def _patterns(target: JsTarget, node: Node) -> Iterator[Edit]:
    body, _, flags = text(node).rpartition("/")
    for flag in "gimu":
        new = flags.replace(flag, "") if flag in flags else flags + flag
        yield target.edit(node, f"{body}/{new}", "regex.flag", 0.5)
    pattern = body[1:]
    for old, new in (("*", "+"), ("+", "*"), ("\\d", "\\w"), ("\\w", "\\d"), ("\\s", "\\s+"), ("+", "+?")):
        if old in pattern:
            yield target.edit(node, f"/{pattern.replace(old, new, 1)}/{flags}", "regex.replaced", 0.4)
    for old, new in _WIDER:
        for at in _places(pattern, old):
            yield target.edit(node, f"/{pattern[:at]}{new}{pattern[at + len(old) :]}/{flags}", "regex.replaced", 0.4)
    for start, end in (("^", "$"), ("^", ""), ("", "$")):
        if not pattern.startswith("^") or not pattern.endswith("$"):
            yield target.edit(node, f"/{start}{pattern}{end}/{flags}", "regex.anchored", 0.4)
    for one in _CLASS.finditer(pattern):
        for more in [each for each in _ADDED_TO_CLASS if each not in one[0]]:
            new = pattern[: one.end()] + more + pattern[one.end() :]
            yield target.edit(node, f"/{new}/{flags}", "regex.class", 0.4)
    for new in dict.fromkeys(regex_variants(pattern)):
        if new and not new.startswith(("(?i)", "*", "/")) and new != pattern:
            yield target.edit(node, f"/{new}/{flags}", "regex.varied", 0.3)
