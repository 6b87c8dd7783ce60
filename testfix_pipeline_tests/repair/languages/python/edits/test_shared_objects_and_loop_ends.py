"""Objects that two places share, what a loop holds at its end or sets again, what a parser asks before it goes on."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.ranking.overfitting import signs
from testfix_pipeline_tests.repair.sources import parsed

BASKET = """
from dataclasses import dataclass, replace

@dataclass
class Item:
    name: str
    amount: int
    tags: list

    def is_double(self, amount):
        return amount == self.amount * 2

class Basket:
    def __init__(self):
        self.items = {}

    def add(self, item):
        if item.name in self.items:
            self.items[item.name].amount += item.amount
        else:
            self.items[item.name] = item
"""


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("amount == self.tags", 1),
        ("amount < self.tags", 1),
        ("self.name == self.tags", 1),
        ("amount == self.amount", 0),
        ("amount in self.tags", 0),
        ("amount == len(self.tags)", 0),
        ("other == self.tags", 0),
    ],
)
def test_a_number_is_no_list(condition: str, expected: int) -> None:
    source = parsed(BASKET)[0]
    start = source.text.index("amount == self.amount * 2")
    edit = Edit(source.path, start, start + len("amount == self.amount * 2"), condition, "attribute", 0.5, 11)
    assert signs(Candidate.single(source, edit, 0.5, "test"), FailureEvidence()).dead_code == expected
