"""What a verified change does beyond the tests is shown, and decides nothing."""

from collections.abc import Callable

from testfix_pipeline.cli.views.verify_view import as_json, markdown, text
from testfix_pipeline.core.verification import Verification

CODE = """\
def price(count, each):
    found = count + each
    return found


def name(item):
    return item
"""
FIXED = CODE.replace("count + each", "count * each")
CLAMPED = CODE.replace("count + each", "min(count * each, 50)")
TESTS = """\
from shop import price


def test_price():
    assert price(3, 5) == 15


def test_two():
    assert price(2, 2) == 4
"""


def test_calls_that_come_to_something_else_are_shown(changed: Callable[..., Verification]) -> None:
    found = changed({"shop.py": CODE, "test_shop.py": TESTS}, {"shop.py": CLAMPED})
    assert found.verdict == "verified" and found.calls_compared > 2
    assert found.behaviour and all(one.before != one.after for one in found.behaviour)
    assert all(one.call.startswith("price(") and one.made_by == "us" for one in found.behaviour)
    shown = found.behaviour[0]
    assert f"  {shown.call} {shown.before}; now it {shown.after}" in text(found).splitlines()
    assert f"other behaviour, in {found.calls_compared} calls compared" in markdown(found)
    assert as_json(found)["behaviour"][0]["call"] == shown.call


def test_what_only_looks_different_has_no_differences(changed: Callable[..., Verification]) -> None:
    plain = FIXED.replace("    found = count * each\n    return found", "    return each * count")
    found = changed({"shop.py": FIXED, "test_shop.py": TESTS}, {"shop.py": plain})
    assert found.verdict == "verified" and found.calls_compared > 2 and not found.behaviour
    assert "other behaviour" not in text(found)


def test_calls_of_passing_tests_that_change_are_shown_though_the_tests_do_not_mind(changed) -> None:
    tests = f"{TESTS}\n\ndef test_name():\n    from shop import name\n    assert name('tea')\n"
    after = FIXED.replace("return item", "return item.upper()")
    found = changed({"shop.py": CODE, "test_shop.py": tests}, {"shop.py": after})
    assert found.verdict == "verified"
    mine = [one for one in found.behaviour if one.made_by == "a test"]
    assert [(one.before, one.after) for one in mine] == [("returns 'tea'", "returns 'TEA'")]


def test_a_change_outside_of_functions_is_not_compared_and_says_so(changed: Callable[..., Verification]) -> None:
    found = changed({"shop.py": CODE, "test_shop.py": TESTS}, {"shop.py": f"RATE = 1\n{FIXED}"})
    assert found.verdict == "verified" and not found.calls_compared
    assert found.behaviour_note == "The change is not within functions alone."


def test_a_call_that_writes_is_not_made_by_us(changed: Callable[..., Verification]) -> None:
    code = "import os\n\n\ndef drop(path, really):\n    if really:\n        os.remove(path)\n    return 0\n"
    tests = "from shop import drop\n\n\ndef test_drop():\n    assert drop('shop.py', False) == 1\n"
    found = changed({"shop.py": code, "test_shop.py": tests}, {"shop.py": code.replace("return 0", "return 1")})
    assert found.verdict == "verified"
    assert all("True" not in one.call for one in found.behaviour)
