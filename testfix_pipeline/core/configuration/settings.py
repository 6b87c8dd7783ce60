"""The one configuration of a cycle: every setting described and bounded."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from testfix_pipeline.core.check_records import KINDS, NONE, check_kinds, joined_kinds
from testfix_pipeline.core.configuration.agent_names import default_model, listed_names
from testfix_pipeline.core.configuration.agent_roles import ROLES
from testfix_pipeline.core.configuration.setting_types import (
    AgentNames,
    Number,
    PriceTable,
    RoleMoney,
    Text,
    Texts,
    Whole,
    check_inside,
    check_models,
    check_name,
    check_names,
    check_session,
    check_variables,
    setting,
)
from testfix_pipeline.core.cycle_rules.budget import (
    DEFAULT_CALLS,
    DEFAULT_ITERATION_CALLS,
    DEFAULT_ITERATION_MONEY,
    DEFAULT_ITERATION_TOKENS,
    DEFAULT_MONEY,
    DEFAULT_SECONDS,
    DEFAULT_TOKENS,
    MOST_ITERATIONS,
    Budget,
    limits_of_iteration,
)
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.visible_text import shortened

MOST_SECONDS = 30 * 24 * 3600
MOST_INPUT = 1024 * 1024
DEFAULT_ANALYSIS_SECONDS = 2400.0
DEFAULT_FIX_SECONDS = 1800.0

# The settings that limit a session's usage.
LIMITS = (
    *("max_iterations", "budget_seconds", "budget_calls", "budget_tokens", "budget_money"),
    *("iteration_seconds", "iteration_calls", "iteration_tokens", "iteration_money", "analysis_seconds", "fix_seconds"),
)
# The values of `update`, each trying more releases than the one before.
UPDATES = ("off", "minor", "all")
# The settings that a resumed session accepts; without a value they stay as before.
RAISED = ("max_iterations", "agents", "accept_doubtful", *LIMITS[1:])


def _seconds(default: float, description: str) -> Any:
    """A number of seconds up to 30 days; 0, which then stands for no limit of its own, if it is the default."""
    least, bound = ("from 0 to", "ge") if default == 0 else ("above 0 and at most", "gt")
    must_be = f"a number of seconds {least} {MOST_SECONDS} (30 days)"
    return setting(default, description, must_be, **{bound: 0}, le=MOST_SECONDS, allow_inf_nan=False)


def _calls(default: int, description: str) -> Any:
    return setting(default, description, "a whole number from 0 to 100000", ge=0, le=100_000)


def _tokens(default: int, description: str) -> Any:
    return setting(default, description, "a whole number from 0 to 10000000000", ge=0, le=10**10)


def _dollars(default: float, description: str) -> Any:
    return setting(default, description, "an amount from 0 to 100000", ge=0, le=100_000, allow_inf_nan=False)


class SandboxConfig(BaseModel):
    """The sandbox of the project's tests. Everything is closed unless it is named."""

    # Built when values are read: `testfix --help` shows the fields alone.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    mode: Literal["auto", "off", "strict"] = setting(
        "auto",
        "auto: the best containment there is, said plainly; strict: refuse to run without bubblewrap; off: none.",
        "auto, off or strict",
    )
    network: bool = setting(False, "Let tests use the network; loopback always works.", "true or false")
    env: Annotated[Texts, AfterValidator(check_names)] = setting(
        [], "Names of our own environment's variables that tests may see.", "a list of names of variables"
    )
    read: Texts = setting([], "More paths that tests may read.", "a list of paths")
    write: Texts = setting([], "More paths that tests may write.", "a list of paths")


class CycleConfig(BaseModel):
    """All settings of one cycle. Read it with `read_config` or `merge_config`, which answer in plain sentences."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True, defer_build=True)

    project: Text = setting(".", "Path of the project, or its name in the registry.", "a path or a name")
    input: Text = setting(
        "",
        "A session (WFS-...), a requirements file (.md) or a sentence; empty: repair the failures that are there.",
        "a text of at most 1 MiB",
        max_length=MOST_INPUT,
    )
    session_id: Annotated[Text, AfterValidator(check_session)] = setting(
        "", "The session to go on with; empty: a new one, or the only one that fits.", "the id of a session (WFS-...)"
    )
    max_iterations: Whole = setting(
        0,
        "Most iterations of the cycle; 0: what the task says, else 10.",
        f"a whole number from 0 to {MOST_ITERATIONS} (0 stands for the default of 10)",
        ge=0,
        le=MOST_ITERATIONS,
    )
    agents: AgentNames = setting(
        ["auto"],
        "Tools in the order they are asked: auto (those with a model that are installed, logged in and within the "
        f"budget, then builtin; auto:NAME+NAME orders those after codex), {', '.join(listed_names())} (those with a "
        "model also as NAME:MODEL), models (gemini, qwen, codex), acp:COMMAND LINE of an agent, endpoint:URL#MODEL, "
        "replay:FILE, recorded:FILE. ROLE=TOOL names one for a role alone: plan, fix, explore (three fixers at "
        "once) or generate.",
        f"a list of different names of tools, or a table of roles ({', '.join(ROLES)}) and their tools",
    )
    models: Annotated[dict[str, Text], AfterValidator(check_models)] = setting(
        {},
        "The model that a tool is asked for, by the tool's name; what is not named keeps its default.",
        "a table of tools that ask models and the names of their models",
    )
    agent_logins: bool = setting(
        False,
        "A command line without a key may use its own account's login: only its credential files are copied into a "
        "call, and what it renews is written back.",
        "true or false",
    )
    trusted: bool = setting(
        False,
        "The project is trusted: its own .workflow/testfix.yaml may open what is closed, its role files are used.",
        "true or false",
    )
    endpoint: Text = setting(
        "",
        "URL#MODEL of a server that speaks the OpenAI protocol, for the tool `endpoint`.",
        "an address such as http://127.0.0.1:8000/v1#my-model",
    )
    endpoint_key: Annotated[Text, AfterValidator(check_name)] = setting(
        "TESTFIX_ENDPOINT_KEY",
        "Name of our own environment's variable that holds the key of the endpoint.",
        "the name of a variable",
    )
    prices: PriceTable = setting(
        {},
        "US dollars for a million tokens by model, [input, output] or [input, output, cached input]; `*`: any other.",
        "a table of models with two or three prices of at least 0 each",
    )
    role_money: RoleMoney = setting(
        {},
        "Most money for the models of a role, in US dollars; a role that is not named has what the session has.",
        f"a table of roles ({', '.join(ROLES)}) and amounts of at least 0",
    )
    analysis_seconds: Number = _seconds(DEFAULT_ANALYSIS_SECONDS, "Most seconds that a model's analysis may take.")
    fix_seconds: Number = _seconds(DEFAULT_FIX_SECONDS, "Most seconds that a model may work on one fix.")
    budget_seconds: Number = _seconds(DEFAULT_SECONDS, "Wall time of the whole session in seconds.")
    budget_calls: Whole = _calls(DEFAULT_CALLS, "Most calls of models.")
    budget_tokens: Whole = _tokens(DEFAULT_TOKENS, "Most tokens of models.")
    budget_money: Number = _dollars(DEFAULT_MONEY, "Most money for models, in US dollars.")
    iteration_seconds: Number = _seconds(
        0.0, "Wall time of one iteration after which no further call of a model starts in it; 0: what the session has."
    )
    iteration_calls: Whole = _calls(
        DEFAULT_ITERATION_CALLS, "Most calls of models in one iteration; 0: what the session has."
    )
    iteration_tokens: Whole = _tokens(
        DEFAULT_ITERATION_TOKENS, "Most tokens of models in one iteration; 0: what the session has."
    )
    iteration_money: Number = _dollars(
        DEFAULT_ITERATION_MONEY, "Most money for models in one iteration, in US dollars; 0: what the session has."
    )
    test_command: Text = setting("", "How you run the tests, such as `pytest -x tests`; empty: found.", "a command")
    results: Text = setting(
        "",
        "The JUnit XML or TAP files that another test command than pytest writes: a path or pattern inside the "
        "project, or stdout for TAP.",
        "a path or pattern inside the project",
    )
    python: Text = setting("", "The interpreter that has the project's packages; empty: found.", "a path")
    accept_doubtful: bool = setting(
        False,
        "Land patches of a confidence below 0.4 too; otherwise they are shown as leads with what speaks against them.",
        "true or false",
    )
    checks: Annotated[Text, BeforeValidator(joined_kinds), AfterValidator(check_kinds)] = setting(
        NONE,
        "The project's own checks to repair besides its tests, by their tools or the engine: none, auto (all that it "
        "configures), or a list of lint, types, format, lock and snapshots.",
        f"none, auto or a list of {', '.join(KINDS)}, separated by commas",
    )
    only_tests: Texts = setting(
        [],
        "Failing tests to repair, by their ids or as a JUnit report names them; empty, or none of them known: all.",
        "a list of tests",
    )
    ignored_failures: Texts = setting(
        [], "Failures that stay as they are, by the ids that `testfix ci` shows.", "a list of ids of failures"
    )
    gate: Literal["continue", "block"] = setting(
        "continue", "Whether a failed quality gate of generated tests stops the cycle.", "continue or block"
    )
    suite_timeout_seconds: Number = _seconds(
        0.0, "Seconds that one run of the suite may take; 0: 30 minutes or three times its last full run."
    )
    test_timeout_seconds: Number = _seconds(
        0.0,
        "Seconds that one test may compute, or do nothing, before it is ended and has failed; 0: learned from the "
        "other tests (see docs/configure.md).",
    )
    share: Annotated[Texts, AfterValidator(check_inside)] = setting(
        [],
        "Folders that git ignores and every worktree needs, such as node_modules; empty: found.",
        "a list of folders inside the project",
    )
    setup_command: Text = setting("", "A command that prepares a fresh worktree.", "a command")
    sandbox: SandboxConfig = setting(
        SandboxConfig.model_construct(), "What the tests may reach.", "a table of mode, network, env, read and write"
    )
    env: Annotated[dict[str, Text], AfterValidator(check_variables)] = setting(
        {}, "Variables set for the tests.", "a table of variables and their texts"
    )
    yes: bool = setting(False, "Where several sessions fit, take the newest.", "true or false")
    apply: bool = setting(False, "Put the result on your branch at the end.", "true or false")
    update: Literal["off", "minor", "all"] = setting(
        "off",
        "Whether nights also try the suite with newer releases of its libraries: minor (of the same major version), "
        "all (the newest), or off.",
        "off, minor or all",
    )
    strict: bool = setting(
        False, "Refuse to run without the full sandbox, and tools whose network can't be limited.", "true or false"
    )

    @property
    def budget(self) -> Budget:
        return Budget(self.budget_seconds, self.budget_calls, self.budget_tokens, self.budget_money)

    @property
    def iteration_budget(self) -> Budget:
        return limits_of_iteration(
            self.iteration_seconds, self.iteration_calls, self.iteration_tokens, self.iteration_money
        )

    def model_of(self, tool: str) -> str:
        """The model that a tool is asked for where its name in `agents` gives none."""
        return self.models.get(tool) or default_model(tool)


def for_resume(name: str, nothing: str) -> str:
    """Return a setting's description for a resumed session; `nothing` is the value for "as before"."""
    described = str(CycleConfig.model_fields[name].description)
    return f"{described.partition('; 0:')[0].partition(': auto')[0].rstrip('.')}; {nothing}: as before."


def read_config(raw: Mapping[str, Any]) -> CycleConfig:
    """Return the configuration, with defaults for missing settings. InvalidConfig names the first invalid one."""
    try:
        return CycleConfig.model_validate(dict(raw))
    except ValidationError as invalid:
        error = invalid.errors(include_url=False, include_context=False)[0]
        raise _refusal(tuple(map(str, error["loc"])), error["type"], error["input"]) from None


def _refusal(location: tuple[str, ...], kind: str, given: Any) -> InvalidConfig:
    if not location:
        return InvalidConfig("The name of a setting is no text.", "Correct it and start again.")
    model = SandboxConfig if location[0] == "sandbox" and len(location) > 1 else CycleConfig
    depth = 2 if model is SandboxConfig else 1
    name = ".".join(location[:depth])
    if kind in ("extra_forbidden", "invalid_key"):
        return unknown_setting(name, list(model.model_fields), location[-1])
    extra = model.model_fields[location[depth - 1]].json_schema_extra
    wanted = extra["must_be"] if isinstance(extra, dict) else ""
    instead = "" if name == "env" else f", not {shortened(repr(given), 60)}"  # its values can be secrets
    return InvalidConfig(f"{name} must be {wanted}{instead}.", "Correct it and start again.")


def unknown_setting(name: str, known: list[str], last: str) -> InvalidConfig:
    """Return the error for an unknown setting, which names the most similar one."""
    near = get_close_matches(last, known, n=1, cutoff=0.5)
    prefix = name[: len(name) - len(last)]
    hint = f"Did you mean {prefix}{near[0]}?" if near else f"There are: {', '.join(sorted(known))}."
    return InvalidConfig(f"There is no setting {name[:80]!r}.", hint)
