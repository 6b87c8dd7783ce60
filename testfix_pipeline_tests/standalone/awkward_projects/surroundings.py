"""Projects that depend on files, processes, time, ports or the environment."""

from collections.abc import Mapping

SURROUNDINGS: Mapping[str, Mapping[str, str]] = {
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

def test_two(): assert squares([2, 5]) == [4, 25]
def test_some(): assert squares([1, 2, 3]) == [1, 4, 9]
def test_none(): assert (squares([]), squares([-3, 0, 1.5])) == ([], [9, 0, 2.25])
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
def test_spaces(): assert (run("a  b"), run(" a\\tb c")) == ("2", "3")
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

def test_cubes(): assert cubes([1, 2, 5]) == [1, 8, 125]
def test_less(): assert cubes([-4, 0.5, 6]) == [-64, 0.125, 216]
def test_none(): assert cubes([]) == []
""",
    },
}
