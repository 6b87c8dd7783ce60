"""What a routine's tests should try: concrete cases from its signature, documentation, defaults and errors (SPEC 4)."""

from __future__ import annotations

import doctest
import re
from collections.abc import Collection, Iterator

from testfix_pipeline.core.plan_records import Part
from testfix_pipeline.planning.analysis_surface import Parameter, Raise, Routine

Cases = tuple[Part, list[str], str]
"""A part of the unit layer, its cases, and where their expectation comes from."""

_AS_IT_IS = "the code as it is: pins current behaviour, not correctness"
_MOST = 6
_EXAMPLE_VALUES = (
    (r"\bbool\b", "True"), (r"\bint\b", "3"), (r"\bfloat\b", "2.5"), (r"\bbytes\b", "b'ab'"), (r"\bstr\b", "'ab'"),
    (r"(?i)\bdict\b|Mapping", "{'a': 1}"), (r"(?i)\blist\b|Sequence|Iterable|Collection", "[1, 2]"),
    (r"(?i)\bset\b", "{1, 2}"), (r"(?i)\btuple\b", "(1, 2)"), (r"\bPath\b", "Path('file')"), (r"Callable", "len"),
)  # fmt: skip
_EDGES = (
    (r"\bbool\b", "True, False"),
    (r"\bint\b", "0, 1, -1, a very large one"),
    (r"\bfloat\b", "0.0, a negative one, infinity"),
    (r"\bbytes\b", "b'', one byte"),
    (r"\bstr\b", "'', white space alone, letters beyond ASCII"),
    (r"(?i)\bdict\b|Mapping", "{}, one entry"),
    (r"(?i)\b(list|set|tuple)\b|Sequence|Iterable|Collection", "empty, one item, the same item twice"),
)


def unit_cases(routine: Routine, missing: Collection[int] | None) -> Iterator[Cases]:
    """The parts that a routine lacks. `missing` are its lines that no test runs; None = no test calls it at all."""
    unreached = [branch for branch in routine.branches if missing is None or not set(branch.lines).isdisjoint(missing)]
    raising = {line.line for line in routine.raises}
    open_raises = [error for error in routine.raises if missing is None or error.line in missing]
    open_branches = [branch for branch in unreached if raising.isdisjoint(branch.lines)]
    found: list[Cases] = [
        ("happy", *_happy(routine, missing, [branch.lines for branch in unreached])),
        ("negative", *_negative(routine, open_raises, whole=missing is None)),
        ("boundary", *_boundary(routine, [f"when `{b.condition}` {_where(b.lines)}" for b in open_branches], missing)),
        ("state", _state(routine) if missing is None else [], "the code as it is, and the names of the attributes"),
        ("async", _async(routine) if missing is None else [], _AS_IT_IS),
    ]
    return ((part, cases[:_MOST], origin) for part, cases, origin in found if cases)


def _where(lines: range) -> str:
    return f"(line {lines.start})" if len(lines) == 1 else f"(lines {lines.start}-{lines[-1]})"


def _happy(routine: Routine, missing: Collection[int] | None, branches: list[range]) -> tuple[list[str], str]:
    if missing is not None:
        plain = sorted(line for line in missing if not any(line in lines for lines in branches))
        spelt = ", ".join(map(str, plain[:8]))
        return ([f"reaches line {spelt}"] if plain else []), _AS_IT_IS
    examples = documented_examples(routine.doc)
    if examples:
        return examples, "the docstring's examples"
    result = "is set up" if routine.name.endswith("__init__") else f"gives {routine.returns or 'a value'}"
    if routine.returns == "None":
        result = "returns None and does what its name says"
    origin = f"the docstring: {routine.doc.splitlines()[0]}" if routine.doc else _AS_IT_IS
    cases = [f"`{sample_call(routine)}` {result}"]
    flags = [parameter for parameter in routine.parameters if parameter.default]
    cases += [f"with {one.name} other than its default {one.default}" for one in flags[:2]]
    return cases, origin


def sample_call(routine: Routine) -> str:
    """A call with a plausible value for each parameter that has no default."""
    if routine.is_property:
        return routine.call
    given = [_sample(parameter) for parameter in routine.parameters if not parameter.default]
    return f"{'await ' if routine.is_async else ''}{routine.call}({', '.join(given)})"


def _sample(parameter: Parameter) -> str:
    fitting = (value for pattern, value in _EXAMPLE_VALUES if re.search(pattern, parameter.annotation))
    return next(fitting, parameter.name)


def documented_examples(doc: str) -> list[str]:
    """The `>>>` examples of a docstring, each with what it gives."""
    try:
        examples = doctest.DocTestParser().get_examples(doc)
    except ValueError:
        return []
    shown = [(example.source.strip(), example.want.strip()) for example in examples]
    return [f"`{source}` gives `{want}`" for source, want in shown if want and "\n" not in want + source]


def _negative(routine: Routine, raises: list[Raise], whole: bool) -> tuple[list[str], str]:
    said = [f"raises {error.kind} when `{error.condition}` (line {error.line})" for error in raises if error.condition]
    said += [f"raises {error.kind} (line {error.line})" for error in raises if not error.condition]
    known = {error.kind.rpartition(".")[2] for error in routine.raises}
    documented = [text for kind, text in _documented_raises(routine.doc) if kind not in known] if whole else []
    origin = "the docstring" if documented and not said else "the code's own raise statements"
    return said + documented, origin


def _documented_raises(doc: str) -> Iterator[tuple[str, str]]:
    """Errors that a docstring names: a Raises section, `:raises X:`, or a sentence `Raises X where ...`."""
    for kind, why in re.findall(r":raises?\s+([A-Z]\w+):\s*([^\n]*)", doc):
        yield kind, f"raises {kind}: {why}"
    section = re.search(r"Raises:?\n(?:-+\n)?((?:[ \t]+\S.*\n?|\n)+)", doc + "\n")
    for kind, why in re.findall(r"^\s*([A-Z]\w+):?\s*([^\n]*)", section[1] if section else "", re.M):
        yield kind, f"raises {kind}: {why}".rstrip(": ")
    for kind, why in re.findall(r"Raises ([A-Z]\w*(?:Error|Exception|Interrupt|Exit))\b([^.\n]*)", doc):
        yield kind, f"raises {kind}{why}"


def _boundary(routine: Routine, ways: list[str], missing: Collection[int] | None) -> tuple[list[str], str]:
    cases = list(ways)
    if missing is None:
        cases += [f"just below, at and above `{limit}`" for limit in routine.limits]
        cases += [f"{one.name} = {edges}" for one in routine.parameters for edges in _edges(one)]
    return cases, "branches, comparisons and types in the code"


def _edges(parameter: Parameter) -> Iterator[str]:
    optional = bool(re.search(r"\bNone\b|Optional", parameter.annotation)) or parameter.default == "None"
    fitting = [edges for pattern, edges in _EDGES if re.search(pattern, parameter.annotation)]
    parts = [*fitting[:1], *(["None"] if optional else [])]
    if parts:
        yield ", ".join(parts)


def _state(routine: Routine) -> list[str]:
    if routine.name.endswith("__init__") or not routine.changes:
        return []
    changed = ", ".join(routine.changes)
    twice = f"`{routine.call}` twice in a row: the second call starts from what the first left"
    return [f"after `{routine.call}` {changed} is what it should be", twice]


def _async(routine: Routine) -> list[str]:
    if not routine.is_async:
        return []
    return [
        f"`{sample_call(routine)}` awaited to its end",
        "two at once don't disturb each other",
        "cancelled half way it leaves nothing open",
    ]
