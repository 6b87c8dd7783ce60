"""What newer Pythons refuse when a module is loaded."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.refused_definitions import refused_definitions
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

CLASSES = """\
from dataclasses import dataclass


class Plain:
    edges = Edges()


@dataclass(frozen=True)
class Page:
    title: str
    edges: Edges = Edges()
    wide: Edges = m.Edges(2, left=3)
    other: Other = Other()
"""
MADE = (
    CLASSES.replace("import dataclass\n", "import dataclass, field\n")
    .replace("edges: Edges = Edges()", "edges: Edges = field(default_factory=Edges)")
    .replace("m.Edges(2, left=3)", "field(default_factory=lambda: m.Edges(2, left=3))")
)


def fixed(text: str, kind: str, said: str) -> list[str]:
    found = refused_definitions([failure(kind, said, 1)], {"own.py": SourceFile("own.py", text.encode())})
    return [fix.texts["own.py"] for fix in found]


def test_a_default_that_cannot_be_shared_is_made_for_each_object() -> None:
    said = "mutable default <class 'page.Edges'> for field edges is not allowed: use default_factory"
    (text,) = fixed(CLASSES, "ValueError", said)
    assert text == MADE or text == MADE.replace(
        "import dataclass, field\n", "import dataclass\nfrom dataclasses import field\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('re.compile(r"^a(?i)b")', 're.compile(r"(?i)^ab")'),
        ("re.match('a(?s)b(?x)c', x)", "re.match('(?s)(?x)abc', x)"),
        ('re.compile("(?i)a")', None),
        (r're.compile(r"a\(?i)")', None),
        ('other("a(?i)b")', None),
    ],
)
def test_flags_go_to_the_start_of_a_pattern(before: str, after: str | None) -> None:
    said = "global flags not at the start of the expression at position 2"
    head = "import re\n\n\ndef f(x):\n    return "
    assert fixed(f"{head}{before}\n", "error", said) == ([f"{head}{after}\n"] if after else [])


def test_other_errors_change_nothing() -> None:
    assert fixed(CLASSES, "ValueError", "mutable default") == []


def test_all_that_would_be_refused_next_goes_at_once() -> None:
    text = """\
import re
from dataclasses import dataclass, field

WORD = re.compile("a(?i)b")


@dataclass
class Retry:
    times: int = 3


@dataclass(frozen=True)
class Fixed:
    times: int = 3


@dataclass
class Job:
    edges: Edges = Edges()
    retry: Retry = Retry()
    fixed: Fixed = Fixed()
"""
    said = "mutable default <class 'page.Edges'> for field edges is not allowed: use default_factory"
    (new,) = fixed(text, "ValueError", said)
    after = text.replace('"a(?i)b"', '"(?i)ab"').replace("= Edges()", "= field(default_factory=Edges)")
    assert new == after.replace("= Retry()", "= field(default_factory=Retry)")


def test_the_named_field_is_made_for_each_object_whatever_its_default_comes_of() -> None:
    text = """\
from dataclasses import dataclass, field


@dataclass
class Fit:
    mean: Array = lib.zeros(3)
    spread: Array = lib.zeros(4)
    weights: Array = field(default=ONES, repr=False)
    size: int = lib.count(3)


@dataclass
class Flat:
    mean: float = 0.0
"""
    said = "mutable default <class 'lib.ndarray'> for field {} is not allowed: use default_factory"
    (mean,) = fixed(text, "ValueError", said.format("mean"))
    assert mean == text.replace("lib.zeros(3)", "field(default_factory=lambda: lib.zeros(3))").replace(
        "lib.zeros(4)", "field(default_factory=lambda: lib.zeros(4))"
    )
    (weights,) = fixed(text, "ValueError", said.format("weights"))
    assert weights == text.replace("default=ONES", "default_factory=lambda: ONES")


def test_what_takes_no_factory_and_what_needs_names_of_its_class_stays() -> None:
    text = """\
from dataclasses import InitVar, dataclass, field
from typing import ClassVar


@dataclass
class Page:
    WIDE = 3
    edges: Edges = Edges( )
    known: ClassVar[Edges] = Edges()
    given: InitVar[Edges] = Edges()
    wide: Edges = Edges(WIDE)
"""
    said = "mutable default <class 'page.Edges'> for field edges is not allowed: use default_factory"
    after = text.replace("edges: Edges = Edges( )", "edges: Edges = field(default_factory=Edges)")
    assert fixed(text, "ValueError", said) == [after]
