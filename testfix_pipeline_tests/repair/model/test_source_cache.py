"""What a search leaves in memory: nothing of the files it was about."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_cache import clear_caches
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
