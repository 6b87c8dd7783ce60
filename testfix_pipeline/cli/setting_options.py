"""The settings of a session as options of the command line, generated from `core/configuration/settings.py`.

A command names the settings that it takes and gets them as one dictionary. Name, kind, bounds, default and help come
from the setting.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from types import GenericAlias
from typing import Annotated, Any, get_origin

import typer

from testfix_pipeline.cli.option_values import names, read_amounts, read_prices, variables
from testfix_pipeline.core.configuration.presets import PRESET_HELP, Preset
from testfix_pipeline.core.configuration.settings import LIMITS, CycleConfig, SandboxConfig, for_resume

Command = Callable[..., None]
_KEYWORD = inspect.Parameter.KEYWORD_ONLY

TOOLS = ("agents", "models", "role_money", "agent_logins", "endpoint", "endpoint_key", "prices")
TESTS = ("only_tests", "ignored_failures", "test_command", "results", "python", "env", "share", "setup_command",
         "suite_timeout_seconds", "test_timeout_seconds")  # fmt: skip
REACH = ("sandbox_network", "sandbox_env", "sandbox_read", "sandbox_write", "strict", "trusted")
JUDGEMENT = ("test_command", "python", "env", "share", "suite_timeout_seconds", "test_timeout_seconds",
             "sandbox_network", "strict")  # fmt: skip
GATE = ("gate",)
JUDGING = ("accept_doubtful",)
CHECKS = ("checks",)
PANELS = {
    **dict.fromkeys(LIMITS, "Limits"),
    **dict.fromkeys(TOOLS, "Who analyses and repairs"),
    **dict.fromkeys((*TESTS, *GATE), "How the tests run"),
    **dict.fromkeys((*JUDGING, *CHECKS), "What may land"),
    **dict.fromkeys(REACH, "What the tests may reach"),
}
# The options whose names differ from their settings, or that take one value of several at a time.
FLAGS = {
    "models": "--model",
    "prices": "--price",
    "only_tests": "--only-test",
    "suite_timeout_seconds": "--suite-timeout",
    "test_timeout_seconds": "--test-timeout",
    "sandbox_env": "--sandbox-env",
}
WRITTEN = {
    "agents": "Names are separated by commas.",
    "env": "Write NAME=VALUE; repeatable.",
    "models": "Write TOOL=MODEL; repeatable.",
    "role_money": "Write ROLE=AMOUNT; repeatable.",
    "only_tests": "Repeatable.",
    "prices": "Write MODEL=INPUT,OUTPUT or MODEL=INPUT,OUTPUT,CACHED; repeatable.",
}
# The values that mean "as before" for an existing session.
NOTHING: dict[Any, str] = {str: "empty", bool: "not given"}
READERS: dict[str, Callable[[Any], Any]] = {
    "agents": names,
    "env": lambda pairs: variables(pairs or []),
    "models": lambda pairs: variables(pairs or [], "--model"),
    "role_money": lambda pairs: read_amounts(pairs or []),
    "prices": lambda pairs: read_prices(pairs or []),
}


def with_settings(*wanted: str, going_on: bool = False, presets: bool = True) -> Callable[[Command], Command]:
    """Add the options of these settings and `--preset` to a command; it gets their values as `settings`.

    going_on: for an existing session, where zero and empty mean "as before". presets: False for a command without a
    session, which gets no `--preset`, and the settings as a cycle has them.
    """

    def decorate(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True).parameters
        options = [_option(name, going_on) for name in wanted]
        kept = [parameter for parameter in own.values() if parameter.name != "settings"]
        flags = [one for one in kept if one.name in ("yes", "apply", "as_json")]
        first = [one for one in kept if one not in flags]
        preset = [_parameter("preset", Preset, typer.Option(help=PRESET_HELP), "standard")] if presets else []
        everything = [one.replace(kind=_KEYWORD) for one in (*first, *preset, *options, *flags)]

        @functools.wraps(command)
        def called(**given: Any) -> None:
            settings = {name: _read(name, given.pop(name)) for name in wanted}
            if presets:
                command(settings={"preset": given.pop("preset"), **settings}, **given)
            else:
                sandbox = {"network": settings.pop("sandbox_network")}
                command(settings={**settings, "sandbox": sandbox}, **given)

        called.__signature__ = inspect.Signature(everything)  # type: ignore[attr-defined]
        called.__annotations__ = {}
        return called

    return decorate


def _option(name: str, going_on: bool) -> inspect.Parameter:
    model, key = (SandboxConfig, name[8:]) if name.startswith("sandbox_") else (CycleConfig, name)
    field = model.model_fields[key]
    kind, default = _kind(name, field.annotation), field.default
    if kind == list[str]:
        default = None
    elif name == "agents":
        default = ",".join(default)
    described = str(field.description)
    if going_on:
        default, described = type(default)(), for_resume(name, NOTHING.get(kind, "0"))
    bounds = {limit: getattr(one, how) for one in field.metadata for how, limit in (("ge", "min"), ("le", "max"))
              if hasattr(one, how) and kind is int}  # fmt: skip
    help_text = f"{described} {WRITTEN[name]}" if name in WRITTEN else described
    help_text = help_text.replace("[", "\\[")  # otherwise markup
    option = typer.Option(FLAGS.get(name, f"--{name.replace('_', '-')}"), help=help_text, **bounds)
    option.rich_help_panel = PANELS[name]
    return _parameter(name, kind, option, default)


def _kind(name: str, annotation: Any) -> Any:
    """Return the type for typer: tables and lists take one value at a time, tools are one word."""
    if name == "agents":
        return str
    return list[str] if get_origin(annotation) in (list, dict) else annotation


def _parameter(name: str, kind: Any, option: Any, default: Any) -> inspect.Parameter:
    wanted = kind | None if isinstance(kind, GenericAlias) else kind
    return inspect.Parameter(name, _KEYWORD, default=default, annotation=Annotated[wanted, option])


def _read(name: str, value: Any) -> Any:
    """Return a value in the settings' form. Raises UsageError for an invalid pair."""
    if name in READERS:
        return READERS[name](value)
    return (
        list(value) if isinstance(value, Sequence) and not isinstance(value, str) else ([] if value is None else value)
    )
