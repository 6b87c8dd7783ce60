"""The linters and type checkers that a project configures, run for real on small projects."""

import json
import os
import stat
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import BudgetSpent
from testfix_pipeline.execution.deadline import Deadline
from testfix_pipeline.execution.static_checks import static_checks
from testfix_pipeline.execution.static_checks.project_checks import project_checks
from testfix_pipeline.execution.static_checks.static_checks import StaticReport, check_files, configured_tools
from testfix_pipeline.execution.static_checks.static_tools import TOOLS, Flake8, Mypy, Pyright, Ruff
from testfix_pipeline_tests.execution.targets import ours

TARGET = ours()
WRONG_TYPE = "import os\n\n\ndef price(x: int) -> str:\n    return x\n"


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        file = root / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def checked(root: Path, tmp_path: Path, *files: str) -> StaticReport:
    return check_files(TARGET, root, files or ("shop.py",), tmp_path / "cache")


@pytest.mark.parametrize(
    ("tool", "file", "text"),
    [
        ("mypy", "mypy.ini", "[mypy]\n"),
        ("mypy", "setup.cfg", "[mypy]\nstrict = true\n"),
        ("mypy", "pyproject.toml", "[tool.mypy]\n"),
        ("pyright", "pyrightconfig.json", '{\n  // ours\n  "include": ["src"],\n}\n'),
        ("pyright", "pyproject.toml", "[tool.pyright]\n"),
        ("ruff", "ruff.toml", ""),
        ("ruff", "pyproject.toml", '[tool.ruff.lint]\nselect = ["E"]\n'),
        ("flake8", ".flake8", "[flake8]\n"),
        ("flake8", "tox.ini", "[tox]\nenvlist = py\n[flake8]\nmax-line-length = 100\n"),
    ],
)
def test_a_tool_is_wanted_where_the_project_configures_it(tmp_path: Path, tool: str, file: str, text: str):
    (tmp_path / file).write_text(text)
    (found,) = configured_tools(TARGET, tmp_path)
    assert (found.tool.name, found.file) == (tool, file)


def test_nothing_is_run_that_the_project_does_not_configure(tmp_path: Path):
    write(tmp_path, **{"pyproject.toml": "[tool.black]\n", "setup.cfg": "[metadata]\n", "shop.py": WRONG_TYPE})
    assert configured_tools(TARGET, tmp_path) == []
    assert checked(tmp_path, tmp_path) == StaticReport()


def test_the_configuration_of_the_repository_counts_for_a_project_in_a_folder_of_it(tmp_path: Path):
    write(tmp_path, **{"ruff.toml": "[lint]\nselect = ['F']\n", "part__shop.py": WRONG_TYPE})
    report = check_files(ours(subdir="part"), tmp_path, ["shop.py"], tmp_path / "cache")
    assert [(one.file, one.line, one.rule) for one in report.findings] == [("shop.py", 1, "F401")]


def test_mypy_and_ruff_say_what_they_say_by_hand(tmp_path: Path):
    settings = "[tool.mypy]\n[tool.ruff.lint]\nselect = ['F']\n"
    project = write(tmp_path / "p", **{"pyproject.toml": settings, "shop.py": WRONG_TYPE, "clean.py": "x = 1\n"})
    report = checked(project, tmp_path, "shop.py", "clean.py", "gone.py")
    assert (report.ran, report.notices) == (("ruff", "mypy"), ())
    unused, wrong = report.findings
    assert (unused.tool, unused.line, unused.rule, unused.kind, unused.is_error) == ("ruff", 1, "F401", "lint", False)
    assert (wrong.tool, wrong.line, wrong.rule, wrong.is_error) == ("mypy", 5, "return-value", True)
    assert "shop.py:5 mypy return-value: Incompatible return value type" in wrong.describe()
    assert sorted(path.name for path in project.iterdir()) == ["clean.py", "pyproject.toml", "shop.py"]


def test_the_files_that_the_project_names_itself_bound_what_is_checked(tmp_path: Path):
    files = {"mypy.ini": "[mypy]\nfiles = inside.py\n", "inside.py": WRONG_TYPE, "outside.py": WRONG_TYPE}
    project = write(tmp_path / "p", **files)
    report = checked(project, tmp_path, "inside.py", "outside.py")
    assert [one.file for one in report.findings] == ["inside.py"]


def test_only_what_the_baseline_lacks_is_new(tmp_path: Path):
    project = write(tmp_path / "p", **{"ruff.toml": "[lint]\nselect = ['F']\n", "shop.py": WRONG_TYPE})
    before = checked(project, tmp_path)
    (project / "shop.py").write_text(f"import re\n# a line more\n{WRONG_TYPE}")
    after = checked(project, tmp_path)
    assert [one.message for one in after.new_findings(before)] == ["`re` imported but unused"]
    assert before.new_findings(after) == []


def test_a_tool_that_is_configured_and_not_installed_is_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    project = write(tmp_path / "p", **{".flake8": "[flake8]\n", "shop.py": WRONG_TYPE})
    report = checked(project, tmp_path)
    assert report.findings == () and report.ran == ()
    (notice,) = report.notices
    assert "flake8 is configured in .flake8 and not installed" in notice and "Install flake8" in notice


def test_a_tool_that_breaks_is_a_notice_with_its_own_words(tmp_path: Path):
    project = write(tmp_path / "p", **{"ruff.toml": "no-such-setting = 1\n", "shop.py": WRONG_TYPE})
    report = checked(project, tmp_path)
    assert report.findings == () and "ruff could not check the code" in report.notices[0]


def test_files_whose_names_are_no_text_are_checked(tmp_path: Path):
    name = os.fsdecode(b"caf\xe9.py")
    write(tmp_path, **{"ruff.toml": "[lint]\nselect = ['F']\n", name: WRONG_TYPE})
    assert [one.file for one in checked(tmp_path, tmp_path, name).findings] == [name]


def test_checks_of_a_whole_project_end_with_the_session(tmp_path: Path):
    tree = write(tmp_path / "shop", **{"ruff.toml": "", "eslint.config.js": "", "shop.py": "", "page.js": ""})
    program = write(tree, **{"node_modules__.bin__eslint": "#!/bin/sh\nexec tail -f /dev/null\n"})
    (program / "node_modules/.bin/eslint").chmod(0o755)
    target = replace(TARGET, deadline=Deadline(time.monotonic() + 2))
    (hanging,) = [
        one
        for one in project_checks(target, tree, ["shop.py", "page.js"], ["lint"], tmp_path / "cache")
        if one.name == "eslint"
    ]
    assert "it did not end" in hanging.run().notices[0]
    with pytest.raises(BudgetSpent):
        hanging.fix(["page.js"])


def test_a_tool_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(static_checks, "_SECONDS", 1.0)
    put(tmp_path / "node_modules" / ".bin" / "flake8", "import time\ntime.sleep(600)\n")
    monkeypatch.setattr(static_checks, "TOOLS", (Flake8(),))
    write(tmp_path, **{".flake8": "[flake8]\n", "shop.py": WRONG_TYPE})
    assert "it did not end in 1 s" in checked(tmp_path, tmp_path).notices[0]


def put(program: Path, text: str) -> None:
    """A program of that name, in Python."""
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f"#!{sys.executable}\n{text}")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def test_flake8s_report_is_read_as_it_prints_it(tmp_path: Path):
    printed = (
        "./shop.py:1:F401:'os' imported but unused\nshop.py:7:E999:SyntaxError: invalid syntax\nshop.py:2:F821:x\n"
    )
    found = list(Flake8().findings(printed, tmp_path))
    assert [(one.file, one.line, one.rule, one.kind, one.is_error) for one in found] == [
        ("shop.py", 1, "F401", "lint", False),
        ("shop.py", 7, "E999", "compile", True),
        ("shop.py", 2, "F821", "lint", True),
    ]


def test_pyrights_report_is_read_as_it_prints_it(tmp_path: Path):
    place = {"start": {"line": 2, "character": 11}, "end": {"line": 2, "character": 12}}
    said = {"severity": "error", "message": 'Type "int" is not assignable', "range": place, "rule": "reportReturnType"}
    hint = {**said, "severity": "information"}
    report = {"generalDiagnostics": [{**said, "file": str(tmp_path / "shop.py")}, {**hint, "file": "/elsewhere.py"}]}
    (found,) = Pyright().findings(json.dumps(report), tmp_path)
    assert (found.file, found.line, found.rule, found.is_error) == ("shop.py", 3, "reportReturnType", True)


def test_what_is_no_report_is_no_clean_one(tmp_path: Path):
    for tool in (Pyright(), Ruff()):
        with pytest.raises(ValueError):
            list(tool.findings("Traceback", tmp_path))
    assert list(Mypy().findings("mypy: error: unrecognized", tmp_path)) == []


@pytest.mark.npm
def test_the_real_pyright_is_found_in_the_projects_node_modules(tmp_path: Path):
    real = next(
        (Path(at) / "pyright" for at in os.environ["PATH"].split(os.pathsep) if (Path(at) / "pyright").exists()), None
    )
    if real is None:
        pytest.skip("pyright is not installed")
    project = write(tmp_path / "p", **{"pyrightconfig.json": "{}", "shop.py": WRONG_TYPE})
    report = checked(project, tmp_path)
    assert [(one.tool, one.line, one.rule) for one in report.findings] == [("pyright", 5, "reportReturnType")]


def test_every_tool_has_a_name_of_its_own():
    assert len({tool.name for tool in TOOLS}) == len(TOOLS)


def test_a_tool_that_fails_without_a_word_has_not_found_the_code_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    put(tmp_path / "node_modules" / ".bin" / "mypy", "raise SystemExit(1)\n")
    monkeypatch.setattr(static_checks, "TOOLS", (Mypy(),))
    monkeypatch.setattr(static_checks, "find_program", lambda name, *_: tmp_path / "node_modules" / ".bin" / name)
    write(tmp_path, **{"mypy.ini": "[mypy]\n", "shop.py": WRONG_TYPE})
    report = checked(tmp_path, tmp_path)
    assert report.ran == () and "it ended without a report" in report.notices[0]


def test_a_report_that_is_nested_too_deeply_is_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    put(tmp_path / "node_modules" / ".bin" / "ruff", "print('[' * 200_000)\n")
    monkeypatch.setattr(static_checks, "find_program", lambda name, *_: tmp_path / "node_modules" / ".bin" / name)
    report = checked(write(tmp_path, **{"ruff.toml": "", "shop.py": WRONG_TYPE}), tmp_path)
    assert report.ran == () and "its report can't be read" in report.notices[0]
