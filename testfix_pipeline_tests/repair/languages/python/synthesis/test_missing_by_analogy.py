"""Missing code that the project says of something else: branches, guards, table entries, what all siblings do."""

from testfix_pipeline.repair.languages.python.synthesis.missing_branches import branch_bodies
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, places_at
from testfix_pipeline.repair.languages.python.synthesis.state_changes import state_changes
from testfix_pipeline_tests.repair.sources import parsed, targets

DEPOT = """
class Depot:
    def __init__(self):
        self.faulty = []
        self.repairs = 0
    def report(self, tram):
        self.faulty.append(tram)
    def repaired(self, tram, degrees):
        if degrees < 12:
            return
        self.where[tram] = "depot"
    def count(self):
        return self.repairs
"""


def place_of(code: str, line: str) -> ProbePoint:
    found = next(one for one in targets(parsed(code)) if one.text(one.stmt).startswith(line))
    return next(iter(places_at(found, 1.0)))


def test_two_changes_may_be_missing_under_one_condition() -> None:
    found = dict(state_changes(place_of(DEPOT, "self.where")))
    assert {"self.repairs += 1", "self.faulty.remove(tram)", "self.faulty.remove(tram)\nself.repairs += 1"} <= set(
        found
    )


def test_another_branch_may_undo_what_its_sibling_does() -> None:
    code = """
class Settings:
    def unset(self, name):
        del self.known[name]
    def restore(self, name, value):
        if value:
            self.set(name, value)
    def set(self, name, value):
        self.known[name] = value
"""
    assert "self.unset(name)" in branch_bodies(place_of(code, "if value"))
    assert "self.unset(name)" not in branch_bodies(place_of(code.replace("unset", "forget"), "if value"))
