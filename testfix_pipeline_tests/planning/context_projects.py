"""Projects that context is gathered from, and the call that gathers it."""

import json
from pathlib import Path
from typing import Any

from testfix_pipeline.core.plan_records import ContextPackage
from testfix_pipeline.core.records import SessionRecord, SuiteRun
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.context.context_package import gather
from testfix_pipeline.planning.intake import read_input
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.execution.targets import ours

SESSION = SessionId("WFS-test-demo")
THIN = {
    "pyproject.toml": '[project]\nname = "till"\ndependencies = ["attrs>=20", "private @ https://u:tok@x/y.git"]\n'
    '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    "till/__init__.py": "",
    "till/money.py": '"""Money."""\n\n\ndef cents(text):\n    """Parse."""\n    if "." not in text:\n'
    "        return int(text)\n"
    '    whole, _, part = text.partition(".")\n    return int(whole) * 100 + int(part)\n\n\ndef euros(value):\n'
    "    return value / 100\n",
    "till/report.py": "from till.money import cents\n\n\ndef total(texts):\n    return sum(map(cents, texts))\n",
    "tests/test_money.py": 'from till.money import cents\n\n\ndef test_parts():\n    assert cents("1.50") == 150\n',
    "README.md": "# Till\n",
}


def gathered(
    project: Project,
    text: str,
    *,
    coverage: CoverageMap | None = None,
    run: SuiteRun | None = None,
    session: SessionId = SESSION,
    commit: str = "",
) -> ContextPackage:
    """Gather for an input, in a session that is made where it does not exist."""
    store = session_store(project, session)
    return gather(
        store, project, target(project), project.repo_root, read_input(project, text),
        coverage=coverage, run=run, commit=commit or project.head,
    )  # fmt: skip


def session_store(project: Project, session: SessionId = SESSION) -> SessionStore:
    store = SessionStore(project.root, session)
    if not store.folder.exists():
        store.create(SessionRecord(session_id=session))
    return store


def target(project: Project) -> TargetProject:
    return ours(subdir=project.subdir, sandbox=SandboxPolicy(mode="off"))


def measured(project: Project, folder: Path) -> tuple[CoverageMap, SuiteRun]:
    """A real run of the project's tests."""
    run = run_suite(target(project), project.repo_root, record_coverage=folder / "lines.json")
    return CoverageMap.load(folder / "lines.json"), run


def package_file(project: Project, session: SessionId = SESSION, name: str = "context-package.json") -> dict[str, Any]:
    data: dict[str, Any] = json.loads((session_store(project, session).folder / ".process" / name).read_text())
    return data
