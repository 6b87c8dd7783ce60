"""Fixes for two things that newer Pythons refuse by an error that says so, wherever a program relies on them: a
generator that ends by a StopIteration (3.7), and texts of very long integers (3.11).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
_SCOPES = (FunctionNode, ast.Lambda, ast.GeneratorExp)
ENDED, DIGITS = "generator raised StopIteration", "sys.set_int_max_str_digits()"


def is_python_limit(failure: Failure) -> bool:
    """Whether an error is one of the two."""
    return ENDED in failure.error or DIGITS in failure.error


def python_limits(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each of the two that failures name. files: those that may be edited."""
    places = {(one.frames[-1].file, one.frames[-1].line) for one in failures if ENDED in one.error and one.frames}
    if places:
        ended = {path: FileEdits(source) for path, source in files.items()}
        for path, here in ended.items():
            _return_at_ends(here)
            _return_where_read_on(here, {line for file, line in places if file == path})
        yield from _fix(ended, "StopIteration -> return", "Python 3.7: a generator ends by return")
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


def _return_where_read_on(edits: FileEdits, lines: Collection[int]) -> None:
    """Have generators return where `next` has nothing more to give them, as all did before.

    The error's traceback mostly ends at the line that asked the generator for more: then it may be any of them.
    """
    source = edits.source
    for node in (one for one in source.nodes if isinstance(one, _SIMPLE) and one.lineno == one.end_lineno):
        if source.indent(node) and source.owns_line(node) and _may_end(node, source, lines):
            indent, line = f"{source.newline}{source.indent(node)}", f"{source.newline}{source.indent(node)}    "
            new = f"try:{line}{source.segment(node)}{indent}except StopIteration:{line}return"
            edits.replace(*source.span(node), new)


def _may_end(node: ast.stmt, source: SourceFile, lines: Collection[int]) -> bool:
    """Whether a statement of a generator may raise StopIteration, which nothing around it handles."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and ast.unparse(one.func) == "next"]
    calls = [one for one in calls if _home(one, source) is _home(node, source)]
    is_handled = any(isinstance(one, ast.Try) and one.handlers for one in source.ancestors(node))
    is_ending = node.lineno in lines or any(len(one.args) == 1 for one in calls)
    return is_ending and not is_handled and _is_in_generator(node, source)


def _home(node: ast.AST, source: SourceFile) -> ast.AST | None:
    return next((one for one in source.ancestors(node) if isinstance(one, _SCOPES)), None)


def _is_in_generator(node: ast.AST, source: SourceFile) -> bool:
    """Whether the function around a statement has a `yield` of its own."""
    around = _home(node, source)
    yields = (one for one in source.nodes if isinstance(one, ast.Yield | ast.YieldFrom))
    return around is not None and any(_home(one, source) is around for one in yields)
