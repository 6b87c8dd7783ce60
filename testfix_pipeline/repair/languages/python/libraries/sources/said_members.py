"""Fixes for members of objects of which an error says what expression takes their place: "reader.getPage(pageNumber)
was removed. Use reader.pages[page_number] instead."

The object, and arguments of the same name but for the way of writing it, go where the expression has them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import expression, names_in
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_edits import RuledFile
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import OBJECT
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
_SAID = re.compile(
    r"[`'\"]?(\w+\.\w+(?:\([\w, ]*\))?)[`'\"]? (?:is|was|has been) (?:deprecated|removed)\b[^\n]*?"
    r"\b[Uu]se [`'\"]?([^`'\"\n]+?)[`'\"]? instead"
)


def tells_member(failure: Failure) -> bool:
    """Whether an error says what takes the place of a member of an object."""
    return next(_rules(failure), None) is not None


def said_members(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each member that an error names, at all its uses in the files, which may be edited."""
    known = set()
    for failure in failures:
        for rule in _rules(failure):
            applied = {path: RuledFile(source, [rule]) for path, source in files.items()}
            change = f"{ast.unparse(rule.old)} -> {rule.new[0]}"
            is_new = change not in known and all([one.apply() for one in applied.values()])  # noqa: C419
            texts = texts_of({path: one.edits for path, one in applied.items() if one.used}) if is_new else {}
            known.add(change)
            if texts:
                yield fix_of_error(failure, texts, "library.said-call", change, LIKELIHOOD, rule.gone[0])


def _rules(failure: Failure) -> Iterator[ExpressionRule]:
    error = " ".join(failure.error.split())
    for said, instead in _SAID.findall(error):
        try:
            old, new = expression(said), expression(instead)
        except SyntaxError:
            continue
        call = old if isinstance(old, ast.Call) else ast.Call(old, [], [])
        named = {one.id: _plain(one.id) for one in call.args if isinstance(one, ast.Name)}
        holder = (
            call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""
        )
        by_plain = {plain: name for name, plain in named.items()} | {_plain(holder): OBJECT}
        places = {name: by_plain.get(_plain(name), "") for name in names_in(new)}
        used = {one for one in places.values() if one}
        if OBJECT not in used or not used.issuperset(named) or isinstance(new, ast.Attribute | ast.Name):
            continue
        wanted, made = (_Renamed({**places, holder: OBJECT}).visit(one) for one in (call, new))
        free = frozenset({*named, OBJECT})
        gone = (said.partition("(")[0],)
        yield ExpressionRule(ast.fix_missing_locations(wanted), (ast.unparse(made),), gone, error, free=free)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(self.names.get(node.id) or node.id, ast.Load())
