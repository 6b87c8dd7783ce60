"""Registers the built-in repair engine."""

from __future__ import annotations

from testfix_pipeline.agents.registration import AgentContext, RegisteredAgent
from testfix_pipeline.core.agent_protocol.protocol import Agent


def _opened(context: AgentContext) -> Agent:
    # imported late: the engine takes a fifth of a second, in which the baseline can be measured
    from testfix_pipeline.agents.builtin import BuiltinAgent

    coverage, scope = context.coverage()
    return BuiltinAgent(
        target=context.target,
        coverage=coverage,
        scope=scope,
        counted=context.counted,
        warm=context.warm,
        changes=context.changes,
        landed=context.landed,
        earlier=context.earlier,
        on_progress=context.on_progress,
        cancel=context.cancel,
    )


BUILTIN_AGENT = RegisteredAgent(open=_opened)
