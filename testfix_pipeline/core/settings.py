"""The one configuration of a cycle: every setting described and bounded (SPEC 1, 11)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from testfix_pipeline.core.budget import DEFAULT_CALLS, DEFAULT_MONEY, DEFAULT_SECONDS, DEFAULT_TOKENS, Budget
from testfix_pipeline.core.decisions import MOST_ITERATIONS
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.protected_paths import leaves_worktree

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_AGENT = re.compile(r"[a-z][a-z0-9_.-]*(:.+)?")
MOST_SECONDS = 30 * 24 * 3600
MOST_INPUT = 1024 * 1024


def _number(value: Any) -> Any:
    """Keeps true and false from being read as 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("a number is wanted")
    return value


def _comma_list(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _no_nul(value: str) -> str:
    if "\0" in value:
        raise ValueError("NUL")
    return value


def _agent_names(names: list[str]) -> list[str]:
    if not names or len(set(names)) < len(names) or not all(map(_AGENT.fullmatch, names)):
        raise ValueError("names")
    return names


def _variable_names(names: list[str]) -> list[str]:
    if not all(map(_VARIABLE.fullmatch, names)):
        raise ValueError("names")
    return names


def _variables(values: dict[str, str]) -> dict[str, str]:
    _variable_names(list(values))
    return values


def _inside(folders: list[str]) -> list[str]:
    if any(map(leaves_worktree, folders)):
        raise ValueError("outside")
    return folders


def _session(text: str) -> str:
    return check_session_id(text) if text else text


Text = Annotated[str, AfterValidator(_no_nul)]
Texts = Annotated[list[Text], BeforeValidator(_comma_list)]
Whole = Annotated[int, BeforeValidator(_number)]
Number = Annotated[float, BeforeValidator(_number)]


def _setting(default: Any, description: str, must_be: str, **bounds: Any) -> Any:
    """A field whose `must_be` completes the sentence of a refusal."""
    return Field(default=default, description=description, json_schema_extra={"must_be": must_be}, **bounds)


class SandboxConfig(BaseModel):
    """What the project's tests may reach. Everything is closed unless it is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Literal["auto", "off", "strict"] = _setting(
        "auto",
        "auto: the best containment there is, said plainly; strict: refuse to run without bubblewrap; off: none.",
        "auto, off or strict",
    )
    network: bool = _setting(False, "Let tests use the network; loopback always works.", "true or false")
    env: Annotated[Texts, AfterValidator(_variable_names)] = _setting(
        [], "Names of our own environment's variables that tests may see.", "a list of names of variables"
    )
    read: Texts = _setting([], "More paths that tests may read.", "a list of paths")
    write: Texts = _setting([], "More paths that tests may write.", "a list of paths")


class CycleConfig(BaseModel):
    """All settings of one cycle. Read it with `read_config` or `merge_config`, which answer in plain sentences."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    project: Text = _setting(".", "Path of the project, or its name in the registry.", "a path or a name")
    input: Text = _setting(
        "",
        "A session (WFS-...), a requirements file (.md) or a sentence; empty: repair the failures that are there.",
        "a text of at most 1 MiB",
        max_length=MOST_INPUT,
    )
    session_id: Annotated[Text, AfterValidator(_session)] = _setting(
        "", "The session to go on with; empty: a new one, or the only one that fits.", "the id of a session (WFS-...)"
    )
    max_iterations: Whole = _setting(
        0,
        "Most iterations of the cycle; 0: what the task says, else 10.",
        f"a whole number from 0 to {MOST_ITERATIONS} (0 stands for the default of 10)",
        ge=0,
        le=MOST_ITERATIONS,
    )
    agents: Annotated[Texts, AfterValidator(_agent_names)] = _setting(
        ["builtin"], "Tools in the order they are asked; builtin needs no model.", "a list of different names of tools"
    )
    budget_seconds: Number = _setting(
        DEFAULT_SECONDS,
        "Wall time of the whole cycle in seconds.",
        f"a number of seconds above 0 and at most {MOST_SECONDS} (30 days)",
        gt=0,
        le=MOST_SECONDS,
        allow_inf_nan=False,
    )
    budget_calls: Whole = _setting(
        DEFAULT_CALLS, "Most calls of models.", "a whole number from 0 to 100000", ge=0, le=100_000
    )
    budget_tokens: Whole = _setting(
        DEFAULT_TOKENS, "Most tokens of models.", "a whole number from 0 to 10000000000", ge=0, le=10**10
    )
    budget_money: Number = _setting(
        DEFAULT_MONEY,
        "Most money for models, in US dollars.",
        "an amount from 0 to 100000",
        ge=0,
        le=100_000,
        allow_inf_nan=False,
    )
    test_command: Text = _setting("", "How you run the tests, such as `pytest -x tests`; empty: found.", "a command")
    python: Text = _setting("", "The interpreter that has the project's packages; empty: found.", "a path")
    gate: Literal["continue", "block"] = _setting(
        "continue", "Whether a failed quality gate of generated tests stops the cycle.", "continue or block"
    )
    suite_timeout_seconds: Number = _setting(
        0.0,
        "Seconds that one run of the suite may take; 0: 30 minutes or three times its last full run.",
        f"a number of seconds from 0 to {MOST_SECONDS} (30 days)",
        ge=0,
        le=MOST_SECONDS,
        allow_inf_nan=False,
    )
    share: Annotated[Texts, AfterValidator(_inside)] = _setting(
        [],
        "Folders that git ignores and every worktree needs, such as node_modules; empty: found.",
        "a list of folders inside the project",
    )
    setup_command: Text = _setting("", "A command that prepares a fresh worktree.", "a command")
    sandbox: SandboxConfig = _setting(
        SandboxConfig(), "What the tests may reach.", "a table of mode, network, env, read and write"
    )
    env: Annotated[dict[str, Text], AfterValidator(_variables)] = _setting(
        {}, "Variables set for the tests.", "a table of variables and their texts"
    )
    yes: bool = _setting(False, "Where several sessions fit, take the newest.", "true or false")
    apply: bool = _setting(False, "Put the result on your branch at the end.", "true or false")
    strict: bool = _setting(False, "Refuse tools whose network can't be limited.", "true or false")

    @property
    def budget(self) -> Budget:
        return Budget(self.budget_seconds, self.budget_calls, self.budget_tokens, self.budget_money)


def read_config(raw: Mapping[str, Any]) -> CycleConfig:
    """The configuration with defaults for what is not given. InvalidConfig names the first setting that is wrong."""
    try:
        return CycleConfig.model_validate(dict(raw))
    except ValidationError as invalid:
        error = invalid.errors(include_url=False, include_context=False)[0]
        raise _refusal(tuple(map(str, error["loc"])), error["type"], error["input"]) from None


def _refusal(location: tuple[str, ...], kind: str, given: Any) -> InvalidConfig:
    model = SandboxConfig if location[0] == "sandbox" and len(location) > 1 else CycleConfig
    depth = 2 if model is SandboxConfig else 1
    name = ".".join(location[:depth])
    if kind in ("extra_forbidden", "invalid_key"):
        return unknown_setting(name, list(model.model_fields), location[-1])
    extra = model.model_fields[location[depth - 1]].json_schema_extra
    wanted = extra["must_be"] if isinstance(extra, dict) else ""
    instead = "" if name == "env" else f", not {_shown(given)}"  # its values can be secrets
    return InvalidConfig(f"{name} must be {wanted}{instead}.", "Correct it and start again.")


def _shown(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:57]}..."


def unknown_setting(name: str, known: list[str], last: str) -> InvalidConfig:
    """The error for a setting that does not exist; it names the nearest one that does."""
    near = get_close_matches(last, known, n=1, cutoff=0.5)
    prefix = name[: len(name) - len(last)]
    hint = f"Did you mean {prefix}{near[0]}?" if near else f"There are: {', '.join(sorted(known))}."
    return InvalidConfig(f"There is no setting {name[:80]!r}.", hint)
