"""Fixes and states of the repair of libraries that need no run of the tests: they lead no further."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.fix_rivals import is_part
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.search.dead_ends import (
    DeadEnds,
    can_move,
    is_lost_at_import,
    is_lost_in_tests,
    is_unrelated,
)
from testfix_pipeline.repair.search.library_state import LibraryRepairState
from testfix_pipeline.repair.search.library_trials import FixTrials

OLD = "import imp\nimport np\n\nA = np.float_\nB = np.asscalar(A)\n"
BEFORE = {"a.py": OLD}
IMP = Failure(
    test=TestId("test_a.py"),
    error_type="ModuleNotFoundError",
    error="No module named 'imp'",
    frames=[Frame(file="test_a.py", line=1, function="<module>"), Frame(file="a.py", line=1, function="<module>")],
)
VALUE = IMP.model_copy(update={"error_type": "AttributeError", "error": "'NoneType' object has no attribute 'x'"})


def fix(old: str, new: str, symbol: str, likelihood: float = 0.85) -> LibraryFix:
    return LibraryFix({"a.py": OLD.replace(old, new)}, "library.name", symbol, likelihood, symbol)


ITEM = fix("np.asscalar(A)", "A.item()", "np.asscalar")


@pytest.mark.parametrize(
    ("tried", "failure", "expected"),
    [
        (ITEM, IMP, False),  # the import fails before it
        (ITEM, VALUE, True),  # a value may come of any line
        (fix("import imp", "import importlib", "imp.load_source"), IMP, True),  # it changes the line that fails
        (fix("A = ", "C = ", "imp"), IMP, True),  # it is about what is lost
        (fix("import np", "import np as np", "x"), IMP.model_copy(update={"frames": []}), True),  # nothing is known
    ],
)
def test_a_fix_for_another_name_cannot_move_a_lost_one(tried: LibraryFix, failure: Failure, expected: bool) -> None:
    assert can_move(tried, [failure], BEFORE) is expected
    assert can_move(tried, [], BEFORE)


def test_a_fix_of_a_keyword_is_about_the_function_that_takes_it() -> None:
    error = IMP.model_copy(update={"error": "module 'np' has no attribute 'mode'"})
    assert can_move(fix("np.asscalar(A)", "A.item()", "np.mode(keepdims=)"), [error], BEFORE)


def test_the_same_failures_are_no_way_on_whatever_led_to_them() -> None:
    dead = DeadEnds()
    first = LibraryRepairState(steps=(ITEM,), failures=(IMP,))
    other = LibraryRepairState(steps=(fix("A = ", "C = ", "c"),), failures=(IMP,))
    further = LibraryRepairState(steps=(ITEM,), failures=(VALUE,))
    green = LibraryRepairState(steps=(ITEM,))
    dead.add(first)
    assert dead.without([other, further, green]) == [further, green]


def test_rivals_of_steps_wait_for_nothing_where_a_name_is_lost_that_they_are_not_about() -> None:
    state = LibraryRepairState(dict(ITEM.texts), (ITEM,), failures=(IMP,))
    assert is_unrelated(state, BEFORE)
    moved = IMP.model_copy(update={"error": "cannot import name 'asscalar' from 'np'"})
    assert not is_unrelated(LibraryRepairState(dict(ITEM.texts), (ITEM,), failures=(moved,)), BEFORE)
    at_step = IMP.model_copy(update={"frames": [Frame(file="a.py", line=5, function="<module>")]})
    assert not is_unrelated(LibraryRepairState(dict(ITEM.texts), (ITEM,), failures=(at_step,)), BEFORE)
    assert not is_unrelated(LibraryRepairState(dict(ITEM.texts), (ITEM,), failures=(VALUE,)), BEFORE)


def test_a_fix_for_one_of_several_names_is_a_part_of_the_fix_for_all() -> None:
    one = fix("float_", "float64", "np.float_")
    whole = LibraryFix({"a.py": one.texts["a.py"].replace("np.asscalar(A)", "A.item()")}, "library.names", "", 0.8, "")
    assert is_part(one, whole, BEFORE) and is_part(ITEM, whole, BEFORE)
    assert not is_part(fix("float_", "float16", "np.float_"), whole, BEFORE)


def test_nothing_is_left_to_search_where_no_failing_file_can_be_imported_for_what_a_library_lacks() -> None:
    update = Update(library="Python", version="3.12", symbol="imp", certain=True)
    known, in_a_test = IMP.model_copy(update={"update": update}), TestId("test_a.py::test_it")
    assert is_lost_at_import(LibraryRepairState(failures=(known,)), {"a"})
    assert is_lost_at_import(LibraryRepairState(steps=(ITEM,), failures=(IMP,)), {"a"})
    misspelt = IMP.model_copy(update={"update": update.model_copy(update={"certain": False})})
    assert not is_lost_at_import(LibraryRepairState(failures=(misspelt,)), {"a"})
    assert not is_lost_at_import(LibraryRepairState(failures=(IMP,)), {"a"}), "no update is known"
    assert not is_lost_at_import(LibraryRepairState(failures=(known,)), {"imp"}), "it is the project's own"
    assert not is_lost_at_import(LibraryRepairState(failures=(known, VALUE)), {"a"})
    assert not is_lost_at_import(LibraryRepairState(failures=(known.model_copy(update={"test": in_a_test}),)), {"a"})


def test_nothing_is_left_to_search_where_tests_themselves_ask_for_what_a_library_lacks() -> None:
    asked = IMP.model_copy(update={"frames": [Frame(file="test_a.py", line=3, function="test")]})
    after = LibraryRepairState(steps=(ITEM,), failures=(asked,))
    assert is_lost_in_tests(after, {"a"}, ["test_a.py"])
    assert not is_lost_in_tests(after, {"a"}, []), "no test's own line"
    assert not is_lost_in_tests(after, {"imp"}, ["test_a.py"]), "it is the project's own"
    assert not is_lost_in_tests(replace(after, steps=()), {"a"}, ["test_a.py"]), "the program may be the cause"
    assert not is_lost_in_tests(replace(after, outdated=frozenset([asked.test])), {"a"}, ["test_a.py"])
    assert not is_lost_in_tests(replace(after, failures=(asked, IMP)), {"a"}, ["test_a.py"])


def test_a_sure_fix_behind_an_import_that_fails_is_kept_without_a_run() -> None:
    trees: Any = SimpleNamespace(sources=SimpleNamespace(source=lambda file: SimpleNamespace(text=OLD)))
    run = FixTrials(trees, [IMP.test], [])
    state = LibraryRepairState(failures=(IMP,))
    assert not run._may_move(state, fix("np.float_", "np.float16", "np.float_", 0.4)) and run.blocked is None
    assert not run._may_move(state, ITEM)
    assert cast(LibraryRepairState, run.blocked).texts == ITEM.texts and run.notes
    assert run._may_move(state, fix("import imp", "import importlib", "imp.load_source"))


def test_a_run_that_was_ended_before_it_said_anything_is_no_progress() -> None:
    source = SimpleNamespace(source=lambda file: SimpleNamespace(text=OLD))
    run = FixTrials(cast(Any, SimpleNamespace(sources=source, is_test_side=lambda file: False)), [IMP.test], [])
    before = LibraryRepairState(failures=(IMP,))
    ended = VALUE.model_copy(update={"error_type": "ProcessEnded", "error": "The file was running when it ended."})
    for failure, expected in ((VALUE, True), (ended, False)):
        after = LibraryRepairState(steps=(ITEM,), texts=ITEM.texts, failures=(failure,))
        assert run._has_moved(before, after, [IMP.test]) is expected
