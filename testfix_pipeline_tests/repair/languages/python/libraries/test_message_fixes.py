"""Fixes that the text of an error tells."""

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import is_telling, message_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile

TEXT = """\
import shapeless

FORM = shapeless.field(regex="a", size=2)
OTHER = shapeless.field(size=3, regex="b")


def f(client, other):
    client.send_all(1)
    return other.field(regx=1)
"""
REMOVED = "`regex` is removed. use `pattern` instead"


def failure(kind: str, said: str, line: int, file: str = "own.py") -> Failure:
    frames = [Frame(file=file, line=line, function="f")]
    return Failure(test="test_own.py::test_a", error_type=kind, error=said, frames=frames)  # type: ignore[arg-type]


def texts(text: str, *failures: Failure) -> list[str]:
    return [fix.texts["own.py"] for fix in message_fixes(failures, {"own.py": SourceFile("own.py", text.encode())})]


def test_a_keyword_is_renamed_wherever_the_function_is_called() -> None:
    found = texts(TEXT, failure("shapeless.errors.UserError", REMOVED, 3), failure("UserError", REMOVED, 4))
    assert found == [TEXT.replace("regex=", "pattern=")]


@pytest.mark.parametrize(
    "said",
    [
        "'send_all' is gone, use client.send_many() instead",
        "`send_all()` was renamed to `send_many`.",
        "The send_all method is no longer supported. Please use the send_many method instead.",
        "send_all was removed in 3.0. Use send_many instead.",
    ],
)
def test_an_attribute_is_renamed(said: str) -> None:
    assert texts(TEXT, failure("NotImplementedError", said, 8)) == [TEXT.replace("send_all", "send_many")]


def test_an_imported_name_is_renamed_with_its_import() -> None:
    text = "from shapeless import Old, Other\n\nA = Old(1)\nB = [Old, Other.Old]\n"
    found = texts(text, failure("DeprecationError", "Old is deprecated and was removed in 3.0. Use Modern instead.", 3))
    assert found == ["from shapeless import Modern, Other\n\nA = Modern(1)\nB = [Modern, Other.Old]\n"]


GONE = "load was removed in 3.0. Use read instead."


@pytest.mark.parametrize(
    "more",
    [
        "def f(load):\n    return load(1)\n",
        "def load(x):\n    return x\n",
        "def read(x):\n    return x\n",
        "__all__ = ['load']\n",
    ],
)
def test_an_imported_name_that_means_something_else_too_is_left_alone(more: str) -> None:
    assert texts(f"from shapeless import load\n\nA = load(1)\n{more}", failure("DeprecationError", GONE, 3)) == []


def test_an_imported_name_is_renamed_in_files_that_have_it_from_the_same_library() -> None:
    written = {
        "own.py": "from shapeless import load\n\nA = load(1)\n",
        "same.py": "from shapeless import load\n\nB = load\n",
        "other.py": "from others import load\n\nB = load\n",
    }
    files = {path: SourceFile(path, text.encode()) for path, text in written.items()}
    (fix,) = message_fixes([failure("DeprecationError", GONE, 3)], files)
    assert fix.texts == {path: written[path].replace("load", "read") for path in ("own.py", "same.py")}
    own = {"own.py": files["own.py"], "src/shapeless/__init__.py": SourceFile("src/shapeless/__init__.py", b"x = 1\n")}
    assert list(message_fixes([failure("DeprecationError", GONE, 3)], own)) == [], "the program's own"


@pytest.mark.parametrize(
    ("kind", "said", "line"),
    [
        ("AssertionError", REMOVED, 3),
        ("ValueError", REMOVED, 8),
        ("ValueError", "`regex` is removed", 3),
        ("ValueError", "use `pattern` instead", 3),
    ],
)
def test_a_text_that_names_nothing_of_the_line_is_no_evidence(kind: str, said: str, line: int) -> None:
    assert texts(TEXT, failure(kind, said, line)) == []


def test_what_the_program_refuses_itself_is_left_alone() -> None:
    text = "def f(x):\n    raise ValueError('`args` is removed, use `values` instead', x.args)\n"
    found = failure("ValueError", "`args` is removed, use `values` instead", 2)
    assert is_telling(found) and texts(text, found) == []


def test_a_word_of_the_language_is_no_name() -> None:
    said = "an element is expected, got ['size']. Did you mean to say field(...)?"
    assert texts(TEXT, failure("ArgumentError", said, 3)) == []
