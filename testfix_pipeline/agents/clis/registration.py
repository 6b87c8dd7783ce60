"""Registers the coding command line tools."""

from __future__ import annotations

import os
from pathlib import Path

from testfix_pipeline.agents.calls import Caller
from testfix_pipeline.agents.clis.acp import AcpAgent, AcpCaller, AgentKey
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.codex import Codex
from testfix_pipeline.agents.clis.command_line import CommandLine
from testfix_pipeline.agents.clis.credentials import KeyPair
from testfix_pipeline.agents.clis.gemini import Gemini
from testfix_pipeline.agents.clis.qwen import Qwen
from testfix_pipeline.agents.registration import RegisteredAgent
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import ToolName
from testfix_pipeline.execution.project import SandboxPolicy


def command_line(tool: CommandLine, auto_rank: int | None = None) -> RegisteredAgent:
    """What to register for a command line. auto_rank: its place in `auto`; None: it is asked only by its name."""

    def caller(name: ToolName, config: CycleConfig, keep: Path | None) -> Caller:
        return CliCaller(tool, name.rest or config.model_of(name.program), keep, policy=_policy(config))

    return RegisteredAgent(caller=caller, default_model=tool.default_model, auto_rank=auto_rank)


# The command line tools of this package.
TOOLS: dict[str, CommandLine] = {tool.name: tool for tool in (Gemini(), Qwen(), Codex())}
# The ranks leave gaps for tools of other packages.
GEMINI = command_line(TOOLS["gemini"], 10)
QWEN = command_line(TOOLS["qwen"], 20)
CODEX = command_line(TOOLS["codex"], 30)

_ANTHROPIC = KeyPair("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "https://api.anthropic.com")
# The keys that any agent may get, in this order.
ACCESS = (
    *(AgentKey(pair, tool.header) for tool in TOOLS.values() for pair in tool.keys),
    AgentKey(_ANTHROPIC, "x-api-key"),
)


def acp_caller(name: ToolName, config: CycleConfig, keep: Path | None) -> Caller:
    """The agent that a name gives the command line of. Raises InvalidConfig if it is none."""
    agent = AcpAgent.of(name.rest, ACCESS, os.environ)
    keys = tuple(one.pair for one in ACCESS)
    return AcpCaller(agent, keep=keep, policy=_policy(config), keys=keys)


def _policy(config: CycleConfig) -> SandboxPolicy:
    return SandboxPolicy(mode="strict" if config.strict else config.sandbox.mode)


def _check_line(line: str) -> None:
    AcpAgent.of(line, ACCESS, os.environ)


ACP = RegisteredAgent(caller=acp_caller, check=_check_line, address="COMMAND LINE", needs_address=True)
