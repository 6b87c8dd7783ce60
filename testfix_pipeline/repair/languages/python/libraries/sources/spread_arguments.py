"""A list or tuple that a call refuses, its items passed as arguments of their own: `ufloat((9.8, 0.1))`.

Recordings under the old release tell whether that means the same.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.6
_OTHER = frozenset({"AssertionError", "Failed", "ImportError", "ModuleNotFoundError", "AttributeError", "NameError"})


def spread_arguments(
    failures: Sequence[Failure], files: Mapping[str, SourceFile], defines: Callable[[str], bool]
) -> Iterator[LibraryFix]:
    """One fix for each function that the failing statements pass nothing but a list or tuple of items, at all calls
    that do. defines: whether the project defines a name: what is called is no library's then."""
    seen = set()
    for failure in failures:
        frame = failure.frames[-1] if failure.frames else None
        if frame is None or frame.file not in files or failure.error_type.rpartition(".")[2] in _OTHER:
            continue
        for call, _ in _calls(files[frame.file]):
            name = last_name(call.func)
            is_there = call.lineno <= frame.line <= (call.end_lineno or call.lineno)
            if is_there and name not in seen and not defines(name):
                seen.add(name)
                change = f"{name}: each item an argument of its own"
                yield fix_of_error(
                    failure, _texts(name, files), "library.spread", change, LIKELIHOOD, name, ANY_LIBRARY
                )


def _calls(source: SourceFile) -> Iterator[tuple[ast.Call, ast.List | ast.Tuple]]:
    """The calls whose only positional argument is a list or tuple of items, and that."""
    for node in source.nodes:
        if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Name | ast.Attribute):
            (given,) = node.args
            if isinstance(given, ast.List | ast.Tuple) and given.elts and source.is_real(given):
                yield node, given


def _texts(name: str, files: Mapping[str, SourceFile]) -> dict[str, str]:
    edits: dict[str, FileEdits] = {}
    for file, source in files.items():
        for call, given in _calls(source):
            if last_name(call.func) == name:
                start, end = source.span(given)
                inside = source.text[start + 1 : end - 1].rstrip().removesuffix(",")
                edits.setdefault(file, FileEdits(source)).replace(start, end, inside)
    return texts_of(edits)
