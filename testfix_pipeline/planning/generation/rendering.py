"""Writes tests in the project's style: functions for pytest, or classes where it uses only unittest."""

from __future__ import annotations

import ast
import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import snake_case
from testfix_pipeline.core.plan_records import Layer
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.generation.condition_names import condition_of
from testfix_pipeline.planning.generation.example_selection import Pinned, is_blank
from testfix_pipeline.planning.generation.quoted_text import WIDTH, message_pattern, with_short_literals
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.subject import Subject
from testfix_pipeline.planning.python_code.documentation import documented_raises

_MOST_ASSERTIONS, _MOST_LONG = 4, 2
_LONGEST_WORDS, _LONGEST_FLOAT = 24, 6
_LONG_FLOAT = re.compile(r"-?\d+\.\d{10,}(e-?\d+)?|-?\d\.\d+e-?\d+")


PINS = "pins current behaviour, not correctness"
_LABELS = {
    "documented_examples": "states what the documentation's examples say, and the code does",
    "contradicts_its_documentation": "states what the documentation says and the code does not do",
    "values": PINS,
}
_CLOSING = tuple("'\"]})")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_DOCUMENTED_ERROR = "states an exception that the documentation names, and the code raises"


@dataclass
class Draft:
    """A test before it is admitted. `body` is the function's text without its `def` line, `arguments` are its own.

    mark: the decorator of an expected failure. label: where the expectation comes from. stated: the ids of criteria
    that it states without `pinned` examples.
    """

    subject: Subject
    name: str
    body: list[str]
    imports: set[str]
    pinned: list[Pinned]
    mark: str = ""
    reason: str = ""
    arguments: str = ""
    label: str = PINS
    layer: Layer = "L1"
    requirements: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    node_id: TestId = field(default=TestId(""), compare=False)
    cases: tuple[TestId, ...] = field(default=(), compare=False)
    more_kills: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def node_ids(self) -> tuple[TestId, ...]:
        """The node ids that pytest runs for the draft: several `cases` where it is parametrised."""
        return self.cases or (self.node_id,)

    @property
    def kills(self) -> set[str]:
        """The mutants that the draft is known to notice."""
        return {kill for one in self.pinned for kill in one.kills} | self.more_kills

    @property
    def required(self) -> list[str]:
        """The ids of the criteria and requirements whose expectations the draft asserts."""
        said = [one.example.documented for one in self.pinned]
        return [*self.stated, *dict.fromkeys(one.required for one in said if one is not None and one.required)]


_DIALECTS: dict[bool, dict[str, str]] = {
    False: {
        "is": "assert {} is {}", "equal": "assert {} == {}", "near": "assert {} == pytest.approx({})",
        "raises": "with pytest.raises({}):", "says": "with pytest.raises({}, match={}):",
    },
    True: {
        "is": "self.assertIs({}, {})", "equal": "self.assertEqual({}, {})", "near": "self.assertAlmostEqual({}, {})",
        "raises": "with self.assertRaises({}):",
        "says": "with self.assertRaisesRegex({}, {}):",
    },
}  # fmt: skip
"""The assertions of pytest, and those of unittest."""


class AssertionStyle:
    """How the project's framework writes assertions."""

    def __init__(self, unittest: bool, *, strict: bool = True) -> None:
        self.unittest = unittest
        self._dialect = _DIALECTS[unittest]
        self._strict = f"strict={strict}"

    def equal(self, call: str, value: str) -> str:
        """The assertion that a call returns a value."""
        kind = "near" if _LONG_FLOAT.fullmatch(value) else "is" if value in _SINGLE else "equal"
        return self._dialect[kind].format(f"({call})" if _is_comparison(call) and not self.unittest else call, value)

    def raises(self, error: str, message: str = "") -> str:
        """The line that opens a block in which an exception is expected, with its message where that is known."""
        return self._dialect["says" if message else "raises"].format(error, message_pattern(message))

    def mark(self, reason: str) -> str:
        """The decorator of a test that is expected to fail; where that is strict a pass is then a failure."""
        if self.unittest:
            return "@unittest.expectedFailure"
        return with_short_literals(f"@pytest.mark.xfail({self._strict}, reason={reason!r})")


_SINGLE = ("None", "True", "False")


def _is_comparison(code: str) -> bool:
    """Whether code must be put in parentheses before a comparison: `x in y is True` would be a chain."""
    return isinstance(python_code.expression_or_none(code), ast.Compare | ast.BoolOp)


def draft_tests(subject: Subject, pinned: Sequence[Pinned], style: AssertionStyle) -> list[Draft]:
    """The drafts for one subject: results by the origin of their values, each exception type, each contradiction."""
    groups: dict[tuple[str, bool], list[Pinned]] = {}
    results = Counter(_result_words(one) for one in pinned)
    for one in pinned:
        group, words = _group_of(one), _result_words(one)
        if group == "values":
            held = condition_of(subject.node, one.lines)
            group = f"is_{words}" if words and results[words] > 1 else held or group
        groups.setdefault((group, one.sort == "contradicts"), []).append(one)
    drafts = []
    for (group, _), members in groups.items():
        size = _examples_per_test(members)
        for start in range(0, len(members), size):
            part = members[start : start + size]
            case = _case_of_values(part) if group == "values" else group
            draft = draft_of(subject, f"test_{subject_slug(subject)}_{case}", part, style)
            draft.label = _label_of(subject, group, members[0])
            drafts.append(draft)
    return drafts


def _label_of(subject: Subject, group: str, one: Pinned) -> str:
    said = one.example.documented
    if said is not None and said.required:
        does = "and the code does not do" if one.sort == "contradicts" else "and the code does"
        return f"states what {said.required} asks for, {does}"
    return _DOCUMENTED_ERROR if _is_documented_exception(subject, one) else _LABELS.get(group, PINS)


def _is_documented_exception(subject: Subject, one: Pinned) -> bool:
    """Whether the docstring names the exception that a call raises."""
    if one.sort != "raises":
        return False
    doc = ast.get_docstring(subject.node) or ""
    return one.seen["raises"]["type"] in {kind for kind, _ in documented_raises(doc)}


def _examples_per_test(members: Sequence[Pinned]) -> int:
    """The number of examples of a group in one test: few where each takes several lines."""
    if members[0].sort == "contradicts":
        return 1
    if any(one.example.fixtures for one in members):
        return 1
    longest = max(len(one.seen.get("checks", ())) for one in members)
    return 1 if longest > _MOST_ASSERTIONS else _MOST_LONG if longest > 1 else _MOST_ASSERTIONS


def subject_slug(subject: Subject) -> str:
    """The part of a test's name that names the function."""
    name = subject.name.replace(".__init__", ".constructor")
    return re.sub(r"__+", "_", snake_case(name).replace(".", "_")).strip("_")


def _group_of(one: Pinned) -> str:
    said = one.example.documented
    if said is not None and said.required:
        name = re.sub(r"\W+", "_", said.required).strip("_").lower()
        return f"as_{name}_asks"  # which it does after a fix, too
    if one.sort == "contradicts":
        return "contradicts_its_documentation"
    if one.sort == "raises":
        return "raises_" + snake_case(one.seen["raises"]["type"])
    named = {"documented": "documented_examples"}
    return named.get(one.example.origin) or _behaviour(one) or "values"


def _behaviour(one: Pinned) -> str:
    """What a call does, as part of a name, where its result alone says it: `is_false`, `gives_nothing`; else ""."""
    checks = one.seen["checks"]
    value = checks[0]["value"] if len(checks) == 1 and (checks[0]["on"], checks[0]["form"]) == ("result", "{}") else ""
    if value in ("True", "False"):
        return f"is_{value.lower()}"
    return "gives_nothing" if value == "None" else "is_empty" if is_blank(one) and value.endswith(_CLOSING) else ""


def _case_of_values(members: Sequence[Pinned]) -> str:
    """What calls do, as part of a name: their results, or the attributes that they state."""
    results = [_result_words(one) for one in members]
    if all(results):
        return f"gives_{_listed(results)}"
    checks = [check for one in members for check in one.seen["checks"]]
    if any(check["on"] == "capsys" for check in checks):
        return "prints"
    names = [re.findall(r"\{\}\.([a-z][a-z_0-9]*)|(len)\(\{\}", check["form"]) for check in checks]
    words = dict.fromkeys("length" if size else name for found in names for name, size in found[:1])
    verb = "gives" if any(check["on"] == "result" for check in checks) else "changes"
    if words:
        return f"{verb}_{_listed(list(words))}"
    return f"gives_{_listed([_kind_words(python_code.value_of(check['value'])) for check in checks])}"


def _kind_words(value: object) -> str:
    """A value that is not named itself as part of a name: the number of its items, or its kind."""
    if isinstance(value, list | tuple | set | frozenset | dict):
        return f"{len(value)}_item{'' if len(value) == 1 else 's'}"
    return {"str": "text", "int": "number", "float": "number"}.get(type(value).__name__, type(value).__name__)


def _listed(words: Sequence[str]) -> str:
    """The first few words as part of a name: `first`, `first_and_second`, `first_and_more`."""
    first = list(dict.fromkeys(words))
    return "_and_".join(first if len(first) < 3 else [first[0], "more"])


def _result_words(one: Pinned) -> str:
    """The result of a call as part of a name, "" where it is no short text or number."""
    checks = one.seen.get("checks", ())
    plain = (
        one.sort == "returns"
        and len(checks) == 1
        and checks[0]["on"] == "result"
        and checks[0]["form"] in ("{}", "str({})")
    )
    return _words_of(checks[0]["value"]) if plain else ""


def _words_of(literal: str) -> str:
    """A literal as part of a name; "" of a long one, of a collection, and of letters that are not in ASCII."""
    if len(literal) > _LONGEST_WORDS or literal[0] in "[({" or literal.startswith(("set(", "frozenset(")):
        return ""
    plain = "".join(one for one in unicodedata.normalize("NFKD", literal) if not unicodedata.combining(one))
    text = re.sub(r"(?<!\w)-(?=[\d.])", "minus ", plain).replace("\\n", " ")
    if isinstance(python_code.value_of(literal), float):
        text = "" if len(text) > _LONGEST_FLOAT else text.removesuffix(".0").replace(".", " point ")
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") if plain.isascii() else ""


def draft_of(subject: Subject, name: str, members: list[Pinned], style: AssertionStyle) -> Draft:
    """The draft of this name that asserts some examples of a subject."""
    draft = Draft(subject, name, [], set(), members, arguments=", ".join(_needed_fixtures(members)))
    many = False
    stated: set[str] = set()
    for one in members:
        one = _without_repeated_types(one, stated)
        for code in (one.example.code, _stated_error(one)):
            draft.imports |= subject.module.statements_for(code, one.example.fixtures) or set()
        lines, hoisted = _statements(one, style)
        lines += one.example.after
        draft.imports |= hoisted
        if draft.body and (len(lines) > 1 or many):
            draft.body.append("")
        many = len(lines) > 1
        draft.body += lines
    if members[0].sort == "contradicts":
        draft.reason = _contradiction_text(members[0])
        draft.mark = style.mark(draft.reason)
        if style.unittest:
            draft.body.insert(0, f"# {draft.reason}")
    return draft


def _needed_fixtures(members: Sequence[Pinned]) -> list[str]:
    """The fixtures that a test needs for its examples and for their printed output."""
    asked = {name for one in members for name in one.example.fixtures}
    printed = any(check["on"] == "capsys" for one in members for check in one.seen.get("checks", ()))
    return [*sorted(asked), *(["capsys"] if printed else [])]


def _without_repeated_types(one: Pinned, stated: set[str]) -> Pinned:
    """The example without type checks that `stated` already has; adds its own to `stated`."""
    checks = one.seen.get("checks")
    if not checks or len(checks) < 2:
        return one
    kept = [check for check in checks if not (check["form"].startswith("type(") and check["value"] in stated)]
    stated |= {check["value"] for check in checks if check["form"].startswith("type(")}
    return replace(one, seen={**one.seen, "checks": kept}) if kept else one


def _contradiction_text(one: Pinned) -> str:
    said = one.example.documented
    assert said is not None
    wanted = f"raises {said.raises}" if said.raises else f"gives {said.want.strip()}"
    raised = (one.seen.get("raises") or {}).get("type") or one.seen.get("raised")
    got = f"it raises {raised}" if raised else f"it gives {_ADDRESS.sub('', one.seen.get('shown', ''))}"
    who = said.required or "the documentation"
    return textwrap.shorten(f"{who} says that {one.example.call} {wanted}, but {got}", 300)


def _stated_error(one: Pinned) -> str:
    """The documented exception, "" where a call gives a value or raises that one itself."""
    said = one.example.documented
    return said.raises if said and said.raises != (one.seen.get("raises") or {}).get("type") else ""


def _statements(one: Pinned, style: AssertionStyle) -> tuple[list[str], set[str]]:
    """The lines that assert an example, and the imports of its setup, which go to the top of the file."""
    setup, hoisted = _split_imports(one.example)
    if one.sort == "contradicts":
        return [*setup, *_documented_assertion(one.example, style)], hoisted
    if one.sort == "raises":
        call = one.example.inline or one.example.call
        before = [] if one.example.inline else setup
        raised, said = one.seen["raises"], one.example.documented
        if not _stated_error(one):
            hoisted = hoisted | _exception_import(raised)
        # A requirement names the exception, and leaves its message to the code.
        kind, message = (said.raises, "") if said and said.required else (raised["type"], raised["message"])
        return [*before, style.raises(kind, message), f"    {raised['form'].replace('{}', call)}"], hoisted
    checks: list[dict[str, Any]] = one.seen["checks"]
    if len(checks) == 1 and checks[0]["on"] == "result":
        inline = one.example.inline and (len(one.example.inline) < WIDTH * 0.7 or not setup)
        call = one.example.inline if inline else one.example.call
        return [*([] if inline else setup), _assertion(checks[0], call, style)], hoisted
    return [*setup, *_stated_call(one.example.call, checks, style)], hoisted


def _split_imports(example: Example) -> tuple[list[str], set[str]]:
    imports = {line for line in example.setup if re.match(r"(import|from) .*$", line) and "\n" not in line}
    lines = [line for statement in example.setup if statement not in imports for line in statement.split("\n")]
    return lines, imports


def _exception_import(raised: dict[str, str]) -> set[str]:
    return set() if raised["module"] == "builtins" else {f"from {raised['module']} import {raised['type']}"}


def _stated_call(call: str, checks: list[dict[str, Any]], style: AssertionStyle) -> list[str]:
    """The lines that assert the result of a call, and what it changed."""
    if not any(check["on"] == "result" for check in checks):
        return [call, *(_assertion(check, check["on"], style) for check in checks)]
    quiet = checks[0]["value"] == "None" and len(checks) > 1 and checks[0]["form"] == "{}"
    first = call if quiet else f"result = {call}"
    return [first, *(_assertion(check, check["on"], style) for check in checks[1 if quiet else 0 :])]


def _assertion(check: dict[str, Any], expression: str, style: AssertionStyle) -> str:
    return style.equal(check["form"].replace("{}", expression), check["value"])


def _documented_assertion(example: Example, style: AssertionStyle) -> list[str]:
    said = example.documented
    assert said is not None
    want = said.want.strip()
    if said.raises:
        return [style.raises(said.raises), f"    {example.call}"]
    if said.printed:
        return [style.equal(f"str({example.call})", repr(want))]
    if python_code.value_of(want) is python_code.NO_VALUE:
        return [style.equal(f"repr({example.call})", repr(want))]
    return [style.equal(example.call, want)]
