"""`run`, `plan`, `execute`, `history`, `expand` and `archive` as people use them."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.next_commands import next_command
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.projects import COMPLETE, PRICES

SENTENCE = "Test the prices"
THIN = "from prices import label\n\n\ndef test_label():\n    assert label(250) == '2.50'\n"
Testfix = Callable[..., Any]


@pytest.fixture
def prices(repository: Callable[..., Any]) -> Any:
    """A green project with thin tests."""
    return repository("prices", files={"prices.py": PRICES, "test_prices.py": THIN})


@pytest.fixture
def complete(repository: Callable[..., Any]) -> Any:
    """A green project without gaps."""
    return repository("units", files=COMPLETE)


def test_plan_stops_before_phase_5_and_execute_carries_on(prices: Any, testfix: Testfix, tmp_path: Path) -> None:
    requirements = tmp_path / "wanted.md"
    requirements.write_text("# Test the prices\n")
    planned = testfix("plan", requirements, "--project", prices.root, "--json")
    assert planned.code == 0, planned.err
    session_id = planned.found["session_id"]
    assert sorted(planned.found["tasks"]) == ["IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-002"]
    assert "IMPL_PLAN.md" in planned.found["summary"]
    store = SessionStore(prices.root, session_id)
    assert store.session().status == "planning"
    assert {task.status for task in store.tasks()} == {"pending"}
    assert not store.path(".process/generation.json").exists()
    assert prices.git("rev-parse", f"testfix/{session_id}") == prices.git("rev-parse", "HEAD")
    shown = testfix("status", "--project", prices.root, "--session", session_id)
    assert "planning" in shown.out and "Phase 4" in shown.out

    before = store.path(".task/IMPL-002.json").read_bytes()
    executed = testfix("execute", "--project", prices.root, "--json")
    assert executed.code == 0, executed.err
    assert (executed.found["session_id"], executed.found["outcome"]) == (session_id, "success")
    assert json.loads(before)["context"] == store.task("IMPL-002").context.model_dump(mode="json")
    assert prices.git("rev-list", "--count", f"HEAD..testfix/{session_id}").strip() == "1"
    assert "characterisation" in prices.git("show", "--stat", f"testfix/{session_id}")
    assert next_command(executed.found).startswith("testfix apply"), "tests that were written are a result, too"
    assert testfix("execute", "--project", prices.root).code == 2, "there is none left to execute"


def test_runs_on_two_projects_at_once_do_not_mix(prices: Any, complete: Any, testfix: Testfix) -> None:
    with instance():  # two processes that make a new one at once get in each other's way inside of Dagster
        pass
    with ThreadPoolExecutor(2) as pool:
        arguments = (("run", SENTENCE, "--project", repo.root, "--json") for repo in (prices, complete))
        one, two = pool.map(lambda given: testfix(*given), arguments)
    assert (one.code, two.code) == (0, 0), one.err + two.err
    assert one.found["session_id"] == two.found["session_id"] == "WFS-test-test-the-prices"
    assert (one.found["project"], two.found["project"]) == (str(prices.root), str(complete.root))
    assert (len(one.found["commits"]), len(two.found["commits"])) == (1, 0)
    for repo, found in ((prices, one.found), (complete, two.found)):
        assert prices.root == repo.root or "prices.py" not in repo.git("ls-tree", "-r", "--name-only", found["branch"])
        assert repo.git("rev-parse", found["branch"]).strip() == found["head_commit"]
    shows_the_history(prices, complete, testfix)
    follows_up(prices, testfix)


def shows_the_history(prices: Any, complete: Any, testfix: Testfix) -> None:
    """All sessions as JSON, one table of one project, and rebuilt as text with the plot."""
    found = testfix("history", "--json").found
    assert [row["pass_rate"] for row in found["pass_rate_trend"]] == [100.0, 100.0]
    assert len({row["project"] for row in found["pass_rate_trend"]}) == found["sessions_known"] == 2
    assert (found["regressions"], found["stuck_tests"], found["notes"]) == ([], [], [])
    own = testfix("history", "--project", prices.root, "--table", "test_outcomes", "--json").found
    assert {row["file"] for row in own["test_outcomes"]} == {"test_prices.py", "test_prices_characterisation.py"}
    assert own["sessions_known"] == 1
    plot = prices.root.parent / "trend.png"
    again = testfix("history", "--rebuild", "--plot", plot)
    assert again.code == 0, again.err
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "pass_rate_trend (2 rows)" in again.out and "stuck_tests (0 rows)" in again.out
    assert "prices-" in again.out and "units-" in again.out


def follows_up(prices: Any, testfix: Testfix) -> None:
    """Issues of the session, once each; then it is archived."""
    expanded = testfix("expand", "test", "doc", "--project", prices.root, "--json")
    assert expanded.code == 0, expanded.err
    rows = [json.loads(line) for line in (prices.root / ".workflow/issues.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == expanded.found["issues"]
    assert [row["title"].rpartition(" - ")[2] for row in rows] == ["test", "doc"]

    archived = testfix("archive", "--project", prices.root, "--json")
    assert archived.code == 0, archived.err
    folder = Path(archived.found["archived"])
    assert folder == prices.root / ".workflow/archives/WFS-test-test-the-prices"
    assert (folder / ".process/test-quality-report.json").is_file()
    manifest = json.loads((folder.parent / "manifest.json").read_text())
    assert [entry["session_id"] for entry in manifest["archives"]] == [folder.name]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "nothing.md", "--project", "{root}"], "There is no requirements file"),
        (["run", "WFS-nobody", "--project", "{root}"], "There is no source session WFS-nobody"),
        (["run", SENTENCE, "--project", "{root}", "--agents", "oracle"], "There is no tool 'oracle'"),
        (["plan", "", "--project", "{root}"], "There is no input"),
        (["plan", SENTENCE, "--project", "{root}/nowhere"], "There is no folder"),
        (["execute", "--project", "{root}"], "No session of"),
        (["execute", "--project", "{root}", "--session", "WFS-nobody"], "There is no session WFS-nobody"),
        (["history", "--table", "wishes"], "There is no table 'wishes'"),
        (["history", "--project", "{root}/nowhere"], "There is no folder"),
        (["history", "--plot", "{root}/nowhere/trend.png"], "can't be written"),
        (["expand", "fame", "--project", "{root}", "--session", "WFS-test-done"], "fame"),
        (["archive", "--project", "{root}"], "No session of"),
        (["archive", "--project", "{root}", "--session", "WFS-test-done"], "is blocked"),
    ],
)
def test_bad_calls_are_refused_in_a_sentence(complete, testfix, arguments, sentence) -> None:
    record = SessionRecord(session_id="WFS-test-done", project=str(complete.root), status="blocked")
    if "WFS-test-done" in arguments:
        SessionStore(complete.root, SessionId("WFS-test-done")).create(record)
    before = complete.fingerprint()
    ended = testfix(*(argument.format(root=complete.root) for argument in arguments))
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert "next:" in ended.err and "Traceback" not in ended.err
    assert complete.fingerprint(".workflow/archives/.lock") == before


def test_a_broken_home_leaves_a_failed_session_that_goes_on_once_it_is_repaired(calc, testfix, own_instance) -> None:
    own_instance.mkdir()
    settings = own_instance / "dagster.yaml"
    settings.write_text("storage: [1")
    ended = testfix("fix", "--project", calc.root)
    assert ended.code == 2 and "is not valid YAML" in ended.err
    (session,) = (calc.root / ".workflow" / "active").glob("WFS-*")
    assert SessionStore(calc.root, session.name).session().status == "failed"

    settings.unlink()
    assert testfix("resume", "--project", calc.root, "--yes").code == 0
