"""tools/size.py: the lines of each package, which may only fall."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import size


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "cycle.py": 3,
        "repair/engine.py": 4,
        "repair/rules/names.toml": 2,
        "repair/learned/order.json": 90,
        "frameworks/warm/server.mjs": 5,
    }
    for name, lines in files.items():
        path = tmp_path / size.PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n" * lines)
    (tmp_path / "tools").mkdir()
    (tmp_path / size.ALLOWED).write_text("frameworks = 5\nrepair = 6\ntop = 3\n")
    return tmp_path


def _run(project: Path, *options: str) -> int:
    return int(size.main([*options, str(project)]))


def test_a_package_with_more_lines_than_allowed_fails_and_is_named(project, capsys) -> None:
    assert _run(project, "--check") == 0
    (project / size.PACKAGE / "repair/more.py").write_text("x\n")
    assert _run(project, "--check") == 1
    assert "7 repair" in capsys.readouterr().out


def test_an_update_lowers_rows_and_raises_none(project: Path) -> None:
    (project / size.PACKAGE / "repair/more.py").write_text("x\n")
    (project / size.PACKAGE / "cycle.py").write_text("x\n")
    assert _run(project, "--update") == 0
    assert (project / size.ALLOWED).read_text() == "frameworks = 5\nrepair = 6\ntop = 1\n"
    assert _run(project, "--check") == 1


def test_the_repository_is_within_its_allowance() -> None:
    assert size.main(["--check"]) == 0
