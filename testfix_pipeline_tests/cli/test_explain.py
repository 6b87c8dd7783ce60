"""`testfix explain` as people and scripts call it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_the_cause_is_printed_written_and_machine_readable(
    calc: Any, testfix: Callable[..., Any], tmp_path: Path
) -> None:
    before, page = calc.fingerprint(), tmp_path / "why.md"
    asked = ("explain", "--project", calc.root, "--seconds", "4", "--markdown", page)
    found = testfix(*asked, "--json")
    assert found.code == 1, found.err
    (cause,) = found.found["causes"]
    assert (cause["place"]["file"], cause["place"]["line"]) == ("calc.py", 6)
    assert "8 where 2" in cause["cause"] or "is expected" in cause["cause"]
    assert "why the tests fail" in page.read_text() and "calc.py:6" in page.read_text()
    assert calc.fingerprint() == before
    shown = testfix(*asked, "--agents", "codex")
    assert "1 of 3 tests fails" in shown.out and "codex was not asked" in shown.out
    calc.commit("fix", **{"calc.py": (calc.root / "calc.py").read_text().replace("n * 2", "n / 2")})
    assert testfix(*asked).code == 0


def test_an_unknown_tool_is_an_error_before_anything_runs(calc: Any, testfix: Callable[..., Any]) -> None:
    found = testfix("explain", "--project", calc.root, "--agents", "cloude", "--json")
    assert (
        found.code == 2
        and "cloude" in found.found["error"]
        and "claude" in found.found["error"] + found.err + str(found.found["next_step"])
    )
