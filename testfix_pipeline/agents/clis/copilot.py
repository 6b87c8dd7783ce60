"""GitHub Copilot CLI with a model's own server: command line, and the stream of JSON events that it prints."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, as_object, json_lines
from testfix_pipeline.agents.clis.credentials import OPENAI, KeyPair
from testfix_pipeline.agents.clis.logins import Login, LoginFile
from testfix_pipeline.core.agent_protocol.answer_reading import as_text

_TOOLS = {"read": "view,grep,glob", "write": "view,grep,glob,edit,create,apply_patch"}
_LOGIN_FIELDS = (
    *("copilotTokens", "loggedInUsers", "lastLoggedInUser"),
    *("copilot_tokens", "logged_in_users", "last_logged_in_user"),
)
"""Of its settings, where the system has no keyring; earlier versions write them with underscores."""
_NOTHING_ELSE = ("--disable-builtin-mcps", "--no-custom-instructions", "--no-ask-user", "--no-auto-update")


class Copilot:
    """Goes to one server, and only with a login to GitHub; gets only the tools that read, or that read and edit."""

    name = "copilot"
    program = "copilot"
    package = "@github/copilot"
    node = 18
    default_model = "gpt-5.1"
    header = "Authorization"
    keys: tuple[KeyPair, ...] = (KeyPair("COPILOT_PROVIDER_API_KEY", "COPILOT_PROVIDER_BASE_URL"), OPENAI)
    login: Login | None = Login(
        (LoginFile(".copilot", "config.json", ".copilot/config.json", "COPILOT_HOME", fields=_LOGIN_FIELDS),),
        hosts=("api.github.com", "*.githubcopilot.com"),
    )

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        argv = [str(program), "--output-format", "json", "--no-color", *_NOTHING_ELSE, "--model", model]
        argv += ["--available-tools", _TOOLS[call.mode], "--allow-all-tools"]
        argv += [f"--resume={call.resume}"] if call.resume else ["--session-id", setup.session]
        argv += [part for folder in call.readable for part in ("--add-dir", str(folder))]
        env = {"COPILOT_HOME": str(setup.home / ".copilot"), "COPILOT_MODEL": model}
        access = {"COPILOT_PROVIDER_BASE_URL": setup.address, "COPILOT_PROVIDER_API_KEY": setup.key}
        return Command(argv, call.prompt, env if setup.is_login else {**env, "COPILOT_OFFLINE": "true", **access})

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """The model's last message counts; an error after it ends it."""
        session, error, text = "", "", ""
        for event in json_lines(ended.stdout):
            data = as_object(event.get("data"))
            if event.get("type") == "assistant.message":
                text, error = as_text(data.get("content")), ""
            elif event.get("type") == "session.error":
                error = as_text(data.get("message")) or "it failed"
            elif event.get("type") == "result":
                session = as_text(event.get("sessionId"))
        return ParsedOutput(text="" if error else text.strip(), session=session, error=error)

    def conversation(self, home: Path, session: str) -> list[Path]:
        return [path for path in (home / ".copilot" / "session-state" / session).rglob("*") if path.is_file()]
