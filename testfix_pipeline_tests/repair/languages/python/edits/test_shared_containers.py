"""One container in all items of another: correct code hardly ever has that, so it is tried early and everywhere."""

import pytest

from testfix_pipeline.repair.languages.python.edits.dataflow_bonus import strongest_pull
from testfix_pipeline.repair.search.space import EVIDENT
from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.repair.sources import parsed, targets

BOARD = """\
class Board:
    def __init__(self, width, height):
        self.fields = [[0] * width] * height

    def put(self, x, y, piece):
        self.fields[y][x] = piece

    def pieces(self):
        return sum(row.count(7) for row in self.fields)
"""
TESTS = """\
from board import Board

def test_one_piece():
    board = Board(3, 2)
    board.put(1, 1, 7)
    assert board.pieces() == 1

def test_none():
    assert Board(2, 2).pieces() == 0
"""


@pytest.mark.parametrize(
    ("value", "is_shared"),
    [
        ("[[0] * w] * h", True),
        ("[{}] * h", True),
        ("dict.fromkeys(names, [])", True),
        ("[0] * h", False),
        ("[(0,) * w] * h", False),
        ("dict.fromkeys(names, 0)", False),
    ],
)
def test_only_what_can_be_changed_is_shared_by_mistake(value: str, is_shared: bool) -> None:
    statement = targets(parsed(f"def f(w, h, names):\n    x = {value}\n    return x\n"))[1]
    assert (strongest_pull(statement) >= EVIDENT) == is_shared


def test_rows_of_their_own_are_found_beside_a_patch_of_the_function_that_shows_the_mistake(write) -> None:  # type: ignore[no-untyped-def]
    report = repair_project(write({"board.py": BOARD, "test_board.py": TESTS}), seconds=40, cores=1)
    assert report.outcome == "fixed" and "[[0] * width for _ in range(height)]" in report.diff
