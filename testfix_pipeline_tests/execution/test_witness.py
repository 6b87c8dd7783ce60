"""The second look, with real processes: what tests saw, and what functions return outside of them."""

import pytest

from testfix_pipeline.execution.witness import answers, second_look

SOURCE = """
    class Any:
        def __eq__(self, other):
            return len([other]) == 1

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
"""
TESTS = """
    import unittest
    from source import Block, any, double, known, unrun

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

    def test_fixture(tmp_path):
        assert double(1) == 2

    class Methods(unittest.TestCase):
        def test_method(self):
            self.assertEqual(double(4), 8)

        def test_any(self):
            self.assertEqual(any(), 8)

    def test_fails():
        assert double(1) == 3
"""


@pytest.fixture
def look(tree, target):
    root = tree({"source.py": SOURCE, "test_a.py": TESTS})
    names = ["plain", "known", "swallowed", "unrun", "any", "fixture", "fails"]
    tests = [f"test_a.py::test_{name}" for name in names]
    tests += [f"test_a.py::Methods::test_{name}" for name in ("method", "any")]
    return root, {one.test.rpartition("::")[2]: one for one in second_look(target, root, tests, 60).seen}


def test_what_assertions_saw_and_functions_returned(look, tree, target):
    root, seen = look
    assert "test_fails" not in seen
    assert {name for name, one in seen.items() if one.false} == {"test_swallowed"}
    assert {name for name, one in seen.items() if not one.asserted} == {"test_unrun"}
    assert all(one.written for one in seen.values())
    assert seen["test_any"].loose and not seen["test_plain"].loose
    assert [(call.text, call.result) for call in seen["test_plain"].calls] == [
        ("double(21,2,)", "42"),
        ("double(5,3,)", "15"),
    ]
    assert seen["test_fixture"].calls == () and len(seen["test_method"].calls) == 1
    asked = [seen["test_plain"], seen["test_known"]]
    before = tree({"source.py": SOURCE.replace("84 if n == 42 else n", "n")}, name="before")
    plain, known = answers(target, before, root, asked)
    assert plain.before == plain.after == ["42", "15"]
    assert (known.before, known.after) == (["42"], ["84"])
    assert len(known.near[0]) > 5 and all(old == new for _, old, new in known.near[0])
