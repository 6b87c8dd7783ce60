"""The callable of a library whose result a failing line uses, by the program's text alone."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording
from testfix_pipeline.repair.languages.python.libraries.inquiry.used_results import called_before, used_symbol
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import (
    ChangedCall,
    changed_calls,
    first_of,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_recordings import call, parameter

PROGRAM = """\
import os
import lib
from lib.parts import Reader as R, opened


def rows(text):
    found = lib.split(text, sep=",")
    return found[0]


class Table:
    def __init__(self, text):
        self.reader = R(text)

    def names(self):
        for row in self.reader.walk():
            print(os.getcwd(), row[1])
        return rows("a")


def mark(reader):
    return os.digest(reader.packed()).hexed()


def plain(text):
    return text.strip().upper()


def size(path):
    with opened(path) as file:
        return len(file.read())


def digest(path):
    found = os.digest(path)
    return found.packed()
"""


def line_of(text: str) -> int:
    return PROGRAM[: PROGRAM.index(text)].count("\n") + 1


@pytest.mark.parametrize(
    ("text", "expected", "at"),
    [
        ("found = lib", "lib.split", "found = lib"),
        ("return found[0]", "lib.split", "found = lib"),
        ("print(os", "lib.walk", "for row"),
        ('return rows("a")', "lib.split", "found = lib"),
        ("return len(file", "lib.read", "return len(file"),
        ("with opened", "lib.parts.opened", "with opened"),
        ("return text.strip", "", ""),
        ("return os.digest", "lib.packed", "return os.digest"),
        ("return found.packed", "", ""),
    ],
)
def test_the_call_behind_a_failing_line(text: str, expected: str, at: str) -> None:
    files = {"own.py": SourceFile("own.py", PROGRAM.encode())}
    found = used_symbol([("own.py", line_of(text))], [], files, {"lib"})
    assert found == ((expected, f"own.py:{line_of(at)}") if expected else None)
    assert used_symbol([("own.py", line_of(text))], [], files, {"other"}) is None


def test_where_only_the_test_fails_it_is_the_call_behind_what_it_called() -> None:
    files = {"own.py": SourceFile("own.py", PROGRAM.encode())}
    test = "def test_rows():\n    found = rows('a,b')\n    assert found == 'a'\n    later()\n"
    assert called_before(test, 3) == ["rows"]
    assert used_symbol([("tests/test_own.py", 3)], ["plain", "rows"], files, {"lib"}) == ("lib.split", "own.py:7")


def test_a_parameter_that_had_to_be_given_and_is_gone_is_the_cause() -> None:
    signatures = [[("lib", "a", [parameter(one) for one in names], False)] for names in (["n", "model"], ["model"])]
    old = CallRecording(calls=[call("a", 1, n=1, model="m")], signatures=signatures[0])
    new = CallRecording(calls=[call("a", 1, model=1)], signatures=signatures[1])
    cause = first_of(list(changed_calls(old, new)), [])
    assert cause is not None and cause.describe() == "lib.a takes no n any more"


@pytest.mark.parametrize(
    ("name", "is_private"), [("Field._made", True), ("Field.made", False), ("Field.__call__", False)]
)
def test_a_private_function_is_no_name_that_a_program_knows(name: str, is_private: bool) -> None:
    assert ChangedCall("result", call(name, 1), call(name, 2)).is_private is is_private


def test_what_was_none_is_the_cause_only_where_nothing_else_is() -> None:
    old = CallRecording(calls=[call("add", None, x=1), call("read", b"a", x=2)])
    new = CallRecording(calls=[call("add", 3, x=1), call("read", "a", x=2)])
    changes = list(changed_calls(old, new))
    assert [one.symbol for one in changes] == ["lib.add", "lib.read"]
    for found, expected in ((changes, "lib.read"), (changes[:1], "lib.add")):
        cause = first_of(found, [])
        assert cause is not None and cause.symbol == expected
