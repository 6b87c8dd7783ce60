"""Annotates fields of data classes that a library took the type of from their value, which it no longer does.

Which classes: those of the program with the same outermost base, in a library, as the one whose definition failed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.sources.optional_defaults import (
    classes_of,
    module_of,
    outermost_base,
)
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_REFUSED = re.compile(
    r"non-annotated attribute was detected: `(\w+) =|[Ff]ield '(\w+)' (?:requires a type annotation|"
    r"defined on a base class was overridden by a non-annotated)"
)
_CONTAINERS = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set"}


def annotated_fields(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix: `kind = "a"` -> `kind: str = "a"` in all classes of the kind whose definition a failure refuses."""
    classes = {node.name: node for source in files.values() for node in classes_of(source)}
    for failure in failures:
        said, frame = _REFUSED.search(failure.error), failure.frames[-1] if failure.frames else None
        if said is None or frame is None or frame.file not in files:
            continue
        here = [one for one in classes_of(files[frame.file]) if one.lineno <= frame.line <= (one.end_lineno or 0)]
        base = outermost_base(here[-1].name, classes) if here else ""
        edits = {file: FileEdits(source) for file, source in files.items()}
        for one in edits.values() if base else ():
            for node in classes_of(one.source):
                if outermost_base(node.name, classes) == base:
                    _annotate(one, node, classes)
        texts = edited_texts(edits)
        if texts:
            module = module_of(base, files)
            symbol = f"{module}.{base}".lstrip(".")
            note = f"{symbol}: fields are annotated with the types of their values: {' '.join(said[0].split())}"
            about = (update_of(module.partition(".")[0], "", symbol, note),) if module else ()
            yield LibraryFix(texts, "library.annotated-field", note, LIKELIHOOD, symbol, about)
            return


def _annotate(edits: FileEdits, node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> None:
    for one in node.body:
        target = one.targets[0] if isinstance(one, ast.Assign) and len(one.targets) == 1 else None
        if isinstance(target, ast.Name) and isinstance(one, ast.Assign) and not target.id.startswith(("_", "model_")):
            kind = _inherited(target.id, node, classes) or _type_of(one.value)
            end = edits.source.span(target)[1]
            edits.replace(end, end, f": {kind}") if kind else None


def _inherited(name: str, node: ast.ClassDef, classes: Mapping[str, ast.ClassDef], depth: int = 20) -> str:
    """The annotation of a field in a base that the program defines, "" where there is none."""
    for base in (classes.get(ast.unparse(one).rpartition(".")[2]) for one in node.bases):
        for one in base.body if base is not None else ():
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id == name:
                return ast.unparse(one.annotation)
        if base is not None and depth and (found := _inherited(name, base, classes, depth - 1)):
            return found
    return ""


def _type_of(value: ast.expr) -> str:
    """The name of the type of a literal, or of the default that a call of `Field` gives; "" of another value."""
    if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] == "Field":
        given = [*value.args[:1], *(one.value for one in value.keywords if one.arg == "default")]
        return _type_of(given[0]) if given else ""
    if isinstance(value, ast.Constant) and value.value not in (None, ...):
        return type(value.value).__name__
    if isinstance(value, ast.UnaryOp):
        return _type_of(value.operand)
    return _CONTAINERS.get(type(value), "")
