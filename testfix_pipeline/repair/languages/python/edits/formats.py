"""Edits of formats: digits, width, padding and order of the fields of a text."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import local_names
from testfix_pipeline.repair.languages.python.edits.text_literals import FIELD, split_literal, text_literals

_PRINTED = re.compile(r"%([-0]?)(\d*)(?:\.(\d+))?([dfs])")
_SPEC = re.compile(r"([<>^0]?)(\d*)(?:\.(\d+))?([df%s]?)")
_FLAGS = {"%": ("", "0", "-"), ":": ("", "0", "<", ">", "^")}
_MOST, _MOST_FILLED = 40, 3
_WIDTH, _DIGITS = "2", "2"
"""What a field without any most often gets."""


def propose_formats(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a digit or a column more or fewer, another padding or alignment, and two fields exchanged."""
    for node, text in text_literals(target):
        head, body, tail = split_literal(text)
        is_formatted = isinstance(node, ast.JoinedStr) or "%" in body or "{" in body
        others = itertools.islice(_other_bodies(body) if head and is_formatted else (), _MOST)
        for rank, changed in enumerate(others):
            yield target.replace(node, head + changed + tail, "format", 0.4 / (1 + 0.05 * rank), changed[:20])


def propose_filled(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to fill a text that names what nobody puts in: `"hello %s" % name`, `f"hello {name}"`."""
    names = local_names(target)
    for node, text in text_literals(target):
        head, body, tail = split_literal(text)
        is_filled = isinstance(target.source.parents[node], ast.BinOp | ast.Attribute | ast.JoinedStr)
        if isinstance(node, ast.Constant) and not is_filled and head:
            fields = _PRINTED.findall(body)
            for given in itertools.permutations(list(names)[:_MOST_FILLED], len(fields)) if fields else ():
                values = given[0] if len(given) == 1 else f"({', '.join(given)})"
                yield target.replace(node, f"{text} % {values}", "format.filled", 0.5)
        for name in names if head and "%" not in body else ():
            filled = re.sub(rf"(?<![\w{{.'\"]){name}(?![\w}}'\"=])", f"{{{name}}}", body, count=1)
            if filled != body and (isinstance(node, ast.JoinedStr) or "{" not in body):
                mark = "" if "f" in head.lower() else "f"
                yield target.replace(node, mark + head + filled + tail, "format.filled", 0.3)


def _other_bodies(body: str) -> Iterator[str]:
    parts = FIELD.split(body)
    fields = [number for number, part in enumerate(parts) if part.startswith("{") and part[1:2] not in ("{", "")]
    for number in fields:
        value, colon, spec = parts[number][1:-1].rpartition(":")
        for other in _others(_SPEC, spec, ":") if colon else ("02", ".2f"):
            changed = f"{{{value if colon else spec}:{other}}}"
            yield "".join((*parts[:number], changed, *parts[number + 1 :]))
    for one, two in itertools.combinations(fields[:4], 2):
        exchanged = {one: parts[two], two: parts[one]}
        yield "".join(exchanged.get(number, part) for number, part in enumerate(parts))
    for found in _PRINTED.finditer(body):
        for other in _others(_PRINTED, found.group(), "%"):
            yield f"{body[: found.start()]}%{other}{body[found.end() :]}"


def _others(form: re.Pattern[str], spec: str, sort: str) -> Iterator[str]:
    """Yield other specifications of a field: the number of digits, the width, the padding."""
    if (found := form.fullmatch(spec)) is None:
        return
    flag, width, digits, letter = (part or "" for part in found.groups())
    for other in (str(int(digits) + 1), str(max(0, int(digits) - 1))) if digits else ():
        yield f"{flag}{width}.{other}{letter}"
    if letter == "f" and not digits:
        yield f"{flag}{width}.{_DIGITS}f"
    for other in (str(int(width) + 1), str(int(width) - 1)) if width else ():
        yield f"{flag}{other}{f'.{digits}' if digits else ''}{letter}"
    for other in _FLAGS[sort]:
        if other != flag and not (other == "0" and letter == "s"):
            yield f"{other}{width or (_WIDTH if other else '')}{f'.{digits}' if digits else ''}{letter}"
