"""Programs run in forks of an interpreter that has the libraries already as they do in processes of their own."""

import importlib
import json
import os
import socket
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path

import psutil
import pytest

from testfix_pipeline.execution.imported_modules import imported_modules
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.processes.preloaded_interpreter import PreloadedInterpreter
from testfix_pipeline.execution.processes.process_limits import machine_memory
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, clean_environment, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline_tests.execution.targets import environment, ours, packages


@pytest.fixture(params=[pytest.param("auto", marks=pytest.mark.bubblewrap), "off"])
def policy(request):
    return SandboxPolicy(mode=request.param, read=(str(IN_TARGET),))


@pytest.fixture
def copies(tmp_path):
    """Where copies of the tree lie."""
    found = tmp_path / "copies"
    (found / "1").mkdir(parents=True)
    return found


@pytest.fixture
def preloaded(copies):
    """An interpreter that has `json.tool`, which no program here imports."""
    with PreloadedInterpreter(Path(sys.executable), copies, lambda: {"json.tool", "no.such.module"}) as found:
        yield found


def execute(
    how, copies, policy, code, *, seconds=30.0, memory=None, interpreter=sys.executable, variables=(), **options
):
    """Run a program in a copy of the tree; `how` is what runs it."""
    tree = copies / "1"
    (tree / "program.py").write_text(textwrap.dedent(code))
    search_path = os.pathsep.join(map(str, (IN_TARGET, tree)))
    return how(
        [str(interpreter), str(tree / "program.py"), "an argument"],
        cwd=tree,
        env={**clean_environment(), "PYTHONPATH": search_path, "MARK": str(copies), **dict(variables)},
        limits=ProcessLimits(seconds, memory_bytes=memory),
        policy=policy,
        writable=[tree],
        **options,
    )


@pytest.fixture
def fork(preloaded, copies, policy):
    """Run a program in a fork."""
    return partial(execute, preloaded.run, copies, policy)


IS_PRELOADED = "import sys; print('json.tool' in sys.modules)"


def test_libraries_are_there_before_a_program_begins(fork, copies, policy):
    assert execute(run, copies, policy, IS_PRELOADED).stdout == b"False\n"
    assert [fork(IS_PRELOADED).stdout for _ in range(2)] == [b"True\n", b"True\n"]


SURROUNDINGS = """
    import json, os, sys
    words = [name for name in os.environ if name not in ("HOME", "TMPDIR", "TESTFIX_RUN", "PWD", "SHLVL", "_")]
    print(json.dumps([sys.argv, os.getcwd(), sys.path, sys.stdin.read(), __name__, __file__, sorted(words)]))
    print("to the other stream", file=sys.stderr)
    sys.exit(3)
"""


def test_a_program_has_the_same_surroundings(fork, copies, policy):
    plain = execute(run, copies, policy, SURROUNDINGS, stdin=b"some input")
    forked = fork(SURROUNDINGS, stdin=b"some input")
    assert json.loads(forked.stdout) == json.loads(plain.stdout)
    assert (forked.stderr, forked.returncode) == (plain.stderr, plain.returncode) == (b"to the other stream\n", 3)
    assert forked.containment == plain.containment


def test_streams_can_be_merged(fork):
    code = "import sys; print('one', flush=True); print('two', file=sys.stderr, flush=True); print('three')"
    assert fork(code, merge_output=True).stdout == b"one\ntwo\nthree\n"


def test_a_descriptor_keeps_its_number(fork):
    reading, writing = os.pipe()
    done = fork(f"import os; os.write({writing}, b'by its number')", pass_fds=[writing])
    os.close(writing)
    with os.fdopen(reading, "rb") as written:
        assert (written.read(), done.returncode) == (b"by its number", 0)


def test_an_uncaught_error_and_a_signal_end_a_program_alone(fork):
    assert fork("1 / 0").returncode == 1
    assert fork("import os, signal; os.kill(os.getpid(), signal.SIGKILL)").returncode == -9
    assert fork(IS_PRELOADED).stdout == b"True\n"


ENDLESS = """
    import os, signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ready, done = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.write(done, b"x")
        while True:
            time.sleep(100)
    os.read(ready, 1)
    open("begun", "w").close()
    time.sleep(100)
"""


def test_the_time_limit_ends_all_that_a_program_started(fork, copies):
    done = fork(ENDLESS, seconds=1.5)
    assert (done.timed_out, done.returncode) == (True, None)
    assert fork(IS_PRELOADED).stdout == b"True\n"
    assert len(_carrying(str(copies))) <= 2  # the interpreter, and its sandbox


def test_a_program_can_be_cancelled(fork, copies):
    done = fork(ENDLESS, cancel=(copies / "1" / "begun").exists)
    assert (done.cancelled, done.timed_out, done.returncode) == (True, False, None)
    assert fork(IS_PRELOADED).stdout == b"True\n"


def test_a_program_whose_end_nobody_waited_for_answers_for_no_other(fork):
    with pytest.raises(ZeroDivisionError):
        fork(ENDLESS, cancel=lambda: 1 / 0)
    assert fork("print('ran')").stdout == b"ran\n"


def test_a_fork_that_leads_no_session_yet_can_be_ended(monkeypatch):
    monkeypatch.syspath_prepend(str(IN_TARGET))
    ours_end, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    code = "import time; time.sleep(5); print('ran to its end')"
    with ours_end, its, subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        ours_end.send(b"kill")
        server = importlib.import_module("testfix_forks").ForkServer(its, [])
        assert server._wait(process.pid) is None
        assert process.stdout.read() == b""


def test_an_order_that_is_too_large_is_not_waited_for(fork):
    variables = {f"LARGE_{number}": "x" * 100_000 for number in range(5)}
    assert not fork(IS_PRELOADED, variables=variables, seconds=3.0).timed_out
    assert fork(IS_PRELOADED, variables=variables).stdout == b"False\n"


def test_a_program_may_be_given_more_memory_than_the_machine_has(fork):
    assert fork(IS_PRELOADED, memory=2 * machine_memory()).stdout == b"True\n"


def _carrying(mark):
    """The Python processes with a mark in their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            found += [process] * (process.environ().get("MARK") == mark and "python" in process.name())
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize("is_own", [True, False])
def test_what_a_program_leaves_in_private_folders_is_removed(fork, copies, is_own):
    """A folder that the project names itself is not ours to clean up."""
    variables = {} if is_own else {"TMPDIR": str(copies / "1")}
    code = "import os; place = os.environ['TMPDIR']; print('left' in os.listdir(place)); open(place + '/left', 'w')"
    assert [fork(code, variables=variables).stdout for _ in range(2)] == [
        b"False\n",
        b"False\n" if is_own else b"True\n",
    ]


@pytest.mark.bubblewrap
def test_what_a_program_leaves_in_private_shared_memory_is_removed(preloaded, copies):
    code = "import os; print(os.listdir('/dev/shm')); open('/dev/shm/left', 'w').close()"
    policy = SandboxPolicy(mode="auto", read=(str(IN_TARGET),))
    assert [execute(preloaded.run, copies, policy, code).stdout for _ in range(2)] == [b"[]\n"] * 2


def test_copies_that_are_made_meanwhile_stay(fork, copies):
    """Bubblewrap shows them below the private temporary folder."""
    fork("pass")
    (copies / "2").mkdir()
    (copies / "2" / "own.py").write_text("")
    fork("pass")
    assert (copies / "2" / "own.py").exists()


@pytest.mark.parametrize("variables", [{"PYTHONHASHSEED": "7"}, {"LANG": "C"}], ids=["hash seed", "language"])
def test_other_variables_need_a_process_of_their_own(fork, variables):
    fork(IS_PRELOADED)
    assert fork(IS_PRELOADED, variables=variables).stdout == b"False\n"


def test_a_program_that_writes_elsewhere_gets_a_process_of_its_own(preloaded, tmp_path, policy):
    (tmp_path / "other" / "1").mkdir(parents=True)
    code = "import sys; open('made', 'w').close(); print('json.tool' in sys.modules)"
    assert execute(preloaded.run, tmp_path / "other", policy, code).stdout == b"False\n"
    assert (tmp_path / "other" / "1" / "made").exists()


def test_a_library_that_ends_the_process_keeps_nothing_from_running(tmp_path, copies, policy):
    interpreter = environment(tmp_path / "env", with_pytest=False)
    (packages(tmp_path / "env") / "leaves.py").write_text("import os\nos._exit(0)\n")
    with PreloadedInterpreter(interpreter, copies, lambda: {"leaves"}) as preloaded:
        for _ in range(2):
            done = execute(preloaded.run, copies, policy, "print('ran')", interpreter=interpreter)
            assert (done.stdout, done.returncode) == (b"ran\n", 0)


def test_a_library_that_leaves_a_thread_behind_is_in_no_fork(tmp_path, copies, policy):
    interpreter = environment(tmp_path / "env", with_pytest=False)
    waits = "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"
    (packages(tmp_path / "env") / "waits.py").write_text(waits)
    code = "import sys; print('waits' in sys.modules)"
    with PreloadedInterpreter(interpreter, copies, lambda: {"waits"}) as preloaded:
        assert execute(preloaded.run, copies, policy, code, interpreter=interpreter).stdout == b"False\n"


def test_a_library_neither_prints_nor_waits_for_input(tmp_path, copies, policy):
    interpreter = environment(tmp_path / "env", with_pytest=False)
    (packages(tmp_path / "env") / "talks.py").write_text("import sys\nprint('hello')\nsys.stdin.read()\n")
    code = "import sys; print('talks' in sys.modules)"
    with PreloadedInterpreter(interpreter, copies, lambda: {"talks"}) as preloaded:
        assert execute(preloaded.run, copies, policy, code, interpreter=interpreter).stdout == b"True\n"


@pytest.mark.parametrize("file", ["argparse.py", "argparse/__init__.py"])
def test_a_module_of_the_program_comes_before_one_that_a_library_has_imported(fork, copies, file):
    """`json.tool` has imported the `argparse` of Python."""
    (copies / "1" / file).parent.mkdir(exist_ok=True)
    (copies / "1" / file).write_text("MARK = 'of the program'\n")
    (copies / "1" / "decimal").mkdir()  # data, no module
    assert fork("import argparse, decimal; print(argparse.MARK, decimal.Decimal(1))").stdout == b"of the program 1\n"


def test_a_library_that_warns_at_its_import_warns_the_program(tmp_path, copies, policy):
    interpreter = environment(tmp_path / "env")
    libraries = packages(tmp_path / "env")
    (libraries / "warns.py").write_text("import warnings\nwarnings.warn('old', DeprecationWarning)\n")
    (libraries / "filters.py").write_text("import warnings\nwarnings.filterwarnings('ignore', 'known')\n")
    code = """
        import sys, warnings
        print(warnings.filters[0][1].pattern, *(name in sys.modules for name in ("filters", "warns", "_pytest.mark")))
        warnings.simplefilter("error")
        import warns
    """
    with PreloadedInterpreter(interpreter, copies, lambda: {"filters", "warns"}) as preloaded:
        done = execute(preloaded.run, copies, policy, code, interpreter=interpreter)
    assert (done.stdout, done.returncode) == (b"known True False True\n", 1)
    assert done.stderr.endswith(b"DeprecationWarning: old\n")


def test_what_lists_the_search_path_at_its_import_sees_that_of_the_program(tmp_path, copies, policy):
    interpreter = environment(tmp_path / "env", with_pytest=False)
    (packages(tmp_path / "env") / "pkg_resources.py").write_text("import sys\nseen = list(sys.path)\n")
    (packages(tmp_path / "env") / "uses.py").write_text("import pkg_resources\n")
    code = (
        "import os, sys; print('uses' in sys.modules); import pkg_resources; print(os.getcwd() in pkg_resources.seen)"
    )
    with PreloadedInterpreter(interpreter, copies, lambda: {"uses"}) as preloaded:
        assert execute(preloaded.run, copies, policy, code, interpreter=interpreter).stdout == b"True\nTrue\n"


def test_programs_run_on_where_one_ends_the_interpreter(fork):
    lost = fork("import os, signal; os.kill(os.getppid(), signal.SIGKILL)")
    assert (lost.returncode, lost.timed_out) == (None, False)
    assert fork(IS_PRELOADED).stdout == b"False\n"


def test_nothing_is_left_of_it(preloaded, copies, policy):
    execute(preloaded.run, copies, policy, IS_PRELOADED)
    assert _carrying(str(copies))
    preloaded.close()
    preloaded.close()
    assert _carrying(str(copies)) == []


TESTS = """
    import json.tool
    import pytest

    def test_passes(tmp_path):
        (tmp_path / "file").write_text("text")

    def test_fails():
        assert [1, 2] == [1, 3]

    def test_raises():
        {}["missing"]

    @pytest.mark.skip(reason="not now")
    def test_skipped():
        pass
"""


def test_a_suite_ends_alike(preloaded, copies):
    (copies / "1" / "test_it.py").write_text(textwrap.dedent(TESTS))
    (copies / "1" / "test_broken.py").write_text("import missing_library\n")
    plain, forked = (run_suite(ours(), copies / "1", run_process=how) for how in (None, preloaded.run))
    assert {one.status for one in forked.outcomes.values()} == {"passed", "failed", "skipped", "error"}
    assert _without_times(forked) == _without_times(plain)
    assert (forked.fault, forked.collected) == (plain.fault, plain.collected)


def _without_times(done):
    return {test: one.model_copy(update={"duration": 0.0}) for test, one in done.outcomes.items()}


def test_modules_of_libraries_are_those_imported_outside_of_functions(tmp_path):
    (tmp_path / "src" / "shop").mkdir(parents=True)
    (tmp_path / "src" / "shop" / "cart.py").write_text(
        "import numpy as np\nimport shop.prices\nfrom os import path, PathLike\nfrom . import prices\n"
        "try:\n    import pandas.testing\nexcept ImportError:\n    import lxml\n"
        "class Cart:\n    import attrs\n\ndef late():\n    import torch\n"
    )
    (tmp_path / "test_cart.py").write_text("import shop\nimport helpers\nfrom pytest import mark\n")
    (tmp_path / "helpers.py").write_text("this is no Python\n")
    (tmp_path / "venv" / "lib").mkdir(parents=True)
    (tmp_path / "venv" / "pyvenv.cfg").write_text("")
    assert imported_modules(tmp_path) == {
        "numpy", "os", "os.path", "pandas.testing", "lxml", "attrs", "pytest", "pytest.mark",
    }  # fmt: skip
