"""Functions of the program that a newer library passes more to."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
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
    fix, *_ = callback_fixes([failure("TypeError", said, 17)], files, (), {})
    every = TEXT.replace("self, a", "self, a, **kwargs").replace("self, b", "self, b, **kwargs")
    assert fix.texts["own.py"] == (TEXT.replace(old, new) if old else every)


def test_a_class_of_the_library_is_not_the_program_s_own() -> None:
    said = "Field.__init__() got an unexpected keyword argument 'more'"
    files = {"own.py": SourceFile("own.py", TEXT.encode())}
    assert list(callback_fixes([failure("TypeError", said, 17)], files, (), {})) == []


OVERRIDING = """\
import lib


class Own(lib.Base):
    def extend(self, target, settings):
        return target


def key(name, size):
    return name


lib.run(Own, key=key)
"""


def _texts(said: str, text: str = OVERRIDING) -> list[str]:
    files = {"own.py": SourceFile("own.py", text.encode())}
    return [fix.texts["own.py"] for fix in callback_fixes([failure("TypeError", said, 13)], files, (), {})]


def test_what_the_library_no_longer_passes_is_no_parameter() -> None:
    said = "Own.extend() missing 1 required positional argument: 'settings'"
    assert _texts(said) == [OVERRIDING.replace("target, settings", "target")]


def test_a_parameter_that_is_read_stays() -> None:
    said = "Own.extend() missing 1 required positional argument: 'settings'"
    assert _texts(said, OVERRIDING.replace("return target", "return settings")) == []


def test_a_parameter_that_the_program_passes_stays() -> None:
    said = "Own.extend() missing 1 required positional argument: 'settings'"
    assert _texts(said, OVERRIDING + "Own().extend(1, 2)\n") == []


def test_one_more_argument_may_come_last_or_first() -> None:
    said = "key() takes 2 positional arguments but 3 were given"
    last, first = _texts(said)
    assert last == OVERRIDING.replace("name, size", "name, size, *args")
    assert first == OVERRIDING.replace("key(name", "key(_more, name")


def test_the_first_argument_of_a_method_follows_the_object() -> None:
    said = "Own.extend() takes 3 positional arguments but 4 were given"
    assert OVERRIDING.replace("self, target", "self, _more, target") in _texts(said)


SIBLINGS = """\
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


def test_methods_of_classes_with_the_same_base_get_less_too() -> None:
    said = "Own.extend() missing 1 required positional argument: 'more'"
    assert _texts(said, SIBLINGS) == [SIBLINGS.replace("thing, more", "thing", 2)]


RENAMED = """\
import lib


class Own(lib.Base):
    def convert_b(self, text, inline):
        return text

    def convert_i(self, text, inline):
        return text + text

    def convert_u(self, text, inline):
        return text if inline else ""


lib.run(Own())
"""


def test_a_keyword_takes_the_place_of_a_parameter_that_nothing_reads() -> None:
    said = "Own.convert_b() got an unexpected keyword argument 'parents'"
    more, renamed = _texts(said, RENAMED)
    assert renamed == RENAMED.replace("text, inline", "text, parents", 2)
    assert more == RENAMED.replace("text, inline", "text, inline, **kwargs", 1)
    only_more = _texts("Own.convert_u() got an unexpected keyword argument 'parents'", RENAMED)
    assert [text.count("parents") for text in only_more] == [0]


def test_what_the_program_passes_its_function_to_is_named() -> None:
    text = "def key(a):\n    return a\n\n\n@lib.cached(key=key)\ndef own(a):\n    return a\n"
    files = {"own.py": SourceFile("own.py", text.encode())}
    said = failure("TypeError", "key() takes 1 positional argument but 2 were given", 17)
    found = list(callback_fixes([said], files, [OldRelease("lib", "1", None)], {"lib": "2"}))
    assert {one.updates[0].symbol for one in found} == {"cached(more arguments=)"}
