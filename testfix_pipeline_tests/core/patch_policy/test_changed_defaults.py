"""A default alone that a patch changes to a value of its own is a doubt."""

import pytest

from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt

SHORTEN = (
    'def shorten(text, limit=20, *, mark="..."):\n    """At most 40 characters."""\n    return text[:limit] + mark\n'
)


@pytest.mark.parametrize(
    ("old", "new", "is_doubt"),
    [
        ("limit=20", "limit=17", True),
        ("def shorten(text, limit=20", "SHOWN = 17\n\n\ndef shorten(text, limit=SHOWN", True),
        ('mark="..."', 'mark="etc."', True),
        ("limit=20", "limit=40", False),
        ("limit=20", "limit=None", False),
        ('limit=20, *, mark="..."):\n', 'limit=17, *, mark="..."):\n    text = text.strip()\n', False),
        ("text, limit=20", "text, limit=20, width=17", False),
    ],
)
def test_a_default_alone_is_a_doubt_unless_the_file_names_it(old: str, new: str, is_doubt: bool) -> None:
    found = find_static_doubt([FileTexts("a.py", SHORTEN, SHORTEN.replace(old, new))], ())
    assert (found is not None and found.rule == "other_default") == is_doubt
