"""What Python's standard library lost: the written table, and what it says of a name."""

import importlib
import sys
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import (
    former_names,
    library_removals,
    removal_of,
    removals,
)
from tools.library_removals import table
from tools.python_removals import with_advice


@pytest.mark.parametrize(
    ("name", "last", "use"),
    [
        ("collections.Callable", "3.9", "collections.abc.Callable"),
        ("unittest.case.TestCase.assertEquals", "3.11", "unittest.case.TestCase.assertEqual"),
        ("inspect.getargspec", "3.10", "inspect.getfullargspec"),
        ("configparser.RawConfigParser.readfp", "3.11", "configparser.RawConfigParser.read_file"),
        ("fractions.gcd", "3.8", "math.gcd"),
        ("cgi.escape", "3.7", "html.escape"),  # and all of cgi some versions later
        ("imp.reload", "3.11", "importlib.reload"),
        ("pipes.quote", "3.12", "shlex.quote"),
        ("distutils.spawn.find_executable", "3.11", "shutil.which"),  # by PEP 632
        ("time.clock", "3.7", "time.perf_counter"),  # only the compiled module says so
        ("xml.etree.ElementTree.Element.getchildren", "3.8", "builtins.list"),
    ],
)
def test_a_name_is_gone_after_its_last_version(name: str, last: str, use: str) -> None:
    found = removal_of(name, "3.13.0")
    assert found is not None and (found.last, found.use[0]) == (last, use)
    assert removal_of(name, f"{last}.7") is None


@pytest.mark.parametrize("name", ["asyncio.locks.Lock(loop)", "asyncio.tasks.sleep(loop)"])
def test_a_parameter_that_is_gone_without_anything_in_its_place(name: str) -> None:
    found = removal_of(name, "3.12.0")
    assert found is not None and (found.last, found.use) == ("3.9", ()) and "deprecated" in found.says


def test_a_function_in_place_of_a_compiled_one_without_a_parameter_in_common_is_unlike_it() -> None:
    found = removal_of("sys.setcheckinterval", "3.13.0")
    assert found is not None and found.unlike == ("sys.setswitchinterval",)
    assert [name for name, one in removals().items() if one.unlike] == ["sys.setcheckinterval"]


def test_no_parameter_is_dropped_of_which_its_version_says_what_to_use_instead() -> None:
    assert removal_of("smtplib.SMTP_SSL(certfile)", "3.13.0") is None


def test_every_replacement_is_there_now() -> None:
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for name, one in removals().items():
        for use in one.use if one.is_gone_from(here) else ():
            assert _resolves(use), (name, use)


@pytest.mark.parametrize(("python", "is_gone"), [("3.10.0rc1", True), ("3.9+", False), ("", False), ("3.x", False)])
def test_a_version_is_read_as_packages_write_it(python: str, is_gone: bool) -> None:
    assert (removal_of("collections.Callable", python) is not None) is is_gone


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


def test_what_libraries_lost_has_a_replacement_and_a_source() -> None:
    by_hand, rows = {name for name, *_ in former_names()}, library_removals()
    assert rows["marshmallow.fields.Field.__init__(missing)"]["use"][0] == "load_default"
    for name, one in rows.items():
        assert (one["use"] or name in by_hand) and one["says"] and len(one["last"].split()) == 2, name


def test_the_table_of_libraries_is_read_out_of_their_releases(tmp_path: Path) -> None:
    old = {
        "__init__.py": "import re\n\n\ndef combine(a, b):\n    return a + b\n\n\njoin = combine\n"
        "WORD = re.compile('a', re.UNICODE)\n\n\n"
        "def total(things, begin=0):\n    start = begin\n    return sum(things, start)\n\n\n"
        "class Base:\n    pass\n\n\nclass Gone(Base):\n    pass\n\n\n"
        "class Plain(Base):\n    '''Legacy alias for Base.'''\n\n\n"
        "class Away(Base):\n    '''It is going away, use shapes-base.'''\n\n\n"
        "class Thing:\n    def items(self):\n        return []\n\n"
        "    def iteritems(self):\n        return self.items()\n\n    pieces = items\n\n"
        "    def first(self):\n        '''It is deprecated. Use `head` instead.'''\n\n"
        "    def size(self):\n        return 1\n\n"
        "    def fail(self):\n        '''It is deprecated. Use `error` instead.'''\n        raise self.error()\n\n\n"
        "def same(a, b):\n    '''It is deprecated. Use `hmac.compare_digest` instead.'''\n    return a == b\n",
        "rows.py": "from typing import Generic, TypeVar\n\nfrom shapes import bases, combine\n\nT = TypeVar('T')\n\n\n"
        "class Row(bases.Line, Generic[T]):\n    def iteritems(self):\n        return self.items()\n",
        "bases.py": "class Line:\n    def items(self):\n        return []\n",
        "old.py": "import warnings\nfrom shapes import *\n\nwarnings.warn('shapes.old moved to shapes.fresh')\n",
    }
    new = {
        "__init__.py": "def combine(a, b):\n    return a + b\n\n\ndef total(things, *, start=0):\n    return 1\n\n\n"
        "class Base:\n    pass\n\n\n"
        "class Thing:\n    def items(self):\n        return []\n\n    def head(self):\n        return 0\n\n"
        "    def error(self):\n        return ValueError()\n",
        "rows.py": "from typing import Generic, TypeVar\n\nfrom shapes import bases\n\nT = TypeVar('T')\n\n\n"
        "class Row(bases.Line, Generic[T]):\n    pass\n",
        "bases.py": "class Line:\n    def items(self):\n        return []\n",
        "fresh.py": "",
    }
    for version, files in (("1.0", old), ("2.0", new)):
        for path, text in files.items():
            file = tmp_path / "shapes" / version / "shapes" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    assert {name: one["use"] for name, one in table(tmp_path).items()} == {
        "shapes.Plain": ["shapes.Base"],
        "shapes.Thing.first": ["shapes.Thing.head"],
        "shapes.Thing.iteritems": ["shapes.Thing.items"],
        "shapes.Thing.pieces": ["shapes.Thing.items"],
        "shapes.join": ["shapes.combine"],
        "shapes.old": ["shapes.fresh"],
        "shapes.rows.Row.iteritems": ["shapes.rows.Row.items"],
        "shapes.same": ["hmac.compare_digest"],
        "shapes.total(begin)": ["start"],
    }


def test_decorators_name_what_takes_the_place_of_names_and_parameters(tmp_path: Path) -> None:
    old = (
        "from . import api\nfrom .api import *\n\n\n"
        "def __getattr__(name):\n    raise AttributeError(name)\n\n\n"
        "@api.deprecated('1.0', alternative='`.Line`')\nclass Dash:\n    pass\n\n\n"
        "@api.deprecated('1.0', alternative='Line and Dash')\nclass Dot:\n    pass\n\n\n"
        "class Line:\n    @api.rename_parameter('1.0', 'b', 'visible')\n"
        "    def grid(self, visible=None):\n        pass\n\n"
        "    @api.deprecate_kwarg(old_arg_name='freq', new_arg_name='period')\n"
        "    def fit(self, period=1):\n        pass\n\n"
        "    @api.delete_parameter('1.0', 'width')\n    def draw(self, width=1):\n        pass\n\n\n"
        "def total(a):\n    return a\n"
    )
    new = (
        "def __getattr__(name):\n    raise AttributeError(name)\n\n\nclass Line:\n"
        "    def grid(self, visible=None):\n        pass\n\n"
        "    def fit(self, period=1):\n        pass\n\n    def draw(self):\n        pass\n\n\n"
        "def total(a):\n    return a\n"
    )
    for version, text in (("1.0", old), ("2.0", new)):
        folder = tmp_path / "shapes" / version / "shapes"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(text)
        (folder / "api.py").write_text("")
    assert {name: one["use"] for name, one in table(tmp_path).items()} == {
        "shapes.Dash": ["shapes.Line"],
        "shapes.Line.fit(freq)": ["period"],
        "shapes.Line.grid(b)": ["visible"],
    }


def test_what_a_proposal_advises_is_added_of_what_is_gone_as_a_whole() -> None:
    said = (
        "a.b.find`` — use the ``c.which`` function",
        "a.b`` — use the ``c`` module",
        "x.y`` — use the ``z.w`` class",
    )
    text = "PEP: 7\n" + "".join(f"* ``{one}\n" for one in said)
    rows = {"a": {"last": "3.11", "use": [], "says": ""}}
    advice = {"last": "3.11", "use": ["c.which"], "says": "PEP 7: use the ``c.which`` function"}
    assert with_advice(rows, text) == {**rows, "a.b.find": advice}


def test_names_that_a_release_tries_to_import_from_compiled_code_are_its_own_too(tmp_path: Path) -> None:
    native = "def soft(text):\n    '''It is deprecated. Use `plain` instead.'''\n    return text\n"
    tried = "try:\n    from quick._fast import soft\nexcept ImportError:\n    from quick._native import soft\n"
    lazy = (
        "def plain(text):\n    return text\n\n\ndef __getattr__(name):\n    if name == 'version':\n        return 1\n"
    )
    texts = {"1.0": {"__init__.py": tried, "_native.py": native}, "2.0": {"__init__.py": lazy}}
    for version, files in texts.items():
        for path, text in files.items():
            file = tmp_path / "quick" / version / "quick" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    assert {name: one["use"] for name, one in table(tmp_path).items()} == {"quick.soft": ["quick.plain"]}


def test_nothing_that_does_something_else_is_a_replacement(tmp_path: Path) -> None:
    old = (
        "import builtins\nimport sys\n\nfrom .api import kwarg\n\n\n"
        "if sys.version_info[0] > 2:\n    def kept(*args):\n        return list(filter(*args))\n"
        "else:\n    kept = builtins.filter\n\n\n"
        "def some(nodes):\n    '''It is deprecated. Use random.sample instead, e.g.::\n\n    sample(nodes, 3)'''\n\n\n"
        "def pairs(nodes):\n    '''It is deprecated. Use `itertools.combinations(nodes, 2)` instead.'''\n\n\n"
        "class Least(dict):\n    '''It is deprecated. Use `least` instead.'''\n\n\n"
        "class Frame:\n    def add(self):\n        '''It is deprecated. Use `Row` instead.'''\n\n"
        "    @kwarg(old='strict', new='errors', mapping={True: 'raise'})\n    def update(self, errors='raise'):\n"
        "        pass\n\n\n"
        "class Row:\n    def plain(self):\n        return 1\n\n"
        "    def result(self):\n        if self.wide:\n            return 2\n        return self.plain()\n"
    )
    new = (
        "def least():\n    pass\n\n\nclass Frame:\n    def update(self, errors='raise'):\n        pass\n\n\n"
        "class Row:\n    def plain(self):\n        return 1\n"
    )
    for version, text in (("1.0", old), ("2.0", new)):
        folder = tmp_path / "shapes" / version / "shapes"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(text)
        (folder / "api.py").write_text("def kwarg(**names):\n    return lambda function: function\n")
    assert table(tmp_path) == {}
    (tmp_path / "shapes" / "2.0" / "shapes" / "__init__.py").write_text(new.replace("class Frame:", "class Own:"))
    assert table(tmp_path) == {}
