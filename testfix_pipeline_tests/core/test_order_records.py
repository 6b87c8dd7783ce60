"""Evidence on tests that depend on the order, as people read it."""

from testfix_pipeline.core.order_records import OrderDependence
from testfix_pipeline.core.test_ids import TestId


def test_a_finding_without_a_command_has_that_of_pytest_where_pytest_runs_it() -> None:
    old = {"test": "test_a.py::test_b[x y]", "kind": "victim", "others": ["test_a.py::test_a"]}
    said = OrderDependence.model_validate({**old, "proof": "it passes"}).describe()
    assert said.endswith(
        "A change of the tests is offered: it passes. Reproduce: pytest test_a.py::test_a 'test_a.py::test_b[x y]'"
    )
    mocha = OrderDependence(test=TestId("a.test.js::b"), kind="brittle", others=[TestId("a.test.js::a")])
    assert "Reproduce" not in mocha.describe()
