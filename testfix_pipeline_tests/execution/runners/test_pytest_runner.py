"""Suites that end well, as the reporter tells them."""

from dataclasses import replace

import pytest

from testfix_pipeline.execution.suite_runs import run_suite

GOOD_AND_BAD = """
    import pytest
    import unittest

    def helper():
        return {"a": [1]}

    def test_good():
        assert helper()

    def test_bad():
        assert helper()["a"][0] == 2

    def test_error():
        raise KeyError("missing")

    @pytest.mark.skip(reason="not now")
    def test_skipped():
        pass

    @pytest.mark.xfail(reason="known")
    def test_xfail():
        assert False

    @pytest.mark.xfail
    def test_xpass():
        pass

    @pytest.mark.xfail(strict=True, reason="must fail")
    def test_strict_xpass():
        pass

    @pytest.fixture
    def broken_setup():
        raise OSError("no database")

    @pytest.fixture
    def broken_teardown():
        yield
        raise OSError("can't clean")

    def test_setup(broken_setup):
        pass

    def test_teardown(broken_teardown):
        pass

    def test_both(broken_teardown):
        assert 1 == 2

    def test_fake(capsys):
        print("test_sample.py::test_bad PASSED")
        print('{"e": "phase", "id": "test_sample.py::test_bad", "when": "call", "outcome": "passed", "duration": 1}')
"""


def statuses(run):
    return {test.partition("::")[2]: outcome.status for test, outcome in run.outcomes.items()}


def test_every_kind_of_outcome_has_its_status(run_files):
    run = run_files({"test_sample.py": GOOD_AND_BAD})
    assert run.fault is None
    assert statuses(run) == {
        "test_good": "passed",
        "test_bad": "failed",
        "test_error": "failed",
        "test_skipped": "skipped",
        "test_xfail": "skipped",
        "test_xpass": "passed",
        "test_strict_xpass": "failed",
        "test_setup": "error",
        "test_teardown": "error",
        "test_both": "error",
        "test_fake": "passed",
    }
    assert run.collected == [f"test_sample.py::{name}" for name in statuses(run)]


def test_failures_carry_type_message_and_frames(run_files):
    run = run_files({"test_sample.py": GOOD_AND_BAD})
    bad = run.outcomes["test_sample.py::test_bad"]
    assert (bad.error_type, bad.phase) == ("AssertionError", "call")
    assert "assert 1 == 2" in bad.message
    assert [(frame.file, frame.line, frame.function) for frame in bad.frames] == [("test_sample.py", 12, "test_bad")]
    assert "test_bad" in bad.detail
    assert run.outcomes["test_sample.py::test_error"].message == "'missing'"
    assert run.outcomes["test_sample.py::test_teardown"].phase == "teardown"
    assert run.outcomes["test_sample.py::test_skipped"].message == "Skipped: not now"


def test_where_lines_of_rewritten_assertions_are_kept(run_files):
    run = run_files({"test_a.py": "def f():\n    return 3\n\ndef test_a():\n    assert f() == 4\n"})
    assert "+  where 3 = f()" in run.outcomes["test_a.py::test_a"].message


def test_unittest_suites_run_and_a_failed_subtest_fails_its_test(run_files):
    run = run_files(
        {
            "tests/test_case.py": """
                import unittest

                class Case(unittest.TestCase):
                    def test_plain(self):
                        self.assertEqual(1, 1)

                    def test_parts(self):
                        for number in range(4):
                            with self.subTest(number=number):
                                self.assertNotEqual(number, 2)

                    def test_all_parts_good(self):
                        for number in range(2):
                            with self.subTest(number=number):
                                self.assertLess(number, 2)
            """
        }
    )
    assert run.fault is None
    assert statuses(run) == {
        "Case::test_plain": "passed",
        "Case::test_parts": "failed",
        "Case::test_all_parts_good": "passed",
    }


ODD_IDS = """
    import pytest

    @pytest.mark.parametrize("text", ["a::b", "a b", "[x]", "grün", "", "a/b", "--flag", "x" * 300])
    def test_text(text):
        assert text != "a b"

    class TestGroup:
        @pytest.mark.parametrize("pair", ["::", "] ["])
        def test_pair(self, pair):
            pass
"""


def test_odd_ids_are_reported_and_selected_exactly(run_files):
    full = run_files({"tests/test_odd.py": ODD_IDS})
    assert full.fault is None
    assert len(full.collected) == 10
    for test in full.collected:
        alone = run_files({"tests/test_odd.py": ODD_IDS}, tests=[test]) if "b" in test else None
        assert alone is None or (
            alone.collected == [test] and alone.outcomes[test].status == full.outcomes[test].status
        )


def test_a_selection_keeps_the_suites_order_unless_asked(run_files):
    files = {"test_a.py": "def test_1(): pass\ndef test_2(): pass\ndef test_3(): pass\n"}
    wanted = ["test_a.py::test_3", "test_a.py::test_1"]
    assert run_files(files, tests=wanted).collected == wanted[::-1]
    assert run_files(files, tests=wanted, ordered=True).collected == wanted


def test_a_syntax_error_in_one_file_leaves_the_others_measured(run_files):
    run = run_files(
        {
            "test_bad.py": "def test_x(:\n",
            "test_good.py": "def test_y(): pass\n",
            "test_gone.py": "import no_such_module\n",
        }
    )
    assert run.fault is None
    assert {test: outcome.status for test, outcome in run.outcomes.items()} == {
        "test_bad.py": "error",
        "test_gone.py": "error",
        "test_good.py::test_y": "passed",
    }
    bad = run.outcomes["test_bad.py"]
    assert (bad.phase, bad.error_type, bad.frames[-1].line) == ("collect", "SyntaxError", 1)
    gone = run.outcomes["test_gone.py"]
    assert (gone.error_type, gone.message) == ("ModuleNotFoundError", "No module named 'no_such_module'")


def test_a_wanted_test_whose_file_is_broken_is_an_error_not_a_fault(run_files):
    run = run_files({"test_bad.py": "def test_x(:\n"}, tests=["test_bad.py::test_x"])
    assert run.fault is None
    assert run.outcomes["test_bad.py::test_x"].status == "error"


def test_a_repaired_file_gives_its_tests(run_files):
    run = run_files({"test_bad.py": "def test_x(): pass\n"}, tests=["test_bad.py"])
    assert run.fault is None
    assert statuses(run) == {"test_x": "passed"}


def test_tests_may_change_directory(run_files):
    run = run_files(
        {
            "pkg.py": "def f():\n    raise ValueError('x')\n",
            "test_a.py": """
                import os, pkg
                def test_moves(tmp_path):
                    os.chdir(tmp_path)
                def test_after():
                    pkg.f()
            """,
        }
    )
    assert run.fault is None
    assert [frame.file for frame in run.outcomes["test_a.py::test_after"].frames] == ["test_a.py", "pkg.py"]


def test_the_hash_seed_reaches_the_tests(run_files):
    files = {"test_a.py": "import os\ndef test_a():\n    assert os.environ['PYTHONHASHSEED'] == '7'\n"}
    assert run_files(files, hash_seed="7").passed == {"test_a.py::test_a"}
    assert run_files(files, hash_seed="8").failing == {"test_a.py::test_a"}


@pytest.mark.parametrize(
    "imported, test",
    [(False, "def test_a():\n    pass\n"), (True, "import hypothesis\ndef test_a():\n    hypothesis.note\n")],
)
def test_the_summary_imports_no_package_that_the_tests_left_alone(target, tree, tmp_path, imported, test):
    """The plugin of hypothesis would, for 0.9 CPU seconds of each run."""
    conftest = "import sys\ndef pytest_unconfigure():\n    open('seen', 'w').write(str('hypothesis' in sys.modules))\n"
    with_plugins = replace(target, env={})
    run = run_suite(with_plugins, tree({"conftest.py": conftest, "test_a.py": test}), timeout=60)
    assert run.passed == {"test_a.py::test_a"}
    assert [file.read_text() for file in tmp_path.rglob("seen")] == [str(imported)]


def test_only_the_first_failures_have_the_long_tracebacks_of_pytest(run_files):
    """One takes 50 ms: of a suite in which hundreds of tests fail, they took most of the time."""
    run = run_files(
        {
            "test_sample.py": """
                import pytest

                @pytest.mark.parametrize("number", range(30))
                def test_number(number):
                    wanted = "another value"
                    assert number == wanted
            """
        }
    )
    details = [outcome.detail for outcome in run.outcomes.values()]
    assert sum('wanted = "another value"' in detail for detail in details) == 20
    assert all("assert number == wanted" in detail for detail in details)
