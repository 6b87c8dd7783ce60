"""A search that is confined to functions: what is near comes first, and nothing is lost."""

from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.localise import FaultLocation
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.search_focus import functions_of, with_module_code
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.search_order import SearchOrder
from testfix_pipeline.repair.search.space import Space, edits_and_undos

CODE = "LIMIT = 1\n" + "".join(f"def f{n}(a, b):\n    return a < b + {n}\n" for n in range(3))


def space(write: Callable[[Mapping[str, str]], Path]) -> Space:
    locations = [FaultLocation("m.py", 3 + 2 * n, 1.0 - n / 10, f"f{n}") for n in range(3)]
    return Space(Sources(write({"m.py": CODE})), locations, FailureEvidence())


def test_the_agenda_widens_the_focus_where_nothing_near_is_left(write: Callable[[Mapping[str, str]], Path]) -> None:
    confined = space(write)
    confined.focus.confine(with_module_code([("m.py", "f1")], with_module=False))
    seen: set[int] = set()
    order = SearchOrder(confined, [TestId("t")], edits_and_undos(confined, [], seen), seen, [])
    was_confined = []
    for one in order:
        if isinstance(one, Candidate):
            was_confined.append((confined.focus.functions is not None, *functions_of(one)))
    assert all((name == "f1") is confined_then for confined_then, (_, name) in was_confined)
    assert {name for _, (_, name) in was_confined} >= {"f0", "f1", "f2"}
