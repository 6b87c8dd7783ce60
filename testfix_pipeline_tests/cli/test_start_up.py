"""What the quick commands import: the help, and the list of sessions. Times depend on the machine, imports don't."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

IMPORTED = """\
import json, sys
from testfix_pipeline.cli.app import main
try:
    main()
except SystemExit as ended:
    print(json.dumps([ended.code or 0, sorted(sys.modules)]))
else:
    print(json.dumps([0, sorted(sys.modules)]))
"""
HEAVY = ("dagster", "pandas", "numpy", "pyarrow", "matplotlib", "requests", "tree_sitter", "pytest", "jinja2", "mcp")
STEPS = tuple(f"testfix_pipeline.{one}" for one in ("steps", "repair", "planning", "frameworks", "analytics", "defs"))


def imported(tmp_path: Path, *words: str) -> list[str]:
    """The modules that a command has imported when it ends."""
    done = subprocess.run([sys.executable, "-c", IMPORTED, *words], capture_output=True, text=True, cwd=tmp_path)
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return list(modules)


def among(modules: list[str], heavy: tuple[str, ...]) -> list[str]:
    return [one for one in modules if any(one == name or one.startswith(f"{name}.") for name in heavy)]


@pytest.mark.parametrize("words", [("--help",), ("fix", "--help"), ("verify", "--help"), ("sessions", "--help")])
def test_help_imports_neither_what_works_nor_what_it_works_with(words: tuple[str, ...], tmp_path: Path) -> None:
    modules = imported(tmp_path, *words)
    assert among(modules, (*HEAVY, *STEPS, "git", "asyncio")) == []
    ours = [one for one in modules if one.startswith("testfix_pipeline.")]
    assert len(ours) <= 60, ours


def test_the_list_of_sessions_imports_no_steps(repository: Callable[..., Any]) -> None:
    repo = repository(files={"a.py": "A = 1\n"})
    modules = imported(repo.root, "status")
    assert among(modules, (*HEAVY, *STEPS)) == []


def test_what_is_imported_is_not_looked_through_for_garbage_again_and_again(tmp_path: Path) -> None:
    code = (
        "import gc\nfrom testfix_pipeline.cli.app import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
        "before = gc.get_stats()[2]['collections']\nimport testfix_pipeline.defs.session.session_jobs\n"
        "print(gc.get_stats()[2]['collections'] - before)"
    )
    command = [sys.executable, "-c", code, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.splitlines()[-1] == "0"


def test_definitions_load_without_the_work_of_the_steps() -> None:
    code = "import json, sys, testfix_pipeline.definitions; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = json.loads(done.stdout.splitlines()[-1])
    work = ("cycle", "repair", "planning", "frameworks", "agents", "execution.runners", "steps.iteration")
    assert among(modules, (*(f"testfix_pipeline.{one}" for one in work), "sqlalchemy", "tree_sitter")) == []
    assert len([one for one in modules if one.startswith("testfix_pipeline.")]) <= 230


def test_the_engine_loads_no_edits_of_languages_without_files() -> None:
    code = (
        "import json, sys, testfix_pipeline.agents.builtin\n"
        "from testfix_pipeline.repair.model.source_languages import source_languages\n"
        "assert len(source_languages()) == 3 and source_languages()[0].producers\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = json.loads(done.stdout.splitlines()[-1])
    unused = ("repair.languages.go.producers", "repair.languages.javascript.producers")
    assert among(modules, ("jinja2", *(f"testfix_pipeline.{one}" for one in unused))) == []


def test_measuring_imports_no_engine_and_no_readers_of_other_languages(repository: Callable[..., Any]) -> None:
    repo = repository(files={"a.py": "A = 1\n", "test_a.py": "def test_a(): pass\n"})
    modules = imported(repo.root, "measure", "--project", str(repo.root))
    unused = ("updates", "repair", "agents.engine", "planning.code_readers", "steps.measurement.baseline")
    assert among(modules, tuple(f"testfix_pipeline.{one}" for one in unused)) == []
