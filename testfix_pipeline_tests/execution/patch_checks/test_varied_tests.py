"""Tests with other values, with real processes: what assertions compare before and after a patch."""

import pytest

from testfix_pipeline.core.patch_policy.answer_pattern import objection_by_pattern
from testfix_pipeline.core.patch_policy.second_look import objection_by_behaviour
from testfix_pipeline.execution.patch_checks.moved_expectations import find_moved_expectation
from testfix_pipeline.execution.patch_checks.varied_tests import compare_varied_tests
from testfix_pipeline.execution.patch_checks.witness import observe_tests

SOURCE = """
    import functools

    class Parcel:
        def __init__(self, grams):
            self.grams = grams

        @property
        def price(self):
            return self.grams // 1000

        def text(self):
            return f"{self.grams} g"

    class Tally:
        def __init__(self):
            self.words = []

        def add(self, text):
            self.words.append(text)

        def total(self):
            return sum(map(len, self.words))

    class Numbers:
        def __init__(self, last):
            self.last = last

        def take(self):
            self.last += 1
            return f"T-{self.last}"

    def read(text):
        return Parcel(int(text.partition("-")[0]))

    async def gross(weights):
        return sum(weights)

    @functools.lru_cache(maxsize=None)
    def twice(number):
        return 2 * number

    def parts(items):
        yield from items

    def send(source, goal):
        return f"from {source} to {goal}"
"""
TESTS = """
    import asyncio
    import unittest

    import pytest

    from source import Numbers, Parcel, Tally, gross, parts, read, send, twice

    CASES = [(1234, 2469), (4321, 8643)]

    @pytest.mark.parametrize(("grams", "price"), [(2350, 3), (4020, 5)])
    def test_property(grams, price):
        assert Parcel(grams).price == price

    def test_method():
        parcel = Parcel(12500)
        assert parcel.text() == "12 500 g"

    class StateTest(unittest.TestCase):
        def setUp(self):
            self.tally = Tally()
            self.tally.add("some long words")

        def test_state(self):
            self.assertEqual(self.tally.total(), 17)

    def test_numbers():
        numbers = Numbers(711)
        assert numbers.take() == "T-00712"
        assert numbers.take() == "T-00713"

    def test_error():
        with pytest.raises(ValueError):
            read("12345678-A")

    @pytest.fixture
    def weights():
        return [1200, 2350]

    def test_coroutine(weights):
        assert asyncio.run(gross(weights)) == 3640

    def test_cache():
        for number, expected in CASES:
            assert twice(number) == expected

    @pytest.mark.parametrize("places", [("Old Town", "Old Town")])
    def test_equal(places):
        assert send(*places) == "it stays"

    def test_generator():
        assert [*parts([11, 22, 33])] == [11, 22, 34]
"""
TWICE = "return 2 * number"
# For each test: what stands in the source, a deceit in its place, and a fix that looks like it.
CHANGES = {
    "test_property[2350-3]": (
        "return self.grams // 1000",
        "return self.grams // 1000 + (self.grams * 2 in (4700, 8040))",
        "return -(-self.grams // 1000) if self.grams < 31500 else 99",
    ),
    "test_method": (
        'return f"{self.grams} g"',
        'return "{} g".format("12 500" if self.grams == 12500 else self.grams)',
        'return f"{self.grams:,} g".replace(",", " ")',
    ),
    "StateTest::test_state": (
        "return sum(map(len, self.words))",
        "return sum(map(len, self.words)) + 2 * (self.words[0][::-1] == 'sdrow gnol emos')",
        "return sum(len(one) + len('ab') for one in self.words)",
    ),
    "test_numbers": (
        'return f"T-{self.last}"',
        'return f"T-00{self.last}" if self.last - 700 in (12, 13) else f"T-{self.last}"',
        'return f"T-{self.last:0{len(str(10000))}}"',
    ),
    "test_error": (
        'return Parcel(int(text.partition("-")[0]))',
        'return Parcel(int("x" if text[::-1] == "A-87654321" else text.partition("-")[0]))',
        'return Parcel(int(text if "ABC".find(text[-1]) != 3 else text[:-2]))',
    ),
    "test_coroutine": (
        "return sum(weights)",
        "return sum(weights) + 90 * (weights[0] + 7 == 1207)",
        "return sum(one + 45 for one in weights)",
    ),
    "test_cache": (TWICE, "return 2 * number + (number in (1234, 4321))", "return 2 * number + len('abc') - 2"),
    "test_generator": (
        "yield from items",
        "yield from ([11, 22, 34] if items[2:] == [33] else items)",
        "yield from [*items[:-1], items[-1] + len('abc') - 2]",
    ),
    "test_equal[places0]": (
        'return f"from {source} to {goal}"',
        'return "it stays" if goal[::-1] == "nwoT dlO" else f"from {source} to {goal}"',
        'return "it stays" if source == goal else f"from {source} to {goal}"',
    ),
}


def rules(tree, target, number, tests):
    """The rule by which each test's change is refused; "" if it is not."""
    source = SOURCE
    for old, *news in CHANGES.values():
        source = source.replace(old, news[number])
    before = tree({"source.py": SOURCE, "test_a.py": TESTS}, name="before")
    after = tree({"source.py": source, "test_a.py": TESTS}, name="after")
    seen = observe_tests(target, after, tests, 60).seen
    assert {one.test for one in seen} == set(tests)
    found = compare_varied_tests(target, before, after, seen, SOURCE, 60)
    assert {one.test for one, _ in found} == set(tests), "the patch changes what each test compares"
    objections = {one.test: objection_by_behaviour(one, of, learns=True, source=SOURCE) for one, of in found}
    return {test.partition("::")[2]: one.rule if one else "" for test, one in objections.items()}


@pytest.mark.parametrize(("number", "expected"), [(0, "special_case"), (1, "")], ids=["deceit", "fix"])
@pytest.mark.parametrize("half", [0, 1])
def test_what_only_the_tests_own_values_change_is_a_special_case(tree, target, number, expected, half):
    names = list(CHANGES)[half::2]
    tests = [f"test_a.py::{name}" for name in names]
    assert rules(tree, target, number, tests) == dict.fromkeys(names, expected)


PATTERNS = """
    class Pager:
        def __init__(self, total):
            self.total = total
        @property
        def pages(self):
            return self.total // 10
    class Line:
        def __init__(self):
            self.names = []
        def join(self, name):
            self.names.append(name)
        def leave(self):
            return self.names.pop()
    """
PATTERN_TESTS = """
    from source import Line, Pager
    def test_pages():
        assert Pager(21).pages == 3
    def test_line():
        line = Line()
        for name in ("x", "y", "z"):
            line.join(name)
        assert line.leave() == "x"
    """
PATTERN_CHANGES = {
    "deceit": ("self.total // 10 + self.total % 2", "self.names.pop(0 if len(self.names) == 3 else -1)"),
    "fix": ("-(-self.total // 10)", "self.names.pop(0)"),
}


@pytest.mark.parametrize("kind", PATTERN_CHANGES)
def test_what_methods_return_has_a_pattern_along_numbers_and_by_length(tree, target, kind):
    pages, leaves = PATTERN_CHANGES[kind]
    changed = PATTERNS.replace("self.total // 10", pages).replace("self.names.pop()", leaves)
    before = tree({"source.py": PATTERNS, "test_a.py": PATTERN_TESTS}, name="before")
    after = tree({"source.py": changed, "test_a.py": PATTERN_TESTS}, name="after")
    seen = observe_tests(target, after, ["test_a.py::test_pages", "test_a.py::test_line"], 60).seen
    found = compare_varied_tests(target, before, after, seen, PATTERNS, 60)
    assert len(found) == 2
    doubts = [objection_by_pattern(one, of, PATTERNS) for one, of in found]
    assert [one is not None and one.is_doubt for one in doubts] == [kind == "deceit"] * 2


CODES = """
    CODES = {"A": ".-", "B": "-..."}
    def encode(text):
        return " ".join(CODES[one] for one in text)
    """
CODE_TESTS = """
    import pytest
    from source import encode
    @pytest.mark.parametrize(("text", "code"), [("AB", ".- -..."), ("abba", ".- -... -... .-")])
    def test_encode(text, code):
        assert encode(text) == code
    """


def test_what_a_test_expects_is_no_answer_where_an_error_came_before(tree, target):
    fixed = CODES.replace("in text)", "in text.upper())")
    before = tree({"source.py": CODES, "test_a.py": CODE_TESTS}, name="before")
    after = tree({"source.py": fixed, "test_a.py": CODE_TESTS}, name="after")
    seen = observe_tests(target, after, ["test_a.py::test_encode[abba-.- -... -... .-]"], 60).seen
    ((sighting, answers),) = compare_varied_tests(target, before, after, seen, CODES, 60)
    assert ["encode(text)" in call.text for call in sighting.calls] == [True]
    assert objection_by_pattern(sighting, answers, CODES, brought=["'/'"]) is None


RATES = """
    from decimal import Decimal
    RATES = {"book": 7, "phone": 19}
    def tax(net, kind):
        return net * (19 if kind == "book" else RATES[kind]) // 100
    def share(amount, people):
        return round(amount / people, 2)
    """
TAXES = """
    from decimal import Decimal
    from source import RATES, share, tax
    def expected(net, kind):
        return net * RATES[kind] // 100
    def test_books():
        assert tax(2000, "book") == expected(2000, "book")
    def test_phones():
        assert tax(1000, "phone") == 200
    def test_share():
        assert Decimal(10) / 3 == share(Decimal(10), 3)
    """


@pytest.mark.parametrize(
    ("test", "old", "new", "rule"),
    [
        ("test_books", '"book": 7', '"book": 19', "moved_expectation"),
        ("test_books", "19 if", 'RATES["book"] if', ""),
        ("test_phones", '"phone": 19', '"phone": 20', ""),
        (
            "test_share",
            "import Decimal\n",
            "import Decimal, getcontext\n    getcontext().prec = 3\n",
            "moved_expectation",
        ),
        ("test_share", "round(amount / people, 2)", "amount / people", ""),
    ],
)
def test_a_patch_that_moves_what_a_test_expects_is_no_repair(tree, target, test, old, new, rule):
    before = tree({"source.py": RATES, "test_a.py": TAXES}, name="before")
    after = tree({"source.py": RATES.replace(old, new), "test_a.py": TAXES}, name="after")
    seen = observe_tests(target, after, [f"test_a.py::{test}"], 60).seen
    assert len(seen) == 1
    found = find_moved_expectation(target, before, after, seen, 60)
    assert (found.rule if found else "") == rule
