"""What the old definition of a lost function says to write, or did itself, takes the place of its calls."""

from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources import old_definitions
from testfix_pipeline.repair.languages.python.libraries.sources.old_definitions import definition_fixes
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


def fixed(folder: Path, name: str, text: str, old: str = OLD) -> list[str]:
    (folder / "lib.py").write_text(old)
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
        ("day", "day()"),
        ("stored", "stored(1, 2)"),
        ("chosen", "chosen(1)"),
    ],
)
def test_what_is_private_or_more_than_an_expression_or_does_not_fit_is_left(
    tmp_path: Path, name: str, call: str
) -> None:
    assert fixed(tmp_path, name, f"import lib\nx = lib.{call}\n") == []


@pytest.mark.parametrize(
    ("signature", "body", "call", "after"),
    [
        ("x, n=2, m=3", "math.h(x, n, m)", "f(a, 5, 7)", "math.h(a, 5, 7)"),
        ("x, n=2, m=3", "math.h(x, n=n, m=m)", "f(a, m=7)", "math.h(a, n=2, m=7)"),
        ("x, n=2, *, m=3", "math.h(x, n=n, m=m)", "f(a, m=7)", "math.h(a, n=2, m=7)"),
        ("x, n=2", "math.h(x, n)", "f(a, g())", "math.h(a, g())"),
        ("x", "-x", "f(a if b else c)", "-(a if b else c)"),
        ("x", "not x", "f(a or b)", "not (a or b)"),
        ("x, y", "x == y", "f(a, b == c)", "a == (b == c)"),
        ("x, y", "x and y", "f(a or c, b)", "(a or c) and b"),
        ("x", "x.real", "f(3)", "(3).real"),
        ("x", "math.h([x], k=x)", "f(a or b)", "math.h([a or b], k=a or b)"),
        ("x, y", "x + y", "f(a, b)(c)", "(a + b)(c)"),
        ("x", "xml.dom.minidom.parseString(x)", "f(a)", "xml.dom.minidom.parseString(a)"),
        ("x", "dom.parseString(x)", "f(a)", "xml.dom.minidom.parseString(a)"),
    ],
)
def test_arguments_go_where_the_function_had_them(
    tmp_path: Path, signature: str, body: str, call: str, after: str
) -> None:
    imports = "import math\nimport xml.dom.minidom\nimport xml.dom.minidom as dom\n"
    old = f"{imports}\n\ndef f({signature}):\n    return {body}\n"
    (text,) = fixed(tmp_path, "f", f"import lib\nx = lib.{call}\n", old)
    module = next((one for one in ("xml.dom.minidom", "math") if f"{one}." in after), "")
    assert text == (f"import {module}\n" if module else "") + f"x = {after}\n"


@pytest.mark.parametrize(
    ("old", "call"),
    [
        ("def f(xs, k):\n    return [x * k for x in xs]\n", "f(a, x)"),
        ("def f(k):\n    return lambda x: x + k\n", "f(a)"),
        ("def sorted(x):\n    return x\ndef f(x):\n    return sorted(x)\n", "f(a)"),
        ("from .own import sorted\ndef f(x):\n    return sorted(x)\n", "f(a)"),
        ("from .own import *\ndef f(x):\n    return sorted(x)\n", "f(a)"),
        ("try:\n    sorted = go()\nexcept OSError:\n    pass\ndef f(x):\n    return sorted(x)\n", "f(a)"),
        ("async def f(x):\n    return sorted(x)\n", "f(a)"),
        ("@cache\ndef f(x):\n    return sorted(x)\n", "f(a)"),
        ("def f(x):\n    yield (yield x)\n    return sorted(x)\n", "f(a)"),
        ("def f(x):\n    'Deprecated: use `sorted(...)` instead.'\n    x += 1\n    return x\n", "f(a)"),
        ("import math\ndef f(x, y):\n    'Deprecated: use `math.isclose()`.'\n    x += 1\n    return x\n", "f(a, 2)"),
        ("def f(x, y=1):\n    return sorted(x)\n", "f(a, go())"),
        ("def f(x, y):\n    return y + x\n", "f(go(), stop())"),
        ("def f(x, y):\n    return x and y\n", "f(a, stop())"),
        ("N = 2\ndef f(x, n=N):\n    return sorted(x, n=n)\n", "f(a)"),
        ("from other import part\ndef f(x):\n    return part.do(x)\n", "f(a)"),
        ("def f(x, *, k):\n    return sorted(x, key=k)\n", "f(a, k=b)"),
    ],
)
def test_what_is_not_certain_is_left(tmp_path: Path, old: str, call: str) -> None:
    assert fixed(tmp_path, "f", f"import lib\nx = lib.{call}\n", old) == []


def test_a_name_of_python_that_the_program_gives_a_meaning_to_is_left(tmp_path: Path) -> None:
    old = "@deprecated('1')\ndef f(x):\n    return sorted(x)\n"
    assert fixed(tmp_path, "f", "import lib\nx = lib.f(a)\n", old) == ["x = sorted(a)\n"]
    assert fixed(tmp_path, "f", "import lib\nsorted = 1\nx = lib.f(a)\n", old) == []


def test_only_files_that_hold_the_name_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lib.py").write_text(OLD)
    searched: list[str] = []
    monkeypatch.setattr(old_definitions, "rule_fixes", lambda lost, rules, files: searched.extend(files) or ())
    files = {
        name: SourceFile(name, text) for name, text in (("a.py", b"import lib\nlib.day(t)\n"), ("b.py", b"x = 1\n"))
    }
    lost = LostName(LibraryName("lib", "", "day"), False, "lib", "2", (), ())
    assert list(definition_fixes([lost], [OldRelease("lib", "1", tmp_path)], files)) == []
    assert searched == ["a.py"]


def test_a_comprehension_is_not_put_where_it_does_not_see_the_names(tmp_path: Path) -> None:
    text = "import lib\n\n\nclass A:\n    k = [1]\n    x = lib.squares(k)\n"
    assert fixed(tmp_path, "squares", text) == []
    assert fixed(tmp_path, "squares", text.replace("x = ", "x = lambda k: ")) != []


@pytest.mark.parametrize(
    "use",
    ["@lib.threes\ndef f(): ...\n", "x: lib.threes = 1\n", "x = lib.threes.__name__\n", "x = map(lib.threes, gs)\n"],
)
def test_what_only_names_the_function_stays(tmp_path: Path, use: str) -> None:
    assert fixed(tmp_path, "threes", f"import lib\n{use}") == []
