"""Codex CLI: command line, provider, and the stream of JSON events that it prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, as_object, json_lines, write_json
from testfix_pipeline.agents.clis.credentials import OPENAI, KeyPair
from testfix_pipeline.agents.clis.logins import Document, Login, LoginFile
from testfix_pipeline.core.agent_protocol.answer_reading import as_text

_MODES = {"read": "read-only", "write": "workspace-write"}
_KEY = "TESTFIX_MODEL_KEY"


def _server(document: Document) -> str:
    """Return the server of a login: that of a ChatGPT account, or of a key that `codex login` was given."""
    return "https://chatgpt.com/backend-api/codex" if document.get("tokens") else OPENAI.server


class Codex:
    """Its commands run in its own sandbox, inside of ours: without network, and without the temporary folders."""

    name = "codex"
    program = "codex"
    package = "@openai/codex"
    node = 0  # a program of its own; its npm wrapper runs on any Node
    default_model = "gpt-5.1-codex"
    header = "Authorization"
    keys: tuple[KeyPair, ...] = (KeyPair("CODEX_API_KEY", "CODEX_BASE_URL", OPENAI.server), OPENAI)
    login: Login | None = Login(
        (LoginFile(".codex", "auth.json", "auth.json", "CODEX_HOME"),),
        hosts=("auth.openai.com",),
        server=_server,
        address="CODEX_BASE_URL",
    )

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        argv = [str(program), "exec", "-C", str(call.tree.resolve()), "-s", _MODES[call.mode], "--skip-git-repo-check"]
        argv += ["--disable", "plugins", "--json", "-o", str(_last(setup))]
        for setting in _settings(setup, model):
            argv += ["-c", setting]
        if call.schema:
            argv += ["--output-schema", str(write_json(setup.home / "schema.json", strict(call.schema)))]
        argv += ["resume", call.resume, "-"] if call.resume else ["-"]
        access = {} if setup.is_login else {_KEY: setup.key}
        return Command(argv, call.prompt, {"CODEX_HOME": str(setup.home), **access})

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """The last message comes in a file; the thread's id and failures come as events."""
        session, error = "", ""
        for event in json_lines(ended.stdout):
            if event.get("type") == "thread.started":
                session = as_text(event.get("thread_id"))
            elif event.get("type") == "turn.failed":
                error = as_text(as_object(event.get("error")).get("message")) or "the turn failed"
        last = _last(setup)
        text = last.read_text(encoding="utf-8", errors="replace") if last.is_file() else ""
        return ParsedOutput(text=text.strip(), session=session, error=error)

    def conversation(self, home: Path, session: str) -> list[Path]:
        return list((home / "sessions").rglob(f"*{session}*"))


def _last(setup: CallSetup) -> Path:
    return setup.home / "last-message.txt"


def _settings(setup: CallSetup, model: str) -> list[str]:
    provider = {
        "name": "testfix",
        "base_url": setup.address,
        **({"requires_openai_auth": True} if setup.is_login else {"env_key": _KEY}),
        "wire_api": "responses",
        "request_max_retries": 1,
        "stream_max_retries": 1,
        "stream_idle_timeout_ms": 24 * 3600 * 1000,  # the gateway watches for silence
    }
    table = ",".join(f"{name}={json.dumps(value)}" for name, value in provider.items())
    return [
        'model_provider="testfix"',
        f"model_providers.testfix={{{table}}}",
        f"model={json.dumps(model)}",
        'cli_auth_credentials_store="file"',
        "check_for_update_on_startup=false",
        "analytics.enabled=false",
        "sandbox_workspace_write.exclude_slash_tmp=true",
        "sandbox_workspace_write.exclude_tmpdir_env_var=true",
        'shell_environment_policy.inherit="core"',
    ]


def strict(schema: Any) -> Any:
    """The schema as the Responses interface wants it: every property required, and no others."""
    if isinstance(schema, list):
        return [strict(member) for member in schema]
    if not isinstance(schema, Mapping):
        return schema
    inner = {name: strict(value) for name, value in schema.items()}
    properties = schema.get("properties")
    if schema.get("type") == "object" and isinstance(properties, Mapping):
        inner |= {"required": list(properties), "additionalProperties": False}
    return inner
