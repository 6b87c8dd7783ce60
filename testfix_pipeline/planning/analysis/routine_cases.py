"""Concrete test cases for a routine, from its signature, documentation, defaults and errors.

Each case names the origin of its expectation; documented expectations come before current behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from testfix_pipeline.core.plan_records import Case, Origin, Part
from testfix_pipeline.core.visible_text import shortened
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.generation.inputs.value_pools import values_of_annotation
from testfix_pipeline.planning.generation.javascript.js_inputs import values_of_type
from testfix_pipeline.planning.python_code.documentation import (
    documented_examples,
    documented_raises,
    documented_result,
    parameter_sentence,
)
from testfix_pipeline.planning.python_code.public_surface import Branch, PublicParameter, Raise, Routine

_MOST = 6
_LONG = 90
_NOW: Origin = "current behaviour"
_SAYS_NOTHING = ("", "None", "Any", "object")
"""Annotations of an answer that nothing can be checked by."""

_LEADS = re.compile(r"(except|else|finally|case)\b.*:\s*(#.*)?$")
"""Lines that only lead to a branch: of the branch something is said already."""

_ORDER: tuple[Origin, ...] = ("requirement", "example", "docstring", "type", "current behaviour")


def unit_cases(routine: Routine, missing: Collection[int] | None) -> Iterator[tuple[Part, list[Case]]]:
    """Yield the parts that the tests of a routine lack, each with at most six cases.

    missing: its lines that no test runs; None = no test calls it at all.
    """
    unreached = [branch for branch in routine.branches if missing is None or branch.lines.start in missing]
    raising = {line.line for line in routine.raises}
    open_raises = [error for error in routine.raises if missing is None or error.line in missing]
    open_branches = [branch for branch in unreached if raising.isdisjoint(branch.lines)]
    used = _normal_use_cases(routine) if missing is None else _unreached_line_cases(routine, missing, unreached)
    found: list[tuple[Part, list[Case]]] = [
        ("happy", used if not _always_raises(routine) else []),
        ("negative", list(_error_cases(routine, open_raises, whole=missing is None))),
        ("boundary", list(_boundary_cases(routine, open_branches, whole=missing is None))),
        ("state", list(_state_cases(routine)) if missing is None else []),
        ("async", list(_async_cases(routine)) if missing is None else []),
    ]
    return ((part, cases[:_MOST]) for part, cases in found if cases)


def origins(cases: Sequence[Case]) -> str:
    """The origins of the cases' expectations, the most reliable first."""
    return ", ".join(name for name in _ORDER if any(case.origin == name for case in cases))


def _always_raises(routine: Routine) -> bool:
    """Whether every call of a routine raises an exception."""
    return not routine.branches and any(not error.condition for error in routine.raises)


def _normal_use_cases(routine: Routine) -> list[Case]:
    """Cases for a routine that no test calls: its documented examples, else a call with what is known of the result."""
    examples = [
        Case(given=f"`{source}`", expected=f"gives `{want}`", origin="example", source="docstring")
        for source, want in documented_examples(routine.doc)
    ]
    if examples:
        return examples
    expected, origin, source = known_result(routine)
    sample = f"`{sample_call(routine)}`"
    # What documentation says holds for values that make sense there; ours are only of the right type.
    invented = origin == "docstring" and any(not one.default for one in routine.parameters)
    given = f"a valid call of the form {sample}" if invented else sample
    cases = [Case(given=given, expected=expected, origin=origin, source=source)]
    return cases if _is_constructor(routine) else [*cases, *_default_value_cases(routine)]


def _default_value_cases(routine: Routine) -> Iterator[Case]:
    """Yield what the documentation says of parameters with a default.

    Else that changing the first one has an effect.
    """
    flags = [one for one in routine.parameters if one.default not in ("", "None")]
    documented = [(one, said) for one in flags if (said := _short(parameter_sentence(one.name, routine.doc)))]
    for one, said in documented[:2]:
        given = f"the same with `{one.name}` other than its default `{_short(one.default)}`"
        yield Case(given=given, expected=said, origin="docstring", source=f"line {routine.lines.start}")
    if flags and not documented:
        given = f"the same with `{flags[0].name}` other than its default `{_short(flags[0].default)}`"
        yield Case(given=given, expected="another answer, or the reason why not", source=_shown_lines(routine.lines))


def _is_constructor(routine: Routine) -> bool:
    return routine.name.endswith((".__init__", ".constructor"))


def _callee(routine: Routine) -> str:
    """How a routine is called: a method on an instance, `__call__` and `__init__` by their own form."""
    owner, _, last = routine.name.rpartition(".")
    if _is_constructor(routine):
        return owner
    if not routine.is_bound:
        return routine.name
    return f"{owner}(...)" if last == "__call__" else f"{owner}(...).{last}"


def known_result(routine: Routine) -> tuple[str, Origin, str]:
    """What is known of a routine's result: in words, the origin of that, and its place in the source."""
    promised = _short(documented_result(routine.doc))
    if promised:
        return promised, "docstring", f"line {routine.lines.start}"
    if _is_constructor(routine):
        return "an object with the given values as its state", _NOW, _shown_lines(routine.lines)
    if _is_checkable(routine.returns):
        return _with_article(routine.returns), "type", f"`-> {_short(routine.returns)}`"
    return "what it does now", _NOW, _shown_lines(routine.lines)


def _is_checkable(annotation: str) -> bool:
    """Whether the annotation of a result says something that a test can check."""
    return annotation.rpartition(".")[2] not in _SAYS_NOTHING


def _with_article(annotation: str) -> str:
    """The annotation in words: `an `int``, `a `str``."""
    return f"{'an' if annotation[:1].lower() in 'aeiou' else 'a'} `{_short(annotation)}`"


def _unreached_line_cases(routine: Routine, missing: Collection[int], branches: Sequence[Branch]) -> list[Case]:
    plain = sorted(
        line
        for line in missing
        if not any(line in branch.lines for branch in branches) and not _LEADS.match(_line_text(routine, line))
    )
    if not plain:
        return []
    spelt = ", ".join(_shown_line(routine, line) for line in plain[:3]) + (
        f" and {len(plain) - 3} more lines" if plain[3:] else ""
    )
    return [Case(given=f"a call of `{routine.call}` that reaches {spelt}", expected=known_result(routine)[0],
                 origin=known_result(routine)[1], source=known_result(routine)[2])]  # fmt: skip


def _shown_line(routine: Routine, line: int) -> str:
    """`line 12 (`return word`)`"""
    text = _line_text(routine, line)
    return f"line {line} (`{_short(text)}`)" if text else f"line {line}"


def _line_text(routine: Routine, line: int) -> str:
    place = line - routine.lines.start
    return routine.texts[place].strip() if 0 <= place < len(routine.texts) else ""


def sample_call(routine: Routine) -> str:
    """A call with a plausible value for each parameter that has no default."""
    if routine.is_property:
        return _callee(routine)
    needed = [one for one in routine.parameters if not one.default and not one.name.startswith("*")]
    given = [next(iter(_typed_values(routine, one)), one.name) for one in needed]
    return f"{'await ' if routine.is_async else ''}{_callee(routine)}({', '.join(given)})"


def _error_cases(routine: Routine, raises: Sequence[Raise], whole: bool) -> Iterator[Case]:
    documented = dict(documented_raises(routine.doc))
    for error in raises:
        kind = error.kind.rpartition(".")[2]
        expected = f"raises {kind}" + (f" with `{_short(error.message)}`" if error.message else "")
        given = (
            f"`{_short(error.condition)}`"
            if error.condition
            else f"a call that reaches {_shown_line(routine, error.line)}"
        )
        if _always_raises(routine):
            given = f"any call, such as `{sample_call(routine)}`"
        origin: Origin = "docstring" if kind in documented else _NOW
        yield Case(given=given, expected=expected, origin=origin, source=f"line {error.line}")
    known = {error.kind.rpartition(".")[2] for error in routine.raises}
    for kind, why in documented.items() if whole else ():
        if kind not in known:
            yield Case(
                given=why or "as documented", expected=f"raises {kind}", origin="docstring", source="its docstring"
            )


def _boundary_cases(routine: Routine, branches: Sequence[Branch], whole: bool) -> Iterator[Case]:
    for each in branches:
        where = _shown_lines(each.lines)
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
    result = "an object" if _is_constructor(routine) else _with_article(routine.returns)
    documented = _is_constructor(routine) or _is_checkable(routine.returns)
    expected = f"{result if documented else 'an answer'}, or an error that says why"
    for one in routine.parameters:
        edges = _edge_values(routine, one)
        if edges:
            source = f"`{one.name}: {_short(one.annotation)}`" if one.annotation else f"`{one.name}=None`"
            yield Case(given=f"`{one.name}` = {edges}", expected=expected, origin="type", source=source)


def _edge_values(routine: Routine, parameter: PublicParameter) -> str:
    """A few values of the parameter's type at which code often fails."""
    optional = parameter.default != "None" and re.search(r"\bNone\b|Optional", parameter.annotation)
    return ", ".join([*_typed_values(routine, parameter)[1:4], *(["None"] if optional else [])])


def _typed_values(routine: Routine, parameter: PublicParameter) -> list[str]:
    """The values that tests are generated with for an annotated parameter, a typical one first, then edges."""
    is_js = is_javascript(routine.file)
    found = values_of_type(parameter.annotation, {}) if is_js else values_of_annotation(parameter.annotation)
    return [value for value in found if value != "None"]


def _state_cases(routine: Routine) -> Iterator[Case]:
    if _is_constructor(routine) or not routine.changes:
        return
    changed = ", ".join(f"`{name}`" for name in routine.changes[:4])
    lines = _shown_lines(routine.lines)
    yield Case(given=f"`{sample_call(routine)}` once", expected=f"changes {changed}", origin=_NOW, source=lines)
    yield Case(given="the same call twice", expected=f"the second starts from the first's {changed}", origin=_NOW,
               source=lines)  # fmt: skip


def _async_cases(routine: Routine) -> Iterator[Case]:
    if not routine.is_async:
        return
    expected, origin, source = known_result(routine)
    yield Case(given=f"`{sample_call(routine)}`", expected=expected, origin=origin, source=source)
    lines = _shown_lines(routine.lines)
    if routine.changes:
        shared = ", ".join(routine.changes[:3])
        yield Case(
            given="two at once", expected=f"neither loses what the other did to {shared}", origin=_NOW, source=lines
        )
    if routine.awaits:
        yield Case(given="cancelled while it waits", expected="CancelledError, and nothing left open", origin=_NOW,
                   source=lines)  # fmt: skip


def _shown_lines(lines: range) -> str:
    return f"line {lines.start}" if len(lines) == 1 else f"lines {lines.start}-{lines[-1]}"


def _short(text: str) -> str:
    return shortened(" ".join(text.split()), _LONG)
