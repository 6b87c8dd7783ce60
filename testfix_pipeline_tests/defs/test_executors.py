"""Executors by name: each is described by its extra, and one that can't work here is refused before a run exists."""

import importlib.util
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import dagster as dg
import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.defs.runs.celery_settings import BROKER, RESULTS
from testfix_pipeline.defs.runs.executors import EXECUTORS, Executor, ExecutorKind, check_executor
from testfix_pipeline.registry.project_entry import EXECUTORS as registered_names
from testfix_pipeline_tests.defs.test_launch import resolved

ROOT = Path(__file__).parents[2]


def test_the_form_offers_the_table_and_each_extra_has_the_executors_package() -> None:
    assert get_args(Executor) == tuple(EXECUTORS)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for row in EXECUTORS.values():
        if row.extra:
            wanted = row.module.replace("_", "-")
            assert any(one.startswith(f"{wanted}>=") for one in extras[row.extra])


@pytest.mark.parametrize("name", ["in_process", "multiprocess"])
def test_those_of_dagster_itself_resolve(calc: Callable[..., Any], name: str) -> None:
    found = resolved("fix", project=str(calc("add").root), executor=name)
    assert list(found["execution"]["by_name"]) == [name]
    assert found["resources"]["settings"]["config"]["executor"] == name


@pytest.mark.parametrize("name", [name for name, row in EXECUTORS.items() if row.extra])
def test_one_whose_extra_is_missing_is_refused_with_the_command(calc: Callable[..., Any], name: str) -> None:
    if importlib.util.find_spec(EXECUTORS[name].module) is not None:
        pytest.skip(f"the extra {name} is installed")
    with pytest.raises(dg.DagsterError) as refused:
        resolved("fix", project=str(calc("add").root), executor=name)
    shown = refused.value.user_code_process_error_infos[0]
    assert shown.message == (
        f"The executor {name} is not installed. Run pip install 'testfix-pipeline[{EXECUTORS[name].extra}]'."
    )


def test_a_missing_extra_is_an_error_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXECUTORS, "docker", ExecutorKind("no_such_module", "none", extra="docker"))
    with pytest.raises(InvalidConfig) as refused:
        check_executor("docker")
    assert refused.value.next_step == "Run pip install 'testfix-pipeline[docker]'."


def test_celery_without_a_broker_is_refused(calc: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dagster_celery", reason="the extra `celery` is not installed")
    monkeypatch.delenv(BROKER, raising=False)
    with pytest.raises(dg.DagsterError, match=f"needs {BROKER} in the environment"):
        resolved("fix", project=str(calc("add").root), executor="celery")


def test_an_address_is_not_in_the_run_config(calc: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dagster_celery", reason="the extra `celery` is not installed")
    monkeypatch.setenv(BROKER, "redis://:secret@127.0.0.1:1/0")
    project = str(calc("add").root)
    found = resolved("fix", project=project, executor="celery")["execution"]["by_name"]["celery"]
    assert (found["broker"], found["backend"]) == ({"env": BROKER}, {"env": BROKER})
    monkeypatch.setenv(RESULTS, "rpc://")
    found = resolved("fix", project=project, executor="celery")["execution"]["by_name"]["celery"]
    assert found["backend"] == {"env": RESULTS}


def test_the_registry_knows_the_same_executors() -> None:
    assert set(registered_names) == set(EXECUTORS)
