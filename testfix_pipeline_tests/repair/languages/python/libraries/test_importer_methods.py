"""Importers that Python asks for `find_module` no more."""

import sys
from types import ModuleType
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.libraries.sources.importer_methods import importer_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile

IMPORTER = """\
class Importer:
    def find_module(self, fullname, path=None):
        return self if fullname == "carried_moves" else None

    def load_module(self, fullname):
        made = sys.modules[fullname] = ModuleType(fullname)
        return made
"""


def fixed(text: str, error_type: str = "ModuleNotFoundError") -> list[str]:
    failure = Failure(test="test_a.py", error_type=error_type, error="No module named 'carried_moves'")
    source = SourceFile("six.py", text.encode())
    return [fix.texts["six.py"] for fix in importer_fixes([failure], {"six.py": source})]


@pytest.mark.filterwarnings("ignore::ImportWarning")
def test_an_importer_gets_the_method_that_python_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = fixed(IMPORTER)
    names: dict[str, Any] = {"sys": sys, "ModuleType": ModuleType}
    exec(text, names)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, names["Importer"]()])
    try:
        assert __import__("carried_moves").__name__ == "carried_moves"
    finally:
        sys.modules.pop("carried_moves", None)
    assert fixed(text) == [], "it has the method now"


def test_the_note_names_python_without_a_version() -> None:
    failure = Failure(test="test_a.py", error_type="ModuleNotFoundError", error="No module named 'a'")
    (fix,) = importer_fixes([failure], {"six.py": SourceFile("six.py", IMPORTER.encode())})
    assert fix.updates[0].describe().startswith("Python, importlib.abc")
    assert fix.updates[0].model_copy(update={"before": "2"}).describe().startswith("Python 2, ")


@pytest.mark.parametrize(
    ("method", "asked"),
    [
        ("    @classmethod\n    def find_module(cls, name):\n        return None", "cls.find_module(fullname)\n"),
        ("    def find_module(self, name, path=None):\n        return None\n", "self.find_module(fullname, path)\n"),
    ],
)
def test_the_method_asks_the_old_one_as_that_is_defined(method: str, asked: str) -> None:
    (text,) = fixed(f"class Importer:\n{method}")
    assert asked in text and text.count("@classmethod") == 2 * method.count("@classmethod")


def test_other_errors_and_functions_are_left_alone() -> None:
    assert fixed(IMPORTER, "ValueError") == []
    assert fixed("def find_module(name):\n    return name\n") == []
