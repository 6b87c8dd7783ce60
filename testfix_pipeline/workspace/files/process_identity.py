"""Which process is which, also after a reboot and when its number was given to another one."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import psutil
from pydantic import BaseModel

from testfix_pipeline.core.records import utc_now


class Identity(BaseModel):
    """A process: number, start, and where those two mean anything (boot, PID namespace, host)."""

    pid: int
    started: str = ""
    boot: str = ""
    namespace: str = ""
    host: str = ""
    since: str = ""

    @classmethod
    def of(cls, pid: int | None = None) -> Identity:
        """The identity that the process of number `pid` has now, this one by default."""
        number = os.getpid() if pid is None else pid
        return cls(
            pid=number,
            started=_started(number),
            boot=_boot(),
            namespace=_namespace(),
            host=socket.gethostname(),
            since=utc_now(),
        )

    def here(self) -> bool:
        """Whether its number means anything to this process: same host, same boot, same PID namespace."""
        return (self.boot, self.namespace, self.host) == (_boot(), _namespace(), socket.gethostname())

    def elsewhere(self) -> bool:
        """Whether it is of another machine, where nothing here can tell if it still runs."""
        return self.boot != _boot() and self.host != socket.gethostname()

    def alive(self) -> bool:
        """Whether this very process runs now and can be seen from here."""
        return self.here() and bool(self.started) and _started(self.pid) == self.started


_LOCAL = {"ext2", "ext3", "ext4", "xfs", "btrfs", "bcachefs", "zfs", "f2fs", "tmpfs", "overlay", "apfs", "hfs"}


def on_local_disk(path: Path) -> bool:
    """Whether the file lies on a disk that only this machine's kernel has mounted: no other machine works there.

    So an owner from another boot is dead, also where a container had another host name then.
    """
    place = str(path.resolve())
    mounts = [disk for disk in psutil.disk_partitions(all=True) if _below(place, disk.mountpoint)]
    return bool(mounts) and max(mounts, key=lambda disk: len(disk.mountpoint)).fstype in _LOCAL


def _below(place: str, mountpoint: str) -> bool:
    return place == mountpoint or place.startswith(f"{mountpoint.rstrip('/')}/")


def _started(pid: int) -> str:
    """The process's start, comparable within one boot; "" for one that is gone or only waits to be reaped."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except FileNotFoundError:
        return _started_elsewhere(pid)
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]  # state and start time in ticks, proc(5) fields 3 and 22


def _started_elsewhere(pid: int) -> str:
    """The same on a system without /proc."""
    if Path("/proc/self/stat").exists():
        return ""
    try:
        return str(psutil.Process(pid).create_time())
    except psutil.Error:
        return ""


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return str(int(psutil.boot_time()))


def _namespace() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""
