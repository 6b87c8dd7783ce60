"""Qwen Code: command line, settings, and the JSON list of messages that it prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import ToolCall
from testfix_pipeline.agents.clis.cli_run import CallSetup, CliRunResult, Command
from testfix_pipeline.agents.clis.command_line import ParsedOutput, as_object, write_json
from testfix_pipeline.agents.clis.credentials import KeyPair
from testfix_pipeline.agents.clis.logins import Login
from testfix_pipeline.core.agent_protocol.answer_reading import as_text

_SETTINGS = {
    "general": {"enableAutoUpdate": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "memory": {"enableManagedAutoMemory": False, "enableManagedAutoDream": False},
    "model": {"generationConfig": {"maxRetries": 1}},
    "mcpServers": {},
    "disableAllHooks": True,
}
_MODES = {"read": "plan", "write": "auto-edit"}
_NO_TOOLS = (
    *("run_shell_command", "monitor", "web_fetch", "web_search", "save_memory", "read_mcp_resource", "skill"),
    *("agent", "task", "list_agents", "task_stop", "send_message", "enter_worktree", "exit_worktree"),
    *("cron_create", "cron_list", "cron_delete", "loop_wakeup", "record_artifact", "report_findings"),
)
_UNSTRUCTURED = "Model produced plain text"
"""How it calls a model that answered beside the schema: an answer all the same."""
_SERVER = "https://dashscope.aliyuncs.com/compatible-mode/v1"


class Qwen:
    """Reads in plan mode, edits in auto-edit; `--safe-mode` keeps it from what the project configures."""

    name = "qwen"
    program = "qwen"
    package = "@qwen-code/qwen-code"
    node = 22
    default_model = "coder-model"
    header = "Authorization"
    keys: tuple[KeyPair, ...] = (
        KeyPair("QWEN_API_KEY", "QWEN_BASE_URL", _SERVER),
        KeyPair("DASHSCOPE_API_KEY", "DASHSCOPE_BASE_URL", _SERVER),
        KeyPair("OPENAI_API_KEY", "OPENAI_BASE_URL"),
    )
    login: Login | None = None  # that of its account was discontinued in 2026, and it refuses it

    def command(self, program: Path, setup: CallSetup, call: ToolCall, model: str) -> Command:
        settings = write_json(setup.home / "settings.json", _SETTINGS)
        argv = [str(program), "--safe-mode", "--auth-type", "openai", "-m", model, "-o", "json"]
        argv += ["--approval-mode", _MODES[call.mode], "--exclude-tools", ",".join(_NO_TOOLS)]
        argv += ["--resume", call.resume] if call.resume else ["--session-id", setup.session]
        argv += [part for folder in call.readable for part in ("--include-directories", str(folder))]
        if call.schema:
            argv += ["--json-schema", f"@{write_json(setup.home / 'schema.json', call.schema)}"]
        env = {"QWEN_HOME": str(setup.home), "QWEN_CODE_SYSTEM_SETTINGS_PATH": str(settings)}
        env |= {
            "QWEN_CODE_NO_RELAUNCH": "true",
            "OPENAI_API_KEY": setup.key,
            "OPENAI_BASE_URL": setup.address,
            "OPENAI_MODEL": model,
        }
        return Command(argv, call.prompt, env)

    def read(self, ended: CliRunResult, setup: CallSetup) -> ParsedOutput:
        """The last message of the type `result` counts."""
        messages = _messages(ended.stdout)
        results = [one for one in messages if one.get("type") == "result"]
        result = results[-1] if results else {}
        session = as_text(result.get("session_id"))
        text, structured = as_text(result.get("result")), result.get("structured_result")
        error = as_text(as_object(result.get("error")).get("message")) or (text if result.get("is_error") else "")
        if error.startswith(_UNSTRUCTURED):
            return ParsedOutput(text=_last_words(messages), session=session)
        if not error and text.startswith("[API Error:"):  # some versions report a failure as an answer
            error = text
        if error:
            return ParsedOutput(session=session, error=error)
        payload = structured if isinstance(structured, dict) else None
        return ParsedOutput(text=text or as_text(structured), payload=payload, session=session)

    def conversation(self, home: Path, session: str) -> list[Path]:
        return [path for path in home.rglob(f"*{session}*") if path.is_file()]


def _messages(text: str) -> list[dict[str, Any]]:
    """The members of the list; it may stand after lines of other output."""
    beginnings = [0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]
    for start in (place for place in beginnings if text.startswith("[", place)):
        try:
            found = json.loads(text[start:])
        except (ValueError, RecursionError):
            continue
        return [as_object(one) for one in found] if isinstance(found, list) else []
    return []


def _last_words(messages: list[dict[str, Any]]) -> str:
    """The text of the model's last message that has any."""
    for message in reversed(messages):
        content = as_object(message.get("message")).get("content")
        parts = [as_object(part) for part in content] if isinstance(content, list) else []
        text = "".join(as_text(part.get("text")) for part in parts if part.get("type") == "text")
        if message.get("type") == "assistant" and text:
            return text
    return ""
