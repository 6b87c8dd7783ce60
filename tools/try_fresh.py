"""Runs `make demo`, then `make test` in a root file system with only what the README names, with cold caches.

Needs root and mmdebstrap. The root has Debian's Python 3.11, git and make: no bubblewrap, no Node.js, no compiler. It
gets a clone of this checkout's HEAD. The first argument names a root file system to use, or to make and keep; further
ones the targets of the Makefile to run. Exits with the first status that is not 0.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.root_file_system import RootFileSystem, make_root

ROOT = Path(__file__).resolve().parents[1]
RELEASE = "bookworm"
"""The release of Debian whose Python is 3.11, the oldest that the README names."""
PACKAGES = ("python3.11", "python3.11-venv", "git", "make", "ca-certificates")
HOME = "/fresh"
TARGETS = ("demo", "test")
_COUNTS = re.compile(r"=*\s*((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s\b.*")
"""The last line of pytest: `= 12 passed, 3 skipped in 4.50s =`."""


def main() -> int:
    """Run the targets; the first status that is not 0."""
    place, *targets = sys.argv[1:] or [""]
    with tempfile.TemporaryDirectory(prefix="try-fresh-") as folder:
        root = Path(place or Path(folder) / "root")
        if not root.exists() and (status := make_root(root, RELEASE, PACKAGES)):
            return status
        system = _prepared(root)
        summary = []
        for target in targets or TARGETS:
            status, said = _make(system, target)
            summary.append(said)
            if status:
                break
    print(f"make try-fresh: {'; '.join(summary)}")
    return status


def _prepared(root: Path) -> RootFileSystem:
    """The root with a new home, which has no cache, and the clone in it."""
    for used in (HOME, "/tmp"):
        shutil.rmtree(root / used[1:], ignore_errors=True)
        (root / used[1:]).mkdir(mode=0o1777)
    clone = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(root / HOME[1:] / "checkout")]
    subprocess.run(clone, check=True)
    system = RootFileSystem(root)
    system.env |= {"HOME": HOME, "LANG": "C.UTF-8"}
    return system


def _make(system: RootFileSystem, target: str) -> tuple[int, str]:
    """Run a target with its output on screen; its status, and how it ended in a few words."""
    started, counts = time.monotonic(), ""
    running = system.started(["make", target], f"{HOME}/checkout", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert running.stdout is not None
    for line in running.stdout:
        print(line, end="", flush=True)
        if found := _COUNTS.fullmatch(line.strip()):
            counts = f" ({found[1]})"
    status = running.wait()
    ended = "green" if status == 0 else f"failed with {status}"
    return status, f"make {target} {ended} in {time.monotonic() - started:.0f} s{counts}"


if __name__ == "__main__":
    sys.exit(main())
