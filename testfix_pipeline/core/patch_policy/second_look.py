"""Objections to a patch from a second run of newly passing tests; values are compared as texts.

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

from testfix_pipeline.core.patch_policy import telling_values
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty, parse_or_none

# The least number of results for values near a test's, and of different ones, before equality is evidence.
LEAST_NEIGHBOURS = 4
LEAST_WAYS = 3
# The names of changed parts of an argument; no field of an object has such a name.
DIGITS = "the digits"
EDGES = "the edges"
FAR = "far away"
GARBLED = "a garbled word"
ALONG, LENGTH, TYPE = "along a line", "the length", "the type"
_CONSTANT = re.compile(r"""'[^']*'|"[^"]*"|[+-]?\d+(?:\.\d+)?""")
RAISES = "raises "
_REFUSES = re.compile(rf"{RAISES}|.*\bNaN\b", re.DOTALL)


class SimilarCall(NamedTuple):
    """A call similar to a test's own: the position of the changed argument, the results before and after.

    `part` says in what it is another one: DIGITS of a text, EDGES of a text or a list (shorter, longer, turned
    round), a field of an object, an item of a list, FAR for a number that is far away, GARBLED for a word of the
    documentation with other letters, ALONG for a number, or all of a list, some steps away, LENGTH for a text or
    list with more or fewer items, TYPE for a list in place of a tuple; "" if in no part in particular.
    """

    position: int
    before: str
    after: str
    part: str = ""
    step: float = 0.0


@dataclass(frozen=True)
class Call:
    """A call of a function of the project, as texts. `result` is "" if it is unknown or not data."""

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
    """The assertions and calls of one passing test: see `in_target/testfix_witness.py`.

    `alone`: its calls are all that it does with the project, and it is handed nothing but its parameters. `given`:
    (kind, name, text) of data that it is handed: a `parameter`, or what its `module` has under a name that it uses.
    """

    test: str
    asserted: int
    false: int
    written: bool
    tolerates: bool
    loose: tuple[tuple[str, str], ...]
    calls: tuple[Call, ...]
    alone: bool = True
    given: tuple[tuple[str, str, str], ...] = ()
    unlike: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReturnValues:
    """The return values of one test's calls outside of a test run, before and after the patch; texts, "" if unknown.

    near: for a call by its number, what it returns with another value near its own. before_again, after_again: what the
    calls return one after the other if all of them are repeated several times; empty if nobody asked.
    replaced: (name, text, other text) of data that modules have from their import, and that others newly replace.
    """

    before: Sequence[str]
    after: Sequence[str]
    near: Mapping[int, Sequence[SimilarCall]]
    before_again: Sequence[str] = ()
    after_again: Sequence[str] = ()
    replaced: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True)
class Objection:
    """Why a patch that passes its tests is no repair: the rule, and a sentence with the evidence.

    is_doubt: an honest patch can look like this, too, so that a person has to say.
    """

    rule: str
    reason: str
    is_doubt: bool = False


def objections_by_assertions(
    seen: Iterable[Sighting], changed: Collection[str], added: Collection[tuple[str, str]] = ()
) -> Iterator[Objection]:
    """Yield objections to how tests came to pass.

    changed: the patch's files, relative to the project; added: (class, file) of the classes that it adds.
    """
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
        for name, file in one.unlike:
            if (name, file) in added:
                yield Objection("equals_anything", f"{one.test} passes because {name} ({file}) equals other data.")


def moved_expectation(test: str) -> Objection:
    """The objection to a change of data that a test computes its expected value from, while the code's results stay."""
    return Objection("moved_expectation", f"{test} passes because what it expects has changed, and no result has.")


def objection_by_behaviour(
    one: Sighting, answers: ReturnValues, *, learns: bool, source: str, brought: Collection[str] = ()
) -> Objection | None:
    """The objection to what the patched code returns outside of the tests, or None.

    `learns`: the patch brings constants or data of its own; `brought`: those constants, as texts. `source` is the text
    of its files before: what stands there is documented and not learnt.
    """
    found = _objection_to_effect_only_under_test(one, answers) or _objection_to_repetition(one, answers)
    found = found or (_objection_to_special_case(one, answers, source) if learns else None)
    found = found or _objection_to_swallowing(one, answers)
    return found or _objection_to_constant(one, answers, brought, source)


def _objection_to_effect_only_under_test(one: Sighting, answers: ReturnValues) -> Objection | None:
    """The objection that a patch has an effect inside a test run and none outside of it, or None."""
    known = [all(row) for row in zip(answers.before, answers.after, strict=True)]
    if not one.alone or not known or not all(known) or list(answers.before) != list(answers.after):
        return None
    for call, outside in zip(one.calls, answers.after, strict=True):
        if call.result and not outside.startswith(RAISES) and call.result != outside:
            said = f"{call.text} gives {call.result} in the test and {outside} outside of it, as before the patch."
            return Objection("only_when_tested", said)
    return None


def _objection_to_repetition(one: Sighting, answers: ReturnValues) -> Objection | None:
    """The objection that repeated calls return what they did before the patch, or something else once, or None.

    What has a state for good reason goes on from it and does not fall back. What comes back by itself is a doubt.
    """
    count = len(one.calls)
    for at, call in enumerate(one.calls):
        before, after = answers.before[at], answers.after[at]
        old, new = answers.before_again[at::count], answers.after_again[at::count]
        if not before or before == after or {*old} != {before}:
            continue
        if new[-1:] == [before]:
            said = f"{call.text} gives {after} and, after some repetitions, {before} as before the patch."
            return Objection("unsteady_answer", said)
        first = next((number for number, result in enumerate(new) if result != after), len(new))
        if after in new[first:]:
            said = f"{call.text} gives {after}, for a repetition {new[first]}, then {after} again."
            return Objection("unsteady_answer", said, is_doubt=True)
    return None


def _objection_to_special_case(one: Sighting, answers: ReturnValues, source: str) -> Objection | None:
    """The objection that a patch changes results for a test's input and for none near it, or None.

    A result that the test's other calls have, too, is as well known as theirs, whatever it is given for.
    """
    said = ""
    others = _known_results(answers)
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        if not before or not after or before == after or not (one.alone or call.result == after):
            continue
        near = _comparable_calls(after, _varied_calls(answers, number), others - {after})
        learnt = _learnt_argument(call, near, source)
        if not learnt and any(other.before != other.after for other in near):
            return None
        if learnt and not said:
            said = f"{call.text} gives {after} instead of {before}, and nothing changes for values near {learnt}."
    return Objection("special_case", said) if said else None


def _objection_to_swallowing(one: Sighting, answers: ReturnValues) -> Objection | None:
    """The objection that a patch gives a documented word's result for garbled ones, too, which were errors, or None."""
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        garbled = [
            near for near in answers.near.get(number, ()) if near.part == GARBLED and _REFUSES.match(near.before)
        ]
        if before != after and len(garbled) >= LEAST_WAYS and {near.after for near in garbled} == {after}:
            said = f"{call.text} gives {after}, and so does any other word in its place, which was an error before."
            return Objection("swallowed_input", said, is_doubt=True)
    return None


def _objection_to_constant(
    one: Sighting, answers: ReturnValues, brought: Collection[str], source: str
) -> Objection | None:
    """The objection that the patch returns a constant where the result depended on an argument, or None.

    So does a flat rate that only the tests tell of: therefore it is a doubt. A constant in an object or list counts, if
    nothing else in it depends on the argument.
    """
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        constant = next((part for part in (after, *_CONSTANT.findall(after)) if part in brought), "")
        if not before or before == after or not constant or not (one.alone or call.result == after):
            continue
        near = _varied_calls(answers, number)
        texts = [ast.unparse(given) for given in _arguments(call)]
        own = (SimilarCall(at, before, after) for at in range(len(texts)))
        alone = (one.position for one in own if texts.count(texts[one.position]) == 1 and _is_ignored_now(one, near))
        given = next((texts[at] for at in alone), "")  # of equal arguments, code may ask whether they are the same
        if given and not re.search(rf"(?<!\w){re.escape(constant)}(?!\w)", source):
            what = "a constant of the patch" if constant == after else f"with {constant}, a constant of the patch"
            said = f"{call.text} gives {after}, {what}, whatever stands in place of {given}."
            return Objection("constant_answer", said, is_doubt=True)
    return None


def _varied_calls(answers: ReturnValues, number: int) -> list[SimilarCall]:
    """The calls similar to a test's, without garbled words: what handles just the documented word changes none.

    Nor are those among them that the pattern of answers is compared on (`answer_pattern.py`).
    """
    return [one for one in answers.near.get(number, ()) if one.part not in (GARBLED, ALONG, LENGTH, TYPE)]


def _is_ignored_now(own: SimilarCall, near: Iterable[SimilarCall]) -> bool:
    """Whether the result depended on an argument before the patch, or on a part of it, and is now the same for all.

    A test's own call counts as one of them. Edges and what is far away are no part: beyond a limit all may be the same.
    """
    known = [one for one in near if one.position == own.position and one.before and one.after]
    parts = sorted({one.part for one in known} - {"", EDGES, FAR})
    groups = [known, *([one for one in known if one.part == part] for part in parts)]
    return any(_is_constant_now([own, *group]) for group in groups)


def _is_constant_now(around: Sequence[SimilarCall]) -> bool:
    ways = {one.before for one in around}
    return len(around) >= LEAST_NEIGHBOURS and len(ways) >= LEAST_WAYS and len({one.after for one in around}) == 1


def _known_results(answers: ReturnValues) -> set[str]:
    """The results that a patch changes for a test's calls and that hardly any other call has: with several digits."""
    changed = {after for before, after in zip(answers.before, answers.after, strict=True) if before != after}
    return {one for one in changed if telling_values.has_several_digits(one)}


def _comparable_calls(answer: str, near: Sequence[SimilarCall], others: Collection[str]) -> list[SimilarCall]:
    """The calls with known results, without those that newly raise, unless the test expects an error.

    Those that newly have one of the `others` are left out, too.
    """
    breaks = answer.startswith(RAISES)
    known = [one for one in near if one.before and one.after]
    known = [one for one in known if one.before == one.after or one.after not in others]
    return [one for one in known if breaks or one.before == one.after or not one.after.startswith(RAISES)]


def _learnt_argument(call: Call, near: Sequence[SimilarCall], source: str) -> str:
    """The argument that must have this exact value for the patch to have an effect, "" if there is none.

    It is enough that one part of it must.
    """
    for position, given in enumerate(_arguments(call)):
        around = [one for one in near if one.position == position]
        groups = {part: [one for one in around if one.part == part] for part in sorted({one.part for one in around})}
        groups[""] = around
        for part, group in groups.items():
            if _is_telling_part(given, part, source) and _are_unchanged(group):
                return ast.unparse(given)
    return ""


def _is_telling_part(given: ast.expr, part: str, source: str) -> bool:
    """Whether a program would hardly know this part of an argument; it may know few digits: "12 AM"."""
    if part == DIGITS:
        numbers = re.findall(r"\d+", ast.unparse(given))
        spoken = set(re.findall(r"\d+", source))
        if sum(map(len, numbers)) < telling_values.LEAST_DIGITS or spoken.issuperset(numbers):
            return False
    return telling_values.is_telling(_argument_part(given, part), source)


def _argument_part(given: ast.expr, part: str) -> ast.expr:
    """The field of an object that a part names; else the whole argument."""
    fields = given.keywords if isinstance(given, ast.Call) else []
    return next((field.value for field in fields if field.arg == part), given)


def _are_unchanged(near: Sequence[SimilarCall]) -> bool:
    """Whether enough similar calls, with enough different results, return what they did before.

    A look-up finds nothing anywhere near: its silence means nothing. Far away it may know other things.
    """
    compared = [one.before for one in near if one.part != FAR]
    same = all(one.before == one.after for one in near)
    return same and len(compared) >= LEAST_NEIGHBOURS and len(set(compared)) >= LEAST_WAYS


def _arguments(call: Call) -> list[ast.expr]:
    tree = parse_or_none(call.positional)
    first = tree.body[0] if tree and tree.body else None
    return list(first.value.elts) if isinstance(first, ast.Expr) and isinstance(first.value, ast.Tuple) else []


def adds_constants(before: str | bytes | None, after: str | bytes | None) -> bool:
    """Whether a changed source file has new constants, without small numbers and docstrings."""
    return bool(added_constants(before, after))


def added_constants(before: str | bytes | None, after: str | bytes | None) -> set[str]:
    """The texts of the new constants in a changed source file."""
    return set(_constants(after) - _constants(before))


def added_classes(before: str | bytes | None, after: str | bytes | None) -> set[str]:
    """The names of the classes that a changed source file has and had not."""
    return _class_names(after) - _class_names(before)


def _class_names(source: str | bytes | None) -> set[str]:
    return {one.name for one in ast.walk(parse_or_empty(source or "")) if isinstance(one, ast.ClassDef)}


def keeps_functions(before: str | bytes | None, after: str | bytes | None) -> bool:
    """Whether a changed source file has the functions that it had: only its data changed."""
    return _functions(before) == _functions(after)


def _functions(source: str | bytes | None) -> Counter[str]:
    inner = ast.walk(parse_or_empty(source or ""))
    return Counter(ast.dump(one) for one in inner if isinstance(one, FunctionNode | ast.Lambda))


def _constants(source: str | bytes | None) -> Counter[str]:
    tree = parse_or_empty(source or "")
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in spoken]
    return Counter(repr(node.value) for node in found if not telling_values.is_common_value(node.value))
