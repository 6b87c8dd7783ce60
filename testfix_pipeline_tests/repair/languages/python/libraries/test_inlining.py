"""What a method of an old release did in the place of its call, where that names something else of the library."""

import ast
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.libraries.edits.inlining import inlined
from testfix_pipeline.repair.languages.python.source import SourceFile

OLD = (
    "class Base:\n    def pretty(self, sort=False):\n        from lib.texts import Dumper\n\n"
    "        return Dumper.dump(self, sort=sort)\n\n"
    "    def raw(self):\n        from lib._texts import dump\n\n        return dump(self)\n\n\n"
    "class Settings(Base):\n    pass\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import lib\n", "from lib.texts import Dumper\nimport lib\n"),
        ("from lib.texts import Dumper\n", "from lib.texts import Dumper\n"),
        ("Dumper = 1\n", ""),
    ],
)
def test_an_inherited_method_that_imports_what_it_calls(before: str, after: str, tmp_path: Path) -> None:
    edits, call = _call(f"{before}\n\ndef f(found):\n    return found.pretty()\n", tmp_path)
    assert inlined(edits, call, tmp_path, "lib", "Settings.pretty") is bool(after)
    if after:
        assert edits.text() == f"{after}\n\ndef f(found):\n    return Dumper.dump(found, sort=False)\n"


def test_what_is_a_private_part_of_the_library_stays_there(tmp_path: Path) -> None:
    edits, call = _call("import lib\n\n\ndef f(found):\n    return found.raw()\n", tmp_path)
    assert not inlined(edits, call, tmp_path, "lib", "Settings.raw")


def _call(text: str, folder: Path) -> tuple[FileEdits, ast.Call]:
    (folder / "lib.py").write_text(OLD)
    source = SourceFile("own.py", text.encode())
    (call,) = (node for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    return FileEdits(source), call
