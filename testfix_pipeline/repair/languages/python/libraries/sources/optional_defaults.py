"""Gives fields that may be None the default None, which a library of data classes no longer assumes.

Which classes: those of the program with the same outermost base, in a library, as the class that an error names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_MISSING = re.compile(r"validation errors? for (\w+)\b.*?\b[Ff]ield required\b", re.S)
_MOST_BASES = 20


def optional_defaults(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix: `x: Optional[int]` -> `x: Optional[int] = None` in all classes of the kind that a failure names.

    failures: those that say which class lacks a field. files: those that may be edited.
    """
    classes = {node.name: node for source in files.values() for node in classes_of(source)}
    for failure in failures:
        named = _MISSING.search(failure.error)
        base = outermost_base(named[1], classes) if named else ""
        if named is None or not base:
            continue
        edits = {file: FileEdits(source) for file, source in files.items()}
        for here in edits.values():
            for node in classes_of(here.source):
                if outermost_base(node.name, classes) == base:
                    _give_defaults(here, node)
        texts = edited_texts(edits)
        if texts:
            note = f"None is the default of fields that may be None, in classes of {base}: {named[1]} lacks a field"
            module = module_of(base, files)
            symbol = f"{module}.{base}".lstrip(".")
            about = (update_of(module.partition(".")[0], "", symbol, note),) if module else ()
            yield LibraryFix(texts, "library.optional-default", note, LIKELIHOOD, symbol, about)
            return


def module_of(name: str, files: Mapping[str, SourceFile]) -> str:
    """The module that a file of the program imports a name from, or ""."""
    imported = imported_names(node for source in files.values() for node in source.nodes)
    return next((one.module for one in imported if one.member == name and not one.level), "")


def classes_of(source: SourceFile) -> Iterator[ast.ClassDef]:
    """All classes of a file, inner ones too."""
    for node in source.nodes:
        if isinstance(node, ast.ClassDef):
            yield node


def outermost_base(name: str, classes: Mapping[str, ast.ClassDef]) -> str:
    """The first base of a class that the program does not define, "" of a class without one."""
    for _ in range(_MOST_BASES):
        node = classes.get(name)
        if node is None:
            return name
        bases = [ast.unparse(one).partition("[")[0].rpartition(".")[2] for one in node.bases]
        if not bases:
            return ""
        name = next((one for one in bases if one in classes), bases[0])
    return ""


def _give_defaults(edits: FileEdits, node: ast.ClassDef) -> None:
    for one in node.body:
        if not isinstance(one, ast.AnnAssign) or not isinstance(one.target, ast.Name) or not _may_be_none(one):
            continue
        end = edits.source.span(one)[1]
        if one.value is None:
            edits.replace(end, end, " = None")
        elif (call := _field_without_default(one.value)) is not None:
            start = edits.source.text.index("(", edits.source.span(call.func)[1]) + 1
            rest = ", " if call.keywords else ""
            edits.replace(start, start, f"None{rest}")


def _may_be_none(node: ast.AnnAssign) -> bool:
    """Whether the annotation is `Optional[...]`, a union with None, or `Any`."""
    kind = node.annotation
    outer = ast.unparse(kind.value).rpartition(".")[2] if isinstance(kind, ast.Subscript) else ""
    if outer == "Union" and isinstance(kind, ast.Subscript) and isinstance(kind.slice, ast.Tuple):
        return any(ast.unparse(one) == "None" for one in kind.slice.elts)
    if isinstance(kind, ast.BinOp):
        return "None" in [ast.unparse(one) for one in ast.walk(kind) if isinstance(one, ast.expr)]
    return outer == "Optional" or ast.unparse(kind).rpartition(".")[2] == "Any"


def _field_without_default(value: ast.expr) -> ast.Call | None:
    """The call of `Field` that a value is, if it gives no default."""
    if not isinstance(value, ast.Call) or ast.unparse(value.func).rpartition(".")[2] != "Field":
        return None
    return None if value.args or {"default", "default_factory"} & {one.arg for one in value.keywords} else value
