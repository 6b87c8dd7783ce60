"""Dropped entries of a dictionary: an entry that asks for nothing may be one that a call refuses."""

import pytest

from testfix_pipeline.core.patch_policy.silencing import silencings


@pytest.mark.parametrize(
    ("value", "keyword"), [("False", "old"), ("None", "old"), ("'utf-8'", ""), ("True", ""), ("f()", ""), ("...", "")]
)
def test_an_entry_that_asks_for_nothing_is_known_by_its_key(value: str, keyword: str) -> None:
    (site,) = silencings(f"OPTIONS = {{'a': 1, 'old': {value}}}\n", "OPTIONS = {'a': 1}\n") or []
    assert site.keywords == ({keyword} if keyword else set())
