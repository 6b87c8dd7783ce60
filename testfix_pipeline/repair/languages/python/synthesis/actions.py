"""What may be missing at a place: leaving early, raising, another value, a statement, a part of a condition.

An action says how it is written under a condition, and without one: that is what is tried first (angelic value: the
condition as if it had been written and held).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.blocks import LEAVING, is_elif, lines, loop_around, one_step_in
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.analysis.operators import wrapped_operand
from testfix_pipeline.repair.languages.python.analysis.opposites import negated
from testfix_pipeline.repair.languages.python.analysis.raised_exceptions import raised
from testfix_pipeline.repair.languages.python.analysis.related_statements import names_in_reach, related_statements
from testfix_pipeline.repair.languages.python.analysis.scope import is_generator, reach_of, root_of
from testfix_pipeline.repair.languages.python.source import FunctionNode
from testfix_pipeline.repair.languages.python.synthesis.action_values import answers_nothing, assigned, returned
from testfix_pipeline.repair.languages.python.synthesis.conditions import Polarity
from testfix_pipeline.repair.languages.python.synthesis.expected_exceptions import ExpectedException, with_values
from testfix_pipeline.repair.languages.python.synthesis.missing_branches import bodies, branch, is_last
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.languages.python.synthesis.state_changes import changed
from testfix_pipeline.repair.languages.python.synthesis.truth_probes import unfiltered

# How often a missing piece is of a kind, against edits of changed tokens: guesses until they are learned.
RETURNING, RAISING, ASSIGNING, SKIPPING, CONDITION, FILTERING = 0.75, 0.95, 0.9, 0.5, 0.6, 0.6
OUT_OF_A_LOOP = 0.6
"""How likely a function is left in the middle of a loop that nothing leaves so, against anywhere else."""
RIVAL_SHARE, MOST_RIVALS = 0.6, 2
LEAST_SAID = 3
CRASHES_ON_VALUES = {"TypeError", "AttributeError", "IndexError", "KeyError", "ZeroDivisionError", "ValueError"}


@dataclass(frozen=True)
class Action:
    """`write(condition)` is the edit that takes the action under the condition, None: always; None where it can't be.

    `kind` is the id of such edits. `note` is what it puts in, as text: it is weighed and compared, and not displayed.

    rivals: actions that differ only in a value that no hit of the failing tests distinguishes from this one's. always:
    how likely it is that no condition is missing, compared with conditions that fit (see `LikelyCondition.weight`).
    """

    kind: str
    polarity: Polarity
    prior: float
    note: str
    write: Callable[[str | None], Edit | None]
    rivals: tuple[Action, ...] = ()
    always: float = 0.45


def actions(shown: Observation, wanted: Sequence[ExpectedException]) -> Iterator[Action]:
    """Everything that may be missing at the place. `wanted`: exceptions that the failing tests wait for."""
    place = shown.place
    yield from _conditions(place)
    if place.side == "inside":
        yield from _filters(place)
        return
    if place.is_loop_test:  # nothing else can stand there
        return
    yield from _skipped(place)
    yield from _jumps(place)
    yield from _raises(shown, wanted)
    yield from _returns(shown)
    yield from _assignments(shown)
    yield from _statements(place)
    yield from _changes(place)
    yield from _branches(place)


def _inserted(place: ProbePoint, code: str, kind: str, prior: float) -> Action:
    """Lines of code put at the place."""

    def write(condition: str | None) -> Edit | None:
        if place.condition is not None and is_elif(place.target.source, place.target.stmt):
            return branch(place, condition, code, kind)
        body = code.split("\n")
        body = body if condition is None else [f"if {condition}:", *(f"\t{line}" for line in body)]
        return place.insert(body, kind, prior, f"{condition}: {code}" if condition else code)

    further = place.condition is not None and is_elif(place.target.source, place.target.stmt)
    polarity: Polarity = "or" if further else "when"
    chained = further and isinstance(place.target.stmt, ast.If) and place.target.stmt.orelse
    return Action(kind, polarity, prior, code, write, always=0.0 if chained else _always(place, code))


def _always(place: ProbePoint, code: str) -> float:
    """How likely the code stands there without a condition: a leaving one only at the end of its block."""
    leaves = code.split()[0] in ("return", "raise", "continue", "break")
    if not leaves:
        return 0.45
    assert place.target.function is not None
    return 0.0 if place.side == "before" else 0.95 if place.target.stmt in place.target.function.node.body else 0.5


def _jumps(place: ProbePoint) -> Iterator[Action]:
    if loop_around(place.target.source, place.target.stmt) is not None:
        if place.side == "before":
            yield _inserted(place, "continue", "guard.continue", 0.6)
        yield _inserted(place, "break", "guard.break", 0.55)


def _returns(shown: Observation) -> Iterator[Action]:
    """`return V`, one action for all values that are the same at the failing tests' hits."""
    place = shown.place
    function = place.target.function
    assert function is not None
    if is_generator(function):
        yield _inserted(place, "return", "guard.return", 0.5)
        return
    grouped: dict[object, list[Action]] = {}
    bare = answers_nothing(function)
    share = RETURNING * (1.0 if _may_end_the_loop(place) else OUT_OF_A_LOOP)
    for text, weight in returned(place).items():
        if _never_has_a_value(shown, text):
            continue
        code = "return" if bare and text == "None" else f"return {text}"
        grouped.setdefault(_looks(shown, text), []).append(
            _inserted(place, code, "guard.return", share * (1.0 if bare and text == "None" else weight))
        )
    yield from _with_rivals(grouped.values())


def _never_has_a_value(shown: Observation, text: str) -> bool:
    """Whether evaluating it crashed at every hit of failing tests that matters: a name not bound yet, no such key."""
    keys = zip(shown.values.get(text, ()), shown.sights, strict=False)
    found = [key for key, sight in keys if sight.failing and sight.relevant]
    return bool(found) and all(key.startswith("E:") for key in found)


def _may_end_the_loop(place: ProbePoint) -> bool:
    """Whether leaving the function here ends no loop, or one that others leave so."""
    loop = loop_around(place.target.source, place.target.stmt)
    return loop is None or any(isinstance(node, ast.Return) for node in ast.walk(loop))


def _with_rivals(groups: Iterable[list[Action]]) -> Iterator[Action]:
    for group in groups:
        first, *rest = sorted(group, key=lambda action: -action.prior)
        near = [action for action in rest if action.prior > RIVAL_SHARE * first.prior]
        yield replace(first, rivals=tuple(near[:MOST_RIVALS]))


def _looks(shown: Observation, text: str) -> object:
    """What a value looks like at the hits of failing tests; the text itself where that is not known."""
    keys = shown.values.get(text)
    if keys is None:
        return text
    found = tuple(_equal(key) for key, sight in zip(keys, shown.sights, strict=True) if sight.failing)
    return text if not found or any(key.startswith(("U:", "E:")) for key in found) else found


def _equal(key: str) -> str:
    """One name for numbers that compare equal."""
    kind, _, text = key.partition(":")
    plain = {"False": "0", "True": "1"}.get(text, text.removesuffix(".0"))
    return f"number:{plain}" if kind in ("bool", "int", "float") else key


def _raises(shown: Observation, wanted: Sequence[ExpectedException]) -> Iterator[Action]:
    place = shown.place
    reach = names_in_reach(place.target)
    seen: set[str] = set()
    for rank, one in enumerate(wanted):
        if one.error not in reach and not any(known.name == one.error for known in raised(place.target.source)):
            continue
        for code, weight in _raise_texts(shown, one):
            if code not in seen:
                seen.add(code)
                yield _inserted(place, code, "guard.raise", RAISING * weight / (1 + 0.2 * rank))


def _raise_texts(shown: Observation, wanted: ExpectedException) -> Iterator[tuple[str, float]]:
    """As the file raises this exception already, with all names in reach; with the message that the test wants."""
    target = shown.place.target
    reach = reach_of(target) | names_in_reach(target)
    named = ""
    for known in (one for one in raised(target.source) if one.name == wanted.error):
        named = named or (known.written if root_of(known.written) in reach else "")
        if known.names <= reach and (not wanted.message or _may_say(known.said, wanted.message)):
            yield f"raise {known.text}", 1.0 if wanted.message else 0.7
            break
    named = named or (wanted.error if wanted.error in reach else "")
    if named and wanted.message:
        values = [(name, _repr(shown, name)) for name in shown.values]
        yield f"raise {named}({with_values(wanted.message, [pair for pair in values if pair[1]])})", 1.0
    elif named:
        yield f"raise {named}", 0.8


def _may_say(parts: Sequence[str], message: str) -> bool:
    """Whether a message made of the parts may be, or have in it, the one that a test wants."""
    long = [part.strip() for part in parts if len(part.strip()) > LEAST_SAID]
    return any(message in part for part in parts) or (bool(long) and all(part in message for part in long))


def _repr(shown: Observation, name: str) -> str:
    """The repr of a variable or attribute of a builtin type at the last hit that matters, "" where it has none."""
    keys = [key for key, s in zip(shown.values[name], shown.sights, strict=True) if s.failing and s.relevant]
    kind, _, text = keys[-1].partition(":") if keys and _is_path(name) else ("", "", "")
    return text if kind in ("str", "int", "float", "bytes") and "#" not in text else ""


def _is_path(text: str) -> bool:
    """Whether it is a name, or names with dots between them."""
    return all(part.isidentifier() for part in text.split("."))


NUMBERS = {"int", "float", "bool"}


def _of_its_type(shown: Observation, name: str, text: str) -> bool:
    """Whether a value is of a type that the variable has in passing tests; true where nothing is known of it."""
    usual = _types(shown, name, failing=False) - {"NoneType"}
    given = _types(shown, text, failing=True) | _types(shown, text, failing=False)
    if not usual or not given:
        return True
    return bool(given & usual) or bool(given & NUMBERS and usual & NUMBERS and "bool" not in given | usual)


def _types(shown: Observation, text: str, *, failing: bool) -> set[str]:
    """The types of an expression's values where it was looked at."""
    keys = zip(shown.values.get(text, ()), shown.sights, strict=False)
    found = {key.partition(":")[0] for key, sight in keys if ":" in key and sight.failing is failing}
    return found - {"U", "E"}


def _assignments(shown: Observation) -> Iterator[Action]:
    """`x = V`, where V is not what x is already."""
    place = shown.place
    crash = 1.4 if place.target.crash() in CRASHES_ON_VALUES else 1.0
    grouped: dict[object, list[Action]] = {}
    for (name, text), weight in assigned(place).items():
        look = _looks(shown, text)
        if look == _looks(shown, name) or (isinstance(look, str) and text in shown.values):
            continue
        if not _of_its_type(shown, name, text):
            continue
        action = _inserted(place, f"{name} = {text}", "guard.assignment", ASSIGNING * weight * crash)
        grouped.setdefault((name, look), []).append(action)
    yield from _with_rivals(grouped.values())


def _statements(place: ProbePoint) -> Iterator[Action]:
    """Statements of related functions."""
    for rank, (text, near) in enumerate(related_statements(place.target)):
        if "\n" not in text and not text.startswith(("return", "raise")):
            yield _inserted(place, text, "guard.statement", (0.4 if near else 0.25) / (1 + 0.05 * rank))


def _changes(place: ProbePoint) -> Iterator[Action]:
    """State changed, a helper called, or both under one condition."""
    for code, weight in changed(place):
        yield _inserted(place, code, "guard.change", weight)


def _branches(place: ProbePoint) -> Iterator[Action]:
    """One more branch of the chain that ends here, with what its siblings do."""
    for rank, code in enumerate(bodies(place) if is_last(place) else ()):

        def write(condition: str | None, code: str = code) -> Edit | None:
            return branch(place, condition, code, "branch.added")

        chained = isinstance(place.target.stmt, ast.If) and place.target.stmt.orelse
        yield Action("branch.added", "or", 0.5 / (1 + 0.1 * rank), code, write, always=0.0 if chained else 0.45)


def _skipped(place: ProbePoint) -> Iterator[Action]:
    """The statement only under a condition."""
    target, stmt, source = place.target, place.target.stmt, place.target.source
    fixed = (*FunctionNode.__args__, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass, ast.While)
    if place.side == "behind" or not source.owns_line(stmt) or is_elif(source, stmt) or isinstance(stmt, fixed):
        return
    start, end = source.block(stmt)
    indent = source.indent(stmt)

    def write(condition: str | None) -> Edit | None:
        if condition is None:
            return target.splice(start, end, f"{indent}pass{source.newline}", "skip", 1.0)
        body = one_step_in(source, start, end, indent)
        note = f"only if {condition}"
        return target.splice(start, end, lines(source, indent, [f"if {condition}:"]) + body, "guard.skip", 1.0, note)

    prior = SKIPPING * (0.7 if isinstance(stmt, LEAVING) else 1.0)
    yield Action("guard.skip", "unless", prior, "only under a condition", write)


def _conditions(place: ProbePoint) -> Iterator[Action]:
    """`old or new` and `old and new` for the condition of the statement; the new part first where the old crashes."""
    test, target = place.condition, place.target
    if test is None:
        return
    around = target.source.parents[test]
    joining = type(around.op) if isinstance(around, ast.BoolOp) else None
    first = bool(target.crash())
    said = {ast.unparse(one) for one in (test, *(test.values if isinstance(test, ast.BoolOp) else ()))}

    def is_idle(condition: str | None) -> bool:
        """Whether an operand says again what the condition says, or its opposite: all it does is to drop a part."""
        return condition is not None and not said.isdisjoint((_plain(condition), negated(condition)))

    def joined(word: str, condition: str) -> str:
        kind = ast.Or if word == "or" else ast.And
        flat = isinstance(test, ast.BoolOp) and isinstance(test.op, kind)
        parts = [target.text(test) if flat else wrapped_operand(target, test), _operand(condition)]
        text = f" {word} ".join(reversed(parts) if first else parts)
        return f"({text})" if joining else text

    def widened(condition: str | None) -> Edit | None:
        if is_idle(condition):
            return None
        new = "True" if condition is None else joined("or", condition)
        return target.replace(test, new, "condition.widened", 1.0, f"or {condition}")

    def narrowed(condition: str | None) -> Edit | None:
        if is_idle(condition):
            return None
        new = "False" if condition is None else joined("and", condition)
        return target.replace(test, new, "condition.narrowed", 1.0, f"and {condition}")

    # What an operand lacks with the word that it stands with already, the whole lacks.
    if joining is not ast.Or:
        yield Action("condition.widened", "or", CONDITION, "or", widened)
    if joining is not ast.And:
        yield Action("condition.narrowed", "and", CONDITION, "and", narrowed)


def _filters(place: ProbePoint) -> Iterator[Action]:
    """What a comprehension takes only under a condition."""
    target = place.target
    loop = unfiltered(target.source, place.value) if place.value is not None else None
    if loop is None or not target.source.is_real(loop.iter):
        return
    assert place.value is not None
    end, last = target.source.span(loop.iter)[1], target.source.span(target.source.parents[place.value])[1] - 1
    closing = re.match(r"(?:\s*\))*", target.source.text[end:last])  # of brackets around what is gone through
    end += closing.end() if closing else 0

    def write(condition: str | None) -> Edit | None:
        return target.splice(end, end, f" if {condition or 'False'}", "filter-added", 1.0, f"if {condition}")

    yield Action("filter-added", "unless", FILTERING, "filter", write, always=0.0)


def _plain(condition: str) -> str:
    return ast.unparse(python_code.expression(f"({condition})"))


def _operand(condition: str) -> str:
    node = python_code.expression(f"({condition})")
    return f"({condition})" if isinstance(node, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)) else condition
