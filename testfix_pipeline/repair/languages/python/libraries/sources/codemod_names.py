"""What ruff would put in the place of lost names: asked about the names alone, however the program comes by them.

ruff rewrites a name only where it sees its import for certain, not where the import is tried and the name has another
value if that fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.ruff_fixes import ruff_report

SOURCE = "codemod"
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_IMPORT = re.compile(r"from ([\w.]+) import (\w+)")
_ADVICE = re.compile(r"`(\w+)\.\w+` will be removed.*? Use `\1\.(\w+)` instead")


def with_codemods(question: LibraryQuestion, lost: Sequence[LostName]) -> list[LostName]:
    """The lost names, each with what ruff would put in its place as the first substitute, where ruff knows it."""
    asked = [one for one in lost if one.place.module and not (one.place.owner or one.is_module)]
    if not asked:
        return list(lost)
    imports = list(dict.fromkeys(f"import {one.place.module}" for one in asked))
    lines = [*imports, *(one.place.full for one in asked)]
    report = ruff_report(question, ["-"], "\n".join([*lines, ""]))
    found = {**dict(_advice(report, asked, len(imports))), **dict(_answers(report, len(imports)))}
    better = {id(asked[number]): substitute for number, substitute in found.items()}
    return [_preferring(one, better[id(one)]) if id(one) in better else one for one in lost]


def _answers(findings: Sequence[Mapping[str, Any]], first: int) -> Iterator[tuple[int, Substitute]]:
    """By the number of the name what stands for it; what is more than a name is left out."""
    for one in findings:
        row, fix = int(one["location"]["row"]), one.get("fix")
        if row <= first or not isinstance(fix, dict):
            continue
        texts = {int(edit["location"]["row"]): str(edit.get("content") or "") for edit in fix.get("edits", ())}
        text = texts.pop(row, "")
        if _NAME.fullmatch(text):
            evidence = f"{one.get('message', '')} (ruff {one.get('code') or ''})"
            yield row - first - 1, Substitute(_place(text, texts.values()), SOURCE, evidence, 0.0, False)


def _advice(
    findings: Sequence[Mapping[str, Any]], asked: Sequence[LostName], first: int
) -> Iterator[tuple[int, Substitute]]:
    """What a message names where ruff leaves the rewrite to a person: a name of the same module."""
    for one in findings:
        message, number = str(one.get("message", "")), int(one["location"]["row"]) - first - 1
        said = _ADVICE.match(message)
        if said is not None and 0 <= number < len(asked):
            place = LibraryName(asked[number].place.module, "", said[2])
            yield number, Substitute(place, SOURCE, f"{message} (ruff {one.get('code') or ''})", 0.0, False)


def _place(text: str, others: Any) -> LibraryName:
    """What a new text names, with the imports that come with it; a name alone is Python's own."""
    homes = {name: module for other in others for module, name in _IMPORT.findall(other)}
    module, _, name = text.rpartition(".")
    return LibraryName(module or homes.get(name, "builtins"), "", name)


def _preferring(lost: LostName, new: Substitute) -> LostName:
    others = (one for one in lost.substitutes if one.place != new.place)
    return replace(lost, substitutes=(new, *others))
