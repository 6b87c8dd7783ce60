"""Candidates for what a checker says: which of them are sure, and in which order."""

from pathlib import Path

import pytest

from testfix_pipeline.repair.search.finding_candidates import UNSURE, finding_candidates

ADD = "def add(a, b):\n    return a + b\n\n\n"
CASES = {
    "a similar name": (f"{ADD}def twice(a):\n    return ad(a, a)\n", 6, "Undefined name `ad`", "add"),
    "an import": ("def f(p):\n    return Path(p)\n", 2, 'Name "Path" is not defined', "from pathlib import Path\n"),
    "an import as elsewhere": ("def f(p):\n    return np.sum(p)\n", 2, '"np" is not defined', "import numpy as np\n"),
    "self": ("class S:\n    def __init__(self):\n        self.n = 0\n\n    def get(self):\n        return n\n", 6,
             "Undefined name `n`", "self.n"),
    "what the checker names": ("def f(t: str):\n    return t.uper()\n", 2,
                               '"str" has no attribute "uper"; maybe "upper"?', "upper"),
    "an await": ("async def f():\n    return 1\n\n\nasync def g():\n    n = f()\n    return n + 1\n", 7,
                 'Unsupported left operand type for + ("Coroutine[Any, Any, int]")', "await n"),
    "a result that nothing reads": ("def f(xs: list[int]) -> int:\n    n = 0\n    for x in xs:\n        n += x\n", 1,
                                    "Missing return statement", "    return n\n"),
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
    assert found[0].candidate.edits[0].replacement == "this.total"
    assert finding_candidates(tmp_path, "no.txt", 1, message) == []
