"""What is asked of a package client for the releases of tomorrow."""

import pytest

from testfix_pipeline.updates.tomorrow.environments import How, changed, requirements

INSTALLED = {"pip": "24.0", "click": "8.1.3", "old": "0.4", "local": "2.1+cu118", "epoch": "1!2.0", "odd": "unknown"}


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ("minor", ["click>=8.1.3,<9", "epoch>=1!2.0,<1!3", "local>=2.1,<3", "odd", "old==0.4"]),
        ("all", ["click>=8.1.3", "epoch>=1!2.0", "local>=2.1", "odd", "old==0.4"]),
    ],
)
def test_no_release_is_older_and_what_is_held_stays(how: How, wanted: list[str]) -> None:
    assert requirements(INSTALLED, how, ["old"]) == wanted


def test_releases_are_those_that_differ_or_are_new() -> None:
    found = changed(INSTALLED, {"click": "8.2", "old": "0.4", "colour": "1.0"})
    assert [one.describe() for one in found] == ["click 8.1.3 → 8.2", "colour new → 1.0"]
