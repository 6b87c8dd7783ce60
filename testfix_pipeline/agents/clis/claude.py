"""Claude Code: command line, and the stream of JSON messages that it prints."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, json_lines
from testfix_pipeline.agents.clis.credentials import KeyPair
from testfix_pipeline.agents.clis.logins import Login, LoginFile
from testfix_pipeline.core.agent_protocol.answer_reading import as_text

_TOOLS = {"read": "Read,Grep,Glob", "write": "Read,Grep,Glob,Edit,Write"}
_SERVER = "https://api.anthropic.com"
_TOKEN = "CLAUDE_CODE_OAUTH_TOKEN"
"""Of an account, by `claude setup-token`."""
_FILE = ".credentials.json"
"""It also holds the tokens of servers of tools, which a call does not get."""
_ENVIRONMENT = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_MAX_RETRIES": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
}


class Claude:
    """Gets only the tools that read, or that read and edit; `--safe-mode` keeps it from what the project configures."""

    name = "claude"
    program = "claude"
    package = "@anthropic-ai/claude-code"
    node = 0  # a program of its own
    default_model = "sonnet"
    header = "x-api-key"
    keys: tuple[KeyPair, ...] = (
        KeyPair("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", _SERVER),
        KeyPair(_TOKEN, "ANTHROPIC_BASE_URL", _SERVER, header="Authorization"),
    )
    login: Login | None = Login(
        (LoginFile(".claude", _FILE, f".claude/{_FILE}", "CLAUDE_CONFIG_DIR", fields=("claudeAiOauth",)),),
        hosts=("platform.claude.com",),
        server=lambda _document: _SERVER,
        address="ANTHROPIC_BASE_URL",
    )

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        argv = [str(program), "-p", "--output-format", "stream-json", "--verbose", "--model", model, "--safe-mode"]
        argv += ["--strict-mcp-config", "--setting-sources", "", "--tools", _TOOLS[call.mode]]
        argv += ["--permission-mode", "acceptEdits" if call.mode == "write" else "dontAsk"]
        argv += ["--resume", call.resume] if call.resume else ["--session-id", setup.session]
        argv += [part for folder in call.readable for part in ("--add-dir", str(folder))]
        kind = _TOKEN if setup.header == "Authorization" else "ANTHROPIC_API_KEY"
        access = {"ANTHROPIC_BASE_URL": setup.address, **({} if setup.is_login else {kind: setup.key})}
        return Command(argv, call.prompt, {**_ENVIRONMENT, **access, "CLAUDE_CONFIG_DIR": str(setup.home / ".claude")})

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """The last message of the type `result` counts."""
        results = [one for one in json_lines(ended.stdout) if one.get("type") == "result"]
        result = results[-1] if results else {}
        session, text = as_text(result.get("session_id")), as_text(result.get("result"))
        if result.get("is_error"):
            return ParsedOutput(session=session, error=text or as_text(result.get("subtype")) or "it failed")
        return ParsedOutput(text=text, session=session)

    def conversation(self, home: Path, session: str) -> list[Path]:
        return list((home / ".claude" / "projects").rglob(f"*{session}*"))
