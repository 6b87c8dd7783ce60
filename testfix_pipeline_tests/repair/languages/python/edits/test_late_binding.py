"""Functions that are made in a loop keep the values of its variables."""

import pytest

from testfix_pipeline.repair.languages.python.edits import late_binding
from testfix_pipeline_tests.repair.sources import assert_proposed, texts


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("for name in names:\n    made.append(lambda: name)\n", "lambda:", "lambda name=name:"),
        ("for name in names:\n    made.append(lambda *args: call(name, *args))\n", "*args:", "*args, name=name:"),
        ("for n in names:\n    def f(mark):\n        return n + mark\n    keep(f)\n", "mark)", "mark, n=n)"),
        ("made = {n: lambda x: x + n for n in names}\n", "lambda x:", "lambda x, n=n:"),
        ("for n in names:\n    def f():\n        return n\n    keep(f)\n", "f()", "f(n=n)"),
    ],
)
def test_variables_of_the_loop_become_defaults(code: str, old: str, new: str) -> None:
    assert_proposed(late_binding.propose_default_arguments, code, old, new)


@pytest.mark.parametrize(
    "code",
    [
        "for n in names:\n    keep(lambda n: n + 1)\n",
        "for n in names:\n    keep(lambda **given: n)\n",
        "def f(n):\n    return lambda: n\n",
    ],
)
def test_nothing_is_proposed_where_no_variable_of_a_loop_is_read_or_no_default_may_follow(code: str) -> None:
    assert not texts(late_binding.propose_default_arguments, code)
