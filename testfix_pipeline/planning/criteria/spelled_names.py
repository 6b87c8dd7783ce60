"""What a criterion spells as code does: parameters, options of a command line, constants, texts of the code."""

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
class Spelt:
    """One spelling: a `name` (`limit`, `Status.SOLD`), an `option` (`--limit`), or a `text` (`not found`).

    taken: the criterion says that it is a parameter.
    """

    text: str
    kind: Literal["name", "option", "text"]
    taken: bool = False

    @property
    def last(self) -> str:
        """The name without what it is in; of an option the variable that it fills."""
        return self.text.lstrip("-").replace("-", "_") if self.kind == "option" else self.text.rpartition(".")[2]

    @property
    def code_like(self) -> bool:
        """Whether it can't be taken for a word of a sentence."""
        return self.kind == "option" or re.search(r"[\W_\dA-Z]", self.text) is not None

    @property
    def needles(self) -> tuple[str, ...]:
        """Pieces of text of which a file that spells it, too, holds one: what tells which files to take apart."""
        if self.kind == "option":
            return (self.text,)
        if self.kind == "text" and re.search(r"\W", self.text):
            return (max(re.findall(r"\w+", self.text), key=len, default=self.text),)
        return (self.last,) if self.code_like else (f'"{self.text}"', f"'{self.text}'")


def spelt(text: str) -> list[Spelt]:
    """What a text spells as code: between back-ticks and quotation marks, options, keywords, names with underscores."""
    taken = {next(filter(None, groups)) for groups in _TAKEN.findall(text)}
    taken |= set(_KEYWORD.findall(text))
    found = (_as_taken(one, taken) for one in _spellings(text))
    return list(dict.fromkeys(one for one in found if one.text not in _SAYS_NOTHING))


def needles(criteria: Iterable[Criterion]) -> set[str]:
    """The pieces of text that the files of a project are to be searched for."""
    return {needle for criterion in criteria for one in spelt(criterion.text) for needle in one.needles}


def _as_taken(one: Spelt, taken: set[str]) -> Spelt:
    return Spelt(one.text, one.kind, one.kind == "name" and one.text in taken)


def _spellings(text: str) -> Iterator[Spelt]:
    for inside in _TICKED.findall(text):
        yield from _ticked(inside.strip())
    prose = _TICKED.sub(" ", text)
    yield from _inside(prose)
    yield from (Spelt(name, "name") for name in _CODE_LIKE.findall(_OPTION.sub(" ", prose)))


def _ticked(inside: str) -> Iterator[Spelt]:
    if _NAME.fullmatch(inside):
        yield Spelt(inside, "name")
    elif _SHORT.fullmatch(inside):
        yield Spelt(inside, "option")
    else:
        found = list(_inside(inside))
        yield from found
        rest = _QUOTED.sub(" ", inside)
        yield from (Spelt(name, "name") for name in _CODE_LIKE.findall(_OPTION.sub(" ", rest)))
        if not found and re.fullmatch(r"[\w][\w .:/-]*", inside) and re.search(r"[A-Za-z]{2}", inside):
            yield Spelt(inside, "text")


def _inside(text: str) -> Iterator[Spelt]:
    """Texts in quotation marks, options and keywords."""
    for groups in _QUOTED.findall(text):
        said = next(filter(None, groups)).strip()
        yield Spelt(said, "name" if _NAME.fullmatch(said) else "text")
    bare = _QUOTED.sub(" ", text)
    yield from (Spelt(option, "option") for option in _OPTION.findall(bare))
    yield from (Spelt(name, "name") for name in _KEYWORD.findall(_OPTION.sub(" ", bare)))
