"""Keywords that an error says a decorator must be given: `@check` -> `@check(skip_on_failure=True)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
"""As far as what an error's text says to use in place of something."""
_ASKED = re.compile(
    r"\b(?:must|have to|has to|need to) (?:specify|set|pass|give|provide) [`'\"](\w+)=(\w+)[`'\"]", re.I
)


def says_argument(failure: Failure) -> bool:
    """Whether an error's text asks for a keyword with a value."""
    return bool(failure.frames) and _ASKED.search(failure.error) is not None


def said_decorator_arguments(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each decorator that an error comes of: with the keyword, wherever it has no arguments as there.

    files: those that may be edited.
    """
    known = set()
    for failure in filter(says_argument, failures):
        frame, asked = failure.frames[-1], _ASKED.search(failure.error)
        for decorator in _decorators(files[frame.file]) if frame.file in files else ():
            if asked is not None and decorator.lineno == frame.line and not isinstance(decorator, ast.Call):
                name, argument = ast.unparse(decorator), f"{asked[1]}={asked[2]}"
                if (name, argument) not in known:
                    known.add((name, argument))
                    texts = _texts(files, name, argument)
                    change, symbol = f"@{name}({argument})", last_name(decorator)
                    yield fix_of_error(failure, texts, "library.message", change, LIKELIHOOD, symbol)


def _texts(files: Mapping[str, SourceFile], name: str, argument: str) -> dict[str, str]:
    edits = {file: FileEdits(source) for file, source in files.items() if f"@{name}" in source.text}
    for here in edits.values():
        for decorator in _decorators(here.source):
            if here.source.is_real(decorator) and ast.unparse(decorator) == name:
                end = here.source.span(decorator)[1]
                here.replace(end, end, f"({argument})")
    return texts_of(edits)


def _decorators(source: SourceFile) -> Iterator[ast.expr]:
    for node in ast.walk(source.tree):
        if isinstance(node, FunctionNode | ast.ClassDef):
            yield from node.decorator_list
