"""Writes tests in the project's own style: functions for pytest, or classes where it uses unittest alone."""

from __future__ import annotations

import io
import re
import sys
import textwrap
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from testfix_pipeline.planning.generation.documented import NO_VALUE, value_of
from testfix_pipeline.planning.generation.examples import Example
from testfix_pipeline.planning.generation.selecting import Pinned
from testfix_pipeline.planning.generation.source import ModuleSource
from testfix_pipeline.planning.generation.subjects import Subject

_MOST_ASSERTIONS = 4
_WIDTH = 100
_LONG_FLOAT = re.compile(r"-?\d+\.\d{10,}(e-?\d+)?|-?\d\.\d+e-?\d+")


@dataclass
class Draft:
    """A test before it is admitted. `body` is the function's text without its `def` line."""

    subject: Subject
    name: str
    body: list[str]
    imports: set[str]
    pinned: list[Pinned]
    mark: str = ""
    reason: str = ""
    node_id: str = field(default="", compare=False)
    cases: tuple[str, ...] = field(default=(), compare=False)
    more_kills: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def node_ids(self) -> tuple[str, ...]:
        """What runs for it: a parametrised test is several `cases`."""
        return self.cases or (self.node_id,)

    @property
    def kills(self) -> set[str]:
        """The mutants that it is known to notice."""
        return {kill for one in self.pinned for kill in one.kills} | self.more_kills


class Style:
    """How a framework says it."""

    def __init__(self, unittest: bool) -> None:
        self.unittest = unittest

    def equal(self, call: str, value: str) -> str:
        if _LONG_FLOAT.fullmatch(value):
            return (
                f"self.assertAlmostEqual({call}, {value})"
                if self.unittest
                else f"assert {call} == pytest.approx({value})"
            )
        if self.unittest:
            return f"self.assertIs({call}, {value})" if value in _SINGLE else f"self.assertEqual({call}, {value})"
        return f"assert {call} is {value}" if value in _SINGLE else f"assert {call} == {value}"

    def raises(self, error: str) -> str:
        return f"with self.assertRaises({error}):" if self.unittest else f"with pytest.raises({error}):"

    def mark(self, reason: str) -> str:
        """The decorator of a test that is expected to fail; a pass would be a failure."""
        return (
            "@unittest.expectedFailure"
            if self.unittest
            else with_double_quotes(f"@pytest.mark.xfail(strict=True, reason={reason!r})")
        )


_SINGLE = ("None", "True", "False")


def draft_tests(subject: Subject, pinned: Sequence[Pinned], style: Style) -> list[Draft]:
    """The tests of one subject: results by the source of their values, each exception type, each contradiction."""
    groups: dict[str, list[Pinned]] = {}
    for one in pinned:
        groups.setdefault(_group(one), []).append(one)
    drafts = []
    for group, members in groups.items():
        case = _values_case(members) if group == "values" else group
        size = 1 if members[0].sort == "contradicts" else _MOST_ASSERTIONS
        for part, start in enumerate(range(0, len(members), size), start=1):
            name = f"test_{_slug(subject)}_{case}" + (f"_{part}" if part > 1 else "")
            drafts.append(_draft(subject, name, members[start : start + size], style))
    return drafts


def _slug(subject: Subject) -> str:
    name = subject.name.replace(".__init__", ".constructor")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace(".", "_").lower().strip("_")


def _group(one: Pinned) -> str:
    if one.sort == "contradicts":
        return "contradicts_its_documentation"
    if one.sort == "raises":
        return "raises_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", one.seen["raises"]["type"]).lower()
    return "documented_examples" if one.example.origin == "documented" else "values"


def _values_case(members: Sequence[Pinned]) -> str:
    origins = {one.example.origin for one in members}
    if origins == {"usage"}:
        return "values_used_in_the_project"
    if "boundary" not in origins:
        return "typical_values"
    return "boundary_values" if origins == {"boundary"} else "typical_and_boundary_values"


def _draft(subject: Subject, name: str, members: list[Pinned], style: Style) -> Draft:
    draft = Draft(subject, name, [], set(), members)
    many = False
    for one in members:
        draft.imports |= subject.module.statements_for(one.example.code) or set()
        lines, hoisted = _statements(one, style)
        draft.imports |= hoisted
        if draft.body and (len(lines) > 1 or many):
            draft.body.append("")
        many = len(lines) > 1
        draft.body += lines
    if members[0].sort == "contradicts":
        draft.reason = _reason(members[0])
        draft.mark = style.mark(draft.reason)
        if style.unittest:
            draft.body.insert(0, f"# {draft.reason}")
    return draft


def _reason(one: Pinned) -> str:
    said = one.example.documented
    assert said is not None
    wanted = f"raises {said.raises}" if said.raises else f"gives {said.want.strip()}"
    raised = (one.seen.get("raises") or {}).get("type") or one.seen.get("raised")
    got = f"it raises {raised}" if raised else f"it gives {one.seen.get('shown', '')}"
    return textwrap.shorten(f"the documentation says that {one.example.call} {wanted}, but {got}", 300)


def _statements(one: Pinned, style: Style) -> tuple[list[str], set[str]]:
    """The lines that state an example, and the imports of its setup, which go to the top of the file."""
    setup, hoisted = _split_imports(one.example)
    if one.sort == "contradicts":
        return [*setup, *_documented(one.example, style)], hoisted
    if one.sort == "raises":
        call = one.example.inline if _can_inline(one.example) else one.example.call
        before = [] if _can_inline(one.example) else setup
        hoisted = hoisted | _exception_import(one.seen["raises"])
        return [*before, style.raises(one.seen["raises"]["type"]), f"    {call}"], hoisted
    checks: list[dict[str, Any]] = one.seen["checks"]
    if len(checks) == 1 and checks[0]["on"] == "result":
        inline = _can_inline(one.example)
        call = one.example.inline if inline else one.example.call
        return [*([] if inline else setup), _check(checks[0], call, style)], hoisted
    return [*setup, *_several(one.example, checks, style)], hoisted


def _can_inline(example: Example) -> bool:
    return bool(example.inline)


def _split_imports(example: Example) -> tuple[list[str], set[str]]:
    imports = {line for line in example.setup if re.match(r"(import|from) .*$", line) and "\n" not in line}
    lines = [line for statement in example.setup if statement not in imports for line in statement.split("\n")]
    return lines, imports


def _exception_import(raised: dict[str, str]) -> set[str]:
    return set() if raised["module"] == "builtins" else {f"from {raised['module']} import {raised['type']}"}


def _several(example: Example, checks: list[dict[str, Any]], style: Style) -> list[str]:
    """A call and what it gave, then what it changed. A call that gives nothing is made for its changes."""
    quiet = checks[0]["value"] == "None" and len(checks) > 1 and checks[0]["form"] == "{}"
    call = example.call if quiet else f"result = {example.call}"
    return [call, *(_check(check, check["on"], style) for check in checks[1 if quiet else 0 :])]


def _check(check: dict[str, Any], expression: str, style: Style) -> str:
    return style.equal(check["form"].replace("{}", expression), check["value"])


def _documented(example: Example, style: Style) -> list[str]:
    said = example.documented
    assert said is not None
    want = said.want.strip()
    if said.raises:
        return [style.raises(said.raises), f"    {example.call}"]
    if said.printed:
        return [style.equal(f"str({example.call})", repr(want))]
    if value_of(want) is NO_VALUE:
        return [style.equal(f"repr({example.call})", repr(want))]
    return [style.equal(example.call, want)]


def source_of(draft: Draft, style: Style) -> str:
    """The text of one test function or method, without indentation of a class."""
    body = textwrap.indent(with_double_quotes("\n".join(draft.body)), "    ")
    mark = f"{draft.mark}\n" if draft.mark else ""
    return f"{mark}def {draft.name}({'self' if style.unittest else ''}):\n{body}\n"


def render_file(module: ModuleSource, drafts: Sequence[Draft], style: Style) -> str:
    """A whole test file."""
    title = f"Characterisation tests of {module.name}: they pin current behaviour, not correctness."
    note = "# Generated by observing the code. A test that a deliberate change contradicts may be changed or deleted."
    sources = [source_of(draft, style) for draft in drafts]
    own = (
        {"import unittest"} if style.unittest else {"import pytest"} if any("pytest." in s for s in sources) else set()
    )
    imports = _sorted_imports({statement for draft in drafts for statement in draft.imports} | own, module)
    tests = _as_classes(drafts, sources) if style.unittest else "\n\n".join(sources)
    return f'"""{title}"""\n\n{note}\n\n{imports}\n\n\n{tests}'


def with_double_quotes(code: str) -> str:
    """The code with its plain strings as formatters write them."""
    lines = code.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    for token in reversed(tokens):
        (row, start), (last, end) = token.start, token.end
        if token.type == tokenize.STRING and row == last and _is_convertible(token.string):
            line = lines[row - 1]
            lines[row - 1] = f'{line[:start]}"{token.string[1:-1]}"{line[end:]}'
    return "\n".join(lines)


def _is_convertible(text: str) -> bool:
    """Whether a string in single quotes means the same in double ones."""
    return text.startswith("'") and not text.startswith("'''") and '"' not in text and "\\'" not in text


def _as_classes(drafts: Sequence[Draft], sources: Sequence[str]) -> str:
    classes: dict[str, list[str]] = {}
    for draft, source in zip(drafts, sources, strict=True):
        classes.setdefault(class_name(draft.subject), []).append(textwrap.indent(source, "    "))
    return "\n\n".join(f"class {name}(unittest.TestCase):\n" + "\n".join(methods) for name, methods in classes.items())


def class_name(subject: Subject) -> str:
    """The name of a subject's test class in unittest's style."""
    words = (subject.owner.name if subject.owner else subject.name).split("_")
    return "Test" + "".join(word[:1].upper() + word[1:] for word in words) + "Characterisation"


def _sorted_imports(statements: Iterable[str], module: ModuleSource) -> str:
    """The standard library, then others, then the project; names of one module in one statement."""
    plain: set[str] = set()
    names: dict[str, set[str]] = {}
    for statement in statements:
        match = re.fullmatch(r"from (\S+) import (.+)", statement)
        if match:
            names.setdefault(match[1], set()).add(match[2])
        else:
            plain.add(statement)
    package = module.name.partition(".")[0]
    joined = {start: _from_import(start, sorted(imported)) for start, imported in names.items()}
    blocks: list[list[str]] = [[], [], []]
    for statement in [*sorted(plain), *(joined[start] for start in sorted(joined))]:
        top = statement.split()[1].partition(".")[0]
        blocks[0 if top in sys.stdlib_module_names else 2 if top == package else 1].append(statement)
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _from_import(start: str, names: Sequence[str]) -> str:
    line = f"from {start} import {', '.join(names)}"
    return line if len(line) <= _WIDTH else f"from {start} import (\n    " + ",\n    ".join(names) + ",\n)"
