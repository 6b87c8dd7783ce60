"""What is risky, how files hang together, what is left out and what earlier sessions learned."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grimp
import pytest

from testfix_pipeline.core.plan_records import CoverageStats, FileCoverage
from testfix_pipeline.planning.context.risk import rank_risks
from testfix_pipeline.planning.context.session_lessons import lessons
from testfix_pipeline.planning.project.files import ProjectFiles, walked_files
from testfix_pipeline.planning.project.survey import Survey, survey_files
from testfix_pipeline_tests.planning.context_projects import gathered
from testfix_pipeline_tests.project_files import write_files

Make = Callable[..., Any]
BRANCHY = (
    "def pick(a, b):\n    if a:\n        return 1\n"
    "    for each in b:\n        if each:\n            return 2\n    return 3\n"
)
PACKAGE = {
    "shop/__init__.py": "",
    "shop/money.py": BRANCHY + "\n\nclass Purse:\n    def add(self, x):\n        return self.check(x)\n\n"
    "    def check(self, x):\n        return pick(x, [])\n\n    def _own(self):\n        return 0\n",
    "shop/till.py": "from shop.money import Purse, pick\nfrom shop import report\n\n\n"
    "def bill(x):\n    report.show(x)\n    return pick(x, Purse())\n",
    "shop/report.py": "import shop.till\n\n\ndef show(x):\n    return shop.till.bill\n",
    "shop/plain.py": "def same(x):\n    return x\n",
}  # fmt: skip


def lay(root: Path, files: dict[str, str]) -> Survey:
    write_files(root, files)
    return survey_files(walked_files(root), [])


def measured(**rates: float) -> CoverageStats:
    files = {f"shop/{name}.py": FileCoverage(line_rate=rate) for name, rate in rates.items()}
    return CoverageStats(source="measured", files=files)


def test_complex_used_and_untested_files_come_first(tmp_path: Path) -> None:
    found = lay(tmp_path, PACKAGE)
    risks = rank_risks(
        found.product_outlines(), measured(money=0, till=0, report=0, plain=0), {"shop/till.py": 9}, found.imports
    )
    assert [risk.file for risk in risks] == ["shop/money.py", "shop/till.py", "shop/report.py", "shop/plain.py"]
    money = risks[0]
    assert (money.complexity, money.worst, money.dependents, money.churn) == (7, "pick (4)", 1, 0)
    assert money.why == "100% of its lines never run; complexity 7, most in pick (4); imported by 1 file"
    assert "changed by 9 of the last commits" in risks[1].why


@pytest.mark.parametrize("package", ["markupsafe", "pluggy", "click"])
def test_the_imports_of_real_packages_are_those_that_grimp_finds(package: str) -> None:
    """A graph by other people's code, as the reference: grimp reads what lies on our own path."""
    graph = grimp.build_graph(package, cache_dir=None, exclude_type_checking_imports=True)
    wanted = {(one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)}
    folder = Path(importlib.import_module(package).__file__ or "").parent
    paths = sorted(path.relative_to(folder.parent).as_posix() for path in folder.rglob("*.py"))
    imports = survey_files(ProjectFiles(folder.parent, tuple(paths)), []).imports
    assert {(_module(one), _module(other)) for one, targets in imports.items() for other in targets} == wanted


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def archived(root: Path, name: str, status: str = "completed", **files: Any) -> None:
    folder = root / ".workflow" / "archives" / name
    (folder / ".process").mkdir(parents=True)
    (folder / "workflow-session.json").write_text(json.dumps({"status": status, "created_at": name}))
    for file, content in files.items():
        (folder / ".process" / f"{file.replace('_', '-')}.json").write_text(json.dumps(content))


def test_earlier_sessions_say_what_they_learned(tmp_path: Path) -> None:
    attempt = {"result": "landed", "modification_points": ["a.py:f:3"], "newly_passing": ["t1", "t2"]}
    archived(
        tmp_path, "WFS-test-1",
        iteration_state={"iterations": [{"stuck_tests": ["tests/t.py::test_x"]}]},
        test_results={"failures": [
            {"test": "t::flaky", "flaky": True}, {"test": "t::env", "failure_class": "env_issue"}]},
        fix_history={"attempts": [attempt, {"result": "regression", "newly_failing": ["t3"]}]},
        generation={"dropped": {"not stable": 4}},
    )  # fmt: skip
    archived(tmp_path, "WFS-test-2", status="active", iteration_state={"stuck_tests": ["no"]})
    archived(tmp_path, "WFS-test-3", iteration_state=["damaged"], test_results="x", fix_history=None)
    archived(tmp_path, "WFS-test-own", iteration_state={"stuck_tests": ["mine"]})
    assert lessons(tmp_path, "WFS-test-own") == [
        "WFS-test-1: stuck, whatever was tried: tests/t.py::test_x",
        "WFS-test-1: flaky, proved by re-runs: t::flaky",
        "WFS-test-1: failed for the environment, not for the code: t::env",
        "WFS-test-1: a fix landed at a.py:f:3 (2 tests newly pass)",
        "WFS-test-1: attempts broke these, so guard them: t3",
        "WFS-test-1: generated tests were dropped: not stable (4)",
    ]


def test_churn_leaves_out_the_first_commit(repository: Make) -> None:
    repo = repository(files=PACKAGE)
    repo.commit("second", **{"shop/money.py": BRANCHY})
    churn = {risk.file: risk.churn for risk in gathered(repo.open(), "Test the money").risks}
    assert churn == {"shop/money.py": 1, "shop/till.py": 0, "shop/report.py": 0, "shop/plain.py": 0}
