"""What the language model counts, and what it finds natural."""

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.language import PYTHON
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.ranking.naturalness import Naturalness

CODE = """\
def first(text, sep):
    parts = text.strip().split(sep)
    return parts[0]


def second(text, sep):
    parts = text.strip().split(sep)
    if len(parts) < 2:
        return None
    return parts[1]


def third(text, sep):
    parts = text.strip().split(sep)
    if len(parts) < 3:
        return None
    return parts[2]


def last(text, sep):
    parts = text.strip().split(text)
    return parts[-1]
"""
SOURCE = SourceFile("m.py", CODE.encode())


def candidate(old: str, new: str) -> Candidate:
    start = CODE.index(old)
    edit = Edit("m.py", start, start + len(old), new, "test", 0.5, SOURCE.line_at(start))
    return Candidate.single(SOURCE, edit, 1.0, "test")


def delta(old: str, new: str) -> float:
    return Naturalness([SOURCE]).surprise(candidate(old, new)).delta


def test_the_model_is_small_enough_to_be_shipped() -> None:
    assert PYTHON.token_counts.stat().st_size < 400_000
