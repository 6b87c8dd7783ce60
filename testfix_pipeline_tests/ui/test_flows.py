"""What people do in the UI, from the list of jobs to a result, in a real browser. `make prove-ui` runs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.repository import session_key
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline_tests.cycle.projects import GOOD, TESTS, broken, calc_files, fix
from testfix_pipeline_tests.pipeline.projects import PRICES, SHOP, repairing, source_session
from testfix_pipeline_tests.pipeline.projects import TESTS as THIN

pytestmark = [pytest.mark.browser]

FEWEST = 4  # the job, Materialize, into the editor, Materialize
LONG = GOOD.replace("    return a + b", "    total = a\n    total = total + b\n    return total")
PARTIAL = broken("add").replace("return a - b", "return 3 if b == 2 else a - b")
NOTHING = {"status": "nothing_found", "note": "Nothing was tried."}


def test_a_project_goes_green_in_four_clicks(screen: Any, project: Callable[..., Any]) -> None:
    repo = project(calc_files("add"))
    screen.open_launchpad("fix")
    screen.type_below(f"project: {repo.root}")
    screen.picture("launchpad")
    screen.materialize()
    assert screen.clicks == FEWEST
    screen.page.wait_for_url(re.compile("/runs/"))
    screen.find_in_log("Iteration 1")
    screen.sees(re.compile(r"\[-\] → Iteration 1: .*conservative"), seconds=300)  # reported while it is at work
    screen.picture("progress")
    screen.find_in_log("")
    assert screen.ending() == "Success"
    screen.picture("run")
    assert any("testfix/WFS-" in ref for ref in repo.refs())
    screen.open_session(session_key(repo.root, list_sessions(repo.root)[0].session_id))
    screen.picture("session")


def test_a_wrong_project_is_refused_before_a_run_exists(screen: Any, tmp_path: Any) -> None:
    screen.open_launchpad("fix")
    screen.type_below(f"project: {tmp_path / 'nowhere'}")
    screen.materialize()
    screen.sees(re.compile("There is no folder .*nowhere. Name the folder of a project that is in git."))
    screen.picture("refused-launch")
    screen.complaints.clear()  # Dagster's page reports the refusal of its server as an error of its own
    screen.open("/runs")
    screen.sees(re.compile("fix|No runs"))
    assert not screen.page.get_by_text("nowhere").count()


def test_attempts_are_compared_and_a_refusal_says_why(screen, project, script) -> None:
    repo = project(calc_files("add"))
    cheat = fix(GOOD, files={"test_calc.py": TESTS.replace("== 4", "== 4 or True")})
    three = {"IMPL-fix-3a": fix(PARTIAL), "IMPL-fix-3b": fix(GOOD, 0.5), "IMPL-fix-3c": fix(LONG, 0.8)}
    fixes = {"IMPL-fix-1": cheat, "IMPL-fix-2": NOTHING, **three}
    assert screen.launch("fix", project=str(repo.root), session_id="WFS-three", agents=script(fixes)) == "Success"
    screen.find_in_log("test_side")
    screen.sees(re.compile("test_side"))
    screen.picture("refusal")
    screen.find_in_log("exploratory")
    screen.show_markdown("attempts")
    for task in ("IMPL-fix-3a", "IMPL-fix-3b", "IMPL-fix-3c"):
        screen.sees(task)
    screen.sees("total = total + b")
    screen.sees(re.compile("^Not taken: the best pass rate wins"))
    screen.page.get_by_role("cell", name="IMPL-fix-3a", exact=True).scroll_into_view_if_needed()
    screen.picture("attempts")


def test_a_plan_is_made_looked_at_and_executed(screen: Any, project: Callable[..., Any]) -> None:
    repo = project({"prices.py": PRICES, "test_prices.py": THIN})
    wanted = "Test the prices, and what they cost with a discount"
    assert screen.launch("plan", project=str(repo.root), input=wanted, session_id="WFS-planned") == "Success"
    screen.open("/assets/analysis_results")
    screen.sees(re.compile("L1: [1-9]"))
    screen.picture("analysis")
    assert screen.launch("execute", project=str(repo.root), session_id="WFS-planned") == "Success"
    screen.find_in_log("why_dropped")
    screen.sees("generate_tests")
    screen.picture("execute")
    screen.find_in_log("outcome")
    screen.sees(re.compile("testfix apply --session WFS-planned"))


def test_lineage_leads_from_a_source_session_to_commits(screen, project, tmp_path) -> None:
    repo = project({**SHOP, ".gitignore": ".workflow/\n"})
    source_session(repo, "WFS-prices")
    launch = {"project": str(repo.root), "input": "WFS-prices", "agents": f'["{repairing(tmp_path)}"]'}
    assert screen.launch("test_fix", **launch) == "Success"
    screen.open("/assets/session_lineage")
    screen.show_markdown("rows")
    landed = repo.git("log", "--format=%H", "--grep=strategy (pass", "testfix/WFS-test-prices")
    for text in ("WFS-prices", "WFS-test-prices", "test_prices.py::test_gross", landed.split()[0]):
        screen.sees(text)
    screen.picture("lineage")


def test_a_blocked_session_is_resumed(screen: Any, project: Callable[..., Any], script: Callable[..., str]) -> None:
    repo = project(calc_files("add"))
    agents = script({"IMPL-fix-1": NOTHING})
    assert screen.launch("fix", project=str(repo.root), session_id="WFS-later", agents=agents, max_iterations="1")
    assert screen.launch(
        "resume", project=str(repo.root), session_id="WFS-later", agents="[builtin]", max_iterations="3"
    )
    screen.open_session(session_key(repo.root, SessionId("WFS-later")))
    screen.sees("All 10 tests pass on a full run.")


@pytest.mark.parametrize(
    "path", ["/asset-groups", "/assets/pass_rate_trend", "/assets/cycle", "/automation", "/deployment/locations"]
)
def test_pages_load_in_silence(screen: Any, path: str) -> None:
    screen.open(path)
    screen.sees(re.compile("testfix|pass_rate_trend|cycle|nightly"))
    screen.page.wait_for_load_state("networkidle")
    screen.picture("page-" + path.strip("/").replace("/", "-"))
