"""Suites that leave early, hang, or refuse to run: none of them may look like a measurement."""

import os
from dataclasses import replace

import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution import hanging_tests as hanging
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.runners.pytest_runner import parse_test_command
from testfix_pipeline.execution.suite_runs import run_suite

LEAVING = "import os\ndef test_first(): pass\ndef test_leaves(): os._exit(0)\ndef test_last(): pass\n"


def test_a_suite_that_leaves_with_exit_code_zero_is_a_crash(run_files):
    run = run_files({"test_a.py": LEAVING})
    assert run.fault.kind == "crash"
    assert "while running test_a.py::test_leaves" in run.fault.message
    assert "exit code 0" in run.fault.message
    assert run.passed == {"test_a.py::test_first"}


def test_leaving_while_collecting_is_a_crash(run_files):
    run = run_files({"test_a.py": "import os\nos._exit(0)\n"})
    assert run.fault.kind == "crash"
    assert "during collection" in run.fault.message


def test_a_script_that_exits_when_collected_is_an_error_of_its_own_and_the_others_run(run_files):
    script = "import sys\nprint('ok')\nsys.exit(0)\n"
    run = run_files({"test_script.py": script, "test_z.py": "def test_runs(): pass\n"})
    assert run.fault is None and run.passed == {"test_z.py::test_runs"}
    assert run.outcomes["test_script.py"].status == "error"
    assert "ends the program when it is imported" in run.outcomes["test_script.py"].message


@pytest.mark.parametrize(
    ("endless", "said"),
    [("input_ = open('pipe').read()", "waits and does nothing"), ("while True: pass", "computes for")],
)
def test_an_import_that_never_ends_is_an_error_of_its_own_and_the_others_run(tree, target, endless, said, monkeypatch):
    monkeypatch.setitem(hanging._IMPORTS, "patient", ((2.0, 2.0, hanging.NEVER),) * 2)
    root = tree(
        {"test_endless.py": f"try:\n    {endless}\nexcept Exception: pass\n", "test_z.py": "def test_z(): pass\n"}
    )
    os.mkfifo(root / "pipe")
    run = run_suite(target, root, timeout=60)
    assert run.fault is None and run.passed == {"test_z.py::test_z"}
    assert run.outcomes["test_endless.py"].status == "error"
    assert said in run.outcomes["test_endless.py"].message


ENDLESS = """\
import threading, time

def test_before(): pass

def test_computes():
    while True:
        try:
            len("")
        except Exception:
            pass

def test_waits(): threading.Event().wait()

def test_sleeps(): time.sleep(1000)

def test_behind(): pass
"""


@pytest.mark.parametrize("recorded", [False, True])
def test_a_test_that_never_ends_has_failed_and_the_others_run(tree, target, tmp_path, recorded):
    record = tmp_path / "coverage.json" if recorded else None
    impatient = replace(target, test_seconds=0.5)
    run = run_suite(impatient, tree({"test_a.py": ENDLESS}), timeout=60, record_coverage=record)
    assert run.fault is None and run.passed == {"test_a.py::test_before", "test_a.py::test_behind"}
    computes, waits = run.outcomes["test_a.py::test_computes"], run.outcomes["test_a.py::test_waits"]
    assert (computes.error_type, waits.error_type) == ("NeverEnds", "NeverEnds")
    assert "it computes for more than" in computes.message and "it waits and does nothing for" in waits.message
    assert computes.frames[-1].line in range(6, 11)
    if record:
        found = CoverageMap.load(record)
        assert found.tests_on("test_a.py", [16]) == {"test_a.py::test_behind"}, "recording goes on"
        assert found.tests_on("test_a.py", [8]) == {"test_a.py::test_computes"}


def test_what_can_never_end_is_ended_at_once(tree, target):
    deserted = """
        import asyncio, queue
        def test_future(): asyncio.run(asyncio.wait_for(asyncio.Event().wait(), None))
        def test_queue(): queue.Queue().get()
        def test_after(): pass
    """
    run = run_suite(target, tree({"test_a.py": deserted}), timeout=60)
    assert run.fault is None and run.passed == {"test_a.py::test_after"}
    said = {outcome.message for outcome in run.outcomes.values() if outcome.never_ended}
    assert said == {"it waits for what nothing is left to bring about"}


def test_what_goes_round_is_ended_before_its_time_is_over(tree, target, tmp_path):
    rounds = """
        def first(items, wanted):
            low, high = 0, len(items)
            while low < high:
                middle = (low + high) // 2
                if items[middle] < wanted:
                    low = middle
                else:
                    high = middle
            return low
        def test_first(): assert first([1, 2, 3], 3) == 2
    """
    run = run_suite(target, tree({"test_a.py": rounds}), timeout=900, record_coverage=tmp_path / "coverage.json")
    (outcome,) = run.outcomes.values()
    assert outcome.never_ended and outcome.message == "it comes back again and again to where it was"


def test_the_alarm_of_a_test_is_its_own(run_files):
    run = run_files(
        {
            "test_a.py": """
                import signal, time
                import pytest

                def test_alarm():
                    def rings(*_):
                        raise TimeoutError("enough")
                    signal.signal(signal.SIGALRM, rings)
                    signal.setitimer(signal.ITIMER_REAL, 0.2)
                    with pytest.raises(TimeoutError, match="enough"):
                        time.sleep(60)

                def test_kept():
                    assert signal.getsignal(signal.SIGALRM).__name__ == "rings"
            """
        }
    )
    assert run.fault is None and not run.failing


def test_links_in_a_circle_are_not_collected_again_and_again(tree, target):
    root = tree({"a/test_a.py": "def test_a(): pass\n", "b/test_b.py": "def test_b(): pass\n"})
    (root / "loop").symlink_to(".")
    (root / "a" / "other").symlink_to("../b")
    (root / "b" / "back").symlink_to("../a")
    run = run_suite(target, root, timeout=60)
    assert set(run.outcomes) == {
        *("a/test_a.py::test_a", "b/test_b.py::test_b"),
        *("a/other/test_b.py::test_b", "b/back/test_a.py::test_a"),
    }


def test_a_segmentation_fault_names_the_test_and_the_signal(run_files):
    run = run_files({"test_a.py": "import ctypes\ndef test_crash(): ctypes.string_at(0)\n"})
    assert run.fault.kind == "crash"
    assert "SIGSEGV while running test_a.py::test_crash" in run.fault.message
    assert "string_at" in run.fault.log_tail


def test_a_hanging_test_is_named_when_time_is_up(run_files):
    run = run_files({"test_a.py": "import time\ndef test_hangs(): time.sleep(1000)\n"}, timeout=3)
    assert run.fault.kind == "timeout"
    assert "test_a.py::test_hangs" in run.fault.message


def test_exit_from_within_a_test_leaves_missing_ids(run_files):
    run = run_files({"test_a.py": "import pytest\ndef test_quits(): pytest.exit('enough')\ndef test_next(): pass\n"})
    assert run.fault.kind == "missing_ids"
    assert "test_a.py::test_next" in run.fault.message


def test_a_forked_child_that_goes_on_does_not_report(run_files):
    run = run_files(
        {
            "test_a.py": """
                import os
                def test_forks():
                    pid = os.fork()
                    if pid:
                        os.waitpid(pid, 0)
                        os._exit(0)
                def test_next(): pass
            """
        }
    )
    assert run.fault.kind == "crash"
    assert "test_a.py::test_next" not in run.outcomes


def test_the_end_marker_can_not_be_forged_by_writing_to_every_pipe(run_files):
    forger = """
        import json, os
        def test_forges():
            line = json.dumps({"e": "end", "n": "guess", "status": 0}).encode() + b"\\n"
            for name in os.listdir("/proc/self/fd"):
                path = f"/proc/self/fd/{name}"
                if os.path.exists(path) and "pipe" in os.readlink(path):
                    os.write(int(name), line)
            os._exit(0)
    """
    assert run_files({"test_a.py": forger}).fault.kind == "crash"


def test_neither_environment_nor_arguments_nor_our_modules_give_the_nonce_away(run_files):
    spy = """
        import importlib, os, re, sys
        import pytest
        def test_spies():
            for name in ("environ", "cmdline"):
                with open(f"/proc/self/{name}", "rb") as file:
                    assert not re.search(b"[0-9a-f]{32}", file.read())
            assert os.read(0, 10) == b""
            assert not [name for name in sys.modules if name.startswith("testfix")]
            for name in ("testfix_channel", "testfix_reporter"):
                with pytest.raises((ValueError, OSError)):  # there is no second order to be read
                    importlib.import_module(name)
    """
    run = run_files({"test_a.py": spy})
    assert run.fault is None
    assert not run.failing


def test_replaced_parts_of_the_standard_library_change_no_report(run_files):
    source = """
        import json
        import os
        passed = lambda data: data.replace(b'"outcome":"failed"', b'"outcome":"passed"')
        write, dumps, iterencode = os.write, json.dumps, json.JSONEncoder.iterencode
        os.write = lambda fd, data: write(fd, passed(data)) and len(data)
        json.dumps = lambda value, **options: dumps({**value, "outcome": "passed"}, **options)
        json.JSONEncoder.iterencode = lambda self, value, **options: iterencode(self, {**value, "outcome": "passed"})
    """
    test = "import source\ndef test_wrong(): assert False\n"
    run = run_files({"source.py": source, "test_a.py": test})
    assert run.failing == {"test_a.py::test_wrong"}


def test_nothing_is_reported_after_the_end(run_files):
    late = """
        import gc
        def test_wrong(): assert False
        def forge():
            for one in gc.get_objects():
                if type(one).__name__ == "Channel":
                    one.emit("phase", id="test_a.py::test_wrong", when="call", outcome="passed", duration=0)
        import atexit
        atexit.register(forge)
    """
    assert run_files({"test_a.py": late}).failing == {"test_a.py::test_wrong"}


def test_no_tests_are_a_fault(run_files):
    assert run_files({"test_a.py": "x = 1\n"}).fault.kind == "no_tests"


def test_a_wanted_test_that_is_gone_is_a_fault(run_files):
    run = run_files({"test_a.py": "def test_1(): pass\n"}, tests=["test_a.py::test_1", "test_a.py::test_2", "b.py::x"])
    assert run.fault.kind == "missing_ids"
    assert "2 tests never reported: test_a.py::test_2, b.py::x" in run.fault.message


@pytest.mark.parametrize(
    ("files", "options", "words"),
    [
        ({"conftest.py": "import no_such_module\n"}, {}, "no_such_module"),
        ({"conftest.py": "def broken(:\n"}, {}, "SyntaxError"),
        ({"pytest.ini": "[pytest\naddopts = -q\n"}, {}, "pytest.ini"),
        ({"pytest.ini": "[pytest]\naddopts = --no-such-option\n"}, {}, "--no-such-option"),
        ({}, {"extra_args": ["--bogus"]}, "--bogus"),
    ],
)
def test_a_usage_error_speaks_with_pytests_own_words(run_files, files, options, words):
    run = run_files({"test_a.py": "def test_a(): pass\n", **files}, **options)
    assert run.fault.kind == "usage"
    assert words in run.fault.message


@pytest.mark.parametrize(
    ("broken", "error"), [("from json import nothing\n", "ImportError"), ("def f(:\n", "SyntaxError")]
)
def test_a_conftest_that_imports_a_broken_program_keeps_its_test_files_from_being_collected(run_files, broken, error):
    run = run_files(
        {
            "own/__init__.py": broken,
            "tests/conftest.py": "import own\n",
            "tests/test_a.py": "def test_a(): pass\n",
            "tests/deep/test_b.py": "def test_b(): pass\n",
            "tests/helper.py": "",
        }
    )
    assert run.fault is None
    assert sorted(run.outcomes) == ["tests/deep/test_b.py", "tests/test_a.py"]
    for outcome in run.outcomes.values():
        assert (outcome.status, outcome.error_type) == ("error", error)
        assert outcome.frames[-1].file == "own/__init__.py"


def test_a_broken_conftest_in_a_sub_folder_is_a_collection_error_or_usage(run_files):
    run = run_files(
        {
            "test_a.py": "def test_a(): pass\n",
            "deep/conftest.py": "import no_such_module\n",
            "deep/test_b.py": "def test_b(): pass\n",
        }
    )
    assert run.fault is not None or run.with_status("error")
    assert "no_such_module" in (run.fault.message if run.fault else str(run.outcomes))


ADDOPTS = (
    "[pytest]\naddopts = -x -n 4 --dist loadfile --maxfail=1 --cov=src --cov-report term --lf --sw -p no:nothing -vv\n"
)


def test_addopts_that_cut_a_run_short_are_taken_out(run_files):
    run = run_files({"pytest.ini": ADDOPTS, "test_a.py": "def test_1(): assert 0\ndef test_2(): pass\n"})
    assert run.fault is None, run.fault
    assert (len(run.failing), len(run.passed)) == (1, 1)


def test_a_users_command_may_hold_the_same(tree, target):
    root = tree(
        {"unit/test_a.py": "def test_1(): assert 0\ndef test_2(): pass\n", "other/test_b.py": "def test_b(): pass\n"}
    )
    project = replace(target, pytest_args=parse_test_command("python -m pytest -xvs -n4 unit --maxfail 1"))
    run = run_suite(project, root, timeout=60)
    assert run.fault is None
    assert run.collected == ["unit/test_a.py::test_1", "unit/test_a.py::test_2"]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (None, ()),
        ("pytest", ()),
        ("pytest -q 'a b'", ("-q", "a b")),
        ("python3 -m pytest tests", ("tests",)),
        ("uv run pytest -k x", ("-k", "x")),
    ],
)
def test_test_commands_are_understood(command, arguments):
    assert parse_test_command(command) == arguments


@pytest.mark.parametrize("command", ["make test", "pytest 'open", "python setup.py test", "tox -e py", "nosetests"])
def test_other_commands_are_refused(command):
    with pytest.raises(InvalidConfig):
        parse_test_command(command)


def test_a_project_in_a_sub_folder_names_its_tests_from_there(tree, target):
    root = tree(
        {
            "pytest.ini": "[pytest]\n",
            "part/tests/test_a.py": "def test_a(): pass\n",
            "test_b.py": "def test_b(): pass\n",
        }
    )
    run = run_suite(replace(target, subdir="part"), root, timeout=60)
    assert run.fault is None
    assert run.collected == ["tests/test_a.py::test_a"]


def test_a_run_writes_nothing_into_the_tree(tree, target):
    root = tree({"pkg.py": "def f(): return 1\n", "test_a.py": "import pkg\ndef test_a(): assert pkg.f() == 2\n"})
    before = sorted(root.rglob("*"))
    run_suite(target, root, timeout=60)
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("farewell_seconds", [0.0, 0.2])
def test_a_process_that_hangs_after_its_report_is_measured(run_files, farewell_seconds):
    hanging = "import threading, time\ndef test_a():\n    threading.Thread(target=time.sleep, args=(1000,)).start()\n"
    run = run_files({"test_a.py": hanging}, farewell_seconds=farewell_seconds)
    assert run.fault is None
    assert run.passed == {"test_a.py::test_a"}


def test_messages_that_are_no_text_can_be_stored(run_files):
    run = run_files({"test_a.py": "def test_a():\n    raise ValueError('\\udc80')\n"})
    assert run.outcomes["test_a.py::test_a"].message == "\\udc80"
    assert SuiteRun.model_validate_json(run.model_dump_json()) == run
