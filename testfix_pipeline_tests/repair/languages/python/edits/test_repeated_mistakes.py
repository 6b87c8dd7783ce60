"""The same mistake in several statements of a function is repaired by one edit."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, apply_spans
from testfix_pipeline.repair.languages.python.edits.edit_producer import weighed_proposals
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline_tests.repair.sources import parsed, shape, targets


def proposed(code: str) -> dict[str, Edit]:
    sources = parsed(code)
    edits = [edit for site in targets(sources) for one in PRODUCERS for edit in weighed_proposals(site, one)]
    found = {}
    for edit in edits:
        try:
            found[shape(apply_spans(sources[0].text, edit.spans))] = edit
        except SyntaxError:
            continue
    return found


TWO_CALLS = """
    class Runner:
        def __init__(self, settings):
            self.settings = dict(settings)
            configure(settings)
            report(settings["name"], 3)
"""
OF_THE_CALLER = """configure(settings)
            report(settings["name"]"""
A_LOOKUP = """
    class Form:
        def fill(self, field, given):
            if field.name in self.fields and field.name not in given:
                given[field.name] = self.fields[field.name]
            return given
"""
MISSPELT = """
    def transfer(source, goal, amount):
        if source.ballance < amount:
            raise ValueError(amount)
        source.ballance = source.ballance - amount
        goal.balance += amount
"""
PASSED_ON = """
    def streamed(function):
        def wrapped(*args, **kwargs):
            return list(function())
        return wrapped
"""


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        (TWO_CALLS, OF_THE_CALLER, OF_THE_CALLER.replace("settings", "self.settings")),
        (A_LOOKUP, "field.name", "field"),
        (MISSPELT, "ballance", "balance"),
        (PASSED_ON, "function())", "function(*args, **kwargs))"),
    ],
)
def test_one_edit_repairs_all_its_places(code: str, old: str, new: str) -> None:
    assert old in code
    assert shape(code.replace(old, new)) in proposed(code)
