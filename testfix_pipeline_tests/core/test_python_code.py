"""Python code is parsed by many threads at the same time."""

import ast
import gc
import re
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import testfix_pipeline
from testfix_pipeline.core import python_code

DEEP = "\n".join(f"y{n} = [{'-' * 40}{n}, f(a.b.c[{n}])]" for n in range(60))
ROUNDS = 12


def let_others_in(phase: str, info: object) -> None:
    """Python code that a collection of garbage runs in the middle of a tree."""
    for _ in range(50):
        pass


@pytest.fixture
def interrupted() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval, limits = sys.getswitchinterval(), gc.get_threshold()
    gc.callbacks.append(let_others_in)
    gc.set_threshold(50)
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*limits)
    gc.callbacks.remove(let_others_in)


@pytest.mark.slow
@pytest.mark.usefixtures("interrupted")
def test_threads_that_parse_at_the_same_time_do_not_disturb_each_other() -> None:
    start = threading.Barrier(4)

    def work(_: int) -> int:
        start.wait()
        return sum(len(python_code.parse(DEEP).body) for _ in range(ROUNDS))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [ROUNDS * 60] * 4


@pytest.mark.parametrize("code", ["def", "\0", b"\xff", "-" * 100_000 + "1"])
def test_what_can_not_be_parsed_is_none_or_empty(code: str | bytes) -> None:
    assert python_code.parse_or_none(code) is None
    assert ast.dump(python_code.parse_or_empty(code)) == ast.dump(ast.Module([], []))


@pytest.mark.parametrize("code", ["x = '\\d'", "1 is 1"])
def test_warnings_about_code_are_not_passed_on(code: str) -> None:
    assert python_code.parse_or_none(code) is not None and python_code.compiles(code)


def test_nothing_else_on_our_side_parses() -> None:
    """A process' result was read by a parse of its own, beside the engine's: an internal error in a rare run."""
    root = Path(testfix_pipeline.__file__).parent
    others = [path for path in root.rglob("*.py") if "in_target" not in path.parts and path.name != "python_code.py"]
    assert [path for path in others if re.search(r"\b(ast\.parse|literal_eval)\(", path.read_text("utf-8"))] == []
