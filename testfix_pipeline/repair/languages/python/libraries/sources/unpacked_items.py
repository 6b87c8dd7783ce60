"""Fixes for names that are bound to the parts of what a library gives, where it has more or fewer now, or none."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

WHOLE, LAST, ELSEWHERE, FEWER = 0.8, 0.74, 0.72, 0.78
"""WHOLE: the only name that is read gets the whole. LAST: more parts come last; ELSEWHERE: one more elsewhere."""
_MORE = re.compile(r"too many values to unpack \(expected (\d+)")
_LESS = re.compile(r"not enough values to unpack \(expected (\d+), got (\d+)\)")
_NONE = re.compile(r"cannot unpack non-iterable (\w+) object|'(\w+)' object is not iterable")
_NOTHING = ("NoneType",)
_Place = tuple[ast.Tuple, ast.expr]
"""Names that are bound, and what to."""
_Way = Callable[[SourceFile, list[str], list[bool]], str]
"""What is bound in place of names, of which is said whether anything reads them; "" where that can't be."""


def is_unpacked(failure: Failure) -> bool:
    """Whether an error says that a value has another number of parts."""
    none = _NONE.search(failure.error)
    return bool(_MORE.search(failure.error) or _LESS.search(failure.error) or (none and none[1] not in _NOTHING))


def unpacked_items(
    failures: Sequence[Failure], files: Mapping[str, SourceFile], defines: Callable[[str], bool]
) -> Iterator[LibraryFix]:
    """The ways to bind the names, each at all places that take the parts of what the same name gives.

    defines: whether the project defines a name: what gives the parts is no library's then.
    """
    seen = set()
    for failure in filter(is_unpacked, failures):
        frame = failure.frames[-1] if failure.frames else None
        places = [*_places(files[frame.file])] if frame is not None and frame.file in files else []
        for target, value in places:
            name = _giver(value)
            if frame is None or frame.line not in range(target.lineno, (value.end_lineno or 0) + 1):
                continue
            if not name or name in seen or defines(name):
                continue
            seen.add(name)
            for likelihood, said, texts in _fixes(failure.error, name, len(target.elts), files):
                note = f"{name}: {said}: what it gives has other parts now"
                about = (update_of("", "", name, note),)
                yield LibraryFix(texts, "library.parts", note, likelihood, name, about, ANY_LIBRARY)


def _places(source: SourceFile) -> Iterator[_Place]:
    """All places of a file where a tuple of names is bound."""
    for node in source.nodes:
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            target, value = node.target, node.iter
        elif isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
        else:
            continue
        if isinstance(target, ast.Tuple) and all(isinstance(one, ast.Name) for one in target.elts):
            yield target, value


def _giver(value: ast.expr) -> str:
    """The name of the method, function or attribute that gives the value: `walk` of `parse(text).walk()`."""
    return last_name(value.func if isinstance(value, ast.Call) else value)


def _fixes(
    error: str, name: str, count: int, files: Mapping[str, SourceFile]
) -> Iterator[tuple[float, str, dict[str, str]]]:
    """The likelihood, a text for people and the new texts of each way."""
    less = _LESS.search(error)
    ways: list[tuple[float, str, _Way]] = [(WHOLE, "as a whole", _whole)]
    if less is not None:
        lacking = int(less[1]) - int(less[2])
        ways.append((FEWER, f"without {lacking} of the names", lambda _, names, read: _fewer(names, read, lacking)))
    elif _MORE.search(error):
        ways.append((LAST, "more parts, last", lambda source, names, _: _with(names, f"*{_spare(source)}", count)))
        ways += [(ELSEWHERE, f"a part more at {at}", _one_more(at)) for at in range(count - 1, -1, -1)]
    for likelihood, said, way in ways:
        texts = _texts(name, count, way, files)
        if texts:
            yield likelihood, said, texts


def _texts(name: str, count: int, way: _Way, files: Mapping[str, SourceFile]) -> dict[str, str]:
    """The new texts with all places bound in one way; empty where one of them can't be."""
    edits: dict[str, FileEdits] = {}
    for file, source in files.items():
        for target, value in _places(source):
            if _giver(value) == name and len(target.elts) == count:
                names = [one.id for one in target.elts if isinstance(one, ast.Name)]
                text = way(source, names, [_is_read(source, target, one) for one in names])
                if not text:
                    return {}
                edits.setdefault(file, FileEdits(source)).replace(*source.span(target), text)
    return texts_of(edits)


def _whole(_: SourceFile, names: list[str], read: list[bool]) -> str:
    used = [name for name, is_read in zip(names, read, strict=True) if is_read]
    return used[0] if len(used) == 1 else ""


def _fewer(names: list[str], read: list[bool], lacking: int) -> str:
    """The names without the last ones that nothing reads; "" where more are read."""
    unread = [place for place, is_read in enumerate(read) if not is_read][-lacking:]
    kept = [name for place, name in enumerate(names) if place not in unread]
    return f"{', '.join(kept)}{',' if len(kept) == 1 else ''}" if len(unread) == lacking and kept else ""


def _with(names: list[str], more: str, place: int) -> str:
    return ", ".join([*names[:place], more, *names[place:]])


def _one_more(place: int) -> _Way:
    return lambda source, names, _: _with(names, _spare(source), place)


def _spare(source: SourceFile) -> str:
    """A name for what is not read: not `_` where the file gives that a meaning."""
    reads = any(isinstance(one, ast.Name) and one.id == "_" and isinstance(one.ctx, ast.Load) for one in source.nodes)
    return "_rest" if reads else "_"


def _is_read(source: SourceFile, target: ast.Tuple, name: str) -> bool:
    """Whether the function that binds a name reads it, or the module."""
    node: ast.AST = target
    while (parent := source.parents.get(node)) is not None and not isinstance(node, FunctionNode | ast.Lambda):
        node = parent
    return any(isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load) for one in ast.walk(node))
