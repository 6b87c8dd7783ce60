"""Counts the general language model of `repair/ranking/naturalness.py` from this interpreter's standard library.

Only the standard library: the training packages stay unread, so that what is learned on them about naturalness is not
learned on text the model has seen. Only counts are kept, of abstracted tokens, the rarer ones left out.
"""

from __future__ import annotations

import json
import platform
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.repair.languages.python.language import PythonLanguage
from testfix_pipeline.repair.languages.python.lexer import abstract, lex
from testfix_pipeline.repair.ranking.naturalness import Gram, count_token_runs

ORDER = 4
WORDS = 500
# A run of this many tokens is kept where it was seen this often: chosen for a file below 400 kB.
LEAST = {1: 1, 2: 6, 3: 22, 4: 50}
LEFT_OUT = {
    "test",
    "tests",
    "idlelib",
    "lib2to3",
    "turtledemo",
    "site-packages",
    "ensurepip",
    "encodings",
    "pydoc_data",
}


def files() -> list[Path]:
    root = Path(sysconfig.get_paths()["stdlib"])
    return [path for path in sorted(root.rglob("*.py")) if not LEFT_OUT & set(path.relative_to(root).parts)]


def streams() -> Iterator[list[str]]:
    for path in files():
        yield lex(path.read_text(encoding="utf-8", errors="replace")).words


def vocabulary(found: list[list[str]]) -> frozenset[str]:
    """The names that the most files use."""
    uses = Counter(word for words in found for word in set(words) if word.isidentifier())
    return frozenset(word for word, _ in sorted(uses.items(), key=lambda item: (-item[1], item[0]))[:WORDS])


def kept(grams: Counter[Gram]) -> list[tuple[Gram, int]]:
    often = [(gram, number) for gram, number in grams.items() if number >= LEAST[len(gram)]]
    return sorted(often, key=lambda item: (len(item[0]), -item[1], item[0]))


def train() -> str:
    """Writes the model; answers one line about it."""
    found = list(streams())
    words = vocabulary(found)
    grams = kept(count_token_runs(([abstract(word, words) for word in text] for text in found), ORDER))
    tokens = sorted({word for gram, _ in grams for word in gram})
    number = {word: position for position, word in enumerate(tokens)}
    flat: list[list[int]] = [[] for _ in range(ORDER)]
    for gram, times in grams:
        flat[len(gram) - 1] += [*(number[word] for word in gram), times]
    size = sum(map(len, found))
    source = f"standard library of Python {platform.python_version()}: {len(found)} files, {size} tokens"
    record = {"source": source, "vocabulary": sorted(words), "words": tokens, "grams": flat}
    PythonLanguage.token_counts.write_text(json.dumps(record, separators=(",", ":")) + "\n")
    return f"{source}; {len(grams)} runs kept, {PythonLanguage.token_counts.stat().st_size // 1000} kB"
