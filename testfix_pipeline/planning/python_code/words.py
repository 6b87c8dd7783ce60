"""Stems of words in sentences and identifiers, so that `parsing` matches `Parser` and `parse_args`."""

from __future__ import annotations

import functools
import re

_ENDINGS = re.compile(r"(?<=\w{3})(at(?:ions?|ors?|ing|e[ds]?)|ings?|edly|ed|ers?|ors?|i|ly|e|y)$")
_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


@functools.lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The lower-case word without its ending: `pars` for `parsing`, `Parser` and `parsed`.

    A rule of thumb for English, not a stemmer of the literature: two words of one stem are only likely to be related.
    """
    bare = word.lower()
    if not bare.isascii():
        return bare
    one = bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss") else bare
    once = _ENDINGS.sub("", one.removesuffix("e") if one.endswith("ie") else one)
    return once[:-1] if len(once) > 3 and once[-1] == once[-2] and once[-1] not in "aeios" else once


@functools.lru_cache(maxsize=100_000)
def word_stems(identifier: str) -> frozenset[str]:
    """The stems of an identifier's words: `http`, `serv`, `pars`, `arg` for `HTTPServer.parse_args`."""
    return frozenset(stem(part) for part in _PARTS.findall(identifier) if len(part) > 1)


def target_name(target: str) -> str:
    """The name of the code in a target: `Class.method` in `path.py::Class.method(argument)`."""
    return target.partition("(")[0].rpartition(":")[2].strip()
