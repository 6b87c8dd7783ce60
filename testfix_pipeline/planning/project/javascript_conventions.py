"""The conventions of a project's JavaScript and TypeScript tests, learned from their text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from testfix_pipeline.core.patch_policy.javascript.written_tests import written_tests
from testfix_pipeline.core.plan_records import Conventions

_MOST_NAMED = 6
_HOOK = re.compile(r"\b(beforeEach|afterEach|beforeAll|afterAll|before|after)\(")
_ASSERTIONS = re.compile(r"\bassert(?:\.strict)?\.(\w+)\(|\)\.((?:not\.|resolves\.|rejects\.)*\w+)\(")
_MARK = re.compile(r"\b(?:it|test|describe)\.(\w+)\(")


def javascript_conventions(texts: Mapping[str, str], file_naming: str) -> Conventions:
    """What the tests in `texts`, by path, have in common, each in words with counts."""
    titles = [names for path, text in texts.items() for names in _titles(path, text)]
    hooks = Counter(name for text in texts.values() for name in _HOOK.findall(text))
    return Conventions(
        file_naming=file_naming,
        test_structure=describe_structure(list(texts.values()), titles),
        setup_teardown=_frequencies(hooks) or "none",
        test_naming=_title_style(titles),
        assertion_style=_assertion_style(texts.values()),
        markers=_frequencies(Counter(name for text in texts.values() for name in _MARK.findall(text))),
    )


def _titles(path: str, text: str) -> list[tuple[str, ...]]:
    found = written_tests(path, text)
    return list(found.tests) if found is not None else []


def describe_structure(texts: Sequence[str], titles: Sequence[tuple[str, ...]]) -> str:
    """The layout of tests in words: the function that defines them, groups, and the kind of module."""
    if not titles:
        return "no tests yet"
    words = Counter(word for text in texts for word in re.findall(r"(?m)^\s*(it|test)(?:\.\w+)*\(", text))
    word = words.most_common(1)[0][0] if words else "test"
    grouped = sum(len(one) > 1 for one in titles)
    groups = f" in describe ({grouped} of {len(titles)})" if grouped else ""
    imports = sum(bool(re.search(r"(?m)^import\b", text)) for text in texts)
    return f"{word}(){groups}, {'ES modules' if 2 * imports > len(texts) else 'require'}"


def _title_style(titles: Sequence[tuple[str, ...]]) -> str:
    """The usual length of a title in words, and three examples."""
    last = sorted({names[-1] for names in titles})
    if not last:
        return ""
    lengths = sorted(len(one.split()) for one in last)
    usual = lengths[len(lengths) // 2]
    shown = sorted(last, key=lambda one: (abs(len(one.split()) - usual), one))[:3]
    return f"{usual} word{'' if usual == 1 else 's'}, such as {', '.join(map(repr, shown))}"


def _assertion_style(texts: Iterable[str]) -> str:
    found: Counter[str] = Counter()
    for text in texts:
        for strict, matcher in _ASSERTIONS.findall(text):
            if strict or matcher.startswith(("to", "not.", "resolves.", "rejects.")):
                found[f"assert.{strict}" if strict else matcher] += 1
    return _frequencies(found)


def _frequencies(found: Counter[str]) -> str:
    return ", ".join(f"{name} ({number})" for name, number in found.most_common(_MOST_NAMED))
