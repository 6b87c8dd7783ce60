"""Candidates for what a checker says: which of them are sure, and in which order."""

from pathlib import Path

import pytest

from testfix_pipeline.repair.search.finding_candidates import SURE, UNSURE, finding_candidates

ADD = "def add(a, b):\n    return a + b\n\n\n"
CASES = {
    "a similar name": (f"{ADD}def twice(a):\n    return ad(a, a)\n", 6, "Undefined name `ad`", "add"),
    "swapped letters": ("def f(x):\n    got = x\n    return gto\n", 3, "Undefined name `gto`", "got"),
    "an import": ("def f(p):\n    return Path(p)\n", 2, 'Name "Path" is not defined', "from pathlib import Path\n"),
    "an import as elsewhere": ("def f(p):\n    return np.sum(p)\n", 2, '"np" is not defined', "import numpy as np\n"),
    "self": ("class S:\n    def __init__(self):\n        self.n = 0\n\n    def get(self):\n        return n\n", 6,
             "Undefined name `n`", "self.n"),
    "what the checker names": ("def f(t: str):\n    return t.uper()\n", 2,
                               '"str" has no attribute "uper"; maybe "upper"?', "upper"),
    "an await": ("async def f():\n    return 1\n\n\nasync def g():\n    n = f()\n    return n + 1\n", 7,
                 'Unsupported left operand type for + ("Coroutine[Any, Any, int]")', "await n"),
    "a result": ("def f(xs: list[int]) -> int:\n    n = 0\n    for x in xs:\n        n += x\n", 1,
                 "Missing return statement", None),
    "a builtin": ("def f(n):\n    return rnge(n)\n", 2, "Undefined name `rnge`", "range"),
    "the method, not its class": ("class Order:\n    def total(self): ...\n\n\nclass Orders:\n"
                                  "    def count(self): ...\n\n\nn = Order().count()\n", 9,
                                  '"Order" has no attribute "count"', None),
    "a class by what is read of it": ("import os\n\n\ndef f():\n    return datetime.now()\n", 5,
                                      "Undefined name `datetime`", "from datetime import datetime\n"),
    "a function by its call": ("import os\n\n\ndef f(x):\n    return copy(x)\n", 5, "Undefined name `copy`",
                               "from copy import copy\n"),
    "another number": ("def f(low1, low2):\n    return low3\n", 2, "Undefined name `low3`", None),
    "no matter of names": ("def f(x):\n    return x \n", 2, "Trailing whitespace", None),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_surest_candidate(tmp_path: Path, name: str) -> None:
    code, line, message, expected = CASES[name]
    (tmp_path / "calc.py").write_text(code)
    (tmp_path / "other.py").write_text("import numpy as np\n\nTOTAL = np.pi\n")
    sure = [one for one in finding_candidates(tmp_path, "calc.py", line, message) if one.rank < UNSURE]
    assert [one.candidate.edits[0].replacement for one in sure[:1]] == ([expected] if expected else [])


def surest(root: Path, line: int, message: str, code: str, file: str = "calc.py") -> list[str]:
    """The texts of the file by all rivals."""
    (root / file).write_text(code)
    found = finding_candidates(root, file, line, message)
    return [one.candidate.texts[file] for one in found if one.rank <= SURE]


@pytest.mark.parametrize(
    ("name", "code", "rivals"),
    [
        ("user_nam", "def f(user_name, user_names):\n    return user_nam\n", {"user_name", "user_names"}),
        ("rang", "def rng(n):\n    return rang(n)\n", {"rng", "range"}),
        ("pprint", "def f(x):\n    return pprint(x)\n", {"print", "pprint"}),
    ],
)
def test_all_names_in_reach_are_rivals(tmp_path: Path, name: str, code: str, rivals: set[str]) -> None:
    (tmp_path / "calc.py").write_text(code)
    found = finding_candidates(tmp_path, "calc.py", 2, f"Undefined name `{name}`")
    written = [one.candidate.edits[0].replacement.split()[-1] for one in found if one.rank <= SURE]
    assert set(written) == rivals and len(written) == len(rivals)


def test_all_uses_of_a_name_in_a_function_are_one_edit_and_texts_stay(tmp_path: Path) -> None:
    code = "def f(total):\n    log('totl', totl, x.totl, totl=1)  # totl\n    return totl, f'totl'\n\n\nlast = totl\n"
    right = (
        "def f(total):\n    log('totl', total, x.totl, totl=1)  # totl\n    return total, f'totl'\n\n\nlast = totl\n"
    )
    assert surest(tmp_path, 3, "Undefined name `totl`", code) == [right]


def test_names_of_the_runtime_are_none_that_a_checker_may_mean(tmp_path: Path) -> None:
    code = "import { numer } from './n';\nexport function area(o: { length: number }) {\n  return lenght * numbr;\n}\n"
    asked = "Cannot find name 'lenght'. Did you mean 'length'?"
    assert surest(tmp_path, 3, asked, code, "sum.ts") == []
    asked = "Cannot find name 'numbr'. Did you mean 'Number'?"
    assert surest(tmp_path, 3, asked, code, "sum.ts") == [code.replace("numbr", "numer")]


def test_an_import_of_the_project_is_sure_for_functions_of_modules_that_others_import(tmp_path: Path) -> None:
    (tmp_path / "kit.py").write_text("import sys\n\nlimit = len(sys.argv)\n\n\ndef worker():\n    return 1\n")
    code, message = "import os\n\n\ndef f():\n    return {}\n", "Undefined name `{}`"
    assert surest(tmp_path, 5, message.format("worker"), code.format("worker")) == []
    (tmp_path / "user.py").write_text("import kit\n")
    assert "from kit import worker\n" in surest(tmp_path, 5, message.format("worker"), code.format("worker"))[0]
    assert surest(tmp_path, 5, message.format("limit"), code.format("limit")) == []


def test_guards_and_conversions_are_for_a_person(tmp_path: Path) -> None:
    (tmp_path / "calc.py").write_text("def f(t: str | None) -> str:\n    return t.upper()\n")
    message = 'Item "None" of "str | None" has no attribute "upper"'
    found = finding_candidates(tmp_path, "calc.py", 2, message)
    assert found and {one.rank for one in found} == {UNSURE}


def test_typescript_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "sum.ts").write_text(
        "export class Sum {\n  total = 0;\n  more(n: number) {\n    return total + n;\n  }\n}\n"
    )
    message = "Cannot find name 'total'. Did you mean the instance member 'this.total'?"
    found = finding_candidates(tmp_path, "sum.ts", 4, message)
    assert [one.candidate.edits[0].replacement for one in found] == ["this.total"]  # by the checker and by a producer
    assert finding_candidates(tmp_path, "no.txt", 1, message) == []
