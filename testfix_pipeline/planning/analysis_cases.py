"""What a routine's tests should try: concrete cases from its signature, documentation, defaults and errors (SPEC 4).

Each case says where its expectation comes from. What is documented comes before what the code happens to do.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Collection, Iterator, Sequence

from testfix_pipeline.core.plan_records import Case, Origin, Part
from testfix_pipeline.planning.analysis_surface import Branch, Parameter, Raise, Routine

_MOST = 6
_LONG = 90
_NOW: Origin = "current behaviour"
_EXAMPLE_VALUES = (
    (r"\bbool\b", "True"), (r"\bint\b", "3"), (r"\bfloat\b", "2.5"), (r"\bbytes\b", "b'ab'"), (r"\bstr\b", "'ab'"),
    (r"(?i)\bdict\b|Mapping", "{'a': 1}"), (r"(?i)\blist\b|Sequence|Iterable|Collection", "[1, 2]"),
    (r"(?i)\bset\b", "{1, 2}"), (r"(?i)\btuple\b", "(1, 2)"), (r"\bPath\b", "Path('file')"), (r"Callable", "len"),
)  # fmt: skip
_EDGES = (
    (r"\bbool\b", "True, False"),
    (r"\bint\b", "0, 1, -1, 10**20"),
    (r"\bfloat\b", "0.0, -1.5, float('inf')"),
    (r"\bbytes\b", "b'', b'\\x00'"),
    (r"\bstr\b", "'', '  ', 'é'"),
    (r"(?i)\bdict\b|Mapping", "{}, {'a': 1}"),
    (r"(?i)\b(list|set|tuple)\b|Sequence|Iterable|Collection", "empty, one item, the same item twice"),
)
_SAYS_NOTHING = ("", "None", "Any", "typing.Any", "object")
"""Annotations of an answer that nothing can be checked by."""

_ORDER: tuple[Origin, ...] = ("requirement", "example", "docstring", "type", "current behaviour")


def unit_cases(
    routine: Routine, missing: Collection[int] | None, calls: Sequence[str] = ()
) -> Iterator[tuple[Part, list[Case]]]:
    """The parts that a routine lacks, each with its cases, at most six.

    missing: its lines that no test runs; None = no test calls it at all. calls: argument lists that the project itself
    calls it with.
    """
    unreached = [branch for branch in routine.branches if missing is None or branch.lines.start in missing]
    raising = {line.line for line in routine.raises}
    open_raises = [error for error in routine.raises if missing is None or error.line in missing]
    open_branches = [branch for branch in unreached if raising.isdisjoint(branch.lines)]
    found: list[tuple[Part, list[Case]]] = [
        ("happy", _first_use(routine, calls) if missing is None else _unreached(routine, missing, unreached)),
        ("negative", list(_negative(routine, open_raises, whole=missing is None))),
        ("boundary", list(_boundary(routine, open_branches, whole=missing is None))),
        ("state", list(_state(routine)) if missing is None else []),
        ("async", list(_async(routine)) if missing is None else []),
    ]
    return ((part, cases[:_MOST]) for part, cases in found if cases)


def origins(cases: Sequence[Case]) -> str:
    """Where the expectations of cases come from, the firmest first."""
    return ", ".join(name for name in _ORDER if any(case.origin == name for case in cases))


def _first_use(routine: Routine, calls: Sequence[str]) -> list[Case]:
    """Cases for a routine that no test calls: documented examples, else calls with what is known of the answer."""
    examples = [
        Case(given=f"`{source}`", expected=f"gives `{want}`", origin="example", source="docstring")
        for source, want in documented_examples(routine.doc)
    ]
    if examples:
        return examples
    expected, origin, source = answer(routine)
    seen = [f"{_callee(routine)}({arguments})" for arguments in calls[:2]]
    given = [f"`{call}`, as the project calls it" for call in seen] or [f"`{sample_call(routine)}`"]
    cases = [Case(given=each, expected=expected, origin=origin, source=source) for each in given]
    flags = [parameter for parameter in routine.parameters if parameter.default not in ("", "None")]
    if _sets_up(routine) or not flags:
        return cases
    given_flag = f"the same with `{flags[0].name}` other than its default `{_short(flags[0].default)}`"
    return [*cases, Case(given=given_flag, expected="the answer changes accordingly", origin=origin, source=source)]


def _sets_up(routine: Routine) -> bool:
    return routine.name.endswith("__init__")


def _callee(routine: Routine) -> str:
    """How a routine is called: a method on an instance, `__call__` and `__init__` by their own form."""
    owner, _, last = routine.name.rpartition(".")
    if _sets_up(routine):
        return owner
    if not routine.is_bound:
        return routine.name
    return f"{owner}(...)" if last == "__call__" else f"{owner}(...).{last}"


def answer(routine: Routine) -> tuple[str, Origin, str]:
    """What is known of a routine's answer: in words, the origin of that, and its place."""
    promised = _promise(routine.doc)
    if promised:
        return promised, "docstring", f"line {routine.lines.start}"
    if _sets_up(routine):
        return "an object with the given values as its state", _NOW, _lines(routine.lines)
    if routine.returns and routine.returns not in _SAYS_NOTHING:
        return _some(routine.returns), "type", f"`-> {_short(routine.returns)}`"
    return "what it does now", _NOW, _lines(routine.lines)


def _some(annotation: str) -> str:
    """`an `int``, `a `str``"""
    return f"{'an' if annotation[:1].lower() in 'aeiou' else 'a'} `{_short(annotation)}`"


def _promise(doc: str) -> str:
    """What the documentation says about the result: its Returns part, else its first sentence."""
    said = re.search(r"(?im)^\s*(?::returns?:|returns?:?)[ \t]*\n?(?:-+\n)?\s*(\S[^\n]*)", doc)
    first = re.split(r"(?<=[.!?])\s|\n\s*\n", doc.strip(), maxsplit=1)[0] if doc.strip() else ""
    return _short(" ".join((said[1] if said else first).split()))


def _unreached(routine: Routine, missing: Collection[int], branches: Sequence[Branch]) -> list[Case]:
    plain = sorted(line for line in missing if not any(line in branch.lines for branch in branches))
    if not plain:
        return []
    spelt = ", ".join(_line(routine, line) for line in plain[:3]) + (
        f" and {len(plain) - 3} more lines" if plain[3:] else ""
    )
    return [Case(given=f"a call of `{routine.call}` that reaches {spelt}", expected=answer(routine)[0],
                 origin=answer(routine)[1], source=answer(routine)[2])]  # fmt: skip


def _line(routine: Routine, line: int) -> str:
    """`line 12 (`return word`)`"""
    place = line - routine.lines.start
    text = routine.texts[place].strip() if 0 <= place < len(routine.texts) else ""
    return f"line {line} (`{_short(text)}`)" if text else f"line {line}"


def sample_call(routine: Routine) -> str:
    """A call with a plausible value for each parameter that has no default."""
    if routine.is_property:
        return _callee(routine)
    given = [_sample(parameter) for parameter in routine.parameters if not parameter.default]
    return f"{'await ' if routine.is_async else ''}{_callee(routine)}({', '.join(given)})"


def _sample(parameter: Parameter) -> str:
    fitting = (value for pattern, value in _EXAMPLE_VALUES if re.search(pattern, parameter.annotation))
    return next(fitting, parameter.name.lstrip("*"))


def documented_examples(doc: str) -> list[tuple[str, str]]:
    """The `>>>` examples of a docstring, each with what it gives; those of one line."""
    try:
        examples = doctest.DocTestParser().get_examples(doc)
    except ValueError:
        return []
    shown = [(example.source.strip(), example.want.strip()) for example in examples]
    return [(source, want) for source, want in shown if want and "\n" not in want + source]


def _negative(routine: Routine, raises: Sequence[Raise], whole: bool) -> Iterator[Case]:
    documented = dict(documented_raises(routine.doc))
    for error in raises:
        kind = error.kind.rpartition(".")[2]
        told = f"raises {kind}" + (f" with `{_short(error.message)}`" if error.message else "")
        given = (
            f"`{_short(error.condition)}`" if error.condition else f"a call that reaches {_line(routine, error.line)}"
        )
        origin: Origin = "docstring" if kind in documented else _NOW
        yield Case(given=given, expected=told, origin=origin, source=f"line {error.line}")
    known = {error.kind.rpartition(".")[2] for error in routine.raises}
    for kind, why in documented.items() if whole else ():
        if kind not in known:
            yield Case(
                given=why or "as documented", expected=f"raises {kind}", origin="docstring", source="its docstring"
            )


def documented_raises(doc: str) -> Iterator[tuple[str, str]]:
    """Errors that a docstring names, with why: `:raises X:`, a Raises section, or a sentence `Raises X where ...`."""
    yield from ((kind, why.strip()) for kind, why in re.findall(r":raises?\s+([A-Z]\w+):\s*([^\n]*)", doc))
    section = re.search(r"Raises:?\n(?:-+\n)?((?:[ \t]+\S.*\n?|\n)+)", doc + "\n")
    for kind, why in re.findall(r"^\s*([A-Z]\w+):?\s*([^\n]*)", section[1] if section else "", re.M):
        yield kind, why.strip(": ")
    for kind, why in re.findall(r"Raises ([A-Z]\w*(?:Error|Exception|Interrupt|Exit))\b([^.\n]*)", doc):
        yield kind, why.strip()


def _boundary(routine: Routine, branches: Sequence[Branch], whole: bool) -> Iterator[Case]:
    for each in branches:
        where = _lines(each.lines)
        yield Case(given=f"`{_short(each.condition)}`", expected=_short(each.does), origin=_NOW, source=where)
    if not whole:
        return
    for limit in routine.limits:
        yield Case(
            given=f"just below, at and above `{_short(limit)}`",
            expected="the outcome changes exactly there",
            origin=_NOW,
            source="the comparison in the code",
        )
    result = "an object" if _sets_up(routine) else _some(routine.returns)
    told = _sets_up(routine) or routine.returns not in _SAYS_NOTHING
    expected = f"{result}, or an error that says why" if told else "an error that says why, or none"
    for one in routine.parameters:
        edges = _edges(one)
        if edges:
            source = f"`{one.name}: {_short(one.annotation)}`" if one.annotation else f"`{one.name}=None`"
            yield Case(given=f"`{one.name}` = {edges}", expected=expected, origin="type", source=source)


def _edges(parameter: Parameter) -> str:
    optional = bool(re.search(r"\bNone\b|Optional", parameter.annotation)) or parameter.default == "None"
    fitting = [edges for pattern, edges in _EDGES if re.search(pattern, parameter.annotation)]
    return ", ".join([*fitting[:1], *(["None"] if optional else [])])


def _state(routine: Routine) -> Iterator[Case]:
    if _sets_up(routine) or not routine.changes:
        return
    changed = ", ".join(f"`{name}`" for name in routine.changes[:4])
    lines = _lines(routine.lines)
    yield Case(given=f"`{sample_call(routine)}` once", expected=f"changes {changed}", origin=_NOW, source=lines)
    yield Case(given="the same call twice", expected=f"the second starts from the first's {changed}", origin=_NOW,
               source=lines)  # fmt: skip


def _async(routine: Routine) -> Iterator[Case]:
    if not routine.is_async:
        return
    expected, origin, source = answer(routine)
    yield Case(given=f"`{sample_call(routine)}`", expected=expected, origin=origin, source=source)
    lines = _lines(routine.lines)
    if routine.changes:
        shared = ", ".join(routine.changes[:3])
        yield Case(
            given="two at once", expected=f"neither loses what the other did to {shared}", origin=_NOW, source=lines
        )
    if routine.awaits:
        yield Case(given="cancelled while it waits", expected="CancelledError, and nothing left open", origin=_NOW,
                   source=lines)  # fmt: skip


def _lines(lines: range) -> str:
    return f"line {lines.start}" if len(lines) == 1 else f"lines {lines.start}-{lines[-1]}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 3]}..."
