"""Errors of libraries that the program catches with whatever else, as Python tells of them."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET

Handled = Callable[[CodeType, int, BaseException], None]
PROGRAM = """\
def swallows(call):
    try:
        call()
    except Exception as error:
        return error

def raises_again(call):
    try:
        call()
    except Exception as error:
        caught.append(error)
        raise

def takes_all_and_one(call):
    try:
        call()
    except (ValueError, Exception) as error:
        return error

def takes_one(call):
    try:
        call()
    except ValueError as error:
        return error
"""


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Handled, list[BaseException], Any]:
    """What Python calls, the errors that were recorded, and the functions of the program."""
    calls: dict[str, Handled] = {}
    monitoring = SimpleNamespace(
        events=SimpleNamespace(EXCEPTION_HANDLED=1),
        get_tool=lambda tool: None,
        use_tool_id=lambda tool, name: None,
        set_events=lambda tool, events: calls["events"],
        register_callback=lambda tool, event, call: calls.update(events=call),
    )
    monkeypatch.setattr(sys, "monitoring", monitoring, raising=False)
    path, seen = tmp_path / "program.py", list[BaseException]()
    path.write_text(PROGRAM)
    files = SimpleNamespace(relative_path=lambda name: "program.py" if name == str(path) else None)
    monkeypatch.syspath_prepend(str(IN_TARGET))
    importlib.import_module("testfix_library_swallowed").SwallowedErrors(files, seen.append).start()
    program: dict[str, Any] = {"caught": []}
    exec(compile(PROGRAM, str(path), "exec"), program)
    return calls["events"], seen, program


def fails() -> None:
    raise ValueError("refused")


@pytest.mark.parametrize("name", ["swallows", "takes_all_and_one"])
def test_an_error_of_a_library_that_a_handler_of_everything_swallows(handled: Any, name: str) -> None:
    call, seen, program = handled
    error = program[name](fails)
    call(program[name].__code__, 0, error)
    assert seen == [error]


def test_other_handlers_and_errors_are_no_matter(handled: Any) -> None:
    call, seen, program = handled
    call(program["takes_one"].__code__, 0, program["takes_one"](fails))
    with pytest.raises(ValueError, match="refused"):
        program["raises_again"](fails)
    call(program["raises_again"].__code__, 0, program["caught"][0])
    call(program["swallows"].__code__, 0, program["swallows"](None))  # the program's own mistake
    call(fails.__code__, 0, program["swallows"](fails))  # a handler of a library
    assert seen == []
