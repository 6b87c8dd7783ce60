"""The coding command lines as they are registered."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.agents.calls import Caller
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.codex import Codex
from testfix_pipeline.agents.clis.command_line import CommandLine
from testfix_pipeline.agents.clis.gemini import Gemini
from testfix_pipeline.agents.clis.qwen import Qwen
from testfix_pipeline.agents.registration import RegisteredAgent
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import ToolName
from testfix_pipeline.execution.project import SandboxPolicy


def command_line(tool: CommandLine, auto_rank: int | None = None) -> RegisteredAgent:
    """What to register for a command line. auto_rank: its place in `auto`; None: it is asked only by its name."""

    def caller(name: ToolName, config: CycleConfig, keep: Path | None) -> Caller:
        policy = SandboxPolicy(mode="strict" if config.strict else config.sandbox.mode)
        return CliCaller(tool, name.rest or config.model_of(name.program), keep, policy=policy)

    return RegisteredAgent(caller=caller, default_model=tool.default_model, auto_rank=auto_rank)


# Those that come with this package.
TOOLS: dict[str, CommandLine] = {tool.name: tool for tool in (Gemini(), Qwen(), Codex())}
# Their ranks leave room between them for those of other packages.
GEMINI = command_line(TOOLS["gemini"], 10)
QWEN = command_line(TOOLS["qwen"], 20)
CODEX = command_line(TOOLS["codex"], 30)
