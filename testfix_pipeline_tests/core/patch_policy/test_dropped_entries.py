"""Variants of what silences, and dropped entries: one that asks for nothing may be one that a call refuses."""

import pytest

from testfix_pipeline.core.patch_policy.silencing import silencings


@pytest.mark.parametrize(
    ("value", "keyword"), [("False", "old"), ("None", "old"), ("'utf-8'", ""), ("True", ""), ("f()", ""), ("...", "")]
)
def test_an_entry_that_asks_for_nothing_is_known_by_its_key(value: str, keyword: str) -> None:
    (site,) = silencings(f"OPTIONS = {{'a': 1, 'old': {value}}}\n", "OPTIONS = {'a': 1}\n") or []
    assert site.keywords == ({keyword} if keyword else set())


def test_a_variant_keeps_the_examples_of_its_function() -> None:
    code = 'def size(items):\n    """>>> size([1])"""\n    return len(items)\n'
    (site,) = silencings(code, code.replace("    return", "    if items is None:\n        return 0\n    return")) or []
    assert '    """>>> size([1])"""\n\n    def' in site.variant
