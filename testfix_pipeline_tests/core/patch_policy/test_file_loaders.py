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
        (BEFORE, AFTER + "\n\nload_more(path).exec_module(module)\n"),
    ],
)
def test_nothing_is_loaded_by_file_that_was_not_before(before: str, after: str) -> None:
    assert "dynamic_import" in rules(before, after)


@pytest.mark.parametrize("line", ["sys.modules['app'] = module", "del sys.modules[name]", "x = sys.modules"])
def test_no_other_module_is_reached_on_the_way(line: str) -> None:
    assert rules(BEFORE, AFTER.replace("sys.modules[name] = module", line)) == ["module_table"]
