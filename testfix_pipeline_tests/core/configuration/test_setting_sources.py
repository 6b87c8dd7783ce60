from typing import Any

import pytest

from testfix_pipeline.core.configuration.setting_sources import CycleConfig, merge_config, read_config, without_defaults
from testfix_pipeline.core.configuration.settings import SandboxConfig
from testfix_pipeline.core.cycle_rules.budget import Budget, Usage, lacking
from testfix_pipeline.core.errors import InvalidConfig


def refused(raw: dict[str, Any]) -> str:
    with pytest.raises(InvalidConfig) as caught:
        read_config(raw)
    assert caught.value.next_step
    return str(caught.value)


def test_defaults_are_visible_and_described() -> None:
    config = read_config({})
    assert (config.agents, config.budget_seconds, config.max_iterations) == (["auto"], 3600, 0)
    assert config.budget == Budget()
    for model in (CycleConfig, SandboxConfig):
        for name, field in model.model_fields.items():
            assert field.description and field.get_default() is not None, name
            assert isinstance(field.json_schema_extra, dict) and field.json_schema_extra["must_be"], name


def test_texts_from_a_command_line_are_read() -> None:
    config = read_config({"max_iterations": "5", "agents": "gemini, builtin", "env": {"PORT": 5432}})
    assert (config.max_iterations, config.agents, config.env) == (5, ["gemini", "builtin"], {"PORT": "5432"})
    assert read_config({"session_id": "WFS-test-x"}).session_id == "WFS-test-x"
    assert read_config({"share": "node_modules,web/build"}).share == ["node_modules", "web/build"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"max_iteration": 3}, "Did you mean max_iterations?"),
        ({"sandbox": {"netwrk": True}}, "There is no setting 'sandbox.netwrk'. Did you mean sandbox.network?"),
        ({"qqqq": 3}, "There are: accept_doubtful, agent_logins, agents, analysis_seconds"),
        ({3: 4}, "There is no setting '3'"),
    ],
)
def test_unknown_settings_name_the_nearest(raw: dict[str, Any], said: str) -> None:
    assert said in refused(raw)


@pytest.mark.parametrize("value", [-1, 101, 10**9, True, "many", 1.5, None])
def test_absurd_limits_are_one_plain_sentence(value: Any) -> None:
    said = refused({"max_iterations": value})
    assert said.startswith("max_iterations must be a whole number from 0 to 100 (0 stands for the default of 10), not ")
    assert "\n" not in said


@pytest.mark.parametrize(
    "raw",
    [
        {"budget_seconds": 0},
        {"budget_seconds": float("nan")},
        {"budget_seconds": 10**9},
        {"budget_money": float("inf")},
        {"budget_calls": -1},
        {"budget_tokens": False},
        {"agents": []},
        {"agents": ["a", "a"]},
        {"agents": ["../x"]},
        {"project": "a\0b"},
        {"input": "x" * (1024 * 1024 + 1)},
        {"share": ["../elsewhere"]},
        {"gate": "open"},
        {"sandbox": 3},
        {"sandbox": {"mode": "open"}},
        {"sandbox": {"env": ["A B"]}},
        {"env": {"A B": "x"}},
        {"env": {"A": "x\0"}},
        {"yes": "perhaps"},
        {"prices": {"m": [1]}},
        {"prices": {"m": [1, -1]}},
        {"prices": {"m": [1, float("nan")]}},
        {"prices": {"m": "12"}},
        {"models": {"cursor": "m"}},
        {"models": {"qwen": ""}},
        {"endpoint_key": "A KEY"},
        {"analysis_seconds": 0},
        {"iteration_money": -1},
    ],
)
def test_refused_values_are_named(raw: dict[str, Any]) -> None:
    said = refused(raw)
    assert said.startswith(next(iter(raw))) and "must be" in said and len(said) < 300


def test_values_of_variables_are_not_shown() -> None:
    assert "hunter2" not in refused({"env": {"A B": "hunter2"}})


def test_a_traversing_session_id_is_refused() -> None:
    assert "is not a session id" in refused({"session_id": "WFS-../../etc"})


def test_launch_beats_registry_beats_project() -> None:
    merged = merge_config(
        {"max_iterations": 2, "env": {"A": "launch"}},
        {"max_iterations": 3, "gate": "block", "env": {"A": "registry", "B": "registry"}},
        {"max_iterations": 4, "gate": "block", "test_command": "pytest x", "env": {"C": "project"}},
    )
    assert (merged.max_iterations, merged.gate, merged.test_command) == (2, "block", "pytest x")
    assert merged.env == {"A": "launch", "B": "registry", "C": "project"}
    assert merge_config({}, {"max_iterations": 3}).max_iterations == 3
    assert merge_config({}) == CycleConfig()


@pytest.mark.parametrize(
    "own",
    [
        {"setup_command": "make"},
        {"python": "/bin/sh"},
        {"apply": True},
        {"yes": True},
        {"project": "/"},
        {"input": "x"},
        {"session_id": "WFS-x"},
        {"agents": ["builtin", "gemini"]},
        {"strict": False},
        {"gate": "continue"},
        {"sandbox": {"mode": "off"}},
        {"sandbox": {"network": True}},
        {"sandbox": {"write": ["/"]}},
        {"sandbox": {"env": ["TOKEN"]}},
        {"models": {"gemini": "a-dearer-one"}},
        {"prices": {"gemini-2.5-pro": [0, 0]}},
        {"endpoint": "http://example.org/v1#m"},
        {"endpoint_key": "GITHUB_TOKEN"},
    ],
)
def test_an_untrusted_project_may_only_narrow(own: dict[str, Any]) -> None:
    granted = {"strict": True, "gate": "block", "agents": ["builtin"]}
    with pytest.raises(InvalidConfig, match="only a trusted project may"):
        merge_config(granted, {}, own)
    assert merge_config({}, {}, own, trusted=True) == read_config(own)


def test_what_an_untrusted_project_may_say() -> None:
    own = {
        "agents": ["builtin"],
        "gate": "block",
        "strict": True,
        "sandbox": {"mode": "strict", "network": False, "read": ["/data"]},
    }
    merged = merge_config({}, {"sandbox": {"read": ["/data", "/more"]}, "agents": ["gemini", "builtin"]}, own)
    assert (merged.agents, merged.gate, merged.strict) == (["gemini", "builtin"], "block", True)
    assert (merged.sandbox.mode, merged.sandbox.read) == ("strict", ["/data", "/more"])


def test_an_untrusted_project_may_take_some_of_the_models_away() -> None:
    assert merge_config({}, {"agents": ["models"]}, {"agents": ["qwen"]}).agents == ["models"]
    with pytest.raises(InvalidConfig, match="only a trusted project may"):
        merge_config({}, {"agents": ["models"]}, {"agents": ["qwen", "endpoint:http://example.org/v1#m"]})


def test_an_untrusted_project_lowers_limits_but_never_raises_them() -> None:
    assert merge_config({}, {}, {"max_iterations": 50}).max_iterations == 10
    assert merge_config({}, {}, {"max_iterations": 4, "budget_seconds": 60}).budget_seconds == 60
    assert merge_config({}, {}, {"max_iterations": 4}).max_iterations == 4
    assert merge_config({}, {}, {"budget_money": 1000}).budget_money == 10
    assert merge_config({}, {}, {"budget_calls": 0}).budget_calls == 0
    assert merge_config({}, {}, {"iteration_seconds": 60}).iteration_seconds == 60
    assert merge_config({}, {}, {"iteration_money": 0}).iteration_money == merge_config({}).iteration_money
    assert merge_config({"iteration_calls": 5}, {}, {"iteration_calls": 7}).iteration_calls == 5
    assert merge_config({}, {}, {"analysis_seconds": 10**6}).analysis_seconds == 2400


def test_models_and_prices_are_tables_that_every_source_adds_to() -> None:
    merged = merge_config({"prices": {"a": [1, 2]}}, {"prices": {"b": [3, 4, 1]}, "models": {"qwen": "q"}})
    assert merged.prices == {"a": [1, 2], "b": [3, 4, 1]}
    assert [merged.model_of(tool) for tool in ("gemini", "qwen", "endpoint")] == ["gemini-2.5-pro", "q", ""]


def test_a_limit_of_zero_for_an_iteration_is_none_beside_the_sessions() -> None:
    limits = read_config({"iteration_calls": 0, "iteration_tokens": 0, "iteration_money": 0}).iteration_budget
    assert lacking(limits, Usage(10**6, 10**6, 10**12, 10**6), Usage(1, 1, 1, 1)) == ""


def test_unknown_settings_are_refused_in_every_source() -> None:
    for sources in ({"nope": 1}, {}, {}), ({}, {"nope": 1}, {}), ({}, {}, {"nope": 1}):
        with pytest.raises(InvalidConfig, match="There is no setting"):
            merge_config(*sources)


def test_a_form_with_every_default_filled_in_gives_nothing() -> None:
    everything = CycleConfig().model_dump()
    assert without_defaults(everything) == {}
    sent = everything | {"max_iterations": 3, "sandbox": everything["sandbox"] | {"network": True}}
    assert without_defaults(sent) == {"max_iterations": 3, "sandbox": {"network": True}}
    assert without_defaults({"nope": 1}) == {"nope": 1}
