"""Dagster's console logger, silenced while the CLI shows its progress list. The run's own log is complete."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

CONFIG = {"console": {"config": {"log_level": "INFO"}}}
_silenced = False


@contextmanager
def silence_console() -> Iterator[None]:
    """Suppress console output of runs in this process."""
    global _silenced
    _silenced = True
    try:
        yield
    finally:
        _silenced = False


@dg.logger(config_schema=dg.colored_console_logger.config_schema, description="Coloured lines on stderr.")  # type: ignore[untyped-decorator]
def console(context: dg.InitLoggerContext) -> logging.Logger:
    if not _silenced:
        return dg.colored_console_logger.logger_fn(context)
    quiet = logging.Logger("testfix")
    quiet.addHandler(logging.NullHandler())
    return quiet
