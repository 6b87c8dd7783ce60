"""The benchmark of generated tests: which faults count as held out, who notices them, and what the table adds up."""

from __future__ import annotations

import pytest

from benchmarks.planning.generation import table
from benchmarks.planning.generation.corpus import public_functions
from benchmarks.planning.generation.held_out import Fault, independent
from testfix_pipeline.planning.python_code.module_source import read_module

CODE = "def area(a, b):\n    if a < b:\n        return a * b\n    return None\n\n\ndef _own(x):\n    return x\n"


def test_a_fault_that_the_generator_tries_itself_is_not_held_out(tmp_path):
    (tmp_path / "shapes.py").write_text(CODE)
    module = read_module(tmp_path, "shapes.py")
    assert module is not None
    (area,) = public_functions(module)
    changes = {"its own": ("a < b", "a <= b"), "none": ("a < b", "a  <  b"), "other": ("a * b", "a / b")}
    faults = [Fault(name, 2, area.target, CODE.replace(*change)) for name, change in changes.items()]
    assert [one.operator for one in independent(faults, area)] == ["other"]
    assert not independent([Fault("no code", 2, area.target, "def area(:")], area)


def row(tool: str, module: str, noticed: list[str], **more: object) -> table.Row:
    faults = [f"{module}::f:1:op:a", f"{module}::f:2:op:b", f"{module}::g:3:op:c"]
    figures = {"lines": [4, 10], "branches": [1, 2], "functions": [f"{module}::f"], "targets": [], "flaky": 0}
    counts = {
        "asked": 2,
        "offered": 4,
        "passing": 3,
        "seconds": 10.0,
        "control": "passed",
        "package": module,
        "note": "",
    }
    return {"tool": tool, "module": module, "faults": faults, "noticed": noticed, **figures, **counts, **more}


@pytest.fixture
def rows() -> list[table.Row]:
    ours = row("ours", "m", ["m::f:1:op:a", "m::f:2:op:b"])
    return [ours, row("pynguin", "m", ["m::f:1:op:a"], seconds=40.0), row("ours", "only ours", [])]
