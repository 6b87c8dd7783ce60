"""Functions of the program that a newer library passes more to."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.callback_rules import callback_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TEXT = """\
import lib


class Own(lib.Base):
    def __init__(self, a):
        self.a = a


class Other:
    def __init__(self, b):
        def hook(c):
            return c

        lib.register(hook)


lib.run(Own)
"""


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("Own.__init__() got an unexpected keyword argument 'more'", "self, a", "self, a, **kwargs"),
        ("__init__() got an unexpected keyword argument 'more'", "", ""),
        ("Other.__init__.<locals>.hook() got an unexpected keyword argument 'more'", "hook(c)", "hook(c, **kwargs)"),
    ],
)
def test_the_function_that_an_error_names_takes_more(said: str, old: str, new: str) -> None:
    files = {"own.py": SourceFile("own.py", TEXT.encode())}
    (fix,) = callback_fixes([failure("TypeError", said, 17)], files, (), {})
    every = TEXT.replace("self, a", "self, a, **kwargs").replace("self, b", "self, b, **kwargs")
    assert fix.texts["own.py"] == (TEXT.replace(old, new) if old else every)


def test_a_class_of_the_library_is_not_the_program_s_own() -> None:
    said = "Field.__init__() got an unexpected keyword argument 'more'"
    files = {"own.py": SourceFile("own.py", TEXT.encode())}
    assert list(callback_fixes([failure("TypeError", said, 17)], files, (), {})) == []


LESS = """\
import lib


class Own(lib.Base):
    def extend(self, thing, more):
        thing.add(1)


class Second(lib.Base):
    def extend(self, thing, more):
        thing.add(2)


class Reading(lib.Base):
    def extend(self, thing, more):
        thing.add(more)


class Foreign(lib.Field):
    def extend(self, thing, more):
        thing.add(3)


lib.run(Own())
"""


def test_a_method_that_gets_less_drops_the_last_parameter_where_it_does_not_read_it() -> None:
    said = "Own.extend() missing 1 required positional argument: 'more'"
    files = {"own.py": SourceFile("own.py", LESS.encode())}
    (fix,) = callback_fixes([failure("TypeError", said, 24)], files, (), {})
    assert fix.texts["own.py"] == LESS.replace("thing, more", "thing", 2)


def test_a_method_that_reads_what_it_does_not_get_or_is_called_by_the_program_stays() -> None:
    reading = "Reading.extend() missing 1 required positional argument: 'more'"
    files = {"own.py": SourceFile("own.py", LESS.encode())}
    assert list(callback_fixes([failure("TypeError", reading, 24)], files, (), {})) == []
    called = {"own.py": SourceFile("own.py", LESS.replace("lib.run(Own())", "Own().extend(1)").encode())}
    said = "Own.extend() missing 1 required positional argument: 'more'"
    assert list(callback_fixes([failure("TypeError", said, 24)], called, (), {})) == []
