"""What a run starts from: a finished session, and every input that is refused before anything is written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.configuration.settings import MOST_INPUT
from testfix_pipeline.core.errors import PipelineError, UnknownSession, UsageError
from testfix_pipeline.core.plan_records import ContextPackage
from testfix_pipeline.steps.planning.planning_phases import plan_summary
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.projects import COMPLETE, source_session

CARTS = """\
from unittest.mock import Mock


def count(prices):
    return len(prices)


def gateway():
    return Mock()
"""
TESTS = "from carts import count\n\n\ndef test_count():\n    assert count([1]) == 1\n"


@pytest.fixture
def carts(repository: Callable[..., Any]) -> Any:
    """A project, and in it finished sessions of another workflow that wrote its critical flaw."""
    repo = repository(files={"test_carts.py": TESTS, ".gitignore": ".workflow/\n"})
    base = repo.git("rev-parse", "HEAD").strip()
    repo.commit("WFS-carts: the carts", **{"carts.py": CARTS})
    folder = source_session(repo, "WFS-carts")
    record = json.loads((folder / "workflow-session.json").read_text())
    (folder / "workflow-session.json").write_text(json.dumps({**record, "base_commit": base}))
    source_session(repo, "WFS-old-carts", old=True)
    return repo


def package_of(store: SessionStore) -> ContextPackage:
    return ContextPackage.model_validate_json(store.path(".process/test-context-package.json").read_bytes())


def test_finished_session_is_tested_and_its_critical_findings_reported(carts, phases, taken_up, caplog) -> None:
    ref = phases(carts, "WFS-carts", owner="first")
    assert ref.session_id == "WFS-test-carts"
    store = SessionStore(Path(ref.project), ref.session_id)
    record = store.session()
    assert (record.source_session_id, record.status) == ("WFS-carts", "planning")
    assert record.description == "Build the carts of the shop\n\nA cart adds prices up."
    cycle.gather_context(ref)
    package = package_of(store)
    assert package.source_context["changed_files"] == ["carts.py"]
    (summary,) = package.source_context["implementation_summaries"]
    assert (summary["task_id"], summary["changed_files"]) == ("IMPL-001", ["carts.py"])
    assert package.focus_areas == ["carts.py"]

    path = store.path(".process/test-context-package.json")
    foreign = {**package.model_dump(mode="json"), "metadata": {**package.metadata, "test_session_id": "WFS-test-other"}}
    path.write_text(json.dumps(foreign))
    ref = taken_up(ref)
    again = cycle.gather_context(ref)
    assert again.metadata["rebuilt"] == "it is another session's (WFS-test-other)"
    assert again.metadata["test_session_id"] == "WFS-test-carts"
    assert "it is another session's (WFS-test-other)" in caplog.text
    assert json.loads(path.with_name(f"{path.name}.bak").read_text()) == foreign

    cycle.plan_tasks(ref), cycle.generate_tests(ref)
    report = cycle.validate_code(ref)
    critical = [one for one in report.findings if one.severity == "critical"]
    assert {(one.file, one.category) for one in critical} == {("carts.py", "mock_leakage")}
    assert report.verdict == "HARD_FAIL"
    assert "carts.py" in store.path(".process/code-validation-report.md").read_text()
    cycle.review_tests(ref), cycle.measure(ref)
    found = cycle.finish(ref)
    assert (found["outcome"], found["pass_rate"]) == ("blocked", 100.0)
    assert "carts.py:1" in found["reason"]


def test_no_test_is_generated_where_a_rule_of_the_project_forbids_its_file(carts, phases) -> None:
    total = "def total(prices):\n    return sum(prices)\n"
    carts.commit("rules", **{".testfix/rules.md": "- never change: **\n", "totals.py": total})
    ref = phases(carts, "Test totals.py.")
    cycle.gather_context(ref), cycle.plan_tasks(ref)
    made = cycle.generate_tests(ref)
    assert not made.files and not any(one.kept for one in made.tests)
    assert made.dropped[".testfix/rules.md says: never change: **"] > 0, made


def test_session_of_the_older_form_is_a_source_too(carts: Any, phases: Callable[..., Any]) -> None:
    ref = phases(carts, "WFS-old-carts")
    assert ref.session_id == "WFS-test-old-carts"
    package = cycle.gather_context(ref)
    assert package.metadata["source_session_id"] == "WFS-old-carts"
    (summary,) = package.source_context["implementation_summaries"]
    assert (summary["summary_path"], summary["changed_files"]) == (".summaries/IMPL-001-summary.md", ["carts.py"])
    report = generated_and_validated(ref)
    assert [one.file for one in report.findings if one.severity == "critical"] == ["carts.py"]


def generated_and_validated(ref: cycle.SessionRef) -> Any:
    cycle.plan_tasks(ref), cycle.generate_tests(ref)
    return cycle.validate_code(ref)


def test_archived_session_is_a_source(carts: Any, phases: Callable[..., Any]) -> None:
    folder = carts.root / ".workflow"
    (folder / "archives").mkdir()
    (folder / "active/WFS-carts").rename(folder / "archives/WFS-carts")
    ref = phases(carts, "WFS-carts")
    assert SessionStore(Path(ref.project), ref.session_id).session().source_session_id == "WFS-carts"


def test_sentence_in_chinese_names_a_session(repository: Callable[..., Any], phases: Callable[..., Any]) -> None:
    repo = repository(files=COMPLETE)
    first, second = phases(repo, "测试长度换算", owner="one"), phases(repo, "测试长度换算", owner="two")
    slug = first.session_id.removeprefix("WFS-test-")
    assert slug and set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert second.session_id == f"{first.session_id}-2"
    assert SessionStore(repo.root, first.session_id).session().description == "测试长度换算"


FILES = {
    "empty.md": b" \n",
    "binary.md": b"# Wanted\n\0\1\2",
    "huge.md": b"x" * (MOST_INPUT + 1),
    "latin.md": "# Prüfe die Preise".encode("latin-1"),
}


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("missing.md", UsageError, "There is no requirements file"),
        ("empty.md", UsageError, "is empty"),
        ("binary.md", UsageError, "is binary"),
        ("huge.md", UsageError, "is over 1 MiB"),
        ("latin.md", UsageError, "is not UTF-8 (byte 4)"),
        ("", UsageError, "There is no input"),
        ("WFS-nobody", UnknownSession, "There is no source session WFS-nobody"),
        ("WFS-begun", UsageError, "The source session WFS-begun has no completed task"),
        ("WFS-../../etc", PipelineError, "is not a session id"),
    ],
)
def test_input_is_refused_before_anything_is_written(repository, text, error, sentence) -> None:
    repo = repository(files=COMPLETE)
    for name, content in FILES.items():
        repo.write(name, content)
    source_session(repo, "WFS-begun", completed=False)
    before = repo.fingerprint()
    given = str(repo.root / text) if text.endswith(".md") else text
    with pytest.raises(error) as refused:
        cycle.start({"project": str(repo.root), "kind": "run", "input": given}, "owner")
    assert sentence in refused.value.what
    assert refused.value.next_step
    assert repo.fingerprint() == before


def test_session_keeps_the_text_of_a_requirements_file(repository, phases, tmp_path) -> None:
    repo = repository(files=COMPLETE)
    file = tmp_path / "wanted.md"
    file.write_text("# Test the lengths\n\nInches and feet.\n")
    ref = phases(repo, str(file))
    file.unlink()
    shown: list[str] = []
    with listening(lambda _items, _detail: None, shown.append):
        cycle.plan_tasks(ref)
    assert shown == [plan_summary(ref.open())], "the plan's summary is shown before phase 5"
    store = SessionStore(repo.root, ref.session_id)
    assert ref.session_id == "WFS-test-test-the-lengths-inches-and-feet"
    assert store.session().description == "# Test the lengths\n\nInches and feet."
    assert "Inches and feet." in store.path("IMPL_PLAN.md").read_text()
    assert "wanted.md" in plan_summary(ref.open())
