"""Gemini CLI: command line, settings, and the one JSON object that it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, as_object, write_json
from testfix_pipeline.agents.clis.credentials import KeyPair
from testfix_pipeline.agents.clis.logins import Login, LoginFile
from testfix_pipeline.core.agent_protocol.answer_reading import as_text

_SETTINGS: dict[str, Any] = {
    "general": {"maxAttempts": 2, "enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "hooksConfig": {"enabled": False},
    "mcpServers": {},
    "mcp": {"allowed": []},
    "tools": {"exclude": ["run_shell_command", "web_fetch", "google_web_search"]},
}
_MODES = {"read": "plan", "write": "auto_edit"}
_LOGIN_FILE = ".gemini/oauth_creds.json"
_ACCOUNTS_FILE = ".gemini/google_accounts.json"


class Gemini:
    """Gemini CLI: reads in plan mode, edits in auto_edit. It has no shell tool and no flag for a schema."""

    name = "gemini"
    program = "gemini"
    package = "@google/gemini-cli"
    node = 20
    default_model = "gemini-2.5-pro"
    header = "x-goog-api-key"
    keys: tuple[KeyPair, ...] = (
        KeyPair("GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "https://generativelanguage.googleapis.com"),
    )
    login: Login | None = Login(
        (
            LoginFile("", _LOGIN_FILE, _LOGIN_FILE, "GEMINI_CLI_HOME"),
            LoginFile("", _ACCOUNTS_FILE, _ACCOUNTS_FILE, "GEMINI_CLI_HOME", required=False),
        ),
        hosts=("oauth2.googleapis.com", "www.googleapis.com"),
        server=lambda _document: "https://cloudcode-pa.googleapis.com",
        address="CODE_ASSIST_ENDPOINT",
    )

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        kind = "oauth-personal" if setup.is_login else "gemini-api-key"
        written = {**_SETTINGS, "security": {"auth": {"selectedType": kind}, "disableYoloMode": True}}
        settings = write_json(setup.home / "system.json", written)
        write_json(setup.home / ".gemini" / "settings.json", written)
        argv = [str(program), "--skip-trust", "-o", "json", "-m", model, "--approval-mode", _MODES[call.mode]]
        argv += ["--resume", call.resume] if call.resume else ["--session-id", setup.session]
        argv += [part for folder in call.readable for part in ("--include-directories", str(folder))]
        # System settings override all others, including a project's.
        env = {"GEMINI_CLI_HOME": str(setup.home), "GEMINI_CLI_SYSTEM_SETTINGS_PATH": str(settings)}
        key = {"GEMINI_API_KEY": setup.key, "GOOGLE_GEMINI_BASE_URL": setup.address}
        access = {"CODE_ASSIST_ENDPOINT": setup.address} if setup.is_login else key
        return Command(argv, call.prompt, {**env, "GEMINI_CLI_NO_RELAUNCH": "true", **access})

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """On a hard error standard output is empty, and the object follows stack traces on standard error."""
        found = _last_object(ended.stdout) or _last_object(ended.stderr)
        error = as_object(found.get("error"))
        said = as_text(error.get("message") or error.get("type") or found.get("error"))
        warnings = found.get("warnings")
        text = as_text(found.get("response"))
        if not text and not said and warnings:
            said = as_text(warnings)
        return ParsedOutput(text=text, session=as_text(found.get("session_id")), error=said)

    def conversation(self, home: Path, session: str) -> list[Path]:
        folder = home / ".gemini"
        chats = list(folder.glob("tmp/*/chats/*"))
        return [folder / "projects.json", *folder.glob("tmp/*/.project_root"), *chats] if chats else []


def _last_object(text: str) -> dict[str, Any]:
    """The last JSON object that begins a line and ends the text."""
    for start in reversed([0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]):
        if text.startswith("{", start):
            try:
                return as_object(json.loads(text[start:]))
            except (ValueError, RecursionError):
                continue
    return {}
