"""control_flow."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("swallowed Exception", "empty_handler", "body", """
try:
    str($arg)
except Exception:
    pass
"""),
    Variant("bare except", "empty_handler", "body", """
try:
    str($arg)
except:
    pass
"""),
    Variant("continue", "empty_handler", "module", """
def ${word}_each(items):
    for item in items:
        try:
            item.run()
        except Exception:
            continue
"""),
    Variant("ellipsis handler", "empty_handler", "body", """
try:
    str($arg)
except Exception:
    ...
"""),
    Variant("suppress", "empty_handler", "body", """
import contextlib

with contextlib.suppress(Exception):
    str($arg)
"""),
    Variant("after return", "unreachable_code", "module", """
def ${word}_after(x):
    return x
    x += 1
"""),
    Variant("after both branches", "unreachable_code", "module", """
def ${word}_branches(x):
    if x:
        return 1
    else:
        raise ValueError(x)
    return 2
"""),
    Variant("no way out", "endless_loop", "module", """
def ${word}_forever(x):
    while True:
        x += 1
"""),
    Variant("counter that stands still", "endless_loop", "module", """
def ${word}_counting(items):
    index = 0
    found = []
    while index < len(items):
        found.append(items[index])
    return found
"""),
    Variant("endless recursion", "endless_loop", "module", """
def ${word}_again(x):
    return ${word}_again(x)
"""),
    Variant("never true", "unreachable_code", "body", """
if False:
    print($arg)
"""),
    Variant("away from the end", "endless_loop", "module", """
def ${word}_down(n):
    i = 0
    while i < 10:
        print(n)
        i -= 1
"""),
    Variant("named and dropped", "empty_handler", "body", """
try:
    str($arg)
except BaseException as error:
    error
""", True),
    Variant("after a try that leaves", "unreachable_code", "module", """
def ${word}_tried(x):
    try:
        return int(x)
    except ValueError:
        return 0
    print(x)
""", True),
    Variant("condition that nothing changes", "endless_loop", "module", """
def ${word}_until_done(worker):
    done = False
    while not done:
        worker.turn()
""", True),
    Variant("skipped step", "endless_loop", "module", """
def ${word}_positive(items):
    position, found = 0, []
    while position < len(items):
        if items[position] < 0:
            continue
        found.append(items[position])
        position += 1
    return found
""", True),
    Variant("endless iterator", "endless_loop", "module", """
import itertools


def ${word}_numbered(report):
    for number in itertools.count():
        report(number)
""", True),
    Variant("after raise in a loop", "unreachable_code", "module", """
def ${word}_refused(items):
    for item in items:
        raise ValueError(item)
        print(item)
""", True),
    Variant("fine: typed handler", "", "body", """
try:
    str($arg)
except (KeyError, AttributeError):
    pass
"""),
    Variant("fine: logged", "", "body", """
import logging

try:
    str($arg)
except Exception:
    logging.getLogger(__name__).exception("no text")
"""),
    Variant("fine: loops that end", "", "module", """
def ${word}_ending(items):
    while True:
        if not items:
            break
        items.pop()
    index = 0
    while index < 10:
        index += 1
    while items:
        items.pop()
    low, high = 0, 9
    while low < high:
        low, high = low + 1, high - 1
"""),
    Variant("fine: recursion that ends", "", "module", """
def ${word}_depth(node):
    if not node:
        return 0
    return 1 + ${word}_depth(node.child)
"""),
    Variant("fine: server and generator", "", "module", """
import itertools


def ${word}_worker(queue):
    while True:
        job = queue.get()
        job()


def ${word}_numbers():
    for number in itertools.count():
        yield number
""", True),
    Variant("fine: state changed elsewhere", "", "module", """
class ${Word}Loop:
    def start(self):
        self.running = True
        while self.running:
            self.turn()

    def turn(self):
        self.running = False
""", True),
)  # fmt: skip
