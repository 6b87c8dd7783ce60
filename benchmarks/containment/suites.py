# ruff: noqa: E501 - lines of other programs
"""Hostile test suites, each capped in number and size, so that a hole is seen and takes nothing down.

Each is one test file beside `test_good`, which must be reported whatever else happens where the process survives. A
suite writes what it reached into `seen.txt` of its tree: that file is the evidence of a leak.
"""

from __future__ import annotations

from dataclasses import dataclass, field

GOOD = "def test_good():\n    assert 1 + 1 == 2\n\n\n"
SEEN = (
    "import os, pathlib, signal, socket, subprocess, sys, time\n\n\ndef seen(*words):\n"
    "    with open(pathlib.Path(__file__).with_name('seen.txt'), 'a') as file:\n"
    "        file.write(' '.join(map(str, words)) + '\\n')\n\n\n"
)


@dataclass(frozen=True)
class Suite:
    """A suite and what must come of it.

    expects: what the run must be: "passed", "failed" (of `test_hostile`), or the kind of a fault, several with `|`.
    says: a text that the fault's message must hold. leaks: prefixes of lines in `seen.txt` that must not be there.
    full_only: only a full sandbox can hold this. limits: seconds, and other settings of `run_suite`. files: more files.
    """

    name: str
    code: str
    expects: str = "passed"
    says: str = ""
    leaks: tuple[str, ...] = ()
    full_only: bool = False
    seconds: float = 20.0
    limits: dict[str, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        body = "\n".join(f"    {line}" for line in self.code.strip().splitlines())
        return f"{SEEN}{GOOD}def test_hostile(tmp_path):\n{body}\n"


_DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        {signals}
        end = time.time() + 120
        while time.time() < end:
            time.sleep(1)
        os._exit(0)
    os._exit(0)
os.wait()
"""
_REACH = """
try:
    {what}
    seen("LEAK", {said})
except Exception as error:
    seen("held", type(error).__name__)
"""


def reach(what: str, said: str = "'reached'") -> str:
    return _REACH.format(what=what, said=said)


_PROCESSES = (
    Suite(
        "a fork bomb",
        "for _ in range(700):\n    if os.fork() == 0:\n        time.sleep(60)\n        os._exit(0)\ntime.sleep(60)",
        "crash|failed|timeout",
        "processes",
    ),
    Suite(
        "a fork bomb in depth",
        "depth = 0\nwhile depth < 700 and os.fork() == 0:\n    depth += 1\ntime.sleep(60)\nos._exit(0)",
        "crash|failed|timeout",
        "processes",
    ),
    Suite("a daemon", _DAEMON.format(signals="pass")),
    Suite(
        "a daemon that ignores signals",
        _DAEMON.format(signals="[signal.signal(n, signal.SIG_IGN) for n in range(1, 30) if n not in (9, 17, 19)]"),
    ),
    Suite("a daemon without our mark", _DAEMON.format(signals="os.execve('/bin/sleep', ['sleep', '121.7'], {})")),
    Suite("a child in a session of its own", "subprocess.Popen(['sleep', '121.7'], start_new_session=True)"),
    Suite(
        "signals ignored, time over",
        "for n in (1, 2, 3, 15):\n    signal.signal(n, signal.SIG_IGN)\ntime.sleep(120)",
        "timeout",
        seconds=4,
    ),
    Suite("time over in C code", "sum(range(10 ** 11))", "timeout", seconds=4),
    Suite(
        "a thread that never ends",
        "import threading\nthreading.Thread(target=time.sleep, args=(120,)).start()",
        seconds=30,
    ),
    Suite("kills its parent", "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(5)", "crash|passed"),
    Suite("kills its group", "os.killpg(0, signal.SIGKILL)\ntime.sleep(5)", "crash"),
    Suite("kills all it can see", reach("os.kill(VICTIM, 0)", "'the other process'"), leaks=("LEAK",), full_only=True),
    Suite(
        "stops its parent", "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(2)", "passed|timeout|crash", seconds=8
    ),
    Suite(
        "traces its parent", reach("open(f'/proc/{os.getppid()}/mem', 'rb+').read(1)"), leaks=("LEAK",), full_only=True
    ),
)
_SIZES = (
    Suite(
        "memory",
        "blocks = [bytearray(50_000_000) for _ in range(40)]",
        "failed|crash",
        limits={"memory_bytes": 600_000_000},
    ),
    Suite(
        "memory of many",
        "for _ in range(8):\n    if os.fork() == 0:\n        block = bytearray(b'x') * 250_000_000\n"
        "        time.sleep(60)\n        os._exit(0)\ntime.sleep(60)",
        "crash",
        "memory",
        limits={"memory_bytes": 400_000_000},
    ),
    Suite(
        "endless output",
        "chunk = b'x' * 1_000_000\nfor _ in range(300):\n    os.write(2, chunk)",
        "passed|failed",
        seconds=120,
    ),
    Suite("one endless line of output", "sys.__stdout__.write('y' * 100_000_000)", seconds=60),
    Suite(
        "a large file",
        "with open('large', 'wb') as file:\n    for _ in range(300):\n        file.write(bytes(1_000_000))",
        "failed|crash",
        limits={"disk_bytes": 100_000_000},
    ),
    Suite(
        "many files",
        "for n in range(300):\n    (tmp_path / str(n)).write_bytes(os.urandom(1_000_000))\ntime.sleep(50)",
        "crash",
        "disk",
        seconds=60,
        limits={"disk_bytes": 100_000_000},
    ),
    Suite("a very long message", "assert False, 'z' * 50_000_000", "failed", seconds=60),
    Suite(
        "a core dump",
        "import resource\nseen(*resource.getrlimit(resource.RLIMIT_CORE))\nassert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)",
    ),
    Suite("many descriptors", "files = [os.dup(1) for _ in range(500)]"),
)
_SECRETS = (
    Suite(
        "reads the environment",
        "for name, value in os.environ.items():\n    if 'CANARY' in value:\n        seen('LEAK', name)",
        leaks=("LEAK",),
    ),
    Suite(
        "reads the environment of its parent",
        reach("assert b'CANARY' in open(f'/proc/{os.getppid()}/environ', 'rb').read()"),
        leaks=("LEAK",),
    ),
    Suite("reads the home folder", reach("open(HOME + '/.netrc').read()"), leaks=("LEAK",), full_only=True),
    Suite("its own home is another", "assert os.path.expanduser('~') != HOME"),
    Suite("reads other temporary files", reach("open(OUTSIDE + '/secret').read()"), leaks=("LEAK",), full_only=True),
    Suite("writes outside of its tree", reach("open(OUTSIDE + '/written', 'w')"), leaks=("LEAK",), full_only=True),
    Suite(
        "writes into the system",
        reach("os.remove(open('/usr/local/canary-of-a-proof', 'w').name)"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "a link out of its tree",
        "os.symlink(OUTSIDE + '/secret', 'link')\n" + reach("open('link').read()"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "a link in the place of a folder",
        "os.symlink(OUTSIDE, 'way')\n" + reach("open('way/written', 'w')"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "a link by /proc", reach("open('/proc/1/root' + OUTSIDE + '/secret').read()"), leaks=("LEAK",), full_only=True
    ),
)
_GIT = (
    Suite(
        "writes git's configuration",
        reach("open(GIT + '/config', 'a').write('[core]')"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite("plants a hook", reach("open(GIT + '/hooks/pre-commit', 'w').write('x')"), leaks=("LEAK",), full_only=True),
    Suite(
        "moves a branch", reach("open(GIT + '/refs/heads/main', 'w').write('0' * 40)"), leaks=("LEAK",), full_only=True
    ),
    Suite(
        "stashes with git",
        reach("subprocess.run(['git', '-C', PROJECT, 'stash', '-u'], check=True, capture_output=True)"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "replaces git on the PATH",
        "place = pathlib.Path(os.environ['PATH'].split(os.pathsep)[0])\n"
        + reach("(place / 'git').write_text('#!/bin/sh')\n    (place / 'git').unlink()"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "replaces the interpreter",
        reach("file = open(sys.prefix + '/canary-of-a-proof', 'w')\n    os.remove(file.name)"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "plants sitecustomize",
        reach(
            "import pytest\n    place = pathlib.Path(pytest.__file__).parents[1] / 'canary_of_a_proof.py'\n"
            "    place.write_text('')\n    place.unlink()"
        ),
        leaks=("LEAK",),
        full_only=True,
    ),
)
_NETWORK = (
    Suite(
        "connects to a server of ours",
        reach("socket.create_connection(('127.0.0.1', PORT), 3)"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "looks for interfaces",
        "names = [n for _, n in socket.if_nameindex()]\nif names != ['lo']:\n    seen('LEAK', names)",
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite("asks for a name", reach("socket.getaddrinfo('example.org', 80)"), leaks=("LEAK",), full_only=True),
    Suite(
        "talks to services",
        "if os.path.exists('/run/docker.sock') or (os.path.isdir('/run') and os.listdir('/run')):\n    seen('LEAK')",
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "an abstract socket of ours",
        reach("s = socket.socket(socket.AF_UNIX)\n    s.connect('\\0' + ABSTRACT)"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "makes the system writable",
        reach("subprocess.run(['mount', '-o', 'remount,rw,bind', '/'], check=True, capture_output=True)"),
        leaks=("LEAK",),
        full_only=True,
    ),
    Suite(
        "mounts",
        reach(
            "subprocess.run(['mount', '-t', 'tmpfs', 'x', '/mnt'], check=True, capture_output=True)\n    subprocess.run(['umount', '/mnt'])"
        ),
        leaks=("LEAK",),
        full_only=True,
    ),
)
_VERDICTS = (
    Suite("leaves with code 0", "os._exit(0)", "crash"),
    Suite("a segmentation fault", "os.kill(os.getpid(), signal.SIGSEGV)\ntime.sleep(5)", "crash", "SIGSEGV"),
    Suite("closes every descriptor", "os.closerange(3, 256)\nassert False", "crash"),
    Suite(
        "writes a forged report",
        'for fd in range(3, 256):\n    try:\n        os.write(fd, b\'{"e":"end"}\\n\')\n    except OSError:\n        pass\nassert False',
        "failed",
    ),
    Suite(
        "terminal codes in output",
        "print('\\x1b]0;owned\\x07\\x1b[2J')\nassert False, '\\x1b[31mred\\x1b[0m'",
        "failed",
    ),
    Suite(
        "terminal codes in names",
        "pass",
        files={"test_\x1b[31mred.py": "def test_in_red():\n    assert False\n"},
        expects="passed",
    ),
)
SUITES = (*_PROCESSES, *_SIZES, *_SECRETS, *_GIT, *_NETWORK, *_VERDICTS)
