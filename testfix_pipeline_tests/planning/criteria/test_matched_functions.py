"""Criteria that spell a parameter, an option, a constant or a text of the code, and the functions that have it."""

from pathlib import Path

import pytest

from testfix_pipeline.planning.criteria.criteria import split_criteria
from testfix_pipeline.planning.criteria.matched_functions import with_subjects
from testfix_pipeline.planning.project.files import walked_files
from testfix_pipeline.planning.project.survey import survey_files
from testfix_pipeline_tests.project_files import write_files

FILES = {
    "pyproject.toml": '[project.scripts]\nshopping = "shop.command:main"\n',
    "shop/__init__.py": "from shop.states import State\n",
    "shop/states.py": '''
import enum

E_LIMIT = "E_LIMIT"
LABELS = {"sold_out": "nothing left"}


class State(enum.Enum):
    OPEN = "open"
    ARCHIVED = "archived"


class Refused(Exception):
    def __init__(self, code):
        self.code = code
''',
    "shop/store.py": '''
from shop import State
from shop.states import E_LIMIT, LABELS, Refused


def visible(orders):
    """Those that a customer sees; "archived" is reported by nobody."""
    return [order for order in orders if order.state is not State.ARCHIVED]


def put_away(order):
    order.state = State.ARCHIVED


def label(order):
    return LABELS[order.state]


def add(orders, order, strict=False):
    if strict and len(orders) > 9:
        raise Refused(E_LIMIT)
    return _checked(order, "the basket is full")


def _checked(order, text):
    if order is None:
        raise LookupError(f"E_MISSING: {text}")
    return order


class Reader:
    def __init__(self, path, depth=3):
        self._depth = depth

    def read(self):
        return self._depth

    def path(self):
        return "sold_out"

    def close(self):
        return None


class Writer:
    def read(self, depth):
        return depth
''',
    "shop/command.py": '''
import argparse

from shop.report import listed


def parser():
    made = argparse.ArgumentParser()
    made.add_argument("-n", "--limit", type=int)
    made.add_argument("--as-json", dest="json", action="store_true")
    return made


def main(argv):
    given = parser().parse_args(argv)
    rows = listed(given.limit)
    return show(given, rows)


def show(given, rows):
    return rows if given.json else "\\n".join(rows)
''',
    "shop/report.py": '''
import click

verbose = click.option("--verbose/--quiet")


def listed(limit):
    return ["row"] * limit


@click.command()
@click.option("--since", default="yesterday")
def report(since):
    return since


@click.command()
@verbose
def check(verbose):
    return verbose


def one(key): return key + 1
def two(key): return key + 2
def three(key): return key + 3
def four(key): return key + 4
def five(key): return key + 5
def counted_words(key): return key + 6
''',
}  # fmt: skip


def spoken_of(root: Path, *texts: str) -> list[list[str]]:
    write_files(root, FILES)
    criteria = split_criteria("\n".join(f"- {text}" for text in texts))
    found = survey_files(walked_files(root), [])
    return [one.subjects for one in with_subjects(criteria, found.product_outlines(), found)]


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("when `strict` is given, a tenth item is refused", ["store.py::add"]),
        ("with strict=True a tenth item is refused", ["store.py::add"]),
        ("status `archived` is never returned", ["store.py::visible", "store.py::put_away"]),
        ("`State.ARCHIVED` hides an entry", ["store.py::visible", "store.py::put_away"]),
        ("a tenth gives error code E_LIMIT", ["store.py::add"]),
        ("an unknown one gives error code E_MISSING", ["store.py::_checked"]),
        ('the message is "the basket is full"', ["store.py::add"]),
        ("the state `sold_out` is written in words", ["store.py::label", "store.py::Reader.path"]),
        ("`Refused` is raised for the tenth", ["store.py::add"]),
        ("`Refused` knows its code", ["states.py::Refused.__init__"]),
        ("`--limit 0` means no limit", ["command.py::main", "command.py::parser", "report.py::listed"]),
        ("the short form `-n` is the same", ["command.py::parser"]),
        ("`--as-json` prints objects", ["command.py::parser"]),
        ("--since takes a date", ["report.py::report"]),
        ("`--quiet` says nothing", ["report.py::check"]),
        ("`Reader.read` stops at `depth`", ["store.py::Reader.read"]),
        ("`read` stops at a `depth`", ["store.py::Writer.read"]),
        ('`Reader("a").read()` is 3', ["store.py::Reader.read"]),
        ("a tenth, when they are few, raises Refused", ["store.py::add"]),
        ("a missing order raises LookupError", ["store.py::_checked"]),
        ("Photosynthesis is simulated by depth", []),
        ("`shopping list` prints three rows", ["command.py::main"]),
        ("test the command shopping", ["command.py::main"]),
        ("shopping is a pleasure", []),
    ],
)  # fmt: skip
def test_what_is_spelt_as_code_finds_the_functions_that_have_it(tmp_path: Path, text: str, subjects: list[str]) -> None:
    (found,) = spoken_of(tmp_path, text)
    assert set(found) == {f"shop/{subject}" for subject in subjects}


def test_what_many_functions_read_means_those_that_spell_the_option(tmp_path: Path) -> None:
    readers = "".join(f"\n\ndef read_{number}(given):\n    return given.mode\n" for number in range(9))
    write_files(tmp_path, {"shop/mode.py": f"def declare(made):\n    made.add_argument('--mode')\n{readers}"})
    assert spoken_of(tmp_path, "`--mode` is read once") == [["shop/mode.py::declare"]]


def test_of_many_functions_that_hold_a_value_those_count_that_share_a_word(tmp_path: Path) -> None:
    parts = "".join(f"\n\ndef part_{number}(x):\n    return x == 'weekly'\n" for number in range(9))
    write_files(tmp_path, {"shop/parts.py": f"def cut(span):\n    return span == 'weekly'\n{parts}"})
    assert spoken_of(tmp_path, "the span `weekly` is known") == [["shop/parts.py::cut"]]
