"""An install of the user's checkout must not be what a worktree's run measures."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline_tests.execution.targets import environment, packages

OLD = {
    "src/thing/__init__.py": "VALUE = 'old'\n",
    "tests/test_thing.py": "import thing\ndef test_v(): assert thing.VALUE == 'new'\n",
}
NEW = {**OLD, "src/thing/__init__.py": "VALUE = 'new'\n"}

# The sandbox hides the user's checkout where it lies below /home or /tmp; here the guard alone is tried.
OPEN = SandboxPolicy(mode="off")

FINDER = """
import importlib.util, sys
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "thing":
            return importlib.util.spec_from_file_location(name, {file!r}, submodule_search_locations=[{folder!r}])
sys.meta_path.{how}
"""


@pytest.fixture
def installed(tmp_path, tree, target):
    """(project, worktree, function that writes a .pth line into the project's environment)."""
    origin, worktree = tree(OLD, "origin"), tree(NEW, "worktree")
    interpreter = environment(tmp_path / "environment")
    project = replace(target, interpreter=interpreter, origin=origin, sandbox=OPEN)
    site = packages(tmp_path / "environment")
    return project, origin, worktree, site


def test_a_path_file_of_an_editable_install_does_not_win(installed):
    project, origin, worktree, site = installed
    (site / "thing.pth").write_text(f"{origin / 'src'}\n")
    run = run_suite(project, worktree, timeout=60)
    assert run.fault is None, run.fault
    assert run.passed == {"tests/test_thing.py::test_v"}


def add_finder(site: Path, origin: Path, how: str) -> None:
    folder = origin / "src" / "thing"
    text = FINDER.format(file=str(folder / "__init__.py"), folder=str(folder), how=how)
    (site / "editable_finder.py").write_text(text)
    (site / "finder.pth").write_text("import editable_finder\n")


def test_an_appended_finder_does_not_win(installed):
    project, origin, worktree, site = installed
    add_finder(site, origin, "append(Finder)")
    assert run_suite(project, worktree, timeout=60).passed == {"tests/test_thing.py::test_v"}


def test_a_finder_put_first_is_a_foreign_import(installed):
    project, origin, worktree, site = installed
    add_finder(site, origin, "insert(0, Finder)")
    fault = run_suite(project, worktree, timeout=60).fault
    assert fault.kind == "foreign_import"
    assert "module thing" in fault.message
    assert str(origin / "src" / "thing" / "__init__.py") in fault.message


def test_a_late_foreign_import_is_seen_at_the_end(tree, target, tmp_path):
    origin = tree({"late.py": "x = 1\n"}, "origin")
    worktree = tree(
        {
            "late.py": "x = 2\n",
            "test_a.py": f"import sys\ndef test_a():\n    sys.path.insert(0, {str(origin)!r})\n    import late\n",
        },
        "worktree",
    )
    assert run_suite(replace(target, origin=origin, sandbox=OPEN), worktree, timeout=60).fault.kind == "foreign_import"


def test_shared_dependencies_are_not_foreign(tree, target):
    origin = tree({"vendor/dep.py": "x = 1\n", "test_a.py": ""}, "origin")
    worktree = tree({"test_a.py": "import sys\nsys.path.append('vendor')\ndef test_a():\n    import dep\n"}, "worktree")
    (worktree / "vendor").symlink_to(origin / "vendor")
    project = replace(target, origin=origin, shared=("vendor",))
    run = run_suite(project, worktree, timeout=60)
    assert run.fault is None, run.fault
    assert len(run.passed) == 1


@pytest.mark.parametrize(
    "generated",
    ["src/gauge/_version.py", "src/gauge/local_settings.py", "src/gauge/level_pb2.py", "level_pb2.py"],
    ids=["a version file", "settings", "a protocol", "a module at the root"],
)
def test_a_shared_file_is_not_foreign(tree, target, generated):
    name = Path(generated).stem
    where = "gauge." if "/" in generated else ""
    files = {
        "src/gauge/__init__.py": f"from {where}{name} import MOST\n",
        "tests/test_gauge.py": "import gauge\ndef test_most(): assert gauge.MOST == 3\n",
        "pytest.ini": "[pytest]\npythonpath = src .\n",
    }
    origin, worktree = tree({**files, generated: "MOST = 3\n"}, "origin"), tree(files, "worktree")
    (worktree / generated).symlink_to(origin / generated)
    run = run_suite(replace(target, origin=origin, shared=(generated,)), worktree, timeout=60)
    assert run.fault is None, run.fault
    assert run.passed == {"tests/test_gauge.py::test_most"}


def test_a_shared_extension_module_is_not_foreign_and_a_file_of_a_longer_name_is(tree, target):
    files = {"test_a.py": "import _json, fast\ndef test_a(): assert fast.scanstring\n"}
    origin, worktree = tree(files, "origin"), tree(files, "worktree")
    built = Path(importlib.util.find_spec("_json").origin or "")
    (origin / "fast.py").write_text(
        f"import sys, _json\n_json.__file__ = {str(origin / '_json.so')!r}\nfrom _json import *\n"
    )
    (origin / "_json.so").write_bytes(built.read_bytes() if built.is_file() else b"")
    (worktree / "fast.py").symlink_to(origin / "fast.py")
    project = replace(target, origin=origin, sandbox=OPEN)
    assert run_suite(replace(project, shared=("fast.py", "_json.so")), worktree, timeout=60).fault is None
    assert run_suite(replace(project, shared=("fast.py", "_json")), worktree, timeout=60).fault.kind == "foreign_import"
