"""States the probable cause of failing tests with the evidence, from a measured suite and suspicious statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.cycle_rules.confidence import READ_BELOW
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.signatures import function_under_test, source_frames
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.visible_text import shortened
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.explanation.evident_causes import evident_cause
from testfix_pipeline.explanation.incomplete_code import Executed, LackingPart
from testfix_pipeline.explanation.model import Cause, ComparedValues, Place
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.repair.language.failure_reading import gather
from testfix_pipeline.repair.localise.spectrum import Spectrum, ochiai

SHOWN_PLACES, SHOWN_VALUES, LONGEST = 5, 3, 160
# The number of suspicious functions of which it is stated what is evident.
EXPLAINED = 3


@dataclass(frozen=True)
class PlaceExperiment:
    """A change that made failing tests pass: strong evidence of where the fault is, if it is of one place.

    description: the change in words. fixed: the tests. complete: whether these are all of the cause's. confidence: how
    likely the change is what a developer would have made. others: how many more places it changes.
    """

    place: Place
    description: str
    fixed: frozenset[TestId]
    complete: bool
    confidence: float = 1.0
    others: int = 0

    @property
    def is_likely(self) -> bool:
        """Whether the fault is where the change is, by its confidence."""
        return self.complete and self.confidence >= READ_BELOW


@dataclass(frozen=True)
class MeasuredFailures:
    """The failing tests of one cause in a measured suite.

    executed: the lines of each test, failing and passing. places: suspicious statements, the most suspicious first.
    lacking: what these tests need and the program lacks.
    """

    sources: ProductSources
    title: str
    failures: Sequence[Failure]
    passing: Collection[TestId]
    executed: Executed
    places: Sequence[Place]
    lacking: Sequence[LackingPart] = ()
    experiment: PlaceExperiment | None = None
    tests: Sequence[TestId] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tests", [failure.test for failure in self.failures])


def root_cause(known: MeasuredFailures) -> Cause:
    """Return the probable cause of the failures as a sentence, its evidence, and the statements to look at."""
    places = _ordered_places(known)
    first = places[0] if places else None
    values = list(_values(known))[:SHOWN_VALUES]
    return Cause(
        title=known.title,
        tests=list(known.tests),
        cause=_cause(known, first, values),
        place=first,
        evidence=list(_evidence(known, first)),
        values=values,
        look_at=places[:SHOWN_PLACES],
        lacking=[part.words for part in known.lacking],
    )


def evident_sentences(sources: ProductSources, places: Sequence[Place]) -> list[str]:
    """Return a sentence on each of the most suspicious functions about which something is evident."""
    functions = _each_once(places, lambda place: f"{place.file}:{place.function}")[:EXPLAINED]
    found = ((place, _evident(sources, place)) for place in functions)
    return [f"{cause} ({place.file}:{place.function}:{place.line})" for place, cause in found if cause]


def _each_once(places: Sequence[Place], key: Callable[[Place], str]) -> list[Place]:
    """Return the first place of each key, in their order."""
    found: dict[str, Place] = {}
    for place in places:
        found.setdefault(key(place), place)
    return list(found.values())


def _evident(sources: ProductSources, place: Place) -> str:
    path = sources.root / place.file
    return evident_cause(path.read_bytes(), place.line) if place.file.endswith(".py") and path.is_file() else ""


def _ordered_places(known: MeasuredFailures) -> list[Place]:
    """Return the statements to look at: what an experiment points to or what is lacking, then by suspicion."""
    lacking = [_lacking_place(known, part) for part in known.lacking if part.file]
    values = list(_values(known))
    rest = likely_statements(known.sources, known.places, known.tests, known.passing, known.executed, values)
    tried = known.experiment
    if tried is not None and tried.is_likely:
        every = [tried.place, *lacking, *rest]
    else:
        every = [*lacking, *rest[:1], *([tried.place] if tried is not None else []), *rest[1:]]
    return _each_once(every, lambda place: place.shown)


def _lacking_place(known: MeasuredFailures, part: LackingPart) -> Place:
    return Place(
        file=part.file, line=part.line, function=part.name, code=code_at(known.sources, part.file, part.line), score=1.0
    )


def code_at(sources: ProductSources, file: str, line: int) -> str:
    """Return the text of a line without its indentation."""
    lines = read_text(sources.root / file).splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def _cause(known: MeasuredFailures, first: Place | None, values: Sequence[ComparedValues]) -> str:
    if known.lacking:
        return _sentence("; ".join(part.words for part in known.lacking[:3]))
    if first is None:
        return _sentence(f"{known.title}: no executed line of the program is known")
    at = f"`{_short(first.code)}` ({first.shown})"
    evident = _evident(known.sources, first)
    said = [evident] if evident else []
    said += [next(filter(None, (_never_ends(known), _raised(known), _wrong_value(known, first, values))), "")]
    is_tried = (
        known.experiment is not None and known.experiment.is_likely and known.experiment.place.shown == first.shown
    )
    doubt = "The fault is very probably in" if is_tried else "The fault is probably in"
    return " ".join(map(_sentence, [*filter(None, said), f"{doubt} {at}"]))


def _sentence(text: str) -> str:
    return f"{text.rstrip('.')}."


def _short(text: str) -> str:
    return shortened(text, LONGEST)


def _never_ends(known: MeasuredFailures) -> str:
    endless = [one.test for one in known.failures if one.never_ended]
    return f"{first_names(endless, 3)} never ended" if endless else ""


def _raised(known: MeasuredFailures) -> str:
    """Return where the program itself raises the tests' error; "" for a failed assertion."""
    for failure in known.failures:
        inner = source_frames(failure.frames)
        last = failure.frames[-1].file if failure.frames else ""
        if inner and not is_test_side(last) and failure.error_type != "AssertionError":
            said = failure.error.strip().splitlines()[:1]
            error = failure.error_type.rpartition(".")[2]
            words = said[0].removeprefix(f"{error}: ") if said else ""
            code = code_at(known.sources, inner[0].file, inner[0].line)
            return (
                f"`{inner[0].function}` raises {error}{f' ({_short(words)})' if words else ''} in `{_short(code)}` "
                f"({inner[0].file}:{inner[0].line})"
            )
    return ""


def _wrong_value(known: MeasuredFailures, first: Place, values: Sequence[ComparedValues]) -> str:
    called = next((name for one in known.failures if (name := function_under_test(one.error))), "")
    subject = (
        f"`{called}`" if called else f"`{first.function}`" if first.function not in ("", "<module>") else "The program"
    )
    if values:
        return f"{subject} gives {_short(values[0].given)} where {_short(values[0].expected)} is expected"
    error = known.failures[0].error.strip().splitlines()[:1] if known.failures else []
    if error and error[0].startswith("DID NOT RAISE"):
        return f"{subject} does not raise an error that is expected: {error[0]}"
    return f"{subject} gives a wrong result: {_short(error[0])}" if error else ""


def _values(known: MeasuredFailures) -> Iterator[ComparedValues]:
    """Yield what each failing assertion compares, each pair once."""
    seen = set()
    for failure in known.failures:
        pairs = gather([failure], known.sources.root).values
        pair = max(pairs, key=lambda one: len("".join(one)), default=None)
        if pair is not None and pair not in seen:
            seen.add(pair)
            yield ComparedValues(test=failure.test, given=_short(pair[0]), expected=_short(pair[1]))


def _evidence(known: MeasuredFailures, first: Place | None) -> Iterator[str]:
    """Yield what speaks for the cause, the strongest first."""
    if known.experiment is not None:
        all_of = "all" if known.experiment.complete else "some"
        doubt = "" if known.experiment.is_likely else " Other changes do so, too: it is weak evidence."
        changed = "and other places changed" if known.experiment.others else "changed alone"
        yield (
            f"Experiment: with {known.experiment.place.shown} {changed} ({known.experiment.description}), {all_of} "
            f"of {counted(len(known.tests), 'failing test')} pass and none is lost.{doubt}"
        )
    if first is not None and (said := run_difference(known.executed, known.tests, known.passing, first)):
        yield said
    yield from _shared_lines(known)
    yield from (_sentence(one) for one in evident_sentences(known.sources, known.places))
    yield from map(_sentence, dict.fromkeys(said for one in known.failures if (said := one.order or one.flaky_cause)))


def run_difference(executed: Executed, tests: Sequence[TestId], passed: Collection[TestId], place: Place) -> str:
    """Return how runs of failing and of passing tests differ at a statement; "" where none is known to run it."""
    failing = sum(place.line in executed.get(test, {}).get(place.file, ()) for test in tests)
    passing = sum(place.line in executed.get(test, {}).get(place.file, ()) for test in passed)
    if not failing or not passed:
        return ""
    rest = "no passing test does" if not passing else f"so do {passing} of {counted(len(passed), 'passing test')}"
    run = "runs" if len(tests) == 1 else "run"
    return f"{failing} of {counted(len(tests), 'failing test')} {run} {place.shown}; {rest}."


def _shared_lines(known: MeasuredFailures) -> Iterator[str]:
    """Yield the lines of the program that all failing tests run and no passing one does."""
    runs = [_product_lines(known, test) for test in known.tests if known.executed.get(test)]
    shared = set.intersection(*runs) if runs else set()
    alone = shared - {line for test in known.passing for line in _product_lines(known, test)}
    files = {file: sorted(line for one, line in alone if one == file) for file, _ in sorted(alone)}
    for file, lines in list(files.items())[:SHOWN_PLACES]:
        yield f"Only the failing tests run {PurePosixPath(file)}:{_ranges(lines)}."


def _product_lines(known: MeasuredFailures, test: TestId) -> set[tuple[str, int]]:
    files = known.executed.get(test, {})
    return {(file, line) for file, lines in files.items() if known.sources.is_product(file) for line in lines}


def _ranges(lines: Sequence[int]) -> str:
    """Return `12-14, 17`."""
    parts: list[list[int]] = []
    for line in lines:
        if parts and line == parts[-1][-1] + 1:
            parts[-1].append(line)
        else:
            parts.append([line])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


_DECIDING = (ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.IfExp)
_HEADERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# The weights of what speaks for a statement beside its suspiciousness, which is at most 1: chosen by hand on the
# training programs, checked by `make bench-explain`.
DECIDES, HOLDS_VALUE, HEADER, PASSES_ON, COMPLAINS = 0.15, 0.7, -0.5, -0.25, -0.6


def likely_statements(
    sources: ProductSources,
    places: Sequence[Place],
    failing: Collection[TestId],
    passing: Collection[TestId],
    executed: Executed,
    values: Sequence[ComparedValues],
) -> list[Place]:
    """Return the places, the likeliest first. places: with the scores of a ranking model, from 0 to 1."""
    spectrum = Spectrum.of(executed, list(failing), list(passing))
    called = {function.name for file in {one.file for one in places} for function in sources.functions(file)}

    def score(place: Place) -> float:
        statement = statement_at(sources, place)
        shape = _shape(statement, called, values) if statement is not None else 0.0
        return place.score + 2 * ochiai(spectrum.counts(place.file, place.line)) + shape

    ordered = sorted(places, key=score, reverse=True)
    best = max((score(place) for place in ordered), default=1.0) or 1.0
    return [place.model_copy(update={"score": round(max(0.0, score(place) / best), 3)}) for place in ordered]


def statement_at(sources: ProductSources, place: Place) -> ast.stmt | None:
    """Return the innermost statement that begins in a place's line; None in other languages than Python."""
    tree = sources.tree(place.file)
    found = (one for one in ast.walk(tree) if isinstance(one, ast.stmt)) if tree is not None else ()
    return next((one for one in found if one.lineno == place.line), None)


def _shape(statement: ast.stmt, called: Collection[str], values: Sequence[ComparedValues]) -> float:
    if isinstance(statement, _HEADERS):
        return HEADER
    if isinstance(statement, ast.Raise):
        return COMPLAINS  # it says what is wrong elsewhere
    parts = list(_own_parts(statement))
    decides = any(isinstance(one, _DECIDING) for one in parts)
    literals = {repr(one.value) for one in parts if isinstance(one, ast.Constant)}
    holds = any(value.given in literals and value.expected not in literals for value in values)
    names = {one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "") for one in parts
             if isinstance(one, ast.Call)}  # fmt: skip
    passes_on = not decides and not names.isdisjoint(called)
    return DECIDES * decides + HOLDS_VALUE * holds + PASSES_ON * passes_on


def _own_parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement without those of the blocks in it."""
    pending: list[ast.AST] = [one for one in ast.iter_child_nodes(statement) if not isinstance(one, ast.stmt)]
    while pending:
        node = pending.pop()
        yield node
        pending += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.stmt)]
