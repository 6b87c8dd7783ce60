"""What one run leaves: the session's files, its commits, and nothing else anywhere."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from testfix_pipeline import cycle
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import FixHistory, SessionRecord, SuiteResults
from testfix_pipeline.core.task_records import Task
from testfix_pipeline_tests.conftest import Repository
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, broken, calc_files, fix

SESSION = "WFS-test-files"
# What git may bring up to date in `.git` without anybody noticing anything.
OURS = (".workflow/",)


class Left:
    """A finished run of three iterations, the last with three hypotheses, on a project with a stash, a hook and a
    staged file.
    """

    def __init__(self, top: Path) -> None:
        self.repo = Repository(top / "project")
        self.repo.commit("first", **calc_files("add", "shout"))
        self._make_work()
        self.before = self.repo.fingerprint(*OURS)
        script = top / "script.json"
        fixes = {"IMPL-fix-2": fix(broken("shout")), "IMPL-fix-3a": fix(GOOD), "*": {"status": "blocked"}}
        script.write_text(json.dumps({"name": "script", "analyses": analyses(3), "fixes": fixes}))
        launch = {"project": str(self.repo.root), "session_id": SESSION, "agents": [f"recorded:{script}"]}
        self.result = cycle.run(launch, "owner-1")
        self.folder = self.repo.root / ".workflow" / "active" / SESSION
        self.branch = f"testfix/{SESSION}"

    def _make_work(self) -> None:
        """A stash, a hook that would tell, a staged file."""
        self.repo.write("calc.py", "stashed = 1\n")
        self.repo.git("stash", "-q")
        hook = self.repo.write(".git/hooks/post-commit", "#!/bin/sh\ntouch hook-has-run\n")
        hook.chmod(0o755)
        self.repo.write("notes.txt", "staged\n")
        self.repo.git("add", "notes.txt")
        self.repo.git("status")


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    top = tmp_path_factory.mktemp("files")
    with pytest.MonkeyPatch.context() as patch:
        home = top / "home"
        home.mkdir()
        patch.setenv("HOME", str(home))
        patch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
        patch.setenv("TESTFIX_CACHE", str(top / "cache"))
        (home / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
        yield Left(top)


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_every_file_of_a_session_that_the_cycle_writes_is_there(left: Left) -> None:
    assert left.result["outcome"] == "success"
    wanted = {
        "workflow-session.json",
        "TODO_LIST.md",
        ".task/IMPL-002.json",
        ".process/iteration-state.json",
        ".process/test-results.json",
        ".process/test-output.log",
        ".process/fix-history.json",
        ".summaries/IMPL-002-summary.md",
    }
    for task in ("1", "2", "3a", "3b", "3c"):
        wanted |= {f".task/IMPL-fix-{task}.json", f".summaries/IMPL-fix-{task}-summary.md"}
    wanted |= {".task/IMPL-fix-3-parallel.json"}
    for n in (1, 2, 3):
        parts = ("analysis.md", "cli-output.txt", "failures.json", "strategy.md")
        wanted |= {f".process/iteration-{n}-{part}" for part in parts}
        wanted |= {f".summaries/iteration-summaries/iteration-{n}.md"}
    assert wanted <= names(left.folder)
    assert not [name for name in names(left.folder) if ".part" in name or name.endswith(".tmp")]


def test_the_records_read_back_and_agree_with_each_other(left: Left) -> None:
    def read(name: str) -> Any:
        return (left.folder / name).read_bytes()

    session = SessionRecord.model_validate_json(read("workflow-session.json"))
    assert (session.status, session.workflow_type, session.type) == ("completed", "test_session", "test")
    state = IterationState.model_validate_json(read(".process/iteration-state.json"))
    assert [one.result for one in state.iterations] == ["no_gain", "landed", "landed"]
    assert [(one.pass_rate, one.pass_rate_after) for one in state.iterations] == [(60, 60), (60, 90), (90, 100)]
    assert (state.next_action, state.status) == ("complete", "completed")
    assert state.iterations[-1].stuck_tests and state.stuck_tests == [], "of a suite that passes no test is stuck"
    results = SuiteResults.model_validate_json(read(".process/test-results.json"))
    assert (results.total, results.passed, results.failures, results.pass_rate) == (10, 10, [], 100)
    assert results.coverage is not None
    assert results.coverage["source"] == "measured" or results.coverage["reason"], "figures, or why there are none"
    history = FixHistory.model_validate_json(read(".process/fix-history.json"))
    assert [one.result for one in history.attempts] == [
        "nothing_found",
        "landed",
        "landed",
        "nothing_found",
        "nothing_found",
    ]
    assert [one.commit for one in history.attempts if one.commit] == left.result["commits"][:2]
    tasks = [Task.model_validate_json(path.read_bytes()) for path in sorted(left.folder.glob(".task/*.json"))]
    assert {one.id: one.status for one in tasks} == {
        "IMPL-002": "completed",
        "IMPL-fix-1": "blocked",
        "IMPL-fix-2": "completed",
        "IMPL-fix-3a": "completed",
        "IMPL-fix-3b": "blocked",
        "IMPL-fix-3c": "blocked",
        "IMPL-fix-3-parallel": "completed",
    }
    for one in (task for task in tasks if task.meta.type == "test-fix-iteration"):
        written = json.loads(one.as_json())
        strategy, known = written["context"]["fix_strategy"], set(written["meta"])
        assert known >= {"type", "agent", "iteration", "strategy", "parent_task", "analysis_quality", "tool"}
        assert set(strategy) >= {"approach", "root_causes", "modification_points", "test_execution"}
        assert one.meta.modification_points == len(strategy["modification_points"])
        assert all(step["on_error"] for step in one.flow_control["implementation_approach"])
        for path in ("raw_output", "failures", "analysis_report", "cli_output"):
            assert (left.repo.root / written["context"]["failure_context"][path]).is_file()
    by_id = {one.id: one.context for one in tasks}
    assert [by_id[name].depends_on for name in ("IMPL-fix-1", "IMPL-fix-2")] == [[], ["IMPL-fix-1"]]
    assert by_id["IMPL-fix-3b"].depends_on == ["IMPL-fix-2"]
    history = by_id["IMPL-fix-3a"].inherited["iteration_history"]
    assert [(one["iteration"], one["result"]) for one in history] == [(1, "no_gain"), (2, "landed")]
    clusters = json.loads(read(".process/iteration-1-failures.json"))
    assert sorted(len(cluster["tests"]) for cluster in clusters["clusters"]) == [1, 3]
    assert clusters["total"] == clusters["passed"] + clusters["failed"] and clusters["failed"] == 4


def test_the_analysis_has_its_front_matter_and_sections(left: Left) -> None:
    text = (left.folder / ".process" / "iteration-1-analysis.md").read_text()
    _, head, body = text.split("---\n", 2)
    fields = yaml.safe_load(head)
    assert set(fields) == {"iteration", "analysis_type", "cli_tool", "model", "timestamp", "pass_rate"}
    assert (fields["iteration"], fields["cli_tool"], fields["pass_rate"]) == (1, "script", "60%")
    sections = [line[3:] for line in body.splitlines() if line.startswith("## ")]
    assert sections == [
        "Summary",
        "Failed Tests",
        "Root Cause Analysis",
        "Fix Strategy",
        "Modification Points",
        "Expected Outcome",
    ]
    assert body.count("### test_calc.py::") == 4
    assert "**Criticality**: medium" in body and "**File**: " in body


def test_commits_hold_the_fix_and_the_checkpoints_alone(left: Left) -> None:
    place = f".workflow/active/{SESSION}"
    checkpoints = {f"{place}/.process/test-results.json", f"{place}/.process/iteration-state.json"}
    files = [
        set(left.repo.git("diff-tree", "--no-commit-id", "--name-only", "-r", commit).split())
        for commit in left.result["commits"]
    ]
    assert files == [
        {"calc.py"} | checkpoints,
        {"calc.py"} | checkpoints,
        {*checkpoints, f"{place}/.summaries/IMPL-002-summary.md"},
    ]
    for commit, done in zip(left.result["commits"], (2, 3, 3), strict=True):
        state = json.loads(left.repo.git("show", f"{commit}:{place}/.process/iteration-state.json"))
        assert state["next_action"] == ("complete" if commit == left.result["commits"][-1] else "retest")
        assert len([one for one in state["iterations"] if one["completed_at"]]) == done


def test_commits_have_the_users_name_the_sessions_trailer_and_the_exact_subjects(left: Left) -> None:
    rows = left.repo.git("log", "--reverse", "--format=%an <%ae>|%(trailers:key=Test-Session,valueonly)", left.branch)
    ours = [row for row in rows.splitlines() if row][-3:]
    assert ours == [f"Ada <ada@example.org>|{SESSION}"] * 3
    assert left.repo.subjects(left.branch) == [
        "first",
        "test-cycle: snapshot of uncommitted work",
        "test-cycle: iteration 2 - conservative strategy (pass: 60% → 90%)",
        "test-cycle: iteration 3 - exploratory strategy (pass: 90% → 100%)",
        "test-cycle: complete - success (pass: 100%)",
    ]
    assert "60% → 100%" in left.repo.git("log", "-1", "--format=%b", left.branch)


def test_nothing_else_of_the_repository_has_changed(left: Left) -> None:
    assert left.repo.fingerprint(*OURS) == left.before
    assert left.repo.git("status", "--porcelain") == "A  notes.txt\n"
    refs = {ref.rpartition("/")[0] for ref in left.repo.refs()}
    assert refs == {"refs", "refs/heads", "refs/heads/testfix", f"refs/testfix/{SESSION}"}
    assert len(left.repo.git("worktree", "list").splitlines()) == 1
    assert left.repo.git("fsck", "--strict").strip() == ""


def test_no_worktree_and_no_process_is_left(left: Left) -> None:
    kept = {name for name in names(left.repo.root.parent / "cache") if "/measured/" not in name}
    assert kept <= {"project/lock"}, "beside the baseline's measurement, which `verify` starts from"
    assert not list((left.repo.root.parent / "cache").rglob(SESSION))
    place = str(left.repo.root.parent)
    mine = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    for process in psutil.process_iter(["pid", "cmdline"]):
        assert process.info["pid"] in mine or place not in " ".join(process.info["cmdline"] or [])


def test_the_result_tells_what_the_files_say(left: Left) -> None:
    result = left.result
    assert set(result) >= {
        "session_id", "outcome", "pass_rate_before", "pass_rate", "total", "iterations", "fixed_tests",
        "remaining_failures", "branch", "base_commit", "head_commit", "commits", "candidates_tried", "duration_s",
        "report",
    }  # fmt: skip
    assert (result["pass_rate_before"], result["pass_rate"], result["iterations"]) == (60, 100, 3)
    assert result["cpu_s"] > 0
    assert len(result["fixed_tests"]) == 4 and result["remaining_failures"] == []
    assert result["head_commit"] == left.repo.refs()[f"refs/heads/{left.branch}"]
    lines = [json.loads(line) for line in (left.repo.root / ".workflow" / "sync.jsonl").read_text().splitlines()]
    assert [line["message"] for line in lines] == ["Test-fix cycle complete: 100% pass rate"]
    todo = (left.folder / "TODO_LIST.md").read_text()
    assert "→ Iteration 2: " in todo and "→ Iteration 3: " in todo, "nothing is folded away"
    rows = [line.strip() for line in todo.splitlines() if "IMPL-fix-" in line and "Iteration" not in line]
    assert [row.partition("] ")[2].partition(" - ")[0].partition(":")[0] for row in rows] == [
        *("IMPL-fix-1", "IMPL-fix-2", "IMPL-fix-3a", "IMPL-fix-3b", "IMPL-fix-3c")
    ]
    assert [row.rpartition(" - ")[2] for row in rows] == [
        *("nothing found (blocked)", "landed", "landed", "nothing found (blocked)", "nothing found (blocked)")
    ]
