"""Names that classes of the program inherited and Python's own classes lost: `self.assertEquals` in a `TestCase`.

Nobody may see the error: a runner of tests, or a thread, of the program takes it, and a test finds a wrong result.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.expression_patterns import dotted, names_of_imports
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import LibraryProgram, program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import removals
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_Classes = Mapping[str, tuple[ast.ClassDef, SourceFile]]


def fixes_of_inherited(question: LibraryQuestion) -> Sequence[LibraryFix]:
    """One fix for all such names in the program, where the interpreter's Python has none of them any more."""
    lost = _lost(question.installed.python) if question.installed is not None else {}
    words = re.compile(rf"\.(?:{'|'.join({full.rpartition('.')[2] for full in lost})})\b") if lost else None
    if words is None or not any(map(words.search, program_texts(question).values())):
        return []
    return [*inherited_fixes(LibraryProgram.of(question).files, lost)]


def inherited_fixes(files: Mapping[str, SourceFile], lost: Mapping[str, str]) -> Iterator[LibraryFix]:
    """The fix. files: those that may be edited. lost: by full name of an attribute of a class the name it has now."""
    nodes = [(node, source) for source in files.values() for node in source.nodes if isinstance(node, ast.ClassDef)]
    classes = {node.name: (node, source) for node, source in nodes}
    edits = {path: FileEdits(source) for path, source in files.items()}
    said: dict[str, str] = {}
    modules = frozenset(full.partition(".")[0] for full in lost)
    for node, source in nodes:
        bases = [*_bases(node, source, classes, modules)]
        for one in _of_self(node, source) if bases else ():
            full = next((name for base in bases if (name := f"{base}.{one.attr}") in lost), "")
            if full and not _defines(node.name, one.attr, classes):
                end = source.span(one)[1]
                edits[source.path].replace(end - len(one.attr), end, lost[full])
                said[full] = lost[full]
    if texts := edited_texts(edits):
        note = f"{', '.join(f'{old} -> {new}' for old, new in said.items())}: Python has the old names no more"
        about = tuple(update_of("Python", "", full, note) for full in said)
        yield LibraryFix(texts, "library.attribute-name", note, LIKELIHOOD, ", ".join(said), about)


@cache
def _lost(python: str) -> Mapping[str, str]:
    """What another attribute of the same class takes the place of, in a version of Python."""
    found = {}
    for full, one in removals().items():
        owner, new = full.rpartition(".")[0], one.use[0] if one.use else ""
        is_of_class = owner.rpartition(".")[2][:1].isupper() and "(" not in full
        if is_of_class and new.rpartition(".")[0] == owner and one.is_gone_from(python):
            found[full] = new.rpartition(".")[2]
    return found


def _bases(
    node: ast.ClassDef, source: SourceFile, classes: _Classes, modules: frozenset[str], depth: int = 20
) -> Iterator[str]:
    """The full names of the classes of `modules` that a class inherits from, by way of the program's own.

    Others of Python are not imported here: `antigravity` and `unittest.__main__` do something when they are.
    """
    names = names_of_imports(source)
    for base in node.bases:
        known, full = classes.get(ast.unparse(base).rpartition(".")[2]), dotted(base, names)
        if known is not None and known[0] is not node:
            yield from _bases(*known, classes, modules, depth - 1) if depth else ()
        elif full.partition(".")[0] in modules and "__" not in full:
            yield from _of_python(full)


@cache
def _of_python(full: str) -> tuple[str, ...]:
    """The full names of a class of Python and of its bases; none of what this Python has not."""
    module, _, name = full.rpartition(".")
    with contextlib.suppress(ImportError):
        kind = getattr(importlib.import_module(module), name, None) if module else None
        if isinstance(kind, type):
            return tuple(f"{one.__module__}.{one.__qualname__}" for one in kind.__mro__)
    return ()


def _of_self(node: ast.ClassDef, source: SourceFile) -> Iterator[ast.Attribute]:
    """The attributes that the methods of a class ask their objects for."""
    for method in node.body:
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.args.args:
            first = method.args.args[0].arg
            for one in ast.walk(method):
                is_own = isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == first
                if is_own and isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Load) and source.is_real(one):
                    yield one


def _defines(name: str, attribute: str, classes: _Classes, depth: int = 20) -> bool:
    """Whether a class of the program, or one that it inherits from, gives the attribute itself."""
    node = classes[name][0]
    own = re.search(rf"(?:def {attribute}\b|\b{attribute}\s*=(?!=))", ast.unparse(node))
    bases = [one for base in node.bases if (one := ast.unparse(base).rpartition(".")[2]) in classes and one != name]
    return bool(own) or bool(depth and any(_defines(one, attribute, classes, depth - 1) for one in bases))
