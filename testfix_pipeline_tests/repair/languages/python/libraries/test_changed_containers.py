"""Containers that a library gives as another kind now."""

from pathlib import Path
from textwrap import dedent

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames
from testfix_pipeline.repair.languages.python.libraries.sources.changed_containers import changed_containers
from testfix_pipeline.repair.languages.python.source import SourceFile

SUM = "unsupported operand type(s) for +: 'frozenset' and 'list'"


def fixed(folder: Path, line: int, error: str, **texts: str) -> list[dict[str, str]]:
    files = {f"{name}.py": SourceFile(f"{name}.py", dedent(text).encode()) for name, text in texts.items()}
    for path, source in files.items():
        (folder / path).write_text(source.text)
    kind = "AttributeError" if "attribute" in error else "TypeError"
    frames = [Frame(file="app.py", line=line, function="f")]
    failure = Failure(test="test_app.py::test", error_type=kind, error=error, frames=frames)
    return [dict(fix.texts) for fix in changed_containers([failure], files, OwnNames.of(folder))]


def test_a_constant_is_made_a_list_wherever_it_is_a_part_of_a_sum(tmp_path: Path) -> None:
    text = "import bleach\nTAGS = bleach.sanitizer.TAGS + ['p']\n"
    more = "from bleach import sanitizer\nMORE = ['a'] + sanitizer.TAGS\nS = sanitizer.TAGS | {1}\n"
    assert fixed(tmp_path, 2, SUM, app=text, more=more) == [
        {
            "app.py": "import bleach\nTAGS = list(bleach.sanitizer.TAGS) + ['p']\n",
            "more.py": "from bleach import sanitizer\nMORE = ['a'] + list(sanitizer.TAGS)\nS = sanitizer.TAGS | {1}\n",
        }
    ]


@pytest.mark.parametrize(
    ("line", "error", "old", "new"),
    [
        (3, "unsupported operand type(s) for +=: 'frozenset' and 'list'", "a = lib.TAGS\na += [1]", "list(lib.TAGS)"),
        (3, "'frozenset' object has no attribute 'append'", "a = lib.TAGS\na.append(1)", "list(lib.TAGS)"),
        (3, "'tuple' object has no attribute 'add'", "a = lib.tags()\na.add(1)", "set(lib.tags())"),
        (2, 'can only concatenate list (not "dict_keys") to list', "a = [1] + lib.tags()", "list(lib.tags())"),
        (2, "'generator' object is not subscriptable", "a = lib.tags()[0]", "list(lib.tags())"),
        (2, "object of type 'map' has no len()", "a = len(lib.tags(x=1))", "list(lib.tags(x=1))"),
        (2, "unsupported operand type(s) for |: 'list' and 'set'", "a = lib.TAGS | {1}", "set(lib.TAGS)"),
    ],
)
def test_what_the_line_needs_it_gets(tmp_path: Path, line: int, error: str, old: str, new: str) -> None:
    (texts,) = fixed(tmp_path, line, error, app=f"import lib\n{old}\n")
    inner = new.partition("(")[2].removesuffix(")")
    assert texts == {"app.py": f"import lib\n{old.replace(inner, new)}\n"}


@pytest.mark.parametrize("text", ["import more\nA = more.TAGS + [1]\n", "import os\nA = os.environ + [1]\n"])
def test_what_is_no_librarys_stays(tmp_path: Path, text: str) -> None:
    assert fixed(tmp_path, 2, SUM, app=text, more="TAGS = frozenset()\n") == []


@pytest.mark.parametrize(
    ("error", "text"),
    [
        ("'frozenset' object has no attribute 'append'", "lib.TAGS.append(1)"),
        ("'tuple' object does not support item assignment", "lib.tags()[0] = 1"),
        ("'set' object is not subscriptable", "a = lib.tags()[0]"),
        ("'frozenset' object has no attribute 'index'", "a = lib.TAGS.index(1)"),
    ],
)
def test_a_copy_that_nobody_has_is_not_changed_and_a_set_gets_no_order(tmp_path: Path, error: str, text: str) -> None:
    assert fixed(tmp_path, 2, error, app=f"import lib\n{text}\n") == []
