"""Missing `nonlocal` and `global` declarations."""

from testfix_pipeline.repair.languages.python.edits import scope_declarations
from testfix_pipeline_tests.repair.sources import assert_proposed

FIBONACCI = """
def fib():
    a, b = 0, 1
    def step():
        a, b = b, a + b
        return a
    return step
"""
COUNTER = "count = 0\ndef counted():\n    count += 1\n"


def test_names_of_the_scope_around_are_declared() -> None:
    new = "def step():\n        nonlocal a, b\n"
    assert_proposed(scope_declarations.propose_declarations, FIBONACCI, "def step():\n", new)
    new = "counted():\n    global count\n"
    assert_proposed(scope_declarations.propose_declarations, COUNTER, "counted():\n", new)
