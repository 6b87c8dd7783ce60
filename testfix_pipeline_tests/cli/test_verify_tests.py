"""`testfix verify --tests` says which tests notice nothing when calls of the program answer something else."""

from collections.abc import Callable
from typing import Any

import pytest

SHOP = """\
def price(amount, rate=2):
    if amount < 0:
        raise ValueError("negative")
    return amount * rate


def share(total, parts):
    base, more = divmod(total, parts)
    return [base + 1] * more + [base] * (parts - more)


class Item:
    def __init__(self, name):
        self.name = name
"""
TESTS = """\
import pytest
from shop import Item, price, share


def test_price():
    assert price(3) == 6


def test_price_again():
    assert price(3) == 6


def test_share():
    assert sum(share(7, 3)) == 7


def test_runs():
    share(9, 2)
    price(1)


def test_item():
    assert Item("tea").name == "tea"


def test_made():
    Item("tea")


def test_plain():
    assert 1 + 1 == 2


def test_negative():
    with pytest.raises(ValueError):
        price(-1)


def test_red():
    assert price(3) == 7
"""


def test_tests_that_notice_nothing_are_named_and_drawn(repository, testfix, tmp_path) -> None:
    repo, page = repository("shop"), tmp_path / "page.html"
    repo.commit("first", **{"shop.py": SHOP, "test_shop.py": TESTS})
    ended = testfix("verify", "--tests", "--json", "--html", page, "--project", repo.root)
    found = ended.found
    named = {name: [test.partition("::")[2] for test in found[name]] for name in ("silent", "calling_nothing")}
    assert ended.code == 1 and named == {"silent": ["test_made", "test_runs"], "calling_nothing": ["test_plain"]}
    assert len(found["noticing"]) == 5 and not found["unknown"]  # the red one was not asked
    assert {one["function"] for one in found["functions"]} == {"Item.__init__", "price", "share"}
    share = next(one for one in found["functions"] if one["function"] == "share")
    assert "`share(7, 3)` may answer `[2, 2, 3]` instead of `[3, 2, 2]`" in share["unnoticed"]
    html = page.read_text()
    assert "<svg" in html and "test_shop.py::test_runs" in html and "<script" not in html


@pytest.mark.program("node")
def test_tests_of_javascript_are_asked_too(repository: Callable[..., Any], testfix: Callable[..., Any]) -> None:
    repo = repository("shop")
    tests = """\
import test from 'node:test'
import assert from 'node:assert'
import { price } from './shop.js'
test('price', () => { assert.equal(price(3), 6) })
test('price again', () => { assert.equal(price(3), 6) })
test('runs', () => { price(1) })
"""
    program = "export function price(amount, rate = 2) { return amount * rate }\n"
    manifest = '{"name": "shop", "type": "module", "scripts": {"test": "node --test"}}'
    repo.commit("first", **{"shop.js": program, "shop.test.js": tests, "package.json": manifest})
    found = testfix("verify", "--tests", "--json", "--project", repo.root).found
    assert (found["silent"], len(found["noticing"]), found["unknown"]) == (["shop.test.js::runs"], 2, [])


def test_a_suite_that_notices_everything_is_said_in_a_line(repository, testfix) -> None:
    repo = repository("shop")
    tests = "from shop import double\n\n\ndef test_double():\n    assert double(3) == 6\n"
    repo.commit("first", **{"shop.py": "def double(x):\n    return 2 * x\n", "test_shop.py": tests})
    ended = testfix("verify", "--tests", "--project", repo.root)
    assert ended.code == 0, ended.err
    assert "1 of 1 passing test notice" in ended.out and "tests that" not in ended.out


@pytest.mark.parametrize("more", [["--hunks"], ["HEAD^"], ["--staged"]])
def test_tests_are_judged_without_a_change(more: list[str], testfix: Callable[..., Any]) -> None:
    ended = testfix("verify", "--tests", *more)
    assert ended.code == 2 and "--tests takes --html and" in ended.err
    assert testfix("verify", "--html", "page.html").code == 2
