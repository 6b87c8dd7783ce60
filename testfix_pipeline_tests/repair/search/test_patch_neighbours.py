"""A model's patch as a starting point of the search: as it came, what it may have meant, and edits around it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.localise import FaultLocation
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.patch_neighbours import with_patches
from testfix_pipeline.repair.search.space import Space, edits_and_undos

Write = Callable[[Mapping[str, str]], Path]
Fixer = Callable[..., RepairResult]

BILL = '''\
"""Bills."""

BULK = 10


def amount(price, count):
    return price * count


def total(lines, discount):
    result = 0
    for price, count in lines:
        result += amount(price, count)
    return result


def label(name, width):
    return name.ljust(width)
'''
TESTS = """\
from bill import label, total


def test_plain():
    assert total([(5, 2), (3, 1)], 10) == 13


def test_bulk():
    assert total([(5, 10), (3, 1)], 10) == 48
    assert total([(5, 20), (30, 2)], 50) == 110


def test_bulk_of_nothing():
    assert total([(100, 9)], 10) == 900


def test_label():
    assert label("a", 3) == "a  "
"""
HEAD = "--- a/bill.py\n+++ b/bill.py\n"
GOOD = f"""{HEAD}@@ -10,5 +10,8 @@
 def total(lines, discount):
     result = 0
     for price, count in lines:
-        result += amount(price, count)
+        cost = amount(price, count)
+        if count >= BULK:
+            cost -= cost * discount // 100
+        result += cost
     return result
"""
HARM = """@@ -17,2 +20,2 @@
 def label(name, width):
-    return name.ljust(width)
+    return name.rjust(width)
"""


@pytest.fixture
def bill(write: Write) -> Path:
    return write({"bill.py": BILL, "test_bill.py": TESTS})


REPAIRED = BILL.replace(
    "        result += amount(price, count)\n",
    "        cost = amount(price, count)\n        if count >= BULK:\n            cost -= cost * discount // 100\n"
    "        result += cost\n",
)


def proposed(root: Path, *patches: str, most: int = 400, **more: Any) -> list[Candidate]:
    """The first candidates of a search that starts from patches."""
    locations = [FaultLocation("bill.py", line, score, "total") for line, score in ((13, 0.9), (12, 0.5), (11, 0.4))]
    space = Space(Sources(root, {"test_bill.py"}), locations, FailureEvidence(), patches=patches, **more)
    seen: set[int] = set()
    notes: list[str] = []
    return list(itertools.islice(with_patches(space, notes, seen, edits_and_undos(space, notes, seen)), most))


def text(candidate: Candidate) -> str:
    return candidate.texts["bill.py"]


def test_a_good_patch_is_tried_first_validated_and_ranked(bill: Path, fix: Fixer) -> None:
    result = fix(bill, patches=[GOOD])
    best = result.patches[0]
    assert best.complete and not best.doubt and best.files == {"bill.py": REPAIRED}
    assert (
        best.kind == "patch" and "as it came" in best.description and 0 < best.confidence <= 1 and best.breaks == set()
    )
    assert result.candidates_tried <= 12


NEAR_MISSES = {
    "a wrong variable": GOOD.replace("if count >= BULK", "if price >= BULK"),
    "a wrong comparison": GOOD.replace("count >= BULK", "count > BULK"),
    "a wrong operator": GOOD.replace("cost -= cost", "cost += cost"),
    "a misspelt name": GOOD.replace("result += cost", "result += costs"),
    "a harmful second hunk": GOOD + HARM,
    "added lines at another indentation": GOOD.replace("+        ", "+    "),
    "a harmful change in the same hunk": GOOD.replace("     result = 0\n", "-    result = 0\n+    result = 1\n"),
    "a call that was right before": GOOD.replace("+        cost = amount(", "+        cost = total("),
    "a hunk that fits nowhere beside a good one": GOOD + "@@ -40 +40 @@\n-nothing_like = this(at_all)\n+nor = that\n",
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_the_patch_that_was_meant_is_among_the_first_candidates(bill: Path, name: str) -> None:
    found = proposed(bill, NEAR_MISSES[name])
    assert REPAIRED in [text(one) for one in found]
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_a_near_miss_is_repaired_and_its_story_reported(bill: Path, fix: Fixer) -> None:
    best = fix(bill, patches=[NEAR_MISSES["a wrong comparison"] + HARM]).patches[0]
    assert best.complete and best.files == {"bill.py": REPAIRED}
    assert best.description.startswith("patch varied: a hunk left out, and ")


def test_a_part_that_a_patch_lacks_is_searched_for_where_it_is_suspicious(bill: Path) -> None:
    lacking = (
        f"{HEAD}@@ -6,2 +6,2 @@\n def amount(price, count):\n-    return price * count\n+    return count * price\n"
    )
    assert any(
        "return count * price" in text(one) and "result -= amount" in text(one) for one in proposed(bill, lacking)
    )


def test_new_files_and_several_files_are_one_candidate(bill: Path) -> None:
    new = "--- /dev/null\n+++ b/bulk.py\n@@ -0,0 +1 @@\n+BULK = 10\n"
    first = proposed(bill, GOOD + new, most=1)[0]
    assert first.texts == {"bill.py": REPAIRED, "bulk.py": "BULK = 10\n"}


@pytest.mark.slow
def test_what_is_allowed_binds_patches_too(bill: Path) -> None:
    found = proposed(bill, GOOD, most=100, allowed_lines={"bill.py": {12}})
    assert found and all(part.lines <= {12} for one in found for part in one.parts)


def test_a_patch_that_can_not_be_read_is_noted_and_the_search_goes_on(bill: Path) -> None:
    space = Space(
        Sources(bill),
        [FaultLocation("bill.py", 13, 0.9, "total")],
        FailureEvidence(),
        patches=["none", "--- a/x\n+++ b/x\n"],
    )
    notes: list[str] = []
    found = list(itertools.islice(with_patches(space, notes, set(), edits_and_undos(space, notes, set())), 5))
    assert len(found) == 5 and sum("can't be a starting point" in note for note in notes) == 2
