"""What everybody knows and half of the code has: the right text is among the proposals."""

import pytest

from testfix_pipeline.repair.languages.python.edits import bounds
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

MERGED = """
def merged(spans):
    found = []
    for one in spans:
        if found and one.start <= found[-1].end:
            found[-1] = Span(found[-1].start, one.end)
        else:
            found.append(one)
    return found
"""
CASES = {
    "the later end": (
        bounds.clamps,
        MERGED,
        "found[-1].start, one.end",
        "found[-1].start, max(found[-1].end, one.end)",
    ),
    "the later end by name": (
        bounds.clamps,
        MERGED.replace("Span(found[-1].start, one.end)", "replace(found[-1], end=one.end)"),
        "end=one.end",
        "end=max(found[-1].end, one.end)",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
