"""The statements that are ranked: those that failing tests run, those in tracebacks, and their dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import file_of
from testfix_pipeline.repair.language.language import Dependency
from testfix_pipeline.repair.language.registry import language_of, languages
from testfix_pipeline.repair.model.source_text import Function, SourceText, Statement, statements_under
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

Key = tuple[str, int]
MOST_IMPORTED = 300
"""If more lines of functions run on import, they are no evidence for a single failure."""


def executed_places(
    sources: Sources, symptoms: Symptoms, reached: Mapping[tuple[str, Function | None], int]
) -> dict[Key, SuspiciousStatement]:
    """Statements that failing tests run, then those in tracebacks, with all statements of their functions.

    Last, those of functions that tests only reach by name, and those inside functions that ran on import. reached: the
    functions (None: outside of any) by file that tests reach by name (see `uncovered_tests`).
    """
    found: dict[Key, SuspiciousStatement] = {}
    lines: dict[str, set[int]] = {}
    for test in symptoms.failing:
        for file, executed in symptoms.executed.get(test, {}).items():
            lines.setdefault(file, set()).update(executed)
    for file in sorted(lines):
        for line in sorted(lines[file]):
            _add(found, sources, file, line, "coverage")
    for failure in symptoms.failures:
        _add_from_frames(found, sources, failure)
        _add_from_message(found, sources, failure)
    for (file, function), _ in reached.items():
        source = sources.source(file)
        for stmt in _statements_of(source, function) if source else ():
            _add(found, sources, file, stmt.lineno, "names")
    _add_import_time(found, sources, symptoms)
    return found


def _statements_of(source: SourceText, function: Function | None) -> Iterator[Statement]:
    """The statements of a function with its header, or the top-level statements of a file."""
    if function is None:
        yield from source.outermost
    else:
        yield function.node
        yield from statements_under(source, function.node)


def _add_import_time(found: dict[Key, SuspiciousStatement], sources: Sources, symptoms: Symptoms) -> None:
    """Adds statements of decorators and class factories: they ran before the first test, so no test covers them."""
    inside = [
        (file, line)
        for file in sorted(symptoms.imported)
        for line in sorted(symptoms.imported[file])
        if (source := sources.source(file))
        and source.may_be_in_body(line)  # cheap: a file without such a line is not parsed
        and (stmt := source.statements.get(line))
        and _is_inside(source, stmt)
    ]
    for file, line in inside if len(inside) <= MOST_IMPORTED else ():
        _add(found, sources, file, line, "import")


def _is_inside(source: SourceText, stmt: Statement) -> bool:
    """Whether a statement is in a function's body."""
    function = source.holder(stmt)
    return function is not None and function.node is not stmt


def _add(
    found: dict[Key, SuspiciousStatement], sources: Sources, file: str, line: int, reason: str
) -> SuspiciousStatement | None:
    source = sources.source(file)
    stmt = source.statements.get(line) if source else None
    if source is None or stmt is None or "documentation" in source.roles(stmt):
        return None
    place = found.get((file, stmt.lineno)) or SuspiciousStatement(source, stmt, source.holder(stmt), reason)
    found[place.key] = place
    return place


def _add_from_frames(found: dict[Key, SuspiciousStatement], sources: Sources, failure: Failure) -> None:
    """Adds code in the traceback, which is suspicious even without coverage."""
    for frame in failure.frames:
        place = _add(found, sources, frame.file, frame.line, "traceback")
        if place is not None and place.reason == "traceback" and place.function is not None:
            for stmt in statements_under(place.source, place.function.node):
                _add(found, sources, frame.file, stmt.lineno, "traceback")


def _add_from_message(found: dict[Key, SuspiciousStatement], sources: Sources, failure: Failure) -> None:
    """Adds the header of a function that was called with wrong arguments: it need not have run."""
    name = language_of(file_of(failure.test)).called_wrongly(failure)
    for source in sources.loaded() if name else ():
        for function in source.functions:
            if f".{function.qualname.replace('.<locals>', '')}".endswith(f".{name}"):
                place = SuspiciousStatement(source, function.node, function, "message")
                found.setdefault(place.key, place)


def derived_places(
    sources: Sources, places: Mapping[Key, SuspiciousStatement], score: Callable[[SuspiciousStatement], float]
) -> Iterator[tuple[SuspiciousStatement, str]]:
    """Yields headers and import-time code that executed statements depend on, each once with its most suspicious
    reader.

    With the relation: "signature", "class header", or one of `import_time_definitions.RELATIONS`.
    """
    finders = {language.name: language.dependencies(sources) for language in languages()}
    seen: set[tuple[Key, str]] = set()
    for place in sorted(places.values(), key=lambda place: (-score(place), place.key)):
        for derived, relation in _dependencies(finders[place.source.language.name], place):
            if derived.key not in places and (derived.key, relation) not in seen:
                seen.add((derived.key, relation))
                yield derived, relation


def _dependencies(
    finder: Callable[[SuspiciousStatement], Iterable[Dependency]], place: SuspiciousStatement
) -> Iterator[tuple[SuspiciousStatement, str]]:
    if place.function is not None and place.function.owner is not None:
        yield SuspiciousStatement(place.source, place.function.owner, None, "signature", place), "class header"
    if place.function is not None:
        yield SuspiciousStatement(place.source, place.function.node, place.function, "signature", place), "signature"
    for source, stmt, relation in finder(place):
        yield SuspiciousStatement(source, stmt, source.holder(stmt), "import", place), relation
