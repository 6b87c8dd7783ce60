"""The command line and Dagster's forms offer the settings that `core/configuration/settings.py` defines."""

import inspect
from typing import Any

import pytest
import typer

from testfix_pipeline.cli import launch_commands
from testfix_pipeline.cli.option_values import read_prices, variables
from testfix_pipeline.core.configuration.flat_settings import SANDBOX
from testfix_pipeline.core.configuration.presets import PRESETS, with_preset
from testfix_pipeline.core.configuration.settings import RAISED, CycleConfig, SandboxConfig
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.defs.session.launch import ELSEWHERE, FixLaunch, ResumeLaunch, RunLaunch, cycle_settings

OF_A_LAUNCH = {"project", "input", "session_id"}
FORM_ONLY = {"executor", "preset", "remote", "workers"}
SETTINGS = set(CycleConfig.model_fields) - set(ELSEWHERE) | {f"sandbox_{name}" for name in SANDBOX}


def options(command: Any) -> set[str]:
    flags = {"project", "input_text", "session", "named", "remote", "yes", "apply", "as_json"}
    return set(inspect.signature(command).parameters) - flags


def test_every_setting_can_be_given_in_both() -> None:
    assert set(RunLaunch.model_fields) - FORM_ONLY == SETTINGS
    assert options(launch_commands.run) - {"preset"} == SETTINGS - OF_A_LAUNCH
    assert options(launch_commands.fix) == options(launch_commands.plan) == options(launch_commands.run) - {"gate"}
    assert set(FixLaunch.model_fields) == set(RunLaunch.model_fields) - {"gate"}
    assert set(ResumeLaunch.model_fields) - FORM_ONLY - OF_A_LAUNCH == set(RAISED)
    assert options(launch_commands.resume) == options(launch_commands.execute) == {"preset", *RAISED}


def test_forms_have_the_defaults_and_words_of_the_settings() -> None:
    for name in SETTINGS - OF_A_LAUNCH:
        model: Any = SandboxConfig if name.startswith("sandbox_") else CycleConfig
        defined, shown = model.model_fields[name.removeprefix("sandbox_")], RunLaunch.model_fields[name]
        assert (shown.default, shown.description) == (defined.default, defined.description), name
    assert {ResumeLaunch.model_fields[name].default or None for name in RAISED} == {None}


def test_preset_fills_what_is_left_at_its_default(repository: Any) -> None:
    repo = repository(files={"a.py": "A = 1\n"})
    settings = cycle_settings(FixLaunch(project=str(repo.root), preset="quick", budget_seconds=60.0))
    assert (settings["max_iterations"], settings["budget_seconds"]) == (3, 60.0)
    assert "preset" not in settings
    for name, preset in PRESETS.items():
        assert set(preset) <= set(CycleConfig.model_fields)
        assert with_preset(name, {}, {}) == dict(preset)


def test_pairs_are_read_or_refused_with_an_example() -> None:
    assert variables(["A=1=2", "B="]) == {"A": "1=2", "B": ""}
    assert read_prices(["m=1.25,10", "*=1,2,0.5"]) == {"m": [1.25, 10.0], "*": [1.0, 2.0, 0.5]}
    for wrong in (
        lambda: variables(["gemini"], "--model"),
        lambda: read_prices(["m=cheap"]),
        lambda: read_prices(["m"]),
    ):
        with pytest.raises(UsageError, match=r"Write for example --(model|price) "):
            wrong()


def test_every_command_says_how_it_is_used() -> None:
    from testfix_pipeline.cli.app import app

    def commands(group: Any, path: str) -> dict[str, Any]:
        found = {}
        for name, one in group.commands.items():
            found |= commands(one, f"{path} {name}") if hasattr(one, "commands") else {f"{path} {name}": one}
        return found

    found = commands(typer.main.get_command(app), "testfix")
    assert len(found) > 20
    shown = {name: one for name, one in found.items() if name in one.help.partition("Example")[2]}
    # commands of their own, too
    assert sorted(found.keys() - shown.keys()) == [
        f"testfix sessions {name}" for name in ("expand", "resume", "review")
    ]
    assert [name for name, one in found.items() for option in one.params if not option.help] == []
