"""Replaces secrets in data before it is written, wherever free text could contain one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from testfix_pipeline.workspace.files.secret_scan import find_secret

_AS = "package.md"  # scanned as prose: a short example password does not count
# NAME=value as in a shell, unquoted. A value of words alone is a name in code: `password=old_password`.
_ASSIGNED = re.compile(r"""(?<![\w.])([A-Za-z_][\w-]*)=(?![A-Za-z_.]+(?:\s|$))([^\s"'`,;=()\[\]{}]+)(?=\s|$)""")


def redacted(data: Any, trusted: Collection[str] = ()) -> tuple[Any, int]:
    """Return `data` with each text that contains a secret replaced by the secret's kind, and their number.

    Values under the keys in `trusted` are skipped: names that we generate, of which there may be thousands.
    """
    entries = list(dict.fromkeys(_entries(data, "", frozenset(trusted))))
    found = dict(_find_secrets(entries))
    return (_replaced(data, "", found), len(found)) if found else (data, 0)


def redacted_text(text: str) -> str:
    """Return a document with each line that contains a secret replaced by the secret's kind."""
    lines, _ = redacted(text.split("\n"))
    return "\n".join(lines)


def _entries(data: Any, key: str, trusted: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield each text with its key, which may tell what it is."""
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in trusted:
                yield from _entries(value, str(name), trusted)
    elif isinstance(data, list):
        for value in data:
            yield from _entries(value, key, trusted)


def _find_secrets(entries: Sequence[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the texts with a secret and its kind, by bisection, because the start of a scan is the main cost."""
    kind = find_secret(_AS, [line for entry in entries for line in _lines(*entry)])
    if kind is None:
        return
    if len(entries) == 1:
        yield entries[0], kind
        return
    middle = len(entries) // 2
    yield from _find_secrets(entries[:middle])
    yield from _find_secrets(entries[middle:])


def _lines(key: str, value: str) -> list[str]:
    """Return the lines to scan: those of the text, and each assignment in quotes, which the scanner needs in prose."""
    lines = value.splitlines()
    own = [f'{key} = "{value}"'] if len(lines) == 1 else []
    return [*lines, *own, *(f'{name} = "{said}"' for name, said in _ASSIGNED.findall(value))]


def _replaced(data: Any, key: str, found: dict[tuple[str, str], str]) -> Any:
    if isinstance(data, str):
        kind = found.get((key, data))
        return f"[redacted: {kind}]" if kind else data
    if isinstance(data, dict):
        return {name: _replaced(value, str(name), found) for name, value in data.items()}
    return [_replaced(value, key, found) for value in data] if isinstance(data, list) else data
