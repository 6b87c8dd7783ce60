"""What the old definition of a lost function says to write, or did itself, takes the place of its calls."""

from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.answer import LibraryName, LostName
from testfix_pipeline.repair.languages.python.libraries.old_definitions import definition_fixes
from testfix_pipeline.repair.languages.python.libraries.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.source import SourceFile

OLD = '''\
import datetime as dt
import warnings
from itertools import combinations

from lib import _inner


def threes(graph):
    """All threes.

    It is deprecated: use `itertools.combinations(graph, 3)` instead.
    """
    warnings.warn("threes is deprecated", DeprecationWarning)
    found = combinations(graph.nodes(), 3)
    return found


def day(text, form="%Y"):
    return dt.datetime.strptime(text, form).date()


def squares(numbers):
    return [one * one for one in numbers]


def hidden(x):
    return _inner.do(x)


def long(x):
    x = x + 1
    y = x * 2
    return y


def stored(thing, path, level=dt.MAXYEAR):
    return sorted(thing, path, level)


def chosen(x, key=True):
    """It is deprecated: use `key(x)` instead."""
    x = 1
    y = 2
    return y


def many(*more):
    return sum(more)
'''


def fixed(folder: Path, name: str, text: str) -> list[str]:
    (folder / "lib.py").write_text(OLD)
    lost = LostName(LibraryName("lib", "", name), False, "lib", "2", (), ())
    files = {"a.py": SourceFile("a.py", text.encode())}
    return [fix.texts["a.py"] for fix in definition_fixes([lost], [OldRelease("lib", "1", folder)], files)]


def test_what_the_texts_say_comes_before_what_the_function_did(tmp_path: Path) -> None:
    said = "import itertools\nx = list(itertools.combinations(g, 3))\n"
    did = "import itertools\nx = list(itertools.combinations(g.nodes(), 3))\n"
    assert fixed(tmp_path, "threes", "import lib\nx = list(lib.threes(g))\n") == [said, did]
    assert fixed(tmp_path, "threes", "from lib import threes as t\nx = list(t(graph=g))\n") == [said, did]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("day", "import lib\nx = lib.day(t)\n", "import datetime\nx = datetime.datetime.strptime(t, '%Y').date()\n"),
        ("day", "import datetime as d\nimport lib\nx = lib.day(t, form=f)\n",
         "import datetime as d\nx = d.datetime.strptime(t, f).date()\n"),
        ("squares", "import lib\nx = lib.squares(a + b)\n", "x = [one * one for one in a + b]\n"),
    ],
)  # fmt: skip
def test_one_expression_takes_the_place_of_all_calls(tmp_path: Path, name: str, before: str, after: str) -> None:
    assert fixed(tmp_path, name, before) == [after]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("hidden", "hidden(1)"),
        ("long", "long(1)"),
        ("many", "many(1)"),
        ("squares", "squares"),
        ("day", "day()"),
        ("stored", "stored(1, 2)"),
        ("chosen", "chosen(1)"),
    ],
)
def test_what_is_private_or_more_than_an_expression_or_does_not_fit_is_left(
    tmp_path: Path, name: str, call: str
) -> None:
    assert fixed(tmp_path, name, f"import lib\nx = lib.{call}\n") == []
