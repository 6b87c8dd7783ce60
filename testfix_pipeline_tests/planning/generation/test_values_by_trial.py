"""Parameters about which the code says nothing: what kind of value they take shows when it is passed."""

from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.planning.generation.example_selection import SAYS_NOTHING
from testfix_pipeline_tests.planning.generating import generated, kept, source
from testfix_pipeline_tests.project_files import write_files

PROGRAM = {
    "plan.py": """
import os

VAT = 19


class Slot:
    def __init__(self, start, end):
        self.start = start
        self.end = end


def gross(net):
    return net + net * VAT // 100


def clamp(value, low, high):
    return max(low, min(value, high))


def shift(slot, hours):
    return Slot(slot.start + hours, slot.end + hours)


def first(value, *more):
    return value


def workers():
    return os.cpu_count() or 1


def price(amount):
    return [amount * 1.0, -amount * 3.0]
"""
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    return generated(write_files(tmp_path_factory.mktemp("plan"), PROGRAM), "plan.py")


@pytest.mark.parametrize(
    ("name", "call"), [("gross", "gross("), ("clamp", "clamp("), ("shift", "shift(Slot("), ("price", "price(3)")]
)
def test_a_value_whose_like_alone_is_taken_is_no_guess(made: Generation, name: str, call: str) -> None:
    assert call in source(made, name)
    assert "'" not in source(made, name)


def test_why_a_function_has_no_test(made: Generation) -> None:
    assert made.left_out["plan.py::first"] == SAYS_NOTHING
    assert made.left_out["plan.py::workers"] == "side effect: environment"


def test_names_say_numbers_and_sizes(made: Generation) -> None:
    assert {test.name for test in kept(made, "price")} == {"test_price_gives_2_items"}


def test_names_of_letters_and_fractions(tmp_path: Path) -> None:
    program = {
        "word.py": "def word(number: bool) -> str:\n    return 'caf\\u00e9' if number else '3-00'\n\n\n"
        "def half(number: int) -> float:\n    return number / 2\n"
    }
    made = generated(write_files(tmp_path, program), "word.py")
    names = {test.name for name in ("word", "half") for test in kept(made, name)}
    assert any("cafe" in name for name in names)
    assert any("1_point_5" in name for name in names)
    assert all(name.isascii() for name in names)


def test_no_line_is_longer_than_a_project_allows(tmp_path: Path) -> None:
    program = {
        "text.py": "def text(count: int) -> str:\n    return 'a word of many, ' * max(count, 9)\n",
        "pyproject.toml": "[tool.ruff]\nline-length = 100\n",
    }
    made = generated(write_files(tmp_path, program), "text.py")
    lines = "".join(made.files.values()).splitlines()
    assert len(lines) > 8
    assert max(map(len, lines)) <= 100
