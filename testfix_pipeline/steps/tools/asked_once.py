"""Asks models once, without a session, why tests fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.knowledge import knowledge
from testfix_pipeline.agents.model_agent import ModelAgent
from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.agents.role_files import Roles
from testfix_pipeline.core.agent_protocol.answer_refusal import refuse_answer
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest, parse_strategy
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.configuration.setting_sources import CycleConfig, merge_config
from testfix_pipeline.core.configuration.tool_names import ToolName, parse_tool, tools_for
from testfix_pipeline.core.records import FixHistory
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.explanation.model import Cause, Place
from testfix_pipeline.standalone.explain import Ask, QuestionForModel
from testfix_pipeline.steps.tools.model_tools import caller, check_model_tool
from testfix_pipeline.workspace.git.project_folder import find_place
from testfix_pipeline.workspace.own_settings import read_own_settings

SECONDS = 300.0
"""For one analysis of a model."""
REQUIREMENT = "State the root cause with the evidence. No patch is wanted."


def ask_models(project: Path, agents: Sequence[str], settings: Mapping[str, Any]) -> Ask:
    """Return what asks the tools once each, until one answers well. Raises InvalidConfig for an unknown tool."""
    place = find_place(project)
    launch = {**settings, "project": str(place.root), "agents": list(agents)}
    config = merge_config(launch, {}, read_own_settings(place.root), trusted=False)
    tools = [parse_tool(name) for name in tools_for(config.agents, "plan") if name != BUILTIN]
    for tool in tools:
        check_model_tool(tool)

    def ask(question: QuestionForModel) -> tuple[list[Cause], list[str]]:
        said: list[str] = []
        for tool in tools:
            causes, why = _ask(tool, config, place.root, question)
            said.append(why or f"{tool.text} was asked and answered.")
            if causes:
                return causes, said
        return [], said

    return ask


def _ask(tool: ToolName, config: CycleConfig, root: Path, question: QuestionForModel) -> tuple[list[Cause], str]:
    """Return a tool's causes, or why it has none."""
    asked = caller(tool, config)
    probe = asked.probe()
    if not probe.usable:
        return [], f"{tool.text} was not asked: {probe.why}."
    roles = Roles.of(root, Path.home(), trusted=config.trusted)
    prompter = Prompter(roles=roles, reads=tool.reads_files, known=knowledge(root))
    known = [f"{place.shown} {place.code}" for cause in question.causes for place in cause.look_at]
    agent = ModelAgent(asked, prompter, writes=False, root=lambda tree: question.root, places=lambda request: known)
    answer = agent.analyse(_request(question))
    refusal = refuse_answer(answer, [])
    if refusal is not None:
        return [], f"{tool.text} was asked, and its answer was refused: {refusal.reason}."
    return [_cause(one, tool, question) for one in parse_strategy(answer.payload or {})], ""


def _request(question: QuestionForModel) -> AnalysisRequest:
    return AnalysisRequest(
        session_id=SessionId("explain"),
        iteration=1,
        max_iterations=1,
        strategy="conservative",
        strategy_requirement=REQUIREMENT,
        pass_rate=question.results.pass_rate,
        stuck_tests={},
        clusters=list(question.groups),
        results=question.results,
        history=FixHistory(attempts=[]),
        tree=question.tree,
        seconds=SECONDS,
    )


def _cause(strategy: FixStrategy, tool: ToolName, question: QuestionForModel) -> Cause:
    places = [place for point in strategy.modification_points if (place := _place(point)) is not None]
    tests = strategy.test_execution.affected_tests or [test for group in question.groups for test in group.tests]
    return Cause(
        title=question.groups[0].title,
        tests=list(tests),
        cause="; ".join(strategy.root_causes) or strategy.approach,
        place=places[0] if places else None,
        look_at=places,
        by=tool.text,
    )


def _place(point: str) -> Place | None:
    """Return the place in `file:function:lines`; None in another text."""
    file, _, rest = point.partition(":")
    function, _, lines = rest.rpartition(":")
    first = lines.partition("-")[0].strip()
    return Place(file=file, line=int(first), function=function) if file and first.isdigit() else None
