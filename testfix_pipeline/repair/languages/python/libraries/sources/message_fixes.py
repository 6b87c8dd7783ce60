"""Fixes that an error's own text tells, whatever its type: `old` is removed, use `new` instead.

Libraries also refuse what they have renamed with errors of their own. What counts is a word of the text that the
failing line has as a keyword or an attribute; the same word is changed wherever the program calls the same function, or
asks for the same attribute.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import quoted, update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
_KIND = "argument|attribute|class|function|keyword|method|option|parameter|property"
_SAID = re.compile(
    rf"[`'\"](\w+)(?:=|\(\))?[`'\"]|\b(\w+)(?:=|\(\))?(?:\s+(?:{_KIND}))?\s+(?:is|was|has been|will be)\s"
)
"""A word in quotation marks, or one of which a sentence says what became of it."""
_PLAIN = frozenset({"AssertionError", "ImportError", "ModuleNotFoundError", "NameError", "SyntaxError"})
"""Errors that tests raise themselves, and those whose names are looked for elsewhere."""
_hinted_names: Any = testfix_library_spelling.hinted_names


def is_telling(failure: Failure) -> bool:
    """Whether an error's text may say what is to be used in place of what."""
    is_plain = failure.error_type.rpartition(".")[2] in _PLAIN
    return not is_plain and bool(failure.frames and _SAID.search(failure.error) and _hinted_names(failure.error))


def message_fixes(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One rule for each old and new word of an error's text.

    failures: their last frames are where the program calls what raises the error; what the program raises itself is
    left alone. files: those that may be edited.
    """
    known = set()
    for failure in filter(is_telling, failures):
        frame = failure.frames[-1]
        if frame.file not in files or files[frame.file].raises_at(frame.line):
            continue
        said = {one for words in _SAID.findall(failure.error) for one in words if one}
        instead = [one.rpartition(".")[2] for one in _hinted_names(failure.error) if one not in _KIND.split("|")]
        for new in dict.fromkeys(one for one in instead if one.isidentifier()):
            gone = {one for one in said - {*instead} if not _is_asked_for(one, new, failure.error)}
            for rule in _rules(files[frame.file], frame.line, gone, files):
                if (rule, new) not in known:
                    known.add((rule, new))
                    yield from _fix(rule, new, failure, files)


def _is_asked_for(old: str, new: str, error: str) -> bool:
    """Whether what an error offers has the old word within: `arr.view(arr.dtype.newbyteorder())` is no other name."""
    return re.search(rf"\b{new}\([^`'\"]*\b{old}\b", error) is not None


_Rule = tuple[str, str, str]
"""The last name of a function whose keyword it is, else ""; the old word; the module of a name that is imported, else
""."""


def _rules(source: SourceFile, line: int, said: set[str], files: Collection[str]) -> Iterator[_Rule]:
    """What the failing line has of the words that are said to be gone."""
    for node in source.nodes:
        if not isinstance(node, ast.expr) or not node.lineno <= line <= (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.Call):
            yield from ((last_name(node.func), one.arg, "") for one in node.keywords if one.arg and one.arg in said)
        if isinstance(node, ast.Attribute) and node.attr in said:
            yield "", node.attr, ""
        if isinstance(node, ast.Name) and node.id in said:
            modules = dict.fromkeys(module for module, _ in _imports(source, node.id))
            yield from (("", node.id, module) for module in modules if not _is_own(module, files))


def _imports(source: SourceFile, name: str) -> Iterator[tuple[str, ast.alias]]:
    """The modules that a file imports a name from under this name, with the imports."""
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((node.module or "", one) for one in node.names if name == one.name == (one.asname or name))


def _is_own(module: str, files: Collection[str]) -> bool:
    """Whether a module's file is one of the program's."""
    path = module.replace(".", "/")
    return any(f"/{one}".endswith((f"/{path}.py", f"/{path}/__init__.py")) for one in files)


def _fix(rule: _Rule, new: str, failure: Failure, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    function, old, _ = rule
    edits = {file: FileEdits(source) for file, source in files.items()}
    for one in edits.values():
        _rename(one, rule, new)
    texts = edited_texts(edits)
    if texts:
        symbol = f"{function}({old}=)" if function else old
        note = f"{symbol}: {old} -> {new}; the error says: {quoted(failure)}"
        known = failure.update
        about = (update_of(known.library, known.version, known.symbol, note),) if known is not None else ()
        yield LibraryFix(texts, "library.message", note, LIKELIHOOD, old, about)


def _rename(edits: FileEdits, rule: _Rule, new: str) -> None:
    function, old, module = rule
    if module:
        _rename_imported(edits, module, old, new)
        return
    for node in edits.source.nodes:
        if function and isinstance(node, ast.Call) and last_name(node.func) == function:
            for one in node.keywords:
                if one.arg == old:
                    start = edits.source.span(one)[0]
                    edits.replace(start, start + len(old), new)
        if not function and isinstance(node, ast.Attribute) and node.attr == old and edits.source.is_real(node):
            end = edits.source.span(node)[1]
            edits.replace(end - len(old), end, new)


def _rename_imported(edits: FileEdits, module: str, old: str, new: str) -> None:
    """Rename a name in its import and at all uses, where the file gives neither name another meaning."""
    imports = list(_imports(edits.source, old))
    loads = edits.loads(old)
    is_clear = not edits.sets(new) or edits.imported_as(module, new) == new
    if imports and loads is not None and is_clear and all(found == module for found, _ in imports):
        for node in (*(one for _, one in imports), *loads):
            edits.replace(*edits.source.span(node), new)
