"""Fixes for two things that newer Pythons refuse by an error that says so, wherever a program relies on them: a
generator that ends by `raise StopIteration` (3.7), and texts of very long integers (3.11).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
ENDED, DIGITS = "generator raised StopIteration", "sys.set_int_max_str_digits()"


def is_python_limit(failure: Failure) -> bool:
    """Whether an error is one of the two."""
    return ENDED in failure.error or DIGITS in failure.error


def python_limits(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each of the two that failures name. files: those that may be edited."""
    if any(ENDED in one.error for one in failures):
        ended = {path: FileEdits(source) for path, source in files.items() if "StopIteration" in source.text}
        for here in ended.values():
            _return_at_ends(here)
        yield from _fix(ended, "raise StopIteration -> return", "Python 3.7: a generator ends by return")
    for path in dict.fromkeys(one.frames[-1].file for one in failures if DIGITS in one.error and one.frames):
        if path in files:
            here = FileEdits(files[path])
            if not here.has_import("import sys"):
                here.add_import("import sys", "")
            if here.add_code("sys.set_int_max_str_digits(0)", [], ""):
                said = "Python 3.11: texts of integers have at most 4300 digits unless a program lifts the limit"
                yield from _fix({path: here}, "sys.set_int_max_str_digits(0)", said)


def _fix(edits: Mapping[str, FileEdits], what: str, said: str) -> Iterator[LibraryFix]:
    texts = edited_texts(edits)
    if texts:
        about = (update_of("Python", "", what, said),)
        yield LibraryFix(texts, "library.usage", f"{what}; {said}", LIKELIHOOD, what, about)


def _return_at_ends(edits: FileEdits) -> None:
    for node in edits.source.nodes:
        exception = node.exc.func if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) else None
        exception = node.exc if isinstance(node, ast.Raise) and exception is None else exception
        is_bare = isinstance(exception, ast.Name) and exception.id == "StopIteration"
        if is_bare and not getattr(getattr(node, "exc", None), "args", ()) and _is_in_generator(node, edits.source):
            edits.replace(*edits.source.span(node), "return")


def _is_in_generator(node: ast.AST, source: SourceFile) -> bool:
    """Whether the function around a statement has a `yield` of its own."""
    around = next((one for one in source.ancestors(node) if isinstance(one, FunctionNode | ast.Lambda)), None)
    yields = (one for one in source.nodes if isinstance(one, ast.Yield | ast.YieldFrom))
    homes = (next(o for o in source.ancestors(one) if isinstance(o, FunctionNode | ast.Lambda)) for one in yields)
    return around is not None and any(home is around for home in homes)
