"""What the analysis says of a routine, sentence by sentence: no untruth, nothing twice, the risks first."""

import re
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.plan_records import (
    Analysis,
    ContextPackage,
    CoverageAssessment,
    CoverageStats,
    Criterion,
    FileCoverage,
    FrameworkInfo,
    MissingTest,
)
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.analysis.requirements import analyse, missing_sections, render
from testfix_pipeline.planning.analysis.routine_cases import unit_cases
from testfix_pipeline.planning.python_code.calls import failure_modes
from testfix_pipeline.planning.python_code.public_surface import Routine, public_surface
from testfix_pipeline.planning.python_code.source_file import Source


def routine(text: str) -> Routine:
    (found,) = public_surface("shop.py", text)
    return found


def cases(text: str, part: str, missing: set[int] | None = None) -> list[tuple[str, str, str]]:
    found = dict(unit_cases(routine(text), missing))
    return [(case.given, case.expected, case.origin) for case in found.get(part, [])]  # type: ignore[call-overload]


def test_conditions_are_said_with_what_is_around_them_and_without_double_negation() -> None:
    found = routine("""
def pay(price, member):
    if price is None:
        return 0
    else:
        price = int(price)
    for each in member:
        if each not in ("a", "b"):
            raise KeyError(each)
    if not member:
        try:
            total = rate(price)
        except LookupError:
            return 1
    while price > 3:
        with lock:
            price -= 1
    return price
""")
    assert [(each.condition, each.does) for each in found.branches] == [
        ("price is None", "returns `0`"),
        ("price is not None", "does `price = int(price)`"),
        ("member is not empty", "looks at `each not in ('a', 'b')`"),
        ("each not in ('a', 'b')", "raises `KeyError(each)`"),
        ("not member", "does `total = rate(price)`"),
        ("not member and LookupError is raised by rate(price)", "returns `1`"),
        ("price > 3", "does `price -= 1`"),
    ]
    assert [(each.kind, each.condition) for each in found.raises] == [("KeyError", "each not in ('a', 'b')")]


def test_the_last_else_of_a_chain_is_said_against_the_whole_chain() -> None:
    chain = "def f(kind):\n    if {}:\n        a = 1\n    elif {}:\n        a = 2\n    else:\n        raise KeyError\n"
    same = routine(chain.format("kind == 'a'", "kind == 'b'"))
    assert [each.condition for each in same.branches] == ["kind == 'a'", "kind == 'b'", "kind is none of 'a', 'b'"]
    other = routine(chain.format("kind > 3", "kind < 0"))
    assert other.branches[-1].condition == "nothing of this holds: kind > 3; kind < 0"


def test_a_call_has_its_arguments_in_their_order_and_no_rest() -> None:
    (first, *_) = cases("def f(first: int, *rest, key: str):\n    return first\n", "happy")
    assert first[0] == "`f(3, 'abc')`"


def test_documentation_is_quoted_by_whole_sentences_without_its_markup() -> None:
    text = """
def f(token: str, strict: bool = False, deep: int = 3):
    \"\"\"Looks at a token.

    Returns the time of :meth:`~Clock.now`, as an
    integer. If ``strict`` is true, the age must fit.

    :param deep: how far it looks,
        at most nine. More is no use.
    :returns_nothing: no
    \"\"\"
    return token
"""
    assert cases(text, "happy") == [
        ("a valid call of the form `f('abc')`", "the time of `Clock.now`, as an integer.", "docstring"),
        (
            "the same with `strict` other than its default `False`",
            "If `strict` is true, the age must fit.",
            "docstring",
        ),
        ("the same with `deep` other than its default `3`", "how far it looks, at most nine.", "docstring"),
    ]


def test_what_only_refuses_has_no_normal_use() -> None:
    text = "class A:\n    def pop(self, key: int):\n        raise TypeError('not here')\n"
    assert cases(text, "happy") == []
    assert cases(text, "negative") == [
        ("any call, such as `A(...).pop(3)`", "raises TypeError with `not here`", "current behaviour"),
    ]  # fmt: skip
    sometimes = "def f(a):\n    for each in a:\n        return each\n    raise KeyError\n"
    assert len(cases(sometimes, "happy")) == 1


@pytest.mark.parametrize(
    ("call", "event"),
    [
        ("open(path)", "the file is missing, or may not be read"),
        ("open(path, 'rb')", "the file is missing, or may not be read"),
        ("open(path, 'a')", "the folder is missing, or may not be written to"),
        ("path.open(mode='w')", "the folder is missing, or may not be written to"),
        ("open(path, mode=kind)", "the file or its folder is missing, or may not be opened"),
        ("path.open('x')", "the folder is missing, or may not be written to"),
    ],
)  # fmt: skip
def test_what_fails_at_a_file_depends_on_how_it_is_opened(call: str, event: str) -> None:
    (mode,) = failure_modes(Source("a.py", f"def f(path, kind):\n    return {call}\n", is_test=False))
    assert mode.event == event


def planned(root: Path, files: dict[str, str], **fields: Any) -> Analysis:
    for name, text in files.items():
        (root / name).write_text(text)
    lacking = [MissingTest(implementation_file=name, suggested_test_file=f"test_{name}") for name in files]
    stats = fields.pop("stats", CoverageStats(source="measured", files={name: FileCoverage() for name in files}))
    context = ContextPackage(
        test_coverage=CoverageAssessment(coverage_stats=stats, missing_tests=lacking),
        project_type={"type": "library", "confidence": 0.8},
        test_framework=FrameworkInfo(framework="pytest"),
        **fields,
    )
    return analyse(SessionId("WFS-test-a"), context, root)


def test_the_document_begins_with_risks_and_what_is_asked_for_in_vain(tmp_path: Path) -> None:
    criteria = [
        Criterion(id="AC-1", text="f adds", words=["adds"], subjects=["shop.py::f"]),
        Criterion(id="AC-2", text="users sign in", words=["users"]),
    ]
    stats = CoverageStats(source="none", uncollected=["test_old.py"])
    text = render(planned(tmp_path, {"shop.py": "def f(a, b):\n    return a + b\n"}, criteria=criteria, stats=stats))
    head = text.partition("## ")[0]
    assert [line.partition(":")[0] for line in head.splitlines()[3:] if line] == [
        "Risks, worst first",
        "- `shop.py`",
        "Test files that can't be collected, so that what they test counts as untested",
        "Required, and no test runs all of its code",
        "Asked for, and no code was found",
    ]
    assert missing_sections(text) == [] and not re.search(r"\| 0 \| 0 \| 0 \|", text)
