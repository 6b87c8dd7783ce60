"""An edit that leaves code behind which no run reaches is not proposed."""

from __future__ import annotations

import pytest

from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.source_text import SourceText

PYTHON = """\
def total(items, limit):
    found = []
    for one in items:
        if one > limit:
            break
        found.append(one)
    return sum(found)
"""


@pytest.mark.parametrize(
    ("old", "new", "is_reached_then"),
    [
        ("        found.append(one)\n", "        return one\n", True),
        ("        found.append(one)\n", "        continue\n        found.append(one)\n", False),
        ("    found = []\n", "    found = []\n    return found\n", False),
        ("        if one > limit:\n            break\n", "        break\n", False),
        ("            break\n", "            raise ValueError(one)\n", True),
    ],
)
def test_python(old: str, new: str, is_reached_then: bool) -> None:
    assert is_reached(SourceFile("a.py", PYTHON.encode()), old, new) == is_reached_then


def test_code_that_was_unreachable_before_does_not_count() -> None:
    dead = PYTHON.replace("    return sum(found)\n", "    return sum(found)\n    print(found)\n")
    assert is_reached(SourceFile("a.py", dead.encode()), "sum(found)", "max(found)")


def is_reached(source: SourceText, old: str, new: str) -> bool:
    start = source.text.index(old)
    edit = Edit(source.path, start, start + len(old), new, "a.b", 1.0, source.text.count("\n", 0, start) + 1)
    candidate = Candidate.single(source, edit, 1.0, "test")
    assert candidate.valid()
    return not candidate.adds_unreachable()
