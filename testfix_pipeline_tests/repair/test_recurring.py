"""One slip made in several places: an edit of one of them is made wherever the same code stands."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.pairing import Pairing
from testfix_pipeline.repair.recurring import everywhere
from testfix_pipeline.repair.source import SourceFile


def again(code: str, old: str, new: str, *others: str) -> dict[str, str] | None:
    """The texts of everything changed at once; None where nothing else is like the first place of `old`."""
    source = SourceFile("m.py", code.encode())
    start = code.index(old)
    edit = Edit("m.py", start, start + len(old), new, "test", 0.5, source.line_at(start))
    beside = [SourceFile(f"o{n}.py", text.encode()) for n, text in enumerate(others)]
    found = everywhere(Candidate.single(source, edit, 0.5, "test"), beside)
    return None if found is None else dict(found.texts)


def test_what_is_replaced_is_replaced_beside_the_same_tokens_in_all_files() -> None:
    code = "def f(a, limit):\n    return a.took > limit and a.on\n\ndef g(b, limit):\n    return b   >  limit\n"
    assert again(code, "limit and", "limit * 60 and") is None, "`and` stands nowhere else"
    source = "def f(a):\n    return a.took > self.limit\n"
    found = again(
        source, "self.limit", "self.limit * 60", "def g(b):\n    return b.took >  self.limit\n", "x = limit\n"
    )
    assert found == {
        "m.py": "def f(a):\n    return a.took > self.limit * 60\n",
        "o0.py": "def g(b):\n    return b.took >  self.limit * 60\n",
    }


def test_lines_go_in_at_the_indentation_there() -> None:
    code = (
        "def f(self, key):\n    if key:\n        self.items.pop(key)\n        return key\n\n"
        "def g(self, key):\n    self.items.pop(key)\n    return key\n"
    )
    assert again(code, "        return key\n\n", "        self.dirty = True\n        return key\n\n") is None
    source = SourceFile("m.py", code.encode())
    at = code.index("        return")
    edit = Edit("m.py", at, at, "        self.dirty = True\n", "test", 0.5, 4)
    found = everywhere(Candidate.single(source, edit, 0.5, "test"), [])
    assert found is not None and found.texts["m.py"].count("self.dirty = True\n") == 2
    assert "pop(key)\n    self.dirty = True\n    return key\n" in found.texts["m.py"]


def test_too_little_in_common_is_nothing() -> None:
    assert again("a = b > c\nd = e > f\n", ">", ">=") is None
    assert again("a = 1\n" * 9, "1", "2") is None, "nine places are no slip"


CODE = """\
class Log:
    def __init__(self, requests, slow_after):
        self.requests = requests
        self.slow_after = slow_after

    def slow(self):
        return [one for one in self.requests if one["took"] >= self.slow_after]

    def quick(self):
        return len(self.requests) - len(self.slow())


def late(requests, log):
    return sum(one["took"] >= log.slow_after for one in requests)
"""
TESTS = """\
from log import Log, late

LOG = Log([{"took": 3}, {"took": 5}, {"took": 9}], 5)

def test_slow():
    assert LOG.slow() == [{"took": 9}]

def test_late():
    assert late(LOG.requests, LOG) == 1

def test_none_is_slow():
    assert Log([{"took": 1}], 5).slow() == [] and late([], LOG) == 0
"""


def test_a_slip_in_two_places_is_mended_by_one_idea(
    fix: Callable[..., RepairResult], write: Callable[[Mapping[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pairing, "partners", lambda *_: [])
    for other_way in ("unions", "pairs"):
        monkeypatch.setattr(f"testfix_pipeline.repair.run.{other_way}", lambda found: iter(()))
    monkeypatch.setattr("testfix_pipeline.repair.onward.MOST_STARTS", 0)
    result = fix(write({"log.py": CODE, "test_log.py": TESTS}))
    assert result.patches[0].complete
    assert result.patches[0].files["log.py"].count('"took"] > ') == 2
