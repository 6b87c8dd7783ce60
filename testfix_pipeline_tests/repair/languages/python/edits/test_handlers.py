"""A statement that fails is tried, and left as the code around leaves."""

from collections.abc import Mapping

from testfix_pipeline.repair.languages.python.edits.handlers import propose_handlers
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline_tests.repair.sources import shape, texts

LIMITS = """
class Limits:
    def number(self, raw, default=0):
        if raw is None:
            return self.complain(raw, default)
        value = int(raw)
        return value

    def complain(self, raw, default):
        hidden = raw
        return hidden or default
"""


def proposed(code: str, passed_lines: Mapping[tuple[str, int], str]) -> set[str]:
    evidence = FailureEvidence(errors=frozenset({"ValueError"}), passed_lines=passed_lines)
    return set(texts(propose_handlers, code, failure_evidence=evidence))


def tried(way_out: str) -> str:
    lines = "        try:\n            value = int(raw)\n        except ValueError:\n            "
    return shape(LIMITS.replace("        value = int(raw)", f"{lines}{way_out}"))


def test_ways_out_of_the_function_its_class_and_values_are_proposed() -> None:
    found = proposed(LIMITS, {("file0.py", 5): "ValueError"})
    assert {tried(way) for way in ("return self.complain(raw, default)", "value = default", "value = 0")} <= found
    assert tried("return hidden or default") not in found  # a name of another function


def test_what_raised_nothing_or_something_unknown_is_not_tried() -> None:
    assert not proposed(LIMITS, {})
    assert not proposed(LIMITS, {("file0.py", 5): "vendor.OddError"})


def test_what_runs_on_import_is_not_tried() -> None:
    assert not proposed("VALUE = int('a')\n", {("file0.py", 1): "ValueError"})
