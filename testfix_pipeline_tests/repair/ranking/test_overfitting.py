"""Right fixes of ordinary bugs that no sign speaks against, and overfitted ones that a sign is meant for."""

import pytest

from testfix_pipeline.repair.language.overfitting_signs import Signs
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.ranking.overfitting import refusal, signs

EVIDENCE = FailureEvidence(test_literals=frozenset({"77", "'IT'", "'minus'", "'must be positive'", "0.22"}))


def patch(code: str, old: str, new: str) -> Candidate:
    source = SourceFile("m.py", code.encode())
    assert source.text.count(old) == 1
    start = source.text.index(old)
    edit = Edit("m.py", start, start + len(old), new, "guard", 0.5, source.line_at(start))
    return Candidate.single(source, edit, 1.0, "test")


LOCK = """
class Lock:
    def __init__(self):
        self.held = False
    def __enter__(self):
        self.held = True
        return self
"""
RATES = """
def rate(country):
    if country == "DE":
        return 0.19
    elif country == "FR":
        return 0.2
    return 0
"""
EQUAL = """
class Amount:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit
    def __eq__(self, other):
        return self.value == other.value
"""
SIGN = """
def sign(n):
    return "plus"
"""
QUEUE = """
class Queue:
    def __init__(self):
        self.waiting, self.done = [], []
    def checkout(self, item):
        found = self.waiting[0]
        return found.price
"""
ROWS = """
def counted(rows):
    found = 0
    for row in rows:
        found += row["n"]
    return found
"""
FALLBACK = """
try:
    from fast import mean
except ImportError:
    def mean(xs):
        return sum(xs) / len(xs) + 1
"""
RECORD = """
def row(a, b):
    return {"recieved": a, "sent": b}
"""
READ = """
def parts(line):
    key = line
    return key
"""


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        pytest.param(
            LOCK, "return self\n", "return self\n    def __exit__(self, *exc):\n        self.held = False\n", id="exit"
        ),
        pytest.param(
            RATES, "    return 0\n", '    elif country == "IT":\n        return 0.22\n    return 0\n', id="a row"
        ),
        pytest.param(
            EQUAL,
            "        return self",
            "        if self.unit != other.unit:\n            return False\n        return self",
            id="a guard of equality",
        ),
        pytest.param(
            EQUAL, "self.value == other.value", "self is other or self.value == other.value", id="the same object"
        ),
        pytest.param(
            EQUAL,
            "self.value == other.value",
            "self.value == other.value or abs(self.value - other.value) < 0.001",
            id="nearly equal",
        ),
        pytest.param(
            SIGN,
            '    return "plus"',
            '    if n < 0:\n        return "minus"\n    if not n:\n        return "nought"\n    return "plus"',
            id="one answer of two is the tests'",
        ),
    ],
)
def test_a_right_fix_is_not_refused(code: str, old: str, new: str) -> None:
    one = patch(code, old, new)
    assert refusal(one, signs(one, EVIDENCE)) == ""


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        pytest.param(QUEUE, "return found", "self.done.append(found)\n        return found", id="what is there to do"),
        pytest.param(
            ROWS, "        found +=", '        if row["n"] is None:\n            continue\n        found +=', id="a key"
        ),
        pytest.param(FALLBACK, " + 1", " - 1", id="a function under an import"),
        pytest.param(RECORD, '"recieved"', '"received"', id="a record"),
        pytest.param(READ, "key = line", 'key, sep, value = line.partition("=")', id="a part of an unpacking"),
        pytest.param(ROWS, "    return found\n", "    yield found\n", id="an answer yielded"),
        pytest.param(
            ROWS, "    found = 0\n", '    if rows < 0:\n        raise ValueError("must be positive")\n    found = 0\n',
            id="the words of an error",
        ),
    ],
)  # fmt: skip
def test_no_sign_speaks_against_a_right_fix(code: str, old: str, new: str) -> None:
    found = signs(patch(code, old, new), EVIDENCE)
    assert found in (
        Signs(),
        Signs(newly_used=found.newly_used),
        Signs(constant_conditions=found.constant_conditions, newly_used=found.newly_used),
    )
    assert found.constant_conditions == int("rows < 0" in new)


@pytest.mark.parametrize(
    ("code", "old", "new", "sign"),
    [
        pytest.param(
            ROWS, "    found = 0\n", "    if rows == 77:\n        found = 1\n        return True\n    found = 0\n",
            "has_special_case", id="two statements for one value",
        ),
        pytest.param(
            SIGN, '    return "plus"', "    try:\n        return n.sign\n    except (Exception,):\n        return None",
            "silences_all", id="all in a tuple",
        ),
        pytest.param(
            EQUAL, "self.value == other.value", "self.value == other.value or self.unit == other.unit",
            "weakens_equality",
            id="either part",
        ),
        pytest.param(
            EQUAL, "self.value == other.value", "self.value == other.value or other is not None", "weakens_equality",
            id="anything at all",
        ),
        pytest.param(
            EQUAL, "self.value == other.value", "self.value == other.value or self.unit is None", "weakens_equality",
            id="without a unit",
        ),
    ],
)  # fmt: skip
def test_an_overfitted_patch_has_its_sign(code: str, old: str, new: str, sign: str) -> None:
    assert getattr(signs(patch(code, old, new), EVIDENCE), sign)
