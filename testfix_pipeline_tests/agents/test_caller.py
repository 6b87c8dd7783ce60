"""Everything around a coding command line, with a program that is called like one."""

import json
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.calls import Caller, ToolCall, ToolReply
from testfix_pipeline.agents.clis.caller import CliCaller, seconds_asked_for
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline_tests.agents import fake_codex
from testfix_pipeline_tests.agents.conftest import CHECKOUT
from testfix_pipeline_tests.agents.model_server import Fault, ModelServer, Say, Status, Step, refused_address
from testfix_pipeline_tests.conftest import Repository

SECRET = "the-users-own-key"
TEMPORARY = "temporary" + "-with-a-long-name" * 6
"""Longer than the name of a socket may be."""
contained = pytest.mark.bubblewrap


@pytest.fixture
def caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., CliCaller]:
    """The tool with a model server at an address, a short patience, and a temporary folder of the test's own."""
    program = fake_codex.install(tmp_path / "bin")
    temporary = tmp_path / TEMPORARY
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def make(address: str, **fields: Any) -> CliCaller:
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        environ = {"PATH": path, "OPENAI_API_KEY": SECRET, "OPENAI_BASE_URL": f"{address}/v1", "GEMINI_API_KEY": "g"}
        return CliCaller(TOOLS["codex"], **{"environ": environ, "silence": 1.0, "turns": 5, **fields})

    return make


Ask = Callable[..., ToolReply]


@pytest.fixture
def ask(caller: Callable[..., CliCaller], checkout: Repository, tmp_path: Path) -> Ask:
    """Call the tool with a prompt and a script of its model; nothing may be left in the temporary folder."""

    def call(prompt: str, *steps: Step, mode: Any = "read", seconds: float = 30, **fields: Any) -> ToolReply:
        with ModelServer(steps or [Say("fine")]) as server:
            tool = caller(server.address, **fields)
            reply = tool.call(ToolCall(prompt, checkout.root, mode, seconds))
            assert server.errors == []
        assert list((tmp_path / TEMPORARY).iterdir()) == []
        return reply

    return call


def test_an_answer_is_read_counted_and_no_exit_code_spoils_it(ask: Ask) -> None:
    reply = ask("why?", Say('The sign is wrong. {"confidence_score": 0.9}'))
    assert (reply.kind, reply.payload) == ("ok", {"confidence_score": 0.9})
    assert (reply.usage.input, reply.usage.output, reply.usage.cached) == (120, 30, 20)
    assert reply.text.startswith("The sign") and reply.session == "thread-1" and reply.changed == []
    assert isinstance(CliCaller(TOOLS["codex"]), Caller)


FAULTS: list[tuple[Step, str, int | None]] = [
    (Status(400), "http_error", 400),
    (Status(401), "not_logged_in", 401),
    (Status(429), "http_error", 429),
    (Status(429, retry_after=3600), "http_error", 429),
    (Status(500), "http_error", 500),
    (Status(503), "http_error", 503),
    (Fault("hang"), "timeout", None),
    (Fault("stall"), "timeout", None),
    (Fault("not_json"), "crash", None),
    (Fault("broken"), "crash", None),
    (Fault("truncated"), "crash", None),
]


@pytest.mark.parametrize(("step", "kind", "status"), FAULTS, ids=[str(fault[0]) for fault in FAULTS])
def test_a_tool_that_never_gives_up_is_ended_and_the_fault_is_named(ask, step, kind, status) -> None:
    reply = ask("why?", step)
    assert (reply.kind, reply.http_status, reply.text) == (kind, status, "")
    assert reply.why and reply.seconds < 20


def test_a_server_that_errs_once_is_asked_again(ask: Ask) -> None:
    assert ask("why?", Status(503), Say("better now")).text == "better now"


def test_when_to_try_again_is_said(ask: Ask) -> None:
    reply = ask("why?", Status(429, retry_after=7))
    assert "after 7 s" in reply.why and reply.retry_after == 7


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("", 0), ("7", 7), ("Thu, 01 Jan 1970 00:02:00 GMT", 20), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("soon", 0)],
)
def test_a_server_may_give_seconds_or_a_date(header: str, seconds: float) -> None:
    assert seconds_asked_for(header, now=100.0) == seconds


def test_nobody_listens(caller: Callable[..., CliCaller], checkout: Repository) -> None:
    reply = caller(refused_address()).call(ToolCall("why?", checkout.root, seconds=30))
    assert reply.kind == "connection_error" and "refused" in reply.why.lower()


def test_an_empty_answer_is_none(ask: Ask) -> None:
    reply = ask("why?", Say(""))
    assert reply.kind == "crash" and "without an answer" in reply.why


def test_a_tool_may_not_ask_for_ever(ask: Ask) -> None:
    reply = ask("loop", Say("on and on"))
    assert reply.kind == "crash" and "5 times" in reply.why
    assert reply.usage.input == 5 * 120


def test_our_clock_ends_a_call(ask: Ask) -> None:
    reply = ask("why?", Fault("hang"), seconds=0.5, silence=60.0)
    assert reply.kind == "timeout" and "was ended" in reply.why


def test_a_tool_that_gives_up_waiting_was_kept_waiting(ask: Ask) -> None:
    reply = ask("impatient", Fault("hang"), silence=60.0)
    assert reply.kind == "timeout" and "until the tool gave up" in reply.why


def test_a_call_can_be_cancelled(caller: Callable[..., CliCaller], checkout: Repository) -> None:
    with ModelServer([Fault("hang")]) as server:
        asked = threading.Event()
        tool = caller(server.address, silence=60.0)
        reply = tool.call(ToolCall("why?", checkout.root, cancel=lambda: asked.is_set() or bool(server.requests)))
    assert reply.kind == "timeout" and "cancelled" in reply.why


def test_no_process_is_left(ask: Ask, tmp_path: Path) -> None:
    mark = f"left-{tmp_path.name}"
    assert ask(f"orphan {mark}").text == "left one behind"
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _readable(path)]
    assert not any(mark.encode() in command for command in commands)


def _readable(path: Path) -> bool:
    try:
        path.read_bytes()
    except OSError:
        return False
    return True


def test_what_changed_is_gits_word(ask: Ask, checkout: Repository) -> None:
    checkout.write("test_calc.py", "changed before\n")
    reply = ask("write calc.py new.py", mode="write")
    assert json.loads(reply.text) == ["written", "written"]
    assert reply.changed == ["calc.py", "new.py"]


def test_a_lie_about_files_changes_nothing(ask: Ask) -> None:
    reply = ask("fix it", Say('{"status": "complete", "files": ["calc.py"]}'), mode="write")
    assert reply.payload == {"status": "complete", "files": ["calc.py"]}
    assert reply.changed == []


@contained
def test_the_users_key_and_variables_stay_outside(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    reply = ask("environment")
    assert reply.payload is not None and SECRET not in reply.text
    assert not {"AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"} & reply.payload.keys()
    assert reply.payload["HOME"] != os.environ["HOME"]
    assert (reply.containment, reply.network) == ("bubblewrap", "limited")


def test_the_server_gets_the_users_key(caller: Callable[..., CliCaller], checkout: Repository) -> None:
    with ModelServer([Say("fine")]) as server:
        assert caller(server.address).call(ToolCall("why?", checkout.root)).kind == "ok"
    assert [request.headers["authorization"] for request in server.requests] == [f"Bearer {SECRET}"]


@contained
def test_a_reader_can_not_write_and_a_writer_only_in_its_tree(ask: Ask, checkout: Repository, tmp_path: Path) -> None:
    assert json.loads(ask("write calc.py").text) == ["OSError"]
    outside = tmp_path / "outside.py"
    reply = ask(f"write {outside} .git/config {Path(__file__)} calc.py", mode="write")
    private, *others = json.loads(reply.text)  # the first lies in a temporary folder of the call's own
    assert others == ["OSError", "OSError", "written"], private
    assert not outside.exists() and reply.changed == ["calc.py"]


@contained
def test_a_projects_configuration_of_tools_looks_empty(ask: Ask, checkout: Repository) -> None:
    checkout.commit(**{".gemini/settings.json": "{}", ".codex/config.toml": "x", ".mcp.json": "{}", ".env": "A=1"})
    checkout.commit(**{".another-agent/hooks.json": "{}", "opencode.json": "{}", ".gitignore": "*.pyc\n"})
    (checkout.root / ".qwen").symlink_to(".gemini")
    reply = ask(
        "look .gemini .codex .qwen .another-agent .mcp.json .env opencode.json calc.py .gitignore", mode="write"
    )
    assert json.loads(reply.text) == ["[]", "[]", "[]", "[]", "", "", "", CHECKOUT["calc.py"], "*.pyc\n"]
    assert reply.changed == []


def test_a_conversation_goes_on_where_it_is_kept(ask: Ask, tmp_path: Path, checkout: Repository) -> None:
    keep = tmp_path / "keep"
    assert ask("first question", keep=keep).session == "thread-1"
    with ModelServer([Say("fine")]) as server:
        environ = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}", "OPENAI_API_KEY": SECRET}
        environ["OPENAI_BASE_URL"] = server.address
        tool = CliCaller(TOOLS["codex"], environ=environ, keep=keep)
        again = tool.call(ToolCall("remember", checkout.root, resume="thread-1"))
        unknown = tool.call(ToolCall("remember", checkout.root, resume="thread-2"))
    assert again.text == "first question"
    assert unknown.kind == "crash" and "not kept" in unknown.why


def test_nothing_is_started_without_a_key_or_a_program(checkout: Repository, tmp_path: Path) -> None:
    path = str(fake_codex.install(tmp_path / "bin").parent)
    call = ToolCall("why?", checkout.root)
    without_key = CliCaller(TOOLS["codex"], environ={"PATH": path}).call(call)
    assert without_key.kind == "not_logged_in" and "CODEX_API_KEY" in without_key.why
    without_program = CliCaller(TOOLS["qwen"], environ={"PATH": path, "QWEN_API_KEY": "k"}).call(call)
    assert without_program.kind == "crash" and "not installed" in without_program.why


def test_strictness_without_a_sandbox_is_an_answer(ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from testfix_pipeline.execution.processes import supervisor

    monkeypatch.setattr(supervisor, "bubblewrap_works", lambda: False)
    reply = ask("why?", policy=SandboxPolicy(mode="strict"))
    assert reply.kind == "crash" and "strict" in reply.why
    reply = ask("why?")
    assert (reply.kind, reply.network) == ("ok", "open")
