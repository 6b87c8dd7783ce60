"""Errors for a home whose Dagster instance can't be opened: its folder, its settings, or its database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import yaml
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.workspace.instance_files import INSTANCE_FILE, unusable_home

POSTGRES_EXTRA = "pip install 'testfix-pipeline[postgres]'"


def instance_error(place: Path, error: Exception) -> InvalidConfig | None:
    """Return the user's error for an exception from opening the instance in `place`; None for a bug."""
    file = place / INSTANCE_FILE
    for cause in _causes(error):
        if isinstance(cause, ModuleNotFoundError):
            return _missing_module(file, (cause.name or "").partition(".")[0])
        if isinstance(cause, DBAPIError) and type(cause.orig).__module__.startswith("sqlite3"):
            return unusable_home(place, cause)
        if isinstance(cause, SQLAlchemyError):
            return _unusable_database(file, cause)
        if isinstance(cause, yaml.YAMLError):
            return InvalidConfig(f"{file} is not valid YAML: {' '.join(str(cause).split())}.", "Correct it.")
        if isinstance(cause, dg.DagsterInvalidConfigError):
            reasons = " ".join(one.message for one in cause.errors) or str(cause)
            return InvalidConfig(f"{file} has settings that Dagster refuses: {reasons}", "Correct them.")
        if isinstance(cause, OSError):
            return unusable_home(place, cause)
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _missing_module(file: Path, name: str) -> InvalidConfig:
    if name == "psycopg":  # what SQLAlchemy 2.1 takes `postgresql://` for; dagster-postgres brings psycopg2
        return InvalidConfig(
            f"{file} names PostgreSQL without a driver, which then has to be psycopg 3, and that is not installed.",
            "Write `scheme: postgresql+psycopg2` below `postgres_db`, or begin `postgres_url` with it.",
        )
    if name in ("dagster_postgres", "psycopg2"):
        return InvalidConfig(f"{file} names PostgreSQL, and {name} is not installed.", f"Run {POSTGRES_EXTRA}.")
    return InvalidConfig(f"{file} names {name}, which is not installed.", "Install it, or correct the file.")


def _unusable_database(file: Path, error: SQLAlchemyError) -> InvalidConfig:
    said = error.orig if isinstance(error, DBAPIError) else error
    reason = (str(said).splitlines() or [type(said).__name__])[0].rstrip(".")
    return InvalidConfig(f"The database that {file} names can't be used: {reason}.", "Start it, or correct the file.")
