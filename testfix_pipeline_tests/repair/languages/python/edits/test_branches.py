"""`if`, `elif`, `else` and `while` are put for each other."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.edits import branches
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.sources import assert_proposed

CHAIN = "def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()\n"
APART = CHAIN.replace("elif", "if")


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        (CHAIN, "elif b", "if b"),
        (CHAIN, "elif b", "else"),
        (APART, "if b", "elif b"),
        (APART, "if a", "while a"),
        (APART.replace("if a", "while a"), "while a", "if a"),
    ],
)
def test_another_keyword_is_proposed(code: str, old: str, new: str) -> None:
    assert_proposed(branches.exchange_keywords, code, old, new)


def test_a_branch_that_no_failing_test_reaches_is_set_apart_from_the_one_above_it() -> None:
    source = SourceFile("m.py", CHAIN.encode())
    above = PythonEditSite(source, source.statements[2], source.functions[0], FailureEvidence())
    assert "elif -> if" in {edit.note for edit in branches.exchange_keywords(above)}
