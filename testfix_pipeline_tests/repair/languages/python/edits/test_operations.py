"""What calls and operations lack: an argument that other calls have, a variable that nothing reads."""

import ast

from testfix_pipeline.repair.languages.python.analysis.operations import operations
from testfix_pipeline.repair.languages.python.synthesis.rebuilding import probe_questions
from testfix_pipeline_tests.repair.sources import parsed, targets

QUEUE = """
class Queue:
    def room(self):
        return self.limit
    def full(self):
        return not self.waiting
"""


def test_what_there_is_may_be_taken_off() -> None:
    room = next(one for one in targets(parsed(QUEUE)) if isinstance(one.stmt, ast.Return))
    (one,) = probe_questions(room, 1.0)
    assert "self.limit - len(self.waiting)" in one.weights


def test_the_operations_of_a_function_are_those_of_simple_operands() -> None:
    code = "def f(x, ys):\n    x.n += len(ys)\n    z = (x + 1) * ys[0]\n    return g(x) - 1"
    found = operations(ast.parse(code).body[0])
    assert found == {"x.n + len(ys)": {"x", "len", "ys"}, "x + 1": {"x"}}
