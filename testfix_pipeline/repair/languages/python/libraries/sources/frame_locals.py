"""Functions in which `exec` sets names that `locals()` or `eval` reads: since Python 3.13 each call of `locals()` gives
another dictionary, so that nothing finds what was set.

The function gets one dictionary for all: `exec(code)` -> `exec(code, globals(), names)`, `locals()` -> `names`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile, blocks

LIKELIHOOD = 0.85
_UNSET = re.compile(r"name '\w+' is not defined|\A'\w+'\Z")
_NAMES = ("names", "local_names", "frame_names")


def lacks_name(failure: Failure) -> bool:
    """Whether an error says that a name, or a key that may be one, has no value."""
    is_lack = failure.error_type in ("KeyError", "NameError") and _UNSET.search(failure.error) is not None
    return bool(failure.frames) and is_lack


def frame_locals(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for all such functions, where one of them lacks a name. files: those that may be edited."""
    places = [(one.frames[-1].file, one.frames[-1].line) for one in failures if lacks_name(one)]
    found = {path: [*_such(source)] for path, source in files.items()} if places else {}
    if not any(node.lineno <= line <= (node.end_lineno or 0) for path, line in places for node in found.get(path, ())):
        return
    edits = {path: FileEdits(files[path]) for path, nodes in found.items() if nodes}
    for path, here in edits.items():
        for node in found[path]:
            _share_names(here, node)
    texts = edited_texts(edits)
    if texts:
        said = "Python 3.13: each call of locals() in a function gives another dictionary"
        yield LibraryFix(
            texts, "library.usage", said, LIKELIHOOD, "locals", (update_of("Python", "3.13", "locals", said),)
        )


def _such(source: SourceFile) -> Iterator[FunctionNode]:
    """The functions that set names by `exec` in their own names, and read them by `locals()` or `eval`."""
    for node in source.nodes:
        calls = _calls(node) if isinstance(node, FunctionNode) else []
        if isinstance(node, FunctionNode) and any(map(_sets_locals, calls)) and any(map(_reads_locals, calls)):
            yield node


def _calls(function: FunctionNode) -> list[ast.Call]:
    """The calls of the three in a function's own statements, not in functions and classes inside of it."""
    every = [one for statement in function.body for one in ast.walk(statement)]
    blocks = [one for one in every if isinstance(one, FunctionNode | ast.Lambda | ast.ClassDef)]
    inner = {id(node) for one in blocks for node in ast.walk(one)}
    nodes = (one for one in every if isinstance(one, ast.Call) and id(one) not in inner)
    return [one for one in nodes if isinstance(one.func, ast.Name) and one.func.id in ("eval", "exec", "locals")]


def _sets_locals(call: ast.Call) -> bool:
    is_given = len(call.args) == 3 and isinstance(call.args[2], ast.Call) and last_name(call.args[2].func) == "locals"
    return last_name(call.func) == "exec" and (len(call.args) == 1 or is_given)


def _reads_locals(call: ast.Call) -> bool:
    return last_name(call.func) == "locals" or (last_name(call.func) == "eval" and len(call.args) == 1)


def _share_names(edits: FileEdits, function: FunctionNode) -> None:
    """Bind the names before the first statement that uses them, and use them at all calls."""
    source, calls = edits.source, _calls(function)
    used = {one.id for one in ast.walk(function) if isinstance(one, ast.Name)}
    name = next((one for one in _NAMES if one not in used), None)
    first = _first_use(function.body, calls)
    if name is None or not source.owns_line(first) or _sets_between(function, first, calls, source):
        return
    start = source.span(first)[0]
    edits.replace(start, start, f"{name} = locals(){source.newline}{source.indent(first)}")
    for call in calls:
        if last_name(call.func) == "locals":
            edits.replace(*source.span(call), name)
        elif len(call.args) == 1 and not call.keywords:
            end = source.span(call.args[0])[1]
            edits.replace(end, end, f", globals(), {name}")


def _first_use(body: Sequence[ast.stmt], calls: Sequence[ast.Call]) -> ast.stmt:
    """The first statement with one of the calls, in the innermost block that has them all, but not in a loop."""
    first = next(one for one in body if any(call in [*ast.walk(one)] for call in calls))
    inner = [] if isinstance(first, ast.For | ast.AsyncFor | ast.While) else blocks(first)
    whole = (one for one in inner if all(any(call in [*ast.walk(part)] for part in one) for call in calls))
    return next((_first_use(one, calls) for one in whole), first)


def _sets_between(function: FunctionNode, first: ast.stmt, calls: Sequence[ast.Call], source: SourceFile) -> bool:
    """Whether the function gives a variable a value between the calls, which the names bound before the first lack; a
    statement with one of the calls does so behind it."""
    last = max(one.lineno for one in calls)
    stored = [one for one in ast.walk(function) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    for one in stored:
        statement = next(around for around in source.ancestors(one) if isinstance(around, ast.stmt))
        is_between = first.lineno <= one.lineno <= last and not isinstance(statement, ast.For | ast.AsyncFor)
        if is_between and not any(call in [*ast.walk(statement)] for call in calls):
            return True
    return False
