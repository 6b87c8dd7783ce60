"""What the repair benchmark measures beside the engine, on small samples."""

from pathlib import Path
from typing import Any

from benchmarks.repair.peers import rows as peers
from benchmarks.repair.peers import throughput
from benchmarks.repair.programs import FOLDER, load
from benchmarks.repair.small import task
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline_tests.execution.targets import ours


def test_the_endless_candidates_never_end(tmp_path: Path) -> None:
    (tmp_path / "test_loops.py").write_text(throughput.TESTS)
    source = SourceFile("loops.py", throughput.LOOPS.encode())
    (tmp_path / "loops.py").write_text(throughput.LOOPS)
    assert len(run_suite(ours(), tmp_path).failing) == 1
    for candidate in throughput.endless_candidates(source):
        scope: dict[str, Any] = {}
        limited = candidate.texts["loops.py"].replace("while ", "while tick() and ")
        exec(compile(limited, "loops.py", "exec"), scope)
        assert endless(scope), candidate.description


def endless(scope: dict[str, Any]) -> bool:
    """Whether one of the functions still goes on after more rounds than its input could need."""
    rounds = 0

    def tick() -> bool:
        nonlocal rounds
        rounds += 1
        if rounds > 300:
            raise OverflowError
        return True

    scope["tick"] = tick
    try:
        scope["total"]([1, 2, 3])
        scope["halves"](9)
    except OverflowError:
        return True
    return False


def test_what_loops_cost_is_measured() -> None:
    row = throughput.loops()
    assert row["n"] == len(throughput.ENDLESS) and row["cpu"] > 0 and not row["wrong"]


def test_both_ways_of_validation_are_measured(monkeypatch: Any) -> None:
    monkeypatch.setattr(throughput, "WARM", 20)
    monkeypatch.setattr(throughput, "COLD", 1)
    row = throughput.ratio(task(load(FOLDER / "training" / "library_loans")))
    assert row["warm"] > row["cold"] > 0 and row["tests"] > 3


def test_rows_of_peers_are_put_beside_the_engines_own() -> None:
    own = [
        {"id": "programs/a", "plausible": True, "exact": True, "equivalent": False, "overfitted": False, "rank": 1,
         "first_seconds": 1.0, "seconds": 2.0, "candidates": 30},
    ]  # fmt: skip
    rows = [
        {"peer": "loops", "id": "endless loops", "cpu": 0.004, "n": 12, "wrong": []},
        {"peer": "subprocess", "id": "programs/a", "warm": 120.0, "cold": 0.5, "tests": 9},
        {"peer": "fixkit", "id": "programs/a", "label": None, "evaluated": 12, "seconds": 30.0},
    ]
    fixkit, engine, validation, loops = peers.lines(rows, own)
    assert "plausible 0 % (0-79)" in fixkit and "0.40 evaluations" in fixkit
    assert "correct 100 % (21-100)" in engine and "15.0 candidates" in engine
    assert "240 times" in validation and validation.endswith("met")
    assert "4.0 ms" in loops and loops.endswith("met")
    assert peers.lines([], own) == []
