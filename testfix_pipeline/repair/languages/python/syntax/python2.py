"""What Python 2 wrote otherwise: in the line that is complained about, and in all lines of the file at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.syntax.damage import Damage

PRIOR = 0.9


def _print(found: re.Match[str]) -> str:
    values, comment = found[2].rstrip(), found[3] or ""
    to = re.match(r">>\s*([^,]+?)\s*(?:,\s*(.*))?$", values)
    more = ""
    if to:
        values, more = to[2] or "", f"file={to[1]}"
    if values.endswith(","):
        values, more = values[:-1].rstrip(), ", ".join(filter(None, ['end=" "', more]))
    return f"{found[1]}print({', '.join(filter(None, [values, more]))}){comment}"


_COMMENT = r"(\s+#[^\n'\"]*)?"
# Each: what it is, where it stands, and what to write for it. A statement may follow a header on its line.
_STATEMENT = r"((?:^|[:;])[ \t]*)"
RULES: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    ("print statement", re.compile(rf"{_STATEMENT}print\b(?!\s*[(=.])[ \t]*([^\n]*?){_COMMENT}(?=\r?$)", re.M), _print),
    (
        "print statement",
        re.compile(rf"{_STATEMENT}print[ \t]+(\([^\n]*\)[ \t]*[%,+][^\n]*?){_COMMENT}(?=\r?$)", re.M),
        _print,
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


def python2(damage: Damage) -> Iterator[Edit]:
    """Edits that turn what only Python 2 reads into Python 3, here and everywhere."""
    for name, pattern, written in RULES:
        spans = _spans(damage, pattern, written)
        here = [span for span in spans if damage.source.line_at(span[1]) == damage.line]
        kind = "syntax.python-2"
        if here:
            yield damage.edit(*here[0], kind, PRIOR, name, here[1:])
        if len(spans) > len(here) > 0:
            yield damage.edit(*spans[0], kind, PRIOR, f"{name}, {len(spans)} places", spans[1:])
    yield from _everything(damage)


def _spans(
    damage: Damage, pattern: re.Pattern[str], written: Callable[[re.Match[str]], str]
) -> list[tuple[int, int, str]]:
    """Where a rule applies, with what it writes: in code, not in texts and comments."""
    found = (one for one in pattern.finditer(damage.source.text) if not damage.is_quoted(one.start()))
    return [(one.start(), one.end(), written(one)) for one in found]


def _everything(damage: Damage) -> Iterator[Edit]:
    """All that any of the rules finds, where they do not lie over each other; if any of it is here."""
    found = sorted(span for _, pattern, written in RULES for span in _spans(damage, pattern, written))
    apart: list[tuple[int, int, str]] = []
    for span in found:
        if not apart or span[0] >= apart[-1][1]:
            apart.append(span)
    if len(apart) > 1 and any(damage.source.line_at(end) == damage.line for _, end, _ in apart):
        yield damage.edit(*apart[0], "syntax.python-2", PRIOR, f"{len(apart)} places", apart[1:])
