"""Texts that a library takes no more, where its error says what it takes instead: `resample("M")` -> `resample("ME")`.

The same text is changed wherever the program passes it in the same place to a function of the same name; where the
failing statement does not hold it, at its one place in the program. Of several values that the error offers only one
that is spelt alike is believed: tests seldom tell which of them does what the refused one did.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.in_target import testfix_library_spelling
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import fix_of_error
from testfix_pipeline.repair.languages.python.source import SourceFile, is_docstring

NAMED, ALONE, ALIKE, UNSURE = 0.85, 0.75, 0.6, 0.3
"""An error names one value to use; it allows one value; one of several is spelt alike; or more are."""
LEAST_ALIKE = 0.6
_VALUE = r"[`'\"]([^`'\"\s]{1,40})[`'\"]"
_USE = re.compile(
    rf"(?:\buse|\bpass(?: in)?|(?:changed|renamed) to|replaced (?:by|with)) (?:the )?{_VALUE}"
    r"|did you mean:? [`'\"]?([^`'\"\s?]{1,40})[`'\"]?\?",
    re.I,
)
_MUST = re.compile(
    rf"\b(?:(?:must|should|has to) be\b|among\b|one of\b|choose from\b|(?:allowed|valid|supported) \w+(?: are\b|:))"
    rf"[^'\"`]{{0,40}}{_VALUE}",
    re.I,
)
_MORE = re.compile(rf"\s*(?:,|or|and|, or|, and)\s*{_VALUE}")
_OWN = frozenset({"AssertionError", "Failed", "ImportError", "ModuleNotFoundError", "AttributeError", "NameError"})
_similarity: Any = testfix_library_spelling.similarity


def offers_values(failure: Failure) -> bool:
    """Whether an error may say which value to pass."""
    return failure.error_type.rpartition(".")[2] not in _OWN and next(_offered(failure.error), None) is not None


def refused_values(failures: Sequence[Failure], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """The fixes for each text that an error refuses. files: those that may be edited."""
    known = set()
    for failure in filter(offers_values, failures):
        frame = next((one for one in reversed(failure.frames) if one.file in files), None)
        if frame is None or frame != failure.frames[-1] or files[frame.file].raises_at(frame.line):
            continue
        allowed = dict(sorted(_offered(failure.error), key=lambda one: one[1]))
        for place in _places(failure.error, allowed, files, frame.file, frame.line):
            for new, likelihood in _believed(place, allowed):
                if (place, new) in known:
                    continue
                known.add((place, new))
                if texts := _changed(place, new, files):
                    change, symbol = (
                        f"{place.function}: {place.value!r} -> {new!r}",
                        f"{place.function}({place.value!r})",
                    )
                    yield fix_of_error(failure, texts, "library.value", change, likelihood, symbol, ANY_LIBRARY)


def _offered(said: str) -> Iterator[tuple[str, float]]:
    """The values that an error's text offers, and how far the first of its kind is believed."""
    yield from ((quoted or bare, NAMED) for quoted, bare in _USE.findall(said))
    for first in _MUST.finditer(said):
        yield first[1], ALONE
        end = first.end()
        while (more := _MORE.match(said, end)) is not None:
            yield more[1], ALONE
            end = more.end()


def _believed(place: _Place, allowed: Mapping[str, float]) -> list[tuple[str, float]]:
    """What may take the place of a refused text, with how far that is believed."""
    named = [(new, likelihood) for new, likelihood in allowed.items() if likelihood == NAMED or len(allowed) == 1]
    old = place.value[len(place.count) :]
    alike = [new for new in allowed if _similarity(old, new) >= LEAST_ALIKE or _is_short_for(old, new)]
    found = named[:1] or [(new, ALIKE if len(alike) == 1 else UNSURE) for new in alike]
    return [(f"{place.count}{new}", likelihood) for new, likelihood in found]


def _is_short_for(old: str, new: str) -> bool:
    """Whether a text ends or begins with the first letters of the words of another one: `mse`, `squared_error`."""
    letters = "".join(word[0] for word in re.split(r"[\W_]+", new) if word).lower()
    return len(letters) > 1 and (old.lower().endswith(letters) or old.lower().startswith(letters))


@dataclass(frozen=True)
class _Place:
    """A refused text, and where it is passed. count: its first digits, if what follows is refused. function: the last
    name of what it is passed to, "" for anywhere. slot: position or keyword. constant: the name that the module of
    `file` gives it."""

    value: str
    count: str = ""
    function: str = ""
    slot: int | str = ""
    constant: str = ""
    file: str = ""


def _places(
    said: str, allowed: Mapping[str, float], files: Mapping[str, SourceFile], file: str, line: int
) -> Iterator[_Place]:
    """What the failing line passes of the texts that an error names; else such a text that is in the program once."""
    found = False
    for node in files[file].nodes:
        if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or line):
            for slot, given in _given(node):
                name = given.id if isinstance(given, ast.Name) else ""
                held = _constant(files[file], name)
                text = _text(held if held is not None else given)
                if text and (count := _named(text, said, allowed)) is not None:
                    found = True
                    yield _Place(text, count, last_name(node.func), slot, *((name, file) if held is not None else ()))
    texts = [text for one in files.values() for node in _constants(one) if (text := _text(node))]
    for text in dict.fromkeys(texts) if not found else ():
        if texts.count(text) == 1 and (count := _named(text, said, allowed)) is not None:
            yield _Place(text, count)


def _constant(source: SourceFile, name: str) -> ast.expr | None:
    """What a file's module gives a name, if that is the name's only value in the file."""
    every = [one for one in source.nodes if isinstance(one, ast.Name) and one.id == name]
    given = [one for one in source.tree.body if isinstance(one, ast.Assign) and one.targets == every[:1]]
    is_only = [isinstance(one.ctx, ast.Store) for one in every].count(True) == 1
    return given[0].value if given and is_only else None


def _given(call: ast.Call) -> Iterator[tuple[int | str, ast.expr]]:
    yield from enumerate(call.args)
    yield from ((one.arg, one.value) for one in call.keywords if one.arg)


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _named(text: str, said: str, allowed: Mapping[str, float]) -> str | None:
    """The digits before the part of a text that an error refuses, "" where that is all of it; None of other texts."""
    digits = re.match(r"\d*", text)
    for count in dict.fromkeys((digits[0] if digits else "", "")):
        word = text[len(count) :]
        if word and word not in allowed and re.search(rf"[`'\"]{re.escape(word)}[`'\"]|: {re.escape(word)}[.,;]", said):
            return count
    return None


def _constants(source: SourceFile) -> Iterator[ast.Constant]:
    described = {id(node.value) for node in source.nodes if isinstance(node, ast.Expr) and is_docstring(node)}
    for node in source.nodes:
        if isinstance(node, ast.Constant) and id(node) not in described and source.is_real(node):
            yield node


def _changed(place: _Place, new: str, files: Mapping[str, SourceFile]) -> dict[str, str]:
    edits = {file: FileEdits(source) for file, source in files.items()}
    for file, one in edits.items():
        for node in _nodes(one.source, file, place):
            span = one.source.span(node)
            written = one.source.segment(node)
            if _text(node) == place.value and written[1:-1] == place.value and new.isprintable():
                one.replace(*span, f"{written[0]}{new}{written[-1]}")
    return edited_texts(edits)


def _nodes(source: SourceFile, file: str, place: _Place) -> Iterator[ast.expr]:
    """What may hold the text of a place in a file."""
    if place.constant:
        held = _constant(source, place.constant) if file == place.file else None
        yield from [held] if held is not None else []
    else:
        yield from _passed(source, place) if place.function else _constants(source)


def _passed(source: SourceFile, place: _Place) -> Iterator[ast.expr]:
    for node in source.nodes:
        if isinstance(node, ast.Call) and last_name(node.func) == place.function and source.is_real(node):
            yield from (given for slot, given in _given(node) if slot == place.slot)
