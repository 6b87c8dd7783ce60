"""`testfix` as people use it: the built-in engine, a real repository, exit codes and the JSON object."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.use_cases import doctor_checks
from testfix_pipeline.execution.processes import supervisor
from testfix_pipeline.execution.processes.containment_levels import SUBREAPER
from testfix_pipeline_tests.agents import fake_codex, planted_logins
from testfix_pipeline_tests.agents.model_server import ModelServer, Say, Status, refused_address
from testfix_pipeline_tests.cycle.other_projects import SUM, TAP, analysis, sum_files, writes

KEYS = {"session_id", "outcome", "pass_rate_before", "pass_rate", "total", "iterations", "fixed_tests"}
KEYS |= {"remaining_failures", "branch", "base_commit", "head_commit", "commits", "candidates_tried"}
KEYS |= {"duration_s", "report"}


PAYLOAD = {
    **{"modification_points": ["calc.py:half:5"], "affected_tests": [], "confidence_score": 0.9},
    "root_causes": ["half multiplies"],
}


def test_a_bug_is_repaired_shown_and_applied(calc: Any, testfix: Callable[..., Any]) -> None:
    before = calc.fingerprint(".workflow/")
    ended = testfix("fix", "--project", calc.root, "--json")
    assert ended.code == 0, ended.err
    found = ended.found
    assert found.keys() >= KEYS
    assert (found["outcome"], found["pass_rate"], found["fixed_tests"]) == (
        "success",
        100.0,
        ["test_calc.py::test_half"],
    )
    assert Path(found["report"]).is_file()
    assert "[x] Phase 5: test and fix" in ended.err, "progress is on stderr, with --json too"
    assert calc.fingerprint(".workflow/") == before, "the checkout is as it was"

    shown = testfix("status", "--project", calc.root, "--json").found
    assert [row["status"] for row in shown["sessions"]] == ["completed"]
    one = testfix("sessions", "show", found["session_id"], "--project", calc.root).out
    assert "pass rate 66.7% → 100% of 3" in one
    assert "iteration 1 of at most 10, conservative" in one

    applied = testfix("apply", "--project", calc.root)
    assert applied.code == 0, applied.err
    assert calc.subjects("main")[-1] == "Fix failing tests (100% pass)"
    assert "return n * 2" not in (calc.root / "calc.py").read_text()

    closed = testfix("sessions", "complete", found["session_id"], "--project", calc.root, "--json").found
    assert closed["message"] == "Test-fix cycle complete: 100% pass rate"
    assert Path(closed["archived"]).parent.name == "archives"
    assert len((calc.root / ".workflow/sync.jsonl").read_text().splitlines()) == 1, "it is not said twice"

    again = testfix("fix", "--project", calc.root, "--json")
    assert (again.code, again.found["iterations"]) == (0, 0), "a green suite says so"


def test_a_fix_that_says_little_of_itself_is_to_be_read_first(calc, testfix, tmp_path) -> None:
    fixed = (calc.root / "calc.py").read_text().replace("n * 2", "n / 2")
    fix = {"files": {"calc.py": fixed}, "confidence": 0.5, "note": "halved"}
    script = tmp_path / "script.json"
    analysis = {"kind": "ok", "text": "half doubles instead of halving its argument. " * 20, "payload": PAYLOAD}
    script.write_text(json.dumps({"name": "script", "analyses": {"*": analysis}, "fixes": {"*": fix}}))
    ended = testfix("fix", "--project", calc.root, "--agents", f"recorded:{script}")
    line = "IMPL-fix-1 may be wrong (confidence 0.50): halved"
    assert ended.code == 0 and f"read first: {line}" in " ".join(ended.out.split())
    (summary,) = calc.root.glob(".workflow/active/*/.summaries/IMPL-002-summary.md")
    assert f"- {line}" in summary.read_text()


def test_a_reporting_command_is_green_without_being_called_authentic(repository, testfix, tmp_path) -> None:
    repo = repository(files=sum_files("add"))
    script = tmp_path / "script.json"
    answers = {"analyses": {"*": analysis("sum.sh:add:2", "it subtracts")}, "fixes": {"*": writes(**{"sum.sh": SUM})}}
    script.write_text(json.dumps({"name": "script", **answers}))
    given = ("--test-command", TAP["test_command"], "--results", TAP["results"], "--agents", f"recorded:{script}")
    ended = testfix("fix", "--project", repo.root, *given)
    assert ended.code == 0, ended.err
    assert "All 3 tests pass on a full run, as their command reports." in ended.out
    assert "run      reported, not seen to be authentic" in ended.out
    (row,) = testfix("history", "--sql", "select outcome, grade from sessions", "--json").found["answer"]
    assert list(row.values()) == ["success", "reported"]


def test_a_history_that_can_not_be_written_is_named_and_nothing_is_lost(calc, testfix, own_instance) -> None:
    own_instance.mkdir()
    (own_instance / "history").write_text("in the folder's place")
    ended = testfix("fix", "--project", calc.root)
    assert ended.code == 0, ended.err
    (note,) = [line for line in ended.out.splitlines() if line.startswith("note")]
    assert str(own_instance / "history") in note and "testfix history --rebuild" in note
    rows = {row["check"]: row for row in testfix("doctor", "--project", calc.root, "--json").found}
    assert rows["home"]["state"] == "broken" and str(own_instance / "history") in rows["home"]["detail"]

    (own_instance / "history").unlink()
    known = testfix("history", "--project", calc.root, "--rebuild", "--json")
    assert (known.code, known.found["sessions_known"]) == (0, 1), known.err


@pytest.mark.parametrize("part", ["", ".dagster", ".dagster/storage"])
def test_a_home_that_can_not_be_written_is_named_with_what_to_do(calc, testfix, own_instance, part) -> None:
    place = own_instance / part
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("in the folder's place")
    ended = testfix("fix", "--project", calc.root)
    assert ended.code == 2 and not ended.out
    assert str(place).removeprefix(f"{own_instance}/") in ended.err and "Internal error" not in ended.err
    assert "next:" in ended.err or "Make room, or fix" in ended.err
    assert place.read_text() == "in the folder's place"


def test_what_cannot_be_repaired_is_blocked_then_resumed(calc: Any, testfix: Callable[..., Any]) -> None:
    calc.commit(
        "impossible", **{"test_calc.py": "from calc import half\n\n\ndef test_odd():\n    assert half(4) != half(4)\n"}
    )
    opened = testfix("sessions", "start", "--project", calc.root, "--json").found
    assert opened["status"] == "active"
    limits = ("--max-iterations", "1", "--budget-seconds", "60")
    ended = testfix("resume", "--session", opened["session_id"], "--project", calc.root, *limits, "--json")
    assert ended.code == 1, ended.err
    assert ended.found["outcome"] == "blocked"
    assert "test_calc.py::test_odd" in Path(ended.found["report"]).read_text()
    refused = testfix("sessions", "complete", opened["session_id"], "--project", calc.root)
    assert (refused.code, "is blocked: only a full run that passes completes one" in refused.err) == (2, True)
    said = testfix("sessions", "sync", opened["session_id"], "--project", calc.root)
    assert said.out.strip() == "Session blocked: 0% pass rate"

    resumed = testfix("resume", "--project", calc.root, "--max-iterations", "1")
    assert resumed.code == 1
    assert "testfix resume" in resumed.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fix", "--project", "{tmp}/nowhere"], "There is no folder"),
        (["fix", "--project", "{home}"], "is not in a git repository"),
        (["fix", "--project", "{calc}", "--agents", "oracle"], "There is no tool 'oracle'"),
        (["fix", "--project", "{calc}", "--test-command", "make check"], "is not a call of pytest"),
        (["fix", "--project", "{calc}", "--budget-seconds", "-5"], "budget_seconds must be"),
        (["fix", "--project", "{calc}", "--env", "NOPE"], "is no NAME=VALUE"),
        (["fix", "{calc}"], "is a folder, and the input is a sentence"),
        (["plan", "{calc}", "--project", "{calc}"], "is a folder, and the input is a sentence"),
        (["sessions", "start", "{calc}"], "is a folder, and the input is a sentence"),
        (["resume", "--project", "{calc}", "--session", "WFS-../../etc"], "WFS-../../etc"),
        (["resume", "--project", "{calc}", "--session", "WFS-test-none"], "WFS-test-none"),
        (["resume", "--project", "{calc}", "WFS-test-none"], "no session WFS-test-none"),
        (["run", "--project", "{calc}", "--resume-session", "WFS-test-none"], "no session WFS-test-none"),
        (["resume", "--project", "{calc}"], "No session of"),
        (["apply", "--project", "{calc}"], "No session of"),
    ],
)
def test_what_is_refused_is_refused_in_a_sentence(calc, testfix, tmp_path, own_world, arguments, sentence) -> None:
    before = calc.fingerprint()
    ended = testfix(*(a.format(tmp=tmp_path, home=own_world, calc=calc.root) for a in arguments))
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert "next:" in ended.err
    assert "Traceback" not in ended.err
    assert calc.fingerprint() == before


@pytest.mark.parametrize("limit", ["-1", "101", "many"])
def test_an_absurd_limit_is_a_usage_error(calc: Any, testfix: Callable[..., Any], limit: str) -> None:
    ended = testfix("fix", "--project", calc.root, "--max-iterations", limit)
    assert ended.code == 2
    assert "--max-iterations" in ended.err


def test_doctor_names_what_is_there(calc: Any, testfix: Callable[..., Any]) -> None:
    ended = testfix("doctor", "--project", calc.root, "--json")
    states = {row["check"]: row["state"] for row in ended.found}
    assert states["git"] == states["project"] == states["interpreter"] == "ok"
    assert all(row["next_step"] for row in ended.found if row["state"] != "ok")


def test_doctor_asks_about_no_project_in_a_container_of_a_cluster(testfix, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "project" in {row["check"] for row in testfix("doctor", "--json").found}
    checked = {row["check"] for row in testfix("doctor", "--cluster", "--json").found}
    assert "storage" in checked and "project" not in checked


def test_doctor_says_of_each_tool_whether_it_can_be_used(calc, testfix, tmp_path, monkeypatch) -> None:
    fake_codex.install(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    for name in ("CODEX_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    rows = {row["check"]: row for row in testfix("doctor", "--project", calc.root, "--json").found}
    assert (rows["codex"]["state"], rows["codex"]["detail"]) == ("missing", "9.8.7: not usable, not logged in")
    assert "CODEX_API_KEY" in rows["codex"]["next_step"]
    assert "npm install" in rows["qwen"]["next_step"]
    monkeypatch.setenv("CODEX_API_KEY", "k")
    ended = testfix("doctor", "--project", calc.root)
    assert "ok       codex        9.8.7, by key: usable" in ended.out, ended.out


def test_doctor_asks_a_named_command_line_a_small_question(calc, testfix, tmp_path, monkeypatch) -> None:
    fake_codex.install(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(planted_logins.plant(tmp_path / "users-home")))
    for name in ("CODEX_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    asked = ("doctor", "--project", calc.root, "--no-deprecations", "--agents", "codex", "--json")
    with ModelServer([Say("ready"), Status(400)]) as server:
        monkeypatch.setenv("CODEX_BASE_URL", f"{server.address}/v1")
        off, on, broken = testfix(*asked), testfix(*asked, "--agent-logins"), testfix(*asked, "--agent-logins")
    rows = [[row for row in one.found if row["check"] == "codex"] for one in (off, on, broken)]
    (no_login,), (answering,), (silent,) = rows
    assert (no_login["state"], no_login["access"], no_login["installed"]) == ("missing", "", True)
    assert "--agent-logins" in no_login["next_step"]
    assert (answering["state"], answering["version"], answering["access"]) == ("ok", "9.8.7", "login")
    assert answering["answers"] and answering["answer_seconds"] > 0
    assert answering["detail"].startswith("9.8.7, by login: gpt-5.1-codex answers after ")
    assert (silent["state"], silent["answers"], broken.code) == ("broken", False, 2) and "HTTP 400" in silent["detail"]
    assert planted_logins.TOKEN not in off.out + on.out + broken.out


def test_init_says_which_login_is_left_out(calc, testfix, tmp_path, monkeypatch) -> None:
    fake_codex.install(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(planted_logins.plant(tmp_path / "users-home")))
    for name in ("CODEX_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    made = testfix("init", "--project", calc.root)
    assert "found    logins: codex (not used; --agent-logins switches it on)" in made.out
    written = (calc.root / ".workflow" / "testfix.yaml").read_text()
    assert "#agent_logins: false" in written and planted_logins.TOKEN not in written + made.out
    monkeypatch.setenv("CODEX_API_KEY", "k")
    assert "logins" not in testfix("init", "--project", calc.root, "--force").out


@pytest.mark.parametrize(("found", "step"), [(None, "apt-get install bubblewrap"), ("/usr/bin/bwrap", "namespaces")])
def test_doctor_tells_a_sandbox_that_is_not_installed_from_one_that_is_not_allowed(monkeypatch, found, step) -> None:
    monkeypatch.setattr(supervisor, "containment", lambda: SUBREAPER)
    monkeypatch.setattr(shutil, "which", lambda name: found)
    row = doctor_checks._sandbox()
    assert row["state"] == "missing" and step in row["next_step"]


def test_doctor_asks_a_server_that_is_named(calc: Any, testfix: Callable[..., Any]) -> None:
    with ModelServer([], models=["loop-model"]) as server:
        named = f"endpoint:{server.address}/v1#loop-model"
        ended = testfix("doctor", "--project", calc.root, "--agents", named)
    assert f"ok       endpoint     {server.address}/v1#loop-model: reachable" in ended.out
    gone = testfix("doctor", "--project", calc.root, "--agents", f"endpoint:{refused_address()}/v1#m", "--json")
    (row,) = [row for row in gone.found if row["check"] == "endpoint"]
    assert (row["state"], row["next_step"], gone.code) == ("broken", "Start the server, or correct the address.", 2)


def test_help_says_where_to_start(testfix: Callable[..., Any]) -> None:
    ended = testfix("--help", cold=True)
    assert ended.code == 0
    assert "testfix fix --project" in ended.out
