"""What runs inside of other people's interpreters keeps to the standard library and to Python 3.9."""

import ast
import gc
import json
import sys
import types

import pytest
import vermin

from testfix_pipeline.execution.in_target.testfix_arguments import whole_run_arguments
from testfix_pipeline.execution.in_target.testfix_guard import ImportGuard, project_names
from testfix_pipeline.execution.processes.environment import IN_TARGET

FILES = sorted(path for path in IN_TARGET.glob("*.py") if path.name != "__init__.py")
NEWER = ("sys.monitoring", "sys.monitoring.events", "sys.stdlib_module_names")
"""Names that the code asks for before it uses them."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_needs_no_more_than_python_3_9(file):
    ast.parse(file.read_text(), feature_version=(3, 9))
    config = vermin.Config()
    for name in NEWER:
        config.add_exclusion(name)
    config.set_eval_annotations(False)
    versions = vermin.visit(file.read_text(), config).minimum_versions()
    assert versions[1] is None or versions[1] <= (3, 9)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_imports_the_standard_library_pytest_and_its_own_folder_alone(file):
    own = {path.stem for path in FILES}
    for node in ast.walk(ast.parse(file.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            assert name.partition(".")[0] in {*sys.stdlib_module_names, "pytest", "_pytest", *own}, name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("-x", ""),
        ("-xvs", "-vs"),
        ("-qn4 tests", "-q tests"),
        ("-n auto tests", "tests"),
        ("--maxfail=2 --maxfail 3 a", "a"),
        ("--cov", ""),
        ("--cov src --cov-report term a", "a"),
        ("--cov -k name", "-k name"),
        ("-k -x", "-k -x"),
        ("-kx -m 'slow'", "-kx -m 'slow'"),
        ("-p no:xdist -o addopts=-x", "-p no:xdist -o addopts=-x"),
        ("-rA -W error", "-rA -W error"),
        ("a -- -x", "a -- -x"),
        ("--strict-markers --import-mode=importlib", "--strict-markers --import-mode=importlib"),
        ("-n", ""),
    ],
)
def test_arguments_that_cut_a_run_short_go_and_all_others_stay(given, kept):
    assert whole_run_arguments(given.split()) == kept.split()


def test_the_folder_is_where_the_environment_says():
    assert IN_TARGET.is_absolute()
    assert (IN_TARGET / "testfix_reporter.py").is_file()


def test_a_link_in_a_circle_is_no_module_of_the_project(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    (root / "shop.py").write_text("")
    (root / "loop.py").symlink_to("loop.py")
    (root / "again").symlink_to(".")
    assert project_names(root) == {"shop": True}


def test_a_module_that_a_package_registers_under_a_name_of_its_own_is_no_foreign_one(tmp_path, monkeypatch):
    """As `six.moves`, `requests.packages` and `pkg_resources.extern` do; a copy of the package elsewhere is foreign."""
    (tmp_path / "tree" / "kit").mkdir(parents=True)
    (tmp_path / "tree" / "kit" / "__init__.py").touch()
    guard = ImportGuard(str(tmp_path / "tree"), str(tmp_path / "tree"), "", [])
    monkeypatch.setitem(sys.modules, "kit.decoder", json.decoder)
    assert guard.foreign_modules() == []
    elsewhere = types.ModuleType("kit.other")
    elsewhere.__file__ = str(tmp_path / "elsewhere" / "kit" / "other.py")
    monkeypatch.setitem(sys.modules, "kit.other", elsewhere)
    assert guard.foreign_modules() == [("kit.other", elsewhere.__file__)]


@pytest.mark.parametrize("linked", ["kit", "kit/other.py"])
def test_a_module_behind_a_link_lies_where_the_link_leads(linked, tmp_path, monkeypatch):
    there, tree = tmp_path / "elsewhere", tmp_path / "tree"
    for folder in (there / "kit", (tree / linked).parent):
        folder.mkdir(parents=True)
    (there / "kit" / "other.py").touch()
    (tree / linked).symlink_to(there / linked)
    guard = ImportGuard(str(there), str(tree), str(there), [])
    module = types.ModuleType("kit.other")
    module.__file__ = str(tree / "kit" / "other.py")
    monkeypatch.setitem(sys.modules, "kit.other", module)
    assert guard.foreign_modules() == guard.foreign_modules() == [("kit.other", module.__file__)]


def test_a_finalizer_that_imports_while_modules_are_looked_at_is_no_fault(tmp_path, monkeypatch):
    class Late:
        def __del__(self):
            sys.modules["late"] = sys

    monkeypatch.setitem(sys.modules, "late", sys)
    del sys.modules["late"]
    guard = ImportGuard(str(tmp_path), str(tmp_path), "", [])
    thresholds = gc.get_threshold()
    gc.collect()
    late = Late()
    late.itself, late = late, None
    gc.set_threshold(50)  # objects, so that garbage is collected while the modules are listed
    try:
        assert guard.foreign_modules() == []
    finally:
        gc.set_threshold(*thresholds)
