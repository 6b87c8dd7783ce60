"""What newer Pythons refuse with an error that says so: ends of generators, and texts of long integers."""

from testfix_pipeline.repair.languages.python.libraries.sources.python_limits import is_python_limit, python_limits
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

GENERATORS = """\
def pairs(items):
    for one in items:
        if one is None:
            raise StopIteration
        yield one
    raise StopIteration()


class Reader:
    def __next__(self):
        raise StopIteration

    def all(self):
        def first():
            raise StopIteration

        yield first
        raise StopIteration(1)
"""


def fixed(text: str, error: str, line: int) -> list[str]:
    files = {"own.py": SourceFile("own.py", text.encode())}
    return [fix.texts["own.py"] for fix in python_limits([failure("RuntimeError", error, line)], files)]


def test_a_generator_returns_where_it_raised_its_end_and_iterators_raise_it() -> None:
    (after,) = fixed(GENERATORS, "generator raised StopIteration", 4)
    before, rest = GENERATORS.split("class", 1)
    ended = before.replace("raise StopIteration()", "return").replace("raise StopIteration", "return")
    assert after == f"{ended}class{rest}"


def test_a_generator_returns_where_it_read_on_to_the_end() -> None:
    text = (
        "def pairs(items):\n    read = iter(items)\n    first = next(read)\n    while True:\n"
        "        last = next(read, None)\n        try:\n            first = next(read)\n"
        "        except StopIteration:\n            last = 0\n        yield first, own(read)\n\n\n"
        "def other(read):\n    return next(read)\n"
    )
    first = "    try:\n        first = next(read)\n    except StopIteration:\n        return\n    while"
    after = text.replace("    first = next(read)\n    while", first)
    assert fixed(text, "generator raised StopIteration", 14) == [after], "the traceback shows who asked for more"
    last = "        try:\n            yield first, own(read)\n        except StopIteration:\n            return\n"
    after = after.replace("        yield first, own(read)\n", last)
    assert fixed(text, "generator raised StopIteration", 10) == [after]


def test_what_asks_for_more_only_when_it_is_called_or_read_stays() -> None:
    text = "def pairs(items):\n    key = lambda: next(items)\n    yield key, list(next(one) for one in items)\n"
    assert fixed(text, "generator raised StopIteration", 9) == []


def test_a_program_that_writes_long_integers_lifts_the_limit() -> None:
    said = "Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits()"
    (after,) = fixed("import math\n\n\ndef f(n):\n    return str(math.factorial(n))\n", said, 5)
    assert after.startswith("import sys\nimport math\n\n\nsys.set_int_max_str_digits(0)\n\n\ndef f(n):\n")
    (after,) = fixed("import sys\n\n\ndef f(n):\n    return str(9 ** n)\n", said, 5)
    assert after.startswith("import sys\n\n\nsys.set_int_max_str_digits(0)\n\n\ndef f(n):\n")


def test_another_error_is_neither() -> None:
    assert not is_python_limit(failure("ValueError", "the limit is 3", 2))
    assert fixed(GENERATORS, "StopIteration", 4) == []
