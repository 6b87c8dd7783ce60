"""Edits that convert Python 2 syntax to Python 3: at the complaint, and in the whole file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.syntax.damage import Damage

PRIOR = 0.9


def _print_call(found: re.Match[str]) -> str:
    """The Python 3 call for a print statement."""
    values, comment = found[2].rstrip(), found[3] or ""
    to = re.match(r">>\s*([^,]+?)\s*(?:,\s*(.*))?$", values)
    more = ""
    if to:
        values, more = to[2] or "", f"file={to[1]}"
    if values.endswith(","):
        values, more = values[:-1].rstrip(), ", ".join(filter(None, ['end=" "', more]))
    return f"{found[1]}print({', '.join(filter(None, [values, more]))}){comment}"


_COMMENT = r"(\s+#[^\n'\"]*)?"
# (name, pattern, replacement). A statement may follow a header on its line.
_STATEMENT = r"((?:^|[:;])[ \t]*)"
RULES: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (
        "print statement",
        re.compile(rf"{_STATEMENT}print\b(?!\s*[(=.])[ \t]*([^\n]*?){_COMMENT}(?=\r?$)", re.M),
        _print_call,
    ),
    (
        "print statement",
        re.compile(rf"{_STATEMENT}print[ \t]+(\([^\n]*\)[ \t]*[%,+][^\n]*?){_COMMENT}(?=\r?$)", re.M),
        _print_call,
    ),
    (
        "exec statement",
        re.compile(rf"{_STATEMENT}exec[ \t]+(?!\()([^\n]+?)[ \t]+in[ \t]+([^\n]+?)(?=\r?$)", re.M),
        lambda m: f"{m[1]}exec({m[2]}, {m[3]})",
    ),
    (
        "exec statement",
        re.compile(rf"{_STATEMENT}exec[ \t]+(?!\()([^\n]+?)(?=\r?$)", re.M),
        lambda m: f"{m[1]}exec({m[2]})",
    ),
    (
        "except clause",
        re.compile(r"^([ \t]*except[ \t]+(?:\([^()\n]*\)|[\w.]+))[ \t]*,[ \t]*(\w+)[ \t]*:", re.M),
        lambda m: f"{m[1]} as {m[2]}:",
    ),
    (
        "raise statement",
        re.compile(rf"{_STATEMENT}raise[ \t]+([\w.]+)[ \t]*,[ \t]*([^\n]+?)(?=\r?$)", re.M),
        lambda m: f"{m[1]}raise {m[2]}({m[3]})",
    ),
    ("octal number", re.compile(r"(?<![\w.])0(?=[0-7]+\b(?![.\w]))"), lambda m: "0o"),
    ("long number", re.compile(r"(?<![\w.])(\d+)[lL]\b"), lambda m: m[1]),
    ("text prefix", re.compile(r"\bu[rR](?=['\"])"), lambda m: "r"),
    ("backquotes", re.compile(r"`([^`\n]+)`"), lambda m: f"repr({m[1]})"),
    ("inequality", re.compile(r"<>"), lambda m: "!="),
)


def convert_python2(damage: Damage) -> Iterator[Edit]:
    """Proposes edits that convert Python 2 syntax to Python 3, at the complaint and everywhere in the file."""
    for name, pattern, replacement in RULES:
        spans = _spans(damage, pattern, replacement)
        spans_at_complaint = [span for span in spans if damage.source.line_at(span[1]) == damage.line]
        kind = "syntax.python-2"
        if spans_at_complaint:
            yield damage.edit(*spans_at_complaint[0], kind, PRIOR, name, spans_at_complaint[1:])
        if len(spans) > len(spans_at_complaint) > 0:
            yield damage.edit(*spans[0], kind, PRIOR, f"{name}, {len(spans)} places", spans[1:])
    yield from _apply_all_rules(damage)


def _spans(
    damage: Damage, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]
) -> list[tuple[int, int, str]]:
    """The spans of a rule's matches in code (not in strings and comments) with their replacements."""
    found = (one for one in pattern.finditer(damage.source.text) if not damage.is_quoted(one.start()))
    return [(one.start(), one.end(), replacement(one)) for one in found]


def _apply_all_rules(damage: Damage) -> Iterator[Edit]:
    """Yields one edit with the non-overlapping matches of all rules, if one of them is at the complaint."""
    found = sorted(span for _, pattern, replacement in RULES for span in _spans(damage, pattern, replacement))
    disjoint: list[tuple[int, int, str]] = []
    for span in found:
        if not disjoint or span[0] >= disjoint[-1][1]:
            disjoint.append(span)
    if len(disjoint) > 1 and any(damage.source.line_at(end) == damage.line for _, end, _ in disjoint):
        yield damage.edit(*disjoint[0], "syntax.python-2", PRIOR, f"{len(disjoint)} places", disjoint[1:])
