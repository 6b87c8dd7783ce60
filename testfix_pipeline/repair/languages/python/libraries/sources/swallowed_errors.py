"""Lines at which a library's error is swallowed: the program catches whatever is raised, and goes on without.

Then no failure speaks of the name that the library lost: a test only finds a wrong result.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from testfix_pipeline.execution.in_target import testfix_library_swallowed
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import dotted, names_of_imports
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removals
from testfix_pipeline.repair.languages.python.libraries.inquiry.ruff_fixes import ruff_report
from testfix_pipeline.repair.languages.python.source import SourceFile

_CATCHES = re.compile(r"^\s*except\b\s*(?::|.*\b(?:Exception|BaseException|AttributeError)\b)", re.M)
_OF_LOST_NAMES = ("AttributeError",)
"""What else to catch hides that a name is lost."""
_NAMES_OF_NUMPY = "NPY"
Line = tuple[str, int]
_guarded_lines: Any = testfix_library_swallowed.guarded_lines


def may_swallow(question: LibraryQuestion) -> bool:
    """Whether any file of the program catches every error somewhere."""
    return any(map(_CATCHES.search, program_texts(question).values()))


def swallowed_lines(question: LibraryQuestion) -> list[Line]:
    """The lines of `try` blocks that name what a table, or ruff, knows that a library lost; each tree is read once.

    Only files that catch everything somewhere are parsed, and no process is started without any.
    """
    key = swallowed_lines.__name__
    if question.memory.get(key) == question.files:
        return []
    question.memory[key] = question.files
    root = question.files
    catching = [path for path, text in program_texts(question).items() if _CATCHES.search(text)]
    files = {path: source for path in catching if (source := SourceFile.load(root, path)) is not None}
    guarded = {
        path: lines for path, source in files.items() if (lines := set(_guarded_lines(source.nodes, _OF_LOST_NAMES)))
    }
    found = {(path, line) for path, lines in guarded.items() for line in lines.intersection(_known(files[path]))}
    names = {str(question.root.resolve() / path): path for path in guarded} if guarded else {}
    for one in ruff_report(question, list(guarded)):
        path, line = names.get(str(one.get("filename", "")), ""), int(one["location"]["row"])
        if str(one.get("code")).startswith(_NAMES_OF_NUMPY) and line in guarded.get(path, ()):
            found.add((path, line))
    return sorted(found)


def _known(source: SourceFile) -> Iterator[int]:
    """The lines that name what the tables know to be lost."""
    names = names_of_imports(source)
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and dotted(node, names) in _lost():
            yield node.lineno


@cache
def _lost() -> frozenset[str]:
    return frozenset({*removals(), *library_removals()})
