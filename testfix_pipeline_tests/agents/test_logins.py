"""The login of an account in a call: only that tool's, renewed where the tool renews it, and nowhere else."""

import json
import os
import socket
import stat
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.gateway import Gateway, Upstream
from testfix_pipeline.agents.clis.logins import MOST_BYTES, LoginCopy, has_same_form
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline_tests.agents import fake_codex, planted_logins
from testfix_pipeline_tests.agents.model_server import ModelServer, Say
from testfix_pipeline_tests.agents.planted_logins import OTHER_SECRETS, TOKEN, login_text
from testfix_pipeline_tests.agents.test_gateway import status
from testfix_pipeline_tests.conftest import Repository

contained = pytest.mark.bubblewrap
RENEWED = "renewed-token-" + "9" * 24


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's home with the logins of all tools, and with other secrets."""
    return planted_logins.plant(tmp_path / "users-home")


Ask = Callable[..., ToolReply]


@pytest.fixture
def ask(home: Path, checkout: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Call a program like Codex CLI in that home."""
    program = fake_codex.install(tmp_path / "bin")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def call(prompt: str, *, logins: bool = True, mode: Any = "write", **fields: Any) -> ToolReply:
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        with ModelServer([Say("fine")]) as server:
            environ = {"PATH": path, "HOME": str(home), "CODEX_BASE_URL": f"{server.address}/v1"}
            tool = CliCaller(TOOLS["codex"], environ=environ, logins=logins, keep=tmp_path / "keep", **fields)
            reply = tool.call(ToolCall(prompt, checkout.root, mode, seconds=30))
            call.headers = [one.headers.get("authorization") for one in server.requests]  # type: ignore[attr-defined]
        assert list(temporary.iterdir()) == []
        return reply

    return call


def everything_below(folder: Path) -> str:
    return "".join(file.read_text(errors="replace") for file in folder.rglob("*") if file.is_file())


def test_a_login_is_used_only_where_it_is_switched_on(ask: Ask) -> None:
    reply = ask("why?", logins=False)
    assert reply.kind == "not_logged_in" and "--agent-logins" in reply.why and TOKEN not in reply.model_dump_json()
    assert ask("why?").text == "fine"
    assert ask.headers == [f"Bearer {TOKEN}"]  # type: ignore[attr-defined]


def test_a_login_is_not_sent_to_what_is_no_server(home: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "CODEX_BASE_URL": "file:///etc"}
    access = CliCaller(TOOLS["codex"], environ=environ, logins=True).access()
    assert (access.upstream, access.why) == (None, "CODEX_BASE_URL is no address of a server")


def test_a_key_comes_before_a_login(home: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "CODEX_API_KEY": "users-key"}
    access = CliCaller(TOOLS["codex"], environ=environ, logins=True).access()
    assert (access.kind, access.login) == ("key", None)


@contained
@pytest.mark.parametrize("name", [name for name, tool in TOOLS.items() if tool.login])
def test_a_call_gets_its_own_tools_files_and_nothing_else(name, home, checkout, tmp_path) -> None:
    program = tmp_path / "bin" / TOOLS[name].program
    program.parent.mkdir()
    listing = 'find "$HOME" -type f -printf "%m %P\\n"; cat $(find "$HOME" -type f); ls -a ' + str(home)
    program.write_text(f"#!/bin/sh\n{listing}\n")
    program.chmod(0o755)
    environ = {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)}
    reply = CliCaller(TOOLS[name], environ=environ, logins=True).call(ToolCall("x", checkout.root, seconds=30))
    login = TOOLS[name].login
    assert login is not None
    for file in login.files:
        assert f"600 {file.inside}\n" in reply.raw
    assert "[login]" in reply.raw and TOKEN not in reply.model_dump_json()
    assert not [secret for secret in OTHER_SECRETS if secret in reply.raw]
    assert not [other for other in TOOLS if other != name and f"of-{other}" in reply.raw]


def test_what_a_tool_says_writes_and_keeps_holds_no_secret(ask: Ask, checkout: Repository, tmp_path: Path) -> None:
    reply = ask("leak")
    assert reply.changed == ["calc.py"] and "[login]" in reply.text and reply.payload is not None
    kept = everything_below(tmp_path / "keep")
    assert "leak" in kept
    for secret in planted_logins.secrets("codex"):
        assert secret not in reply.model_dump_json() + everything_below(checkout.root) + kept


def test_a_renewed_token_is_written_back_and_never_said(ask: Ask, home: Path) -> None:
    new = login_text("codex").replace(TOKEN, RENEWED)
    reply = ask(f"renew {new}")
    file = home / ".codex" / "auth.json"
    assert file.read_text() == new and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert reply.text == "renewed" and RENEWED not in reply.model_dump_json()
    assert sorted(path.name for path in file.parent.iterdir()) == ["auth.json", "history.jsonl"]


@pytest.mark.parametrize(
    "new",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        json.dumps({**json.loads(login_text("codex")), "tokens": {}}),
        json.dumps({**json.loads(login_text("codex")), "tokens": "x" * 40}),
        "[" * 100_000,
        json.dumps({**json.loads(login_text("codex")), "more": "x" * MOST_BYTES}),
    ],
    ids=["empty", "no-json", "list", "fields-lost", "tokens-lost", "another-kind", "deep", "huge"],
)
def test_a_login_of_another_form_is_not_written_back(ask: Ask, home: Path, new: str) -> None:
    ask(f"renew {new}")
    assert (home / ".codex" / "auth.json").read_text() == login_text("codex")


def test_a_login_that_the_user_has_changed_meanwhile_stays(home: Path, tmp_path: Path) -> None:
    file, theirs = home / ".codex" / "auth.json", login_text("codex").replace(TOKEN, "their-own-renewed-token")
    copy = copied("codex", home, tmp_path / "calls-home")
    file.write_text(theirs)
    (tmp_path / "calls-home" / "auth.json").write_text(login_text("codex").replace(TOKEN, RENEWED))
    copy.write_back()
    assert file.read_text() == theirs


def test_what_one_call_renews_reaches_another_that_runs_beside_it(home: Path, tmp_path: Path) -> None:
    first, second = (copied("codex", home, tmp_path / name) for name in ("first", "second"))
    new = login_text("codex").replace(TOKEN, RENEWED)
    (tmp_path / "first" / "auth.json").write_text(new)
    first.write_back()
    second.write_back()
    copy = tmp_path / "second" / "auth.json"
    assert copy.read_text() == new and stat.S_IMODE(copy.stat().st_mode) == 0o600
    newest = new.replace(RENEWED, f"{RENEWED}-again")
    copy.write_text(newest)
    second.write_back()
    assert (home / ".codex" / "auth.json").read_text() == newest
    assert second.scrub_value(f"{TOKEN} {RENEWED}") == "[login] [login]"


def copied(name: str, home: Path, calls_home: Path) -> LoginCopy:
    found = CliCaller(TOOLS[name], environ={"HOME": str(home), "PATH": ""}, logins=True).access().login
    assert found is not None
    return LoginCopy(found, calls_home)


def _broken(file: Path, how: str) -> None:
    text = file.read_text()
    file.unlink()
    if how == "linked":
        elsewhere = file.with_name("elsewhere.json")
        elsewhere.write_text(text)
        file.symlink_to(elsewhere)
    elif how == "folder":
        file.mkdir()
    elif how == "fifo":
        os.mkfifo(file)
    elif how != "missing":
        file.write_text({"broken": "{", "huge": text + " " * MOST_BYTES, "tokenless": '{"tokens": null}'}[how])


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("missing", "not logged in"),
        ("linked", "is a symbolic link"),
        ("broken", "is no JSON object"),
        ("huge", "is larger than 256 KiB"),
        ("tokenless", "holds no token"),
        ("folder", "is no regular file"),
        ("fifo", "is no regular file"),
    ],
)
def test_a_file_that_can_not_hold_a_login_is_not_used(ask: Ask, home: Path, how: str, said: str) -> None:
    _broken(home / ".codex" / "auth.json", how)
    reply = ask("why?")
    assert reply.kind == "not_logged_in" and said in reply.why and TOKEN not in reply.why


def test_only_a_part_of_a_tools_settings_is_copied_and_written_back(home: Path, tmp_path: Path) -> None:
    copy = copied("copilot", home, tmp_path / "calls-home")
    inside = tmp_path / "calls-home" / ".copilot" / "config.json"
    assert "trustedFolders" not in inside.read_text() and TOKEN in inside.read_text()
    inside.write_text(json.dumps({**json.loads(inside.read_text().replace(TOKEN, RENEWED)), "trustedFolders": ["/"]}))
    copy.write_back()
    users = json.loads((home / ".copilot" / "config.json").read_text())
    assert RENEWED in str(users["copilotTokens"]) and users["trustedFolders"] == ["/users/own"]


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ({"a": "x"}, {"a": "y", "b": 1}, True),
        ({"a": None}, {"a": "y"}, True),
        ({"a": 1}, {"a": 2.5}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": "x"}, {"a": ""}, False),
        ({"a": ["x"]}, {"a": []}, True),
        ({"a": {"b": 1}}, {"a": None}, False),
    ],
)
def test_the_form_of_a_login(before: Any, after: Any, same: bool) -> None:
    assert has_same_form(before, after) is same


def test_a_tunnel_leads_only_to_the_hosts_of_the_login() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        threading.Thread(target=_echo, args=(listener,), daemon=True).start()
        upstream = Upstream("", "", hosts=(f"127.0.0.1:{port}", "*.example.org"), is_login=True)
        assert upstream.allows("auth.example.org", 443) and not upstream.allows("auth.example.org", 80)
        assert not upstream.allows("example.org.evil.net", 443) and not upstream.allows("notexample.org", 443)
        with Gateway(upstream, None, 30.0, 5) as gateway:
            assert _through(gateway.port, f"127.0.0.1:{port}") == b"echo"
            assert _through(gateway.port, f"127.0.0.1:{port + 1}").startswith(b"HTTP/1.0 403")
            assert _through(gateway.port, "127.0.0.1").startswith(b"HTTP/1.0 403")
            assert status(gateway, "GET", "/v1/models") == 404  # no server of its own: not even ours


def _echo(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.sendall(connection.recv(100))


def _through(port: int, target: str) -> bytes:
    """Open a tunnel and return what comes back: the refusal, or what the other end answers."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection, connection.makefile("rb") as stream:
        connection.sendall(f"CONNECT {target} HTTP/1.1\r\n\r\n".encode())
        head = b""
        while (line := stream.readline()).strip():
            head += line
        if b" 200 " not in head:
            return head
        connection.sendall(b"echo")
        return stream.read(4)
