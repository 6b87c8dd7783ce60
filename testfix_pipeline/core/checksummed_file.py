"""Files with a format version and a checksum, so that damage inside valid JSON is detected.

Records that only the pipeline writes are sealed: if `checksum` does not match, the file is damaged. Records that others
may edit, tasks and the session's own record, are signed: `as_written` tells whether the pipeline wrote the present
content; edited content is reported and used. Lines of a journal are sealed one by one. The keys belong to the file, not
to the record. A file without them is of an older writer, or was edited with the checksum removed: it is read unchecked.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from testfix_pipeline.core.record_base import Record

R = TypeVar("R", bound=Record)
FORMAT = 1
_SEAL, _SIGN = "checksum", "as_written"
_KEYS = ("format", _SEAL, _SIGN)


def seal(record: Record) -> bytes:
    """Return the file's object for a record that only the pipeline writes."""
    return _file(record, _SEAL)


def sign(record: Record) -> bytes:
    """Return the file's object for a record that others may edit."""
    return _file(record, _SIGN)


def seal_line(data: dict[str, Any]) -> str:
    """A journal's line with its checksum; `without_seal` reads it."""
    return json.dumps({**data, "format": FORMAT, _SEAL: _checksum(data)})


def _file(record: Record, key: str) -> bytes:
    data = _content(json.loads(record.as_json()))
    whole = {**data, "format": FORMAT, key: _checksum(data)}
    return (json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def without_seal(data: dict[str, Any]) -> dict[str, Any] | None:
    """The object in a file without its seal; None if the seal is broken. A newer format is not checked."""
    found = _content(data)
    checksum, newer = data.get(_SEAL), data.get("format") not in (None, FORMAT)
    return found if checksum is None or newer or checksum == _checksum(found) else None


def changed_to(data: dict[str, Any]) -> str:
    """The checksum of a signed file's object if it differs from the signed one, else ""."""
    signed, newer = data.get(_SIGN), data.get("format") not in (None, FORMAT)
    if signed is None or newer:
        return ""
    checksum = _checksum(_content(data))
    return "" if signed == checksum else checksum


def unseal(content: bytes, model: type[R]) -> R | None:
    """The record in a file's content; None if it holds none."""
    try:
        data = json.loads(content)
        found = without_seal(data) if isinstance(data, dict) else None
        return None if found is None else model.model_validate(found)
    except (ValueError, TypeError, RecursionError):
        return None


def _content(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in _KEYS}


def _checksum(data: dict[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
