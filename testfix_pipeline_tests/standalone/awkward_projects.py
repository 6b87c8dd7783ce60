"""Projects whose suites reach beyond their own functions, each with one bug: files by path."""

from collections.abc import Mapping

PROJECTS: Mapping[str, Mapping[str, str]] = {
    "files in place": {
        "log.txt": """\
one
two
""",
        "logs.py": """\
def count(path):
    with open(path) as file:
        return len(file.readlines())


def add(path, line):
    with open(path, "w") as file:
        file.write(line + "\\n")
""",
        "test_logs.py": """\
from pathlib import Path
from logs import add, count

LOG = Path(__file__).with_name("log.txt")

def test_count(): assert count(LOG) >= 2
def test_a_line_is_added():
    before = count(LOG)
    add(LOG, "three")
    assert count(LOG) == before + 1
""",
    },
    "a socket and its port": {
        "echo.py": """\
import socket
import threading


def answer(data):
    return data.lower()


def serve(listener):
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            connection.sendall(answer(connection.recv(100)))


def start(port=0):
    listener = socket.create_server(("127.0.0.1", port))
    threading.Thread(target=serve, args=(listener,), daemon=True).start()
    return listener
""",
        "test_echo.py": """\
import socket
import pytest
from echo import start

PORT = 27613

@pytest.fixture
def server():
    listener = start(PORT)
    yield listener.getsockname()
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()

def ask(address, data):
    with socket.create_connection(address, timeout=5) as connection:
        connection.sendall(data)
        return connection.recv(100)

def test_shouts(server): assert ask(server, b"hello") == b"HELLO"
def test_digits(server): assert ask(server, b"1") == b"1"
""",
    },
    "threads that wait from the import on": {
        "pool.py": """\
import queue
import threading

JOBS = queue.Queue()
RESULTS = {}
LOCK = threading.Lock()


def work():
    while True:
        number = JOBS.get()
        with LOCK:
            RESULTS[number] = number + number
        JOBS.task_done()


for _ in range(3):
    threading.Thread(target=work, daemon=True).start()


def squares(numbers):
    RESULTS.clear()
    for number in numbers:
        JOBS.put(number)
    JOBS.join()
    return [RESULTS[number] for number in numbers]
""",
        "test_pool.py": """\
from pool import squares

def test_two(): assert squares([2]) == [4]
def test_some(): assert squares([1, 2, 3]) == [1, 4, 9]
def test_none(): assert squares([]) == []
""",
    },
    "the clock": {
        "limits.py": """\
import time


class Limiter:
    \"\"\"So many calls within so many seconds.\"\"\"

    def __init__(self, most, seconds):
        self.most = most
        self.seconds = seconds
        self.calls = []

    def allow(self):
        now = time.monotonic()
        self.calls = [call for call in self.calls if now - call < self.seconds]
        if len(self.calls) > self.most:
            return False
        self.calls.append(now)
        return True
""",
        "test_limits.py": """\
import time
from limits import Limiter

def test_no_more_than_allowed():
    limiter = Limiter(2, 60)
    assert [limiter.allow() for _ in range(3)] == [True, True, False]

def test_again_after_a_while():
    limiter = Limiter(1, 0.2)
    assert limiter.allow()
    assert not limiter.allow()
    time.sleep(0.25)
    assert limiter.allow()
""",
    },
    "the environment": {
        "settings.py": """\
import os

HOME = os.environ["APP_HOME"]


def level():
    return os.environ.get("APP_LEVEL", "info").lower()


def place(name):
    return HOME + name
""",
        "conftest.py": """\
import os
os.environ["APP_HOME"] = "/srv/app"
""",
        "test_settings.py": """\
import os
import settings

def test_place(): assert settings.place("log") == "/srv/app/log"
def test_level(monkeypatch):
    monkeypatch.setenv("APP_LEVEL", "DEBUG")
    assert settings.level() == "debug"
def test_changed_for_good():
    os.environ["APP_LEVEL"] = "error"
    assert settings.level() == "error"
""",
    },
    "state of the module": {
        "registry.py": """\
HANDLERS = {}
COUNT = 0


def register(name, handler):
    global COUNT
    HANDLERS[name] = handler
    COUNT += 1


def unregister(name):
    global COUNT
    HANDLERS.pop(name)


def call(name, value):
    return HANDLERS[name](value)
""",
        "test_registry.py": """\
import registry

def test_register():
    registry.register("double", lambda value: value * 2)
    assert registry.COUNT == 1

def test_call():
    assert registry.call("double", 4) == 8

def test_unregister():
    registry.unregister("double")
    assert (registry.COUNT, registry.HANDLERS) == (0, {})
""",
    },
    "hundreds of cases": {
        "digits.py": """\
def digit_sum(n):
    total = 0
    while n > 9:
        total += n % 10
        n //= 10
    return total
""",
        "test_digits.py": """\
import pytest
from digits import digit_sum

@pytest.mark.parametrize("n", range(600))
def test_sum(n): assert digit_sum(n) == sum(map(int, str(n)))
""",
    },
    "doctests and addopts": {
        "pyproject.toml": """\
[tool.pytest.ini_options]
addopts = "-x -q --maxfail=1 --strict-markers --doctest-modules -W error --durations=3 -p no:cacheprovider"
testpaths = ["tests", "money"]
pythonpath = ["."]
xfail_strict = true
""",
        "money/__init__.py": "",
        "money/rounding.py": """\
def cents(amount):
    \"\"\"An amount in cents.

    >>> cents(1.5)
    150
    >>> cents(0.29)
    29
    \"\"\"
    return int(amount * 100)
""",
        "tests/test_rounding.py": """\
from money.rounding import cents

def test_whole(): assert cents(3) == 300
def test_part(): assert cents(1.15) == 115
def test_negative(): assert cents(-2) == -200
""",
    },
    "namespace packages": {
        "pytest.ini": """\
[pytest]
pythonpath = one two
addopts = --import-mode=importlib
""",
        "one/acme/shapes/area.py": """\
def area(width, height):
    return width + height
""",
        "two/acme/prices/price.py": """\
from acme.shapes.area import area


def price(width, height, each):
    return area(width, height) * each
""",
        "tests/area/test_it.py": """\
from acme.shapes.area import area

def test_area(): assert area(2, 3) == 6
""",
        "tests/price/test_it.py": """\
from acme.prices.price import price

def test_price(): assert price(2, 3, 10) == 60
def test_nothing(): assert price(0, 0, 10) == 0
""",
    },
    "conftest that makes modules, cases and files": {
        "conftest.py": """\
import sys
import types
import pytest

made = types.ModuleType("made_up")
exec("def rate(): return 3", made.__dict__)
sys.modules["made_up"] = made
sys.path.insert(0, str(__import__("pathlib").Path(__file__).parent / "lib"))

def pytest_collection_modifyitems(items):
    items.reverse()
    for item in items:
        item.add_marker(pytest.mark.filterwarnings("error"))

def pytest_generate_tests(metafunc):
    if "size" in metafunc.fixturenames:
        metafunc.parametrize("size", [1, 2, 5])

@pytest.fixture(autouse=True)
def frozen(monkeypatch):
    import time
    monkeypatch.setattr(time, "time", lambda: 1000.0)

class Item(pytest.Item):
    def __init__(self, *, wanted, **more):
        super().__init__(**more)
        self.wanted = wanted
    def runtest(self):
        import costs
        size, cost = self.wanted
        assert costs.cost(int(size)) == int(cost)
    def reportinfo(self):
        return self.path, 0, self.name

class Table(pytest.File):
    def collect(self):
        for line in self.path.read_text().splitlines():
            yield Item.from_parent(self, name=line.replace(" ", "-"), wanted=line.split())

def pytest_collect_file(parent, file_path):
    if file_path.suffix == ".table":
        return Table.from_parent(parent, path=file_path)
""",
        "lib/costs.py": """\
import time
from made_up import rate


def cost(size):
    if size > 2:
        return size * rate() - 1
    return size + rate()


def age(stamp):
    return stamp - time.time()
""",
        "test_costs.py": """\
from costs import age, cost

def test_cost(size):
    assert cost(size) == size * 3 - (size > 2)
def test_age(): assert age(1000.0) == 0
""",
        "costs.table": """\
1 3
2 6
3 8
""",
    },
    "code made by exec": {
        "rules.py": """\
NAMES = {}
exec(compile("def low(n):\\n    return n < 10", "<rules>", "exec"), NAMES)
low = NAMES["low"]


def kind(n):
    if low(n):
        return "low"
    if n < 100:
        return "high"
    return "middle"
""",
        "test_rules.py": """\
from rules import kind

def test_low(): assert kind(3) == "low"
def test_middle(): assert kind(30) == "middle"
def test_high(): assert kind(300) == "high"
""",
    },
    "an extension module": {
        "stats.py": """\
import numpy as np


def centred(values):
    values = np.asarray(values, dtype=float)
    return values + values.mean()


def spread(values):
    return float(np.sqrt((centred(values) ** 2).mean()))
""",
        "test_stats.py": """\
import numpy as np
from stats import centred, spread

def test_centred(): assert centred([1, 2, 3]).tolist() == [-1, 0, 1]
def test_spread(): assert spread([1, 1]) == 0
def test_spread_of_more(): np.testing.assert_allclose(spread([0, 2]), 1)
""",
    },
    "code that deletes its own folder": {
        "cleaner.py": """\
import shutil
from pathlib import Path

HERE = Path(__file__).parent


def clean(folder=None):
    folder = HERE if folder else folder
    shutil.rmtree(folder, ignore_errors=True)
""",
        "test_cleaner.py": """\
from cleaner import HERE, clean

def test_clean(tmp_path):
    (tmp_path / "x").mkdir()
    clean(tmp_path / "x")
    assert not (tmp_path / "x").exists() and (HERE / "data").exists()

def test_data(): assert (HERE / "data" / "keep.txt").read_text() == "keep\\n"
""",
        "data/keep.txt": """\
keep
""",
    },
    "children": {
        "workers.py": """\
import os


def spawn(count):
    \"\"\"So many children, each of which ends at once; how many there were.\"\"\"
    made = 0
    while count > 0:
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        made += 1
        count -= 2
    return made
""",
        "test_workers.py": """\
from workers import spawn

def test_none(): assert spawn(0) == 0
def test_some(): assert spawn(4) == 4
def test_odd(): assert spawn(3) == 3
""",
    },
    "questions to the terminal": {
        "ask.py": """\
def ask(question, answers, read=input):
    while True:
        answer = read(question)
        if answer in answers:
            return answers


def agreed(read=None):
    read = input if read else read
    return read("sure? ") == "y"
""",
        "test_ask.py": """\
from ask import agreed, ask

def test_ask():
    lines = iter(["x", "b"])
    assert ask("?", ["a", "b"], lambda question: next(lines)) == "b"
def test_agreed(): assert agreed(lambda question: "y")
def test_not_agreed(): assert not agreed(lambda question: "n")
""",
    },
    "loops without end": {
        "steps.py": """\
def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 else 3 * n + 1
        count += 1
    return count
""",
        "test_steps.py": """\
from steps import steps

def test_one(): assert steps(1) == 0
def test_two(): assert steps(2) == 1
def test_six(): assert steps(6) == 8
""",
    },
    "commands": {
        "tool/__init__.py": "",
        "tool/__main__.py": """\
import sys

from tool.words import count

print(count(sys.argv[1]))
""",
        "tool/words.py": """\
def count(text):
    return len(text.split(" "))
""",
        "test_tool.py": """\
import subprocess
import sys

def run(text):
    done = subprocess.run([sys.executable, "-m", "tool", text], capture_output=True, text=True, check=True)
    return done.stdout.strip()

def test_words(): assert run("a b") == "2"
def test_spaces(): assert run("a  b") == "2"
""",
    },
    "coroutines": {
        "jobs.py": """\
import asyncio


async def fetch(name):
    await asyncio.sleep(0)
    return name.upper()


async def gather(names):
    found = []
    for name in names:
        found.append(fetch(name))
    return found


def run(names):
    return asyncio.run(gather(names))
""",
        "test_jobs.py": """\
import warnings
from jobs import run

def test_two(): assert run(["a", "b"]) == ["A", "B"]
def test_none(): assert run([]) == []
""",
    },
    "a pool of processes": {
        "par.py": """\
from concurrent.futures import ProcessPoolExecutor


def cube(n):
    return n ** 2


def cubes(numbers):
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(cube, numbers))
""",
        "test_par.py": """\
from par import cubes

def test_cubes(): assert cubes([1, 2, 3]) == [1, 8, 27]
def test_none(): assert cubes([]) == []
""",
    },
    "a fixture of the class": {
        "bank.py": """\
class Account:
    def __init__(self):
        self.cents = 0

    def put(self, cents):
        if cents < 0:
            raise ValueError("less than nothing")
        self.cents = cents
""",
        "test_bank.py": """\
import unittest
from bank import Account

class AccountTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.account = Account()

    def test_a_put(self):
        self.account.put(5)
        self.assertEqual(self.account.cents, 5)

    def test_b_more(self):
        self.account.put(6)
        self.assertEqual(self.account.cents, 11)

    def test_c_less(self):
        for cents in (-1, -2):
            with self.subTest(cents=cents), self.assertRaises(ValueError):
                self.account.put(cents)
""",
    },
    "decorators that run at import": {
        "registry.py": """\
HANDLERS = {}


def handler(name, priority=0):
    def register(function):
        HANDLERS[name] = (priority, name)
        return function
    return register


def call(name, *args):
    return HANDLERS[name][1](*args)


def first():
    return min(HANDLERS)
""",
        "test_registry.py": """\
from registry import HANDLERS, call, first, handler

@handler("double", 2)
def double(n):
    return n * 2

@handler("half", 1)
def half(n):
    return n // 2

def test_double(): assert call("double", 4) == 8
def test_half(): assert call("half", 4) == 2
def test_plain(): assert double(1) == 2
def test_first(): assert first() == "double"
""",
    },
}
