"""Fixes for calls of which an error says what to write instead: "If using `lib.make(obj, copy=False)` replace it with
`lib.as_made(obj)`".

A call of the program is one of those that are said where it has the same last name and the keywords with their values;
what else it is given stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import expression
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_REPLACE = re.compile(
    r"(?:replace(?:d)? (?:it )?`([^`]{3,80})` (?:with|by)|`([^`]{3,80})`,? (?:to be )?replaced? (?:it )?(?:with|by)) "
    r"`([^`]{3,80})`"
)


def tells_replacement(failure: Failure) -> bool:
    """Whether an error says which call to write in place of which."""
    return next(_said(failure), None) is not None


def said_replacements(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each pair of calls that an error names, at all such calls of the files, which may be edited."""
    known = set()
    for failure in failures:
        for old, new in _said(failure):
            change = f"{ast.unparse(old)} -> {ast.unparse(new)}"
            if change in known:
                continue
            known.add(change)
            edits = {file: FileEdits(source) for file, source in files.items()}
            for here in edits.values():
                _replace_calls(here, old, new)
            texts = edited_texts(edits)
            if texts:
                yield fix_of_error(failure, texts, "library.said-call", change, LIKELIHOOD, last_name(old.func))


def _said(failure: Failure) -> Iterator[tuple[ast.Call, ast.Call]]:
    for first, second, new in _REPLACE.findall(failure.error):
        try:
            pair = expression(first or second), expression(new)
        except SyntaxError:
            continue
        before, after = pair
        if isinstance(before, ast.Call) and isinstance(after, ast.Call) and before.keywords and after.args:
            yield before, after


def _replace_calls(edits: FileEdits, old: ast.Call, new: ast.Call) -> None:
    for call in edits.source.nodes:
        if isinstance(call, ast.Call) and edits.source.is_real(call) and _is_said(call, old):
            name = call.func.value if isinstance(call.func, ast.Attribute) else None
            if name is None or [ast.unparse(one) for one in old.args] != [ast.unparse(one) for one in new.args]:
                continue
            gone = {one.arg for one in old.keywords}
            given = [*call.args, *(one for one in call.keywords if one.arg not in gone)]
            texts = [edits.source.segment(one) for one in given] + [ast.unparse(one) for one in new.keywords]
            text = f"{edits.source.segment(name)}.{last_name(new.func)}({', '.join(texts)})"
            edits.replace(*edits.source.span(call), text)


def _is_said(call: ast.Call, old: ast.Call) -> bool:
    given = {one.arg: ast.unparse(one.value) for one in call.keywords}
    wanted = {one.arg: ast.unparse(one.value) for one in old.keywords}
    has_all = all(given.get(name) == value for name, value in wanted.items())
    return last_name(call.func) == last_name(old.func) and has_all and len(call.args) >= len(old.args)
