"""The ledger of rules: what each decides, and for how many projects nothing else does."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from benchmarks import ledger
from benchmarks.repair.training.rows import Row, RowSet, Table, read, write
from testfix_pipeline.repair.ranking.edit_features import LEVELS, NUMBERS, Features


def _row(producer: str, *, right: bool, here: bool = True) -> Row:
    categories = tuple(producer if level == "producer" else "any" for level in LEVELS)
    return Row(right, here, 1.0, 0.0, 0.0, Features((0.0,) * len(NUMBERS), categories))


@pytest.fixture
def rows(tmp_path: Path) -> Table:
    sets = [
        RowSet("fix", "one", "1", (_row("name", right=True), _row("call", right=False))),
        RowSet("fix", "one", "2", (_row("name", right=True), _row("call", right=True))),
        RowSet("fix", "two", "3", (_row("name", right=True), _row("call", right=True, here=False))),
        RowSet("fix", "two", "4", (_row("gone", right=True), _row("call", right=True))),
    ]
    write(sets, tmp_path / "rows.jsonl.gz")
    return read(tmp_path / "rows.jsonl.gz")


def test_a_rule_is_needed_by_the_projects_with_a_fix_that_it_alone_decides(rows: Table) -> None:
    found = ledger.accounts(rows, "producer")
    assert {name: (len(one.cases), one.projects, len(one.alone), one.needed) for name, one in found.items()} == {
        "name": (3, 2, 2, 2),
        "call": (2, 2, 0, 0),
        "gone": (1, 1, 0, 0),
    }


@pytest.mark.slow
def test_every_producer_has_a_row_and_costs_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["ledger", "--level", "producer"])
    with redirect_stdout(io.StringIO()) as out:
        ledger.main()
    named = set(_first_words(out.getvalue()))
    for language in ("Python", "JavaScript"):
        lines = ledger.lines_of_producers(ledger.PRODUCERS[language])
        assert lines.keys() <= named and all(lines.values())


def _first_words(text: str) -> Iterator[str]:
    return (line.split()[0] for line in text.splitlines() if line)
