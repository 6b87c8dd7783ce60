"""Registers the coding command line tools."""

from __future__ import annotations

import os
from pathlib import Path

from testfix_pipeline.agents.calls import Caller
from testfix_pipeline.agents.clis.acp import AcpAgent, AcpCaller, AgentKey
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.claude import Claude
from testfix_pipeline.agents.clis.codex import Codex
from testfix_pipeline.agents.clis.command_line import CommandLine
from testfix_pipeline.agents.clis.copilot import Copilot
from testfix_pipeline.agents.clis.gemini import Gemini
from testfix_pipeline.agents.clis.opencode import Opencode
from testfix_pipeline.agents.clis.qwen import Qwen
from testfix_pipeline.agents.registration import RegisteredAgent
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import ToolName
from testfix_pipeline.execution.project import SandboxPolicy


def command_line(
    tool: CommandLine, auto_rank: int | None = None, *, in_models: bool = True, cheap_model: str = ""
) -> RegisteredAgent:
    """What to register for a command line. auto_rank: its place in `auto`; None: it is asked only by its name.

    in_models: whether `models` asks it, too. cheap_model: that of three fixers at once, "" for the same.
    """

    def caller(name: ToolName, config: CycleConfig, keep: Path | None) -> Caller:
        model = name.rest or config.model_of(name.program)
        return CliCaller(tool, model, keep, policy=_policy(config), logins=config.agent_logins)

    return RegisteredAgent(
        caller=caller,
        default_model=tool.default_model,
        cheap_model=cheap_model,
        auto_rank=auto_rank,
        in_models=in_models,
    )


# The command line tools of this package.
TOOLS: dict[str, CommandLine] = {
    tool.name: tool for tool in (Gemini(), Qwen(), Codex(), Claude(), Opencode(), Copilot())
}
# The ranks leave gaps for tools of other packages.
GEMINI = command_line(TOOLS["gemini"], 10, cheap_model="gemini-2.5-flash")
QWEN = command_line(TOOLS["qwen"], 20)
CODEX = command_line(TOOLS["codex"], 30, cheap_model="gpt-5.1-codex-mini")
CLAUDE = command_line(TOOLS["claude"], 40, in_models=False, cheap_model="haiku")
OPENCODE = command_line(TOOLS["opencode"], 50, in_models=False)
COPILOT = command_line(TOOLS["copilot"], 60, in_models=False)

# The keys that any agent may get, in this order.
ACCESS = tuple(dict.fromkeys(AgentKey(pair, tool.header) for tool in TOOLS.values() for pair in tool.keys))


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
