"""The tools of a session that ask models: checks them when a run starts, and opens them behind the budget's gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from testfix_pipeline.agents.calls import Caller, GlancingCaller, Probe, ServerCaller
from testfix_pipeline.agents.gate import CallLimits, CallPurpose, GatedCaller
from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.agents.knowledge import knowledge
from testfix_pipeline.agents.model_agent import ModelAgent
from testfix_pipeline.agents.planning_agent import PlanningAgent
from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.agents.registration import registered_agent
from testfix_pipeline.agents.replay import Recording, ReplayedCaller
from testfix_pipeline.agents.role_files import Roles
from testfix_pipeline.agents.wanted_tools import asked_line, is_asked, unfunded
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine
from testfix_pipeline.core.agent_protocol.call_ledger import usage_of
from testfix_pipeline.core.agent_protocol.prices import price_of
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest
from testfix_pipeline.core.configuration.agent_names import agents, takes_address
from testfix_pipeline.core.configuration.agent_roles import Role, of_role
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import (
    ToolName,
    automatic,
    expanded,
    parse_tool,
    tools_by_role,
    tools_for,
)
from testfix_pipeline.core.cycle_rules.budget import Usage
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.steps.session.progress_list import note, report_detail
from testfix_pipeline.steps.session.spending import seconds_left
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.session_lock import owner_of

Places = Callable[[AnalysisRequest], Sequence[str]]


def journal(wb: Workbench) -> Journal:
    """The session's journal of calls."""
    return Journal(wb.store.path(JOURNAL))


def recording_of(config: CycleConfig) -> Recording | None:
    """Return the recorded session that is replayed, None if there is none."""
    names = [parse_tool(name) for name in expanded(config.agents)]
    return next((Recording(Path(name.rest)) for name in names if name.kind == "replay"), None)


def check_model_tool(name: ToolName) -> None:
    """Raise InvalidConfig for an unreadable record, address or command line."""
    if name.kind == "replay":
        Recording(Path(name.rest))
    elif name.rest and takes_address(name.program):
        registered_agent(name.program).check(name.rest)


def caller(name: ToolName, config: CycleConfig, keep: Path | None = None) -> Caller:
    """Return the caller of an installed agent, without a gate. Raises InvalidConfig if it has none.

    `keep`: the folder in which a tool's conversations are stored, so that they can be resumed.
    """
    make = registered_agent(name.program).caller
    if make is None:
        raise InvalidConfig(f"The agent {name.text!r} asks no model.", "Name one that does.")
    return make(name, config, keep)


def probe(name: ToolName, config: CycleConfig) -> Probe:
    """Whether a tool can be opened and used."""
    try:
        return caller(name, config).probe()
    except InvalidConfig as error:
        return Probe(False, why=error.what, next_step=error.next_step)


def addressed_tools(config: CycleConfig) -> list[ToolName]:
    """Return the servers and command lines that settings name, wanted or not."""
    named = [name for name in map(parse_tool, expanded(config.agents)) if takes_address(name.program)]
    known = [name for name, entry in agents().loaded.items() if entry.address and not entry.needs_address]
    return named or [parse_tool(name) for name in known if config.endpoint]


def reach(name: ToolName, config: CycleConfig) -> Probe:
    """Whether a server can be used, by a request to it."""
    try:
        found = caller(name, config)
    except InvalidConfig as error:
        return Probe(False, why=error.what, next_step=error.next_step)
    return found.reach() if isinstance(found, ServerCaller) else found.probe()


def look_once(wb: Workbench) -> None:
    """Check the tools unless this run has done so: probing takes seconds."""
    seen = wb.store.session().tools_seen
    if seen != _this_run(wb):
        look_at_tools(wb)


def _this_run(wb: Workbench) -> dict[str, object]:
    return {"by": owner_of(wb.store), "agents": list(wb.config.agents)}


def look_at_tools(wb: Workbench) -> list[str]:
    """Check the wanted tools that call models, and report which are used.

    Named tools that can't be used are left out of this run, with a notice; those that only `auto` names, without one.
    This is not a degraded analysis, since no tool refused to answer. Returns the notices.
    """
    names, auto = [parse_tool(name) for name in expanded(wb.config.agents)], automatic(wb.config.agents)
    asking = [name for name in names if name.kind == "model"]
    probes = {name.text: glance(wb, name) if name.text in auto else probe(name, wb.config) for name in asking}
    notices = [_leave_out(wb, name, found) for name, found in probes.items() if not found.usable and name not in auto]
    looked = {name: vars(found) for name, found in probes.items()}
    models = {
        name.text: name.rest or wb.config.model_of(name.program) for name in asking if not takes_address(name.program)
    }
    wanted = {
        role: [name for name in named if is_asked(name, wb.config.agents, looked)]
        for role, named in tools_by_role(wb.config.agents).items()
    }
    known = {name: found for name, found in probes.items() if found.found or name not in auto}
    absent = {name: found for name, found in known.items() if not found.usable}
    line = asked_line(wanted, models, wb.config.budget_money, absent)
    seen = {"tools": looked, "tool_notices": notices, "tools_seen": _this_run(wb), "asks": line}
    wb.store.save_session(wb.store.session().model_copy(update=seen))
    note(wb, line)
    return notices


def glance(wb: Workbench, name: ToolName) -> Probe:
    """Whether a tool is installed, logged in and within the budget; the tool itself is not started."""
    try:
        found = caller(name, wb.config)
    except InvalidConfig as error:
        return Probe(False, why=error.what, next_step=error.next_step)
    seen = found.glance() if isinstance(found, GlancingCaller) else found.probe()
    if not seen.usable:
        return seen
    budgets = [(wb.config.budget, usage_of(journal(wb).lines())), (wb.config.iteration_budget, Usage())]
    why = unfunded(budgets, price_of(found.model, wb.config.prices))
    return replace(seen, usable=False, why=f"a call is beyond the budget, {why}") if why else seen


def _leave_out(wb: Workbench, name: str, found: Probe) -> str:
    said = f"{name} is left out: {found.why}."
    journal(wb).note(JournalLine(event="left_out", tool=name, why=found.why))
    report_detail(wb, said)
    return f"{said} {found.next_step}".strip()


def usable(wb: Workbench, role: Role | None = None) -> list[str]:
    """Return the wanted tools of a role, or of all, in order, without those that are left out of this run."""
    looked, wanted = wb.store.session().tools, wb.config.agents
    names = expanded(wanted) if role is None else tools_for(wanted, role)
    return [name for name in names if is_asked(name, wanted, looked)]


def model_agent(wb: Workbench, name: str, where: CallPurpose, places: Places) -> ModelAgent:
    """Return a planner and worker over a tool that asks models, or over its recording."""
    config, named = wb.config, parse_tool(name)
    return ModelAgent(
        caller=_behind_gate(wb, named, where),
        prompter=_prompter(wb, named),
        writes=named.reads_files,
        root=wb.root,
        places=places,
        analysis_seconds=config.analysis_seconds,
        fix_seconds=config.fix_seconds,
    )


def planning_agent(wb: Workbench, name: str, where: CallPurpose) -> PlanningAgent:
    """Return the agent for the phases before the cycle: the same tool behind the same gate."""
    named = parse_tool(name)
    return PlanningAgent(_behind_gate(wb, named, where), _prompter(wb, named), hands=named.reads_files)


def _prompter(wb: Workbench, name: ToolName) -> Prompter:
    roles = Roles.of(wb.project.root, Path.home(), trusted=wb.config.trusted)
    known, rules = knowledge(wb.project.root), "\n".join(wb.project_rules.values())
    return Prompter(roles=roles, reads=name.reads_files, known=known, rules=rules)


def _behind_gate(wb: Workbench, name: ToolName, where: CallPurpose) -> Caller:
    teller = partial(report_detail, wb)
    recording = recording_of(wb.config)
    if recording is not None:
        return ReplayedCaller(recording, name.text, journal(wb), where, teller)
    inner = caller(name, wb.config, wb.mirror.folder / "conversations")
    limits = CallLimits(
        session=wb.config.budget,
        iteration=wb.config.iteration_budget,
        seconds_left=partial(seconds_left, wb),
        prices=wb.config.prices,
        free=isinstance(inner, ServerCaller) and inner.is_local,
        role_money=wb.config.role_money,
    )
    owner = owner_of(wb.store) or ""
    return GatedCaller(inner, journal(wb), limits, where, teller, label=name.text, owner=owner)


def tools_of(wb: Workbench, iteration: int) -> list[str]:
    """Return the tools that an iteration's analysis asks, in order; in a replay, those of the recorded session."""
    recording = recording_of(wb.config)
    return recording.tools(iteration) if recording is not None else usable(wb, "plan")


def fixers_of(wb: Workbench, iteration: int, task: str, role: Role) -> list[str]:
    """Return the tools of a fix task that has its own, in order; none where those of the analysis carry it out."""
    recording = recording_of(wb.config)
    if recording is not None:
        return recording.fixers(task)
    order = usable(wb, role)
    return order if of_role(wb.config.agents, role) or order != tools_of(wb, iteration) else []
