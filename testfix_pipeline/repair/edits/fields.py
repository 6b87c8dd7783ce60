"""Format specifications of the fields of f-strings: a forgotten one, one too many, another one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

# A field as it is written; expressions with braces or colons of their own are left alone.
FIELD = re.compile(r"(?<!\{)\{([^{}:!]+)(![rsa])?(:[^{}]*)?\}(?!\})")
COMMON = (":02d", ":.2f", ":.1f", ":,", "!r", ":02", ":.0f", ":>2", ":03d", ":,.2f", ":.1%")
"""What fields are most often formatted with."""
WIDTHS = ("02", "03", "04", "08")
MOST_KNOWN = 6


def specifications(target: Target) -> Iterator[Edit]:
    """A field formatted as its neighbours in the text, as others of the file, or in a common way; or not at all."""
    for node in target.expressions(ast.JoinedStr):
        text = target.text(node)
        begin = target.source.span(node)[0]
        fields = list(FIELD.finditer(text))
        near = dict.fromkeys(_written(match) for match in fields if _written(match))
        for match in fields:
            own = _written(match)
            start, end = begin + match.end(1), begin + match.end() - 1
            if own:
                yield target.splice(start, end, "", "format", 0.25, f"{own} dropped")
                if re.fullmatch(r":[xXbod]", own):
                    at = end - 1
                    yield from (target.splice(at, at, width, "format", 0.35, f":{width}{own[1]}") for width in WIDTHS)
            variants = _variants(own)
            ranked = dict.fromkeys([*_others(target.source, near), *variants])
            for rank, other in enumerate(ranked):
                if other != own:
                    prior = 0.5 if other in near else 0.3 if other in variants else 0.3 / (1 + 0.2 * rank)
                    yield target.splice(start, end, other, "format", prior, f"{match.group(1)[:20]}{other}")


def _written(match: re.Match[str]) -> str:
    return (match.group(2) or "") + (match.group(3) or "")


def _variants(own: str) -> list[str]:
    """A number with or without a mark between its thousands, or as a share."""
    found = re.fullmatch(r":(,?)(\.\d+)?([f%]?)", own)
    if not found or own == ":":
        return []
    mark, digits, kind = found.groups(default="")
    digits = digits or ".2"
    variants = [f":{'' if mark else ','}{digits}f", f":,{digits}f", f":{digits}{'f' if kind == '%' else '%'}"]
    return [one for one in dict.fromkeys(variants) if one != own]


def _others(source: SourceFile, near: dict[str, None]) -> list[str]:
    return list(dict.fromkeys([*near, *_of_file(source)[:MOST_KNOWN], *COMMON]))


@remembered(256)
def _of_file(source: SourceFile) -> list[str]:
    """The specifications that the file's f-strings have, as often met first."""
    met: dict[str, int] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.JoinedStr) and source.is_real(node):
            for match in FIELD.finditer(source.segment(node)):
                if _written(match):
                    met[_written(match)] = met.get(_written(match), 0) + 1
    return sorted(met, key=lambda one: -met[one])
