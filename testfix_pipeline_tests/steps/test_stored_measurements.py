"""Measurements are found again by what they depend on."""

from __future__ import annotations

import testfix_pipeline
from testfix_pipeline.steps.measurement import stored_measurements


def test_another_version_of_the_code_that_measures_has_another_key(tmp_path, monkeypatch) -> None:
    def key() -> str:
        stored_measurements.measuring_code.cache_clear()
        return stored_measurements.measuring_code()

    for name in ("execution", "frameworks"):
        (tmp_path / name / "__pycache__").mkdir(parents=True)
        (tmp_path / name / "run.py").write_text("x = 1\n")
    monkeypatch.setattr(testfix_pipeline, "__file__", str(tmp_path / "__init__.py"))
    try:
        first = key()
        (tmp_path / "frameworks" / "__pycache__" / "run.cpython-311.pyc").write_bytes(b"compiled")
        assert key() == first
        (tmp_path / "frameworks" / "run.py").write_text("x = 12\n")
        assert key() != first
    finally:
        stored_measurements.measuring_code.cache_clear()
