"""Files that can't be collected hide tests: the rate is reported with those that were known."""

from testfix_pipeline.core.cycle_rules.uncollected_files import uncollected
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId


def outcomes(**statuses):
    names = {name.replace("__", "::").replace("_py", ".py"): status for name, status in statuses.items()}
    return {name: Outcome(id=TestId(name), status=status) for name, status in names.items()}


def test_the_known_tests_of_a_file_stand_in_its_place():
    found = outcomes(a_py="error", b_py__one="passed", b_py__two="passed", b_py__three="failed")
    line = uncollected(found, ["a.py::x", "a.py::y[1]", "ab.py::z", "b.py::one"])
    assert line == (
        "1 file can't be collected: a.py. With the 2 tests that the last green session had in it, 2 of 5 pass (40%)."
    )


def test_nothing_is_invented_where_no_session_was_green():
    assert uncollected(outcomes(b_py__one="failed"), ["a.py::x"]) == ""
    assert uncollected(outcomes(a_py="error", b_py="error"), []).endswith("How many tests they hold is not known.")
    many = uncollected(outcomes(**{f"t{n}_py": "error" for n in range(6)}), ["t0.py::x", "t0.py::y"])
    assert many.startswith("6 files can't be collected: t0.py, t1.py, t2.py and 3 more. With the 2 tests")
    assert many.endswith("0 of 7 pass (0%).")
