"""Attributes that an error says a class must have: 'set "__allow_unmapped__ = True" on the class or a superclass'.

All classes of the program with the same base are refused for the same reason, so each that derives from it directly
gets the attribute.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import first_line
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.libraries.sources.optional_defaults import classes_of, outermost_base
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
"""As far as what an error's text says to pass to a decorator."""
_ASKED = re.compile(
    r"\b(?:set|define|declare|add) [`'\"]+(\w+ = [\w.]+)[`'\"]+ (?:on|in|to) (?:the|its|this|each) (?:\w+ )?class\b",
    re.I,
)


def says_class_attribute(failure: Failure) -> bool:
    """Whether an error's text asks for an attribute of a class with a value."""
    return bool(failure.frames) and _ASKED.search(" ".join(failure.error.split())) is not None


def said_class_attributes(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each such error, in all classes with the base of the one whose definition failed.

    files: those that may be edited.
    """
    classes = {node.name: node for source in files.values() for node in classes_of(source)}
    known = set()
    for failure in filter(says_class_attribute, failures):
        asked, frame = _ASKED.search(" ".join(failure.error.split())), failure.frames[-1]
        around = (
            [one for one in classes_of(files[frame.file]) if _holds(one, frame.line)] if frame.file in files else []
        )
        base = outermost_base(around[-1].name, classes) if around else ""
        if asked is None or not base or (base, asked[1]) in known:
            continue
        known.add((base, asked[1]))
        edits = {file: FileEdits(source) for file, source in files.items()}
        for here in edits.values():
            for node in classes_of(here.source):
                if _derives(node, base) and outermost_base(node.name, classes) == base:
                    _give(here, node, asked[1])
        texts = edited_texts(edits)
        if texts:
            change = f"{asked[1]} in classes of {base}"
            yield fix_of_error(failure, texts, "library.message", change, LIKELIHOOD, base)


def _holds(node: ast.ClassDef, line: int) -> bool:
    return first_line(node) <= line <= (node.end_lineno or 0)


def _derives(node: ast.ClassDef, base: str) -> bool:
    return any(ast.unparse(one).partition("[")[0].rpartition(".")[2] == base for one in node.bases)


def _give(edits: FileEdits, node: ast.ClassDef, attribute: str) -> None:
    """Write the attribute before the first statement behind the documentation, unless the class has it."""
    name = attribute.partition(" ")[0]
    assignments = [one for one in node.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    targets = [target for one in assignments for target in getattr(one, "targets", [getattr(one, "target", None)])]
    has = any(isinstance(one, ast.Name) and one.id == name for one in targets)
    after = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    source = edits.source
    if after and not has and source.owns_line(after[0]):
        start = source.block(after[0])[0]
        edits.replace(start, start, f"{source.indent(after[0])}{attribute}{source.newline}")
