"""Fixes that libraries tell by warnings while failing tests run: a word that the program writes is another one now."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryWarning
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
_RENAMED = re.compile(
    r"[`'\"](\w+)=?[`'\"](?: \w+){0,3}? (?:has been|was|is) (?:now )?(?:renamed|changed)(?: to| as)? "
    r"[`'\"](\w+)=?[`'\"]"
)


def warned_names(warnings: Sequence[LibraryWarning], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for all words that warnings say are renamed, where the program has them as names of its own.

    Those are attributes that it gives to its classes, keywords and attributes. files: those that may be edited.
    """
    renamed = {old: (new, one) for one in warnings for old, new in _RENAMED.findall(one.text) if new.isidentifier()}
    edits = {file: FileEdits(source) for file, source in files.items()}
    found = [old for here in edits.values() for old in _rename(here, {old: new for old, (new, _) in renamed.items()})]
    texts = edited_texts(edits)
    if texts:
        warning = renamed[found[0]][1]
        names = ", ".join(f"{old} -> {renamed[old][0]}" for old in dict.fromkeys(found))
        by = f" of {warning.library} {warning.version}".rstrip() if warning.library else ""
        note = f"{names}; a warning{by} says: {' '.join(warning.text.split())[:200]}"
        about = (update_of(warning.library, warning.version, found[0], note),) if warning.library else ()
        yield LibraryFix(texts, "library.warned-name", note, LIKELIHOOD, found[0], about)


def renamed_by_old(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The same of what the old release warned of while its calls were recorded."""
    found = []
    for one in recorded.old.warnings:
        update = recorded.update(one.module, "", "")
        found.append(LibraryWarning(one.text, update.library, update.version))
    yield from warned_names(found, files)


def _rename(edits: FileEdits, renamed: Mapping[str, str]) -> Iterator[str]:
    """Rename words in a file; yields the old ones."""
    source = edits.source
    for node in source.nodes:
        if isinstance(node, ast.ClassDef):
            for target in _own_names(node):
                if target.id in renamed:
                    edits.replace(*source.span(target), renamed[target.id])
                    yield target.id
        elif isinstance(node, ast.keyword) and node.arg is not None and node.arg in renamed:
            start = source.span(node)[0]
            edits.replace(start, start + len(node.arg), renamed[node.arg])
            yield node.arg
        elif isinstance(node, ast.Attribute) and node.attr in renamed and source.is_real(node):
            end = source.span(node)[1]
            edits.replace(end - len(node.attr), end, renamed[node.attr])
            yield node.attr


def _own_names(node: ast.ClassDef) -> Iterator[ast.Name]:
    """What the body of a class sets."""
    for one in node.body:
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        yield from (target for target in targets if isinstance(target, ast.Name))
