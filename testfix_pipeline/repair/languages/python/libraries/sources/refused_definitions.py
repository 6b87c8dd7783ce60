"""A fix for what Python 3.11 refuses when a module is loaded: defaults of data classes, flags inside of patterns.

An error names the first one; all of both kinds in the program would be the next.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import names_in, stored_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import import_name
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_MUTABLE = re.compile(r"mutable default <class '[\w.<>]*?(\w+)'> for field (\w+) is not allowed: use default_factory")
_FLAGS = re.compile(r"global flags not at the start of the expression")
_NO_FIELD = re.compile(r"\b(?:ClassVar|InitVar)\b")
"""In the annotation of what takes no `default_factory`."""
_INNER_FLAGS = re.compile(r"(?<!\\)\(\?[aiLmsux]+\)")


def is_refused(failure: Failure) -> bool:
    """Whether a failure says that Python refuses what a module defines."""
    return bool(_MUTABLE.search(failure.error) or _FLAGS.search(failure.error))


def refused_definitions(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix at all places in the files, which may be edited."""
    for said, symbol in ((_MUTABLE, "dataclasses.dataclass"), (_FLAGS, "re.compile")):
        found = next((match for one in failures if (match := said.search(one.error))), None)
        if found is None:
            continue
        edits = {file: FileEdits(source) for file, source in files.items()}
        classes = (node for source in files.values() for node in source.nodes if isinstance(node, ast.ClassDef))
        kinds = {*found.groups()[:1], *(one.name for one in classes if _is_mutable(one))}
        named = found[2] if said is _MUTABLE else ""
        for here in edits.values():
            _make_defaults(here, kinds, named)
            _move_flags(here)
        texts = edited_texts(edits)
        if texts:
            note = f"{symbol}: Python says: {found[0]}"
            about = (update_of("Python", "", symbol, note),)
            yield LibraryFix(texts, "library.refused", note, LIKELIHOOD, symbol, about)
        return


def _make_defaults(edits: FileEdits, kinds: Collection[str], named: str) -> None:
    """`x: A = A()` -> `x: A = field(default_factory=A)` in data classes, also where `field` is given the default."""
    fields = [one for node in edits.source.nodes if _is_data_class(node) for one in _fields(node)]
    makers = {*kinds} | {_maker(value) for name, _, value in fields if name == named}
    made = [one for one in fields if one[0] == named or _maker(one[2]) in makers - {""}]
    for _, given, value in made:
        factory = f"default_factory={_factory(value, edits.source)}"
        edits.replace(*edits.source.span(given), f"field({factory})" if given is value else factory)
    if any(given is value for _, given, value in made):
        import_name(edits, "from dataclasses import field")


def _factory(value: ast.expr, source: SourceFile) -> str:
    if isinstance(value, ast.Call) and not (value.args or value.keywords):
        return source.segment(value.func)
    return f"lambda: {source.segment(value)}"


def _is_mutable(node: ast.ClassDef) -> bool:
    """Whether objects of a data class have no hash: its decorator says nothing but its name, and it defines none."""
    has_hash = any(getattr(one, "name", "") == "__hash__" for one in node.body)
    plain = re.compile(r"([\w.]+\.)?dataclass(\(\))?")
    return not has_hash and any(plain.fullmatch(ast.unparse(one)) for one in node.decorator_list)


def _is_data_class(node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.ClassDef) else []
    return any(re.search(r"\bdataclass\b", ast.unparse(one)) for one in decorators)


def _fields(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.keyword, ast.expr]]:
    """By field of a class its name, what gives its default, which is the default or a keyword of `field`, and the
    default, if that is no constant. A function that makes it would not see the names of the class."""
    body = node.body if isinstance(node, ast.ClassDef) else []
    inner = stored_names(one for part in body for one in ast.walk(part))
    for one in body:
        if not isinstance(one, ast.AnnAssign) or not isinstance(one.target, ast.Name) or one.value is None:
            continue
        if _NO_FIELD.search(ast.unparse(one.annotation)) or inner & names_in(one.value):
            continue
        given = one.value.keywords if isinstance(one.value, ast.Call) and _maker(one.value) == "field" else None
        for found in [one.value] if given is None else [each for each in given if each.arg == "default"]:
            value = found.value if isinstance(found, ast.keyword) else found
            if not isinstance(value, ast.Constant):
                yield one.target.id, found, value


def _maker(value: ast.expr) -> str:
    """The last name of what is called for a value, "" of another value."""
    return ast.unparse(value.func).rpartition(".")[2] if isinstance(value, ast.Call) else ""


def _move_flags(edits: FileEdits) -> None:
    """`"a(?i)b"` -> `"(?i)ab"` in the texts that functions of `re` get."""
    for node in edits.source.nodes:
        is_call = isinstance(node, ast.Call) and ast.unparse(node.func).partition(".")[0] in ("re", "regex")
        for one in node.args[:1] if isinstance(node, ast.Call) and is_call else ():
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                _move_in_text(edits, one)


def _move_in_text(edits: FileEdits, node: ast.Constant) -> None:
    text = edits.source.segment(node)
    opening = re.match(r"[A-Za-z]*(?:'''|\"\"\"|'|\")", text)
    inner = [match for match in _INNER_FLAGS.finditer(text) if opening and match.start() > opening.end()]
    if opening and inner:
        rest = text[opening.end() :]
        for match in inner:
            rest = rest.replace(match[0], "", 1)
        edits.replace(*edits.source.span(node), f"{opening[0]}{''.join(match[0] for match in inner)}{rest}")
