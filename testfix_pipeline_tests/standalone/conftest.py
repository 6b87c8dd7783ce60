"""A home of the test's own: repairs without a session keep their patches there."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "instance"))
