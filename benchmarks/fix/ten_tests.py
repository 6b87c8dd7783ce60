"""Two projects of ten tests with one bug, the same shop in Python with pytest and in JavaScript with vitest."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from benchmarks.repair.packages import NotReady
from testfix_pipeline.workspace.git.new_repository import make_repository

PYTHON = """\
def total(items):
    result = 0
    for price, count in items:
        result += price * count
    return result


def discounted(amount, percent):
    if percent < 0 or percent > 100:
        raise ValueError("percent")
    return amount + amount * percent / 100


def cheapest(items):
    return min(price for price, _ in items)


def names(items):
    return sorted(items)
"""
PYTHON_TESTS = """\
import pytest

from shop import cheapest, discounted, names, total

ITEMS = [(3, 2), (2, 5)]


@pytest.mark.parametrize(("items", "expected"), [(ITEMS, 16), ([], 0), ([(1, 1)], 1)])
def test_total(items, expected):
    assert total(items) == expected


@pytest.mark.parametrize(("amount", "percent", "expected"), [(200, 10, 180), (200, 0, 200), (0, 50, 0)])
def test_discounted(amount, percent, expected):
    assert discounted(amount, percent) == expected


@pytest.mark.parametrize("percent", [-1, 101])
def test_refused(percent):
    with pytest.raises(ValueError):
        discounted(1, percent)


def test_cheapest():
    assert cheapest(ITEMS) == 2


def test_names():
    assert names(["pear", "apple"]) == ["apple", "pear"]
"""
SCRIPT = """\
export function total(items) {
  let sum = 0;
  for (const [price, count] of items) {
    sum += price * count;
  }
  return sum;
}

export function discounted(amount, percent) {
  if (percent < 0 || percent > 100) {
    throw new RangeError("percent");
  }
  return amount + (amount * percent) / 100;
}

export function cheapest(items) {
  return Math.min(...items.map(([price]) => price));
}

export function names(items) {
  return [...items].sort();
}
"""
SCRIPT_TESTS = """\
import { expect, test } from "vitest";
import { cheapest, discounted, names, total } from "../src/shop.js";

const items = [[3, 2], [2, 5]];

test.each([[items, 16], [[], 0], [[[1, 1]], 1]])("total %#", (given, expected) => {
  expect(total(given)).toBe(expected);
});
test.each([[200, 10, 180], [200, 0, 200], [0, 50, 0]])("discounted %#", (amount, percent, expected) => {
  expect(discounted(amount, percent)).toBe(expected);
});
test.each([-1, 101])("refused %i", (percent) => {
  expect(() => discounted(1, percent)).toThrow(RangeError);
});
test("cheapest", () => expect(cheapest(items)).toBe(2));
test("names", () => expect(names(["pear", "apple"])).toEqual(["apple", "pear"]));
"""
MANIFEST = {"name": "shop", "type": "module", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}
FILES = {
    "pytest": {"shop.py": PYTHON, "tests/test_shop.py": PYTHON_TESTS, "pytest.ini": "[pytest]\npythonpath = .\n"},
    "vitest": {
        "package.json": json.dumps(MANIFEST), "src/shop.js": SCRIPT, "test/shop.test.js": SCRIPT_TESTS,
        ".gitignore": "node_modules\n",
    },
}  # fmt: skip


def write_shop(framework: str, place: Path) -> None:
    """A repository in the folder `place` with ten tests of a framework, "pytest" or "vitest", one of which fails.

    Raises NotReady where vitest is not installed: its `node_modules/.bin` has to be on the PATH.
    """
    for path, text in FILES[framework].items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    if framework == "vitest":
        _install_vitest(place / "node_modules")
    make_repository(place, "failing")


def _install_vitest(target: Path) -> None:
    """Vitest and the packages that it needs, and no other, as in a project that has no other."""
    found = [
        Path(entry).parent for entry in os.environ["PATH"].split(os.pathsep) if entry.endswith("node_modules/.bin")
    ]
    source = next((folder for folder in found if (folder / "vitest" / "package.json").is_file()), None)
    if source is None:
        raise NotReady("vitest is not installed: make test-full installs it")
    wanted, seen = ["vitest"], set[str]()
    while wanted:
        name = wanted.pop()
        manifest = source / name / "package.json"
        if name in seen or not manifest.is_file():
            continue
        seen.add(name)
        shutil.copytree(source / name, target / name, symlinks=True, copy_function=os.link)
        needs = json.loads(manifest.read_bytes())
        wanted += [*needs.get("dependencies", {}), *needs.get("optionalDependencies", {})]
        wanted += needs.get("peerDependencies", {}) if name == "vitest" else ()
