"""Writes tests of observed results in the project's framework and style."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.generation.javascript.js_observation import JsObservation
from testfix_pipeline.planning.generation.javascript.suite_style import JsTestStyle
from testfix_pipeline.planning.python_code.public_surface import Routine

HEADER = "// Characterisation tests: they pin what the code does now, not what it should do."
_SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half of a character, which a text of a file can't hold."""
MOST_VALUES, MOST_ERRORS = 5, 3
_MOST_SAID = 3  # results in a title
_PLAIN = re.compile(r"[\w .,'\"-]{1,60}")
_ENGINE = re.compile(
    r"Cannot (read|set|convert|destructure|mix)|is not (a function|iterable|defined|a constructor|an object)|Invalid "
    r"(array|string|count|time|regular)|Maximum call stack|undefined or null|object null|Unexpected (token|end)"
)
"""Messages of Node itself: they are nobody's decision, and other versions word them otherwise."""


@dataclass
class JsDraft:
    """A test before it is admitted. titles: the titles of its group and of the test.

    kills: mutations that it notices. reason: why it is not admitted.
    """

    routine: Routine
    titles: tuple[str, ...]
    lines: list[str]
    file: str = ""
    kills: list[str] = field(default_factory=list)
    reason: str = ""

    @property
    def test(self) -> TestId:
        """The id of the test."""
        return TestId.of(self.file, self.titles)

    @property
    def source(self) -> str:
        """The text of the test, without its group."""
        return "\n".join(self.lines) + "\n"


def drafts_of(routine: Routine, found: Sequence[JsObservation], style: JsTestStyle) -> list[JsDraft]:
    """A test of the values that a routine returns, and one of the errors that it throws itself."""
    values = _with_different_values([one for one in found if not one.error], MOST_VALUES)
    errors = [one for one in found if one.error and not _ENGINE.search(one.message)]
    errors = list({(one.error, one.message): one for one in reversed(errors)}.values())[:MOST_ERRORS]
    made = [
        (_said("returns", [one.value for one in values]), values, _value_assertion),
        (_said("throws", [_string_literal(one.message, style) for one in errors]), errors, _error_assertion),
    ]
    drafts = []
    for title, chosen, render in made:
        if chosen:
            name = routine.call
            titles = (name, title) if style.groups else (f"{name} {title}",)
            is_async = any(one.is_promised for one in chosen)
            body = [f"  {render(one, style)}" for one in chosen]
            head = f"{style.word}({_string_literal(titles[-1], style)}, {'async ' if is_async else ''}() => {{"
            drafts.append(JsDraft(routine, titles, [head, *body, "});"]))
    return drafts


def _said(verb: str, results: Sequence[str]) -> str:
    """The title of a test: its verb with the first results where these are short, else with their number."""
    different = list(dict.fromkeys(results))
    more = len(different) - _MOST_SAID
    said = [*different[:_MOST_SAID], f"{more} more"] if more > 0 else different
    listed = " and ".join(filter(None, (", ".join(said[:-1]), *said[-1:])))
    is_plain = _PLAIN.fullmatch(listed)
    return f"{verb} {listed if is_plain else f'{len(different)} different results'}"


def _with_different_values(found: Sequence[JsObservation], most: int) -> list[JsObservation]:
    """Examples in their order, with as many different values as possible."""
    first = {one.value: one for one in reversed(found)}
    chosen = [one for one in found if first[one.value] is one]
    rest = [one for one in found if first[one.value] is not one]
    kept = [*chosen, *rest][:most]
    return [one for one in found if one in kept]


_WITH_MESSAGE = "{{ name: {1}, message: {2} }}"
_DIALECTS: dict[str, tuple[str, str, str, str]] = {
    "assert": (
        "assert.strictEqual({0}, {1});",
        "assert.deepStrictEqual({0}, {1});",
        f"assert.throws(() => {{0}}, {_WITH_MESSAGE});",
        f"await assert.rejects(async () => {{0}}, {_WITH_MESSAGE});",
    ),
    "chai": (
        "expect({0}).to.equal({1});",
        "expect({0}).to.deep.equal({1});",
        "expect(() => {0}).to.throw({2});",
        "expect(await {0}.then(() => undefined, (error) => error.message)).to.equal({2});",
    ),
    "expect": (
        "expect({0}).toBe({1});",
        "expect({0}).toEqual({1});",
        "expect(() => {0}).toThrow({2});",
        "await expect({0}).rejects.toThrow({2});",
    ),
}
"""The assertions of a plain value, of one with parts, of an error, and of one that a promise brings."""


def _value_assertion(one: JsObservation, style: JsTestStyle) -> str:
    call = f"await {one.example.call}" if one.is_promised else one.example.call
    if style.assertions == "chai" and one.value == "NaN":
        return f"expect({call}).to.be.NaN;"
    return _DIALECTS[style.assertions][0 if one.is_plain else 1].format(call, one.value)


def _error_assertion(one: JsObservation, style: JsTestStyle) -> str:
    kind, said = _string_literal(one.error, style), _string_literal(one.message, style)
    return _DIALECTS[style.assertions][3 if one.is_promised else 2].format(one.example.call, kind, said)


def _string_literal(said: str, style: JsTestStyle) -> str:
    if style.quote == "'" and not re.search(r"['\\\x00-\x1f\u2028\u2029\ud800-\udfff]", said):
        return f"'{said}'"
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(said, ensure_ascii=False))


def render_tests(drafts: Sequence[JsDraft], imports: Sequence[str], style: JsTestStyle) -> str:
    """The text of a test file."""
    lines = [HEADER, *style.imports, *imports, ""]
    groups: dict[str, list[JsDraft]] = {}
    for draft in drafts:
        groups.setdefault(draft.titles[0] if style.groups else "", []).append(draft)
    for name, own in groups.items():
        if name:
            lines.append(f"describe({_string_literal(name, style)}, () => {{")
        for number, draft in enumerate(own):
            lines += [*([""] if number else []), *(f"  {line}" if name else line for line in draft.lines)]
        lines += ["});", ""] if name else [""]
    return "\n".join(lines).rstrip("\n") + "\n"
