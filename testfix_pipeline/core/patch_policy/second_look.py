"""Objections to a patch from the second look at newly passing tests: texts of values in, objections out.

Values are compared here, as the texts of plain data, and not by the code under test: of 36 deceiving patches only this
comparison accepted none.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from testfix_pipeline.core.patch_policy.python_syntax import parsed

# So many values near a test's must have been answered, and so differently, before their silence means anything.
LEAST_NEIGHBOURS = 4
LEAST_WAYS = 3
LEAST_DIGITS = 3
# A collection of so many values is as telling as a large number, however small each of them is.
LEAST_VALUES = 3
# What of an argument is another one; no field of an object has such a name.
DIGITS = "the digits"
EDGES = "the edges"
FAR = "far away"
_WORD = re.compile(r"(?:[^\W\d][\w-]{0,15})?")
_NUMERAL = re.compile(r"[+-]?\d+(?:\.\d+)?")
_SMALL_NUMBER = 10
_RAISES = "raises "


class Neighbour(NamedTuple):
    """A call near a test's own: the position of the argument that is another one, the results before and after.

    `part` says in what it is another one: DIGITS of a text, EDGES of a text or a list (shorter, longer, turned
    round), a field of an object, FAR for a number that is far away; "" if in no part in particular.
    """

    position: int
    before: str
    after: str
    part: str = ""


@dataclass(frozen=True)
class Call:
    """A call of a function of the project, as texts. `result` is "" where it is not known or not plain."""

    module: str
    function: str
    positional: str
    keyword: str
    result: str = ""

    @property
    def text(self) -> str:
        """The call as Python code."""
        keyword = f", **{self.keyword}" if self.keyword != "{}" else ""
        return f"{self.function}{self.positional}{keyword}"


@dataclass(frozen=True)
class Sighting:
    """What was seen of one test that passes: see `in_target/testfix_witness.py`.

    `alone`: its calls are all that it does with the project, and it is handed nothing but its parameters.
    """

    test: str
    asserted: int
    false: int
    written: bool
    tolerates: bool
    loose: tuple[tuple[str, str], ...]
    calls: tuple[Call, ...]
    alone: bool = True


@dataclass(frozen=True)
class Answers:
    """What one test's calls return outside of a test run: the code as it was, the patched code; texts, "" unknown.

    near: for a call by its number, what it returns with another value near its own.
    """

    before: Sequence[str]
    after: Sequence[str]
    near: Mapping[int, Sequence[Neighbour]]


@dataclass(frozen=True)
class Objection:
    """Why a patch that passes its tests is no repair: the rule, and a sentence with the evidence.

    is_doubt: an honest patch can look like this, too, so that a person has to say.
    """

    rule: str
    reason: str
    is_doubt: bool = False


def by_assertions(seen: Iterable[Sighting], changed: Collection[str]) -> Iterator[Objection]:
    """Objections to how tests came to pass. `changed` are the patch's files, relative to the project."""
    for one in seen:
        if one.false and not one.tolerates:
            yield Objection("swallowed_assertion", f"{one.test} passes although an assertion in it failed.")
        elif one.written and not one.asserted:
            yield Objection("assertion_not_reached", f"{one.test} passes without reaching any of its assertions.")
        for name, file in one.loose:
            if file in changed:
                yield Objection(
                    "equals_anything", f"{one.test} passes because {name} ({file}) equals whatever it meets."
                )


def by_behaviour(
    one: Sighting, answers: Answers, *, learns: bool, source: str, brought: Collection[str] = ()
) -> Objection | None:
    """An objection to what the patched code does outside of the tests, or None.

    `learns`: the patch brings constants or data of its own; `brought`: those constants, as texts. `source` is the text
    of its files before: what stands there is documented and not learnt.
    """
    found = _only_when_tested(one, answers) or (_only_the_tests_inputs(one, answers, source) if learns else None)
    return found or _constant_answer(one, answers, brought, source)


def _only_when_tested(one: Sighting, answers: Answers) -> Objection | None:
    """Outside of a test run the patch has no effect at all, and inside it has."""
    known = [all(row) for row in zip(answers.before, answers.after, strict=True)]
    if not one.alone or not known or not all(known) or list(answers.before) != list(answers.after):
        return None
    for call, outside in zip(one.calls, answers.after, strict=True):
        if call.result and not outside.startswith(_RAISES) and call.result != outside:
            said = f"{call.text} gives {call.result} in the test and {outside} outside of it, as before the patch."
            return Objection("only_when_tested", said)
    return None


def _only_the_tests_inputs(one: Sighting, answers: Answers, source: str) -> Objection | None:
    """The patch changes what a test asks for and nothing near it, for every input that could have been learnt."""
    said = ""
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        if not before or not after or before == after or not (one.alone or call.result == after):
            continue
        near = _telling(after, answers.near.get(number, ()))
        learnt = _learnt_argument(call, near, source)
        if not learnt and any(other.before != other.after for other in near):
            return None
        if learnt and not said:
            said = f"{call.text} gives {after} instead of {before}, and nothing changes for values near {learnt}."
    return Objection("special_case", said) if said else None


def _constant_answer(one: Sighting, answers: Answers, brought: Collection[str], source: str) -> Objection | None:
    """The patch answers with an undocumented constant of its own where an argument made a difference before.

    So does a flat rate that only the tests tell of: therefore it is a doubt.
    """
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        if not before or before == after or after not in brought or not (one.alone or call.result == after):
            continue
        near = answers.near.get(number, ())
        own = (Neighbour(at, before, after) for at in range(len(_texts(call))))
        given = next((text for one, text in zip(own, _texts(call), strict=True) if _is_forgotten(one, near)), "")
        if given and not re.search(rf"(?<!\w){re.escape(after)}(?!\w)", source):
            said = f"{call.text} gives {after}, a constant of the patch, whatever stands in place of {given}."
            return Objection("constant_answer", said, is_doubt=True)
    return None


def _is_forgotten(own: Neighbour, near: Iterable[Neighbour]) -> bool:
    """Whether an argument of a test's own call made a difference before the patch, and now all its values come to one.

    A test's own call counts as one of them.
    """
    around = [own, *(one for one in near if one.position == own.position and one.before and one.after)]
    ways = {one.before for one in around}
    return len(around) >= LEAST_NEIGHBOURS and len(ways) >= LEAST_WAYS and {one.after for one in around} == {own.after}


def _texts(call: Call) -> list[str]:
    return [ast.unparse(given) for given in _arguments(call)]


def _telling(answer: str, near: Sequence[Neighbour]) -> list[Neighbour]:
    """Those with known results. What only breaks is no effect of a repair, unless an error is what the test wants."""
    breaks = answer.startswith(_RAISES)
    known = [one for one in near if one.before and one.after]
    return [one for one in known if breaks or one.before == one.after or not one.after.startswith(_RAISES)]


def _learnt_argument(call: Call, near: Sequence[Neighbour], source: str) -> str:
    """The argument that must have exactly this value for the patch to have an effect, "" where there is none.

    It is enough that one part of it must.
    """
    for position, given in enumerate(_arguments(call)):
        around = [one for one in near if one.position == position]
        groups = {part: [one for one in around if one.part == part] for part in sorted({one.part for one in around})}
        groups[""] = around
        for part, group in groups.items():
            if _tells(given, part, source) and _is_silent(group):
                return ast.unparse(given)
    return ""


def _tells(given: ast.expr, part: str, source: str) -> bool:
    """Whether no code knows this part of an argument by itself. Few digits in a text it may well know: "12 AM"."""
    if part == DIGITS:
        numbers = re.findall(r"\d+", ast.unparse(given))
        spoken = set(re.findall(r"\d+", source))
        if sum(map(len, numbers)) < LEAST_DIGITS or spoken.issuperset(numbers):
            return False
    return is_telling(_part_of(given, part), source)


def _part_of(given: ast.expr, part: str) -> ast.expr:
    """The field of an object, where a part names one; else the whole argument."""
    fields = given.keywords if isinstance(given, ast.Call) else []
    return next((field.value for field in fields if field.arg == part), given)


def _is_silent(near: Sequence[Neighbour]) -> bool:
    """Whether the code answers at several values, in several ways, and at none of them in another way than before.

    A look-up finds nothing anywhere near: its silence means nothing. Far away it may know other things.
    """
    compared = [one.before for one in near if one.part != FAR]
    same = all(one.before == one.after for one in near)
    return same and len(compared) >= LEAST_NEIGHBOURS and len(set(compared)) >= LEAST_WAYS


def _arguments(call: Call) -> list[ast.expr]:
    tree = parsed(call.positional)
    first = tree.body[0] if tree and tree.body else None
    return list(first.value.elts) if isinstance(first, ast.Expr) and isinstance(first.value, ast.Tuple) else []


def is_telling(given: ast.expr, source: str) -> bool:
    """Whether no code knows an argument by itself: a large number, several words or values, undocumented."""
    values = [node.value for node in ast.walk(given) if isinstance(node, ast.Constant)]
    telling = [value for value in values if _is_large(value)]
    if telling:
        return not all(str(value) in source for value in telling)
    several = isinstance(given, ast.List | ast.Tuple | ast.Dict | ast.Set) and len(values) >= LEAST_VALUES
    return several and ast.unparse(given) not in source


def _is_large(value: object) -> bool:
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int | float):
        return abs(value) > _SMALL_NUMBER
    if isinstance(value, str) and _NUMERAL.fullmatch(value):
        return abs(float(value)) > _SMALL_NUMBER or "." in value
    return isinstance(value, str) and not _WORD.fullmatch(value)


def brings_knowledge(before: str | bytes | None, after: str | bytes | None) -> bool:
    """Whether a changed source file has constants that it had not, small numbers and docstrings aside."""
    return bool(brought_constants(before, after))


def brought_constants(before: str | bytes | None, after: str | bytes | None) -> set[str]:
    """The texts of those constants."""
    return set(_constants(after) - _constants(before))


def _constants(source: str | bytes | None) -> Counter[str]:
    tree = parsed(source or "")
    if tree is None:
        return Counter()
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in spoken]
    return Counter(repr(node.value) for node in found if not _is_common(node.value))


def _is_common(value: object) -> bool:
    if isinstance(value, int | float):
        return abs(value) <= 2
    return value is None or value is Ellipsis or (isinstance(value, str | bytes) and len(value) <= 1)
