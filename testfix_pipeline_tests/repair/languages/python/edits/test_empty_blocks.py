"""Blocks in which nothing is done: what is put there takes the place of the `pass`."""

from testfix_pipeline.repair.languages.python.edits.counter_updates import propose_steps
from testfix_pipeline_tests.repair.sources import shape, texts

DEPTH = """
def f(text):
    depth = 0
    for c in text:
        if c == "(":
            depth += 1
        elif c == ")":
            pass
    return depth
"""


def test_what_other_producers_put_there_takes_its_place() -> None:
    found = texts(propose_steps, DEPTH)
    assert shape(DEPTH.replace("pass", "depth -= 1")) in found
    for beside in ("depth -= 1; pass", "pass; depth -= 1"):
        assert shape(DEPTH.replace("pass", beside)) not in found
