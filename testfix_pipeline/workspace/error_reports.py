"""Turns an unexpected exception into an error for the user: one sentence, the next step, and the path of a report.

A report holds the traceback and the environment without secrets: a line with a secret is replaced by the secret's kind,
and environment variables have values only if their names are known to be harmless.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import secrets
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from testfix_pipeline.core.errors import InternalError, PipelineError, is_refusal, machine_error
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.files.redaction import redacted_text
from testfix_pipeline.workspace.home import home

FOLDER = "errors"
# A report has about 10 KB; a nightly run that fails for months must not fill the disk.
KEPT = 50
_LONGEST = 300
_SHOWN = re.compile(r"(TESTFIX_|DAGSTER_|PYTHON|LC_)\w*|LANG|PATH|SHELL|TERM|CI|VIRTUAL_ENV|TMPDIR|COLUMNS")
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL|COOKIE", re.IGNORECASE)
# NAME=value, "name": "value" and a header, without quotes too: prose, as which texts are read, has those unquoted.
_ASSIGNED = re.compile(
    r"([\w-]*(?:key|token|secret|passw\w*|credential|cookie|auth\w*)[\w-]*"
    r"(?:\s*=\s*|[\"']\s*:\s*|:\s+(?:basic|bearer)\s+))[\"']?[^\s\"',)}\]]{6,}",
    re.IGNORECASE,
)
_LEAST_SECRET = 6  # characters; a shorter value, such as "1", may occur anywhere in a text
_PACKAGES = ("testfix-pipeline", "dagster", "pandas", "pyarrow", "pydantic", "typer", "pytest")


def pipeline_error(error: Exception, resume: str = "") -> PipelineError:
    """Return any exception as an error for the user; an unexpected one becomes an InternalError with a report.

    resume: the command that the user runs to continue, as a sentence.
    """
    if isinstance(error, PipelineError):
        return error
    if isinstance(error, OSError) and is_refusal(error):
        return machine_error(error)
    named = "".join(traceback.format_exception_only(error)).strip()
    return internal_error(named, "".join(traceback.format_exception(error)), resume)


def internal_error(named: str, trace: str, resume: str = "") -> InternalError:
    """Return an InternalError with the exception's own line and traceback; write the report."""
    line = _without_secrets(named.strip().splitlines()[0] if named.strip() else "unknown")[:_LONGEST]
    what = f"Internal error: {line}. This is a bug of testfix, not of your project."
    report = _write(f"{what}\n\n{trace}")
    pointer = f"The report {report} says more; send it with a bug report." if report else "No report could be written."
    return InternalError(what, f"{resume} {pointer}".strip(), report)


def _write(story: str) -> str:
    """Write a report; return its path, "" if that fails: the error itself matters more."""
    with contextlib.suppress(Exception):
        text = _without_secrets("\n".join([story, "", *_environment()]))
        folder = home() / FOLDER
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        path = folder / f"error-{stamp}-{secrets.token_hex(3)}.txt"
        write_atomic(path, text.encode("utf-8", "backslashreplace"))
        for old in sorted(folder.glob("error-*.txt"))[:-KEPT]:
            old.unlink(missing_ok=True)
        return str(path)
    return ""


def _without_secrets(text: str) -> str:
    for name, value in os.environ.items():
        if _SECRET.search(name) and len(value) >= _LEAST_SECRET:
            text = text.replace(value, f"[redacted: {name}]")
    return redacted_text(_ASSIGNED.sub(r"\1[redacted]", text))


def _environment() -> Iterator[str]:
    yield f"time      {datetime.now(UTC).isoformat(timespec='seconds')}"
    yield f"python    {platform.python_version()} ({sys.executable})"
    yield f"system    {platform.platform()}"
    yield f"folder    {_folder()}"
    yield from (f"package   {name} {_version(name)}" for name in _PACKAGES)
    yield from (f"argument  {argument}" for argument in sys.argv)
    for name, value in sorted(os.environ.items()):
        if _SHOWN.fullmatch(name) and not _SECRET.search(name):
            yield f"variable  {name}={value}"


def _folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return "gone"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
