"""The patches in an attempt's details: what any version wrote is read, and nothing else."""

from dataclasses import asdict

import pytest

from testfix_pipeline.core.found_patches import FoundPatch, found_patches

NEW = FoundPatch("guard.return", "a.py:3", "returns early", 0.5, "--- a/a.py\n", ["test_a.py::test_a"], False)


def test_what_was_written_is_read_with_what_older_versions_did_not_write() -> None:
    older = {"kind": "variable", "description": "another name", "of_another_version": 1}
    first, second = found_patches({"plausible": [asdict(NEW), older]})
    assert first == NEW
    assert (second.kind, second.description, second.complete) == ("variable", "another name", True)


@pytest.mark.parametrize("details", [{}, {"plausible": None}, {"plausible": "x"}, {"plausible": [1, "x", []]}])
def test_what_another_tool_wrote_there_is_no_patch(details: dict[str, object]) -> None:
    assert found_patches(details) == []
