"""What the proofs share: QUICK asks each for a part, and rows are good for the code that made them."""

import json
from pathlib import Path

import pytest

from benchmarks import proof


@pytest.mark.parametrize(("value", "quick"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_a_part_is_asked_for_by_the_variable_or_by_the_option(
    monkeypatch: pytest.MonkeyPatch, value: str, quick: bool
) -> None:
    monkeypatch.setenv("QUICK", value)
    options = proof.parser("kills", "A proof.", "a part")
    assert options.parse_args([]).quick is quick
    assert options.parse_args(["--quick"]).quick is True


def test_rows_are_kept_for_the_code_that_made_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTFIX_BENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(proof.cache, "ROOT", tmp_path)
    (tmp_path / "judge.py").write_text("LIMIT = 1\n")
    proof.StoredRows("some", "judge.py").add({"key": "a", "wrong": []})
    (row,) = proof.StoredRows("some", "judge.py").rows
    assert row["key"] == "a"
    with (tmp_path / "cache" / "some" / "rows.jsonl").open("a") as broken_off:
        broken_off.write(json.dumps({"key": "b"})[:5])
    assert proof.StoredRows("some", "judge.py").rows == [row]
    (tmp_path / "judge.py").write_text("LIMIT = 2\n")
    assert proof.StoredRows("some", "judge.py").rows == []
    (tmp_path / "judge.py").write_text("LIMIT = 1\n")
    assert proof.StoredRows("some", "judge.py", fresh=True).rows == [] == proof.StoredRows("some", "judge.py").rows
