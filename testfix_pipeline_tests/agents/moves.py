"""The same move in the words of each tool: what a scripted model asks a command line to do."""

from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline_tests.agents.model_server import Step, Use

ACP_LINES = {
    "gemini": "GEMINI_API_KEY gemini --acp -m gemini-2.5-pro",
    "qwen": "OPENAI_API_KEY qwen --acp --auth-type openai",
}
"""What stands behind `acp:` for the tools that speak the Agent Client Protocol. Without a named model Gemini asks one
which to ask."""


_READS = {"claude": ("Read", "file_path"), "opencode": ("read", "filePath"), "copilot": ("view", "path")}
_EDITS = {
    "claude": ("Edit", "file_path", "old_string", "new_string"),
    "opencode": ("edit", "filePath", "oldString", "newString"),
    "copilot": ("edit", "path", "old_str", "new_str"),
}
_CREATES = {
    "claude": ("Write", "file_path", "content"),
    "opencode": ("write", "filePath", "content"),
    "copilot": ("create", "path", "file_text"),
}
"""The name of each tool's own tool and of its arguments."""


MODEL = "gemini-2.5-pro"
"""The model that all are asked for: which tools a command line offers depends on the model's name."""


def environment(address: str, path: str) -> Mapping[str, str]:
    """Variables with which all tools go to one model server."""
    return {
        "PATH": path,
        "GEMINI_API_KEY": "users-key",
        "GOOGLE_GEMINI_BASE_URL": address,
        "OPENAI_API_KEY": "users-key",
        "OPENAI_BASE_URL": f"{address}/v1",
        "ANTHROPIC_API_KEY": "users-key",
        "ANTHROPIC_BASE_URL": address,
    }


def read(tool: str, file: Path) -> Step:
    if tool == "codex":
        return Use("exec_command", {"cmd": f"cat '{file}'"})
    if tool in _READS:
        name, path = _READS[tool]
        return Use(name, {path: str(file)})
    return Use("read_file", {"file_path": str(file)})


def replace(tool: str, file: Path, old: str, new: str) -> list[Step]:
    """Put one line in place of another. Some demand that the file was read before."""
    if tool in _EDITS:
        name, path, before, after = _EDITS[tool]
        return [read(tool, file), Use(name, {path: str(file), before: old, after: new})]
    if tool == "gemini":
        move = {"file_path": str(file), "instruction": "repair it", "old_string": old, "new_string": new}
        return [Use("replace", move)]
    if tool == "qwen":
        return [read(tool, file), Use("edit", {"file_path": str(file), "old_string": old, "new_string": new})]
    lines = [f"*** Update File: {file}", "@@", f"-{old}", f"+{new}"]
    return [_patch(lines)]


def create(tool: str, file: Path, text: str) -> Step:
    """Write a new file; the text's last line gets its end."""
    if tool == "codex":
        return _patch([f"*** Add File: {file}", *(f"+{line}" for line in text.split("\n"))])
    if tool in _CREATES:
        name, path, content = _CREATES[tool]
        return Use(name, {path: str(file), content: f"{text}\n"})
    return Use("write_file", {"file_path": str(file), "content": f"{text}\n"})


def _patch(lines: list[str]) -> Step:
    body = "\n".join(["*** Begin Patch", *lines, "*** End Patch"])
    return Use("exec_command", {"cmd": f"apply_patch <<'EOF'\n{body}\nEOF"})
