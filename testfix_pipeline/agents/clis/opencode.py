"""opencode: command line, configuration, and the stream of JSON events that it prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, as_object, json_lines, write_json
from testfix_pipeline.agents.clis.credentials import OPENAI, KeyPair
from testfix_pipeline.agents.clis.logins import Login, LoginFile
from testfix_pipeline.core.agent_protocol.answer_reading import as_text

_NO_TOOLS = ("bash", "webfetch", "websearch", "codesearch", "task", "skill", "todowrite", "todoread", "question", "lsp")
_PROVIDER = "testfix"
_ENVIRONMENT = {
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_CLAUDE_CODE": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_PROJECT_CONFIG": "1",
}


class Opencode:
    """Speaks chat/completions to one server; may edit, or not, and runs no commands.

    With a login its models are named PROVIDER/MODEL; a name without a provider is one of OpenAI's.
    """

    name = "opencode"
    program = "opencode"
    package = "opencode-ai"
    node = 0  # a program of its own
    default_model = "gpt-5.1"
    header = "Authorization"
    keys: tuple[KeyPair, ...] = (KeyPair("OPENCODE_API_KEY", "OPENCODE_BASE_URL"), OPENAI)
    login: Login | None = Login(
        (LoginFile(".local/share", "opencode/auth.json", ".local/share/opencode/auth.json", "XDG_DATA_HOME"),),
        hosts=(
            *("api.anthropic.com", "platform.claude.com", "api.openai.com", "chatgpt.com", "auth.openai.com"),
            *("api.github.com", "*.githubcopilot.com", "opencode.ai", "openrouter.ai"),
        ),
    )

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        provider, model = _chosen(setup, model)
        settings = write_json(setup.home / "opencode.json", _settings(setup, call, provider, model))
        argv = [str(program), "run", "--format", "json", "--title", "testfix", "-m", f"{provider}/{model}"]
        argv += ["--continue"] if call.resume else []  # the home holds one conversation; its id may never have come
        plugins = {} if setup.is_login else {"OPENCODE_DISABLE_DEFAULT_PLUGINS": "1"}  # they know how to log in
        return Command(argv, call.prompt, {**_ENVIRONMENT, **plugins, "OPENCODE_CONFIG": str(settings)})

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """The texts of the last step count; an error ends it."""
        session, error = "", ""
        texts: list[str] = []
        for event in json_lines(ended.stdout):
            session = as_text(event.get("sessionID")) or session
            if event.get("type") == "step_start":
                texts = []
            elif event.get("type") == "text":
                texts.append(as_text(as_object(event.get("part")).get("text")))
            elif event.get("type") == "error":
                error = _message(as_object(event.get("error")))
        return ParsedOutput(text="" if error else "\n".join(texts).strip(), session=session, error=error)

    def conversation(self, home: Path, session: str) -> list[Path]:
        return [path for path in (home / ".local" / "share" / "opencode").glob("opencode.db*") if path.is_file()]


def _message(error: dict[str, Any]) -> str:
    return as_text(as_object(error.get("data")).get("message")) or as_text(error.get("name")) or "it failed"


def _chosen(setup: CallSetup, model: str) -> tuple[str, str]:
    """Return provider and model: with a key the one that is configured, with a login one of its own."""
    if not setup.is_login:
        return _PROVIDER, model
    provider, slash, name = model.partition("/")
    return (provider, name) if slash else ("openai", model)


def _settings(setup: CallSetup, call: ToolCall, provider: str, model: str) -> dict[str, Any]:
    edits = "allow" if call.mode == "write" else "deny"
    outside = {"*": "deny", **{f"{folder}/**": "allow" for folder in call.readable}}
    configured = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": setup.address, "apiKey": setup.key},
        "models": {model: {}},
    }
    return {
        "autoupdate": False,
        "share": "disabled",
        "snapshot": False,
        "enabled_providers": [provider],
        **({} if setup.is_login else {"provider": {provider: configured}}),
        "small_model": f"{provider}/{model}",
        "permission": {"edit": edits, "external_directory": outside, **dict.fromkeys(_NO_TOOLS, "deny")},
    }
