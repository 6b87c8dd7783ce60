"""Members that classes lost and that the program uses, of which no failure speaks yet."""

import importlib
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET

LIBRARY = "class Table:\n    def items(self):\n        pass\n"
USE = "import lists\n\n\ndef f(table):\n    return table.each_item()\n"


@pytest.fixture
def unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The names that programs of these texts use, beside a library of this text."""
    monkeypatch.syspath_prepend(str(IN_TARGET))
    monkeypatch.syspath_prepend(str(tmp_path))

    def found(library: str, *texts: str) -> list[str]:
        (tmp_path / "lists.py").write_text(library)
        monkeypatch.delitem(sys.modules, "lists", raising=False)
        importlib.import_module("lists")
        uses_of = importlib.import_module("testfix_library_uses").uses_of
        files = {f"own{number}.py": text.encode() for number, text in enumerate(texts)}
        program = SimpleNamespace(texts=files, uses={path: uses_of(text) for path, text in files.items()})
        members = importlib.import_module("testfix_library_unseen").unseen_members(
            program, ["lists.Table.each_item", "lists.Table.never_used", "absent.Table.each_item"]
        )
        return [f"{one.module}.{one.owner}.{one.name}" for one in members]

    return found


def test_a_member_that_a_class_lost_is_found_without_a_failure(unseen: Any) -> None:
    assert unseen(LIBRARY, USE) == ["lists.Table.each_item"]


@pytest.mark.parametrize(
    ("library", "texts"),
    [
        (f"{LIBRARY}    def each_item(self):\n        pass\n", [USE]),  # the class still has it
        (f"{LIBRARY}class Other:\n    each_item = 1\n", [USE]),  # another class has it
        (LIBRARY, [USE, "def f(x):\n    return x.each_item()\n"]),  # a file has no library
        (LIBRARY, [USE, "class A:\n    def each_item(self):\n        pass\n"]),  # the program has its own
        (LIBRARY, [USE, "import lists\nx.each_item = 1\n"]),
        (LIBRARY, ["import lists\nx = each_item()\n"]),
    ],
)
def test_a_name_that_may_be_something_else_is_none(unseen: Any, library: str, texts: list[str]) -> None:
    assert unseen(library, *texts) == []


def test_a_class_of_another_library_that_the_file_imports_may_be_meant(
    unseen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ModuleType("others")
    monkeypatch.setitem(sys.modules, "others", other)
    vars(other)["Row"] = type("Row", (), {"each_item": None})
    assert unseen(LIBRARY, USE) and not unseen(LIBRARY, f"import others\n{USE}")


@pytest.mark.parametrize(("use", "expected"), [("table.each_item()", True), ("table.each_item", False)])
def test_where_a_class_answers_for_any_name_only_calls_count(unseen: Any, use: str, expected: bool) -> None:
    library = f"{LIBRARY}    def __getattr__(self, name):\n        raise AttributeError(name)\n"
    assert bool(unseen(library, f"import lists\n\n\ndef f(table):\n    return {use}\n")) is expected
