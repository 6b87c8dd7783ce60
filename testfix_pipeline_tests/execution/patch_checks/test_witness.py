"""The second look, with real processes: what tests saw, and what functions return outside of them."""

import time
from dataclasses import replace

import pytest

from testfix_pipeline.core.errors import BudgetSpent
from testfix_pipeline.core.patch_policy.second_look import ALONG, FAR, Call, Sighting
from testfix_pipeline.execution.deadline import Deadline
from testfix_pipeline.execution.patch_checks import witness
from testfix_pipeline.execution.patch_checks.witness import compare_return_values, observe_tests

SOURCE = """
    class Any:
        def __eq__(self, other):
            return len([other]) == 1

    class Holder:
        __module__ = "builtins"

        def __contains__(self, one):
            return True

        __le__ = __contains__

    class Block:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            return bool(kind)

    def unrun(function):
        return lambda: None

    def double(n, factor=2):
        return n * factor

    def known(n):
        return 84 if n == 42 else n

    def any():
        return Any()

    class Rough(str):
        def __eq__(self, other):
            return self[:1] == other[:1]

    def rough(text):
        return Rough(text)

    def thrice(n, seen=[]):
        seen.append(n)
        return 2 * n if len(seen) < 4 else n
"""
TESTS = """
    import unittest
    from source import Block, Holder, any, double, known, rough, thrice, unrun

    def test_plain():
        assert double(21) == 42
        assert double(5, factor=3) == 15

    def test_known():
        assert known(42) == 84

    def test_swallowed():
        with Block():
            assert double(1) == 7

    @unrun
    def test_unrun():
        assert double(1) == 7

    def test_any():
        assert any() == 5

    def test_held():
        assert 5 in Holder()

    def test_in_order():
        assert Holder() <= 5

    def test_rough():
        assert rough("ab") == "ab"

    def test_too_rough():
        assert "ac" == rough("ab")

    def test_thrice():
        assert thrice(4) == 8

    def test_fixture(tmp_path):
        assert double(1) == 2

    class Methods(unittest.TestCase):
        def test_method(self):
            self.assertEqual(double(4), 8)

        def test_any(self):
            self.assertEqual(any(), 8)

        def test_greater(self):
            self.assertGreaterEqual(5, Holder())

    def test_fails():
        assert double(1) == 3
"""


@pytest.fixture
def look(tree, target):
    root = tree({"source.py": SOURCE, "test_a.py": TESTS})
    names = [
        "plain",
        "known",
        "swallowed",
        "unrun",
        "any",
        "rough",
        "too_rough",
        "thrice",
        "fixture",
        "fails",
        "held",
        "in_order",
    ]
    tests = [f"test_a.py::test_{name}" for name in names]
    tests += [f"test_a.py::Methods::test_{name}" for name in ("method", "any", "greater")]
    return root, {one.test.rpartition("::")[2]: one for one in observe_tests(target, root, tests, 60).seen}


def test_what_assertions_saw_and_functions_returned(look, tree, target):
    root, seen = look
    assert "test_fails" not in seen
    assert {name for name, one in seen.items() if one.false} == {"test_swallowed"}
    assert {name for name, one in seen.items() if not one.asserted} == {"test_unrun"}
    assert all(one.written for one in seen.values())
    loose = {"test_any", "test_held", "test_in_order", "test_greater"}
    assert {name for name, one in seen.items() if one.loose} == loose
    assert seen["test_too_rough"].unlike == (("Rough", "source.py"),) and not seen["test_rough"].unlike
    assert [(call.text, call.result) for call in seen["test_plain"].calls] == [
        ("double(21,2,)", "42"),
        ("double(5,3,)", "15"),
    ]
    assert not seen["test_fixture"].alone and len(seen["test_method"].calls) == 1
    asked = [seen["test_plain"], seen["test_known"], seen["test_thrice"]]
    before = tree({"source.py": SOURCE.replace("84 if n == 42 else n", "n").replace("< 4", "< 0")}, name="before")
    plain, known, thrice = compare_return_values(target, before, root, asked)
    assert plain.before == plain.after == ["42", "15"]
    assert (known.before, known.after) == (["42"], ["84"])
    assert (thrice.before, thrice.after, thrice.before_again) == (["4"], ["8"], ["4"] * 8)
    assert thrice.after_again == [*["8"] * 3, *["4"] * 5]
    assert len(known.near[0]) > 5 and all(one.before == one.after for one in known.near[0])


def test_data_that_only_the_patch_has_an_import_replace_is_reported(tree, target):
    units = "ML = {'cup': 240.0}\nDEFAULT = 'cup'\nWRITERS = {}\n"
    code = "import units\n\nunits.DEFAULT = 'tsp'\n\ndef volume(n):\n    return n * units.ML['cup']\n"
    patched = code + "\nunits.ML['cup'] *= 1.5\nunits.ML['tsp'] = 5.0\nunits.WRITERS['a'] = 1\n"
    before, after = (tree({"units.py": units, "volumes.py": one}, name=str(len(one))) for one in (code, patched))
    seen = Sighting("t", 1, 0, True, False, (), (Call("volumes", "volume", "(2,)", "{}", "720.0"),))
    [found] = compare_return_values(target, before, after, [seen])
    assert found.replaced == (("units.ML['cup']", "240.0", "360.0"),), "not what both replace, nor new entries"


def test_a_call_that_falls_back_once_among_its_repetitions_is_reported(tree, target):
    code = "def f(n, seen=[]):\n    seen.append(n)\n    return n\n"
    patched = code.replace("return n", "return n if len(seen) % 3 == 2 else 2 * n")
    before, after = (tree({"source.py": one}, name=str(len(one))) for one in (code, patched))
    seen = Sighting("t", 1, 0, True, False, (), (Call("source", "f", "(4,)", "{}", "8"),))
    [found] = compare_return_values(target, before, after, [seen])
    assert (found.before, found.after, found.before_again) == (["4"], ["8"], ["4"] * 8)
    assert found.after_again == ["8", "4", "8", "8", "4", "8", "8", "4"]


def test_calls_that_never_end_leave_time_for_the_others(tree, target, monkeypatch):
    monkeypatch.setattr(witness, "CALL_SECONDS", 0.4)
    root = tree({"source.py": "def f(n):\n    while n:\n        pass\n    return n\n"})
    calls = [[["source", "f", f"({n},)", "{}"]] for n in (*range(1, 20), 0)]
    assert witness._run_probe(target, root, calls) == {19: ["0"], 39: ["0"]}


def test_calls_that_take_too_long_together_are_cut_off_in_turn_and_those_made_count(tree, target, monkeypatch):
    monkeypatch.setattr(witness, "PROBE_SECONDS", 6.0)
    root = tree({"source.py": "import time\n\ndef f(n):\n    time.sleep(0.3)\n    return n\n"})
    calls = [[["source", "f", f"({n},)", "{}"]] for n in range(60)]
    found = witness._run_probe(target, root, calls)
    assert found[0] == found[60] == ["0"]
    assert 59 not in found


def test_the_sessions_deadline_ends_the_calls(tree, target):
    root = tree({"source.py": "def f(n):\n    while n:\n        pass\n    return n\n"})
    soon = replace(target, deadline=Deadline(time.monotonic() + 1.0, "1 second"))
    with pytest.raises(BudgetSpent):
        witness._run_probe(soon, root, [[["source", "f", "(1,)", "{}"]]] * 5)


TABLE = "def f(n):\n    return n + 1\n"
TABLE_TESTS = """
    from source import f

    def test_one():
        assert f(41) == 42

    def test_other():
        assert f(42) == 43
"""


def test_what_another_test_gives_is_near_nothing(tree, target):
    root = tree({"source.py": TABLE, "test_a.py": TABLE_TESTS})
    seen = observe_tests(target, root, ["test_a.py::test_one", "test_a.py::test_other"], 60).seen
    for one in compare_return_values(target, root, root, seen):
        results = {other.before for other in one.near[0]}
        assert len(results) > 6 and not {"42", "43"} & results


def test_equal_arguments_change_together(tree, target):
    root = tree({"source.py": "def pair(one, other, third=0):\n    return one == other\n"})
    call = Call("source", "pair", "('Old Town', 'Old Town', 1)", "{}", "True")
    seen = Sighting("test_a.py::test_b", 1, 0, True, False, (), (call,))
    [found] = compare_return_values(target, root, root, [seen])
    assert {one.position for one in found.near[0]} == {0, 2}
    assert {one.before for one in found.near[0]} == {"True"}, "code may ask whether two arguments are the same"


MODEL = """
    import functools
    from dataclasses import dataclass
    from datetime import date
    from decimal import Decimal

    @dataclass(frozen=True)
    class Price:
        net: Decimal
        day: date

    def twice(function):
        def inner(*args):
            return 2 * function(*args)
        return inner

    def later(price, days=1):
        return Price(price.net, date.fromordinal(price.day.toordinal() + days))

    @twice
    def decorated(n):
        return n + 1

    @functools.lru_cache(maxsize=None)
    def kept(n):
        return n + 2

    def check_all(function, cases):
        for given, wanted in cases:
            assert function(given) == wanted

    def length(text):
        return len(text)

    class Till:
        def ring(self, text):
            return length(text)
"""
MODEL_TESTS = """
    from datetime import date
    from decimal import Decimal
    import pytest
    from source import Price, Till, check_all, decorated, kept, later, length

    @pytest.fixture
    def price():
        return Price(Decimal("1.50"), date(2024, 2, 28))

    def test_handed(price):
        assert later(price).day == date(2024, 2, 29)

    def test_wrapped():
        assert decorated(4) == 10
        assert kept(5) == 7

    def test_by_a_helper():
        check_all(length, [("abc", 3), ("abcd", 4)])

    def test_by_a_method():
        assert Till().ring("four") == 4
"""


def test_calls_with_objects_of_data_by_decorators_helpers_and_methods_are_asked_again(tree, target):
    root = tree({"source.py": MODEL, "test_a.py": MODEL_TESTS})
    tests = [f"test_a.py::test_{name}" for name in ("handed", "wrapped", "by_a_helper", "by_a_method")]
    seen = observe_tests(target, root, tests, 60).seen
    assert {one.test.partition("::test_")[2]: (one.alone, [call.text for call in one.calls]) for one in seen} == {
        "handed": (False, ["later(source.Price(net=Decimal('1.50'), day=date(2024, 2, 28)),1,)"]),
        "wrapped": (True, ["decorated(4,)", "kept(5,)"]),
        "by_a_helper": (False, ["length('abc',)", "length('abcd',)"]),
        "by_a_method": (False, ["length('four',)"]),
    }
    before = tree({"source.py": MODEL.replace("+ days", "- days")}, name="before")
    handed = compare_return_values(target, before, root, [seen[0]])[0]
    assert handed.before == ["source.Price(net=Decimal('1.50'), day=date(2024, 2, 27))"]
    assert handed.after == [seen[0].calls[0].result] == ["source.Price(net=Decimal('1.50'), day=date(2024, 2, 29))"]
    changed = [one for one in handed.near[0] if one.before and one.before != one.after]
    assert {one.part for one in changed} == {"net", "day", "", FAR, ALONG}


OBJECTS = """
    import enum

    class Kind(enum.Enum):
        OPEN = 1

    class Ticket:
        def __init__(self, number, name="", kind=Kind.OPEN.value):
            self.number, self.name, self.kind = number, name, kind
        def __eq__(self, other):
            return self.number == other.number

    class Rough(Ticket):
        def __eq__(self, other):
            return abs(self.number - other.number) < 1000

    class Digits(Ticket):
        def __eq__(self, other):
            return len(str(self.number)) == len(str(other.number))

    class Near(Ticket):
        def __eq__(self, other):
            return abs(self.number - other.number) < 60

    class Named(Ticket):
        def __eq__(self, other):
            return self.name.lower() == other.name.lower()

    class OfKind(Ticket):
        def __eq__(self, other):
            return self.kind == other.kind
"""
OF_OBJECTS = """
    import pytest
    import source

    @pytest.mark.parametrize("name", ["Ticket", "Rough", "Digits", "Near", "Named", "OfKind"])
    def test_equal(name):
        made = getattr(source, name)
        assert made(4711, "Ada", source.Kind.OPEN) == made(4711, "Ada", source.Kind.OPEN)

    @pytest.mark.parametrize("name", ["Ticket", "Rough", "Digits", "Near", "Named"])
    def test_plain(name):
        made = getattr(source, name)
        assert made(4711, "Ada") == made(4711, "Ada")
"""


def test_objects_that_equal_others_with_all_data_altered_are_loose(tree, target):
    root = tree({"source.py": OBJECTS, "test_a.py": OF_OBJECTS})
    names = ["Ticket", "Rough", "Digits", "Near", "Named"]
    tests = [f"test_a.py::test_plain[{name}]" for name in names]
    tests += [f"test_a.py::test_equal[{name}]" for name in [*names, "OfKind"]]
    seen = observe_tests(target, root, tests, 60).seen
    assert {one.test.rpartition("::")[2] for one in seen if one.loose} == {"test_plain[Rough]", "test_plain[Digits]"}
