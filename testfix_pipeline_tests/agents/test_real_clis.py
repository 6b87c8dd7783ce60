"""The real command lines of npm against the scripted model server: `make test-full` installs and runs them."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents import tool_conversation
from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.gateway import Upstream
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline_tests.agents import moves, planted_logins
from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Say, Status, Step, refused_address
from testfix_pipeline_tests.conftest import Repository

pytestmark = pytest.mark.npm
SECONDS = 120.0
"""Far more than a call needs: a loaded machine starts Node slowly."""


@pytest.fixture(params=list(TOOLS))
def tool(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if shutil.which(name) is None:
        pytest.skip(f"{name} needs npm: run `make test-full`")
    return name


@pytest.fixture
def ask(tool: str, checkout: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ToolReply]:
    """Call the tool; nothing may be left in the temporary folder or the home."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    home = tmp_path / "home"

    def call(prompt: str, server: ModelServer, **fields: Any) -> ToolReply:
        before = sorted(home.rglob("*"))
        environ = moves.environment(server.address, os.environ["PATH"])
        caller = CliCaller(TOOLS[tool], wanted_model=moves.MODEL, environ=environ, keep=tmp_path / "keep")
        reply = caller.call(ToolCall(prompt, checkout.root, **{"seconds": SECONDS, **fields}))
        assert server.errors == []
        assert list(temporary.iterdir()) == [] and sorted(home.rglob("*")) == before
        return reply

    return call


def test_it_is_found_and_usable(tool: str) -> None:
    found = CliCaller(TOOLS[tool], environ=moves.environment("http://127.0.0.1:1", os.environ["PATH"])).probe()
    assert found.usable, found.why
    assert found.version


def test_it_analyses_and_goes_on_with_the_conversation(ask: Callable[..., ToolReply], checkout: Repository) -> None:
    steps: list[Step] = [Say('The sign is wrong. {"confidence_score": 0.9}'), Say("Line two.")]
    with ModelServer(steps) as server:
        first = ask("Why does my walrus fail?", server)
        second = ask("Which line?", server, resume=first.session)
    assert (first.kind, first.payload) == ("ok", {"confidence_score": 0.9}), first
    assert (first.usage.input, first.usage.output, first.usage.cached) == (120, 30, 20)
    assert (second.kind, second.text) == ("ok", "Line two."), second
    assert "walrus" in server.requests[-1].text and "Which line?" in server.requests[-1].text
    assert first.changed == [] and checkout.git("status", "--short") == ""


def test_it_edits_a_file(tool: str, ask: Callable[..., ToolReply], checkout: Repository) -> None:
    steps = moves.replace(tool, checkout.root / "calc.py", "    return a - b", "    return a + b")
    with ModelServer([*steps, Say("Done.")]) as server:
        reply = ask("Repair it.", server, mode="write")
    assert (reply.kind, reply.changed, reply.text) == ("ok", ["calc.py"], "Done."), reply
    assert "return a + b" in (checkout.root / "calc.py").read_text()


def test_it_reads_only_and_runs_nothing_of_the_project(tool, ask, checkout, tmp_path) -> None:
    mark = checkout.root / "hooked"
    hook = {"hooks": [{"type": "command", "command": f"touch {mark}"}]}
    server_of_tools = {"x": {"command": "touch", "args": [str(mark)]}}
    settings = {"hooks": {"SessionStart": [hook], "UserPromptSubmit": [hook]}, "mcpServers": server_of_tools}
    for folder in (".gemini", ".qwen", ".claude", ".github/copilot", ".copilot"):
        checkout.write(f"{folder}/settings.json", json.dumps(settings))
    checkout.write(".codex/config.toml", f'[mcp_servers.x]\ncommand = "touch"\nargs = ["{mark}"]\n')
    mcp = {"x": {"type": "local", "command": ["touch", str(mark)], "enabled": True}}
    checkout.write("opencode.json", json.dumps({"mcp": mcp}))
    plugin = f"export const Mark = async ({{ $ }}) => {{ await $`touch {mark}`; return {{}} }}\n"
    checkout.write(".opencode/plugin/mark.js", plugin)
    checkout.write(".mcp.json", json.dumps({"mcpServers": server_of_tools}))
    steps = moves.replace(tool, checkout.root / "calc.py", "    return a - b", "    return a + b")
    with ModelServer([*steps, Say("I may not.")]) as server:
        reply = ask("Repair it.", server)
    assert reply.changed == [] and "return a - b" in (checkout.root / "calc.py").read_text()
    assert not mark.exists()


def test_it_reads_the_sessions_files_and_can_not_change_them(tool, ask, checkout, tmp_path) -> None:
    shown = tmp_path / "cache" / "shown"
    shown.mkdir(parents=True)
    state = shown / "iteration-state.json"
    state.write_text('{"animal": "axolotl"}\n')
    steps = [moves.read(tool, state), *moves.replace(tool, state, '{"animal": "axolotl"}', '{"animal": "newt"}')]
    with ModelServer([*steps, Say("I have seen it.")]) as server:
        reply = ask("Read it.", server, mode="write", readable=(shown,))
    assert any("axolotl" in request.text for request in server.requests), reply
    assert (reply.text, reply.changed) == ("I have seen it.", [])
    if reply.containment == "bubblewrap":
        assert "axolotl" in state.read_text()


def test_it_is_asked_to_finish_before_it_is_ended(tool, checkout, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tool_conversation, "FINISH_SHARE", 0.5)
    with ModelServer([Fault("hang"), Say("As far as I got.")]) as server:
        environ = moves.environment(server.address, os.environ["PATH"])
        caller = CliCaller(TOOLS[tool], wanted_model=moves.MODEL, environ=environ, keep=tmp_path / "keep")
        seconds = 120.0 if tool == "opencode" else 50.0  # it starts slowly on a loaded machine
        talk = tool_conversation.Talk(caller, checkout.root, seconds, finish="Time is up.")
        reply = talk.ask("Why does my walrus fail?")
    assert (reply.kind, reply.text) == ("ok", "As far as I got."), reply
    assert "walrus" in server.requests[-1].text and "Time is up." in server.requests[-1].text


def test_claude_code_uses_the_token_of_an_account_and_never_sees_it(checkout: Repository) -> None:
    if shutil.which("claude") is None:
        pytest.skip("claude needs npm: run `make test-full`")
    with ModelServer([Say("The sign is wrong.")]) as server:
        environ = {"PATH": os.environ["PATH"], "CLAUDE_CODE_OAUTH_TOKEN": "users-token"}
        environ["ANTHROPIC_BASE_URL"] = server.address
        reply = CliCaller(TOOLS["claude"], environ=environ).call(ToolCall("Why?", checkout.root, seconds=SECONDS))
    headers = server.requests[-1].headers
    assert (reply.kind, reply.text) == ("ok", "The sign is wrong."), reply
    assert headers["authorization"] == "Bearer users-token" and "x-api-key" not in headers
    assert "oauth" in headers["anthropic-beta"] and "users-token" not in reply.raw


@pytest.mark.parametrize(
    ("name", "variable", "place"), [("claude", "ANTHROPIC_BASE_URL", ""), ("codex", "CODEX_BASE_URL", "/v1")]
)
def test_it_works_with_the_login_of_an_account(name, variable, place, checkout, tmp_path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} needs npm: run `make test-full`")
    home = planted_logins.plant(tmp_path / "users-home")
    before = {file: file.read_bytes() for file in home.rglob("*") if file.is_file()}
    with ModelServer([Say("The sign is wrong.")]) as server:
        environ = {"PATH": os.environ["PATH"], "HOME": str(home), variable: f"{server.address}{place}"}
        caller = CliCaller(TOOLS[name], wanted_model=moves.MODEL, environ=environ, logins=True, keep=tmp_path / "keep")
        reply = caller.call(ToolCall("Why?", checkout.root, seconds=SECONDS))
    assert (reply.kind, reply.text) == ("ok", "The sign is wrong."), reply
    assert server.requests[-1].headers["authorization"] == f"Bearer {planted_logins.TOKEN}"
    kept = "".join(file.read_text(errors="replace") for file in (tmp_path / "keep").rglob("*") if file.is_file())
    for secret in planted_logins.secrets(name):
        assert secret not in reply.model_dump_json() + kept + "".join(one.text for one in server.requests)
    assert {file: file.read_bytes() for file in home.rglob("*") if file.is_file()} == before


@pytest.mark.parametrize(
    ("name", "host"),
    [
        *[("claude", "platform.claude.com"), ("codex", "auth.openai.com"), ("gemini", "oauth2.googleapis.com")],
        *[("opencode", "api.openai.com"), ("copilot", "api.github.com")],
    ],
)
def test_it_takes_its_login_to_the_host_that_knows_it(name, host, checkout, tmp_path, monkeypatch) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} needs npm: run `make test-full`")
    home = planted_logins.plant(tmp_path / "users-home")
    planted_logins.expire(home)
    asked: list[tuple[str, bool]] = []
    allows = Upstream.allows

    def refuse(self: Upstream, where: str, port: int) -> bool:
        asked.append((where, allows(self, where, port)))
        return False

    monkeypatch.setattr(Upstream, "allows", refuse)
    addresses = dict.fromkeys(("ANTHROPIC_BASE_URL", "CODEX_BASE_URL", "CODE_ASSIST_ENDPOINT"), refused_address())
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), **addresses}
    caller = CliCaller(TOOLS[name], environ=environ, logins=True)
    caller.call(ToolCall("Why?", checkout.root, seconds=SECONDS, cancel=lambda: (host, True) in asked))
    assert (host, True) in asked


def test_a_rate_limit_ends_it_at_once(ask: Callable[..., ToolReply]) -> None:
    with ModelServer([Status(429, retry_after=3600)]) as server:
        reply = ask("Why?", server)
    assert (reply.kind, reply.http_status, len(server.requests)) == ("http_error", 429, 1), reply
