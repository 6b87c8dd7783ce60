"""Real processes that misbehave: none survives, none floods us, none sees what is not its business."""

import marshal
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes import reaper, supervisor
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, clean_environment, run, start
from testfix_pipeline.execution.project import SandboxPolicy

needs_bubblewrap = pytest.mark.bubblewrap
MODES = [pytest.param("auto", marks=needs_bubblewrap), "off"]


@pytest.fixture(params=MODES)
def policy(request):
    return SandboxPolicy(mode=request.param)


@pytest.fixture
def execute(tmp_path, policy):
    """Run a Python program in a folder of its own, under each containment."""

    def call(code, seconds=30.0, **options):
        limits = ProcessLimits(seconds, **options.pop("limits", {}))
        environment = {**clean_environment(), "MARK": str(tmp_path)}
        program = [sys.executable, "-c", textwrap.dedent(code)]
        return run(program, cwd=tmp_path, env=environment, limits=limits, policy=policy, writable=[tmp_path], **options)

    return call


def carrying(mark: str) -> list[psutil.Process]:
    """Processes, not ours, that carry the mark in their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("MARK") == mark:
                found.append(process)
        except psutil.Error:
            continue
    return found


DAEMON = """
    import os, signal, sys, time
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    ready, done = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(done, b"x")
            while True:
                time.sleep(100)
        os._exit(0)
    os.read(ready, 1)
    print("started", flush=True)
"""


def test_a_daemon_ends_with_its_starter(execute, tmp_path):
    assert execute(DAEMON).stdout == b"started\n"
    assert carrying(str(tmp_path)) == []


def test_a_daemon_ends_at_the_time_limit(execute, tmp_path):
    completed = execute(DAEMON + "    time.sleep(100)\n", seconds=1.5)
    assert completed.timed_out
    assert completed.returncode is None
    assert completed.stdout == b"started\n"
    assert carrying(str(tmp_path)) == []


def test_cancelling_ends_everything(execute, tmp_path):
    completed = execute(DAEMON + "    time.sleep(100)\n", cancel=lambda: bool(carrying(str(tmp_path))))
    assert completed.cancelled
    assert carrying(str(tmp_path)) == []


def test_what_is_cancelled_before_it_began_is_not_started(tmp_path):
    control, order = os.pipe()
    status, status_write = os.pipe()
    command = [sys.executable, "-I", reaper.__file__, str(control), str(status_write)]
    mark = tmp_path / "started"
    asked = marshal.dumps({"subreaper": False, "argv": ["touch", str(mark)]})
    os.write(order, asked.hex().encode() + b"\nend\n")
    done = subprocess.run(command, pass_fds=(control, status_write), capture_output=True, text=True)
    for fd in (control, order, status, status_write):
        os.close(fd)
    assert (done.returncode, done.stderr, mark.exists()) == (0, "", False)


def test_an_exception_of_ours_ends_everything(execute, tmp_path):
    class Interrupt(Exception):
        pass

    def interrupt():
        if carrying(str(tmp_path)):
            raise Interrupt
        return False

    with pytest.raises(Interrupt):
        execute("import time\ntime.sleep(100)", cancel=interrupt)
    assert carrying(str(tmp_path)) == []


STARTER = """
    import os, signal, sys
    from pathlib import Path
    from testfix_pipeline.execution.project import SandboxPolicy
    from testfix_pipeline.execution.processes.supervisor import ProcessLimits, clean_environment, start
    folder = Path(sys.argv[1])
    environment = {**clean_environment(), "MARK": str(folder)}
    code = "print('up', flush=True); import time; time.sleep(1000)"
    running = start([sys.executable, "-c", code], cwd=folder, env=environment, limits=ProcessLimits(None),
                    policy=SandboxPolicy(mode=sys.argv[2]), writable=[folder])
    running.stdout.readline()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_our_own_death_ends_everything(tmp_path, policy):
    program = [sys.executable, "-c", textwrap.dedent(STARTER), str(tmp_path), policy.mode]
    checkout = str(Path(supervisor.__file__).parents[2])
    # Run below a supervisor of its own, whose end waits for all that was orphaned.
    completed = run(
        program,
        cwd=tmp_path,
        env={**clean_environment(), "PYTHONPATH": checkout},
        limits=ProcessLimits(60),
        policy=SandboxPolicy(mode="off"),
        writable=[tmp_path],
    )
    assert completed.returncode == -signal.SIGKILL
    assert carrying(str(tmp_path)) == []


def test_a_reaper_killed_by_what_it_watches_leaves_nothing(tmp_path):
    code = "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(1000)"
    completed = run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**clean_environment(), "MARK": str(tmp_path)},
        limits=ProcessLimits(60),
        policy=SandboxPolicy(mode="off"),
        writable=[tmp_path],
    )
    assert completed.returncode is not None and completed.returncode != 0
    assert carrying(str(tmp_path)) == []


def test_a_flood_of_output_is_cut_in_the_middle(execute):
    flood = """
        import os
        os.write(1, b"first")
        chunk = b"x" * 1_000_000
        for _ in range(200):
            rest = chunk
            while rest:
                rest = rest[os.write(1, rest):]
        os.write(1, b"last")
    """
    completed = execute(flood, limits={"output_bytes": 1000})
    assert completed.returncode == 0
    assert completed.truncated
    assert completed.stdout.startswith(b"first") and completed.stdout.endswith(b"last")
    assert len(completed.stdout) < 1100
    assert b"199999009 bytes left out" in completed.stdout


def test_output_below_the_limit_is_whole(execute):
    completed = execute("print('a' * 999, end='')", limits={"output_bytes": 1000})
    assert (completed.stdout, completed.truncated) == (b"a" * 999, False)


def test_memory_is_limited(execute):
    completed = execute("x = bytearray(400_000_000)", limits={"memory_bytes": 200_000_000})
    assert b"MemoryError" in completed.stderr


def test_the_memory_of_the_whole_tree_is_limited(execute):
    code = """
        import os, time
        for _ in range(4):
            if os.fork() == 0:
                x = b"x" * 90_000_000
                time.sleep(100)
        time.sleep(100)
    """
    completed = execute(code, limits={"memory_bytes": 150_000_000})
    assert completed.limit == "memory"
    assert completed.returncode is None


def test_what_is_new_on_the_disk_is_limited(execute, tmp_path):
    code = """
        import os, tempfile, time
        folder = tempfile.mkdtemp()
        for number in range(6):
            for place in (folder, "."):
                with open(f"{place}/{number}", "wb") as file:
                    file.write(os.urandom(2_000_000))
        time.sleep(100)
    """
    completed = execute(code, limits={"disk_bytes": 10_000_000})
    assert (completed.limit, completed.returncode) == ("disk", None)


def test_the_size_of_a_file_is_limited(execute):
    code = "with open('large', 'wb') as file:\n    file.write(bytes(20_000_000))"
    assert b"File too large" in execute(code, limits={"disk_bytes": 10_000_000}).stderr


def test_the_number_of_processes_is_limited(execute, tmp_path):
    code = """
        import os, time
        for _ in range(100):
            if os.fork() == 0:
                time.sleep(100)
                os._exit(0)
        time.sleep(100)
    """
    assert execute(code, limits={"processes": 30}).limit == "processes"
    assert carrying(str(tmp_path)) == []


def test_exit_codes_and_both_streams_come_back(execute):
    completed = execute("import sys\nprint('out')\nprint('err', file=sys.stderr)\nsys.exit(7)")
    assert (completed.returncode, completed.stdout, completed.stderr) == (7, b"out\n", b"err\n")
    merged = execute("import sys\nprint('1', flush=True)\nprint('2', file=sys.stderr)", merge_output=True)
    assert merged.stdout == b"1\n2\n"


def test_standard_input_is_closed_or_given(execute):
    assert execute("import sys\nprint(repr(sys.stdin.read()))").stdout == b"''\n"
    assert execute("import sys\nprint(sys.stdin.read())", stdin=b"given").stdout == b"given\n"


def test_standard_input_that_is_not_read_is_no_error(execute):
    assert execute("pass", stdin=b"x" * 10_000_000).returncode == 0


def test_passed_descriptors_get_through(execute):
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        execute(f"import os\nos.write({writing}, b'through')", pass_fds=[writing])
        os.close(writing)
        assert stream.read() == b"through"


def test_home_and_temporary_folder_are_private_and_gone_afterwards(execute, tmp_path):
    code = "import os, tempfile\nprint(os.environ['HOME'])\nopen(os.path.expanduser('~/x'), 'w').close()"
    home = Path(execute(code).stdout.decode().strip())
    assert home != Path.home()
    assert not home.exists()


def test_no_secret_gets_through(monkeypatch):
    for name in (
        "OPENAI_API_KEY",
        "AWS_SECRET_ACCESS_KEY",
        "GITHUB_TOKEN",
        "SSH_AUTH_SOCK",
        "PYTEST_ADDOPTS",
        "WANTED",
    ):
        monkeypatch.setenv(name, "secret")
    environment = clean_environment(["WANTED"], {"SET": "1"})
    assert [name for name, value in environment.items() if value == "secret"] == ["WANTED"]
    assert environment["SET"] == "1"
    assert {"PATH", "LANG"} <= set(environment)


def test_a_long_lived_process_is_talked_to_and_ended(tmp_path, policy):
    program = [sys.executable, "-c", "import sys\nfor line in sys.stdin:\n    print(line.upper(), end='', flush=True)"]
    environment = {**clean_environment(), "MARK": str(tmp_path)}
    limits = ProcessLimits(None)
    with start(
        program, cwd=tmp_path, env=environment, limits=limits, policy=policy, writable=[], discard=tmp_path
    ) as running:
        for word in (b"one\n", b"two\n"):
            running.stdin.write(word)
            running.stdin.flush()
            assert running.stdout.readline() == word.upper()
        assert running.poll() is None
    assert running.poll() == -signal.SIGKILL
    running.close()
    assert carrying(str(tmp_path)) == []
    assert tmp_path.is_dir(), "we did not die"


def test_a_long_lived_process_that_ends_says_so(tmp_path, policy):
    program = [sys.executable, "-c", "import sys; print('why', file=sys.stderr); sys.exit(3)"]
    with start(
        program, cwd=tmp_path, env=clean_environment(), limits=ProcessLimits(None), policy=policy, writable=[]
    ) as running:
        assert running.wait(30)
        assert running.poll() == 3
    assert running.log() == b"why\n"


def test_a_missing_program_is_an_error_or_a_bad_exit(tmp_path):
    with pytest.raises(MeasurementError, match="could not be started"):
        run(
            ["/no/such/program"],
            cwd=tmp_path,
            env=clean_environment(),
            limits=ProcessLimits(10),
            policy=SandboxPolicy(mode="off"),
            writable=[],
        )


def test_strict_without_a_sandbox_is_refused_with_the_command_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    supervisor.bubblewrap_works.cache_clear()
    try:
        assert supervisor.containment() in ("subreaper", "process group (degraded)")
        with pytest.raises(MeasurementError, match="apt install bubblewrap"):
            supervisor.containment(SandboxPolicy(mode="strict"))
    finally:
        supervisor.bubblewrap_works.cache_clear()
