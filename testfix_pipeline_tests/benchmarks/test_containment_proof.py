"""Hostile tools of the proof of containment, each called as the cycle calls a coding command line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.containment.outside import Outside, outside
from benchmarks.containment.tool_trial import tool_trial
from benchmarks.containment.tools import TOOLS

BY_NAME = {tool.name: tool for tool in TOOLS}
REPRESENTATIVE = (
    "another host by way of the gateway",
    "round the gateway to its model",
    "a tool makes the system writable",
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    with outside(tmp_path_factory.mktemp("proof")) as found:
        yield found


@pytest.mark.bubblewrap
@pytest.mark.parametrize("name", REPRESENTATIVE)
def test_a_hostile_tool_is_held(world: Outside, name: str) -> None:
    row = tool_trial(BY_NAME[name], "full", world)
    assert (row["wrong"], row["held"], row["reported"]) == ([], True, "ok")


def test_the_trial_sees_what_no_sandbox_holds(world: Outside) -> None:
    """Without one the same tool gets round the gateway: the proof can fail."""
    row = tool_trial(BY_NAME["round the gateway to a server of ours"], "off", world)
    assert not row["held"] and "another server was reached" in row["leaked"] and row["wrong"] == []
