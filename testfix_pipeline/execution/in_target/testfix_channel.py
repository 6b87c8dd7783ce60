"""The channel from the target's interpreter to ours: one JSON object a line on a pipe that the tests can't reopen.

The order comes on standard input, so that neither the environment nor the command line of the process gives the nonce
away; then standard input is closed to the tests, and the pipe is moved to a high number that no program they start
inherits. What writes it is held from before any code of the project runs: a module that replaces `os.write` or a part
of `json` changes nothing here.
"""

import fcntl
import json
import json.encoder
import os
import sys
import threading

import testfix_failures

_HIGH = 200


def _make_encoder():
    """A function from plain data to JSON text, made of native parts if the interpreter has them."""
    make = json.encoder.c_make_encoder
    if make is None:
        return json.JSONEncoder(separators=(",", ":")).encode
    plain = make(None, _reject, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
    return lambda value: "".join(plain(value, 0))


def _reject(value):
    raise TypeError("only plain data can be sent")


class Channel:
    """Sends events by `emit`, holds the received `order`. Silent in forked children: only one process ends the report.

    An end of the report is its end: nothing is written after it. files: what tells the project's own from others.
    """

    __slots__ = ("emit", "files", "order")

    def __init__(self, order, fd):
        self.order = {name: value for name, value in order.items() if name not in ("nonce", "fd")}
        self.emit = _make_emit(fd, order["nonce"])
        self.files = testfix_failures.ProjectPaths(order["root"], order["shared"])


def _make_emit(fd, nonce):
    """The function that writes events; only it knows the descriptor and the nonce."""
    encode, write, getpid, owner, lock = _make_encoder(), os.write, os.getpid, os.getpid(), threading.Lock()
    ended = []

    def emit(event, **fields):
        if getpid() != owner or ended:
            return
        fields.update(e=event, n=nonce)
        data = encode(fields).encode("utf-8", "backslashreplace") + b"\n"
        with lock:
            try:
                while data:
                    data = data[write(fd, data) :]
            except OSError:
                # A report that can't be delivered is an incomplete one, which the reader notices.
                return
        if event == "end":
            ended.append(True)

    return emit


def _move_descriptor(fd):
    for lowest in (_HIGH, 3):
        try:
            moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, lowest)
        except OSError:
            continue
        os.close(fd)
        return moved
    return fd


def _open_channel():
    order = json.loads(sys.stdin.buffer.read())
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    return Channel(order, _move_descriptor(order["fd"]))


channel = _open_channel()
