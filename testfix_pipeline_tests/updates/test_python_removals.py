"""What Python's standard library lost: the written table, and what it says of a name."""

import importlib
import sys

import pytest

from testfix_pipeline.updates.python_removals import removal_of, removals


@pytest.mark.parametrize(
    ("name", "last", "use"),
    [
        ("collections.Callable", "3.9", "collections.abc.Callable"),
        ("unittest.case.TestCase.assertEquals", "3.11", "unittest.case.TestCase.assertEqual"),
        ("inspect.getargspec", "3.10", "inspect.getfullargspec"),
        ("configparser.RawConfigParser.readfp", "3.11", "configparser.RawConfigParser.read_file"),
        ("fractions.gcd", "3.8", "math.gcd"),
    ],
)
def test_a_name_is_gone_after_its_last_version(name: str, last: str, use: str) -> None:
    found = removal_of(name, "3.13.0")
    assert found is not None and (found.last, found.use[0]) == (last, use)
    assert removal_of(name, f"{last}.7") is None


def test_every_replacement_is_there_now() -> None:
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for name, one in removals().items():
        for use in one.use if one.is_gone_from(here) else ():
            assert _resolves(use), (name, use)


def test_what_is_not_in_the_table_is_not_known() -> None:
    assert removal_of("json.loads", "3.13.0") is None


def _resolves(dotted: str) -> bool:
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return True
    return False
