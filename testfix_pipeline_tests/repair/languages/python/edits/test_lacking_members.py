"""Members that a class lacks."""

import ast

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.lacking_members import propose_members
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate

CARD = """class Card:
    def __init__(self, name, needed=8):
        self.name = name

    def stamp(self, count):
        self.stamps += count
        free, self.stamps = divmod(self.stamps, self.needed)
        return free

    def left(self):
        return self.needed
"""


def proposed(text: str, line: str, *messages: str) -> list[str]:
    """The texts with each edit that is proposed at the statement that begins with a line."""
    source = SourceFile("m.py", text.encode())
    stmt = next(
        one for one in ast.walk(source.tree) if isinstance(one, ast.stmt) and source.segment(one).startswith(line)
    )
    site = PythonEditSite(source, stmt, source.function_of(stmt), FailureEvidence(messages=messages), (), (source,))
    return [Candidate.single(source, one, 1.0, "test").texts["m.py"] for one in propose_members(site)]


def with_line(line: str) -> str:
    return CARD.replace("        self.name = name\n", f"        self.name = name\n        {line}\n")


def test_an_attribute_that_is_read_and_never_set_gets_an_unread_parameter_first() -> None:
    assert proposed(CARD, "self.name = name")[0] == with_line("self.needed = needed")


def test_an_attribute_that_a_failing_test_lacks_gets_a_simple_value() -> None:
    found = proposed(CARD, "self.name = name", "'Card' object has no attribute 'stamps'")
    assert with_line("self.stamps = 0") in found and with_line("self.stamps = []") in found


@pytest.mark.parametrize("line", ["return self.needed", "self.stamps += count"])
def test_nothing_is_set_outside_of_the_constructor(line: str) -> None:
    assert proposed(CARD, line, "'Card' object has no attribute 'stamps'") == []


def test_a_method_that_is_asked_for_its_value_becomes_a_property() -> None:
    right = CARD.replace("    def left", "    @property\n    def left")
    used = CARD + "\n\ndef rest(card):\n    return card.left + 1\n"
    assert proposed(used, "return card.left") == [right + used.removeprefix(CARD)]
    assert proposed(CARD, "def left", "assert <bound method Card.left of 0> == 8") == [right]
    assert proposed(CARD, "def left", "assert 7 == 8") == []


@pytest.mark.parametrize("lines", [("@staticmethod\n    def f(x)", "def f(self, x)")])
def test_what_takes_the_place_of_a_lacking_self(lines: tuple[str, ...]) -> None:
    code = "class A:\n    {}:\n        return x\n"
    assert proposed(code.format("def f(x)"), "def f") == [code.format(line) for line in lines]
    assert proposed(code.format("@staticmethod\n    def f(x)"), "def f") == []
    made = proposed(code.format("def f(cls, x)"), "def f")
    assert made[0] == code.format("@classmethod\n    def f(cls, x)")
