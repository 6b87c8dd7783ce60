"""Resolves the tools that a session asks, from `agents: auto`, and describes them in one line at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testfix_pipeline.agents.calls import Probe
from testfix_pipeline.agents.prompts import PROMPT_TOKENS
from testfix_pipeline.core.agent_protocol.call_ledger import FIRST_OUTPUT
from testfix_pipeline.core.agent_protocol.prices import Price
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.configuration.tool_names import automatic, parse_tool
from testfix_pipeline.core.cycle_rules.budget import Budget, Usage, lacking

BUILT_IN_WORDED = "the built-in engine"


def unfunded(budgets: Sequence[tuple[Budget, Usage]], price: Price) -> str:
    """Return why a budget (each with its usage) does not fund one call of full length; "" if all do."""
    money = price.cost(PROMPT_TOKENS, FIRST_OUTPUT)
    call = Usage(calls=1, tokens=PROMPT_TOKENS + FIRST_OUTPUT, money=money)
    return next((why for budget, used in budgets if (why := lacking(budget, used, call))), "")


def is_asked(name: str, agents: Sequence[str], looked: Mapping[str, Mapping[str, object]]) -> bool:
    """Whether a tool of the setting `agents` is asked, by its probe; of `auto` only those known to work."""
    unseen = name not in automatic(agents)
    return bool(looked.get(name, {}).get("usable", unseen))


def asked_line(
    wanted: Mapping[str, Sequence[str]], models: Mapping[str, str], money: float, absent: Mapping[str, Probe]
) -> str:
    """Return `patches come from gemini (gemini-2.5-pro), then the built-in engine, for models at most $10.00`.

    wanted: the asked tools in order, by role; those without one under "". models: the model of each command line.
    money: the session's limit in US dollars. absent: named or installed tools that are not asked, with the reason.
    """
    asked = "; ".join(
        f"{f'{role} by ' if role else ''}{', then '.join([*_worded(names, models), BUILT_IN_WORDED])}"
        for role, names in wanted.items()
    )
    paid = any(parse_tool(name).kind == "model" for names in wanted.values() for name in names)
    most = f", for models at most ${money:.2f}" if paid else ""
    aside = "; ".join(f"{name}: {probe.why}" for name, probe in absent.items())
    return f"patches come from {asked}{most}" + (f" (not {aside})" if aside else "")


def _worded(names: Sequence[str], models: Mapping[str, str]) -> list[str]:
    return [f"{name} ({models[name]})" if models.get(name) else name for name in names if name != BUILTIN]
