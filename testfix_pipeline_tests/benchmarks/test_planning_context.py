"""The projects that the benchmark of planning makes, and the table that it prints."""

from __future__ import annotations

from pathlib import Path

from benchmarks.planning import context
from benchmarks.planning.context.project import make, recorded


def test_a_made_project_has_the_files_it_is_named_for_and_imports_itself(tmp_path: Path) -> None:
    folder = make(tmp_path / "made", 40)
    paths = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
    counted = [path for path in paths if path.name not in ("__init__.py", "pyproject.toml", ".done")]
    assert len(counted) == 40
    again = make(tmp_path / "again", 40)
    assert [path.read_text() for path in sorted(folder.rglob("*.py"))] == [
        path.read_text() for path in sorted(again.rglob("*.py"))
    ]
    ran = recorded(folder, 40)
    assert len(ran.tests) == 12 and all((folder / file).is_file() for files in ran.tests.values() for file in files)


def test_a_missed_aim_is_said() -> None:
    times = {f"{name}{kind}": 70.0 for name in ("context", "again", "analysis", "tasks") for kind in ("", "_cpu")}
    report = context._report([{"size": "10000", "compileall": 2.0, "ruff": 1.0, "peak_mb": 5, "load": 1.0, **times}])
    assert report.summary == "10000 files 70.0 s; aims missed at 10000"
    assert (
        "aims met"
        in context._report(
            [{"size": "10000", "compileall": 2.0, "ruff": 1.0, "peak_mb": 5, "load": 1.0, **times, "context": 5.0}]
        ).summary
    )
