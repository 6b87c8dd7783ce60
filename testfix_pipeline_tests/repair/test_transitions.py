"""State that a function checks and forgets to move on."""

import pytest

from testfix_pipeline.repair.edits import transitions
from testfix_pipeline_tests.repair.sources import shape, texts

ORDER = """
class Status(Enum):
    OPEN = 1
    PAID = 2
    SHIPPED = 3
class Order:
    def ship(self):
        if self.status is not Status.PAID:
            raise ValueError(self.status)
        self.status = Status.SHIPPED
"""
FIRE = """
TREE, FIRE, ASH = "t", "f", "a"
class Forest:
    def ignite(self, row, column):
        if self.cells[row][column] != TREE:
            return False
        self.cells[row][column] = FIRE
        return True
"""
DOOR = """
class Door:
    def close(self):
        if self.state == "locked":
            raise ValueError
        self.state = "closed"
    def is_closed(self):
        return self.state == "closed"
"""


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (ORDER, "self.status = Status.SHIPPED"),
        (FIRE, "self.cells[row][column] = FIRE"),
        (DOOR, 'self.state = "closed"'),
    ],
)
def test_the_state_that_follows_is_set(code: str, line: str) -> None:
    broken = code.replace(f"        {line}\n", "")
    found = texts(transitions.moved_on, broken)
    assert shape(code) in found
    assert not texts(transitions.moved_on, code)


def test_what_is_named_like_the_function_comes_first() -> None:
    found = texts(transitions.moved_on, ORDER.replace("        self.status = Status.SHIPPED\n", ""))
    assert max(found, key=lambda text: found[text].prior) == shape(ORDER)
