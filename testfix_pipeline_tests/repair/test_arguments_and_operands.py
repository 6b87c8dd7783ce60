"""What calls and operations lack: an argument that other calls have, a variable that nothing reads."""

import pytest

from testfix_pipeline.repair.edits import consume, like_calls
from testfix_pipeline_tests.repair.sources import shape, texts

OFFICE = """
from datetime import datetime, timedelta
OPEN = 9
def start(moment, late):
    if late:
        moment = datetime.combine(moment.date() + timedelta(days=1), OPEN)
    return datetime.combine({})
"""
LIFT = """
class Lift:
    def __init__(self, floors, at, calls):
        self.floors, self.at, self.calls = floors, at, calls
    def copy(self):
        return Lift({})
    def emptied(self):
        return Lift(self.floors, self.at, set())
"""


@pytest.mark.parametrize(
    ("code", "broken", "right"),
    [(OFFICE, "moment.date()", "moment.date(), OPEN"), (LIFT, "self.floors, set()", "self.floors, self.at, set()")],
)
def test_an_argument_that_other_calls_have(code: str, broken: str, right: str) -> None:
    assert shape(code.format(right)) in texts(like_calls.arguments, code.format(broken))


def test_no_argument_whose_names_mean_nothing_here() -> None:
    code = "def f(a):\n    return g(a)\ndef h(b):\n    c = b + 1\n    return g(b, c)\n"
    assert not texts(like_calls.arguments, code)


SUM = """
def seconds(parts, each):
    total = 0
    for count, unit in parts:
        total += {}
    return total
"""


@pytest.mark.parametrize("right", ["count * each[unit]", "int(count) * each[unit]", "each[unit] + count"])
def test_a_variable_that_nothing_reads_is_an_operand(right: str) -> None:
    assert shape(SUM.format(right)) in texts(consume.operands, SUM.format("each[unit]"))
    assert not texts(consume.operands, SUM.format("count * each[unit]"))


def test_a_container_is_filled_with_an_attribute_too() -> None:
    code = """
    def above(person):
        found = []
        while person.boss:
            person = person.boss
            found.append(person.name)
        return found
    def shown(person):
        return person.name
    """
    assert shape(code) in texts(consume.unfilled, code.replace("            found.append(person.name)\n", ""))
