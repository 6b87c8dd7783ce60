"""Calls functions of the project outside of a test run and reports what they return.

Its text comes on standard input, behind a line with its length; then one line of JSON follows: {"fd", "nonce", "plain":
the text of `testfix_plain`, "root", "seconds", "first_seconds", "sequences": [[[module, function, arguments, keyword
arguments], ...], ...]}. Answers go to `fd`, a line of JSON a sequence: {"n": nonce, "s": number, "r": texts}, "" for
arguments that can't be made and for results that have no text. Each sequence runs in a child of its own, so that none
sees what another one left, and is ended after `seconds`. Each one that was ended halves that for the following ones,
down to LEAST_CPU_S of computing and LEAST_S in all: where many calls never end, the others are answered all the same.
After `first_seconds` no more are begun. Those that came to their end are then asked once more: the answers of number n
have n + count as theirs. A call without a function's name tells what modules had when they were imported and other
modules replaced then.
"""

import importlib
import importlib.machinery
import json
import os
import signal
import sys
import time

LEAST_CPU_S, LEAST_S = 0.01, 0.2
imported = []
_ENDED = (signal.SIGALRM, signal.SIGPROF)


def call_result(call, plain):
    module, name, positional, keyword = call
    if not name:
        return repr(replaced_data(plain))
    try:
        function = getattr(importlib.import_module(module), name)
        made = [plain["parse_data"](words, plain["load_object"]) for words in (positional, keyword)]
    except Exception:
        return ""
    try:
        value = function(*made[0], **made[1])
    except Exception as error:
        return "raises %s" % type(error).__name__
    return plain["result_text"](value) or ""


def replaced_data(plain):
    """[(name, what it had when its module was imported, what it has)] of data that other modules replaced since."""
    rows = []
    for module, had in imported:
        now = module_data(module, plain)
        rows += [("%s.%s" % (module.__name__, name), was, now.get(name)) for name, was in had.items()]
    return [one for one in rows if one[1] != one[2]]


def module_data(module, plain):
    """The texts of a module's numbers, texts and the like, and of what it has in dictionaries, by name."""
    found = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    for name, value in list(found.items()):
        if type(value) is dict:
            found.update(("%s[%r]" % (name, key), one) for key, one in value.items() if type(key) in (int, str))
    kinds = (int, float, str, bytes, bool, tuple)
    return {name: text for name, value in found.items() if type(value) in kinds and (text := plain["data_text"](value))}


def watch_imports(plain, root):
    """From now on, note in `imported` what each module of the project has at the end of its import."""
    original = importlib.machinery.SourceFileLoader.exec_module

    def exec_module(self, module):
        original(self, module)
        if self.path.startswith(root):
            imported.append((module, module_data(module, plain)))

    importlib.machinery.SourceFileLoader.exec_module = exec_module


def import_modules(sequences):
    """Import all modules before the first child is forked; returns whether that succeeded."""
    for module in sorted({call[0] for sequence in sequences for call in sequence}):
        try:
            importlib.import_module(module)
        except BaseException:
            return False
    return True


def run_sequence(fd, nonce, number, sequence, plain, seconds):
    """Run a sequence of calls in a child that writes the results; returns whether it finished in time."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] not in _ENDED
    for number_of_signal in _ENDED:
        signal.signal(number_of_signal, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, max(LEAST_S, seconds))
    signal.setitimer(signal.ITIMER_PROF, max(LEAST_CPU_S, seconds))
    found = [call_result(call, plain) for call in sequence]
    os.write(fd, json.dumps({"n": nonce, "s": number, "r": found}).encode() + b"\n")
    os._exit(0)


def main():
    order = json.loads(sys.stdin.buffer.read())
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    sys.argv[:] = ["program"]
    plain = {}
    exec(order["plain"], plain)
    watch_imports(plain, order["root"])
    if import_modules(order["sequences"]):
        seconds, sequences = order["seconds"], order["sequences"]
        asked, until = list(range(len(sequences))), time.monotonic() + order["first_seconds"]
        for first in (0, len(sequences)):
            came = []
            for number in asked:
                if not first and time.monotonic() > until:
                    break
                if run_sequence(order["fd"], order["nonce"], first + number, sequences[number], plain, seconds):
                    came.append(number)
                else:
                    seconds /= 2
            asked = came


main()
