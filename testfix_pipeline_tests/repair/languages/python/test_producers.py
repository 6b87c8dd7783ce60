"""The producers of edits: what they propose, and that nothing outside an edit changes by a byte."""

import ast
import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.analysis.edit import (
    Edit,
    FailureEvidence,
    Overlap,
    PythonEditSite,
    apply_spans,
)
from testfix_pipeline.repair.languages.python.edits.edit_producer import weighed_proposals
from testfix_pipeline.repair.languages.python.failure_evidence import gather
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate

SAMPLE = """\
# -*- coding: utf-8 -*-
import re

GRÖSSE = {"ä": 1, "b": 2}


class Korb:
\tinhalt = []

\tdef __init__(self, größe=3, *, leer=None):
\t\tself.größe = größe
\t\tself.namen = leer or []

\tdef füge(self, name, wert):
\t\tif not name and wert > 0: return f"{name!r}: ä {wert + 1}"
\t\tfor i, x in enumerate(sorted(self.namen)[1:]):
\t\t\tif x == name:
\t\t\t\tbreak
\t\t\tself.namen.append(x.strip())
\t\twhile wert >= len("äöü") - 1:
\t\t\twert -= 1; größe = wert
\t\treturn GRÖSSE["ä"] / wert if wert else re.sub(r"[a-z]+", "-", name)
"""


def targets(source: SourceFile, failure_evidence: FailureEvidence | None = None) -> Iterator[PythonEditSite]:
    for stmt in dict.fromkeys(source.statements.values()):
        yield PythonEditSite(
            source, stmt, source.function_of(stmt), failure_evidence or FailureEvidence(), (), (source,)
        )


def edits(source: SourceFile, failure_evidence: FailureEvidence | None = None) -> list[Edit]:
    every = list(targets(source, failure_evidence))
    return [edit for target in every for producer in PRODUCERS for edit in weighed_proposals(target, producer)]


def proposals(code: str, failure_evidence: FailureEvidence | None = None) -> set[str]:
    source = SourceFile("subject.py", dedent(code).encode())
    found = set()
    for edit in edits(source, failure_evidence):
        candidate = Candidate.single(source, edit, 1.0, "test")
        if candidate.valid():
            found.add(ast.unparse(ast.parse(candidate.texts["subject.py"])))
    return found


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        ("def f(a, b):\n    return a < b", "def f(a, b):\n    return a <= b"),
        ("def f(a, b):\n    return a + b", "def f(a, b):\n    return a - b"),
        ("def f(a, b):\n    return a and b", "def f(a, b):\n    return a or b"),
        ("def f(a, b):\n    if a is b:\n        return 1", "def f(a, b):\n    if a is not b:\n        return 1"),
        ("def f(a):\n    return range(len(a))", "def f(a):\n    return range(len(a) + 1)"),
        ("def f(a, b):\n    return g(b, a)", "def f(a, b):\n    return g(a, b)"),
        ("def f(s):\n    return s.lstrip()", "def f(s):\n    return s.strip()"),
        ("def f(s):\n    s.strip()\n    return s", "def f(s):\n    s = s.strip()\n    return s"),
        ("def f(s):\n    return s", "def f(s):\n    return s.lower()"),
        ("def f(a):\n    t = 1\n    return t", "def f(a):\n    t = 0\n    return t"),
        ("def f(a, x=[]):\n    return x", "def f(a, x=None):\n    if x is None:\n        x = []\n    return x"),
        ("def f(a):\n    b = a + 1", "def f(a):\n    b = a + 1\n    return b"),
        (
            "def f(a):\n    for x in a:\n        g(x)\n        return a",
            "def f(a):\n    for x in a:\n        g(x)\n    return a",
        ),
        ("def f(a):\n    for x in a:\n        break", "def f(a):\n    for x in a:\n        continue"),
        ("def f(a):\n    a = g()\n    h(a)", "def f(a):\n    h(a)\n    a = g()"),
        ("def f(d, k):\n    return d[k]", "def f(d, k):\n    return d.get(k, 0)"),
        (
            "def f(a):\n    return sum(a) / len(a)",
            "def f(a):\n    if not a:\n        return 0\n    return sum(a) / len(a)",
        ),
        (
            "class A:\n    def f(self):\n        self.n = 1\n        return n",
            "class A:\n    def f(self):\n        self.n = 1\n        return self.n",
        ),
        ("async def f(a):\n    return g(a)", "async def f(a):\n    return await g(a)"),
        ("def f(a):\n    ValueError(a)", "def f(a):\n    raise ValueError(a)"),
        ("def f(a, n):\n    return a - n", "def f(a, n):\n    return max(a - n, 0)"),
    ],
)
def test_a_common_mistake_is_undone(broken: str, right: str) -> None:
    assert ast.unparse(ast.parse(right)) in proposals(broken)


def test_an_undefined_name_is_imported_from_every_module_that_has_it() -> None:
    made = proposals(
        "def f(a):\n    return isinstance(a, Mapping)", FailureEvidence(messages=("name 'Mapping' is not defined",))
    )
    for home in ("typing", "collections.abc"):
        assert f"from {home} import Mapping\n\ndef f(a):\n    return isinstance(a, Mapping)" in made


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(SAMPLE.encode(), id="plain"),
        pytest.param(SAMPLE.replace("\n", "\r\n").encode(), id="Windows line ends"),
        pytest.param(b"\xef\xbb\xbf" + SAMPLE.encode(), id="byte order mark"),
    ],
)
def test_every_edit_leaves_the_rest_as_it_was(raw: bytes) -> None:
    source = SourceFile("subject.py", raw)
    found = edits(
        source, FailureEvidence(errors=frozenset({"TypeError"}), crash_lines={("subject.py", 22): "TypeError"})
    )
    assert len(found) > 500
    valid = 0
    for edit in found:
        candidate = Candidate.single(source, edit, 1.0, "test")
        text = candidate.texts["subject.py"]
        first, last = edit.spans[0][0], edit.spans[-1][1]
        assert text.startswith(source.text[:first]) and text.endswith(source.text[last:])
        if source.newline == "\r\n":
            assert "\n" not in text.replace("\r\n", "")
        valid += parses(text)
    assert valid > 0.99 * len(found)
    assert source.encode(source.text) == raw


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.text(max_size=3)), max_size=4)
)
def test_spans_replace_exactly_what_they_name(text: str, raw: list[tuple[int, int, str]]) -> None:
    spans = sorted((min(a, b, len(text)), min(max(a, b), len(text)), new) for a, b, new in raw)
    overlapping = any(left[1] > right[0] for left, right in itertools.pairwise(spans))
    if overlapping:
        with pytest.raises(Overlap):
            apply_spans(text, spans)
        return
    result = apply_spans(text, spans)
    assert len(result) == len(text) + sum(len(new) - (end - start) for start, end, new in spans)
    for start, _, new in spans:
        shift = sum(len(other) - (e - s) for s, e, other in spans if (s, e, other) < (start, _, new))
        assert result[start + shift :].startswith(new)


def test_long_texts_are_taken_from_the_diff(tmp_path: Path) -> None:
    error = """assert 'Dear Ada, yo...ays. Goodbye' == 'Dear Ada, yo...ays! Goodbye'

  - Dear Ada, you have 3 days! Goodbye
  ?                          ^
  + Dear Ada, you have 3 days. Goodbye
  ?                          ^"""
    failure = Failure(test="t.py::t", error=error, error_type="AssertionError")
    assert gather([failure], tmp_path).values == (
        ("'Dear Ada, you have 3 days. Goodbye'", "'Dear Ada, you have 3 days! Goodbye'"),
    )


@pytest.mark.parametrize(
    ("error", "pair"),
    [
        ("assert {'a': 1, 'b': [2, 'x']} == {'a': 1, 'b': [2, 'y']}", ("'x'", "'y'")),
        ("assert [0, 1, 2, 3...5, 6, 7] == [0, 1, 2, 3...5, 6, 8]\n  \n  At index 7 diff: 7 != 8", ("7", "8")),
        ("assert P(x=1, y=2) == P(x=1, y=3)\n  \n  Drill down into differing attribute y:\n    y: 2 != 3", ("2", "3")),
    ],
)
def test_what_differs_inside_of_containers_is_a_pair_of_its_own(tmp_path, error, pair) -> None:
    assert pair in gather([Failure(test="t.py::t", error=error, error_type="AssertionError")], tmp_path).values


@pytest.mark.slow
def test_no_producer_fails_on_any_small_program_or_goes_beyond_its_bound(programs: Mapping[str, Any]) -> None:
    for name, program in programs.items():
        source = SourceFile(f"{name}.py", program.broken.encode())
        for target in targets(source):
            for producer in PRODUCERS:
                assert all(0 < edit.prior <= producer.bound for edit in producer.propose(target)), (name, producer.id)
