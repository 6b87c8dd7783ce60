"""Mutated training programs are tasks that their tests notice, the same for the same seed."""

from pathlib import Path
from typing import Any

from benchmarks.repair.mutated_programs import drawn, said, table


def row(kind: str, rank: int | None) -> dict[str, Any]:
    return {"id": "mutated/a", "kind": kind, "rank": rank, "plausible": True, "patches": [], "ended": "space",
            "candidates": 7}  # fmt: skip


def test_a_mutation_is_in_the_tree_and_noticed(tmp_path: Path) -> None:
    one, again = (next(drawn("removed", 5)) for _ in range(2))
    assert (one.id, one.change) == (again.id, again.change)
    ((path, (right,)),) = one.reference.items()
    text = (one.build(tmp_path) / path).read_text()
    assert text != right and one.change[0] in right and not (tmp_path / "tree" / "hidden").exists()


def test_rows_are_summed_up_by_kind() -> None:
    lines = list(table([row("removed guard", 1), row("removed guard", 2), row("removed term", None)]))
    assert [line.split()[-4:] for line in lines[1:]] == [
        ["2", "2", "2", "1"],
        ["1", "1", "0", "0"],
        ["3", "3", "2", "1"],
    ]
    assert "space ended" in said(row("removed term", None))
