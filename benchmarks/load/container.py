"""A session in a container of its own: other process numbers, another host name, the same disk.

`inside` starts this module under bubblewrap, which stands for a container's runtime: what a lock can and can't see of
its owner is the kernel's namespaces. The module itself, `python -m benchmarks.load.container WORK WORLD SESSION OWNER`,
does the work there and prints `done`, or the error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import traceback
from pathlib import Path

from benchmarks.kills import runner

runner.install()

from benchmarks.kills.world import World  # noqa: E402
from testfix_pipeline import cycle  # noqa: E402
from testfix_pipeline.core.errors import SessionBusy, UnknownSession  # noqa: E402
from testfix_pipeline.core.test_ids import SessionId  # noqa: E402

_ROOT = Path(__file__).resolve().parents[2]
_ISOLATION = ("--dev-bind", "/", "/", "--unshare-all", "--share-net", "--die-with-parent", "--proc", "/proc")


def works() -> bool:
    """Whether this machine can make one."""
    program = shutil.which("bwrap")
    return program is not None and subprocess.run([program, *_ISOLATION, "true"], capture_output=True).returncode == 0


def inside(world: World, work: str, owner: str, session: str = "") -> subprocess.Popen[str]:
    """Begin a piece of work in a container whose host is called like the owner."""
    command = ["bwrap", *_ISOLATION, "--hostname", owner, "--chdir", str(_ROOT)]
    command += [sys.executable, "-m", "benchmarks.load.container", work, str(world.folder), session, owner]
    environment = {**os.environ, **world.environment}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def take_up(world: World, session: SessionId, owner: str) -> None:
    """Go on with a session, and keep it a moment longer than it takes to end it."""
    ref = cycle.SessionRef(str(world.project), session, owner)
    cycle.measure(ref)
    cycle.finish(ref)
    time.sleep(1.0)  # whoever comes now finds it completed, and says so


def said_by(error: Exception) -> str:
    """What an owner says that did not get its session: that somebody has it, or the whole error."""
    if isinstance(error, SessionBusy):
        return f"SessionBusy: {error}"
    if isinstance(error, UnknownSession) and "is completed" in error.what:
        return "SessionBusy: it is completed"
    return traceback.format_exc()


def _hold(world: World, owner: str) -> None:
    """Open a session, measure it and plan an iteration; then do nothing until somebody ends the container."""
    ref = cycle.start(dict(world.launch), owner)
    cycle.measure(ref)
    cycle.plan(ref, 1)
    print("holding", flush=True)
    sys.stdin.read()


def main() -> None:
    work, world, session, owner = sys.argv[1], World(Path(sys.argv[2])), *sys.argv[3:5]
    try:
        if work == "hold":
            _hold(world, owner)
        elif work == "take up":
            take_up(world, SessionId(session), owner)
        else:
            found = cycle.run(dict(world.launch), owner)
            assert found["outcome"] == "success", found
        print("done")
    except Exception as error:
        print(said_by(error))


if __name__ == "__main__":
    main()
