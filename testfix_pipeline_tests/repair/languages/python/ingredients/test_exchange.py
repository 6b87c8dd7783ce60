"""Arguments are swapped unless the names of the parameters say that they are right."""

from __future__ import annotations

import ast

import pytest

from testfix_pipeline_tests.repair.sources import producer, texts

CODE = """\
class Queue:
    def push(self, job, at=0, tries=0):
        self.jobs.append((job, at, tries))

    def again(self, job, now, tries):
        return self.push({arguments})
"""


@pytest.mark.parametrize(
    ("arguments", "swapped", "is_proposed"),
    [
        ("job, tries + 1, now", "job, now, tries + 1", True),
        ("job, now, tries + 1", "job, tries + 1, now", False),
        ("job, now + self.delay(tries), tries + 1", "job, tries + 1, now + self.delay(tries)", False),
        ("tries, job, now", "job, tries, now", True),
        ("*job, now, tries", "*job, tries, now", True),
    ],
)
def test_arguments_are_swapped_unless_one_has_the_name_of_its_parameter(
    arguments: str, swapped: str, is_proposed: bool
) -> None:
    wanted = ast.unparse(ast.parse(CODE.format(arguments=swapped)))
    assert (wanted in texts(producer("exchange.parts"), CODE.format(arguments=arguments))) == is_proposed
