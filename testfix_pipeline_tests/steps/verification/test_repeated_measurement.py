"""What is run again in other orders."""

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.verification.repeated_measurement import random_order_of


def test_a_random_order_has_each_test_once_and_no_package_of_tests() -> None:
    tests = [TestId(f"tests/test_a.py::test_{number}") for number in range(9)]
    run = SuiteRun(collected=[*tests, TestId("tests/__init__.py")])
    orders = [random_order_of(run, number) for number in range(2)]
    assert [sorted(one) for one in orders] == [tests, tests] and orders[0] != orders[1]
