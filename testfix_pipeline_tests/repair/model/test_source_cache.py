"""What a search leaves in memory: nothing of the files it was about."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.source_cache import cached_per_search, clear_caches
from testfix_pipeline.standalone.api import repair_project


def alive(*kinds: type) -> int:
    gc.collect()
    return sum(isinstance(one, kinds) for one in gc.get_objects())


def test_a_search_lets_go_of_the_files_and_their_candidates(write: Callable[..., Path]) -> None:
    clear_caches()
    before = alive(SourceFile, Candidate)
    test = "from calc import area\n\ndef test_area():\n    assert (area(2, 3), area(4, 5)) == (6, 20)\n"
    root = write({"calc.py": "def area(a, b):\n    return a + b\n", "test_calc.py": test})
    report = repair_project(root, seconds=20, cores=1)
    assert report.outcome == "fixed"
    assert alive(SourceFile, Candidate) == before


def test_a_candidate_holds_its_edits_and_not_the_whole_text() -> None:
    source = SourceFile("big.py", ("a = 1\n" * 50_000).encode())
    part = Part(source, (Edit("big.py", 4, 5, "2", "constant", 1.0, 1),))
    candidate = Candidate((part,), 1.0, "constants")
    assert candidate.contents["big.py"].startswith(b"a = 2\na = 1") and candidate.texts
    assert not [one for one in vars(part).values() if isinstance(one, (str, bytes)) and len(one) > 1000]
    assert set(vars(candidate)) == {"parts", "score", "producer"}


def test_answers_are_computed_once_until_they_are_forgotten() -> None:
    asked: list[int] = []

    @cached_per_search(2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(1), double(1), double(2)] == [2, 2, 4] and asked == [1, 2]
    clear_caches()
    assert double(1) == 2 and asked == [1, 2, 1]
