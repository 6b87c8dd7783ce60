"""Modules loaded by file: importlib may take the place of `imp`, and do no more."""

import ast

import pytest

from testfix_pipeline.core.patch_policy.tampering import added_tampering

BEFORE = "import imp\n\n\ndef load(path):\n    return imp.load_source('plugin', path)\n"
AFTER = """\
import importlib.machinery
import importlib.util
import sys


def load_source(name, path):
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def load(path):
    return load_source('plugin', path)
"""


def rules(before: str, after: str) -> list[str]:
    return [one.rule for one in added_tampering(ast.parse(before), ast.parse(after))]


def test_what_imp_loaded_may_be_loaded_by_importlib() -> None:
    assert rules(BEFORE, AFTER) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BEFORE.replace("imp.load_source('plugin', path)", "imp.new_module(path)"), AFTER),
        (BEFORE.replace("import imp", "import other as imp"), AFTER),
        (BEFORE, "import imp\n" + AFTER),
        (BEFORE, AFTER + "\n\nload_source('more', path)\n"),
        (BEFORE, AFTER.replace("load_source('plugin', path)", "load_source('plugin', 'fake.py')")),
        (BEFORE, AFTER.replace("load_source('plugin', path)", "load_source('app', path)")),
        (BEFORE, AFTER.replace("SourceFileLoader(name, path)", "SourceFileLoader(name, 'fake.py')")),
        (BEFORE, AFTER.replace("    loader.exec", "    other.exec_module(module)\n    loader.exec")),
        (BEFORE, AFTER.replace("    loader = imp", "    path = 'fake.py'\n    loader = imp")),
        (BEFORE, AFTER + "\n\nloads = load_source\n"),
    ],
)
def test_nothing_is_loaded_by_file_that_was_not_before(before: str, after: str) -> None:
    assert "dynamic_import" in rules(before, after)


def test_a_function_may_load_by_itself_what_it_loaded_by_imp() -> None:
    lines = AFTER.partition("load_source(name, path):\n")[2].partition("\n\n\n")[0].replace("name", "'plugin'")
    after = f"import importlib.machinery, importlib.util, sys\n\n\ndef load(path):\n{lines}\n"
    assert rules(BEFORE, after) == []
    assert "dynamic_import" in rules(BEFORE, after.replace("'plugin', path", "'plugin', path + 'x'"))


@pytest.mark.parametrize("line", ["sys.modules['app'] = module", "del sys.modules[name]", "x = sys.modules"])
def test_no_other_module_is_reached_on_the_way(line: str) -> None:
    assert rules(BEFORE, AFTER.replace("sys.modules[name] = module", line))[:1] == ["module_table"]


FOUND = "def load(one, name):\n    return one.find_module(name).load_module(name)\n"
SPECIFIED = FOUND.replace("find_module(name)", "find_spec(name).loader")


@pytest.mark.parametrize(
    ("before", "after", "is_accepted"),
    [
        (FOUND, SPECIFIED, True),
        (FOUND, SPECIFIED.replace("load_module(name)", "load_module('app')"), False),
        (FOUND, SPECIFIED.replace("one.find_spec", "other.find_spec"), False),
        (FOUND, f"{SPECIFIED}\n\ndef more(one, name):\n    one.find_spec(name).loader.load_module(name)\n", False),
        (FOUND.replace("load(", "other("), SPECIFIED, False),
    ],
)
def test_a_spec_may_load_what_a_finder_found(before: str, after: str, is_accepted: bool) -> None:
    assert ("dynamic_import" not in rules(before, after)) is is_accepted
