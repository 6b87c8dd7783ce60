"""Actions that may be missing at a place: an early exit, a raise, another value, a statement, a part of a condition.

An action can be written under a condition and without one. It is tried without one first, as if its condition had been
written and held (angelic value).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.analysis.blocks import is_elif, lines, loop_around, one_step_in
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.analysis.operators import as_boolean_operand
from testfix_pipeline.repair.languages.python.analysis.opposites import negate_condition
from testfix_pipeline.repair.languages.python.analysis.related_statements import names_in_reach, related_statements
from testfix_pipeline.repair.languages.python.analysis.scope import is_generator, names_in_scope, root_of
from testfix_pipeline.repair.languages.python.synthesis.action_values import (
    returns_nothing,
    values_to_assign,
    values_to_return,
)
from testfix_pipeline.repair.languages.python.synthesis.conditions import Polarity
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import (
    ExpectedException,
    raised_exceptions,
    with_values,
)
from testfix_pipeline.repair.languages.python.synthesis.missing_branches import add_branch, branch_bodies, is_last
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, unfiltered_loop
from testfix_pipeline.repair.languages.python.synthesis.state_changes import state_changes

# Priors by kind of the missing piece, against edits of changed tokens: guesses until they are learned.
RETURNING, RAISING, ASSIGNING, SKIPPING, CONDITION, FILTERING = 0.75, 0.95, 0.9, 0.5, 0.6, 0.6
RETURN_INSIDE_LOOP = 0.6
"""The factor for a return inside a loop that has no other return."""
RIVAL_SHARE, MOST_RIVALS = 0.6, 2
LEAST_PART_LENGTH = 3
CRASHES_ON_VALUES = {"TypeError", "AttributeError", "IndexError", "KeyError", "ZeroDivisionError", "ValueError"}


@dataclass(frozen=True)
class Action:
    """`write(condition)` is the edit that takes the action under the condition, or always for None; None if it cannot
    be written.

    `kind` is the id of such edits. `note` is the added text: it is weighed and compared, and not displayed.

    rivals: actions that differ only in a value that no hit of the failing tests distinguishes from this one's. always:
    the weight of taking the action without a condition, compared with conditions that fit (see
    `LikelyCondition.weight`).
    """

    kind: str
    polarity: Polarity
    prior: float
    note: str
    write: Callable[[str | None], Edit | None]
    rivals: tuple[Action, ...] = ()
    always: float = 0.45


def actions(shown: Observation, expected: Sequence[ExpectedException]) -> Iterator[Action]:
    """Yields everything that may be missing at the place. `wanted`: exceptions that the failing tests expect."""
    place = shown.place
    yield from _conditions(place)
    if place.side == "inside":
        yield from _filters(place)
        return
    if place.is_loop_test:  # nothing else can be inserted there
        return
    yield from _conditional_execution(place)
    yield from _jumps(place)
    yield from _raises(shown, expected)
    yield from _returns(shown)
    yield from _assignments(shown)
    yield from _statements(place)
    yield from _changes(place)
    yield from _branches(place)


def _insertion(place: ProbePoint, code: str, kind: str, prior: float) -> Action:
    """An action that inserts lines of code at the place."""

    def write(condition: str | None) -> Edit | None:
        if place.condition is not None and is_elif(place.target.source, place.target.stmt):
            return add_branch(place, condition, code, kind)
        body = code.split("\n")
        body = body if condition is None else [f"if {condition}:", *(f"\t{line}" for line in body)]
        return place.insert(body, kind, prior, f"{condition}: {code}" if condition else code)

    is_elif_place = place.condition is not None and is_elif(place.target.source, place.target.stmt)
    polarity: Polarity = "or" if is_elif_place else "when"
    has_else = is_elif_place and isinstance(place.target.stmt, ast.If) and place.target.stmt.orelse
    return Action(
        kind, polarity, prior, code, write, always=0.0 if has_else else _weight_without_condition(place, code)
    )


def _weight_without_condition(place: ProbePoint, code: str) -> float:
    """The weight of the code without a condition: exits stand without one only at the end of their block."""
    is_exit = code.split()[0] in ("return", "raise", "continue", "break")
    if not is_exit:
        return 0.45
    assert place.target.function is not None
    return 0.0 if place.side == "before" else 0.95 if place.target.stmt in place.target.function.node.body else 0.5


def _jumps(place: ProbePoint) -> Iterator[Action]:
    if loop_around(place.target.source, place.target.stmt) is not None:
        if place.side == "before":
            yield _insertion(place, "continue", "guard.continue", 0.6)
        yield _insertion(place, "break", "guard.break", 0.55)


def _returns(shown: Observation) -> Iterator[Action]:
    """Yields `return V`: one action for all values that are the same at the failing tests' hits."""
    place = shown.place
    function = place.target.function
    assert function is not None
    if is_generator(function):
        yield _insertion(place, "return", "guard.return", 0.5)
        return
    grouped: dict[object, list[Action]] = {}
    returns_none = returns_nothing(function)
    share = RETURNING * (1.0 if _is_return_plausible(place) else RETURN_INSIDE_LOOP)
    for text, weight in values_to_return(place).items():
        if _always_raises(shown, text):
            continue
        code = "return" if returns_none and text == "None" else f"return {text}"
        grouped.setdefault(_observed_values(shown, text), []).append(
            _insertion(place, code, "guard.return", share * (1.0 if returns_none and text == "None" else weight))
        )
    yield from _grouped_with_rivals(grouped.values())


def _always_raises(shown: Observation, text: str) -> bool:
    """Whether the expression raised an error at every relevant hit of failing tests: an unbound name, a missing key."""
    keys = zip(shown.values.get(text, ()), shown.sights, strict=False)
    found = [key for key, sight in keys if sight.failing and sight.relevant]
    return bool(found) and all(key.startswith("E:") for key in found)


def _is_return_plausible(place: ProbePoint) -> bool:
    """Whether a return here ends no loop, or a loop that has another return."""
    loop = loop_around(place.target.source, place.target.stmt)
    return loop is None or any(isinstance(node, ast.Return) for node in ast.walk(loop))


def _grouped_with_rivals(groups: Iterable[list[Action]]) -> Iterator[Action]:
    """Yields the likeliest action of each group, with the next likely ones as its rivals."""
    for group in groups:
        first, *rest = sorted(group, key=lambda action: -action.prior)
        near = [action for action in rest if action.prior > RIVAL_SHARE * first.prior]
        yield replace(first, rivals=tuple(near[:MOST_RIVALS]))


def _observed_values(shown: Observation, text: str) -> object:
    """The values of an expression at the hits of failing tests; the text itself if they are unknown."""
    keys = shown.values.get(text)
    if keys is None:
        return text
    found = tuple(_number_key(key) for key, sight in zip(keys, shown.sights, strict=True) if sight.failing)
    return text if not found or any(key.startswith(("U:", "E:")) for key in found) else found


def _number_key(key: str) -> str:
    """One key for numbers that compare equal."""
    kind, _, text = key.partition(":")
    plain = {"False": "0", "True": "1"}.get(text, text.removesuffix(".0"))
    return f"number:{plain}" if kind in ("bool", "int", "float") else key


def _raises(shown: Observation, expected: Sequence[ExpectedException]) -> Iterator[Action]:
    place = shown.place
    reach = names_in_reach(place.target)
    seen: set[str] = set()
    for rank, exception in enumerate(expected):
        if exception.error not in reach and not any(
            known.name == exception.error for known in raised_exceptions(place.target.source)
        ):
            continue
        for code, weight in _raise_texts(shown, exception):
            if code not in seen:
                seen.add(code)
                yield _insertion(place, code, "guard.raise", RAISING * weight / (1 + 0.2 * rank))


def _raise_texts(shown: Observation, expected: ExpectedException) -> Iterator[tuple[str, float]]:
    """Yields (raise statement, weight): as the file raises this exception elsewhere if all names are in reach, and with
    the message that the test expects."""
    target = shown.place.target
    reach = names_in_scope(target) | names_in_reach(target)
    class_name = ""
    for known in (one for one in raised_exceptions(target.source) if one.name == expected.error):
        class_name = class_name or (known.written if root_of(known.written) in reach else "")
        if known.names <= reach and (
            not expected.message or _may_contain_message(known.message_parts, expected.message)
        ):
            yield f"raise {known.text}", 1.0 if expected.message else 0.7
            break
    class_name = class_name or (expected.error if expected.error in reach else "")
    if class_name and expected.message:
        values = [(name, _repr(shown, name)) for name in shown.values]
        yield f"raise {class_name}({with_values(expected.message, [pair for pair in values if pair[1]])})", 1.0
    elif class_name:
        yield f"raise {class_name}", 0.8


def _may_contain_message(parts: Sequence[str], message: str) -> bool:
    """Whether a message built from the parts may be or contain the expected one."""
    long = [part.strip() for part in parts if len(part.strip()) > LEAST_PART_LENGTH]
    return any(message in part for part in parts) or (bool(long) and all(part in message for part in long))


def _repr(shown: Observation, name: str) -> str:
    """The repr of a variable or attribute of a builtin type at the last relevant hit; "" if it has none."""
    keys = [key for key, s in zip(shown.values[name], shown.sights, strict=True) if s.failing and s.relevant]
    kind, _, text = keys[-1].partition(":") if keys and _is_path(name) else ("", "", "")
    return text if kind in ("str", "int", "float", "bytes") and "#" not in text else ""


def _is_path(text: str) -> bool:
    """Whether a text is a name, or names with dots between them."""
    return all(part.isidentifier() for part in text.split("."))


NUMBERS = {"int", "float", "bool"}


def _is_of_usual_type(shown: Observation, name: str, text: str) -> bool:
    """Whether a value is of a type that the variable has in passing tests; true if nothing is known of it."""
    usual_types = _observed_types(shown, name, failing=False) - {"NoneType"}
    value_types = _observed_types(shown, text, failing=True) | _observed_types(shown, text, failing=False)
    if not usual_types or not value_types:
        return True
    return bool(value_types & usual_types) or bool(
        value_types & NUMBERS and usual_types & NUMBERS and "bool" not in value_types | usual_types
    )


def _observed_types(shown: Observation, text: str, *, failing: bool) -> set[str]:
    """The types of an expression's observed values."""
    keys = zip(shown.values.get(text, ()), shown.sights, strict=False)
    found = {key.partition(":")[0] for key, sight in keys if ":" in key and sight.failing is failing}
    return found - {"U", "E"}


def _assignments(shown: Observation) -> Iterator[Action]:
    """Yields `x = V` where V differs from the value of x."""
    place = shown.place
    crash = 1.4 if place.target.crash() in CRASHES_ON_VALUES else 1.0
    grouped: dict[object, list[Action]] = {}
    for (name, text), weight in values_to_assign(place).items():
        values = _observed_values(shown, text)
        if values == _observed_values(shown, name) or (isinstance(values, str) and text in shown.values):
            continue
        if not _is_of_usual_type(shown, name, text):
            continue
        action = _insertion(place, f"{name} = {text}", "guard.assignment", ASSIGNING * weight * crash)
        grouped.setdefault((name, values), []).append(action)
    yield from _grouped_with_rivals(grouped.values())


def _statements(place: ProbePoint) -> Iterator[Action]:
    """Yields statements of related functions."""
    for rank, (text, near) in enumerate(related_statements(place.target)):
        if "\n" not in text and not text.startswith(("return", "raise")):
            yield _insertion(place, text, "guard.statement", (0.4 if near else 0.25) / (1 + 0.05 * rank))


def _changes(place: ProbePoint) -> Iterator[Action]:
    """Yields changes of state, calls of helpers, or both under one condition."""
    for code, weight in state_changes(place):
        yield _insertion(place, code, "guard.change", weight)


def _branches(place: ProbePoint) -> Iterator[Action]:
    """Yields a further branch of the chain that ends here, with the statements of its siblings."""
    for rank, code in enumerate(branch_bodies(place) if is_last(place) else ()):

        def write(condition: str | None, code: str = code) -> Edit | None:
            return add_branch(place, condition, code, "branch.added")

        has_else = isinstance(place.target.stmt, ast.If) and place.target.stmt.orelse
        yield Action("branch.added", "or", 0.5 / (1 + 0.1 * rank), code, write, always=0.0 if has_else else 0.45)


def _conditional_execution(place: ProbePoint) -> Iterator[Action]:
    """Yields the action to execute the statement only under a condition."""
    target, stmt, source = place.target, place.target.stmt, place.target.source
    never_conditional = (FunctionNode, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass, ast.While)
    if (
        place.side == "behind"
        or not source.owns_line(stmt)
        or is_elif(source, stmt)
        or isinstance(stmt, never_conditional)
    ):
        return
    start, end = source.block(stmt)
    indent = source.indent(stmt)

    def write(condition: str | None) -> Edit | None:
        if condition is None:
            return target.splice(start, end, f"{indent}pass{source.newline}", "skip", 1.0)
        body = one_step_in(source, start, end, indent)
        note = f"only if {condition}"
        return target.splice(start, end, lines(source, indent, [f"if {condition}:"]) + body, "guard.skip", 1.0, note)

    prior = SKIPPING * (0.7 if isinstance(stmt, JUMPS) else 1.0)
    yield Action("guard.skip", "unless", prior, "only under a condition", write)


def _conditions(place: ProbePoint) -> Iterator[Action]:
    """Yields `old or new` and `old and new` for the statement's condition; the new part comes first if the old one
    raises."""
    test, target = place.condition, place.target
    if test is None:
        return
    parent = target.source.parents[test]
    parent_operator = type(parent.op) if isinstance(parent, ast.BoolOp) else None
    is_new_first = bool(target.crash())
    old_parts = {ast.unparse(one) for one in (test, *(test.values if isinstance(test, ast.BoolOp) else ()))}

    def is_redundant(condition: str | None) -> bool:
        """Whether an operand repeats a part of the condition or its negation: it would only drop that part."""
        return condition is not None and not old_parts.isdisjoint((_normalized(condition), negate_condition(condition)))

    def join(word: str, condition: str) -> str:
        kind = ast.Or if word == "or" else ast.And
        flat = isinstance(test, ast.BoolOp) and isinstance(test.op, kind)
        parts = [target.text(test) if flat else as_boolean_operand(target, test), _as_operand(condition)]
        text = f" {word} ".join(reversed(parts) if is_new_first else parts)
        return f"({text})" if parent_operator else text

    def widen(condition: str | None) -> Edit | None:
        if is_redundant(condition):
            return None
        new = "True" if condition is None else join("or", condition)
        if condition == f"{ast.unparse(test)} is not None":  # which holds wherever the value itself does
            new = condition
        return target.replace(test, new, "condition.widened", 1.0, f"or {condition}")

    def narrow(condition: str | None) -> Edit | None:
        if is_redundant(condition):
            return None
        new = "False" if condition is None else join("and", condition)
        return target.replace(test, new, "condition.narrowed", 1.0, f"and {condition}")

    # An operand of `or` is not widened, and one of `and` not narrowed: the whole condition is.
    if parent_operator is not ast.Or:
        yield Action("condition.widened", "or", CONDITION, "or", widen)
    if parent_operator is not ast.And:
        yield Action("condition.narrowed", "and", CONDITION, "and", narrow)


def _filters(place: ProbePoint) -> Iterator[Action]:
    """Yields the action to filter a comprehension by a condition."""
    target = place.target
    loop = unfiltered_loop(target.source, place.value) if place.value is not None else None
    if loop is None or not target.source.is_real(loop.iter):
        return
    assert place.value is not None
    end, last = target.source.span(loop.iter)[1], target.source.span(target.source.parents[place.value])[1] - 1
    closing = re.match(r"(?:\s*\))*", target.source.text[end:last])  # of parentheses around the iterable
    end += closing.end() if closing else 0

    def write(condition: str | None) -> Edit | None:
        return target.splice(end, end, f" if {condition or 'False'}", "filter-added", 1.0, f"if {condition}")

    yield Action("filter-added", "unless", FILTERING, "filter", write, always=0.0)


def _normalized(condition: str) -> str:
    return ast.unparse(python_code.expression(f"({condition})"))


def _as_operand(condition: str) -> str:
    node = python_code.expression(f"({condition})")
    return f"({condition})" if isinstance(node, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)) else condition
