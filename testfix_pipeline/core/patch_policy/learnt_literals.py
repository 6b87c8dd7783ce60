"""Classifies the constants of tests: which of them, found in a patch, show that it was made for the tests."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from testfix_pipeline.core.patch_policy.language_model import Literal

_WORD = re.compile(r"[\w.]+")
_OPEN_PARTS = re.compile(r"\\.|\[\^?\]?[^\]]*\]|\{[^}]*\}|\(\?(?:[:=!]|<[=!]|P?<\w+>|\w+\))")
"""Parts of a regular expression that stand for more than themselves."""
_TRIVIAL_LENGTH = 2
_TRIVIAL_NUMBER = 10


@dataclass(frozen=True)
class TestConstants:
    """The tests' constants. `telling`: those that a program would hardly use without the tests."""

    every: frozenset[Literal]
    telling: frozenset[Literal]

    @classmethod
    def of(cls, literals: Collection[Literal]) -> TestConstants:
        """Build from all constants of the tests."""
        return cls(frozenset(literals), frozenset(one for one in literals if not is_trivial(one)))

    def is_joined(self, key: Literal) -> bool:
        """Whether a text consists of several of the tests' texts: `a7,a007`."""
        parts = re.split(r"[\0|,:;/\n\t]+", key) if isinstance(key, str) else []
        return len(parts) > 1 and all(len(one) > 1 and one in self.every for one in parts)


def are_copied_choices(choices: Collection[Literal], learnt: TestConstants, least: int) -> bool:
    """Whether code chooses between results of the tests: all is theirs or small, `least` of it calculated.

    choices: all that an expression can give. Words may well be what a program says by itself.
    """
    calculated = {one for one in choices if one in learnt.telling and _has_digits(one)}
    known = all(one in learnt.telling or is_trivial(one) for one in choices)
    return known and len(calculated) >= least and len(set(choices)) > 1


def _has_digits(literal: Literal) -> bool:
    return not isinstance(literal, str | bytes) or re.search(r"\d", str(literal)) is not None


def is_trivial(literal: Literal) -> bool:
    """Whether a program may well use a literal without the tests."""
    if isinstance(literal, str | bytes):
        return len(literal) <= _TRIVIAL_LENGTH
    return abs(literal) <= _TRIVIAL_NUMBER


def undocumented_literals(literals: Collection[Literal], source: str) -> set[Literal]:
    """The tests' literals that the source did not mention before."""
    words = set(_WORD.findall(source))
    return {
        one
        for one in literals
        if not (str(one) in words or (isinstance(one, str) and (f'"{one}"' in source or f"'{one}'" in source)))
    }


def words_of_pattern(pattern: str) -> list[str]:
    """The words of a regular expression that only match themselves."""
    return re.findall(r"\w+", _OPEN_PARTS.sub("\0", pattern))
