"""Changed tests have to notice what the old ones noticed: tampering is seen, restructuring is verified."""

from collections.abc import Callable
from functools import reduce

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline_tests.steps.verification.conftest import Trick, joined, unnamed

BANK = """\
from dataclasses import dataclass


@dataclass
class Part:
    size: float
    unit: str = "l"


class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def earn(self, amount):
        self.balance += amount

    def pay(self, amount):
        if amount > self.balance:
            raise OverflowError("not enough")
        self.balance -= amount


def share(total, people):
    each, rest = divmod(total, people)
    return [each + (place < rest) for place in range(people)]


def parts(sizes):
    return [Part(size) for size in sizes]


def initials(name):
    return "".join(word[0] for word in name.split()).upper()


def area(width, height=1):
    return side(width) * side(height)


def side(length):
    return abs(length)
"""
OLD = """\
import pytest
from bank import Account, Part, area, initials, parts, share


def test_share():
    assert share(7, 3) == [3, 2, 2]


def test_initials():
    assert initials("ada byron") == "AB"


def test_area():
    assert area(-2, 3) == 6


def test_parts():
    assert parts([1.5]) == [Part(1.5)]


def test_earn():
    account = Account()
    account.earn(5)
    assert account.balance == 5


def test_pay():
    account = Account(5)
    account.pay(2)
    assert account.balance == 3
    with pytest.raises(OverflowError, match="enough"):
        account.pay(4)
"""
HEAD, SHARE, INITIALS, AREA, PARTS, EARN, PAY = OLD.split("\n\n\n")
RESTRUCTURED = """\
import pytest
from bank import Account, Part, area, initials, parts, share


def is_equal(found, wanted):
    assert found == wanted


@pytest.fixture
def account():
    return Account(5)


class TestNumbers:
    @pytest.mark.parametrize("total, wanted", [(7, [3, 2, 2]), (9, [3, 3, 3])])
    def test_share(self, total, wanted):
        is_equal(share(total, 3), wanted)

    def test_area(self):
        is_equal(area(width=-2, height=3), 6)


def test_texts():
    for name, wanted in {"ada byron": "AB", "x": "X"}.items():
        is_equal(initials(name), wanted)
    is_equal([(type(part), part.size, part.unit) for part in parts([1.5])], [(Part, 1.5, "l")])


def test_pay(account):
    account.pay(2)
    is_equal(account.balance, 3)


def test_pay_too_much():
    account = Account(3)
    with pytest.raises(OverflowError, match="not enough"):
        account.pay(4)


def test_earn():
    account = Account()
    account.earn(5)
    is_equal(account.balance, 5)
"""
TRICKS = {
    "one of several answers": (SHARE, SHARE.replace("== [3, 2, 2]", "in ([3, 2, 2], [3, 3, 1])"), "share(7, 3)"),
    "the length alone": (SHARE, SHARE.replace("share(7, 3) == [3, 2, 2]", "len(share(7, 3)) == 3"), "share(7, 3)"),
    "computed when it is imported": (
        SHARE,
        "WANTED = share(7, 3)\n\n\ndef test_share():\n    assert share(7, 3) == WANTED",
        "share(7, 3)",
    ),
    "computed as a parameter": (
        INITIALS,
        '@pytest.mark.parametrize("wanted", [initials("ada byron")])\n'
        'def test_initials(wanted):\n    assert initials("ada byron") == wanted',
        "initials('ada byron')",
    ),
    "computed by what is tested": (AREA, AREA.replace("== 6", "== bank.side(-2) * bank.side(3)"), "side"),
    "errors are swallowed": (
        AREA,
        "def test_area():\n    with contextlib.suppress(KeyError):\n        assert area(-2, 3) == 6",
        "area(-2, 3)",
    ),
    "equal to nearly everything": (
        PARTS,
        "class Near(float):\n    def __eq__(self, other):\n        return abs(float(self) - other) < 9\n\n\n"
        "def test_parts():\n    assert [Part(Near(1.5))] == parts([1.5])",
        "parts([1.5])",
    ),
    "any error": (PAY, PAY.replace('OverflowError, match="enough"', "Exception"), "Account.pay(4)"),
    "what is left behind": (EARN, EARN.replace("account.balance == 5", "account.balance"), "Account.earn"),
}


@pytest.mark.parametrize("tricks", joined(TRICKS.values()), ids=lambda tricks: f"{len(tricks)} tricks")
def test_what_is_no_longer_noticed_is_named(tricks: list[Trick], changed: Callable[..., Verification]) -> None:
    after = tests = "import contextlib\n\nimport bank\n" + OLD
    for old, new, _ in tricks:
        after = after.replace(old, new)
    found = changed({"bank.py": BANK, "test_bank.py": tests}, {"test_bank.py": after})
    assert (found.verdict, unnamed(tricks, found)) == ("not verified", [])


@pytest.mark.parametrize("odd", [False, True], ids=["a function that is shadowed", "a generator without an end"])
def test_what_is_noticed_of_a_function_in_no_way_is_named(odd: bool, changed: Callable[..., Verification]) -> None:
    shadowing = f"{INITIALS}\n\n\ndef test_initials():\n    assert share(6, 3) == [2, 2, 2]"
    trick = (" == [1, 4, 9]", "", "squares`") if odd else (INITIALS, shadowing, "initials")
    files = ODD_FILES if odd else {"bank.py": BANK, "test_bank.py": OLD}
    tests = "test_odd.py" if odd else "test_bank.py"
    found = changed(files, {tests: files[tests].replace(*trick[:2])})
    assert (found.verdict, unnamed([trick], found)) == ("not verified", [])


def test_restructured_tests_are_verified(changed: Callable[..., Verification]) -> None:
    found = changed({"bank.py": BANK, "test_bank.py": OLD}, {"test_bank.py": None, "tests/test_all.py": RESTRUCTURED})
    assert found.verdict == "verified", found.verdict_with_reasons()
    assert found.sharpness is not None and found.sharpness.noticed > 50 and not found.sharpness.lost


SHARED_MANAGER = """\
import pytest
from bank import Account, initials

TOO_MUCH = pytest.raises(OverflowError)


def test_pay():
    account = Account(5)
    with TOO_MUCH:
        account.pay(6)
    account.pay(2)
    with TOO_MUCH:
        account.pay(4)
    assert account.balance == 3


def test_initials():
    assert initials("ada byron") == "AB"
"""


def test_a_shared_context_manager_expects_the_same_failure_in_each_of_its_blocks(changed) -> None:
    rewritten = SHARED_MANAGER.replace("account.balance == 3", "3 == account.balance")
    found = changed({"bank.py": BANK, "test_bank.py": SHARED_MANAGER}, {"test_bank.py": rewritten})
    assert found.sharpness is not None and "test_bank.py::test_pay" in found.sharpness.credited
    assert found.verdict_with_reasons()[0] == "verified", found.verdict_with_reasons()


def test_an_old_test_that_fails_on_the_changed_program_is_not_said_to_fail_by_being_watched(changed) -> None:
    changes = {"bank.py": BANK.replace(".upper()", ".lower()"), "test_bank.py": OLD.replace('"AB"', '"ab"')}
    verdict, reasons = changed({"bank.py": BANK, "test_bank.py": OLD}, changes).verdict_with_reasons()
    assert verdict == "cannot tell" and "as edited, not as they were" in reasons[0], reasons
    assert not any("watched" in one for one in reasons), reasons


def test_a_new_fixture_beside_old_ones_is_measured_as_all_helpers_are(changed: Callable[..., Verification]) -> None:
    fixture = "import pytest\n\n\n@pytest.fixture\ndef {}():\n    return 1\n"
    before = {"bank.py": BANK, "test_bank.py": OLD, "conftest.py": fixture.format("one")}
    found = changed(before, {"conftest.py": fixture.format("one") + fixture.format("two")[13:]})
    assert found.verdict == "verified", found.verdict_with_reasons()


def test_another_input_is_for_a_person(changed: Callable[..., Verification]) -> None:
    found = changed(
        {"bank.py": BANK, "test_bank.py": OLD},
        {"test_bank.py": OLD.replace("share(7, 3) == [3, 2, 2]", "share(8, 3) == [3, 3, 2]")},
    )
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == "cannot tell" and "`share(7, 3)`" in " ".join(reasons), reasons


def test_tests_that_can_not_be_watched_turn_a_loss_into_a_question(changed: Callable[..., Verification]) -> None:
    watching = "import inspect\n\n\ndef caller():\n    return inspect.stack()[1].function\n"
    asks = "    assert caller() == 'test_caller'\n"
    head = "from bank import share\nfrom watching import caller\n\n\ndef test_caller():\n"
    old = f"{head}    assert share(7, 3) == [3, 2, 2]\n"
    found = changed({"bank.py": BANK, "watching.py": watching, "test_bank.py": old}, {"test_bank.py": old + asks})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == "cannot tell" and "test_caller can't be watched" in reasons[0], reasons


ODD = """\
import enum
from pathlib import Path


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Bag(dict):
    __getattr__ = dict.__getitem__


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __str__(self):
        return f"{self.cents / 100:.2f} EUR"


def make(**fields):
    return fields


def mix(first, *, name, function="plain"):
    return f"{first.value} {name} {function}"


def size(bag):
    return len(bag)


def lines(path):
    return Path(path).read_text().splitlines()


def running():
    total = 0
    while True:
        total += yield total


def squares():
    number = 0
    while True:
        number += 1
        yield number * number


def stop(code):
    raise SystemExit(code)
"""
ODD_TESTS = """\
from itertools import islice
from pathlib import Path

import pytest
from odd import Bag, Colour, Money, lines, make, mix, running, size, squares, stop


def test_names():
    assert make(name="x", self=1) == {"name": "x", "self": 1}
    assert mix(Colour.RED, name="tea") == "1 tea plain"


def test_bag():
    assert size(Bag(a=1)) == 1


def test_lines(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    assert lines(tmp_path / "a.txt") == ["a"]
    assert lines(Path(__file__).parent / "data.txt") == ["b"]


def test_running():
    total = running()
    next(total)
    assert [total.send(2), total.send(3)] == [2, 5]


def test_squares():
    assert list(islice(squares(), 3)) == [1, 4, 9]


def test_stop():
    with pytest.raises(SystemExit) as caught:
        stop(2)
    assert caught.value.code == 2


def test_money():
    assert str(Money(1234)) == "12.34 EUR"
"""
ODD_FILES = {"odd.py": ODD, "data.txt": "b\n", "test_odd.py": ODD_TESTS}


def test_calls_of_odd_shapes_are_watched_like_others(changed: Callable[..., Verification]) -> None:
    moved = ODD_TESTS.replace("    assert ", "    is_true(").replace('"\n\n\ndef', '")\n\n\ndef')
    lines = [
        f"{one})" if one.startswith("    is_true(") and not one.endswith('")') else one for one in moved.split("\n")
    ]
    after = "\n".join(lines).replace(
        "\n\n\ndef test_names", "\n\n\ndef is_true(said):\n    assert said\n\n\ndef test_names"
    )
    found = changed(ODD_FILES, {"test_odd.py": after})
    assert found.verdict == "verified", found.verdict_with_reasons()
    assert found.sharpness is not None and not found.sharpness.unwatched and len(found.sharpness.credited) == 7


ODD_TRICKS = [
    ('    assert str(Money(1234)) == "12.34 EUR"\n', "    Money(1234)\n", "Money.__str__()"),
    ("    assert caught.value.code == 2\n", "", "stop(2)"),
    (' == "1 tea plain"', '.startswith("1 tea")', "mix("),
]


def test_what_is_lost_of_calls_of_odd_shapes_is_named(changed: Callable[..., Verification]) -> None:
    after = reduce(lambda text, trick: text.replace(*trick[:2]), ODD_TRICKS, ODD_TESTS)
    found = changed(ODD_FILES, {"test_odd.py": after})
    assert (found.verdict, unnamed(ODD_TRICKS, found)) == ("not verified", [])


UNWATCHED = """\
import contextlib


async def evens(most):
    for number in range(most):
        yield number * 2


@contextlib.contextmanager
def lent(values):
    yield values[0] + 1
    values.clear()


def total(values):
    return sum(values)
"""
UNWATCHED_TESTS = """\
import asyncio

from loans import evens, lent, total


async def listed(items):
    return [one async for one in items]


def test_all():
    assert total([1, 2]) == 3
    assert asyncio.run(listed(evens(3))) == [0, 2, 4]
    with lent([1]) as found:
        assert found == 2
"""


@pytest.mark.parametrize("new", ["assert asyncio.run(listed(evens(3)))", ""])
def test_what_is_lost_of_functions_whose_calls_are_not_watched_is_named(new, changed) -> None:
    files = {"loans.py": UNWATCHED, "test_loans.py": UNWATCHED_TESTS}
    after = UNWATCHED_TESTS.replace("assert asyncio.run(listed(evens(3))) == [0, 2, 4]", new)
    found = changed(files, {"test_loans.py": after.replace("assert found == 2", "pass")})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == "not verified"
    assert all(any(f"`{function}" in reason for reason in reasons) for function in ("evens", "lent")), reasons
    assert found.sharpness is not None and found.sharpness.credited == ["test_loans.py::test_all"]
