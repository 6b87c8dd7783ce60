"""Chooses the few most informative examples of a subject, greedily by mutants killed and lines covered."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

from testfix_pipeline.core.python_code import NO_VALUE, FunctionNode, expression_or_none, names_in, parse, value_of
from testfix_pipeline.planning.generation.inputs.docstring_examples import matches_documentation
from testfix_pipeline.planning.generation.inputs.parameter_shapes import Shape, shape_of_annotation
from testfix_pipeline.planning.generation.observation import ObservedSubject, stable_examples
from testfix_pipeline.planning.generation.subjects.examples import RANK, Example
from testfix_pipeline.planning.generation.subjects.exclusions import Exclusions
from testfix_pipeline.planning.python_code.documentation import documented_raises

_MORE_WAYS = 3
_LEAST_NOTICED = 1 / 3
WEAK = "its tests would notice less than a third of the faults tried"
MISTYPED = "a result of another type than its annotation says is not pinned"
SAYS_NOTHING = "what it gives says nothing: it is empty, or what was passed"
_LONG = 150
_LITERALS = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set)
_OF_ENVIRONMENT = ("ImportError", "ModuleNotFoundError")
"""Errors that say what is installed here."""
_BLANK = ("''", "b''", "[]", "{}", "()", "set()", "None", "False", "0", "0.0")

Sort = Literal["returns", "raises", "contradicts"]
Kinds = tuple[str, ...]
_OBJECT = "()"
_FITS: dict[str, tuple[type, ...]] = {
    "str": (str,), "bytes": (bytes,), "bool": (bool,), "int": (int,), "float": (float, int), "list": (list,),
    "tuple": (tuple,), "set": (set, frozenset), "dict": (dict,), "none": (type(None),),
}  # fmt: skip
_CONCRETE = {"list", "tuple", "set", "dict", "frozenset"}


@dataclass(frozen=True)
class Pinned:
    """An example that becomes an assertion, with the mutants it kills and the lines of its module it runs."""

    example: Example
    seen: dict[str, Any]
    sort: Sort
    kills: frozenset[str]
    lines: frozenset[int]


def select_examples(
    first: ObservedSubject, second: ObservedSubject, *, covered: Collection[int], most: int, left_out: Exclusions
) -> list[Pinned]:
    """The examples to assert for one subject: contradictions of its documentation first, then by gain.

    What requirements show is always among them. Another example must kill a mutant, or run a line, that neither
    `covered` nor those chosen before do. A few that show other ways and values come on top. If all of them notice less
    than a third of the mutants, only what is documented or required is asserted.
    """
    findings = _contradictions(first, second)
    proven = _proven_kinds(first)
    candidates = [one for one in pinned_examples(first, second) if _is_meant(one, first.case.subject.node, proven)]
    # What the same lines give elsewhere may be as wrong.
    wrong, doubtful = {one.example for one in findings}, {one.lines for one in findings}
    candidates = [
        one
        for one in candidates
        if one.example not in wrong and (one.example.documented is not None or one.lines not in doubtful)
    ]
    promised = promised_types(first.case.subject.node)
    mistyped = [one for one in candidates if one.sort == "returns" and _breaks_annotation(one, promised)]
    left_out.add(MISTYPED, [first.case.subject.target] if mistyped else [])
    candidates = [one for one in candidates if one not in mistyped]
    required = [one for one in candidates if one.example.documented is not None and one.example.documented.required]
    candidates = [one for one in candidates if one not in required]
    if not [*candidates, *findings, *required]:
        _count_problems(first, second, left_out)
    body = first.case.subject.body_lines
    observed = _choose_greedily(candidates, body - set(covered), most)
    observed += _examples_of_other_paths(observed, candidates, most)
    noticed = {kill for one in [*required, *observed] for kill in one.kills}
    if len(noticed) < _LEAST_NOTICED * first.tried:
        stated = [one for one in observed if one.example.documented is not None]
        left_out.add(WEAK, [first.case.subject.target] if len(stated) < len(observed) else [])
        observed = stated
    return [*findings, *required, *observed]


def pinned_examples(first: ObservedSubject, second: ObservedSubject) -> list[Pinned]:
    """The examples that behave the same in both observations and that say something of the function."""
    return [_pinned_example(first, i) for i in stable_examples(first, second) if _is_informative(first, i)]


def _is_meant(one: Pinned, function: FunctionNode, proven: Collection[Kinds]) -> bool:
    """Whether an example shows behaviour that somebody may rely on.

    Not: what class an object has, an error that nobody raises by a statement or documents, and of guessed values that
    are of no proven kind what is empty, or an argument again.
    """
    origin, checks = one.example.origin, one.seen.get("checks", ())
    raised = one.seen["raises"] if one.sort == "raises" else {"type": ""}
    if raised["type"] in _OF_ENVIRONMENT or (checks and all(check["form"].endswith(".__name__") for check in checks)):
        return origin == "documented"
    if origin in ("documented", "usage"):
        return True
    if one.sort == "raises":
        kinds = {kind for kind, _ in documented_raises(ast.get_docstring(function) or "")}
        return bool(raised["explicit"]) or raised["type"] in kinds
    passed = _argument_kinds(one.example)
    if origin != "guess" or passed in proven:
        return True
    if any(kind.endswith(_OBJECT) for kind in passed):
        return False
    given = {ast.unparse(node) for node in ast.walk(parse(one.example.code)) if isinstance(node, _LITERALS)}
    stated = {ast.unparse(node) for check in checks for node in ast.walk(parse(check["value"]))}
    return given.isdisjoint(stated) and not is_blank(one)


def _proven_kinds(observed: ObservedSubject) -> set[Kinds]:
    """The kinds of arguments that a function takes where it refuses another kind for each that was guessed."""
    kinds = [_argument_kinds(one) for one in observed.case.examples]
    seen = zip(kinds, observed.seen, strict=True)
    refused = {one for one, result in seen if result is not None and result.get("problem") == "ill-typed input"}
    tried = (set(column) - {None} for column in zip_longest(*kinds))
    guessed = [place for place, column in enumerate(tried) if len(column) > 1]
    return {
        one
        for one in {*kinds} - refused
        if all(any(_differ_only_at(place, one, other) for other in refused) for place in guessed)
    }


def _argument_kinds(example: Example) -> Kinds:
    call = expression_or_none(example.inline or example.call)
    given = [*call.args, *(one.value for one in call.keywords)] if isinstance(call, ast.Call) else []
    return tuple(map(_kind_of, given))


def _kind_of(node: ast.expr) -> str:
    """The kind of an argument, of a collection with that of its first item; a class is followed by `()`."""
    if isinstance(node, ast.Call):
        return f"{ast.unparse(node.func)}{_OBJECT}"
    if isinstance(node, ast.List | ast.Tuple | ast.Set) and node.elts:
        return f"{type(node).__name__} of {_kind_of(node.elts[0])}"
    kind = type(value_of(node)).__name__
    return "number" if kind in ("int", "float") else kind


def _differ_only_at(place: int, one: Kinds, other: Kinds) -> bool:
    return len(one) == len(other) and (*one[:place], *one[place + 1 :]) == (*other[:place], *other[place + 1 :])


def _contradictions(first: ObservedSubject, second: ObservedSubject) -> list[Pinned]:
    """Documented examples whose result differs from the documented one in both observations."""
    found = []
    for i, example in enumerate(first.case.examples):
        one, other = first.seen[i], second.seen[i]
        if example.documented is None or one is None or other is None:
            continue
        if (
            matches_documentation(example.documented, one) is False
            and matches_documentation(example.documented, other) is False
        ):
            lines = frozenset(one.get("lines", ())) & first.case.subject.body_lines
            found.append(Pinned(example, one, "contradicts", frozenset(), lines))
    return found


def _breaks_annotation(one: Pinned, promised: tuple[type, ...]) -> bool:
    results = [check for check in one.seen["checks"] if check["on"] == "result"]
    return bool(results) and results[0]["form"] == "{}" and breaks_promise(results[0]["value"], promised)


def _is_informative(observed: ObservedSubject, i: int) -> bool:
    """Whether an example shows more than that a function without a return value returns None."""
    checks = (observed.seen[i] or {}).get("checks")
    silent = checks is not None and all(check["on"] == "result" and check["value"] == "None" for check in checks)
    return not silent or any(
        isinstance(node, ast.Return) and node.value is not None for node in ast.walk(observed.case.subject.node)
    )


def _pinned_example(observed: ObservedSubject, i: int) -> Pinned:
    seen = observed.seen[i] or {}
    sort: Sort = "raises" if "raises" in seen else "returns"
    body = observed.case.subject.body_lines
    mutants = observed.case.mutants
    kills = frozenset(mutants[number].name for number in observed.kills.get(i, ()))
    return Pinned(observed.case.examples[i], seen, sort, kills, frozenset(seen["lines"]) & body)


def _choose_greedily(candidates: list[Pinned], missing: frozenset[int], most: int) -> list[Pinned]:
    chosen: list[Pinned] = []
    killed: set[str] = set()
    rest = list(enumerate(candidates))
    while rest and len(chosen) < most:
        place, best = min(rest, key=lambda pair: _cost(pair[1], killed, missing, pair[0]))
        if not (best.kills - killed or best.lines & missing):
            break
        chosen.append(best)
        killed |= best.kills
        missing -= best.lines
        rest = [pair for pair in rest if pair[0] != place]
    return chosen


def _cost(one: Pinned, killed: set[str], missing: frozenset[int], place: int) -> tuple[float, float, int, int]:
    """The sort key of a candidate: highest gain first; a better origin outweighs one or two mutants.

    Then shorter text.
    """
    gain = len(one.kills - killed) + 0.5 * len(one.lines & missing)
    accidental = one.sort == "raises" and not one.seen["raises"]["explicit"]
    odd = one.example.origin == "guess" and any(kind.endswith(_OBJECT) for kind in _argument_kinds(one.example))
    rank = RANK[one.example.origin] + accidental + odd
    return (
        -gain + 0.6 * rank + 0.3 * _repeats_argument(one) + 0.5 * is_blank(one) if gain else 1000.0,
        rank,
        (len(one.example.code) + _result_length(one)) // 60,
        place,
    )


def _repeats_argument(one: Pinned) -> bool:
    """Whether the result is an argument unchanged, which is little evidence."""
    return any(len(check["value"]) > 2 and check["value"] in one.example.code for check in one.seen.get("checks", ()))


def is_blank(one: Pinned) -> bool:
    """Whether all results of a call are empty or zero, as they are with many faults."""
    values = [check["value"] for check in one.seen.get("checks", ()) if not check["form"].startswith("type(")]
    return bool(values) and all(value in _BLANK for value in values)


def _result_length(one: Pinned) -> int:
    return sum(len(check["value"]) for check in one.seen.get("checks", ()))


def _examples_of_other_paths(chosen: list[Pinned], candidates: list[Pinned], most: int) -> list[Pinned]:
    """At most three more results: of other paths through the code, then other values than those chosen.

    The faults that were tried are few; what they say about the chosen ones is not all that there is to notice.
    """
    more: list[Pinned] = []
    results = [
        one for one in candidates if one.sort == "returns" and not is_blank(one) and one.example.origin != "guess"
    ]
    results.sort(key=lambda one: (_repeats_argument(one), RANK[one.example.origin], _is_long(one)))
    for differs in (lambda one, other: one.lines != other.lines, _differs):
        for one in results:
            room = len(more) < _MORE_WAYS and len(chosen) + len(more) < most
            if room and all(differs(one, other) for other in [*chosen, *more] if other.sort == "returns"):
                more.append(one)
    return more


def _is_long(one: Pinned) -> bool:
    return len(one.example.code) + _result_length(one) > _LONG


def _differs(one: Pinned, other: Pinned) -> bool:
    return bool(one.seen["checks"] != other.seen["checks"])


def _problem_text(seen: dict[str, Any] | None, is_stable: bool) -> str:
    if seen is None:
        return "crashed or took too long"
    effect = f": {seen['effect']}" if seen.get("effect") else ""
    return seen["problem"] + effect if "problem" in seen else SAYS_NOTHING if is_stable else "result is not stable"


def _count_problems(first: ObservedSubject, second: ObservedSubject, left_out: Exclusions) -> None:
    """Count a subject without a usable example under its most frequent problem."""
    stable = stable_examples(first, second)
    problems = Counter(_problem_text(seen, number in stable) for number, seen in enumerate(first.seen))
    reason = SAYS_NOTHING if SAYS_NOTHING in problems else problems.most_common(1)[0][0]
    left_out.add(reason, [first.case.subject.target])


def promised_types(function: FunctionNode) -> tuple[type, ...]:
    """The builtin types that the return annotation allows; empty if it does not name such types, or may be wrong.

    An argument that nobody annotated may be of the wrong type itself: then nothing is promised.
    """
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    open_ones = [one for one in arguments if one.annotation is None and one.arg not in ("self", "cls")]
    if function.returns is None or open_ones or _is_generator(function):
        return ()
    shape = shape_of_annotation(function.returns)
    parts = shape.parts if shape.kind == "union" else (shape,)
    if not all(one.kind in _FITS and _is_concrete(one, function.returns) for one in parts):
        return ()
    return tuple(kind for one in parts for kind in _FITS[one.kind])


def _is_concrete(shape: Shape, annotation: ast.expr) -> bool:
    """Whether an annotation names a concrete container; many classes are a `Sequence`."""
    named = names_in(annotation)
    named |= {node.attr for node in ast.walk(annotation) if isinstance(node, ast.Attribute)}
    return shape.kind not in _CONCRETE or bool({name.lower() for name in named} & _CONCRETE)


def _is_generator(function: FunctionNode) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))


def breaks_promise(literal: str, promised: tuple[type, ...]) -> bool:
    """Whether a result, given as a literal, has none of the promised types."""
    value = value_of(literal)
    return bool(promised) and value is not NO_VALUE and not isinstance(value, promised)
