"""The real agents of npm that speak the Agent Client Protocol, as `acp:` workers against the scripted model server."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.clis.acp import AcpAgent, AcpCaller
from testfix_pipeline.agents.clis.registration import ACCESS
from testfix_pipeline_tests.agents import moves
from testfix_pipeline_tests.agents.model_server import ModelServer, Say, Status, Step
from testfix_pipeline_tests.conftest import Repository

pytestmark = pytest.mark.npm
SECONDS = 120.0
"""Far more than a call needs: a loaded machine starts Node slowly."""


@pytest.fixture(params=list(moves.ACP_LINES))
def tool(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if shutil.which(name) is None:
        pytest.skip(f"{name} needs npm: run `make test-full`")
    return name


def _caller(tool: str, address: str) -> AcpCaller:
    environ = moves.environment(address, os.environ["PATH"])
    agent = AcpAgent.of(moves.ACP_LINES[tool], ACCESS, environ)
    return AcpCaller(agent, environ=environ, keys=tuple(one.pair for one in ACCESS))


@pytest.fixture
def ask(tool: str, checkout: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ToolReply]:
    """Call the agent; nothing may be left in the temporary folder."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def call(prompt: str, server: ModelServer, **fields: Any) -> ToolReply:
        reply = _caller(tool, server.address).call(ToolCall(prompt, checkout.root, **{"seconds": SECONDS, **fields}))
        assert server.errors == []
        assert list(temporary.iterdir()) == []
        return reply

    return call


def test_it_is_found_and_usable(tool: str) -> None:
    with ModelServer([Say("unasked")]) as server:
        found = _caller(tool, server.address).probe()
        assert found.usable, found.why
        assert found.version and server.requests == []


def test_it_answers_and_its_model_is_counted(ask: Callable[..., ToolReply], checkout: Repository) -> None:
    with ModelServer([Say('The sign is wrong. {"confidence_score": 0.9}')]) as server:
        reply = ask("Why does my walrus fail?", server)
    assert (reply.kind, reply.payload, reply.changed) == ("ok", {"confidence_score": 0.9}, []), reply
    calls = reply.usage.input // 120
    assert 1 <= calls <= len(server.requests)  # some also ask for a title, which need not come before the end
    assert (reply.usage.input, reply.usage.output, reply.usage.cached) == (120 * calls, 30 * calls, 20 * calls)
    assert any("walrus" in request.text for request in server.requests)
    assert checkout.git("status", "--short") == ""


def test_it_edits_a_file(tool: str, ask: Callable[..., ToolReply], checkout: Repository) -> None:
    steps = moves.replace(tool, checkout.root / "calc.py", "    return a - b", "    return a + b")
    with ModelServer([*steps, Say("Done.")]) as server:
        reply = ask("Repair it.", server, mode="write")
    assert (reply.kind, reply.changed) == ("ok", ["calc.py"]) and reply.text.endswith("Done."), reply
    assert "return a + b" in (checkout.root / "calc.py").read_text()


def test_it_changes_nothing_where_it_may_only_read(tool, ask, checkout) -> None:
    steps: list[Step] = moves.replace(tool, checkout.root / "calc.py", "    return a - b", "    return a + b")
    with ModelServer([*steps, Say("I may not.")]) as server:
        reply = ask("Repair it.", server)
    assert reply.changed == [] and "return a - b" in (checkout.root / "calc.py").read_text()


def test_a_refused_key_is_an_error(ask: Callable[..., ToolReply]) -> None:
    with ModelServer([Status(401)]) as server:
        reply = ask("Why?", server)
    assert (reply.kind, reply.http_status) == ("not_logged_in", 401), reply
