"""Registers servers with the OpenAI protocol."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.agents.calls import Caller
from testfix_pipeline.agents.registration import RegisteredAgent
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import ToolName


def _caller(name: ToolName, config: CycleConfig, keep: Path | None) -> Caller:
    from testfix_pipeline.agents.endpoint import endpoint_caller  # imported late: few sessions ask a server

    return endpoint_caller(name.rest or config.endpoint, config.endpoint_key)


def _check(address: str) -> None:
    from testfix_pipeline.agents.endpoint import parse_endpoint

    parse_endpoint(address)


ENDPOINT = RegisteredAgent(caller=_caller, check=_check, address="URL#MODEL", reads_files=False)
