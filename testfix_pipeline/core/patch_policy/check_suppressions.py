"""Finds comments that silence a linter, type checker or formatter: a fix of a finding must not add one."""

from __future__ import annotations

import re
from collections import Counter

_SUPPRESSION = re.compile(
    rb"#\s*(?:noqa|ruff:\s*noqa|flake8:\s*noqa|type:\s*ignore|pyright:\s*ignore|mypy:\s*ignore|pylint:\s*disable"
    rb"|isort:\s*skip|fmt:\s*(?:off|skip)|yapf:\s*disable)"
    rb"|(?:eslint-disable|biome-ignore|prettier-ignore|@ts-(?:ignore|expect-error|nocheck)|nolint\b)"
    rb"|#!?\[(?:allow|expect|rustfmt::skip)\b",
    re.IGNORECASE,
)


def adds_suppression(before: bytes | None, after: bytes | None) -> bool:
    """Whether a file's new content has a comment that silences a check and that the old content lacks."""
    old, new = (Counter(_SUPPRESSION.findall(content or b"")) for content in (before, after))
    return bool(new - old)
