"""What must be unharmed: a home with a secret, a folder outside, a repository, a server, another process."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

FOLDERS = ("home", "outside", "project")


@dataclass
class Outside:
    """The world around a suite. `constants` are the names that suites use for it, `accepted` who came to the server."""

    top: Path
    victim: subprocess.Popen[bytes]
    port: int
    abstract: str
    accepted: list[tuple[str, int]] = field(default_factory=list)

    @property
    def project(self) -> Path:
        return self.top / "project"

    @property
    def constants(self) -> str:
        values = {
            "HOME": str(self.top / "home"),
            "OUTSIDE": str(self.top / "outside"),
            "PROJECT": str(self.project),
            "GIT": str(self.project / ".git"),
            "VICTIM": self.victim.pid,
            "PORT": self.port,
            "ABSTRACT": self.abstract,
        }
        return "".join(f"{name} = {value!r}\n" for name, value in values.items())

    def reset(self) -> None:
        """Everything as it was made, whatever a suite did to it."""
        for folder in FOLDERS:
            shutil.rmtree(self.top / folder, ignore_errors=True)
            shutil.copytree(self.top / "kept" / folder, self.top / folder)

    def fingerprint(self) -> str:
        """A hash of every file outside of the suite's tree."""
        digest = hashlib.sha256()
        for folder in FOLDERS:
            for file in sorted((self.top / folder).rglob("*")):
                digest.update(str(file).encode() + (file.read_bytes() if file.is_file() else b""))
        return digest.hexdigest()

    def harm(self, before: str) -> list[str]:
        """What was done to the world."""
        found = [] if self.fingerprint() == before else ["files outside were changed"]
        if self.victim.poll() is not None or psutil.Process(self.victim.pid).status() == psutil.STATUS_STOPPED:
            found.append("another process was hurt")
        return found


@contextmanager
def outside(top: Path) -> Iterator[Outside]:
    """Make the world, and end it."""
    kept = top / "kept"
    for folder in FOLDERS:
        (kept / folder).mkdir(parents=True)
    (kept / "home" / ".netrc").write_text("CANARY")
    (kept / "outside" / "secret").write_text("CANARY")
    (kept / "project" / "a.py").write_text("x = 1\n")
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "x"]):
        subprocess.run(["git", *words], cwd=kept / "project", check=True)
    victim = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(7200)"], env={**os.environ, "SECRET": "CANARY"}
    )
    name = f"prove-containment-{os.getpid()}"
    server, local = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_UNIX)
    local.bind("\0" + name)
    local.listen()
    found = Outside(top, victim, server.getsockname()[1], name)
    threading.Thread(target=_accept, args=(server, found.accepted), daemon=True).start()
    try:
        yield found
    finally:
        victim.kill()
        victim.wait()
        server.close()
        local.close()


def _accept(server: socket.socket, accepted: list[tuple[str, int]]) -> None:
    try:
        while True:
            connection, peer = server.accept()
            accepted.append(peer)
            connection.close()
    except OSError:
        return
