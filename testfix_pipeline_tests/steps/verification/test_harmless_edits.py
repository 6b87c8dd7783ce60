"""Edits of tests that ask for the same: in layout and comments, and under another name."""

from collections.abc import Callable

import pytest

from testfix_pipeline.core.patch_policy.python_written_tests import written_tests
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import Sharpness, Verification
from testfix_pipeline.steps.verification import python_sharpness
from testfix_pipeline.steps.verification.changed_test_side import affects_others
from testfix_pipeline.steps.verification.noticed_answers import Noticed
from testfix_pipeline.steps.verification.test_sharpness import with_sharpness
from testfix_pipeline_tests.steps.verification.test_weakened_suites import FIXED, HELPERS, RED

SOURCE = "exports.total = (prices) => prices.slice(1).reduce((a, b) => a + b, 0);\nexports.name = () => 'x';\n"
TESTS = """\
const { test } = require('node:test');
const assert = require('node:assert');
const { total, name } = require('../shop');

test('total', () => { assert.equal(total([2, 4]), 6); });
test('name', () => { assert.equal(name(), 'tea'); });
"""
SHOP = {"package.json": '{"name": "shop", "scripts": {"test": "node --test"}}', "shop.js": SOURCE}


def test_a_helper_that_says_the_same_in_another_layout_is_no_edit(changed: Callable[..., Verification]) -> None:
    helpers = "# Compares.\n" + HELPERS.replace("(found, wanted)", "(\n    found,\n    wanted,\n)")
    found = changed(RED, {"shop.py": FIXED, "tests/helpers.py": helpers})
    assert (found.helpers, found.test_edits, found.verdict) == ([], [], "verified")


CASES = """\
import pytest
from shop import share


@pytest.mark.parametrize(("given", "wanted"), [([[4], 1], [4]), ([[], 2], [])])
def test_share(given, wanted):
    assert share(*given) == wanted
"""

SHARE = "def share(items, people):\n    return items[: len(items) // people]\n"
TESTS_BESIDE = """\
from shop import share


def test_two():
    assert share([2], 1) == [2]


def test_three():
    assert share([3], 1) == [3]
"""


def test_a_case_that_moves_the_others_on_proves_what_it_asks_for(changed: Callable[..., Verification]) -> None:
    source = "def share(items, people):\n    return items[: len(items) // people]\n"
    checked = source.replace("    return", "    if not people:\n        return []\n    return")
    moved = CASES.replace(", ([[], 2]", ", ([[4], 0], []), ([[], 2]")
    found = changed({"shop.py": source, "test_shop.py": CASES}, {"shop.py": checked, "test_shop.py": moved})
    assert found.verdict == "verified", found.verdict_with_reasons()


@pytest.mark.parametrize("words", ["  # rounds down\n", '\n    """Round down."""\n'])
def test_an_added_test_has_nothing_to_prove_of_a_comment(words: str, changed: Callable[..., Verification]) -> None:
    source = "def share(items, people):\n    return items[: len(items) // people]\n"
    added = CASES + "\n\ndef test_one():\n    assert share([1], 1) == [1]\n"
    commented = source.replace("\n", words, 1)
    found = changed({"shop.py": source, "test_shop.py": CASES}, {"shop.py": commented, "test_shop.py": added})
    assert found.verdict == "verified", found.verdict_with_reasons()


@pytest.mark.parametrize(
    ("added", "is_alone"),
    [
        ("import json\n\n\ndef test_one():\n    assert json.dumps(share([1], 1)) == '[1]'\n", True),
        ("@pytest.mark.parametrize('n', [1])\ndef test_one(n):\n    assert share([1], n)\n", True),
        ("class TestMore:\n    def test_one(self):\n        self.n = share([1], 1)\n", True),
        ("from shop import divide\n\n\ndef test_one():\n    assert divide([1], 1)\n", True),
        ("def setup_function():\n    pass\n", False),
        ("def test_one(n=setattr(shop, 'share', max)):\n    pass\n", False),
        ("class share:\n    def test_one(self):\n        pass\n", False),
        ("import other\n\n\ndef test_one():\n    assert share([1], 1)\n", False),
        ("pytestmark = pytest.mark.xfail\n", False),
        ("shop.share = max\n", False),
        ("@shop.weaken\ndef test_one():\n    pass\n", False),
    ],
)
def test_what_may_weaken_old_tests_is_more_than_an_added_test(added: str, is_alone: bool) -> None:
    before, after = (written_tests(text) for text in (f"import shop\n{CASES}", f"import shop\n{CASES}\n\n{added}"))
    assert before is not None and after is not None
    assert affects_others(before, after, {"other", "shop"}) != is_alone


def test_an_edited_test_is_measured_without_those_beside_it(changed: Callable[..., Verification]) -> None:
    edited = TESTS_BESIDE.replace("share([2], 1) == [2]", "[2] == share([2], 1)")
    found = changed({"shop.py": SHARE, "test_shop.py": TESTS_BESIDE}, {"test_shop.py": edited})
    assert found.verdict == "verified" and found.sharpness is not None, found.verdict_with_reasons()
    assert found.sharpness.credited == ["test_shop.py::test_two"]


def test_what_there_was_no_time_for_is_for_a_person(changed, monkeypatch) -> None:
    conftest = "def pytest_configure(config):\n    config.addinivalue_line('markers', 'slow')\n"
    for name in ("LEAST_SECONDS", "SHARES"):
        monkeypatch.setattr(python_sharpness, name, 0.0)
    files = {"shop.py": SHARE, "test_shop.py": TESTS_BESIDE, "conftest.py": conftest}
    found = changed(files, {"conftest.py": conftest.replace("slow", "dear")})
    assert (found.verdict, found.helpers) == ("cannot tell", ["conftest.py"])


def test_a_call_of_tests_that_there_was_no_time_to_watch_may_be_noticed() -> None:
    wanted = [("share()", "empty")]
    assert Noticed().missed(wanted) == ([], wanted)
    assert Noticed(unseen=frozenset({"test_shop.py::test_two"})).missed(wanted) == (wanted, [])


@pytest.mark.program("node")
def test_a_test_that_fails_as_before_under_another_name_is_no_new_failure(changed: Callable[..., Verification]) -> None:
    before = {**SHOP, "test/shop.test.js": TESTS}
    moved = {"test/shop.test.js": None, "test/prices.test.js": f"// of prices\n{TESTS}"}
    found = changed(before, {"shop.js": SOURCE.replace(".slice(1)", ""), **moved})
    assert [test.file for test in found.moved] == ["test/prices.test.js"]
    assert found.verdict == "verified", found.verdict_with_reasons()


_SHARES = """\
def test_share():
    assert share([4, 5], 1) == [4, 5]


def test_two():
    assert share([4, 5], 2) == [4]


def test_three():
    assert share([5], 1) == [5]
"""
REPLACED = "globals().update(share=lambda *a: ANY)"


@pytest.mark.parametrize(
    "added",
    [
        f"def test_more() -> {REPLACED}:\n    pass\n",
        "def test_more(n=(share := lambda *a: ANY)):\n    pass\n",
        "@pytest.mark.parametrize('n', [(share := lambda *a: ANY)])\ndef test_more(n):\n    pass\n",
        f"class TestMore:\n    {REPLACED}\n\n\nclass TestMore:\n    def test_one(self):\n        pass\n",
        f"@(lambda f: {REPLACED})\ndef test_more():\n    pass\n\n\ndef test_more():\n    pass\n",
    ],
    ids=["annotation", "default", "mark", "class", "namesake"],
)
def test_what_an_added_test_does_to_the_old_ones_is_seen(added: str, changed: Callable[..., Verification]) -> None:
    tests = f"from unittest.mock import ANY\n\nimport pytest\n\nfrom shop import share\n\n\n{_SHARES}"
    broken = "def share(items, people):\n    return 'wrong'\n"
    found = changed(
        {"shop.py": SHARE, "test_shop.py": tests}, {"shop.py": broken, "test_shop.py": f"{tests}\n\n{added}"}
    )
    assert found.verdict != "verified", found.verdict_with_reasons()


def test_an_edit_beside_what_is_set_up_for_all_is_measured_with_them(changed: Callable[..., Verification]) -> None:
    tests = f"from unittest.mock import ANY\n\nfrom shop import share\n\n\n{_SHARES}"
    edited = tests.replace("share([5], 1) == [5]", "[5] == share([5], 1)")
    edited += "\n\ndef setup_module(module):\n    module.share = lambda *a: ANY\n"
    found = changed({"shop.py": SHARE, "test_shop.py": tests}, {"test_shop.py": edited})
    assert found.verdict != "verified", found.verdict_with_reasons()


def test_a_helper_beside_tests_that_nobody_watched_is_for_a_person() -> None:
    found = Verification(base="a", head="b", helpers=["conftest.py"])
    credited = [TestId("test_shop.py::test_share")]
    assert with_sharpness(found, Sharpness(credited=credited)).helpers == []
    assert with_sharpness(found, Sharpness(credited=credited, unseen=3)).helpers == ["conftest.py"]
