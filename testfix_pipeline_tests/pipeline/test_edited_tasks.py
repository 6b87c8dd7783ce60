"""A person edits the task of generation before it is carried out."""

import json
from pathlib import Path

from testfix_pipeline import cycle
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.projects import BROKEN, PRICES, TESTS

PLANNED = "- AC-1: `tax(100)` gives `19`.\n- AC-2: a label is short\n"


def test_a_changed_task_changes_what_is_generated_and_its_acceptance_decides(repository, phases) -> None:
    repo = repository(files={"prices.py": PRICES, "test_prices.py": TESTS, "asked.md": PLANNED})
    ref = phases(repo, str(Path(repo.root) / "asked.md"))
    cycle.plan_tasks(ref)
    store = SessionStore(Path(ref.project), ref.session_id)
    path = store.path(".task/IMPL-001.json")
    task = json.loads(path.read_text())
    assert {item["target"] for item in task["context"]["test_requirements"]} >= {"tax", "discount"}
    task["context"]["test_requirements"] = [
        item for item in task["context"]["test_requirements"] if item["target"] == "tax"
    ]
    task["context"]["requirements"].append("`tax(200)` gives `38`")
    task["context"]["acceptance"] = [
        "python -m pytest -q -k prices",
        "python -m pytest -q -k no_such_test_anywhere",
        "x",
    ]
    path.write_text(json.dumps(task))

    made = cycle.generate_tests(ref)

    assert {test.target for test in made.tests} == {"prices.py::tax"}
    (text,) = made.files.values()
    assert "assert tax(100) == 19" in text and "assert tax(200) == 38" in text
    done = store.task("IMPL-001")
    assert done.status == "blocked", "one of its acceptance commands is not met"
    said = [one["passed"] for one in done.model_dump()["acceptance_results"]]
    assert said == [True, False, None]


def test_a_red_test_that_the_cycle_repairs_does_not_block_the_generation(repository, phases) -> None:
    repo = repository(files={"prices.py": BROKEN, "test_prices.py": TESTS})
    ref = phases(repo, "Test the label and the discount")
    cycle.plan_tasks(ref)
    made = cycle.generate_tests(ref)
    assert made.files
    done = SessionStore(Path(ref.project), ref.session_id).task("IMPL-001")
    (said,) = done.acceptance_results
    assert (done.status, said.passed) == ("completed", True)
    assert said.how.endswith(", without 1 red test for IMPL-002 to repair")
