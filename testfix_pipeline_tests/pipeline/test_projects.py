"""Runs on projects that lack something: tests at all, tests that can be imported, or nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.plan_records import Analysis, ContextPackage, GateReport, Generation
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.measurement.counted_coverage import javascript_coverage
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline.steps.session.workbench import open_session
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.projects import COMPLETE, PRICES, SHOP, repairing

Ran = dict[str, Any]


def run(repo: Any, text: str = "Test the prices", **launch: Any) -> Ran:
    return cycle.run({"project": str(repo.root), "kind": "run", "input": text, **launch}, "owner-1")


def kept(store: SessionStore, name: str, model: Any) -> Any:
    return model.model_validate_json(store.path(f".process/{name}.json").read_bytes())


def test_project_without_tests_is_measured_by_the_generated_ones(repository: Callable[..., Any]) -> None:
    repo = repository(files={"prices.py": PRICES})
    found = run(repo)
    store = SessionStore(repo.root, found["session_id"])
    made = kept(store, "generation", Generation)
    number = sum(test.kept and not test.expected_failure for test in made.tests)
    assert number > 0
    assert (found["outcome"], found["pass_rate"], found["total"]) == ("success", 100.0, number)
    stats = kept(store, "context-package", ContextPackage).test_coverage.coverage_stats
    assert stats.source in ("none", "name_matching")
    assert "no tests" in stats.reason.lower()
    assert {test.name.rpartition("::")[2] for test in made.tests if test.kept} <= {
        line[4:].partition("(")[0] for text in made.files.values() for line in text.splitlines()
    }
    (path,) = made.files
    assert repo.git("show", f"{found['branch']}:{path}") == made.files[path]


def test_a_stated_value_that_the_fix_gives_is_no_expected_failure_any_more(repository: Callable[..., Any]) -> None:
    files = {
        "rates.py": "def share(total, people):\n    return total * people\n",
        "test_rates.py": "from rates import share\n\n\ndef test_share():\n    assert share(10, 2) == 5\n",
        "asked.md": "- `share(9, 3)` gives 3\n- `share(4, 1)` gives 4\n",
    }
    repo = repository(files=files)
    found = run(repo, "asked.md")
    assert found["fixed_tests"] == ["test_rates.py::test_share"], found["reason"]
    made = kept(SessionStore(repo.root, found["session_id"]), "generation", Generation)
    (path,) = made.files
    before, after = (repo.git("show", f"{found['branch']}{back}:{path}") for back in ("~2", ""))
    assert "xfail" in before and "xfail" not in after and "assert share(9, 3) == 3" in after
    assert not any(test.expected_failure for test in made.tests if test.kept)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"place.py": "import os\n\n\ndef here():\n    return os.getcwd()\n"}, "side effect: environment (1)"),
        ({"package.json": "{}", "a.js": "export const a = 1\n"}, "no code that calls for any"),
    ],
)
def test_project_that_no_test_can_be_generated_for_says_why(repository, files, why, caplog) -> None:
    repo = repository(files=files)
    with pytest.raises(MeasurementError) as refused:
        run(repo)
    assert refused.value.what.startswith("The project has no tests, and none could be generated")
    assert why in refused.value.what
    store = SessionStore(repo.root, SessionId("WFS-test-test-the-prices"))
    record = store.session().model_dump()
    assert (record["status"], record["error"]) == ("failed", str(refused.value))
    assert caplog.text.count("can't be measured yet") == 1


def test_project_in_a_folder_of_its_repository(repository: Callable[..., Any], tmp_path: Path) -> None:
    repo = repository(files={f"libs/shop/{name}": text for name, text in SHOP.items()})
    agent = repairing(tmp_path, "libs/shop/prices.py")
    found = cycle.run(
        {"project": str(repo.root / "libs/shop"), "kind": "run", "input": "Test the prices", "agents": [agent]},
        "owner-1",
    )
    assert (found["outcome"], found["pass_rate_before"], found["pass_rate"]) == ("success", 50.0, 100.0)
    names = repo.git("ls-tree", "-r", "--name-only", found["branch"]).split()
    assert {name for name in names if ".workflow" not in name} == {
        "libs/shop/prices.py",
        "libs/shop/test_prices.py",
        "libs/shop/test_prices_characterisation.py",
    }
    made = kept(SessionStore(repo.root / "libs/shop", found["session_id"]), "generation", Generation)
    assert made.dropped["contradicted by a fix"] > 0
    (path,) = made.files
    assert repo.git("show", f"{found['branch']}:libs/shop/{path}") == made.files[path]


def test_project_whose_tests_cannot_be_imported_says_so(repository: Callable[..., Any]) -> None:
    repo = repository()
    tests = "import no_such_package_anywhere\n\nfrom prices import label\n\n\ndef test_label():\n    assert label(0)\n"
    repo.commit("first", **{"prices.py": PRICES, "test_prices.py": tests})
    found = run(repo, max_iterations=1, budget_seconds=60)
    store = SessionStore(repo.root, found["session_id"])
    assert (found["outcome"], found["pass_rate"]) == ("blocked", 0.0)
    assert found["remaining_failures"] == ["test_prices.py"]
    results = store.results()
    assert results is not None
    (failure,) = results.failures
    assert "no_such_package_anywhere" in failure.error
    assert failure.failure_class == "env_issue"
    assert "no_such_package_anywhere" in store.path(".process/failure-report.md").read_text()
    assert repo.git("show", f"{found['branch']}:test_prices.py") == tests
    assert repo.git("show", f"{found['branch']}:prices.py") == PRICES


def test_file_that_is_too_large_to_be_read_counts_no_lines_before_nor_after(repository: Callable[..., Any]) -> None:
    repo = repository()
    large = "TEXT = '''\n" + f"{'x' * 99}\n" * 14_000 + "'''\n" + "X = 1\n" * 100  # one literal is compiled at once
    tests = "import large\n\n\ndef test_x():\n    assert large.X\n"
    miles = "\n\ndef miles(feet: int) -> int:\n    return feet // 5280\n"
    files = {**COMPLETE, "units.py": COMPLETE["units.py"] + miles, "large.py": large, "test_large.py": tests}
    repo.commit("first", **files)
    found = run(repo, "Test the units", max_iterations=1)
    store = SessionStore(repo.root, found["session_id"])
    coverage = json.loads(store.path(".process/coverage-report.json").read_text())
    assert coverage["before"]["files"]["large.py"]["executable_lines"] == 0
    assert coverage["after"]["files"]["large.py"]["executable_lines"] == 0
    assert kept(store, "test-quality-report", GateReport).coverage_after > 50


def test_gate_that_no_round_satisfies_is_reported_and_the_cycle_goes_on(repository: Callable[..., Any]) -> None:
    """The untested function removes files where it runs, so that no test of it is admitted and coverage can't rise."""
    repo = repository()
    untested = "import os\n\n\ndef notes():\n    names = os.listdir('.')\n    os.remove(names[0])\n    return names\n"
    repo.commit("first", **{**COMPLETE, "notes.py": untested})
    shown: set[tuple[str, str]] = set()
    with listening(lambda items, _: shown.update((item.status, item.title) for item in items)):
        found = run(repo, "Test the notes")
    assert (found["outcome"], found["review"], found["commits"]) == ("partial", True, [])
    gate = {(status, title.partition(" - ")[2]) for status, title in shown if title.startswith("IMPL-001.5")}
    assert {status for status, _ in gate} == {"pending", "blocked"}, "it was never shown as done"
    assert any(why.startswith("not met so far: the gate's verdict is HARD_FAIL: ") for _, why in gate)
    store = SessionStore(repo.root, found["session_id"])
    missing = {(one["kind"], one["what"].partition(" ")[0]): one["why"] for one in found["shortfalls"]}
    assert missing["criterion", "AC-01"] == "nothing covers it"
    assert missing["requirement", "L1-001"].startswith("no test was kept: the code works on files")
    assert missing["task", "IMPL-001.5"].startswith("the gate's verdict is HARD_FAIL")
    assert missing["threshold", "coverage"].startswith("line coverage ")
    assert store.task("IMPL-001.5").status == "blocked"
    summary = store.path(".summaries/IMPL-002-summary.md").read_text()
    assert "## Not fulfilled\n\n- criterion AC-01: nothing covers it\n" in summary
    assert found["reason"].endswith("points of the plan are not fulfilled.")
    report = kept(store, "test-quality-report", GateReport)
    # the round after it would make the same tests once more, and is left out
    assert (report.verdict, report.rounds, report.withdrawn) == ("HARD_FAIL", 1, [])
    assert "no test was kept and line coverage" in report.reason
    assert any("notes" in requirement for requirement in report.requirements)
    assert "notes" in store.path(".summaries/IMPL-001.5-summary.md").read_text()
    made = kept(store, "generation", Generation)
    assert made.files == {}
    assert any("files" in reason for reason in made.dropped)
    assert "dropped" in store.path(".summaries/IMPL-001-summary.md").read_text()


def test_green_project_without_gaps_gets_no_tests(repository: Callable[..., Any]) -> None:
    repo = repository(files=COMPLETE)
    found = run(repo, "Test the units")
    assert (found["outcome"], found["pass_rate"], found["iterations"], found["commits"]) == ("success", 100.0, 0, [])
    assert (found["review"], found["shortfalls"]) == (False, [])
    store = SessionStore(repo.root, found["session_id"])
    assert kept(store, "test-analysis", Analysis).no_gap
    generation = kept(store, "generation", Generation)
    assert (generation.tests, generation.files, generation.dropped) == ([], {}, {})
    assert {task.id: task.status for task in store.tasks()} == {
        "IMPL-001": "skipped",
        "IMPL-001.3": "completed",
        "IMPL-001.5": "skipped",
        "IMPL-002": "completed",
    }
    assert found["head_commit"] == repo.git("rev-parse", "HEAD").strip()


def test_nothing_in_javascript_is_pinned_where_it_is_not_known_what_failing_tests_run(repository, node) -> None:
    repo = repository()
    files = {
        "package.json": '{"scripts": {"test": "node --test"}}',
        "shop.js": "exports.twice = (a) => {\n  return a * 3;\n};\n",
        "shop.test.js": "require('node:test').test('own', () => { require('./gone.js'); });\n",
    }
    repo.commit("first", **files)
    made = kept(SessionStore(repo.root, run(repo, "Test twice")["session_id"]), "generation", Generation)
    assert not made.files
    assert made.left_out["shop.js::twice"] == "It is not known what the failing tests run: they recorded no line."


def test_javascript_that_no_test_is_of_gets_no_counters(repository: Callable[..., Any]) -> None:
    repo = repository(files={**COMPLETE, "static/shop.js": "export const twice = (a) => a * 2;\n"})
    wb = open_session({"project": str(repo.root), "kind": "run", "input": "Test it"}, "owner-1")
    assert javascript_coverage(wb, wb.baseline, SuiteRun()) is None
    assert not wb.coverage_file(wb.baseline).with_suffix(".lines.json").exists()
