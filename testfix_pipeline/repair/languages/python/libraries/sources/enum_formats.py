"""Enumerations of texts or numbers that Python 3.11 formats in another way: `f"{Colour.RED}"` was `red`, and `str()` of
a member of an `IntEnum` was its name.

Such a class gets a `__format__`, or a `__str__`, that does what the earlier one did.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.8
SYMBOL = "enum.Enum.__format__"
_MEMBER = re.compile(r"(?<![<\w])([A-Z]\w*)\.([A-Za-z_]\w*)\b")
_MIXED = frozenset({"str", "int", "float", "bytes"})
_NUMBERS = frozenset({"IntEnum", "IntFlag"})
_FORMAT = ("def __format__(self, format_spec):", "    return format(self.value, format_spec)")
_STR = ("def __str__(self):", '    return f"{type(self).__name__}.{self.name}"')


def may_be_of_enum(question: LibraryQuestion) -> bool:
    """Whether an error's text may show the name of a member of an enumeration of the program; nothing is parsed."""
    shown = {owner for one in question.failures for owner, _ in _MEMBER.findall(one.error)}
    texts = [text for text in program_texts(question).values() if "Enum" in text] if shown else ()
    return any(f"class {one}(" in text for text in texts for one in shown)


def enum_formats(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for all enumerations of the program of which an error shows the name of a member.

    files: those that may be edited.
    """
    shown = {pair for one in failures for pair in _MEMBER.findall(one.error)}
    edits = {path: FileEdits(source) for path, source in files.items() if shown and "Enum" in source.text}
    changed = [
        node
        for here in edits.values()
        for node in here.source.nodes
        if isinstance(node, ast.ClassDef) and shown & {(node.name, one) for one in _members(node)}
        if (lines := _method(node)) and _add(here, node, lines)
    ]
    texts = edited_texts(edits)
    if texts:
        said = "Python 3.11 formats the members of enumerations with other types in another way"
        note = f"formatted as before in {', '.join(node.name for node in changed)}: {said}"
        older = "" if all(any(_shows_value(node, one.error) for one in failures) for node in changed) else "python"
        about = (update_of("Python", "", SYMBOL, note),)
        yield LibraryFix(texts, "library.usage", note, LIKELIHOOD, SYMBOL, about, older)


def _shows_value(node: ast.ClassDef, error: str) -> bool:
    """Whether an error shows the value of a member beside its name: so a test expects what members were formatted as
    before."""
    names, rest = {name for owner, name in _MEMBER.findall(error) if owner == node.name}, _MEMBER.sub("", error)
    given = (
        one for one in node.body if isinstance(one, ast.Assign) and names.intersection(map(ast.unparse, one.targets))
    )
    values = [one.value.value for one in given if isinstance(one.value, ast.Constant)]
    return any(re.search(rf"(?<!\w){re.escape(str(one))}(?!\w)", rest) for one in values)


def _method(node: ast.ClassDef) -> tuple[str, ...]:
    """The method that formats members as before, of a class that leaves their text and format to the enumeration; none
    of another class."""
    bases = [last_name(one) for one in node.bases]
    own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)} | _members(node)
    if not own.isdisjoint({"__str__", "__format__"}):
        return ()
    is_mixed = bases[-1:] == ["Enum"] and not _MIXED.isdisjoint(bases)
    return _FORMAT if is_mixed else _STR if _NUMBERS.intersection(bases[-1:]) else ()


def _members(node: ast.ClassDef) -> set[str]:
    targets = (target for one in node.body if isinstance(one, ast.Assign) for target in one.targets)
    return {one.id for one in targets if isinstance(one, ast.Name)}


def _add(edits: FileEdits, node: ast.ClassDef, method: Sequence[str]) -> bool:
    """Put a method behind all that the class has; False where a statement shares its line with another one."""
    source, last = edits.source, node.body[-1]
    if not source.owns_line(last):
        return False
    end, indent = source.block(last)[1], source.indent(last)
    missing = "" if source.text[:end].endswith("\n") else source.newline
    lines = ["", *(f"{indent}{line}" for line in method)]
    edits.replace(end, end, missing + "".join(f"{line}{source.newline}" for line in lines))
    return True
