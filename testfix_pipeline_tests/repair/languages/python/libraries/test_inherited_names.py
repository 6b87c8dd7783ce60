"""Names that Python's classes lost, asked for by the program's own subclasses."""

from textwrap import dedent

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources import inherited_names
from testfix_pipeline.repair.languages.python.libraries.sources.inherited_names import _lost, inherited_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile

CHECKS = """
    import unittest


    class Base(unittest.TestCase):
        pass


    class Checks(Base):
        def check(self):
            self.assertEquals(1, 1)
            other.assertEquals(1, 1)
"""


def fixed(text: str, python: str = "3.12.1") -> list[str]:
    files = {"app.py": SourceFile("app.py", dedent(text).encode())}
    return [fix.texts["app.py"] for fix in inherited_fixes(files, _lost(python))]


def test_what_a_subclass_inherits_has_its_present_name() -> None:
    (new,) = fixed(CHECKS)
    assert "self.assertEqual(1, 1)\n        other.assertEquals(1, 1)" in new


def test_bases_of_pythons_own_classes_count() -> None:
    text = "import threading\nclass Late(threading.Timer):\n    def on(self):\n        return self.isAlive()\n"
    assert fixed(text) == [text.replace("isAlive", "is_alive")]


@pytest.mark.parametrize(
    ("text", "python"),
    [
        (CHECKS, "3.11.4"),
        (f"{CHECKS}\n        def assertEquals(self, a, b):\n            pass\n", "3.12.1"),
        (CHECKS.replace("unittest.TestCase", "object"), "3.12.1"),
    ],
)
def test_a_name_that_is_there_stays(text: str, python: str) -> None:
    assert fixed(text, python) == []


@pytest.mark.parametrize("module", ["this", "unittest.__main__"])
def test_modules_that_do_something_are_not_imported(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(inherited_names, "_of_python", asked.append)
    assert fixed(CHECKS.replace("import unittest", f"import {module}").replace("unittest.", f"{module}.")) == []
    assert asked == []
