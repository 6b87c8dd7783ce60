"""How the order of edits is fitted: on small cases whose answer is known, and from the rows in the repository."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.repair.training import rows
from benchmarks.repair.training.rows import Row, RowSet
from testfix_pipeline.repair.ranking.edit_features import LEVELS, NUMBERS, Features


def made(sets: int, of_each: int = 8) -> list[RowSet]:
    """Sets whose right edit is likelier of the kind `good`, of the group `a` and with more of the first number."""
    chance, found = random.Random(3), []
    for number in range(sets):
        asked = [
            Features(
                (round(chance.uniform(-1, 1), 1), *[0.0] * (len(NUMBERS) - 1)),
                (chance.choice("ab"), chance.choice(["good", "bad"]), *["x"] * (len(LEVELS) - 2)),
            )
            for _ in range(of_each)
        ]
        odds = [2 * one.numbers[0] + (one.categories[0] == "a") + 2 * (one.categories[1] == "good") for one in asked]
        right = chance.choices(range(of_each), [2.718**one for one in odds])[0]
        group = f"p{number % 6}"
        edits = tuple(Row(at == right, True, 1.0, 0.0, -1.0, one) for at, one in enumerate(asked))
        found.append(RowSet("fix", group, str(number), edits))
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rows.jsonl.gz"


def table(path: Path, sets: list[RowSet]) -> rows.Table:
    rows.write(sets, path)
    return rows.read(path)


def test_rows_are_the_same_bytes_for_the_same_sets_and_come_back(path: Path) -> None:
    sets = made(5)
    data = table(path, sets)
    written = path.read_bytes()
    rows.write(sets, path)
    assert path.read_bytes() == written
    assert list(data.starts) == [0, 8, 16, 24, 32] and data.right.sum() == 5
    assert data.numbers[0, 0] == pytest.approx(sets[0].rows[0].features.numbers[0])
    assert data.part(np.array([False, True, False, False, True])).starts.tolist() == [0, 8]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_shipped_order_is_what_the_rows_in_the_repository_give(language: str) -> None:
    # In a process of its own: which kernel numpy computes with is decided when it is imported.
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.repair.training", "--check", "--language", language],
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, "run `make train`"
