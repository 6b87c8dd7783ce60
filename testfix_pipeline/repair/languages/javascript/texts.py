"""Edits of texts, of the parts of template strings, and of regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_TEXTS, _LONGEST_SEPARATOR = 12, 3
_CLASS = re.compile(r"(?<!\\)\[\^?(?:\\.|[^\]\\])+(?=\])")
_ADDED_TO_CLASS = (r"\n", r"\r\n", r"\s", r"\t", r"\d", r"\w")
_SEPARATORS = (" ", "", ", ", ",", "-", ":", "/", ".", "_", "|", "\\n", "; ", ": ", "=", "&", "\\t")
_TYPES = ("string", "number", "object", "function", "undefined", "boolean", "bigint", "symbol")
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
ITEM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|\(\?[:=!<]+|[*+?]\??|.", re.S)
"""A character class, an escape, a quantifier, the head of a group, or a literal character."""
QUANTIFIERS = ("*", "+", "?", "", "*?", "+?")
OPTIONAL_ITEMS = (r"\s*", "-?")
"""Optional items to insert before an item."""
CLASSES = (r"\d", r"\w", r"\s", r"\S", ".", r"\.")
CLASS_ADDITIONS = ("-", "_", ".", " ", "'", "A-Z", "a-z", "0-9", "+", "/", ":")
"""Characters to add to a class."""
SEPARATORS = (r"\.", ",", "-", "_", r"\s")
"""What may stand between the parts of a number, a word or a list."""


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
    for node in target.of_type("string", "template_string"):
        written = _written_fields(text(node)[1:-1], "`" if node.type == "string" else "", target)
        if written:
            yield target.edit(node, f"`{written}`", "text.fields", 0.9)
    for node in target.of_type("regex"):
        yield from _patterns(target, node)


def _written_fields(inner: str, quote: str, target: JsTarget) -> str:
    """A text with what only looks like fields as a template: `'${x}'`, and `$x` or `{x}` for a variable; else ""."""
    if "${" in inner:
        return inner if quote and "`" not in inner else ""
    looks = (one for one in re.finditer(r"\$(\w+)|\{(\w+)\}", inner) if (one[1] or one[2]) in target.names)
    found = next(looks, None)
    return "" if found is None or "`" in inner else re.sub(r"\$?\{(\w+)\}|\$(\w+)", r"${\1\2}", inner)


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


def split_at_first(target: JsTarget) -> Iterator[Edit]:
    """A text split at the first sign only: `a.split('=')` as `a.split(/=(.*)/s)`."""
    for node in target.of_type("call_expression"):
        given = arguments_of(node)
        if method_of(node) == "split" and len(given) == 1 and given[0].type == "string" and len(text(given[0])) == 3:
            yield target.edit(given[0], f"/{re.escape(text(given[0])[1])}(.*)/s", "text.split-at-first", 0.5)


def regex_variants(body: str) -> Iterator[str]:
    """Yields the variants of a regular expression's text."""
    yield from (f"{body}$", f"^{body}", body.removesuffix("$"), body.removeprefix("^"), rf"\b{body}\b", f"(?i){body}")
    if "|" in body:
        yield f"^(?:{body.removeprefix('^').removesuffix('$')})$"
    for item in ITEM.finditer(body):
        before, text, behind = body[: item.start()], item.group(), body[item.end() :]
        yield from (before + other + behind for other in _replacements_of_item(text, behind))
        if item.start() and text not in QUANTIFIERS and not body[: item.start()].endswith("["):
            yield from (before + one + text + behind for one in OPTIONAL_ITEMS)
        if behind.startswith("+") and (text in CLASSES or text.startswith("[")):
            yield from (before + parts + behind[1:] for parts in _in_parts(f"{text}+"))


def _in_parts(repeated: str) -> Iterator[str]:
    r"""Yields what matches several of a repeated item with something between: `\d+(?:\.\d+)?` for `\d+`."""
    for separator in SEPARATORS:
        yield from (f"{repeated}(?:{separator}{repeated}){most}" for most in "?*")


def _replacements_of_item(item: str, behind: str) -> Iterator[str]:
    """Yields the replacements for one item of a regular expression."""
    if item in QUANTIFIERS:
        yield from QUANTIFIERS
        return
    if repeated := re.fullmatch(r"\{(\d+)(,?)(\d*)\}", item):
        low, comma, high = int(repeated[1]), repeated[2], repeated[3]
        yield from (f"{{{one}{comma}{high}}}" for one in (low + 1, max(0, low - 1)))
        yield from (f"{{{low},{int(high) + step}}}" for step in (1, -1)) if high else [f"{{{low},}}", f"{{1,{low}}}"]
        return
    if item.startswith("[") and len(item) > 2:
        yield from (f"{item[:-1]}{one}]" for one in CLASS_ADDITIONS)
        yield f"[{item[2:]}" if item[1] == "^" else f"[^{item[1:]}"
    if item in CLASSES:
        yield from CLASSES
    if item in (r"\d", r"\w"):
        yield from (f"[{item}{one}]" for one in CLASS_ADDITIONS)
    if item == "." and (following := re.match(r"[*+]\)?\\?([^\w\s\\()\[\]])", behind)):
        yield f"[^{following[1]}]"
    if (item.startswith(("[", "\\")) or item in ".)") and behind[:1] not in (*"*+?", "{"):
        yield from (item + one for one in "*+?")
    if item == r"\b":
        yield ""
