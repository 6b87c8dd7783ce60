"""What of an old release can be copied: a definition with its helpers that needs nothing but what Python has."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.edits.copied_code import copied_code

SOURCE = """\
import re
import warnings
from os import path as paths
from other import helper

LONGEST = 3
cache = []
cache.append(1)
_WORD = re.compile("a+")


class Base:
    def __lt__(self, other):
        warnings.warn("Base is deprecated", DeprecationWarning)
        return self.n < other.n


class Number(Base):
    pass


def plain(value):
    # as it was
    import warnings

    warnings.warn(
        "plain() is deprecated", DeprecationWarning
    )
    return value


def short(text):
    return plain(text)[:LONGEST] if _WORD.match(text) else text


def folder(text): return paths.dirname(text)


def asking(text):
    return helper(text)


def cached(text):
    return text in cache


def counting(text):
    global LONGEST
    LONGEST += 1


def warned(text):
    warnings.warn("plain() is deprecated", DeprecationWarning)
"""


def copied(name: str, source: str = SOURCE, gone: str = "") -> tuple[str, dict[str, str]] | None:
    found = copied_code(source, name, lambda full: full != gone)
    return (found.text, dict(found.imports)) if found is not None else None


def test_a_function_without_its_warnings() -> None:
    assert copied("plain") == ("def plain(value):\n    # as it was\n\n    return value", {})
    assert copied("warned") == ("def warned(text):\n    pass", {})


def test_helpers_constants_and_imports_come_with_it() -> None:
    found = copied_code(SOURCE, "short", lambda full: True)
    assert found is not None and found.names == ("LONGEST", "_WORD", "plain", "short")
    assert found.imports == {"re": "import re"} and not found.has_class
    assert found.text.startswith('LONGEST = 3\n\n\n_WORD = re.compile("a+")\n\n\ndef plain(value):\n')


def test_a_class_and_its_base() -> None:
    found = copied_code(SOURCE, "Number", lambda full: True)
    assert found is not None and found.has_class and found.names == ("Base", "Number")
    assert found.text == (
        "class Base:\n    def __lt__(self, other):\n        return self.n < other.n\n\n\nclass Number(Base):\n    pass"
    )


def test_an_import_under_another_name() -> None:
    assert copied("folder") == (
        "def folder(text): return paths.dirname(text)", {"paths": "from os import path as paths"}
    )  # fmt: skip
    assert copied("folder", gone="os.path") is None, "that is gone from Python as well"


@pytest.mark.parametrize("name", ["asking", "cached", "counting", "LONGEST", "nothing"])
def test_what_needs_more_is_not_copied(name: str) -> None:
    assert copied(name) is None


def test_the_text_of_a_string_and_what_shares_a_line_stay() -> None:
    text = "def f():\n    return 'a' \\\n        'b'\n\n\ndef g(): warnings.warn('', DeprecationWarning)\n"
    assert copied("f", f"\f\n{text}") == ("def f():\n    return 'a' \\\n        'b'", {})
    assert copied("g", f"import warnings\n{text}") == (
        "def g(): warnings.warn('', DeprecationWarning)", {"warnings": "import warnings"}
    )  # fmt: skip
    assert copied("h", 'def h():\n    return """a  \n  b"""\n') == ('def h():\n    return """a  \n  b"""', {})


def test_what_is_long_is_not_copied() -> None:
    assert copied("f", "def f():\n" + "    print()\n" * 200) is None
