"""The journal's files say which format they are of and carry a checksum, so that damage inside valid JSON is seen, too.

The two keys are the file's own and no part of the record. A file without them is of an older writer, or was edited by
hand with the checksum taken out: it is read as it is.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from testfix_pipeline.core.records import Record

R = TypeVar("R", bound=Record)
FORMAT = 1
_KEYS = ("format", "checksum")


def seal(record: Record) -> bytes:
    """The file of a record."""
    data = {name: value for name, value in json.loads(record.as_json()).items() if name not in _KEYS}
    sealed = {**data, "format": FORMAT, "checksum": _checksum(data)}
    return (json.dumps(sealed, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def opened(data: dict[str, Any]) -> dict[str, Any] | None:
    """A file's object without its seal; None where the seal is broken. That of a newer format is not judged."""
    found = {name: value for name, value in data.items() if name not in _KEYS}
    checksum, newer = data.get("checksum"), data.get("format") not in (None, FORMAT)
    return found if checksum is None or newer or checksum == _checksum(found) else None


def unseal(content: bytes, model: type[R]) -> R | None:
    """The record of a file's content; None where it holds none."""
    try:
        data = json.loads(content)
        found = opened(data) if isinstance(data, dict) else None
        return None if found is None else model.model_validate(found)
    except (ValueError, TypeError, RecursionError):
        return None


def _checksum(data: dict[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
