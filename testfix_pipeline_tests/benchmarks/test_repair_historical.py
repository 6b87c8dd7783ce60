"""Two releases become hunks, and pinned bugs are put together from them."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchmarks.repair import collection, historical
from benchmarks.repair.historical import MEASURING, PAIRS, PINNED, TRAINING, Bug, complaints
from benchmarks.repair.hunks import Hunk, digest, hunks_between
from benchmarks.repair.judge import Judge
from benchmarks.repair.releases import Pair, Releases
from benchmarks.repair.subjects import SUBJECTS
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, repair_request
from testfix_pipeline_tests.execution.targets import environment

OLD = '''"""A shop."""

RATES = {"a": 1}


def price(net, rate):
    # with tax
    return net + rate


def label(name):
    return name.title()


class Stock:
    def take(self, count):
        self.left = count
        return count
'''
NEW = '''"""A shop."""

RATES = {"a": 1, "b": 2}


def price(net, rate):
    # net with tax
    return net * (1 + rate)


def label(name, upper=False):
    if not name:
        return "-"
    return name.upper() if upper else name.title()


class Stock:
    left = 0

    def take(self, count):
        self.left -= count
        return count
'''
TESTS = """
import pytest, shop

def test_price():
    assert shop.price(10, 0.5) == 15

def test_no_tax():
    assert shop.price(10, 0) == 10

def test_label():
    assert shop.label("ann") == "Ann"

def test_upper():
    assert shop.label("ann", upper=True) == "ANN"

@pytest.mark.parametrize("count", [1, 2])
def test_take(count):
    stock = shop.Stock()
    stock.take(count)
    stock.take(2)
    assert stock.left == -2 - count
"""


def between(old: str, new: str) -> list[Hunk]:
    return hunks_between({"shop.py": old}, {"shop.py": new})


@pytest.fixture
def shop(tmp_path: Path) -> Releases:
    """Two releases of a module in a folder, run with a pytest of their own."""
    for name, text in (("new", NEW), ("mixed", OLD)):
        (tmp_path / name / "tests").mkdir(parents=True)
        (tmp_path / name / "shop.py").write_text(text)
        (tmp_path / name / "tests" / "test_shop.py").write_text(TESTS)
    environment(tmp_path / "venv")
    return Releases(Pair("shop", "1", "2", "training", ("shop.py",)), tmp_path)


def of_price(shop: Releases) -> list[str]:
    return [hunk.id for hunk in shop.hunks if "    return net * (1 + rate)\n" in hunk.new]


def bug_of(shop: Releases, test: str, own_test: str) -> Bug:
    fix = tuple(hunk for hunk in shop.hunks if hunk.id in of_price(shop))
    own = {"test_more.py": f"import shop\n\ndef test_it():\n    assert {own_test}\n"}
    return Bug("shop/1-2-0", "training", shop, ("tests",), (f"tests/test_shop.py::{test}",), fix, own)


def test_a_bug_that_is_what_it_says_gives_no_reason_to_complain(shop: Releases) -> None:
    assert complaints(bug_of(shop, "test_price", "shop.price(4, 0.25) == 5")) == []


@pytest.fixture
def in_cache(shop: Releases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    """The shop as the only pair there is, in a cache of its own that has fetched it; nothing is pinned yet."""
    monkeypatch.setenv("TESTFIX_BENCH_CACHE", str(tmp_path / "cache"))
    place = tmp_path / "cache" / "releases" / shop.pair.key
    place.mkdir(parents=True)
    (place / "ready").touch()
    monkeypatch.setattr(historical, "PAIRS", (shop.pair,))
    monkeypatch.setattr(historical, "PINNED", tmp_path / "pinned.toml")
    monkeypatch.setattr(historical, "releases", lambda pair: shop)
    (tmp_path / "pinned.toml").write_text("bugs = []\n")
    return shop


def pin(row: dict[str, Any]) -> None:
    historical.PINNED.write_text("[[bugs]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in row.items()))


def row_by_hand(shop: Releases) -> dict[str, Any]:
    return {
        "name": "shop/1-2-0",
        "set": "training",
        "pair": shop.pair.key,
        "suite": ["tests"],
        "hunks": of_price(shop),
        "digest": digest({"shop.py": OLD.replace("net + rate", "net * (1 + rate)")}),
        "tests": ["tests/test_shop.py::test_price"],
    }


def listed(shop: Releases) -> list[Task]:
    return list(collection.tasks(shop.pair.set, ["historical"]))


def test_a_pinned_bug_becomes_a_task_that_fails_as_said(in_cache: Releases, tmp_path: Path) -> None:
    row = row_by_hand(in_cache)
    pin(row)
    collection.prepare("training", ["historical"], quick=False)
    (task,) = listed(in_cache)
    assert (task.id, task.section) == ("historical/shop/1-2-0", "historical")
    assert task.deselected == tuple(f"tests/test_shop.py::test_{name}" for name in ("take[1]", "take[2]", "upper"))
    tree = task.build(tmp_path / "task")
    request = repair_request(task, tree, tmp_path, Budget(1, 1))
    assert request.failing == row["tests"]
    assert request.passing == ["tests/test_shop.py::test_no_tax", "tests/test_shop.py::test_label"]
    fixed = task.reference["shop.py"][0]
    assert Judge(task, tree, tmp_path).label({"shop.py": fixed.encode()}).label == "exact"
    assert set(task.lines["shop.py"]) == {OLD.splitlines().index("    return net + rate") + 1}


def test_pinned_bugs_keep_the_sets_apart() -> None:
    sets = {subject.name: subject.set for subject in SUBJECTS}
    assert all(pair.set == sets[pair.package] for pair in PAIRS)
    assert {pair.package for pair in MEASURING}.isdisjoint(pair.package for pair in TRAINING)
    keys = {pair.key: pair for pair in PAIRS}
    rows = tomllib.loads(PINNED.read_text())["bugs"]
    assert len({row["name"] for row in rows}) == len(rows)
    for row in rows:
        assert row["set"] == keys[row["pair"]].set
        assert row["tests"] and row["hunks"]
