"""Explains why a file of a session can't be read, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from testfix_pipeline.core.checksummed_file import without_seal
from testfix_pipeline.core.test_ids import SessionId

_SHOWN = 60


def reason(
    path: Path, model: type[BaseModel], form: Callable[[dict[str, Any], SessionId], dict[str, Any]], own_id: SessionId
) -> str:
    """Return why a file is not a valid record of a model, as part of a sentence: the first invalid field.

    form: converts older forms of the file's object to the current one, given the session's id `own_id`.
    """
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        return (error.strerror or "it can't be opened").lower()
    except (ValueError, RecursionError) as error:
        return f"it is not JSON ({error})"
    if not isinstance(data, dict):
        return "it holds no JSON object"
    whole = without_seal(data)
    if whole is None:
        return "its checksum does not match its content"
    try:
        model.model_validate(form(whole, own_id))
    except ValidationError as error:
        return _field(error)
    except (TypeError, ValueError, AttributeError):
        return "its fields have values of the wrong kind"
    return "it was damaged a moment ago"


def _field(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"])) or "its content"
    return f"`{name}` is {repr(first['input'])[:_SHOWN]}: {first['msg'][:1].lower()}{first['msg'][1:]}"
