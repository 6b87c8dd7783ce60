"""The names that a criterion spells as in code: parameters, command-line options, constants, texts of the code."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.plan_records import Criterion

_TICKED = re.compile(r"``?([^`]+)``?")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,80})[\"”]|(?<!\w)['‘]([^'‘’]{2,80})['’](?!\w)")
_OPTION = re.compile(r"(?<![\w-])--[A-Za-z][\w-]*")
_SHORT = re.compile(r"-[A-Za-z]")
_KEYWORD = re.compile(r"(?<![\w.])([A-Za-z_]\w*)=(?!=)")
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_CODE_LIKE = re.compile(
    r"(?<![\w./-])(?:[A-Za-z_]\w*\.)*(?:[A-Za-z]\w*_\w*|[A-Z]{1,6}\d{2,6})(?![\w/-]|\.\w)"
)  # `max_age`, `E_LIMIT`, `Status.NOT_SOLD`, `E1001`
_TAKEN = re.compile(
    r"(?i)\b(?:parameters?|arguments?|options?|keywords?|flags?|settings?) `(\w+)`|"
    r"`(\w+)` (?:parameter|argument|option|keyword|flag|is (?:not )?(?:given|set|passed|omitted|true|false|none)\b)"
)
_SAYS_NOTHING = {*keyword.kwlist, *(name for name, value in vars(builtins).items() if isinstance(value, type))}
"""Values, types and errors of the language: no place in a project's code is theirs."""


@dataclass(frozen=True)
class SpelledName:
    """A spelled `name` (`limit`, `Status.SOLD`), `option` (`--limit`) or `text` (`not found`).

    is_parameter: the criterion calls it a parameter.
    """

    text: str
    kind: Literal["name", "option", "text"]
    is_parameter: bool = False

    @property
    def unqualified(self) -> str:
        """The last part of a dotted name; for an option the variable that it fills."""
        return self.text.lstrip("-").replace("-", "_") if self.kind == "option" else self.text.rpartition(".")[2]

    @property
    def is_code_like(self) -> bool:
        """Whether it can't be a word of ordinary prose."""
        return self.kind == "option" or re.search(r"[\W_\dA-Z]", self.text) is not None

    @property
    def search_texts(self) -> tuple[str, ...]:
        """Texts to search files for; a file that spells the name contains at least one of them."""
        if self.kind == "option":
            return (self.text,)
        if self.kind == "text" and re.search(r"\W", self.text):
            return (max(re.findall(r"\w+", self.text), key=len, default=self.text),)
        return (self.unqualified,) if self.is_code_like else (f'"{self.text}"', f"'{self.text}'")


def spelled_names(text: str) -> list[SpelledName]:
    """The names that a text spells as code: in back-ticks or quotation marks, as options or keywords."""
    taken = {next(filter(None, groups)) for groups in _TAKEN.findall(text)}
    taken |= set(_KEYWORD.findall(text))
    found = (_with_parameter_flag(one, taken) for one in _spellings(text))
    return list(dict.fromkeys(one for one in found if one.text not in _SAYS_NOTHING))


def search_texts(criteria: Iterable[Criterion]) -> set[str]:
    """The texts that the project's files are searched for."""
    return {needle for criterion in criteria for one in spelled_names(criterion.text) for needle in one.search_texts}


def _with_parameter_flag(one: SpelledName, taken: set[str]) -> SpelledName:
    return SpelledName(one.text, one.kind, one.kind == "name" and one.text in taken)


def _spellings(text: str) -> Iterator[SpelledName]:
    for inside in _TICKED.findall(text):
        yield from _spellings_in_backticks(inside.strip())
    prose = _TICKED.sub(" ", text)
    yield from _quoted_spellings(prose)
    yield from (SpelledName(name, "name") for name in _CODE_LIKE.findall(_OPTION.sub(" ", prose)))


def _spellings_in_backticks(inside: str) -> Iterator[SpelledName]:
    if _NAME.fullmatch(inside):
        yield SpelledName(inside, "name")
    elif _SHORT.fullmatch(inside):
        yield SpelledName(inside, "option")
    else:
        found = list(_quoted_spellings(inside))
        yield from found
        rest = _QUOTED.sub(" ", inside)
        yield from (SpelledName(name, "name") for name in _CODE_LIKE.findall(_OPTION.sub(" ", rest)))
        if not found and re.fullmatch(r"[\w][\w .:/-]*", inside) and re.search(r"[A-Za-z]{2}", inside):
            yield SpelledName(inside, "text")


def _quoted_spellings(text: str) -> Iterator[SpelledName]:
    """Yield texts in quotation marks, options and keywords."""
    for groups in _QUOTED.findall(text):
        said = next(filter(None, groups)).strip()
        yield SpelledName(said, "name" if _NAME.fullmatch(said) else "text")
    bare = _QUOTED.sub(" ", text)
    yield from (SpelledName(option, "option") for option in _OPTION.findall(bare))
    yield from (SpelledName(name, "name") for name in _KEYWORD.findall(_OPTION.sub(" ", bare)))
