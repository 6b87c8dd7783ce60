"""Importers of the program that Python 3.12 no longer asks: it knows `find_spec` alone, and `find_module` no more.

Copies of `six` that projects carry are among them: their `six.moves` is such an importer's.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
SYMBOL = "importlib.abc.MetaPathFinder.find_module"
_FIND_SPEC = (
    "def find_spec({first}, fullname, path=None, target=None):",
    "    from importlib.util import spec_from_loader",
    "",
    "    loader = {first}.find_module({arguments})",
    "    return None if loader is None else spec_from_loader(fullname, loader)",
)
"""It imports where it is called: files of both Pythons stay so."""


def lacks_module(failure: Failure) -> bool:
    """Whether a failure says that a module is not there."""
    return failure.error_type == "ModuleNotFoundError"


def importer_fixes(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix that gives all importers in the files the method that Python asks, where a module is not found."""
    if not any(map(lacks_module, failures)):
        return
    edits = {file: FileEdits(source) for file, source in files.items() if "find_module" in source.text}
    for here in edits.values():
        for node in here.source.nodes:
            if isinstance(node, ast.ClassDef):
                _complete(here, node)
    texts = edited_texts(edits)
    if texts:
        note = f"{SYMBOL} -> find_spec: Python 3.12 asks importers for find_spec only"
        yield LibraryFix(texts, "library.usage", note, LIKELIHOOD, SYMBOL, (update_of("Python", "", SYMBOL, note),))


def _complete(edits: FileEdits, owner: ast.ClassDef) -> None:
    """Put `find_spec` behind `find_module`, which it asks."""
    methods = {node.name: node for node in owner.body if isinstance(node, ast.FunctionDef)}
    found = methods.get("find_module")
    if found is None or "find_spec" in methods or not 2 <= len(found.args.args) <= 3:
        return
    source = edits.source
    first = found.args.args[0].arg
    arguments = ", ".join(("fullname", "path")[: len(found.args.args) - 1])
    start, end = source.block(found)
    indent = re.match(r"[ \t]*", source.text[start:])
    lines = [*(f"@{source.segment(one)}" for one in found.decorator_list), *_FIND_SPEC]
    text = [f"{indent[0] if indent and line else ''}{line.format(first=first, arguments=arguments)}" for line in lines]
    missing = "" if source.text[:end].endswith("\n") else source.newline
    edits.replace(end, end, missing + "".join(f"{line}{source.newline}" for line in ["", *text]))
