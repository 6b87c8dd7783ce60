"""Failing outcomes as records: what the project's folder says of their cause."""

import pytest

from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.failure_records import failure_records


@pytest.mark.parametrize("place", ["a/node_modules", "node_modules"])
@pytest.mark.parametrize(("installed", "kind"), [("shapeless", "code_defect"), ("other", "env_issue")])
def test_an_entry_point_that_an_installed_package_lacks_is_not_a_missing_package(write, installed, kind, place) -> None:
    root = write({"a/package.json": '{"dependencies": {"shapeless": "1"}}', f"{place}/{installed}/index.js": ""}) / "a"
    outcome = Outcome(id=TestId("a.test.js"), status="error", message="Cannot find module 'shapeless/combine'")
    (found,) = failure_records({outcome.id: outcome}, root)
    assert found.failure_class == kind
