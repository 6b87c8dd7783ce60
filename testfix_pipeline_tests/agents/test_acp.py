"""An agent that speaks the Agent Client Protocol as a worker: what it says, what it may, how it fails."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.clis import acp_conversation
from testfix_pipeline.agents.clis.acp import AcpAgent, AcpCaller
from testfix_pipeline.agents.clis.registration import ACCESS
from testfix_pipeline.cli.use_cases.doctor_checks import doctor
from testfix_pipeline.core.configuration.tool_names import parse_tool
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline_tests.agents import scripted_acp_agent
from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Say, Status, Step
from testfix_pipeline_tests.conftest import Repository

SECRET = "the-users-own-key"
contained = pytest.mark.bubblewrap


@pytest.fixture
def caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., AcpCaller]:
    """The scripted agent with a model server at an address, or none, and temporary files of the test's own."""
    program = scripted_acp_agent.install(tmp_path / "bin")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def make(address: str = "", line: str = "scripted-agent", **fields: Any) -> AcpCaller:
        environ = {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
        if address:
            environ |= {"OPENAI_API_KEY": SECRET, "OPENAI_BASE_URL": f"{address}/v1"}
        agent = AcpAgent.of(line, ACCESS, environ)
        keys = tuple(one.pair for one in ACCESS)
        return AcpCaller(agent, **{"environ": environ, "silence": 1.0, "turns": 5, "keys": keys, **fields})

    return make


Ask = Callable[..., ToolReply]


@pytest.fixture
def ask(caller: Callable[..., AcpCaller], checkout: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Call the agent with a prompt and a script of its model; neither files nor processes may be left.

    An agent that does not heed a cancellation is soon ended.
    """
    monkeypatch.setattr(acp_conversation, "GOODBYE_SECONDS", 0.1)

    def call(
        prompt: str, *steps: Step, mode: Any = "read", seconds: float = 30, line: str = "scripted-agent"
    ) -> ToolReply:
        with ModelServer(steps or [Say("fine")]) as server:
            reply = caller(server.address, line).call(ToolCall(prompt, checkout.root, mode, seconds))
            assert server.errors == []
        assert list((tmp_path / "temporary").iterdir()) == []
        assert _processes_of(tmp_path) == []
        return reply

    return call


def _processes_of(folder: Path) -> list[bytes]:
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(place.read_bytes())
        except OSError:
            continue
    return [command for command in found if b"scripted-agent" in command and os.fsencode(folder) in command]


def test_an_answer_is_read_and_its_model_is_counted(ask: Ask) -> None:
    reply = ask("why?", Say('The sign is wrong. {"confidence_score": 0.9}'))
    assert (reply.kind, reply.payload, reply.changed) == ("ok", {"confidence_score": 0.9}, [])
    assert (reply.usage.input, reply.usage.output, reply.usage.cached) == (120, 30, 20)
    assert reply.tool == "acp:scripted-agent"


def test_what_changed_is_gits_word(ask: Ask) -> None:
    reply = ask("write calc.py new.py", mode="write")
    assert (json.loads(reply.text), reply.changed) == (["written", "written"], ["calc.py", "new.py"])


@contained
def test_it_is_held_as_other_tools_are(ask: Ask, checkout: Repository, tmp_path: Path) -> None:
    assert json.loads(ask("write calc.py").text) == ["OSError"]
    outside = tmp_path / "outside.py"
    reply = ask(f"write .git/config {Path(__file__)} {outside} calc.py", mode="write")
    assert json.loads(reply.text)[:2] == ["OSError", "OSError"] and not outside.exists()
    environment = ask("environment")
    assert SECRET not in environment.text and environment.payload is not None
    assert environment.payload["OPENAI_BASE_URL"].startswith("http://127.0.0.1:")
    assert (environment.containment, environment.network) == ("bubblewrap", "limited")


KINDS = "read edit delete move search think other execute fetch switch_mode"


@pytest.mark.parametrize(
    ("mode", "allowed"), [("read", {"read", "search", "think"}), ("write", set(KINDS.split()[:7]))]
)
def test_permission_is_given_once_for_what_the_call_may(ask: Ask, mode: str, allowed: set[str]) -> None:
    answers = json.loads(ask(f"permission {KINDS}", mode=mode).text)
    given = dict(zip(KINDS.split(), answers, strict=True))
    assert given == {kind: "allow_once" if kind in allowed else "reject_once" for kind in KINDS.split()}


def test_files_are_its_own_business(ask: Ask) -> None:
    assert "Method not found" in ask("files").text or "not offered" in ask("files").text


FAULTS: list[tuple[str, Step, str, int | None, str]] = [
    ("why?", Status(400), "http_error", 400, "HTTP 400"),
    ("why?", Status(401), "not_logged_in", 401, "HTTP 401"),
    ("why?", Status(429, retry_after=3600), "http_error", 429, "after 3600 s"),
    ("why?", Status(500), "http_error", 500, "HTTP 500"),
    ("why?", Fault("hang"), "timeout", None, "silent"),
    ("why?", Fault("not_json"), "crash", None, "no JSON"),
    ("why?", Fault("truncated"), "crash", None, "broke off"),
    ("pass on", Status(400), "http_error", 400, "HTTP 400"),
    ("crash", Say(""), "crash", None, "in the middle"),
    ("refuse", Say(""), "crash", None, "refusal"),
    ("huge", Say(""), "crash", None, "16 MiB"),
    ("error", Say(""), "crash", None, "disk is full"),
    ("silent", Say(""), "crash", None, "without an answer"),
]


@pytest.mark.parametrize(
    ("prompt", "step", "kind", "status", "why"), FAULTS, ids=[f"{one[0]}-{one[1]}" for one in FAULTS]
)
def test_a_fault_is_named(ask: Ask, prompt: str, step: Step, kind: str, status: int | None, why: str) -> None:
    reply = ask(prompt, step)
    assert (reply.kind, reply.http_status, reply.text) == (kind, status, "")
    assert why in reply.why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("scripted-agent garbage", "ended in the middle"),
        ("scripted-agent version", "version 7"),
        ("scripted-agent locked", "no key"),
        ("cat", "not offered"),
        ("true", "ended in the middle"),
    ],
)
def test_what_does_not_speak_the_protocol_is_said(ask: Ask, line: str, why: str) -> None:
    reply = ask("why?", line=line)
    assert reply.kind == "crash" and why in reply.why


def test_other_output_and_a_login_by_key_are_no_fault(ask: Ask) -> None:
    assert ask("why?", line="scripted-agent chatty login").text == "fine"


@pytest.mark.parametrize("line", ["scripted-agent", "scripted-agent mute"])
def test_our_clock_ends_a_call(ask: Ask, line: str) -> None:
    reply = ask("hang", seconds=3, line=line)
    assert reply.kind == "timeout" and "was ended" in reply.why


def test_an_agent_gets_a_cancellation_before_it_is_ended(caller, checkout) -> None:
    waits = checkout.root / "waiting.txt"
    reply = caller().call(ToolCall("wait", checkout.root, "write", cancel=waits.exists))
    assert reply.kind == "timeout" and "cancelled" in reply.why
    assert reply.changed == ["cancelled.txt", "waiting.txt"]


def test_an_agent_may_need_no_key(caller: Callable[..., AcpCaller], checkout: Repository) -> None:
    reply = caller().call(ToolCall("write calc.py", checkout.root, "write"))
    assert (reply.kind, reply.changed) == ("ok", ["calc.py"])


@pytest.mark.parametrize(
    ("line", "usable", "said"),
    [
        ("scripted-agent", True, "scripted 1.2.3"),
        ("scripted-agent locked", False, "no key"),
        ("scripted-agent garbage", False, "ended"),
        ("no-such-agent --acp", False, "not on the PATH"),
    ],
)
def test_a_probe_says_whether_it_answers(caller: Callable[..., AcpCaller], line: str, usable: bool, said: str) -> None:
    found = caller(line=line).probe()
    assert found.usable is usable and said in f"{found.version} {found.why}"
    assert usable or found.next_step


def test_the_doctor_says_whether_a_named_agent_answers(caller, checkout, monkeypatch) -> None:
    monkeypatch.setenv("PATH", caller().environ["PATH"])
    rows = doctor(checkout.root, ["acp:scripted-agent", "acp:scripted-agent locked"])
    said = {row["check"]: (row["state"], row["detail"]) for row in rows if row["check"].startswith("acp")}
    assert said["acp:scripted-agent"] == ("ok", "scripted 1.2.3 answers")
    assert said["acp:scripted-agent locked"][0] == "broken" and len(said) == 2


@contained
def test_a_cycle_goes_green_by_it_and_counts_its_calls(caller, repository, tmp_path) -> None:
    project = repository("project")
    tests = "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
    project.commit(**{"calc.py": "def add(a, b):\n    return a - b\n", "test_calc.py": tests})
    words = ("fix", "--project", str(project.root), "--agents", "acp:scripted-agent fixer", "--max-iterations", "1")
    environ = {**os.environ, "PATH": caller().environ["PATH"], "DAGSTER_HOME": str(tmp_path / "dagster-home")}
    (tmp_path / "dagster-home").mkdir()
    command = [sys.executable, "-m", "testfix_pipeline.cli", *words, "--json"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["outcome"], found["fixed_tests"]) == ("success", ["test_calc.py::test_add"])
    assert found["usage"]["calls"] == 2 and found["asks"].startswith("patches come from acp:scripted-agent fixer")


def test_the_key_can_be_named() -> None:
    environ = {"GEMINI_API_KEY": "g", "OPENAI_API_KEY": "o", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
    assert [pair.key for pair in AcpAgent.of("an-agent", ACCESS, environ).keys] == ["GEMINI_API_KEY"]
    named = AcpAgent.of("OPENAI_API_KEY an-agent --acp", ACCESS, environ)
    assert ([pair.key for pair in named.keys], named.words) == (["OPENAI_API_KEY"], ("an-agent", "--acp"))


@pytest.mark.parametrize("line", ["", " ", "'open", "OPENAI_API_KEY", "AWS_SECRET an-agent"])
def test_a_command_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(InvalidConfig):
        AcpAgent.of(line, ACCESS, {})


@pytest.mark.parametrize("words", ["--api-key=%s", "--token %s", "--header 'Authorization: Bearer %s'"])
def test_a_key_in_the_command_line_is_refused_and_not_shown(words: str) -> None:
    key = "sk-proj-" + "Zk3vQ9xT2mLw8RbY5nHc7JdF4gPa6SeU"
    with pytest.raises(InvalidConfig, match="looks like a key") as refused:
        AcpAgent.of(f"an-agent {words % key}", ACCESS, {})
    assert key not in f"{refused.value}"


@pytest.mark.parametrize("words", ["--model Qwen3-Coder-30B-A3B-Instruct", "run --config /opt/agent-2/Settings4.json"])
def test_models_and_paths_are_no_keys(words: str) -> None:
    assert AcpAgent.of(f"an-agent {words}", ACCESS, {}).program == "an-agent"


def test_one_entry_of_the_settings_names_an_agent() -> None:
    found = parse_tool("acp:gemini --acp")
    assert (found.kind, found.program, found.rest) == ("model", "acp", "gemini --acp")
    with pytest.raises(InvalidConfig, match="no tool"):
        parse_tool("acp")
