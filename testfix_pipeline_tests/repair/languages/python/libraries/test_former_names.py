"""Names and calls of old releases that the table of former names puts other names and expressions in the place of."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import (
    FormerName,
    former_names,
    library_removals,
)
from testfix_pipeline.repair.languages.python.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import old_bodies
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_library_fixes import question
from testfix_pipeline_tests.repair.languages.python.libraries.test_name_rules import place, sites

MEMBERS = [row for row in former_names() if re.match(r"self\b", row[2]) or re.match(r"\((self|cls)\b", row[1])]
CALLS = [row for row in former_names() if row[1] and row not in MEMBERS]
NAMES = [row for row in former_names() if row not in [*MEMBERS, *CALLS]]


def written(lost: LostName, text: str) -> list[str]:
    """The texts of a file with former names in its last line."""
    end = Frame(file="a.py", line=text.count("\n"), function="f")
    failure = Failure(test="test_a.py::t", frames=[end])  # type: ignore[arg-type]
    files = {"a.py": SourceFile("a.py", text.encode())}
    return [fix.texts["a.py"] for fix in old_bodies([lost], [failure], (), files)]


def called(text: str, name: str) -> list[str]:
    return written(LostName(place(name), False, "lib", "9", tuple(sites("a.py", text, place(name)))), text)


def parameters(row: FormerName) -> list[str]:
    """The parameters without an object, a default or a spread."""
    (function,) = ast.parse(f"def former{row[1] or '()'}: pass").body
    assert isinstance(function, ast.FunctionDef)
    return [one.arg for one in function.args.args if one.arg not in ("self", "cls")]


def last_line(row: FormerName, own: str) -> str:
    """What a row makes of a use whose arguments are `own_PARAMETER` and whose object is `own`."""
    value = re.sub(r"\*\*(rest|attributes)", "", row[2])
    for one in parameters(row):
        value = re.sub(rf"(?<![\w.]){one}(?!\w|=(?!=))", f"{own}_{one}", value)
    return ast.unparse(ast.parse(re.sub(r"\b(self|cls)\b", own, value)))


@pytest.mark.parametrize("row", [*CALLS, *MEMBERS], ids=lambda row: row[0] + row[1])
def test_each_row_rewrites_a_use(row: FormerName) -> None:
    holder, _, name = row[0].rpartition(".")
    arguments = f"({', '.join(f'it_{one}' for one in parameters(row))})" if row[1] else ""
    if row in CALLS:
        (new,) = called(f"import {holder}\nx = {row[0]}{arguments}\n", row[0])
    else:
        module, _, owner = holder.rpartition(".")
        lost = LostName(LibraryName(module, owner, name), sites=(NameUse("a.py", (1, 4, 1, 7 + len(name))),))
        (new,) = written(lost, f"x = it.{name}{arguments}\n")
    assert ast.unparse(ast.parse(new).body[-1]) == f"x = {last_line(row, 'it')}"


@pytest.mark.parametrize("row", NAMES, ids=lambda row: row[0])
def test_each_other_name_is_one_in_full(row: FormerName) -> None:
    assert re.fullmatch(r"\w+(\.\w+)+", row[2]) and library_removals()[row[0]]["use"] == [row[2]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import cgi\nx = cgi.escape(a), cgi.escape(a, True)\n",
         "import html\nx = html.escape(a, quote=False), html.escape(a, quote=True)\n"),
        ("from cgi import escape\nx = escape(a)\n", "import html\nx = html.escape(a, quote=False)\n"),
        ("import cgi\nimport html as h\nx = cgi.escape(a), cgi.parse(b)\n",
         "import cgi\nimport html as h\nx = h.escape(a, quote=False), cgi.parse(b)\n"),
        ("import cgi\ntry:\n    x = cgi.escape\nexcept AttributeError:\n    x = None\ny = cgi.escape(a)\n",
         "import cgi\nimport html\ntry:\n    x = cgi.escape\nexcept AttributeError:\n    x = None\n"
         "y = html.escape(a, quote=False)\n"),
        ("from cgi import escape\nx = map(escape, a)\n", None),
        ("import cgi\nhtml = 1\nx = cgi.escape(html)\n", None),
    ],
)  # fmt: skip
def test_the_module_goes_where_nothing_else_is_read_of_it(before: str, after: str | None) -> None:
    found = called(before, "cgi.escape")
    assert sorted(map(_lines, found)) == ([_lines(after)] if after is not None else [])


def _lines(text: str) -> list[str]:
    """The lines, imports in any order."""
    return sorted(text.splitlines())


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("np.asfarray(a)", "np.asarray(a, dtype=float)"),
        ("np.asscalar(a + b)", "(a + b).item()"),
        ("np.asscalar(f(a)) ** 2", "f(a).item() ** 2"),
        ("np.asscalar(a, b)", None),
    ],
)
def test_what_the_file_calls_a_module_stays(call: str, after: str | None) -> None:
    name = f"numpy.{call[3:].partition('(')[0]}"
    found = called(f"import numpy as np\nx = {call}\n", name)
    assert [one.splitlines()[-1] for one in found] == ([f"x = {after}"] if after is not None else [])


PROGRAMS = [
    ("import cgi\n\n\ndef f(text='<a \"b\">'):\n    return cgi.escape(text)\n",
     "module 'cgi' has no attribute 'escape'", '&lt;a "b"&gt;'),
    ("import pkg_resources\nVERSION = pkg_resources.parse_version('1.10')\n\n\ndef f():\n    return str(VERSION)\n",
     "No module named 'pkg_resources'", "1.10"),
    ("import numpy as np\n\n\ndef f():\n    return np.asfarray([1, 2]).tolist()\n",
     "module 'numpy' has no attribute 'asfarray'", [1.0, 2.0]),
    ("import pandas as pd\n\n\ndef f():\n    found = pd.Series([1, 5])\n    return found.clip_upper(3).tolist()\n",
     "'Series' object has no attribute 'clip_upper'", [1, 3]),
    ("import pandas as pd\n\n\ndef f():\n    days = pd.Series(pd.to_datetime(['2024-01-09']))\n"
     "    return days.dt.week.tolist()\n", "'DatetimeProperties' object has no attribute 'week'", [2]),
    ("import sqlalchemy as sa\n\n\ndef f():\n    engine = sa.create_engine('sqlite://')\n"
     "    return engine.table_names()\n", "'Engine' object has no attribute 'table_names'", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error", "result"), PROGRAMS, ids=lambda one: str(one)[:20])
def test_a_program_goes_on_doing_what_it_did(write: Callable[..., Path], text: str, error: str, result: object) -> None:
    lines = text.splitlines()
    kind, line = ("ModuleNotFoundError", 1) if "module named" in error else ("AttributeError", len(lines))
    root = write({"own.py": text, "test_own.py": "import own\n\n\ndef test_own():\n    assert own.f()\n"})
    fix = library_fixes(question(root, kind, error, (("own.py", line),)))[0]
    names: dict[str, Callable[[], object]] = {}
    exec(fix.texts["own.py"], names)
    assert names["f"]() == result


def test_a_use_that_is_left_still_has_its_module() -> None:
    row = next(row for row in CALLS if f"{row[0].rpartition('.')[0]}." not in row[2])
    module = row[0].rpartition(".")[0]
    call = f"x = {row[0]}({', '.join(f'it_{one}' for one in parameters(row))})"
    (new,) = called(f"import {module}\n{call}\ny = map({row[0]}, z)\n", row[0])
    assert f"import {module}\n" in new and new.endswith(f"x = {last_line(row, 'it')}\ny = map({row[0]}, z)\n")
