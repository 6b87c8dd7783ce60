"""Edits of tests that ask for the same: in layout and comments, and under another name."""

from collections.abc import Callable

import pytest

from testfix_pipeline.core.verification import Verification
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


@pytest.mark.program("node")
def test_a_test_that_fails_as_before_under_another_name_is_no_new_failure(changed: Callable[..., Verification]) -> None:
    before = {**SHOP, "test/shop.test.js": TESTS}
    moved = {"test/shop.test.js": None, "test/prices.test.js": f"// of prices\n{TESTS}"}
    found = changed(before, {"shop.js": SOURCE.replace(".slice(1)", ""), **moved})
    assert [test.file for test in found.moved] == ["test/prices.test.js"]
    assert found.verdict == "verified", found.verdict_with_reasons()
