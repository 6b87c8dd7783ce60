"""How much a patch writes, what it makes alike, and what that counts for."""

import functools

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.code_similarity import more_alike
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict

LINES = """\
def sizes(old, new):
    first = int(old["before"] or 1)
    second = int(new["after"] or 0)
    return first, second
"""


def change(text: str, *changes: tuple[str, str], kind: str = "compare.operator") -> Candidate:
    source = SourceFile("m.py", text.encode())
    spans = [(text.index(old), text.index(old) + len(old), new) for old, new in changes]
    edits = [Edit("m.py", start, end, new, kind, 0.5, source.line_at(start)) for start, end, new in spans]
    return functools.reduce(Candidate.joined, [Candidate.single(source, edit, 1.0, "test") for edit in edits])


def test_what_is_nested_too_deep_says_nothing() -> None:
    deep = LINES + "TOTAL = " + " + ".join(f"{number}" for number in range(700)) + "\n"
    assert more_alike(change(deep, ("or 1)", "or 0)"))) == 0


def found(*candidates: Candidate) -> list[PlausiblePatch]:
    return [PlausiblePatch(one, Verdict("plausible", frozenset({TestId("test_m.py::test")}))) for one in candidates]
