"""What is said of a tool before it is used."""

from pathlib import Path

import pytest

from testfix_pipeline.agents.calls import Probe
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.credentials import find_upstream
from testfix_pipeline.agents.clis.registration import TOOLS

KEYS = {"GEMINI_API_KEY": "g", "QWEN_API_KEY": "q", "CODEX_API_KEY": "c"}


def program(folder: Path, name: str, prints: str) -> None:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\necho {prints}\n")
    file.chmod(0o755)


def probed(folder: Path, name: str, **keys: str) -> Probe:
    return CliCaller(TOOLS[name], environ={"PATH": str(folder), **keys}).probe()


def test_a_tool_that_is_not_there(tmp_path: Path) -> None:
    found = probed(tmp_path, "qwen", **KEYS)
    assert not found.found and "@qwen-code/qwen-code" in found.next_step


def test_a_tool_without_a_version_is_not_used(tmp_path: Path) -> None:
    program(tmp_path / "bin", "codex", "oh no")
    found = probed(tmp_path / "bin", "codex", **KEYS)
    assert (found.found, found.usable) == (True, False) and "says nothing" in found.why


@pytest.mark.parametrize(("node", "usable"), [("v20.20.2", False), ("v22.1.0", True)])
def test_a_node_that_is_too_old_is_said(tmp_path: Path, node: str, usable: bool) -> None:
    program(tmp_path / "bin", "qwen", "0.24.4")
    program(tmp_path / "bin", "node", node)
    found = probed(tmp_path / "bin", "qwen", **KEYS)
    assert (found.version, found.usable) == ("0.24.4", usable)
    assert usable or ("needs Node 22" in found.why and found.next_step)


def test_a_tool_without_its_key_is_not_logged_in(tmp_path: Path) -> None:
    program(tmp_path / "bin", "codex", "codex-cli 1.2.3")
    found = probed(tmp_path / "bin", "codex", GEMINI_API_KEY="g", QWEN_API_KEY="q")
    assert (found.usable, found.why) == (False, "not logged in") and "CODEX_API_KEY" in found.next_step
    assert probed(tmp_path / "bin", "codex", CODEX_API_KEY="c") == Probe(True, "1.2.3", True)


def test_a_key_goes_only_to_the_server_it_is_for() -> None:
    def server(tool: str, **environ: str) -> tuple[str, str] | None:
        found = find_upstream(TOOLS[tool].keys, TOOLS[tool].header, environ)
        return (found.key, found.address) if found else None

    assert server("qwen", OPENAI_API_KEY="o") is None
    assert server("qwen", OPENAI_API_KEY="o", OPENAI_BASE_URL="https://a/v1") == ("o", "https://a/v1")
    own = {"QWEN_API_KEY": "q", "OPENAI_API_KEY": "o", "OPENAI_BASE_URL": "https://a/v1"}
    assert server("qwen", **own) == ("q", "https://dashscope.aliyuncs.com/compatible-mode/v1")
    assert server("codex", **own) == ("o", "https://a/v1")
    assert server("codex", CODEX_API_KEY="c", **own) == ("c", "https://api.openai.com/v1")
    assert server("gemini", OPENAI_API_KEY="o") is None
    assert server("gemini", GEMINI_API_KEY="g", GOOGLE_GEMINI_BASE_URL="file:///x") is None
