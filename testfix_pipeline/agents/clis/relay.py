"""The only way out of a tool's sandbox: a port on the sandbox's own loopback that leads to one Unix socket.

Run as `python -I -S relay.py SOCKET PORT COMMAND...` inside a network namespace that has nothing but loopback. It
starts the command, passes every connection on, and ends with the command. A script of the standard library alone.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
from collections.abc import Iterator

_CHUNK = 65536


@contextlib.contextmanager
def short_socket_path(place: str) -> Iterator[str]:
    """A context manager for a path to a Unix socket that is short enough for the kernel (108 bytes)."""
    folder, name = os.path.split(place)
    number = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{number}/{name}"
    finally:
        os.close(number)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(_CHUNK):
            target.sendall(chunk)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def pass_on(inner: socket.socket, outer: socket.socket) -> None:
    """Copy between two connections in both directions until both ends have closed."""
    answers = threading.Thread(target=_copy, args=(outer, inner), daemon=True)
    answers.start()
    _copy(inner, outer)
    answers.join()


def _to_socket(inner: socket.socket, place: str) -> None:
    outer = socket.socket(socket.AF_UNIX)
    with inner, outer, contextlib.suppress(OSError):
        with short_socket_path(place) as near:
            outer.connect(near)
        pass_on(inner, outer)


def _serve(listener: socket.socket, place: str) -> None:
    while True:
        inner, _ = listener.accept()
        threading.Thread(target=_to_socket, args=(inner, place), daemon=True).start()


def main() -> int:
    """Run the command and pass its connections on; return its exit code."""
    place, port, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    listener = socket.create_server(("127.0.0.1", port))
    child = os.fork()  # before there are threads
    if child == 0:
        try:
            listener.close()
            os.execvp(command[0], command)
        except OSError as error:
            os.write(2, f"{command[0]}: {error}\n".encode())
        os._exit(127)
    for stream in (0, 1, 2):  # only the command may keep its pipes open
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    threading.Thread(target=_serve, args=(listener, place), daemon=True).start()
    _, status = os.waitpid(child, 0)
    return max(0, os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    os._exit(main())
