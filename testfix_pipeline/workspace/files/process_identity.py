"""Identifies processes, also after a reboot and if a process number is reused."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import psutil
from pydantic import BaseModel

from testfix_pipeline.core.records import utc_now


class Identity(BaseModel):
    """A process: number, start time, and the scope of these (boot, PID namespace, host)."""

    pid: int
    started: str = ""
    boot: str = ""
    namespace: str = ""
    host: str = ""
    since: str = ""

    @classmethod
    def of(cls, pid: int | None = None) -> Identity:
        """Return the identity of the process that has the number `pid` now, by default this one."""
        number = os.getpid() if pid is None else pid
        return cls(
            pid=number,
            started=_start_time(number),
            boot=_boot(),
            namespace=_namespace(),
            host=socket.gethostname(),
            since=utc_now(),
        )

    def here(self) -> bool:
        """Whether the number is valid for this process: same host, same boot, same PID namespace."""
        return (self.boot, self.namespace, self.host) == (_boot(), _namespace(), socket.gethostname())

    def elsewhere(self) -> bool:
        """Whether the process is on another machine, so that we can't tell if it still runs."""
        return self.boot != _boot() and self.host != socket.gethostname()

    def alive(self) -> bool:
        """Whether this very process runs now and is visible from here."""
        return self.here() and bool(self.started) and _start_time(self.pid) == self.started


_LOCAL = {"ext2", "ext3", "ext4", "xfs", "btrfs", "bcachefs", "zfs", "f2fs", "tmpfs", "overlay", "apfs", "hfs"}


def on_local_disk(path: Path) -> bool:
    """Whether only this machine's kernel has mounted the file's disk, so that no other machine writes there.

    An owner from another boot is then dead, even if a container had another host name.
    """
    place = str(path.resolve())
    mounts = [disk for disk in psutil.disk_partitions(all=True) if _below(place, disk.mountpoint)]
    return bool(mounts) and max(mounts, key=lambda disk: len(disk.mountpoint)).fstype in _LOCAL


def _below(place: str, mountpoint: str) -> bool:
    return place == mountpoint or place.startswith(f"{mountpoint.rstrip('/')}/")


def _start_time(pid: int) -> str:
    """Return a process's start time, comparable within one boot; "" if it is gone or a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except FileNotFoundError:
        return _start_time_without_proc(pid)
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]  # state and start time in ticks, proc(5) fields 3 and 22


def _start_time_without_proc(pid: int) -> str:
    """Return a process's start time on a system without /proc."""
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
