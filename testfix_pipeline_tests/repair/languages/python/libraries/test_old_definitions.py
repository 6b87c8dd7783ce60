"""What the old definition of a lost function says to write, or did itself, takes the place of its calls."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import old_bodies, stated_by_old
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_name_rules import place, sites

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


def many(*more):
    return sum(more)
'''


def fixed(folder: Path, name: str, text: str, old: str = OLD) -> list[str]:
    (folder / "lib.py").write_text(old)
    known = place(f"lib.{name}")
    lost = LostName(known, False, "lib", "2", tuple(sites("a.py", text, known)), ())
    files = {"a.py": SourceFile("a.py", text.encode())}
    given = [lost], [], [OldRelease("lib", "1", folder)], files
    return [fix.texts["a.py"] for fix in (*stated_by_old(*given), *old_bodies(*given))]


def test_what_the_texts_say_comes_before_what_the_function_did(tmp_path: Path) -> None:
    said = "import itertools\nimport lib\nx = list(itertools.combinations(g, 3))\n"
    assert fixed(tmp_path, "threes", "import lib\nx = list(lib.threes(g))\n") == [said]
    assert fixed(tmp_path, "threes", "from lib import threes as t\nx = list(t(graph=g))\n") == [said]


@pytest.mark.parametrize("marker", ["", "@staticmethod\n    "])
def test_what_the_texts_say_has_the_arguments_of_the_definition_by_name(tmp_path: Path, marker: str) -> None:
    said = '"""Deprecated: use {} instead."""'
    taken = f"def taken(first, second):\n    {said.format('`lib.pair(second, first)`')}\n"
    own = "" if marker else "self, "
    cell = f"class Grid:\n    {marker}def cell({own}row, col):\n        {said.format('`grid.cells(col, row)`')}\n"
    text = "import lib\nx = lib.{}\n"
    assert fixed(tmp_path, "taken", text.format("taken(1, second=2)"), f"{taken}\n\n{cell}") == [
        text.format("pair(2, 1)")
    ]
    lost = LostName(LibraryName("lib", "Grid", "cell"), False, "lib", "2", (NameUse("b.py", (1, 0, 1, 6)),), ())
    failure = Failure(test="test_b.py::t", frames=[Frame(file="b.py", line=1, function="f")])
    release = OldRelease("lib", "1", tmp_path)
    (fix,) = stated_by_old([lost], [failure], [release], {"b.py": SourceFile("b.py", b"g.cell(1, 2)\n")})
    assert fix.texts == {"b.py": "g.cells(2, 1)\n"}


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("day", "import lib\nx = lib.day(t)\n",
         "import datetime as dt\nimport lib\nx = dt.datetime.strptime(t, '%Y').date()\n"),
        ("day", "import datetime as dt\nimport lib\nx = lib.day(t, form=f)\n",
         "import datetime as dt\nimport lib\nx = dt.datetime.strptime(t, f).date()\n"),
        ("squares", "import lib\nx = lib.squares(a + b)\n", "import lib\nx = [one * one for one in a + b]\n"),
        ("squares", "from lib import squares\nx = squares(a)\n", "import lib\nx = [one * one for one in a]\n"),
    ],
)  # fmt: skip
def test_one_expression_takes_the_place_of_all_calls(tmp_path: Path, name: str, before: str, after: str) -> None:
    assert fixed(tmp_path, name, before) == [after]


@pytest.mark.parametrize(
    ("name", "call"), [("hidden", "hidden(1)"), ("long", "long(1)"), ("many", "many(1)"), ("day", "day()")]
)
def test_what_is_private_or_more_than_an_expression_or_does_not_fit_is_left(tmp_path, name, call) -> None:
    assert fixed(tmp_path, name, f"import lib\nx = lib.{call}\n") == []


@pytest.mark.parametrize(
    ("signature", "body", "call", "after"),
    [
        ("x, n=2, *, m=3", "math.h(x, n=n, m=m)", "f(a, m=7)", "math.h(a, n=2, m=7)"),
        ("x", "not x", "f(a or b)", "not (a or b)"),
        ("x, y", "x == y", "f(a, b == c)", "a == (b == c)"),
        ("x, y", "x + y", "f(a, b)(c)", "(a + b)(c)"),
        ("x, y", "x + y", "f(a, b) * 2", "(a + b) * 2"),
        ("x", "minidom.parseString(x)", "f(a)", "minidom.parseString(a)"),
    ],
)
def test_arguments_go_where_the_function_had_them(tmp_path, signature, body, call, after) -> None:
    old = f"import math\nfrom xml.dom import minidom\n\n\ndef f({signature}):\n    return {body}\n"
    (text,) = fixed(tmp_path, "f", f"import lib\nx = lib.{call}\n", old)
    assert text.endswith(f"import lib\nx = {after}\n")


@pytest.mark.parametrize(
    ("old", "call"),
    [
        ("def f(xs, k):\n    return [x * k for x in xs]\n", "f(a, x)"),
        ("def f(k):\n    return lambda x: x + k\n", "f(x)"),
        ("def f(x):\n    yield (yield x)\n    return sorted(x)\n", "f(a)"),
        ("from other import _part\ndef f(x):\n    return _part(x)\n", "f(a)"),
        ("from .own import part\ndef f(x):\n    return part(x)\n", "f(a)"),
        ("def part(x):\n    return x\ndef f(x):\n    return part(x)\n", "f(a)"),
    ],
)
def test_what_is_not_certain_is_left(tmp_path: Path, old: str, call: str) -> None:
    assert fixed(tmp_path, "f", f"import lib\nx = lib.{call}\n", old) == []


def test_an_inherited_method_that_imports_what_it_calls(tmp_path: Path) -> None:
    (tmp_path / "lib.py").write_text(
        "class Base:\n    def pretty(self, sort=False):\n        from lib.texts import Dumper\n\n"
        "        return Dumper.dump(self, sort=sort)\n\n\nclass Settings(Base):\n    pass\n"
    )
    source = SourceFile("a.py", b"import lib\n\n\ndef f(found):\n    return found.pretty()\n")
    uses = (NameUse("a.py", (5, 11, 5, 23)),)
    lost = LostName(LibraryName("lib", "Settings", "pretty"), False, "lib", "2", uses, ())
    failure = Failure(test="test_a.py::t", frames=[Frame(file="a.py", line=5, function="f")])
    (fix,) = old_bodies([lost], [failure], [OldRelease("lib", "1", tmp_path)], {"a.py": source})
    after = "from lib.texts import Dumper\nimport lib\n\n\ndef f(found):\n    return Dumper.dump(found, sort=False)\n"
    assert fix.texts == {"a.py": after}


@pytest.mark.parametrize("use", ["x = lib.squares.__name__\n", "x = map(lib.squares, gs)\n"])
def test_what_only_names_the_function_stays(tmp_path: Path, use: str) -> None:
    assert fixed(tmp_path, "squares", f"import lib\n{use}") == []


def test_what_can_not_be_called_twice_is_left_and_other_uses_change(tmp_path: Path) -> None:
    old, text = "def square(x):\n    return x * x\n", "import lib\nx = lib.square(a)\ny = lib.square(b.pop())\n"
    assert fixed(tmp_path, "square", text, old) == [text.replace("lib.square(a)", "a * a")]
    imported = text.replace("import lib", "from lib import square").replace("lib.square", "square")
    assert fixed(tmp_path, "square", imported, old) == []
