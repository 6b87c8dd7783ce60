"""The settings that a home gets: absolute folders, also after the home was moved, and what its user wrote stays."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from dotenv import dotenv_values

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.workspace.instance_files import (
    ENVIRONMENT_FILE,
    INSTANCE_FILE,
    WORKSPACE_FILE,
    prepare_home,
    workspace_file,
)

FOLDERS = (".dagster/storage", ".dagster", ".dagster/logs")


def settings(home: Path) -> dict[str, Any]:
    return dict(yaml.safe_load((home / INSTANCE_FILE).read_text()))


def folders(home: Path) -> tuple[str, str, str]:
    found = settings(home)
    artifacts, logs = (found[name]["config"]["base_dir"] for name in ("local_artifact_storage", "compute_logs"))
    return found["storage"]["sqlite"]["base_dir"], artifacts, logs


@pytest.mark.parametrize("name", ["home", "with space: #'\"%", "ü😀", os.fsdecode(b"not-utf8-\xff")])
def test_a_new_home_names_its_own_folders(tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    prepare_home(home)
    assert folders(home) == tuple(str(home / one) for one in FOLDERS)
    others = {"storage", "local_artifact_storage", "compute_logs"}
    shipped_settings = yaml.safe_load(shipped(INSTANCE_FILE).read_text())
    assert {k: v for k, v in settings(home).items() if k not in others} == {
        k: v for k, v in shipped_settings.items() if k not in others
    }
    assert workspace_file(home) == home / WORKSPACE_FILE
    assert (home / WORKSPACE_FILE).read_bytes() == shipped(WORKSPACE_FILE).read_bytes()


def test_a_home_with_relative_folders_gets_absolute_ones_and_keeps_what_was_changed(tmp_path: Path) -> None:
    (tmp_path / INSTANCE_FILE).write_text(
        shipped(INSTANCE_FILE).read_text() + "# mine\nschedules: {use_threads: true}\n"
    )
    (tmp_path / WORKSPACE_FILE).write_text("load_from: []\n")
    prepare_home(tmp_path)
    assert folders(tmp_path) == tuple(str(tmp_path / one) for one in FOLDERS)
    assert settings(tmp_path)["schedules"] == {"use_threads": True}
    assert "# mine" in (tmp_path / INSTANCE_FILE).read_text()
    assert (tmp_path / WORKSPACE_FILE).read_text() == "load_from: []\n"


def test_a_moved_home_names_its_new_folders(tmp_path: Path) -> None:
    prepare_home(tmp_path / "one")
    (tmp_path / "one").rename(tmp_path / "two")
    prepare_home(tmp_path / "two")
    assert folders(tmp_path / "two") == tuple(str(tmp_path / "two" / one) for one in FOLDERS)
    assert not (tmp_path / "one").exists()


@pytest.mark.parametrize("folder", ["/data/.dagster/storage", "elsewhere", "{env: STORAGE}", "[", '"\\'])
def test_a_folder_that_is_not_ours_stays(tmp_path: Path, folder: str) -> None:
    text = f"storage:\n  sqlite:\n    base_dir: {folder}\n"
    (tmp_path / INSTANCE_FILE).write_text(text)
    prepare_home(tmp_path)
    assert (tmp_path / INSTANCE_FILE).read_text() == text


def test_settings_in_another_encoding_are_named(tmp_path: Path) -> None:
    (tmp_path / INSTANCE_FILE).write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidConfig, match=r"can't be used: .*codec can't decode"):
        prepare_home(tmp_path)


def test_a_checkout_keeps_its_settings() -> None:
    ours = shipped(INSTANCE_FILE)
    before = ours.read_bytes()
    prepare_home(ours.parent)
    assert ours.read_bytes() == before
    assert dotenv_values(ours.parent / ENVIRONMENT_FILE) == {"DAGSTER_HOME": str(ours.parent)}


@pytest.mark.parametrize("name", ["home", "it's a \\ home", "ü😀", "$HOME #x"])
def test_dagster_finds_the_home_by_the_file_of_variables(tmp_path: Path, name: str) -> None:
    home = tmp_path / name
    prepare_home(home)
    assert dotenv_values(home / ENVIRONMENT_FILE) == {"DAGSTER_HOME": str(home)}
    with (home / ENVIRONMENT_FILE).open("a") as stream:
        stream.write("TEAM_CHAT=json://127.0.0.1:8000\n")
    home.rename(tmp_path / "moved")
    prepare_home(tmp_path / "moved")
    expected = {"DAGSTER_HOME": str(tmp_path / "moved"), "TEAM_CHAT": "json://127.0.0.1:8000"}
    assert dotenv_values(tmp_path / "moved" / ENVIRONMENT_FILE) == expected


def test_a_file_of_variables_that_its_user_wrote_stays(tmp_path: Path) -> None:
    (tmp_path / ENVIRONMENT_FILE).write_text("DAGSTER_HOME=/elsewhere\n")
    prepare_home(tmp_path)
    assert (tmp_path / ENVIRONMENT_FILE).read_text() == "DAGSTER_HOME=/elsewhere\n"


def test_a_home_that_no_such_file_can_name_has_none(tmp_path: Path) -> None:
    home = tmp_path / os.fsdecode(b"not-utf8-\xff")
    prepare_home(home)
    assert not (home / ENVIRONMENT_FILE).exists()
