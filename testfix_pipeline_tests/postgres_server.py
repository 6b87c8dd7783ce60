"""A PostgreSQL server of this machine's package, on loopback, with a password, in a temporary folder."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from testfix_pipeline_tests.dagster_server import free_port

DEBIAN = Path("/usr/lib/postgresql")
USER = "testfix"


@dataclass(frozen=True)
class Postgres:
    """A running server, and the name of a user of it who may do everything."""

    port: int
    password: str
    folder: Path
    user: str = USER

    def ask(self, statement: str) -> str:
        """What a statement answers, columns parted by `|`."""
        command = [
            "psql",
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
            "-U",
            self.user,
            "-d",
            "postgres",
            "-Atc",
            statement,
        ]
        done = _called(self.folder, *command, PGPASSWORD=self.password)
        return done.strip()

    def restart(self) -> None:
        """End it at once, with all connections, and start it again."""
        _called(self.folder, "pg_ctl", "restart", "-w", "-m", "immediate", "-D", str(self.folder / "data"))


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server until the block ends. The test is skipped, by name, where PostgreSQL is not installed."""
    if _program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql; make test-full does it")
    with tempfile.TemporaryDirectory(prefix="testfix-pg-") as name:
        folder, data = Path(name), Path(name) / "data"
        if os.getuid() == 0:
            shutil.chown(folder, *_unprivileged())
        server = Postgres(free_port(), secrets.token_hex(8), folder)
        password = folder / "password"
        password.write_text(server.password)
        password.chmod(0o644)  # in a folder that is its owner's alone
        made = ["-D", str(data), "-U", server.user, "-A", "scram-sha-256", f"--pwfile={password}", "--no-sync"]
        _called(folder, "initdb", *made)
        options = f"-c listen_addresses=127.0.0.1 -p {server.port} -k {folder} -c fsync=off"
        _called(folder, "pg_ctl", "start", "-w", "-D", str(data), "-l", str(folder / "log"), "-o", options)
        try:
            yield server
        finally:
            _called(folder, "pg_ctl", "stop", "-w", "-m", "immediate", "-D", str(data))


def _called(folder: Path, name: str, *arguments: str, **variables: str) -> str:
    """The output of a program of PostgreSQL, which refuses to work as root."""
    program = _program(name)
    assert program is not None, f"{name} is not installed"
    as_whom = {"user": _unprivileged()[0], "group": _unprivileged()[1], "extra_groups": []} if os.getuid() == 0 else {}
    environment = {**os.environ, "HOME": str(folder), **variables}
    with (folder / f"{name}.out").open("w+b") as out:  # a pipe would be kept open by the server
        done = subprocess.run([program, *arguments], cwd=folder, env=environment, stdout=out, stderr=out, **as_whom)
        out.seek(0)
        said = out.read().decode()
    assert done.returncode == 0, said
    return said


def _program(name: str) -> str | None:
    """The path of a program: of the PATH, else of Debian's newest version."""
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, reversed(versions))])
    return shutil.which(name, path=path)


def _unprivileged() -> tuple[int, int]:
    """The user and group that Debian's package makes."""
    entry = pwd.getpwnam("postgres")
    return entry.pw_uid, entry.pw_gid
