"""Enumerations with another type that are formatted by their names since Python 3.11."""

from pathlib import Path

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed
from testfix_pipeline.repair.languages.python.libraries.sources.enum_formats import enum_formats, may_be_of_enum
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.execution.targets import ours

COLOUR = "import enum\n\n\nclass Colour(str, enum.Enum):\n    RED = 'red'\n    BLUE = 'blue'\n"


def failing(text: str) -> Failure:
    return Failure(test="test_a.py::test_a", error_type="AssertionError", error=text)


def fixed(source: str, error: str) -> list[str]:
    files = {"a.py": SourceFile("a.py", source.encode())}
    return [fix.texts["a.py"] for fix in enum_formats([failing(error)], files)]


def test_members_are_formatted_by_their_values_again() -> None:
    (text,) = fixed(COLOUR + "\n\ndef path(colour):\n    return f'/{colour}/{colour:>5}'\n", "'/Colour.RED' == '/red'")
    names: dict[str, object] = {}
    exec(text, names)
    colour, path = names["Colour"], names["path"]
    assert callable(path) and path(colour.RED) == "/red/  red"  # type: ignore[attr-defined]
    assert text.startswith(COLOUR) and "\n\n    def __format__" in text


def test_members_with_numbers_are_texts_by_their_names_again() -> None:
    level = "import enum\n\n\nclass Level(enum.IntEnum):\n    LOW = 1\n"
    (text,) = fixed(level, "assert '1' == 'Level.LOW'")
    names: dict[str, object] = {}
    exec(f"{text}\nshown = str(Level.LOW), '%s' % Level.LOW, Level.LOW + 1", names)
    assert names["shown"] == ("Level.LOW", "Level.LOW", 2)
    assert fixed(level, "assert <Level.LOW: 1> == 2") == []


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (COLOUR, "'/red' == '/blue'"),
        (COLOUR, "'Colour.GREEN' == 'red'"),
        (COLOUR.replace("str, ", ""), "'Colour.RED' == 'red'"),
        (COLOUR + "\n    def __str__(self):\n        return 'x'\n", "'Colour.RED' == 'red'"),
        ("from enum import Enum\n\n\nclass Colour(str, Enum): RED = 'red'\n", "'Colour.RED' == 'red'"),
    ],
)
def test_other_classes_and_errors_are_left_alone(source: str, error: str) -> None:
    assert fixed(source, error) == []


@pytest.mark.parametrize(
    ("error", "is_lead"),
    [
        ("'/Colour.RED' == '/red'", False),
        ("ValueError: no page for Colour.RED", True),
        ("'Colour.RED' == 'blue'", True),
        ("'Colour.RED' == 'redder'", True),
    ],
)
def test_only_a_value_that_is_shown_says_that_python_was_older(error: str, is_lead: bool) -> None:
    found = enum_formats([failing(error)], {"a.py": SourceFile("a.py", COLOUR.encode())})
    assert [is_doubtful(one.likelihood) for one in weighed(found, [], [])] == [is_lead]


def test_files_that_may_define_the_enumeration_are_found_by_their_text(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(COLOUR)
    errors = ("'Colour.RED' == 'red'", "'Shop.open' == 1", "1.5 == 2")
    questions = [LibraryQuestion(ours(), tmp_path, lambda: tmp_path, [failing(one)], (), 1.0) for one in errors]
    assert [may_be_of_enum(one) for one in questions] == [True, False, False]
